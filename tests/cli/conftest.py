"""Runs `rulesdsl` in this process, as the program itself would."""

import io
import sys
from pathlib import Path

import pytest

from tests.cli.program import Outcome, Run, commands, exit_status


@pytest.fixture
def rulesdsl(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Takes the arguments, and what is typed; works in an empty folder."""
    monkeypatch.chdir(tmp_path)
    # pytest-xdist tells its workers the width of its own terminal.
    for name in ("NO_COLOR", "RULESDSL_TRACEBACK", "_RULESDSL_COMPLETE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object, typed: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8", newline=""))
        capsys.readouterr()
        status = exit_status.status_of(commands.group, [str(argument) for argument in arguments])
        written = capsys.readouterr()
        return Outcome(int(status), written.out, written.err)

    return run
