"""Every way out of a command, as the status and the words that its user gets."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tests.cli.program import INSTALLED, Run, commands, exit_status, started


def status_of(action: Callable[[], object], *arguments: str) -> int:
    """The status when the action is what the command `act` does."""
    group = click.Group(
        "rulesdsl", commands=[click.Command("act", callback=action)], params=commands.group.params
    )
    return int(exit_status.status_of(group, [*arguments, "act"]))


def raising(error: BaseException) -> Callable[[], object]:
    def action() -> None:
        raise error

    return action


def test_a_command_that_returns_nothing_went_well() -> None:
    assert status_of(lambda: None) == 0


@pytest.mark.parametrize("status", [0, 1, 2, 3])
def test_a_command_returns_its_status(status: int) -> None:
    assert status_of(lambda: exit_status.ExitStatus(status)) == status


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (click.exceptions.Exit(1), 1, ""),
        (exit_status.CannotDo("there is no such thing"), 2, "Error: there is no such thing\n"),
        (click.ClickException("nor such"), 2, "Error: nor such\n"),
        (click.FileError("my.game", "is locked"), 2, "Error: Could not open file 'my.game': is locked\n"),
        (PermissionError(13, "Permission denied", "my.game"), 2, "Error: my.game: Permission denied\n"),
        (OSError(28, "No space left on device"), 2, "Error: No space left on device\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (click.Abort(), 130, "interrupted\n"),
    ],
)
def test_what_is_no_bug_is_said_in_a_line(
    error: BaseException, status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(raising(error)) == status
    assert capsys.readouterr() == ("", words)


@pytest.mark.parametrize(
    "error",
    [ZeroDivisionError("by nothing"), RecursionError(), MemoryError(), KeyError("x"), AssertionError()],
)
def test_a_bug_of_ours_says_what_to_send(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULESDSL_TRACEBACK", raising=False)
    assert status_of(raising(error)) == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert "a bug of rulesdsl" in err
    assert type(error).__name__ in err
    assert "rulesdsl --traceback act" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("asked", ["option", "variable"])
def test_the_traceback_of_a_bug_is_shown_when_asked_for(
    asked: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULESDSL_TRACEBACK", raising=False)
    arguments = ["--traceback"] if asked == "option" else []
    if asked == "variable":
        monkeypatch.setenv("RULESDSL_TRACEBACK", "1")
    assert status_of(raising(ZeroDivisionError("by nothing")), *arguments) == 70
    err = capsys.readouterr().err
    assert "Traceback (most recent call last)" in err
    assert "ZeroDivisionError: by nothing" in err


@pytest.mark.parametrize("arguments", [["--nonsense"], ["explain", "--nonsense"], ["explain", "a", "b"]])
def test_wrong_use_is_an_error_on_standard_error(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_status.status_of(commands.group, arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--help" in err


@pytest.mark.parametrize(
    "arguments",
    [("explain",), ("list",), ("run", "road_trip", "--seed", "1"), ("trace", "road_trip", "--seed", "1")],
)
def test_a_reader_who_leaves_early_is_no_reason_to_complain(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    # Without a buffer nothing would be left to write at the end, where Python complains by itself.
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [INSTALLED, *arguments], stdout=writing, stderr=subprocess.PIPE, env=buffered, text=True, check=False
    )
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode == exit_status.ExitStatus.READER_LEFT


def test_letters_that_the_terminal_lacks_are_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "latin-1"))
    assert status_of(lambda: click.echo("für Ω")) == 0
    assert written.getvalue() == b"f\xfcr \\u03a9\n"


def test_an_interrupt_ends_a_command_without_complaint() -> None:
    with started(
        "run",
        "trekking_the_world",
        "--seed",
        "1",
        "--bot",
        "greedy",
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith(b"Trekking the World: ")
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (130, b"interrupted\n")


BREAKS_AT_ONCE = """\
game "Breaks"
players 2

state pot: 0..9
state thought per Player: 0..9, seen by owner

action pass_by "Pass"
  nothing

flow
  repeat 12 times
    add 1 to pot
  phase day 2 times
    each player in turn
      must pass_by

score left = pot + your thought
winner most left, then shared
"""


@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["run", "--format", "json"],
        ["play"],
        ["perft", "--depth", "1"],
        ["solve"],
        ["env"],
    ],
    ids=" ".join,
)
def test_rules_that_break_are_no_bug_of_ours(
    command: list[str], rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("breaks.game").write_text(BREAKS_AT_ONCE, "utf-8")
    shown = rulesdsl(command[0], "breaks.game", *command[1:])
    assert shown.status == 3
    assert "broke" in shown.err
