"""The chance of bots: choices do not depend on each other, neither in a game nor from game to game."""

from itertools import product
from math import sqrt
from statistics import fmean, variance

import pytest

from rulesdsl.bots.bot import BotChance
from rulesdsl.engine.dice import first_below
from rulesdsl.simulate.setups import FAR_APART, WORD

GAMES, CHOICES = 400, 100
WAYS = {
    "games of a simulation": lambda number: (3 + FAR_APART * (number + 1)) % WORD,
    "seeds counted up": lambda number: number,
}


def games(way: str) -> list[list[int]]:
    """Of two options the one that is chosen, in games for two who choose in turn."""
    found = []
    for number in range(GAMES):
        chance = BotChance(WAYS[way](number))
        found.append([chance.stream(at % 2, at + 1).below(2) for at in range(CHOICES)])
    return found


@pytest.mark.parametrize("way", WAYS)
def test_no_game_says_what_another_brings(way: str) -> None:
    """Also not if it is looked at some choices earlier or later."""
    played = games(way)
    for apart, shift in product(range(4), range(4)):
        if apart == shift == 0:
            continue
        pairs = [
            (mine, theirs)
            for one, other in zip(played, played[apart:], strict=False)
            for mine, theirs in zip(one, other[shift:], strict=False)
        ]
        alike = sum(mine == theirs for mine, theirs in pairs) / len(pairs)
        assert abs(alike - 1 / 2) < 5 / sqrt(4 * len(pairs)), (apart, shift)


@pytest.mark.parametrize("way", WAYS)
def test_games_differ_as_much_as_chance_has_it(way: str) -> None:
    ones = [sum(game) for game in games(way)]
    expected = CHOICES / 4
    assert abs(fmean(ones) - CHOICES / 2) < 5 * sqrt(expected / GAMES)
    assert abs(variance(ones) / expected - 1) < 5 * sqrt(2 / GAMES)


@pytest.mark.parametrize("n", [1, 2, 7, 52, 2**31, 2**32 - 1])
def test_a_single_throw_is_the_first_of_the_stream(n: int) -> None:
    chance, whole = BotChance(5), BotChance(5)
    for choice in range(1, 400):
        stream = whole.stream(choice % 3, choice)
        assert first_below(chance.of_seat(choice % 3) + choice, n) == stream.below(n)


def test_there_is_no_throw_below_0() -> None:
    with pytest.raises(ValueError, match="nothing to choose from"):
        first_below(1, 0)
