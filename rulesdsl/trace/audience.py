"""Which events a player hears of, and when: what others do in secret is told when all have decided.

Of what others could have done instead a player hears only where everybody can work it out; that somebody has
declined what not all know to have been possible nobody else hears. Of a set of hidden pieces that somebody
else chooses a player hears when it is complete, and in an order that tells nothing.

Whether the game has stopped to ask somebody is a secret of its own (`stops_openly`). So nothing that is told
rests on where it stops, nor on how things stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.analysis.possibilities import Possibilities
from rulesdsl.engine.core.layout import SECRET, SITE
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import possibilities
from rulesdsl.program_walk import instances_in
from rulesdsl.trace.hidden_pieces import (
    Settled,
    in_no_telling_order,
    members_in_no_telling_order,
    settled_in_no_telling_order,
)
from rulesdsl.trace.listener import Listener


@define
class Audience:
    """`viewer` None hears everything at once. `decides` has the decisions by their points, `open` what is
    no secret of them.
    """

    viewer: int | None
    decides: Mapping[int, ir.Decide] = field(factory=dict)
    open: Possibilities = field(factory=Possibilities)
    _held: list[ev.Event] = field(factory=list)
    _set: list[Settled] = field(factory=list)
    _members: list[ev.Chosen] = field(factory=list)
    _drawn: list[ev.Chanced] = field(factory=list)

    def audible(self, events: Iterable[ev.Event], state: State) -> list[ev.Event]:
        """What the viewer hears of, of the events up to this state."""
        if self.viewer is None:
            return list(events)
        events_heard: list[ev.Event] = []
        for event in events:
            if event.known_to == -1:
                events_heard += self._released()
            if self._is_never_audible(event, self.viewer):
                continue
            if event.known_to >> self.viewer & 1:
                events_heard.append(self._from_outside(event))
            elif not isinstance(event, ev.PassBegun | ev.PassEnded):
                self._held.append(event)
        if not state.cells[SECRET]:
            events_heard += self._released()
        if state.plan.layout.hidden:
            events_heard = list(self._settled(events_heard, state))
        return list(self._without_order(events_heard, state, self.viewer))

    def stops_openly(self, state: State) -> bool:
        """Whether the viewer can know that the game goes no further by itself: what is told next is told by
        itself, whether or not somebody is asked.
        """
        site = state.cells[SITE]
        if self.viewer in (None, state.player) or not site:
            return True
        return state.plan.sites[site - 1].decide.point in self.open.asked

    def _settled(self, events: Iterable[ev.Event], state: State) -> Iterator[ev.Event]:
        """What is set and turned, one after the other, is told when all of it is."""
        labels = Labels.of(state.plan.layout)
        for event in events:
            if isinstance(event, Settled):
                self._set.append(event)
            else:
                yield from self._released_states(labels)
                yield event
        if self.stops_openly(state):
            yield from self._released_states(labels)

    def _released_states(self, labels: Labels) -> Iterator[ev.Event]:
        settled, self._set = self._set, []
        for event in settled[-1:]:
            labels = labels.when(event.grown)
        return settled_in_no_telling_order(settled, labels, Listener(self.viewer, labels.layout))

    def hears_of(self, event: ev.Event) -> bool:
        """Whether the viewer is ever told that this happened."""
        return self.viewer is None or not self._is_never_audible(event, self.viewer)

    def _is_never_audible(self, event: ev.Event, viewer: int) -> bool:
        """What is left out before anything is made of the events: a gap would tell, too."""
        match event:
            case ev.Chosen() | ev.Skipped():
                return event.player != viewer and (self._is_secret(event) or self._is_silent(event))
            case (
                ev.Chanced(seen=mask)
                | ev.Said(to=mask)
                | ev.Shown(to=mask, secret=True)
                | ev.StateSet(seen=mask)
            ):
                return not mask >> viewer & 1
            case ev.RuleFired(rule=rule):
                return rule not in self.open.rules
            case ev.PassBegun() | ev.PassEnded() | ev.Moved() | ev.Shuffled() | ev.Flipped() | ev.Shown():
                return False
            case ev.Recorded() | ev.Ended() | ev.Unveiled() | ev.GameOver():
                return False
            case _:
                assert_never(event)

    def _is_silent(self, event: ev.Chosen | ev.Skipped) -> bool:
        """Whether somebody has left undone what not all know to have been possible. (What has to be done if
        it can be is told by being left undone.)
        """
        if event.point in self.open.asked or event.point not in self.decides:
            return False
        if isinstance(event, ev.Skipped):
            return self.decides[event.point].decline
        return event.kind == "decline"

    def _without_order(self, events: Iterable[ev.Event], state: State, viewer: int) -> Iterator[ev.Event]:
        listener = Listener(viewer, state.plan.layout)
        for event in events:
            if isinstance(event, ev.Chosen) and self._is_hidden_member(event, state):
                self._members.append(event)
            elif isinstance(event, ev.Chanced) and self._members:
                # Which of the pieces it is that the chooser cannot tell apart.
                self._drawn.append(event)
            else:
                yield from members_in_no_telling_order(self._members, listener)
                yield from self._drawn
                self._members, self._drawn = [], []
                yield in_no_telling_order(event, viewer)

    def _is_hidden_member(self, event: ev.Chosen, state: State) -> bool:
        """Whether it is one of a set of pieces that not everybody sees, chosen by somebody else."""
        if event.player == self.viewer or event.kind not in ("value", "unseen"):
            return False
        if not isinstance(event.type, ir.PieceDomain) or not state.plan.layout.hidden:
            return False
        decide = self.decides.get(event.point)
        params = (
            (param for alternative in decide.alternatives for param in alternative.params) if decide else ()
        )
        return any(isinstance(param, ir.SomeParam) and param.var.name == event.stage for param in params)

    def _from_outside(self, event: ev.Event) -> ev.Event:
        """What others did, without what only they know: that nothing else was possible."""
        if not isinstance(event, ev.Chosen | ev.Skipped) or event.player == self.viewer:
            return event
        if event.point in self.open.known or isinstance(event, ev.Skipped):
            return event
        return evolve(event, forced=False, offered=())

    def _is_secret(self, event: ev.Chosen | ev.Skipped) -> bool:
        """What others choose in secret shows in its effects only."""
        secret = event.known_to != -1 or (isinstance(event, ev.Chosen) and event.secret)
        return secret and event.player != self.viewer

    def _released(self) -> list[ev.Event]:
        held, self._held = self._held, []
        return held


def audience_of(program: ir.Program, viewer: int | None) -> Audience:
    return Audience(viewer, decides_of(program), possibilities(plan_of(program).layout))


def decides_of(program: ir.Program) -> dict[int, ir.Decide]:
    """Every decision of a game by its point."""
    return {node.point: node for node in instances_in((program.procs, program.rules), ir.Decide)}
