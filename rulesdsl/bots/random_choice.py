"""The bot that takes any option, each equally likely."""

from __future__ import annotations

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State


class RandomChoice:
    def choose(self, state: State, player: int, stream: Dice) -> int:  # noqa: ARG002  (a bot is told who it is)
        return stream.below(state.option_count)
