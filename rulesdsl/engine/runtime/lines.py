"""What generated lines do besides moving pieces: leave a phase, end the game, write scores, change sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import OVER, PENDING, RULE_BACK
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.faults import Fault, TooManySteps
from rulesdsl.engine.runtime.constant_pool import Where
from rulesdsl.engine.runtime.values import Impossible

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

NOWHERE = -1
"""What lines give back that have ended the game: no segment, and to their callers no reason to go on."""


def too_long_after(limit: int, faults: Sequence[Where]) -> Callable[..., None]:
    """What stops a game that goes on for more steps; it is told the number of the place, and of a loop how
    many passes it would make.
    """

    def too_long(fault: int, passes: int | None = None) -> None:
        where = faults[fault]
        values = () if passes is None else (("passes of this loop", f"{passes}"),)
        raise TooManySteps.after(limit, where.span, where.rules, values)

    return too_long


def leave(state: State, cells: list[int], phase: int, note: Note) -> int:
    """End a phase, with all phases inside it: the segment that follows it."""
    plan = state.plan
    after = cells[plan.phase_cells[phase] + 1]
    if not after:
        raise _not_going_on(state, cells, phase, note)
    for inner in plan.inner_phases[phase]:
        cells[inner] = ir.NONE
        cells[inner + 1] = 0
    if state.log is not None:
        state.ended(cells, plan.program.phases[phase], note)
    return after


def _not_going_on(state: State, cells: list[int], phase: int, note: Note) -> Fault:
    plan = state.plan
    phases = ((name, cells[index]) for name, index in plan.layout.phases.items())
    going_on = ", ".join(f"{name} {number}" for name, number in phases if number != ir.NONE)
    return Fault(
        f"{plan.program.phases[phase]} is not going on",
        note.span,
        (("going on", going_on or "nothing"),),
        note.rules,
    )


def finish(state: State, cells: list[int], note: Note) -> int:
    """The game is over."""
    cells[OVER] = 1
    for address in state.plan.layout.phases.values():
        cells[address] = ir.NONE
        cells[address + 1] = 0
    if state.log is not None:
        state.game_over(cells, note)
    return NOWHERE


class Overlooked(Exception):
    """A standing rule, or what stops a phase, holds where none is said to: a defect of the engine."""


def overlooked(name: str) -> None:
    raise Overlooked(name)


def rule_done(state: State, cells: list[int], mask: int) -> int:
    """After a standing rule that decides: look at the list again, then go back."""
    cells[PENDING] |= mask
    settle = state.plan.settle
    assert settle is not None
    return settle(state, cells, 0) or cells[RULE_BACK]


def record(
    state: State, cells: list[int], phase: str, rows: tuple[tuple[str, tuple[int, ...]], ...], note: Note
) -> None:
    """Write score rows down: in the next column, or added to the only one."""
    written: list[tuple[str, int, tuple[int, ...]]] = []
    for name, values in rows:
        place = state.plan.layout.scores[name]
        column = cells[place.address]
        if place.columns > 1 and column >= place.columns:
            raise Fault(
                f"{name} cannot be written down once more",
                note.span,
                (("columns", f"{place.columns}"),),
                note.rules,
            )
        for player, value in enumerate(values):
            address = place.address + 1 + player * place.columns
            if place.columns > 1:
                cells[address + column] = int(value)
            else:
                cells[address] += int(value)
        cells[place.address] = column + 1
        written.append((name, column, tuple(int(value) for value in values)))
    if state.log is not None:
        state.recorded(cells, phase, tuple(written), note)


def set_members(
    state: State,
    cells: list[int],
    address: int,
    size: int,
    low: int,
    members: Iterable[int],
    fault: int,
    note: Note,
) -> None:
    """A state of set type gets a new value."""
    new = [0] * size
    for member in members:
        if not low <= member < low + size:
            raise Impossible(fault, member)
        new[member - low] = 1
    _store(state, cells, address, low, new, note)


def include(
    state: State,
    cells: list[int],
    address: int,
    size: int,
    low: int,
    members: Iterable[int],
    there: int,
    fault: int,
    note: Note,
) -> None:
    """Members are added to a state of set type (`there` 1) or taken from it (0)."""
    new = cells[address : address + size]
    for member in members:
        if low <= member < low + size:
            new[member - low] = there
        elif there and member != ir.NONE:
            raise Impossible(fault, member)
    _store(state, cells, address, low, new, note)


def _store(state: State, cells: list[int], address: int, low: int, new: list[int], note: Note) -> None:
    if state.log is not None:
        old = tuple(low + index for index, cell in enumerate(cells[address : address + len(new)]) if cell)
        now = tuple(low + index for index, value in enumerate(new) if value)
        state.set_changed(cells, address, old, now, note)
    cells[address : address + len(new)] = new
