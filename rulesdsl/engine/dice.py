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

import struct
from collections.abc import Iterable

from rulesdsl.engine.core.arguments import whole_number
from rulesdsl.engine.core.layout import DICE

MULTIPLIER = 6364136223846793005
STREAM_OF_RULES = 0x5EED
INCREMENT = 2 * STREAM_OF_RULES + 1
_ALL64 = 2**64 - 1
_ALL32 = 2**32 - 1


def seeded(seed: int, increment: int = INCREMENT) -> int:
    """The state of the dice for a seed."""
    return ((increment + seed) * MULTIPLIER + increment) & _ALL64


def scrambled(number: int) -> int:
    """Another number of 64 bits, for each number another one, in which nothing is left of the order of these:
    the last step of SplitMix64. Seeds that are counted up give streams that depend on each other.
    """
    number = (number + 0x9E3779B97F4A7C15) & _ALL64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _ALL64
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _ALL64
    return number ^ number >> 31


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
    """Shuffle a list by the rules' dice: `below` again and again, written out, and for many things with the
    throws of a whole block made at once.
    """
    state = cells[DICE]
    n = len(things)
    while n >= _MANY:
        states, doubled, turns = _block(state)
        before, refused = n, 0
        for bound, mixed, turn in zip(range(before, 1, -1), doubled, turns, strict=False):
            thrown = mixed >> turn & _ALL32
            if thrown < bound and thrown < (2**32 - bound) % bound:
                refused = 1
                break
            j = thrown % bound
            n = bound - 1
            things[n], things[j] = things[j], things[n]
        state = states >> _LANE * (before - n + refused) & _ALL64
    while n > 1:
        mixed = (((state >> 18) ^ state) >> 27) & _ALL32
        turn = state >> 59
        state = (state * MULTIPLIER + INCREMENT) & _ALL64
        thrown = (mixed >> turn | mixed << (32 - turn)) & _ALL32
        if thrown < n and thrown < (2**32 - n) % n:
            continue
        j = thrown % n
        n -= 1
        things[n], things[j] = things[j], things[n]
    cells[DICE] = state


# The states of many throws stand side by side in one long number, each in a lane wide enough for its product.

_MANY = 12
_LANE = 128
_BLOCK = 32
_WORDS = struct.Struct(f"<{2 * (_BLOCK + 1)}Q")


def _side_by_side(values: Iterable[int]) -> int:
    return sum(value << _LANE * index for index, value in enumerate(values))


def _jumps() -> tuple[int, int]:
    """By what to multiply a state, and what to add, for the state that so many throws later comes."""
    factors, terms = [1], [0]
    for _ in range(_BLOCK):
        factors.append(factors[-1] * MULTIPLIER & _ALL64)
        terms.append(terms[-1] * MULTIPLIER + INCREMENT & _ALL64)
    return _side_by_side(factors), _side_by_side(terms)


_FACTORS, _TERMS = _jumps()
_LOW64, _LOW32, _LOW5 = (_side_by_side([bits] * (_BLOCK + 1)) for bits in (_ALL64, _ALL32, 31))


def _block(state: int) -> tuple[int, tuple[int, ...], bytes]:
    """The states from this one on, side by side; of each throw the mixed bits twice over, which turned to the
    right have the result as their lower half, and by how many places they are turned.
    """
    states = _FACTORS * state + _TERMS & _LOW64
    mixed = (states >> 18 ^ states) >> 27 & _LOW32
    doubled = _WORDS.unpack((mixed | mixed << 32).to_bytes(_WORDS.size, "little"))
    turns = (states >> 59 & _LOW5).to_bytes(_WORDS.size, "little")
    return states, doubled[: 2 * _BLOCK : 2], turns[: _LANE // 8 * _BLOCK : _LANE // 8]


class Dice:
    """A stream of its own, for bots and samples."""

    def __init__(self, seed: int, stream: int = 1) -> None:
        seed, stream = whole_number(seed, "a seed"), whole_number(stream, "a stream of the dice")
        self._increment = 2 * stream + 1
        self._state = seeded(seed, self._increment)

    def restart(self, number: int) -> None:
        """Throw from here on what a new one with the seed `scrambled(number)` would. Bots begin anew at every
        choice: that and `seeded` are written out.
        """
        number = (number + 0x9E3779B97F4A7C15) & _ALL64
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _ALL64
        number = (number ^ number >> 27) * 0x94D049BB133111EB & _ALL64
        increment = self._increment
        self._state = ((increment + (number ^ number >> 31)) * MULTIPLIER + increment) & _ALL64

    @property
    def state(self) -> int:
        """From here it throws on: with the same state the same again."""
        return self._state

    @state.setter
    def state(self, state: int) -> None:
        self._state = state

    @property
    def increment(self) -> int:
        """By what one state differs from the next besides; each stream has its own."""
        return self._increment

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"there is no number from 0 to below {n}: nothing to choose from")
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
        """`below` again and again, written out."""
        state, increment = self._state, self._increment
        for i in range(len(things) - 1, 0, -1):
            n = i + 1
            least = (2**32 - n) % n
            while True:
                mixed = (((state >> 18) ^ state) >> 27) & _ALL32
                turn = state >> 59
                state = (state * MULTIPLIER + increment) & _ALL64
                thrown = (mixed >> turn | mixed << (32 - turn)) & _ALL32
                if thrown >= least:
                    break
            j = thrown % n
            things[i], things[j] = things[j], things[i]
        self._state = state


_BEGUN = Dice(0).increment
_FIRST = _BEGUN * MULTIPLIER + _BEGUN


def first_below(number: int, n: int) -> int:
    """What `Dice(0)` throws below n after `restart(number)`; both are written out."""
    mixed = (number + 0x9E3779B97F4A7C15) & _ALL64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _ALL64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _ALL64
    state = ((mixed ^ mixed >> 31) * MULTIPLIER + _FIRST) & _ALL64
    mixed = ((state >> 18 ^ state) >> 27) & _ALL32
    thrown = (mixed << 32 | mixed) >> (state >> 59) & _ALL32
    if thrown >= n > 0:
        return thrown % n
    dice = Dice(0)
    dice.restart(number)
    return dice.below(n)
