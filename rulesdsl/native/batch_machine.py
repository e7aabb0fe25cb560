"""Many games of one program side by side in one memory."""

from __future__ import annotations

import struct

from rulesdsl.engine.plan import Plan
from rulesdsl.native.batches import ABOUT, GAME, ORDER, Encoding
from rulesdsl.native.compiler import Part
from rulesdsl.native.machine import Module, Stopped
from rulesdsl.native.unit import TOLD_SIZE, told_at


class TooManyGames(ValueError):
    """There is no memory for so many."""


class BatchMachine(Module):
    """What belongs to the games lies in four tables, a row for each game: cells, what is told of it, what is
    open, and what the player who decides sees.
    """

    def __init__(self, plan: Plan, encoding: Encoding, games: int, *, again: bool) -> None:
        """`again`: whoever is at its end begins anew."""
        super().__init__(plan, Part.STEPS, encoding=encoding)
        self.count = games
        self.encoding = encoding
        self.about_size = ABOUT + plan.program.players
        seen = 0 if encoding.seen is None else encoding.size
        sizes = (8 * plan.size, 8 * self.about_size, encoding.actions, 8 * seen)
        try:
            self._tables = [self.call("reserve", (size * games + 7) // 8 + 1) for size in sizes]
        except Stopped:
            megabytes = sum(sizes) * games // 2**20
            raise TooManyGames(
                f"{games:,} games of {plan.program.title} side by side take {megabytes:,} MB,"
                " more than there are"
            ) from None
        self._row_sizes = sizes
        self._order = [0, games, int(again), *self._tables]
        self._at = told_at(plan)

    def table(self, number: int) -> memoryview:
        """The bytes of the cells (0), of what is told (1), open (2) or seen (3)."""
        return self.buffer(self._tables[number], max(1, self._row_sizes[number] * self.count))

    def go_on(self, first: int = 0) -> int | None:
        """All games from one on, each as it is asked; the first that is for Python, None if there is none."""
        self._tell(first)
        try:
            while self.call("batch", TOLD_SIZE << 32 | self._at, self.at_once):
                pass
        except Stopped:
            return self.numbers(self._at + 8 * GAME, 1)[0]
        return None

    def look(self, game: int) -> None:
        """A game's cells were changed from outside: its rows are made anew."""
        self._tell(game)
        self.call("look", TOLD_SIZE << 32 | self._at)

    def _tell(self, game: int) -> None:
        order = [game, *self._order[1:]]
        self._memory.write(self._store, bytearray(struct.pack(f"<{ORDER}q", *order)), self._at)
