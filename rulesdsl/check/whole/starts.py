"""Where the pieces are when the game begins: each in exactly one zone, and none in too small a one."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from rulesdsl import program as ir
from rulesdsl.check.symbols import PieceSymbol, ZoneSymbol
from rulesdsl.check.whole.findings import Checked, finding, listed
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.source import Span
from rulesdsl.syntax import ast


def starting_places(checked: Checked) -> Iterator[Diagnostic]:
    program = checked.program
    home: dict[int, str] = {}
    twice: dict[tuple[str, str], list[int]] = {}
    for zone in program.zones:
        for content in zone.starts:
            for piece in content:
                if piece in home:
                    twice.setdefault((home[piece], zone.name), []).append(piece)
                home.setdefault(piece, zone.name)
            if zone.limited and len(content) > zone.capacity and zone.extra_to is None:
                yield _too_many(checked, zone.name, len(content), zone.capacity)
                break
    for (first, second), pieces in twice.items():
        yield _in_two_zones(checked, first, second, pieces)
    for kind in program.piece_kinds:
        lost = [piece for piece in kind.pieces if piece not in home]
        if lost:
            yield _without_place(checked, kind, lost)


def _starts_span(symbol: ZoneSymbol) -> Span:
    starts = (prop.span for prop in symbol.decl.plain_props if isinstance(prop, ast.StartsProp))
    return next(starts, symbol.span)


def _labels(checked: Checked, pieces: list[int]) -> str:
    names = dict.fromkeys(
        checked.program.piece_names[checked.program.piece_name_of[piece]] for piece in pieces
    )
    return listed(list(names))


def _too_many(checked: Checked, zone: str, count: int, capacity: int) -> Diagnostic:
    symbol = checked.world.declared(ZoneSymbol, zone)
    return finding(
        "zone-overflow",
        _starts_span(symbol),
        f"`{zone}` starts with {count} pieces and holds at most {capacity}",
        f"{count} pieces",
        because=((symbol.span, f"holds {capacity}"),),
        hint="let it start with less, or raise `at most`",
    )


def _in_two_zones(checked: Checked, first: str, second: str, pieces: list[int]) -> Diagnostic:
    here, there = (checked.world.declared(ZoneSymbol, name) for name in (second, first))
    where = f"in two of the zones `{first}`" if first == second else f"in `{first}` and in `{second}`"
    return finding(
        "pieces-in-two-zones",
        _starts_span(here),
        f"{_labels(checked, pieces)} would be {where} when the game begins",
        "put here",
        because=() if first == second else ((_starts_span(there), "and here"),),
        hint="a piece is in one zone; `(x in Kind where …)` is a part of a kind",
    )


def _without_place(checked: Checked, kind: ir.PieceKind, lost: list[int]) -> Diagnostic:
    symbol = checked.world.declared(PieceSymbol, kind.name)
    zones = [item for item in checked.world.all(ZoneSymbol) if kind.name in item.pieces.kinds]
    if len(lost) == kind.count:
        message = f"`{kind.name}` is in no zone when the game begins"
    else:
        message = (
            f"{len(lost)} of the {kind.count} pieces `{kind.name}` are in no zone when the game begins: "
            f"{_labels(checked, lost)}"
        )
    shared = [
        zone.name
        for zone in zones
        if prod(checked.elaboration.declarations.size_of(v.type) for v in zone.index) == 1
    ]
    target = shared[0] if shared else (zones[0].name if zones else "box")
    return finding(
        "pieces-without-zone",
        symbol.span,
        message,
        f"{len(lost)} without a place",
        because=tuple(
            (zone_symbol.span, f"holds `{kind.name}`, but does not start with it")
            for zone_symbol in zones[:2]
        )
        if len(lost) == kind.count
        else (),
        hint=f"say where they start, for example `zone {target}: … starts with {kind.name}`",
    )
