"""What every command prints for one small game, whole."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.games import write_race
from tests.cli.program import Run

COMMANDS = (
    ("run", "race.game", "--seed", "3"),
    ("play", "race.game", "--seed", "3"),
    ("validate", "race.game"),
    ("test", "race.game", "--verbose"),
    ("trace", "race.game", "--seed", "3", "--verbose"),
    ("fmt", "race.game", "--diff"),
    ("diff", "race.game", "long_race.game"),
    ("show", "race.game", "--flow"),
    ("show", "race.game", "--program"),
    ("perft", "race.game", "--depth", "3"),
    ("simulate", "race.game", "--games", "20", "--workers", "1"),
    ("compare", "race.game", "long_race.game", "--games", "20", "--workers", "1"),
    ("new", "mine"),
    ("list",),
    ("explain", "unknown-name"),
    ("completion", "bash"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=[" ".join(words) for words in COMMANDS])
def test_output(words: tuple[str, ...], tmp_path: Path, rulesdsl: Run, snapshot: SnapshotAssertion) -> None:
    write_race(tmp_path)
    shown = rulesdsl(*words, typed="3\nquit\n")
    assert (shown.status, shown.err, shown.out) == snapshot
