"""Small games solved from the command line."""

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


def test_what_is_too_large_is_refused(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("solve", checkout / "examples" / "classics" / "connect_four.game", "--limit", "50")
    assert shown.status == 2
    assert "Connect Four has more than 50 positions" in shown.err
