"""Sequences of decisions counted, against known numbers."""

import json
from pathlib import Path
from time import process_time

import pytest

from rulesdsl.engine.state import State
from rulesdsl.native.counting import NativeCounter
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


@pytest.mark.parametrize("name", ["tic_tac_toe", "crazy_eights", "nine_mens_morris"])
def test_machine_code_counts_the_same(rulesdsl: Run, checkout: Path, name: str) -> None:
    path = checkout / "examples" / "classics" / f"{name}.game"
    arguments = ("--depth", 2, "--divide", "--format", "json")
    told = [rulesdsl("perft", path, *arguments, "--engine", engine) for engine in ("native", "python")]
    assert told[0].out == told[1].out
    assert [shown.status for shown in told] == [0, 0]


def test_machine_code_counts_by_itself_where_there_is_much(
    rulesdsl: Run, tic_tac_toe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    real = NativeCounter.counted

    def counted(self: NativeCounter, state: State, depth: int) -> tuple[int, int]:
        asked.append(depth)
        return real(self, state, depth)

    monkeypatch.setattr(NativeCounter, "counted", counted)
    assert depths(rulesdsl, tic_tac_toe, 4) == TIC_TAC_TOE[:5]
    assert asked == []
    assert depths(rulesdsl, tic_tac_toe, 9, "--engine", "python") == TIC_TAC_TOE
    assert asked == []
    assert depths(rulesdsl, tic_tac_toe, 9) == TIC_TAC_TOE
    assert asked == list(range(10))


def test_a_rule_that_breaks_is_told_whoever_counts(rulesdsl: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.game"
    path.write_text(
        'game "Stuck"\nplayers 1..1\nstate n: 0..2\naction up "Up"\n  add 1 to n\naction rest "Rest"\n'
        "  nothing\nflow\n  phase day 4 times\n    each player in turn\n      must up or rest\n",
        "utf-8",
    )
    shown = [rulesdsl("perft", path, "--depth", 4, "--engine", engine) for engine in ("native", "python")]
    assert (shown[0].status, shown[0].err) == (shown[1].status, shown[1].err)
    assert "would leave its range" in shown[0].err


PARTS = """game "Parts"
players 2
values Suit: red, blue
zone bag: set of Chip, starts with Chip
pieces Chip for each suit in Suit
action take(1..2 of bag as chips) "Take {chips}"
  say "{chips}"
action go(steps from 1..2, way from Suit) "Go {steps} {way}"
  say "{steps} {way}"
flow
  each player in turn
    must take or go
winner shared
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_each_of_the_first_decisions_is_a_row_whole(engine: str, rulesdsl: Run, tmp_path: Path) -> None:
    path = tmp_path / "parts.game"
    path.write_text(PARTS, encoding="utf-8")
    shown = rulesdsl("perft", path, "--depth", 2, "--divide", "--format", "json", "--engine", engine)
    told = json.loads(shown.out)
    counted = [each["sequences"] for each in told["depths"]]
    rows = told["divided"]
    assert len(rows) == counted[1]
    assert sum(row["sequences"] for row in rows) == counted[2]
    assert len({row["decision"] for row in rows}) == len(rows)
    assert [row["decision"] for row in rows if row["decision"].startswith("Go")] == [
        f"Go … a way, {steps}, {way}" for steps in (1, 2) for way in ("red", "blue")
    ]


def test_many_options_are_counted_in_no_time(rulesdsl: Run, tmp_path: Path) -> None:
    path = tmp_path / "many.game"
    path.write_text(
        'game "Many"\nplayers 1\nstate n: 0..20000\nflow\n  player first(players)\n'
        '    choose x from 1..20000 "?"\n    set n to x\nscore points = n\nwinner most points\n',
        encoding="utf-8",
    )
    began = process_time()
    assert depths(rulesdsl, path, 1) == [1, 20000]
    assert process_time() - began < 20
