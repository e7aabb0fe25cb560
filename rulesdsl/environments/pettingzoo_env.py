"""A game for PettingZoo: one player after the other, or all who are asked at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import SECRET
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.environments.playing import Observed, Playing
from rulesdsl.environments.spaces import action_space, observation_space


class _Seats:
    """What both ways of playing have in common."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "rulesdsl",
        "is_parallelizable": False,
    }
    _waiting = False

    def __init__(
        self,
        given: ir.Program | Plan,
        *,
        returns: str = "victory",
        rows: int = 0,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.playing, self.render_mode = Playing(given, returns, rows, max_steps), render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.playing.players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = seeding.np_random(None)[0]

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Dict]:
        return {
            agent: observation_space(self.playing, waiting=self._waiting) for agent in self.possible_agents
        }

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Discrete[Any]]:
        return {agent: action_space(self.playing, waiting=self._waiting) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.playing.reset(int(self._random.integers(2**31)) if seed is None else seed)

    def render(self) -> str | None:
        """What everybody may see of the table, through the eyes of who is asked."""
        if self.render_mode != "ansi":
            return None
        return view(self.playing.state, self.playing.state.player or 0).to_text()

    def close(self) -> None:
        """Nothing is held."""


class TurnsEnv(_Seats, AECEnv[str, Any, Any]):
    """One player after the other. With the same seed and actions it is the engine's game."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 -- there are none
    ) -> None:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.playing.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._who()

    def _who(self) -> str:
        player = self.playing.state.player
        return self.possible_agents[0 if player is None else player]

    def observe(self, agent: str) -> Observed:
        return self.playing.observed(self._seat[agent])

    def step(self, action: Any) -> None:  # noqa: ANN401 -- a number of NumPy, or None of one who is out
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        playing = self.playing
        playing.take(playing.actions.option(playing.state, int(action)))
        if playing.is_over:
            self.terminations = dict.fromkeys(self.agents, playing.over)
            self.truncations = dict.fromkeys(self.agents, playing.broken_off)
        if playing.over:
            self.rewards = dict(zip(self.agents, playing.results(), strict=True))
        if not playing.is_over:
            self.agent_selection = self._who()
        self._accumulate_rewards()


class TogetherEnv(_Seats, ParallelEnv[str, Any, Any]):
    """All who are asked choose at once. Who is not asked takes the last action, which is to wait."""

    _waiting = True
    _asked: Mapping[int, State] = MappingProxyType({})
    _chosen: dict[int, list[int]]

    @property
    def wait(self) -> int:
        """The action of who is not asked."""
        return self.playing.actions.size

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 -- there are none
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self._ask()
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        playing = self.playing
        for agent, action in actions.items():
            seat = self._seat[agent]
            if seat in self._asked:
                playing.actions.option(self._asked[seat], int(action))
                self._chosen[seat].append(int(action))
            elif int(action) != self.wait:
                raise ValueError(f"{agent} is not asked, and can only wait (action {self.wait})")
        missing = [
            self.possible_agents[seat] for seat in self._asked if self.possible_agents[seat] not in actions
        ]
        if missing:
            raise ValueError(f"{' and '.join(missing)} must choose")
        self._go_on()
        seats = self.agents
        rewards = playing.results() if playing.over else [0.0] * len(seats)
        observed = self._observed()
        if playing.is_over:
            self.agents = []
        return (
            observed,
            dict(zip(seats, rewards, strict=True)),
            dict.fromkeys(seats, playing.over),
            dict.fromkeys(seats, playing.broken_off),
            {agent: {} for agent in seats},
        )

    # ---- who is asked

    def _ask(self) -> None:
        """Looks who is asked now: in a secret block all who have something to decide, else one."""
        state = self.playing.state
        self._chosen = {seat: [] for seat in range(self.playing.players)}
        self._asked = {}
        if state.player is None or self.playing.is_over:
            return
        if state.cells[SECRET]:
            self._ask_again()
        else:
            self._asked = {state.player: state}

    def _ask_again(self) -> None:
        answers = ((seat, self._asked_alone(seat)) for seat in range(self.playing.players))
        self._asked = {seat: state for seat, state in answers if state is not None}

    def _asked_alone(self, seat: int) -> State | None:
        """The position in which a player is asked next in this secret block, whatever the others decide; None
        if the player has decided all.
        """
        state = self.playing.state.clone()
        state.log = []
        chosen = {seat: list(numbers) for seat, numbers in self._chosen.items()}
        while state.player is not None and not _is_unveiled(state):
            player = state.player
            if player == seat and not chosen[seat]:
                state.log = None
                return state
            own = chosen[player]
            state.apply(self.playing.actions.option(state, own.pop(0)) if own else 0)
        return None

    def _go_on(self) -> None:
        """What was chosen is done as soon as all have chosen."""
        playing = self.playing
        if playing.state.cells[SECRET]:
            self._ask_again()
            if self._asked:
                return
        while (player := playing.state.player) is not None and self._chosen[player] and not playing.is_over:
            playing.take(playing.actions.option(playing.state, self._chosen[player].pop(0)))
        self._ask()

    def _observed(self) -> dict[str, Observed]:
        observed = {}
        for agent in self.agents:
            seat = self._seat[agent]
            state = self._asked.get(seat)
            mask = [0] * (self.wait + 1)
            if state is None:
                mask[self.wait] = 1
            else:
                for number in self.playing.actions.numbers(state):
                    mask[number] = 1
            observed[agent] = self.playing.observed(seat, state, mask)
        return observed


def _is_unveiled(state: State) -> bool:
    """Whether the secret block is over."""
    return any(isinstance(event, ev.Unveiled) for event in state.log or ())
