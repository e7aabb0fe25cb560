"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State


class Bot(Protocol):
    """Chooses for a player. The stream is the bot's own chance, apart from that of the rules.

    A bot may look at the open decision and at samples of the position, never at the position itself.
    """

    def choose(self, state: State, player: int, stream: Dice) -> int:
        """The number of one of the options of the open decision, which is this player's."""


def stream_for(seed: int, seat: int) -> Dice:
    """A bot's chance, from the seed of the game and the seat."""
    return Dice(seed, stream=seat + 1)
