"""Traces on the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def test_a_trace_has_a_head_a_story_a_sheet_and_a_record(rulesdsl: Run) -> None:
    shown = rulesdsl("trace", "race.game", "--seed", 3, "--option", "goal=8", "--variant", "long_race.game")
    assert (shown.status, shown.err) == (0, "")
    head, *_, record = shown.out.split("\n\n")
    assert head.splitlines()[0] == "rulesdsl trace 1"
    assert "players: Anna, Ben\nseed: 3\noptions: goal=8\nvariants: long_race.game" in head
    assert record.startswith("choices:\n")


def test_one_that_a_player_saw(rulesdsl: Run) -> None:
    _whole, ben = (rulesdsl("trace", "road_trip", "--seed", 3, *more).out for more in ((), ("--as", "Ben")))
    assert "seen by: Ben\n" in ben
    assert "choices:" not in ben
    assert "A country goes from Anna's hand to Anna's trip, face down" in ben
    assert rulesdsl("trace", "road_trip", "--seed", 3, "--as", "2").out == ben


def test_with_what_was_not_chosen(rulesdsl: Run) -> None:
    assert "not taken" not in rulesdsl("trace", "race.game", "--seed", 3).out
    assert "not taken" in rulesdsl("trace", "race.game", "--seed", 3, "--verbose").out


def test_for_programs(rulesdsl: Run) -> None:
    lines = [
        json.loads(line) for line in rulesdsl("trace", "race.game", "--seed", 3, "--json").out.splitlines()
    ]
    assert lines[0]["event"] == "header"
    assert {"pass", "chosen", "set"} <= {line["event"] for line in lines}
    assert lines[-1]["event"] == "scores"


def test_into_a_file(rulesdsl: Run, tmp_path: Path) -> None:
    shown = rulesdsl("trace", "race.game", "--seed", 3, "--output", "race.trace")
    assert (shown.status, shown.out) == (0, "")
    assert (tmp_path / "race.trace").read_text("utf-8") == rulesdsl("trace", "race.game", "--seed", 3).out


def test_a_player_who_does_not_play(rulesdsl: Run) -> None:
    shown = rulesdsl("trace", "race.game", "--as", "Zoe")
    assert (shown.status, shown.out) == (2, "")
    assert "there is no player Zoe; there are Anna, Ben" in shown.err
