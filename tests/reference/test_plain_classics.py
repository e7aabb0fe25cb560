"""The plain classics by themselves: positions whose outcome is known."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from tests.reference.connect_four import ConnectFour
from tests.reference.hearts import DECK, Card, Hearts, points
from tests.reference.kalah import Kalah
from tests.reference.nim import Nim
from tests.reference.outside import Event, RandomChance, RandomChoices
from tests.reference.tic_tac_toe import TicTacToe

T = TypeVar("T")


class Moves:
    """Makes the moves written down, each of which must be on offer."""

    def __init__(self, moves: Sequence[object]) -> None:
        self.moves = list(moves)

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        del player, question
        move = self.moves.pop(0)
        return next(option for option in options if option == move)

    def some(self, player: int, question: str, things: Sequence[T], number: int) -> Sequence[T]:
        raise NotImplementedError(player, question, things, number)


@pytest.mark.parametrize(
    ("cells", "winners"),
    [
        ("11 12 21 22 31", [0]),
        ("12 11 13 22 21 33", [1]),
        ("11 12 22 13 33", [0]),
        ("31 11 22 21 13", [0]),
        ("11 21 31 12 32 22 23 13 33", [0]),
        ("11 21 31 22 12 32 23 13 33", [0, 1]),
    ],
)
def test_tic_tac_toe(cells: str, winners: list[int]) -> None:
    moves = Moves([(int(cell[0]), int(cell[1])) for cell in cells.split()])
    assert TicTacToe(moves).play() == winners
    assert not moves.moves


@pytest.mark.parametrize(
    ("columns", "winners"),
    [
        ("1213141", [0]),
        ("1122334", [0]),
        ("12234334454", [0]),
        ("76654554434", [0]),
        ("71121314", [1]),
    ],
)
def test_connect_four(columns: str, winners: list[int]) -> None:
    moves = Moves([int(column) for column in columns])
    assert ConnectFour(moves).play() == winners
    assert not moves.moves


@pytest.mark.parametrize(("last_loses", "winner"), [(False, 0), (True, 1)])
def test_nim(*, last_loses: bool, winner: int) -> None:
    moves = Moves([("small", 3), ("middle", 4), ("large", 5)])
    assert Nim(moves, last_loses=last_loses).play() == [winner]


def test_kalah_last_seed_in_the_own_store_and_a_capture() -> None:
    game = Kalah(RandomChoices(0))
    assert game.sow(0, 2)
    assert game.sides == [[4, 4, 0, 5, 5, 5, 1], [4, 4, 4, 4, 4, 4, 0]]
    game.sides = [[1, 0, 0, 0, 0, 8, 3], [2, 2, 2, 2, 6, 2, 0]]
    assert not game.sow(0, 0)
    assert game.sides == [[0, 0, 0, 0, 0, 8, 10], [2, 2, 2, 2, 0, 2, 0]]
    game.sides = [[0, 0, 0, 0, 0, 8, 0], [1, 1, 1, 1, 1, 1, 5]]
    assert not game.sow(0, 5)
    assert game.sides == [[0, 0, 0, 0, 0, 0, 1 + 1 + 2], [2, 2, 2, 2, 2, 0, 5]]


def test_kalah_seeds_are_conserved() -> None:
    for seed in range(50):
        game = Kalah(RandomChoices(seed))
        game.play()
        assert sum(side[-1] for side in game.sides) == 48


def playable(hand: str, suit: str | None, *, first: bool = False, broken: bool = False) -> list[Card]:
    game = Hearts(RandomChoices(0), RandomChance(0))
    game.broken = broken
    return game.playable(cards(hand), suit, first=first)


def cards(text: str) -> list[Card]:
    suits = {"c": "clubs", "d": "diamonds", "s": "spades", "h": "hearts"}
    return [(suits[word[0]], int(word[1:])) for word in text.split()]


@pytest.mark.parametrize(
    ("hand", "suit", "first", "broken", "legal"),
    [
        ("c2 c3 h4", None, True, False, "c2"),
        ("c3 h4 s12", "clubs", True, False, "c3"),
        ("d3 h4 s12", "clubs", True, False, "d3"),
        ("h4 s12", "clubs", True, False, "h4 s12"),
        ("d3 h4 s12", "clubs", False, False, "d3 h4 s12"),
        ("d3 h4 s12", None, False, False, "d3 s12"),
        ("d3 h4 s12", None, False, True, "d3 h4 s12"),
        ("h4 h5", None, False, False, "h4 h5"),
        ("h4 h5 s2", "spades", False, True, "s2"),
    ],
)
def test_hearts_what_may_be_played(
    hand: str, suit: str | None, *, first: bool, broken: bool, legal: str
) -> None:
    assert playable(hand, suit, first=first, broken=broken) == cards(legal)


def test_hearts_shooting_the_moon() -> None:
    game = Shooting(RandomChoices(0), RandomChance(0))
    game.play_round()
    assert game.totals == [26, 0, 26, 26]


class Shooting(Hearts):
    """Ben takes every trick."""

    def play_trick(self, leader: int, *, first: bool) -> int:
        winner = super().play_trick(leader, first=first)
        if winner != 1:
            self.taken[1] += self.taken[winner]
            self.taken[winner] = []
        return winner


def test_hearts_what_holds_in_every_game() -> None:
    assert sum(map(points, DECK)) == 26
    for seed in range(20):
        log: list[Event] = []
        game = Hearts(RandomChoices(seed), RandomChance(seed), log.append)
        game.play()
        rounds = [[int(str(points)) for points in event[1:]] for event in log if event[0] == "scored"]
        assert all(sum(scores) in (26, 78) for scores in rounds)
        assert sum(map(len, game.taken)) == 52
        assert max(game.totals) >= 100
        to = [event[2] for event in log if event[:2] == ("passed", 0)]
        assert to == ([1, 3, 2] * 10)[: len(to)]
        assert len(to) == len(rounds) - len(rounds) // 4
