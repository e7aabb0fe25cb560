"""Positions put together by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import EMPTY, Layout

Place = tuple[str, tuple[int, ...]]


def position(
    layout: Layout,
    zones: Mapping[Place, Sequence[int]],
    states: Mapping[Place, int] | None = None,
    known: Mapping[int, int] | None = None,
) -> list[int]:
    """Cells in which these pieces lie there (a pile from its bottom), known to who sees them or as said."""
    cells = [0] * layout.data_end
    for address in layout.phases.values():
        cells[address] = ir.NONE
    for piece in range(layout.piece_count):
        cells[layout.where + piece] = ev.OUT_OF_PLAY
    for place in layout.zones.values():
        for at in range(place.count):
            first = place.address + at * place.size
            cells[first : first + place.size] = (
                [ir.NONE] if place.zone.shape == "slot" else [0, *[EMPTY] * (place.size - 1)]
            )
    for (name, index), pieces in zones.items():
        instance = layout.instance(name, *index)
        address = layout.address_of[instance]
        if layout.shapes[instance] == "slot":
            cells[address] = pieces[0]
        else:
            there = sorted(pieces) if layout.shapes[instance] == "set" else pieces
            cells[address : address + 1 + len(there)] = [len(there), *there]
        for piece in pieces:
            cells[layout.where + piece] = instance
            seen = layout.static_mask(layout.zone_of(instance).seen, layout.owner_of(instance))
            cells[layout.known + piece] = (known or {}).get(piece, seen)
    for (name, index), value in (states or {}).items():
        cells[layout.state_cells(name, *index)] = value
    return cells
