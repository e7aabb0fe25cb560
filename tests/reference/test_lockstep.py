"""The engine against plain games written by hand: the same options, positions, events, scores and winners."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from tests.loading import load
from tests.reference import road_trip
from tests.reference.board import Board
from tests.reference.lockstep import Difference, Lockstep, Reading
from tests.reference.reading_classics import (
    ReadingConnectFour,
    ReadingHearts,
    ReadingKalah,
    ReadingNim,
    ReadingTicTacToe,
)
from tests.reference.reading_lets_take_a_hike import ReadingLetsTakeAHike
from tests.reference.reading_road_trip import ReadingRoadTrip

CHECKOUT = Path(__file__).parents[2]

Setting = tuple[str, int, Mapping[str, str], Callable[[Board], Reading]]
"""File, players, options, and how the engine's game is read."""

SETTINGS: Sequence[Setting] = [
    ("examples/classics/tic_tac_toe", 2, {}, ReadingTicTacToe),
    ("examples/classics/connect_four", 2, {}, ReadingConnectFour),
    ("examples/classics/nim", 2, {}, lambda board: ReadingNim(board, last_loses=False)),
    ("examples/classics/nim", 2, {"last_loses": "yes"}, lambda board: ReadingNim(board, last_loses=True)),
    ("tests/reference/kalah", 2, {}, ReadingKalah),
    ("examples/classics/hearts", 4, {}, lambda board: ReadingHearts(board, limit=100)),
    ("examples/classics/hearts", 4, {"limit": "20"}, lambda board: ReadingHearts(board, limit=20)),
    *(
        ("games/road_trip", players, {}, lambda board: ReadingRoadTrip(board, change_of_direction=False))
        for players in (2, 3, 4)
    ),
    *(
        (
            "games/road_trip",
            players,
            {"alternate_direction": "yes"},
            lambda board: ReadingRoadTrip(board, change_of_direction=True),
        )
        for players in (3, 4)
    ),
    *(("games/lets_take_a_hike", players, {}, ReadingLetsTakeAHike) for players in (2, 3, 4, 5)),
    *(
        (
            "games/lets_take_a_hike",
            players,
            {"hidden_packs": "yes"},
            lambda board: ReadingLetsTakeAHike(board, face_down=True),
        )
        for players in (2, 3, 4, 5)
    ),
    *(
        (
            "games/lets_take_a_hike",
            players,
            {"overpaying": "yes"},
            lambda board: ReadingLetsTakeAHike(board, overpaying=True),
        )
        for players in (2, 3, 4, 5)
    ),
]


def called(setting: Setting) -> str:
    file, players, options, _ = setting
    return " ".join([Path(file).name, str(players), *(f"{name}={value}" for name, value in options.items())])


@cache
def plan_for(file: str, players: int, options: tuple[tuple[str, str], ...]) -> Plan:
    return plan_of(load(CHECKOUT / f"{file}.game").program(players, dict(options)))


def play(setting: Setting, seed: int) -> Lockstep:
    file, players, options, reading = setting
    plan = plan_for(file, players, tuple(options.items()))
    game = Lockstep(plan, reading(Board(start(plan))), seed)
    game.play()
    return game


@pytest.mark.parametrize("setting", SETTINGS, ids=called)
def test_plain_game_and_engine_agree(setting: Setting, games_each: int) -> None:
    decisions = 0
    for seed in range(games_each):
        try:
            decisions += play(setting, seed).decisions
        except Difference as difference:
            difference.add_note(f"in the game of seed {seed}")
            raise
    assert decisions >= 4 * games_each


def test_a_wrong_price_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(road_trip.PAIRS, "car", 4)
    road_trip_for_two = next(setting for setting in SETTINGS if setting[0] == "games/road_trip")
    with pytest.raises(Difference, match="events differ"):
        play(road_trip_for_two, 0)
