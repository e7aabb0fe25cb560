"""Every `console` fence is run, in the folder that the page has made so far, and its output compared."""

import importlib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from tests.cli.program import commands as command_line
from tests.cli.program import exit_status
from tests.docs.fences import CHECKOUT, PAGES, Fence, fences
from tests.docs.folder import write

# Lies in cli/, and has this name only when it is installed.
many_games = importlib.import_module("rulesdsl.cli.many_games")
_STATUS = re.compile(r"\[exit (\d+)\]$")


@frozen
class Command:
    """A line after `$`, and what is shown below it; `...` stands for any lines."""

    fence: Fence
    line: str
    shown: tuple[str, ...]
    status: int


def commands(fence: Fence) -> Iterator[Command]:
    line, shown = "", list[str]()
    for each in [*fence.text.splitlines(), "$ "]:
        if not each.startswith("$ "):
            shown.append(each)
            continue
        if line:
            status = _STATUS.match(shown[-1]) if shown else None
            if status:
                shown.pop()
            yield Command(fence, line, tuple(shown), int(status[1]) if status else 0)
        line, shown = each[2:], []


def agrees(written: list[str], shown: tuple[str, ...]) -> bool:
    """Whether the lines are those shown, where `...` stands for any number of lines."""
    if not shown:
        return not written
    if shown[0] == "...":
        return any(agrees(written[skip:], shown[1:]) for skip in range(len(written) + 1))
    return bool(written) and written[0].rstrip() == shown[0] and agrees(written[1:], shown[1:])


def test_agreement_is_line_by_line() -> None:
    assert agrees(["a", "b"], ("a", "b"))
    assert agrees(["a", "x", "y", "b"], ("a", "...", "b"))
    assert not agrees(["a", "x"], ("a", "...", "b"))
    assert not agrees(["a", "b"], ("a",))


WITH_CONSOLE = [page for page in PAGES if any(fence.language == "console" for fence in fences(page))]


@pytest.mark.parametrize("page", WITH_CONSOLE, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_commands_write_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    # The number of workers changes nothing, and to start them takes most of the time.
    monkeypatch.setattr(many_games, "cores", lambda: 1)
    different = []
    for fence in fences(page):
        if fence.file_name is not None:
            write(tmp_path, fence)
        if fence.language != "console":
            continue
        for command in commands(fence):
            program, *arguments = shlex.split(command.line)
            assert program == "rulesdsl", f"{fence}: only rulesdsl itself can be run"
            capsys.readouterr()
            status = int(exit_status.status_of(command_line.group, arguments))
            written = capsys.readouterr()
            lines = (written.out + written.err).rstrip("\n").splitlines()
            if status != command.status or not agrees(lines, command.shown):
                different.append(f"{fence}: $ {command.line}\n{written.out}{written.err}[exit {status}]")
    assert not different, "\n\n".join(different)
