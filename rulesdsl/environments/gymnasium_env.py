"""One seat of a game for Gymnasium; bots sit in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from rulesdsl import program as ir
from rulesdsl.bots import Bot, Chooser
from rulesdsl.bots.bot import BotChance
from rulesdsl.engine.core.arguments import seat as checked_seat
from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.views.view import view
from rulesdsl.environments.playing import Observed, Playing
from rulesdsl.environments.returns import bounds_of_returns
from rulesdsl.environments.spaces import action_space, observation_space
from rulesdsl.seating import seated_bot

MOST_TRIES = 100
"""So many games are begun to find one in which the seat is asked at all."""


class SeatEnv(gymnasium.Env[Observed, Any]):
    """A game from one seat. With the same seed, bots and actions it is the game that `play` plays."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 -- as Gymnasium has it

    def __init__(
        self,
        given: ir.Program | Plan,
        seat: int = 0,
        bots: str | Chooser | Bot | Sequence[str | Chooser | Bot] = "random",
        *,
        returns: str = "victory",
        rows: int = 0,
        max_steps: int | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        """`bots`: one for all other seats, or one for each seat, of which the own is not used. `illegal`: an
        action that cannot be chosen loses the game (`lose`), or is a ValueError (`raise`).
        """
        self.playing = Playing(given, returns, rows, max_steps)
        self.seat = checked_seat(seat, self.playing.players)
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is lose or raise, not {shown(illegal)}")
        self.illegal = illegal
        self.render_mode = render_mode
        players = self.playing.players
        each = [bots] * players if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
        if len(each) != players:
            raise ValueError(f"there are {players} seats: give one bot for all, or one for each")
        self._bots = [seated_bot(name) for name in each]
        self._chance, self._choice = BotChance(1), 0
        self.action_space = action_space(self.playing)
        self.observation_space = cast("gymnasium.Space[Observed]", observation_space(self.playing))

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 -- there are none
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        game = seed
        for _ in range(MOST_TRIES):
            game = int(self.np_random.integers(2**31)) if game is None else game
            self.playing.reset(game)
            self._chance, self._choice = BotChance(game), 0
            self._let_others_play()
            if not self.playing.is_over:
                return self._observed(), self._info()
            game = None
        raise ValueError(f"in {MOST_TRIES} games this seat was never asked anything")

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 -- a number of NumPy
        playing = self.playing
        if self.playing.is_over:
            raise ValueError("the game is over: reset it")
        numbers = playing.actions.numbers(playing.state)
        if int(action) not in numbers:
            if self.illegal == "raise":
                playing.actions.option(playing.state, int(action))
            worst = bounds_of_returns(playing.program, playing.returns)[0]
            return self._observed(), float(worst), True, False, self._info() | {"illegal": True}
        self._choice += 1
        playing.take(numbers.index(int(action)))
        self._let_others_play()
        reward = playing.results()[self.seat] if playing.over else 0.0
        return self._observed(), reward, playing.over, playing.broken_off, self._info()

    def _let_others_play(self) -> None:
        playing = self.playing
        while not self.playing.is_over and (player := playing.state.player) != self.seat:
            assert player is not None
            self._choice += 1
            chosen = self._bots[player].choose(
                playing.state, player, self._chance.stream(player, self._choice)
            )
            playing.take(chosen)

    def _observed(self) -> Observed:
        return self.playing.observed(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """For each action whether it can be chosen now."""
        return self.playing.mask(self.seat)

    def render(self) -> Any:  # noqa: ANN401 -- as Gymnasium has it
        return view(self.playing.state, self.seat).to_text() if self.render_mode == "ansi" else None
