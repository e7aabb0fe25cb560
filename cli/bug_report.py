"""What a reader sees, and is asked to send, when rulesdsl itself is at fault."""

import platform
import shlex
import traceback
from collections.abc import Sequence
from pathlib import Path

from rulesdsl.version import __version__


def bug_report(error: Exception, arguments: Sequence[str], *, with_traceback: bool) -> str:
    lines = [
        "This is a bug of rulesdsl, not a mistake of yours.",
        "",
        f"  {_in_one_line(error)}",
        f"  {_place(error)}",
        f"  rulesdsl {__version__}, Python {platform.python_version()}, {platform.system()}",
        "",
    ]
    if with_traceback:
        lines.append("".join(traceback.format_exception(error)))
        lines.append("Please send us all of this, and the game file.")
    else:
        again = shlex.join(["rulesdsl", "--traceback", *arguments])
        lines.append("Please send us the game file and everything that this prints:")
        lines.append(f"  {again}")
    return "\n".join(lines)


def _in_one_line(error: Exception) -> str:
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _place(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return "at an unknown place"
    last = frames[-1]
    return f"at line {last.lineno} of {Path(last.filename).name}, in {last.name}"
