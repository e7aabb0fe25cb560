"""The dice: PCG32 (XSH-RR), so small that any other engine can follow it to the bit.

The state is 64 bits, the increment is odd. One throw takes the old state `s` and makes the new one,
`s * 6364136223846793005 + increment` modulo 2**64; it gives the 32 bits of `((s >> 18) ^ s) >> 27`, turned
right by `s >> 59`. A seed `x` begins with state 0: one throw, add `x` modulo 2**64, one throw, both results
unused. The increment is `2 * stream + 1`; the rules' stream is 0x5EED, bots have streams of their own.

A number below `n`: throws less than `(2**32 - n) mod n` do not count; the first that counts is taken modulo
`n`. A shuffle of k things, read from the top or the left: for i from k - 1 down to 1, swap thing i with the
one at (a number below i + 1).
"""

from __future__ import annotations

from rulesdsl.engine.layout import DICE

MULTIPLIER = 6364136223846793005
STREAM_OF_RULES = 0x5EED
INCREMENT = 2 * STREAM_OF_RULES + 1
_ALL64 = 2**64 - 1
_ALL32 = 2**32 - 1


def seeded(seed: int, increment: int = INCREMENT) -> int:
    """The state of the dice for a seed."""
    return ((increment + seed) * MULTIPLIER + increment) & _ALL64


def below(cells: list[int], n: int) -> int:
    """A number from 0 to n - 1 from the rules' dice."""
    state = cells[DICE]
    least = (2**32 - n) % n
    while True:
        mixed = (((state >> 18) ^ state) >> 27) & _ALL32
        turn = state >> 59
        state = (state * MULTIPLIER + INCREMENT) & _ALL64
        thrown = (mixed >> turn | mixed << (32 - turn)) & _ALL32
        if thrown >= least:
            cells[DICE] = state
            return thrown % n


def shuffle(cells: list[int], things: list[int]) -> None:
    """Shuffle a list by the rules' dice (`below` again and again, written out)."""
    state = cells[DICE]
    for i in range(len(things) - 1, 0, -1):
        n = i + 1
        least = (2**32 - n) % n
        while True:
            mixed = (((state >> 18) ^ state) >> 27) & _ALL32
            turn = state >> 59
            state = (state * MULTIPLIER + INCREMENT) & _ALL64
            thrown = (mixed >> turn | mixed << (32 - turn)) & _ALL32
            if thrown >= least:
                break
        j = thrown % n
        things[i], things[j] = things[j], things[i]
    cells[DICE] = state


class Dice:
    """A stream of its own, for bots and samples."""

    def __init__(self, seed: int, stream: int = 1) -> None:
        self._increment = 2 * stream + 1
        self._state = seeded(seed, self._increment)

    def below(self, n: int) -> int:
        least = (2**32 - n) % n
        while True:
            state = self._state
            mixed = (((state >> 18) ^ state) >> 27) & _ALL32
            turn = state >> 59
            self._state = (state * MULTIPLIER + self._increment) & _ALL64
            thrown = (mixed >> turn | mixed << (32 - turn)) & _ALL32
            if thrown >= least:
                return thrown % n

    def shuffle(self, things: list[int]) -> None:
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
