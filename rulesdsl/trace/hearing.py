"""Which events a player hears of, and when: what others do in secret is told when all have decided.

Of what others could have done instead a player hears only where everybody can work it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, evolve, field

from rulesdsl.engine.events import Chanced, Chosen, Event, PassBegun, PassEnded, Skipped
from rulesdsl.engine.layout import SECRET
from rulesdsl.engine.state import State
from rulesdsl.engine.walk import nodes_in
from rulesdsl.program import Decide, Program
from rulesdsl.trace.possibilities import open_decisions


@define
class Hearing:
    """`viewer` None hears everything at once. `decides` has the decisions by their points, `known` the points
    of those with possibilities that are no secret.
    """

    viewer: int | None
    decides: Mapping[int, Decide] = field(factory=dict)
    known: frozenset[int] = frozenset()
    _held: list[Event] = field(factory=list)

    def heard(self, events: Iterable[Event], state: State) -> list[Event]:
        """What the viewer hears of, of the events up to this state."""
        if self.viewer is None:
            return list(events)
        told: list[Event] = []
        for event in events:
            if event.known_to == -1:
                told += self._released()
            if isinstance(event, Chosen | Skipped) and self._is_secret(event):
                continue
            if isinstance(event, Chanced) and not event.seen >> self.viewer & 1:
                continue
            if event.known_to >> self.viewer & 1:
                told.append(self._from_outside(event))
            elif not isinstance(event, PassBegun | PassEnded):
                self._held.append(event)
        if not state.cells[SECRET]:
            told += self._released()
        return told

    def _from_outside(self, event: Event) -> Event:
        """What others did, without what only they know: that nothing else was possible, or nothing at all."""
        if not isinstance(event, Chosen | Skipped) or event.player == self.viewer:
            return event
        if event.point in self.known:
            return event
        if isinstance(event, Chosen) and event.kind != "decline":
            return evolve(event, forced=False, offered=())
        decide = self.decides.get(event.point)
        if isinstance(event, Skipped) and (decide is None or not decide.decline):
            # What has to be done if it can be is told by being left undone.
            return event
        return Chosen(
            player=event.player,
            point=event.point,
            stage="",
            alternative="",
            title=(),
            kind="decline",
            value=0,
            type=None,
            index=0,
            offered=(),
            forced=False,
            secret=False,
            rules=event.rules,
            span=event.span,
            known_to=event.known_to,
        )

    def _is_secret(self, event: Chosen | Skipped) -> bool:
        """What others choose in secret shows in its effects only."""
        secret = event.known_to != -1 or (isinstance(event, Chosen) and event.secret)
        return secret and event.player != self.viewer

    def _released(self) -> list[Event]:
        held, self._held = self._held, []
        return held


def hearing_of(program: Program, viewer: int | None) -> Hearing:
    return Hearing(viewer, decides_of(program), open_decisions(program))


def decides_of(program: Program) -> dict[int, Decide]:
    """Every decision of a game by its point."""
    return {node.point: node for node in nodes_in((program.procs, program.rules)) if isinstance(node, Decide)}
