"""Dominoes and tiles laid beside each other, against the same rules written out in Python."""

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from rulesdsl.engine.chance import Ask
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load

Stone = tuple[int, int]
Hands = tuple[frozenset[Stone], frozenset[Stone]]
Outcomes = dict[tuple[int, ...], int]
"""How many games end with these winners."""

STONES = tuple((low, high) for low in range(3) for high in range(low, 3))


def added(parts: list[Outcomes]) -> Outcomes:
    every: Outcomes = {}
    for part in parts:
        for winners, number in part.items():
            every[winners] = every.get(winners, 0) + number
    return every


@cache
def by_hand(hands: Hands, ends: Stone | None, turn: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """All games of dominoes from here on."""

    def moves(player: int) -> list[tuple[Stone, Stone]]:
        if ends is None:
            return [(stone, stone) for stone in hands[player]]
        left, right = ends
        return [
            (stone, (stone[0] + stone[1] - left, right) if at_left else (left, stone[0] + stone[1] - right))
            for stone in hands[player]
            for at_left in (True, False)
            if (left if at_left else right) in stone
        ]

    if not all(hands) or not (moves(0) or moves(1)):
        if not all(hands):
            return (((0,) if not hands[0] else (1,), 1),)
        pips = [sum(map(sum, hand)) for hand in hands]
        return ((tuple(player for player in (0, 1) if pips[player] == min(pips)), 1),)
    parts = []
    for stone, after in moves(turn):
        left = hands[0] - {stone}, hands[1] - {stone}
        parts.append(dict(by_hand(left, after, 1 - turn)))
    if not parts:
        parts.append(dict(by_hand(hands, ends, 1 - turn)))
    return tuple(sorted(added(parts).items()))


def by_rules(state: State) -> Outcomes:
    if state.over:
        return {tuple(state.winners()): 1}
    return added([by_rules(state.clone().apply(option)) for option in range(state.option_count)])


@pytest.fixture(scope="module")
def classics(checkout: Path) -> Path:
    return checkout / "examples" / "classics"


@pytest.mark.parametrize("deal", list(combinations(range(6), 3)))
def test_every_game_of_the_smallest_dominoes(classics: Path, deal: tuple[int, ...]) -> None:
    """Six stones, three each: all twenty deals, how many games there are and who wins how many."""
    made = load(classics / "dominoes.game").program(2, {"highest": 2})
    others = [number for number in range(6) if number not in deal]
    order = tuple(number for pair in zip(deal, others, strict=True) for number in pair)

    def lay(ask: Ask) -> tuple[int, ...] | None:
        return order if ask.kind == "shuffle" else None

    state = start(made, source=lay)
    hands = tuple(
        frozenset(STONES[piece] for piece in state.plan.layout.pieces_in(state.cells, _hand(state, player)))
        for player in (0, 1)
    )
    assert hands[0] | hands[1] == set(STONES)
    first, other = hands
    assert by_rules(state) == dict(by_hand((first, other), None, 0))


def _hand(state: State, player: int) -> int:
    return state.plan.layout.instance("hand", player)
