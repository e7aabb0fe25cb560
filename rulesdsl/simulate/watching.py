"""What is noted of a game by who listens to all its events, which takes longer than the game itself."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.bots.standing import leaders
from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State
from rulesdsl.simulate.rows import Details
from rulesdsl.simulate.setups import Table

MOST_LOOKS = 16
"""How often the leader is looked up in one game, at most twice that."""

Counts = dict[str, list[list[int]]]


@define
class Watch:
    """What is noted while a game goes on."""

    table: Table
    forced: int = 0
    stride: int = 1
    since: int = 0
    last_player: int = -1
    leaders: list[tuple[int, ...]] = field(factory=list)
    action_settled: bool = False
    """Whether the open decision has passed the stage in which its action is chosen."""
    actions: Counts = field(factory=dict)
    pieces: Counts = field(factory=dict)
    rules: set[str] = field(factory=set)

    def look(self, state: State) -> None:
        """At a new position, and at what has happened on the way there."""
        assert state.log is not None
        self._events(state.log)
        state.log.clear()
        player = state.player
        if player is not None and player != self.last_player:
            self.last_player = player
            self.since += 1
            if self.since >= self.stride:
                self.since = 0
                self.leaders.append(leaders(state))
                if len(self.leaders) >= 2 * MOST_LOOKS:
                    del self.leaders[::2]
                    self.stride *= 2

    def details(self) -> Details:
        return Details(
            forced=self.forced,
            leaders=tuple(self.leaders),
            actions=_sorted(self.actions),
            pieces=_sorted(self.pieces),
            rules=tuple(sorted(self.rules)),
        )

    def _events(self, events: Iterable[ev.Event]) -> None:
        citations = self.table.citations
        for event in events:
            if event.rules:
                self.rules.update(event.rules)
            if event.span is not None:
                self.rules |= citations.at(event.span)
            if isinstance(event, ev.Chosen):
                self._chosen(event)

    def _chosen(self, event: ev.Chosen) -> None:
        done = bool(event.title)
        self.forced += event.forced
        if event.stage == "action":
            names_here = self.table.alternatives[event.point]
            for kind, value in event.offered:
                if kind == "action":
                    self._count(self.actions, names_here[value], event.player, 0)
            if event.kind == "action":
                self._action_chosen(event)
                self.action_settled = not done
            return
        if event.kind == "decline":
            if event.alternative:
                self._count(self.actions, event.alternative, event.player, 0)
            return
        if done:
            if not self.action_settled:
                # There was only one action, so that nobody was asked which.
                self._count(self.actions, event.alternative, event.player, 0)
                self._action_chosen(event)
            self.action_settled = False
        if isinstance(event.type, ir.PieceDomain) and event.kind == "value" and event.value >= 0:
            program = self.table.program
            names, of = program.piece_names, program.piece_name_of
            for name in {of[value] for kind, value in event.offered if kind == "value" and value >= 0}:
                self._count(self.pieces, names[name], event.player, 0)
            self._count(self.pieces, names[of[event.value]], event.player, 1)

    def _action_chosen(self, event: ev.Chosen) -> None:
        self._count(self.actions, event.alternative, event.player, 1)
        self.rules |= self.table.citations.of_actions.get(event.alternative, frozenset())

    def _count(self, counts: Counts, name: str, player: int, index: int) -> None:
        if name:
            players = self.table.program.players
            counts.setdefault(name, [[0, 0] for _ in range(players)])[player][index] += 1


def _sorted(counts: Counts) -> dict[str, tuple[tuple[int, int], ...]]:
    return {name: tuple((a, b) for a, b in seats) for name, seats in sorted(counts.items())}
