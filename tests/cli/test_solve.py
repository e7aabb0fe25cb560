"""Small games solved from the command line."""

import csv
import json
from pathlib import Path

from tests.cli.program import Run


def test_a_game_without_secrets_is_solved_exactly(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("solve", checkout / "examples" / "classics" / "tic_tac_toe.game")
    assert (shown.status, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[:3] == [
        "Tic-tac-toe: 5,478 positions, 958 of them ends",
        "worth: Anna 0, Ben 0",
        "  place cell a1: 0, best",
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
    assert rows["take heap small"] == {
        "so_far": "take heap small",
        "player": "Anna",
        "worth": "1",
        "best": "take number 2",
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


def test_what_is_too_large_is_refused(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("solve", checkout / "examples" / "classics" / "connect_four.game", "--limit", "50")
    assert shown.status == 2
    assert "Connect Four has more than 50 positions" in shown.err
