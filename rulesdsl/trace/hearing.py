"""Which events a player hears of, and when: what others do in secret is told when all have decided.

Of what others could have done instead a player hears only where everybody can work it out. Of a set of hidden
pieces that somebody else chooses a player hears when it is complete, and in an order that tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, evolve, field

from rulesdsl.engine.choosing.options import reading_for
from rulesdsl.engine.events import Chanced, Chosen, Event, PassBegun, PassEnded, RuleFired, Skipped
from rulesdsl.engine.ground.layout import SECRET
from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.engine.state import State
from rulesdsl.program import Decide, PieceDomain, Program, SomeParam
from rulesdsl.trace.possibilities import open_decisions, open_rules
from rulesdsl.trace.unseen import in_no_telling_order, members_in_no_telling_order


@define
class Hearing:
    """`viewer` None hears everything at once. `decides` has the decisions by their points, `known` the points
    of those with possibilities that are no secret, `rules` the standing rules of which all see when they act.
    """

    viewer: int | None
    decides: Mapping[int, Decide] = field(factory=dict)
    known: frozenset[int] = frozenset()
    rules: frozenset[str] = frozenset()
    _held: list[Event] = field(factory=list)
    _members: list[Chosen] = field(factory=list)
    _drawn: list[Chanced] = field(factory=list)

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
            if isinstance(event, RuleFired) and event.rule not in self.rules:
                continue
            if event.known_to >> self.viewer & 1:
                told.append(self._from_outside(event))
            elif not isinstance(event, PassBegun | PassEnded):
                self._held.append(event)
        if not state.cells[SECRET]:
            told += self._released()
        return list(self._without_order(told, state, self.viewer))

    def _without_order(self, told: Iterable[Event], state: State, viewer: int) -> Iterator[Event]:
        knows = reading_for(state, viewer).knows
        for event in told:
            if isinstance(event, Chosen) and self._is_hidden_member(event, state):
                self._members.append(event)
            elif isinstance(event, Chanced) and self._members:
                # Which of the pieces it is that the chooser cannot tell apart.
                self._drawn.append(event)
            else:
                yield from members_in_no_telling_order(self._members, knows)
                yield from self._drawn
                self._members, self._drawn = [], []
                yield in_no_telling_order(event, viewer)

    def _is_hidden_member(self, event: Chosen, state: State) -> bool:
        """Whether it is one of a set of pieces that not everybody sees, chosen by somebody else."""
        if event.player == self.viewer or event.kind not in ("value", "unseen"):
            return False
        if not isinstance(event.type, PieceDomain) or not state.plan.layout.hidden:
            return False
        decide = self.decides.get(event.point)
        params = (param for one in decide.alternatives for param in one.params) if decide else ()
        return any(isinstance(param, SomeParam) and param.var.name == event.stage for param in params)

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
    return Hearing(viewer, decides_of(program), open_decisions(program), open_rules(program))


def decides_of(program: Program) -> dict[int, Decide]:
    """Every decision of a game by its point."""
    return {node.point: node for node in nodes_in((program.procs, program.rules)) if isinstance(node, Decide)}
