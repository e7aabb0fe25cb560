"""What a bot is."""

from __future__ import annotations

from typing import Literal, Protocol

from rulesdsl.engine.dice import Dice, scrambled
from rulesdsl.engine.state import State

Engine = Literal["python", "native"]
"""Who works it out: Python, or machine code; it comes to the same."""


class Bot(Protocol):
    """Chooses for a player. The stream is the bot's own chance, apart from that of the rules.

    A bot may look at the open decision and at samples of the position, never at the position itself.
    """

    def choose(self, state: State, player: int, stream: Dice) -> int:
        """The number of one of the options of the open decision, which is this player's."""


class BotChance:
    """The chance of all bots of a game: a stream of its own for each choice.

    It comes from the seed of the game, the seat and the number of the choice alone. So a saved game goes on
    like one that was never interrupted, and the same seed is the same game wherever it is played.
    """

    def __init__(self, seed: int) -> None:
        self._of_all = scrambled(seed)
        self._of_seats: dict[int, int] = {}
        self._dice = Dice(0)

    def stream(self, seat: int, choice: int) -> Dice:
        """For one choice, instead of the one before. The first choice of a game is number 1."""
        dice = self._dice
        dice.restart(self.of_seat(seat) + choice)
        return dice

    def of_seat(self, seat: int) -> int:
        """Where the streams of a seat begin. For a choice that takes one throw, `first_below` of this and the
        choice added up is what the stream gives.
        """
        of_seat = self._of_seats.get(seat)
        if of_seat is None:
            of_seat = self._of_seats[seat] = scrambled(self._of_all + seat)
        return of_seat
