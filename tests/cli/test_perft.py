"""Sequences of decisions counted, against known numbers."""

import json
from pathlib import Path

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run

# How many games of tic-tac-toe there are after so many moves, counting no symmetries; well known.
TIC_TAC_TOE = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.fixture
def tic_tac_toe(checkout: Path) -> Path:
    return checkout / "examples" / "classics" / "tic_tac_toe.game"


@pytest.fixture
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def depths(rulesdsl: Run, path: Path, depth: int, *more: object) -> list[int]:
    shown = rulesdsl("perft", path, "--depth", depth, "--format", "json", *more)
    assert (shown.status, shown.err) == (0, "")
    return [each["sequences"] for each in json.loads(shown.out)["depths"]]


def test_tic_tac_toe_has_the_known_numbers(rulesdsl: Run, tic_tac_toe: Path) -> None:
    assert depths(rulesdsl, tic_tac_toe, 9) == TIC_TAC_TOE


def test_connect_four_has_the_known_numbers(rulesdsl: Run, checkout: Path) -> None:
    path = checkout / "examples" / "classics" / "connect_four.game"
    assert depths(rulesdsl, path, 4) == [1, 7, 49, 343, 2401]


def test_games_that_are_over_are_counted_apart(rulesdsl: Run, tic_tac_toe: Path) -> None:
    shown = rulesdsl("perft", tic_tac_toe, "--depth", 5)
    assert shown.out.endswith("depth 4: 3,024\ndepth 5: 15,120, 1,440 of them over\n")


def test_a_decision_in_parts_is_one_and_chance_is_counted_where_asked(rulesdsl: Run, race: Path) -> None:
    # Three ways to walk, and from five points on a jump as well: by the dice, or in six ways.
    assert depths(rulesdsl, race, 4) == [1, 3, 9, 27, 81]
    by_the_dice, every_way = (depths(rulesdsl, race, 5, *more)[5] for more in ((), ("--chance",)))
    with_five = sum(first + second >= 5 for first in (1, 2, 3) for second in (1, 2, 3)) * 9
    assert by_the_dice == 81 * 3 + with_five
    assert every_way == 81 * 3 + with_five * 6


def test_what_begins_with_each_decision(rulesdsl: Run, tic_tac_toe: Path) -> None:
    shown = rulesdsl("perft", tic_tac_toe, "--depth", 3, "--divide")
    parts = [line for line in shown.out.splitlines() if line.startswith("  ")]
    assert len(parts) == 9
    assert all(line.endswith(": 56") for line in parts)


def test_after_the_last_decision_there_is_nothing_to_count(rulesdsl: Run, tic_tac_toe: Path) -> None:
    assert depths(rulesdsl, tic_tac_toe, 11)[9:] == [127872, 0, 0]
