"""Traces played again."""

import os
from pathlib import Path

import pytest

from tests.cli.games import RACE, write_race
from tests.cli.program import Run


@pytest.fixture(autouse=True)
def trace(rulesdsl: Run, tmp_path: Path) -> Path:
    write_race(tmp_path)
    path = tmp_path / "race.trace"
    rulesdsl("trace", "race.game", "--seed", 3, "--output", path)
    return path


@pytest.mark.parametrize("form", [(), ("--json",), ("--verbose",)])
def test_the_same_game(rulesdsl: Run, trace: Path, form: tuple[str, ...]) -> None:
    rulesdsl("trace", "race.game", "--seed", 3, "--output", trace, *form)
    shown = rulesdsl("replay", "race.trace")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("the same game: ")


def test_the_first_difference_is_shown(rulesdsl: Run, trace: Path) -> None:
    lines = trace.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if " walks " in line)
    told = lines[at]
    lines[at] = told.replace("walks", "dances")
    trace.write_text("\n".join(lines) + "\n", "utf-8")
    shown = rulesdsl("replay", "race.trace")
    assert (shown.status, shown.err) == (1, "")
    assert shown.out == (
        f"race.trace:{at + 1}: here the game is another one\n"
        f"  recorded: {lines[at].strip()}\n"
        f"  now:      {told.strip()}\n"
    )


def test_rules_that_have_changed(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "race.game").write_text(RACE.replace("Walk {steps}", "Run {steps}"), "utf-8")
    shown = rulesdsl("replay", "race.trace")
    assert shown.status == 1
    assert "note: the rules have changed since race.trace was written" in shown.err
    assert "here the game is another one" in shown.out


def test_rules_that_have_changed_without_a_change_for_this_game(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "race.game").write_text(RACE.replace("5..50", "6..50"), "utf-8")
    shown = rulesdsl("replay", "race.trace")
    assert shown.status == 0
    assert "the rules have changed" in shown.err


def test_a_trace_of_another_version(rulesdsl: Run, trace: Path) -> None:
    text = trace.read_text("utf-8").replace("version: ", "version: 99.")
    trace.write_text(text, "utf-8")
    shown = rulesdsl("replay", "race.trace")
    assert shown.status == 0
    assert "was written by rulesdsl 99." in shown.err


def test_a_game_that_lies_elsewhere_now(rulesdsl: Run, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    moved.mkdir()
    (tmp_path / "race.game").rename(moved / "race.game")
    (tmp_path / "race.md").rename(moved / "race.md")
    shown = rulesdsl("replay", "race.trace")
    assert (shown.status, shown.out) == (2, "")
    assert "name it with --game" in shown.err
    assert rulesdsl("replay", "race.trace", "--game", "moved/race.game").status == 0


def test_a_game_beside_its_trace_is_found(
    rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert rulesdsl("replay", "../race.trace").status == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: "", "a trace begins with the line"),
        (lambda _: "Dear Anna\n", "a trace begins with the line"),
        (lambda text: text[: text.index("choices:")], "the trace has no record"),
        (lambda text: text.replace("seed: 3\n", ""), "the head of the trace has no line `seed: ...`"),
        (lambda text: text.replace("seed: 3\n", "seed: three\n"), "the head of the trace cannot be read"),
        (lambda text: text.replace("Anna, Ben\n", "Anna\n"), "has 1 players, which Race is not for"),
    ],
)
def test_what_is_no_trace(rulesdsl: Run, trace: Path, change: object, words: str) -> None:
    assert callable(change)
    trace.write_text(change(trace.read_text("utf-8")), "utf-8")
    shown = rulesdsl("replay", "race.trace")
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err


def test_what_is_no_text(rulesdsl: Run, trace: Path) -> None:
    trace.write_bytes(b"rulesdsl trace 1\nplayers: J\xf6rg\n")
    shown = rulesdsl("replay", "race.trace")
    assert (shown.status, shown.out) == (2, "")
    assert "not text in UTF-8" in shown.err


def test_a_trace_that_is_not_there(rulesdsl: Run) -> None:
    assert rulesdsl("replay", "none.trace").status == 2


@pytest.mark.parametrize("name", ["pipe.game", "notes.txt", "/dev/zero"])
def test_no_other_kind_of_file_is_opened_for_a_trace(rulesdsl: Run, trace: Path, name: str) -> None:
    os.mkfifo(trace.parent / "pipe.game")
    (trace.parent / "notes.txt").write_text("the combination is 4711\n", "utf-8")
    trace.write_text(trace.read_text("utf-8").replace("file: race.game", f"file: {name}"), "utf-8")
    shown = rulesdsl("replay", "race.trace")
    assert (shown.status, shown.out) == (2, "")
    assert f"{name} is no `.game` file" in shown.err
    assert "4711" not in shown.err
