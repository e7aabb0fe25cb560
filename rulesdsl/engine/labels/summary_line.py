"""Where a game stands, in one line: phases, who decides, points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.english import counted, listed, plain, singular
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.program_walk import instances_in

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


@frozen
class SeenPhase:
    """A phase that is going on."""

    name: str
    """As in the file."""
    number: int | None
    """How often it has come, this time included; None for a phase that comes once."""
    of: int | None = None
    """How often it comes in all, where the rules fix it."""


def phases_going_on(layout: Layout, cells: list[int]) -> tuple[SeenPhase, ...]:
    """From the outermost."""
    once, fixed = phases_once(layout), phases_fixed(layout)
    running = [
        (name, cells[address])
        for name, address in layout.phases.items()
        if cells[address] not in (ir.NONE, 0)
    ]
    return tuple(
        SeenPhase(name, None) if name in once else SeenPhase(name, number, fixed.get(name))
        for name, number in running
    )


@lru_cache(maxsize=64)
def phases_once(layout: Layout) -> frozenset[str]:
    """The phases that are run once: their number says nothing."""
    procs = layout.program.procs
    return frozenset(node.name for node in instances_in(procs, ir.Phase) if node.once)


@lru_cache(maxsize=64)
def phases_fixed(layout: Layout) -> dict[str, int]:
    """How often those phases come that come a fixed number of times."""
    phases = list(instances_in(layout.program.procs, ir.Phase))
    return {
        phase.name: phase.times.value
        for phase in phases
        if isinstance(phase.times, ir.Const) and not phase.at_most
    }


def in_phases(phases: Iterable[SeenPhase], *, of: bool = False) -> str:
    """`round 2, pick 3`; `of`: with how many there are, `round 2 of 4`."""
    return ", ".join(
        plain(phase.name)
        if phase.number is None
        else f"{singular(plain(phase.name))} {phase.number}"
        + (f" of {phase.of}" if of and phase.of is not None else "")
        for phase in phases
    )


def where_it_stands(state: State) -> str:
    """`Road Trip Europa: round 2, pick 3; Anna decides (7 options); Anna 12, Ben 9`"""
    layout = state.plan.layout
    program, players = layout.program, Labels.of(layout).players
    phases = in_phases(phases_going_on(layout, state._cells))  # noqa: SLF001 -- only read
    parts = [f"{program.title}: {phases}" if phases else program.title]
    try:
        if state.player is not None:
            parts.append(f"{players[state.player]} decides ({counted(state.option_count, 'option')})")
        elif state.over:
            parts.append(
                f"over, won by {listed([players[winner] for winner in state.winners()] or ['nobody'])}"
            )
        if program.scores:
            parts.append(", ".join(f"{name} {state.total(player)}" for player, name in enumerate(players)))
    except Fault as fault:
        # What is shown must not depend on whether everything can be counted now.
        parts.append(str(fault))
    return "; ".join(parts)
