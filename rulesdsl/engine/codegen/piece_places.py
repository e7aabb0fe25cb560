"""Where each piece lies is said twice in a position: by the zones, and by a cell for each piece. In games of
which only the end is asked, the cells are left out where nobody looks at them.

Whether somebody does is seen in the text, once it is written. A line that only keeps the cells says so at its
end; so does one that looks at them, but is seldom come to: before it they are filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.growing import growing_boards
from rulesdsl.engine.core.layout import Layout
from rulesdsl.program_walk import holds

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator

KEPT = "  # where pieces lie"
"""A line that is not needed where the cells are not kept."""
INSTEAD = "  # where it must lie"
"""A line in its place."""
SELDOM = "  # seldom"
"""A line that looks at the cells, which may be filled in for it."""

_ADDRESS = re.compile(r"\b[BC]\[(\d+)\b")
_CALL = re.compile(r"\b(?:P\b(?!\.(?:shuffle|renew)\()|scan_pieces\(|park\(|secret_)")
"""What may look at the cells. Zones are shuffled, and renewed, without them where `_are_plain`."""


def settle(gen: Generator, parts: Iterable[list[str]]) -> None:
    """Lines as they are to be, once all are written."""
    every = list(parts)
    gen.keeps_places = (
        not gen.throws
        or not _are_plain(gen)
        or any(_looks(gen.layout, line) for lines in every for line in lines)
    )
    for lines in every:
        lines[:] = _with(lines) if gen.keeps_places else _without(lines)


def _with(lines: list[str]) -> list[str]:
    return [line.removesuffix(KEPT).removesuffix(SELDOM) for line in lines if not line.endswith(INSTEAD)]


def _without(lines: list[str]) -> list[str]:
    result: list[str] = []
    for line in lines:
        if line.endswith(SELDOM):
            result.append(f"{line[: -len(line.lstrip())]}P.note_places(C)")
        if not line.endswith(KEPT):
            result.append(line.removesuffix(INSTEAD).removesuffix(SELDOM))
    return result


def _looks(layout: Layout, line: str) -> bool:
    """Whether a line that is not left out looks at the cells, or may do so."""
    if line.endswith((KEPT, SELDOM)):
        return False
    after = layout.where + layout.piece_count
    return _CALL.search(line) is not None or any(
        layout.where <= int(match[1]) < after for match in _ADDRESS.finditer(line)
    )


def _are_plain(gen: Generator) -> bool:
    """Whether nobody looks at them besides, who is called by those lines."""
    layout, program = gen.layout, gen.program
    return (
        not layout.hidden
        and not growing_boards(layout)
        and len(set(gen.alike_class)) == len(gen.alike_class)
        and not holds((program.procs, program.rules), ir.Secret)
        and all(
            gen.plain_zone(zone.name) is not None
            and (zone.renewed_from is None or _is_renewed_plainly(gen, zone))
            for zone in program.zones
        )
    )


def _is_renewed_plainly(gen: Generator, zone: ir.Zone) -> bool:
    """Whether a pile takes all that lies in another, as it lies."""
    assert zone.renewed_from is not None
    here, there = gen.plain_zone(zone.name), gen.plain_zone(zone.renewed_from.zone)
    assert here is not None
    return (
        there is not None
        and here.shape == there.shape == "pile"
        and here.never_full
        and here.name != there.name
        and None not in zone.renewed_from.index
    )
