"""The dice are PCG32: the numbers of its reference implementation, and fair bounds."""

from __future__ import annotations

from collections import Counter

import pytest

from rulesdsl.engine import dice
from rulesdsl.engine.core.layout import DICE, HEADER
from rulesdsl.engine.dice import Dice

# What `pcg32-demo` prints for seed 42, stream 54.
REFERENCE = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


def test_the_numbers_of_the_reference() -> None:
    stream = Dice(42, 54)
    assert [stream.below(2**32) for _ in REFERENCE] == REFERENCE


def rules_dice(seed: int) -> list[int]:
    cells = [0] * HEADER
    cells[DICE] = dice.seeded(seed)
    return cells


def test_the_rules_have_a_stream_of_their_own() -> None:
    cells, own = rules_dice(7), Dice(7, dice.STREAM_OF_RULES)
    assert [dice.below(cells, 1000) for _ in range(50)] == [own.below(1000) for _ in range(50)]
    assert [dice.below(rules_dice(7), 2**32)] != [Dice(7, 1).below(2**32)]


def test_a_shuffle_is_made_of_bounded_numbers() -> None:
    cells, things = rules_dice(3), list(range(20))
    dice.shuffle(cells, things)
    other = list(range(20))
    Dice(3, dice.STREAM_OF_RULES).shuffle(other)
    assert things == other != list(range(20))
    again = rules_dice(3)
    for i in range(19, 0, -1):
        dice.below(again, i + 1)
    assert again == cells


@pytest.mark.parametrize("size", [0, 1, 2, 11, 12, 13, 33, 34, 52, 70, 150])
def test_throws_made_at_once_are_the_same_throws(size: int) -> None:
    back = pow(dice.MULTIPLIER, -1, 2**64)
    state = 0  # it throws a 0, which does not count unless the bound is a power of 2
    for _ in range(160):
        cells, again = rules_dice(1), rules_dice(1)
        cells[DICE] = again[DICE] = state
        things = list(range(size))
        dice.shuffle(cells, things)
        other = list(range(size))
        for i in range(size - 1, 0, -1):
            j = dice.below(again, i + 1)
            other[i], other[j] = other[j], other[i]
        assert things == other
        assert cells == again
        state = (state - dice.INCREMENT) * back % 2**64


def test_bounds_are_fair() -> None:
    stream = Dice(1)
    thrown = Counter(stream.below(6) for _ in range(60_000))
    assert sorted(thrown) == [0, 1, 2, 3, 4, 5]
    assert all(abs(count - 10_000) < 400 for count in thrown.values())
