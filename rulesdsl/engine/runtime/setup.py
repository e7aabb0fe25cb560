"""The position at the start: every piece in its zone, states at their first values, piles shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import DICE, EMPTY, StateLayout, is_set
from rulesdsl.engine.core.notes import Note

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan
    from rulesdsl.engine.state import State

START_POINT = -1
"""The point of chance of the shuffles at the start."""


def starting_cells(state: State, note: Note) -> None:
    """Lay the pieces out and shuffle; the dice are where they are."""
    plan, cells = state.plan, state.cells
    if plan.start is None:
        plan.start = _laid_out(plan)
    laid, shuffled = plan.start
    dice = cells[DICE]
    cells[:] = laid
    cells[DICE] = dice
    for instance in shuffled:
        plan.pieces.shuffle(state, cells, instance, START_POINT, note)


def _laid_out(plan: Plan) -> tuple[list[int], list[int]]:
    """The cells with every piece in its place, nothing shuffled yet; the zones that are to be shuffled."""
    layout, pieces = plan.layout, plan.pieces
    cells = [0] * plan.size
    for address in layout.phases.values():
        cells[address] = ir.NONE
    for piece in range(layout.piece_count):
        cells[layout.where + piece] = ev.OUT_OF_PLAY
        if layout.hidden:
            cells[layout.group + piece] = piece
            cells[layout.known + piece] = layout.everybody
    for place in layout.zones.values():
        for position in range(place.count):
            address = place.address + position * place.size
            if place.zone.shape == "slot":
                cells[address] = ir.NONE
            else:
                cells[address] = 0
                cells[address + 1 : address + place.size] = [EMPTY] * (place.size - 1)
    for place_of_state in layout.states.values():
        _first_values(cells, place_of_state)
    shuffled: list[int] = []
    for place in layout.zones.values():
        for index, content in enumerate(place.zone.starts[: place.count]):
            instance = place.first + index
            # Told in reading order: a pile from its top.
            laid = content[::-1] if place.zone.shape == "pile" else content
            for piece in laid:
                pieces.put_in(cells, piece, instance, "")
            if place.zone.shuffled and content:
                shuffled.append(instance)
    for piece in range(layout.piece_count):
        if layout.tracked[piece] and cells[layout.where + piece] != ev.OUT_OF_PLAY:
            cells[layout.known + piece] = pieces.seen_now(cells, piece)
    return cells, shuffled


def _first_values(cells: list[int], place: StateLayout) -> None:
    """One value for all indices, or one for each; of a set its members, or the members for each."""
    starts = place.state.starts
    count = prod(dim.count for dim in place.dims)
    if is_set(place.state.type):
        members: Sequence[object] = starts if isinstance(starts, tuple) else ()
        each = members if members and isinstance(members[0], tuple) else (members,) * count
        for index, chosen in enumerate(each):
            assert isinstance(chosen, tuple)
            for member in chosen:
                cells[place.address + index * place.size + member - place.low] = 1
        return
    values = starts if isinstance(starts, tuple) else (starts,) * count
    cells[place.address : place.address + count] = [int(value) for value in values]
