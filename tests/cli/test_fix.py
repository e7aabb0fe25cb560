"""`rulesdsl fix`: what is certain is put right, and nothing else is touched."""

from pathlib import Path

import pytest

from tests.cli.games import RACE, write_race
from tests.cli.program import Run

MISTAKES = RACE.replace("your points >= 5", "your points => 5")
IDLE = RACE.replace("  roll die from 1..6", "  roll die from 1..6  # allow unused-name: thrown, and seen")
TYPO = RACE.replace("must walk or jump", "must walk or jmp")


@pytest.fixture
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (MISTAKES, "race.game:13: syntax-error: write `>=`"),
        (IDLE, "race.game:14: idle-allow: take the comment away"),
    ],
)
def test_what_is_certain_is_put_right(wrong: str, said: str, race: Path, rulesdsl: Run) -> None:
    race.write_text(wrong, "utf-8")
    shown = rulesdsl("fix", "race.game", "--diff")
    assert (shown.status, race.read_text("utf-8")) == (1, wrong)
    assert "+++ race.game (repaired)" in shown.out
    done = rulesdsl("fix", "race.game")
    assert (done.status, done.out, done.err) == (0, f"{said}\n", "1 finding repaired in 1 file\n")
    assert race.read_text("utf-8") == RACE
    assert rulesdsl("validate", "race.game").status == 0


def test_what_is_likely_is_asked_for(race: Path, rulesdsl: Run) -> None:
    race.write_text(TYPO, "utf-8")
    assert rulesdsl("fix", "race.game").err == "0 findings repaired in 0 files\n"
    assert race.read_text("utf-8") == TYPO
    assert rulesdsl("fix", "race.game", "--likely").out.endswith(": write `jump`\n")
    assert race.read_text("utf-8") == RACE


def test_only_what_is_selected(race: Path, rulesdsl: Run) -> None:
    race.write_text(IDLE, "utf-8")
    assert rulesdsl("fix", "race.game", "--select", "syntax").out == ""
    assert race.read_text("utf-8") == IDLE
    assert rulesdsl("fix", "race.game", "--select", "allow").out
    assert race.read_text("utf-8") == RACE


def test_a_file_keeps_its_ends_of_lines(race: Path, rulesdsl: Run) -> None:
    race.write_bytes(b"\xef\xbb\xbf" + MISTAKES.replace("\n", "\r\n").encode())
    assert rulesdsl("fix", "race.game").status == 0
    assert race.read_bytes() == b"\xef\xbb\xbf" + RACE.replace("\n", "\r\n").encode()


def test_a_file_in_order_is_left_alone(race: Path, rulesdsl: Run) -> None:
    before = race.stat().st_mtime_ns
    assert rulesdsl("fix", "race.game").err == "0 findings repaired in 0 files\n"
    assert race.stat().st_mtime_ns == before
