"""Small games solved from the command line."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.program import Run


def test_a_game_without_secrets_is_solved_exactly(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("solve", checkout / "examples" / "classics" / "tic_tac_toe.game")
    assert (shown.status, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[:3] == [
        "Tic-tac-toe: 5,478 positions, 958 of them ends",
        "worth: Anna 0, Ben 0",
        "  a1: 0, best",
    ]
    assert len(lines) == 11


def test_a_game_with_secrets_comes_close(rulesdsl: Run, checkout: Path) -> None:
    path = checkout / "examples" / "classics" / "kuhn_poker.game"
    shown = rulesdsl("solve", path, "--returns", "points", "--iterations", "200", "--format", "json")
    assert (shown.status, shown.err) == (0, "")
    found = json.loads(shown.out)
    assert (found["nodes"], found["information_sets"]) == (58, 12)
    assert float(found["exploitability"]) < 0.001
    assert found["values"] == ["-0.0556", "0.0556"]


def test_a_table_has_the_best_moves_of_every_position(rulesdsl: Run, checkout: Path, tmp_path: Path) -> None:
    table = tmp_path / "moves.csv"
    shown = rulesdsl("solve", checkout / "examples" / "classics" / "nim.game", "--table", table)
    assert shown.status == 0
    with table.open(encoding="utf-8") as file:
        rows = {row["so_far"]: row for row in csv.DictReader(file)}
    assert len(rows) == 780 - 2
    assert rows["small"] == {
        "so_far": "small",
        "player": "Anna",
        "worth": "1",
        "best": "2",
    }


def test_a_table_has_what_to_do_by_what_a_player_was_told(
    rulesdsl: Run, checkout: Path, tmp_path: Path
) -> None:
    path, table = checkout / "examples" / "classics" / "kuhn_poker.game", tmp_path / "moves.csv"
    shown = rulesdsl("solve", path, "--returns", "points", "--table", table, "--samples", "4", "--seed", "2")
    assert shown.status == 0
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sums: dict[tuple[str, str], float] = {}
    for row in rows:
        sums[row["player"], row["told"]] = sums.get((row["player"], row["told"]), 0) + float(
            row["probability"]
        )
    assert len(rows) == 2 * len(sums)
    assert all(abs(total - 1) < 0.001 for total in sums.values())
    refused = rulesdsl("solve", path, "--table", tmp_path / "none" / "moves.csv")
    assert (refused.status, "cannot write" in refused.err) == (2, True)


CAIRNS = """
game "Cairns"
players 2..2
values Colour: red, blue
places Spot growing around stone, hexagons, at most 12
state stone per Spot: Player or none
define free = (s in Spot where stone(s) is none)
action lay(spot from free, colour from Colour) "Lay a {colour} stone on {spot}"
  set stone(spot) to you
flow
  each player in turn
    HOW
score own = count(s in Spot where stone(s) is you)
winner most total, then shared
"""


@pytest.mark.parametrize("how", ["must lay", "must lay as one choice"])
def test_options_are_called_as_they_are_in_play(rulesdsl: Run, tmp_path: Path, how: str) -> None:
    path, table = tmp_path / "cairns.game", tmp_path / "moves.csv"
    path.write_text(CAIRNS.replace("HOW", how), encoding="utf-8")
    shown = rulesdsl("solve", path, "--table", table)
    divided = rulesdsl("perft", path, "--depth", "1", "--divide")
    called = [line.split(":")[0].strip() for line in shown.out.splitlines()[2:]]
    assert called == [line.split(":")[0].strip() for line in divided.out.splitlines()[2:]]
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    whole = how != "must lay"
    assert called == [f"Lay a {colour} stone on spot 0/0" if whole else colour for colour in ("red", "blue")]
    assert any("spot −1/0" in row["best"] for row in rows)
    played = rulesdsl("play", path, "--seed", "1", typed="1\n")
    assert all(f"  {name}" in played.out for name in called)


def test_what_is_too_large_is_refused(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("solve", checkout / "examples" / "classics" / "connect_four.game", "--limit", "50")
    assert shown.status == 2
    assert "Connect Four has more than 50 positions" in shown.err
