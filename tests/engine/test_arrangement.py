"""Pieces put into places that accept only some of them: every way that fits, each as often as the others."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.engine.determinization.arrangement import arranged
from rulesdsl.engine.dice import Dice

FITTING = {
    "one that takes little": ["ab", "abcd", "abcd", "abcd"],
    "two alike and two that share": ["ab", "ab", "bcd", "bcde", "abcde"],
    "nested": ["a", "ab", "abc", "abcd"],
    "apart": ["ab", "ab", "cd", "cd"],
    "a ring": ["ab", "bc", "cd", "da"],
}


def ways(places: list[str]) -> list[tuple[str, ...]]:
    letters = sorted(set("".join(places)))[: len(places)]
    return [
        order
        for order in permutations(letters)
        if all(piece in place for place, piece in zip(places, order, strict=True))
    ]


@pytest.mark.parametrize("name", FITTING)
def test_each_way_is_as_likely_as_the_others(name: str) -> None:
    places = FITTING[name]
    wanted = ways(places)
    start = [ord(letter) for letter in wanted[0]]
    stream, times = Dice(1), 400
    found = Counter(
        tuple(map(chr, arranged(start, places, lambda place, piece: chr(piece) in place, stream)))
        for _ in range(times * len(wanted))
    )
    assert set(found) == set(wanted)
    assert all(0.75 * times < count < 1.25 * times for count in found.values())


@given(st.lists(st.frozensets(st.integers(0, 6)), min_size=1, max_size=7), st.integers(0, 1000))
def test_every_place_accepts_its_piece(fitting: list[frozenset[int]], seed: int) -> None:
    # As they lie at the beginning they are accepted.
    places = [frozenset({*one, at}) for at, one in enumerate(fitting)]
    order = arranged(list(range(len(places))), places, lambda place, piece: piece in place, Dice(seed))
    assert sorted(order) == list(range(len(places)))
    assert all(piece in place for place, piece in zip(places, order, strict=True))
