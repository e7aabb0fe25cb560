"""Of all hands of a deck with one joker, as many are of each kind as is known."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load

CHECKOUT = Path(__file__).parents[2]
KNOWN = {
    "nothing": 1_302_540,
    "pair": 1_268_088,
    "two pairs": 123_552,
    "three": 137_280,
    "straight": 20_532,
    "flush": 7_804,
    "full house": 6_552,
    "four": 3_120,
    "straight flush": 204,
    "five": 13,
}
SUITS, RANKS = 4, 13
JOKER = SUITS * RANKS
TURNS = [
    [turn[card // RANKS] * RANKS + card % RANKS for card in range(JOKER)]
    for turn in permutations(range(SUITS))
]


@pytest.fixture(scope="module")
def state() -> State:
    return start(Plan(load(CHECKOUT / "examples/classics/joker_poker.game").program(2)), 1)


def hands(size: int, ranks: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Hands of the lowest ranks, one for all that differ in nothing but which suit is which, and how many."""
    deck = [suit * RANKS + rank for suit in range(SUITS) for rank in range(ranks)]
    for hand in combinations(deck, size):
        turned = {tuple(sorted(turn[card] for card in hand)) for turn in TURNS}
        if hand == min(turned):
            yield hand, len(turned)


def kinds(state: State, ranks: int) -> Counter[object]:
    counts: Counter[object] = Counter()
    for hand, number in hands(5, ranks):
        counts[state.evaluate("kind", hand)] += number
    for hand, number in hands(4, ranks):
        best = state.evaluate("best_of", (*hand, JOKER))
        assert isinstance(best, (tuple, list))
        counts[state.evaluate("kind", (*best, *hand))] += number
    return counts


def test_a_joker_makes_the_best_hand_of_four_low_cards(state: State) -> None:
    # Of twos, threes and fours alone: at least a pair, and never a flush.
    counts = kinds(state, 3)
    assert sum(counts.values()) == 1_287
    assert counts[9] == 3
    assert counts[0] == counts[5] == counts[8] == 0


@pytest.mark.long
def test_every_hand_is_counted_as_is_known(state: State) -> None:
    counts = kinds(state, RANKS)
    assert [counts[kind] for kind in range(10)] == list(KNOWN.values())
