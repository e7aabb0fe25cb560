"""The program under test: as it is installed, and as it runs in this process."""

import importlib
import subprocess
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from attrs import frozen

INSTALLED = Path(sysconfig.get_path("scripts")) / "rulesdsl"

# Lies in cli/, and has this name only when it is installed.
commands = importlib.import_module("rulesdsl.cli.commands")
exit_status = importlib.import_module("rulesdsl.cli.exit_status")


@frozen
class Outcome:
    status: int
    out: str
    err: str


Run = Callable[..., Outcome]


@contextmanager
def started(
    *arguments: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: int | None = subprocess.DEVNULL,
    stdout: int | IO[str] = subprocess.PIPE,
    stderr: int | None = subprocess.PIPE,
    start_new_session: bool = False,
) -> Iterator[subprocess.Popen[bytes]]:
    """The installed program at work; when the test is left it has ended, whatever went wrong."""
    with subprocess.Popen(
        [INSTALLED, *arguments],
        cwd=cwd,
        env=env,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=start_new_session,
    ) as running:
        try:
            yield running
        finally:
            running.kill()
