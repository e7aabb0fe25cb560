"""How many pieces lie in each zone while events are told that have happened already."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State


def sizes_before(events: Sequence[ev.Event], state: State) -> dict[int, int]:
    """How many pieces lay in each zone instance before these events led to this state."""
    layout = state.plan.layout
    where = state.cells[layout.where : layout.where + layout.piece_count]
    sizes = dict.fromkeys(range(len(layout.instances)), 0)
    for instance in where:
        if instance != ev.OUT_OF_PLAY:
            sizes[instance] += 1
    for event in events:
        if isinstance(event, ev.Moved):
            follow(evolve(event, sources=event.targets, targets=event.sources), sizes)
    return sizes


def follow(event: ev.Moved, sizes: dict[int, int]) -> None:
    for source, target in zip(event.sources, event.targets, strict=True):
        if source != ev.OUT_OF_PLAY:
            sizes[source] -= 1
        if target != ev.OUT_OF_PLAY:
            sizes[target] += 1
