"""A game as a framework plays it: reset by a seed, asked for numbers, moved on by the number of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from rulesdsl import program as ir
from rulesdsl.engine.faults import TooManySteps
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import Actions, actions
from rulesdsl.environments.memory import Memories, Memory, recall, warn_of_imperfect_recall
from rulesdsl.environments.observations import Observations, observations
from rulesdsl.environments.provenance import Provenance, provenance
from rulesdsl.environments.returns import Returns, checked_returns, returns_of

Observed: TypeAlias = dict[str, NDArray[np.float32] | NDArray[np.int8]]
"""`observation`, `action_mask`, and where memory is kept `told`."""


@define
class Playing:
    """One game after the other of one program."""

    given: ir.Program | Plan
    returns: Returns = field(default="victory", converter=checked_returns)
    rows: int = 0
    """So many things that were told are kept for each player; 0: what players see must do."""
    max_steps: int | None = None
    """After so many actions a game is broken off."""
    plan: Plan = field(init=False)
    actions: Actions = field(init=False)
    observations: Observations = field(init=False)
    state: State = field(init=False)
    seed: int = field(init=False, default=1)
    steps: int = field(init=False, default=0)
    broken_off: bool = field(init=False, default=False)
    _memories: Memories = field(init=False)
    _remembered: list[Memory] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.plan = plan_for(self.given)
        self.actions = actions(self.plan)
        self.observations = observations(self.plan)
        self._memories = Memories(self.plan)
        if not self.rows:
            warn_of_imperfect_recall(recall(self.plan))

    @property
    def program(self) -> ir.Program:
        return self.plan.program

    @property
    def players(self) -> int:
        return self.program.players

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end, or was broken off."""
        return self.over or self.broken_off

    def reset(self, seed: int) -> None:
        """A new game: with the same seed and actions it is that of `start(program, seed)`."""
        self.seed, self.steps, self.broken_off = seed, 0, False
        self.state = start(self.plan, seed, log=bool(self.rows))
        if self.rows:
            self._remembered = [self._memories.begin(player) for player in range(self.players)]
            self._collect_events()

    def take(self, option: int) -> None:
        """An option by its place goes on; a game that takes too long is broken off."""
        self.steps += 1
        try:
            self.state.apply(option)
        except TooManySteps:
            self.broken_off = True
            return
        if self.rows:
            self._collect_events()
        if self.max_steps is not None and self.steps >= self.max_steps and not self.state.over:
            self.broken_off = True

    def _collect_events(self) -> None:
        for memory in self._remembered:
            self._memories.remember(memory, self.state.log or (), self.state)
        self.state.log = []

    def results(self) -> list[float]:
        """What the game was worth to each player."""
        return [float(value) for value in returns_of(self.state, self.returns)]

    def observed(
        self, player: int, state: State | None = None, mask: Sequence[int] | None = None
    ) -> Observed:
        """What a player sees, may do and remembers; `state`: as the player sees it, if not the true one."""
        seen = self.state if state is None else state
        open_ = self.mask(player, seen) if mask is None else np.array(mask, dtype=np.int8)
        observed: Observed = {
            "observation": np.array(self.observations.of(seen, player), dtype=np.float32),
            "action_mask": open_,
        }
        if self.rows:
            memory_rows = np.array(self._memories.rows(self._remembered[player], self.rows), dtype=np.float32)
            observed["told"] = memory_rows
        return observed

    def mask(self, player: int, state: State | None = None) -> NDArray[np.int8]:
        """For each action whether this player can choose it now."""
        seen = self.state if state is None else state
        if seen.player != player:
            return np.zeros(self.actions.size, dtype=np.int8)
        return np.frombuffer(self.actions.mask(seen), dtype=np.int8).copy()

    @property
    def provenance(self) -> Provenance:
        """By what a result can be had again: the rules, the version, the seed, the lists."""
        return provenance(
            self.program, seed=self.seed, actions=self.actions.mark, returns=self.returns, rows=self.rows
        )
