"""A bot in a Python file, wherever a bot is named."""

import importlib
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run

FASTEST = """def choose(turn):
    return max(turn.options, key=lambda one: one.value if one.kind == "value" else 0)
"""


@pytest.fixture(autouse=True)
def fastest(tmp_path: Path) -> None:
    write_race(tmp_path)
    (tmp_path / "fastest.py").write_text(FASTEST, "utf-8")


def test_it_plays_in_simulate_on_several_workers_as_on_one(rulesdsl: Run) -> None:
    line = ("simulate", "race.game", "--games", 20, "--seat", "1=fastest.py", "--rotate", "--json")
    one = rulesdsl(*line, "--workers", 1)
    two = rulesdsl(*line, "--workers", 2)
    assert (one.status, one.err) == (0, "")
    assert one.out == two.out
    figures = json.loads(one.out)["figures"]
    assert figures["wins_of_fastest_py"] > 0.7
    assert figures["error"] == 0


def test_it_can_be_claimed_about(rulesdsl: Run) -> None:
    line = ("simulate", "race.game", "--games", 20, "--seat", "1=fastest.py", "--rotate", "--workers", 1)
    assert rulesdsl(*line, "--assert", "wins_of_fastest_py > 0.7").status == 0
    assert rulesdsl(*line, "--assert", "wins_of_fastest_py < 0.7").status == 1


def test_games_go_on_only_with_the_same_bot(rulesdsl: Run, tmp_path: Path) -> None:
    line = ("simulate", "race.game", "--bot", "fastest.py", "--workers", 1, "--out", "games.csv")
    assert rulesdsl(*line, "--games", 2).status == 0
    assert rulesdsl(*line, "--games", 4).status == 0
    (tmp_path / "fastest.py").write_text(FASTEST + "# slower now\n", "utf-8")
    other = rulesdsl(*line, "--games", 6)
    assert other.status == 2
    assert "holds other games" in other.err


def test_it_plays_in_run_trace_and_play(rulesdsl: Run) -> None:
    shown = rulesdsl("run", "race.game", "--seed", 3, "--bot", "fastest.py", "--format", "json")
    assert json.loads(shown.out)["bots"] == ["fastest.py", "fastest.py"]
    assert rulesdsl("trace", "race.game", "--seed", 3, "--bot", "fastest.py").status == 0
    played = rulesdsl("play", "race.game", "--seed", 3, "--seat", "2=fastest.py", typed="1\n1\nquit\n")
    assert played.status == 0


def test_a_game_against_it_goes_on_from_another_folder(
    rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "1\nquit\n"
    assert rulesdsl("play", "race.game", "--seed", 3, "--bot", "fastest.py", typed=typed).status == 0
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = rulesdsl("play", "--resume", "../race.saved", "--trust-bots", typed=typed)
    assert again.status == 0, again.err
    (tmp_path / "fastest.py").unlink()
    lost = rulesdsl("play", "--resume", "../race.saved", typed=typed)
    assert lost.status == 2
    assert "fastest.py, which is not there any more" in lost.err


def test_what_it_does_wrong_is_told_with_the_line(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def choose(turn):\n    return turn.optoins\n", "utf-8")
    said = "wrong.py:2: AttributeError: 'Turn' object has no attribute 'optoins'"
    run = rulesdsl("run", "race.game", "--bot", "wrong.py")
    assert run.status == 2
    assert f"Error: {said}" in run.err
    simulated = rulesdsl("simulate", "race.game", "--games", 2, "--bot", "wrong.py", "--workers", 1)
    assert f"2 times: wrong.py in seat 1: {said}" in simulated.out


def test_a_game_is_kept_when_the_bot_errs_and_goes_on_when_it_is_mended(
    rulesdsl: Run, tmp_path: Path
) -> None:
    (tmp_path / "fastest.py").write_text("def choose(turn):\n    raise ValueError('tired')\n", "utf-8")
    broken = rulesdsl("play", "race.game", "--seed", 3, "--bot", "fastest.py", typed="1\nquit\n")
    assert broken.status == 2
    assert "fastest.py:2: ValueError: tired" in broken.err
    (tmp_path / "fastest.py").write_text(FASTEST, "utf-8")
    again = rulesdsl("play", "--resume", "race.saved", "--trust-bots", typed="1\nquit\n")
    assert again.status == 0, again.err


def test_a_file_that_holds_no_bot_is_told_before_anything_is_played(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def chose(turn):\n    return 0\n", "utf-8")
    for command in ("run", "simulate", "trace"):
        shown = rulesdsl(command, "race.game", "--bot", "wrong.py")
        assert (shown.status, shown.out) == (2, "")
        assert "wrong.py: there is no function `choose(turn)` in it" in shown.err
        gone = rulesdsl(command, "race.game", "--bot", "gone.py")
        assert (gone.status, gone.out) == (2, "")
        assert "gone.py: No such file or directory" in gone.err


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("nobody", "there is no bot `nobody`"),
        ("mcts:x", "says no number of iterations"),
        ("gone.py", "gone.py: No such file or directory"),
        ("prefer:gone.prefer", "gone.prefer: No such file or directory"),
        ("wrong.py", "wrong.py: there is no function `choose(turn)` in it"),
    ],
)
def test_the_table_offers_no_bot_that_cannot_be_had(
    rulesdsl: Run, tmp_path: Path, kind: str, told: str
) -> None:
    (tmp_path / "wrong.py").write_text("def chose(turn):\n    return 0\n", "utf-8")
    shown = rulesdsl("serve", "race.game", "--store", "games.db", "--port", 0, "--bot", kind)
    assert (shown.status, shown.out) == (2, "")
    assert told in shown.err


@pytest.fixture
def saved_by_another(rulesdsl: Run, tmp_path: Path) -> Path:
    """A saved game whose bot leaves a mark when it runs."""
    assert rulesdsl("play", "race.game", "--seed", 3, "--bot", "fastest.py", typed="1\nquit\n").status == 0
    mark = tmp_path / "has_run"
    (tmp_path / "fastest.py").write_text(f"open({str(mark)!r}, 'w').close()\n{FASTEST}", "utf-8")
    return mark


def test_a_saved_game_runs_no_file_unasked(rulesdsl: Run, saved_by_another: Path) -> None:
    refused = rulesdsl("play", "--resume", "race.saved", typed="y\n1\nquit\n")
    assert refused.status == 2
    assert "fastest.py, a program that can do whatever you can" in refused.err
    assert "--trust-bots" in refused.err
    assert not saved_by_another.exists()
    assert rulesdsl("play", "--resume", "race.saved", "--trust-bots", typed="quit\n").status == 0
    assert saved_by_another.exists()
    assert rulesdsl("play", "race.game", "--trust-bots", typed="quit\n").status == 2


@pytest.mark.parametrize(("answer", "runs"), [("n", False), ("", False), ("y", True)])
def test_at_a_terminal_it_asks(
    rulesdsl: Run, saved_by_another: Path, monkeypatch: pytest.MonkeyPatch, answer: str, *, runs: bool
) -> None:
    terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(importlib.import_module("rulesdsl.cli.play"), "sys", terminal)
    shown = rulesdsl("play", "--resume", "race.saved", typed=f"{answer}\nquit\n")
    assert shown.status == (0 if runs else 2), shown.err
    assert saved_by_another.exists() is runs


def test_the_table_runs_no_bot_of_somebody_elses_saved_game(rulesdsl: Run, saved_by_another: Path) -> None:
    shown = rulesdsl("serve", "race.game", "--store", "games.db", "--port", 0, "--resume", "race.saved")
    assert shown.status == 2
    assert "if you trust it, let it play with --bot" in shown.err
    assert not saved_by_another.exists()
