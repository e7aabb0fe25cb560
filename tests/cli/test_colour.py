"""Colour is for people at a terminal, unless they want none."""

import os
import pty
import subprocess

import pytest

from tests.cli.program import INSTALLED, started

ESCAPE = b"\x1b["


def on_a_terminal(*arguments: str, **environment: str) -> bytes:
    """What the program writes when its output is a terminal."""
    shown, terminal = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM"}}
    environment = kept | {"TERM": "xterm-256color"} | environment
    with started(*arguments, stdout=terminal, stderr=None, env=environment) as running:
        os.close(terminal)
        written = b""
        while chunk := _read(shown):
            written += chunk
        running.wait(timeout=20)
    os.close(shown)
    assert running.returncode == 0
    return written


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # The other side of the terminal is closed.
        return b""


COMMANDS = [("explain",), ("explain", "unknown-zone")]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_terminal_gets_colour(arguments: tuple[str, ...]) -> None:
    assert ESCAPE in on_a_terminal(*arguments)


@pytest.mark.parametrize("arguments", COMMANDS)
def test_nobody_who_wants_no_colour_gets_it(arguments: tuple[str, ...]) -> None:
    written = on_a_terminal(*arguments, NO_COLOR="1")
    assert written
    assert ESCAPE not in written


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_file_gets_no_colour(arguments: tuple[str, ...]) -> None:
    written = subprocess.run([INSTALLED, *arguments], capture_output=True, check=True).stdout
    assert written
    assert ESCAPE not in written
