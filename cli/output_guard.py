"""What is shown may come from anybody's file: that it is read, and never acts.

Files with control characters are not taken at all (`CONTROL_CHARACTER`); what is left is looked at here, on
the way in as arguments and names of files, and on the way out to the log of a run on GitHub.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TextIO, cast

from rulesdsl.visible import CONTROL_CHARACTER, one_line

_BREAKS = re.compile(r"[\t\n\r]")
_COMMAND = re.compile(r"^([^\S\n]*):(?=:)", re.MULTILINE)
_OLD_COMMAND = re.compile(r"##(?=\[)")


def acts(text: str) -> bool:
    """Whether something in a name would steer a terminal, or end the line."""
    return bool(CONTROL_CHARACTER.search(text) or _BREAKS.search(text))


def first_that_acts(texts: Iterable[str]) -> str | None:
    """The first such name, as it can be shown."""
    return next((one_line(text) for text in texts if acts(text)), None)


def quiet(text: str) -> str:
    """Several lines in which nothing steers a terminal."""
    return "\n".join(map(one_line, text.split("\n")))


def offered(path: Path) -> bool:
    """Whether a shell may put this name into a command as it is: nothing in it means anything to it."""
    return re.fullmatch(r"[\w./+,@%][\w./+,@%-]*", str(path)) is not None


class LogOfRun:
    """A stream that GitHub reads along: of what is printed, no line is taken for a command to the runner."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._blank = True
        """Whether the line so far has nothing but blanks."""

    def write(self, text: str) -> int:
        kept = "" if self._blank else "x"
        held = _COMMAND.sub(r"\1: ", kept + text)[len(kept) :]
        if text:
            self._blank = not (kept * ("\n" not in text) + text.rpartition("\n")[2]).strip()
        self.stream.write(_OLD_COMMAND.sub("## ", held))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


def for_commands() -> IO[str] | None:
    """Where commands that are meant as such are printed; None: where everything is."""
    return sys.stdout.stream if isinstance(sys.stdout, LogOfRun) else None


def watched(stream: TextIO) -> TextIO:
    return cast("TextIO", LogOfRun(stream))
