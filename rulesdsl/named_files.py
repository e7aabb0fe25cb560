"""Files that a game file names: a table, a rule list, a base. What may be one, and how much of it is read.

A game file may come from anybody. So it names nothing but what lies in its own folder or below, under a name
that says what it is: a line of a file that is something else would come up in a message about it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from errno import EINVAL
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath
from stat import S_ISDIR, S_ISFIFO, S_ISREG

MOST_LOOKED_AT = 2_000
"""Files and folders among which one is looked for that may have been meant."""


class OutsideFolder(Exception):
    """The name leads out of the folder of the file in which it stands."""


class OtherKind(Exception):
    """What the name stands for is nothing that is read."""


def named_file(folder: Path, name: str, ending: str) -> Path:
    """The path of a file that is named in a file of this folder; OSError if it is not there."""
    if _is_absolute(name):
        raise OutsideFolder(f"`{name}` is an absolute path")
    path = folder / name
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (RuntimeError, OSError):
        # Links in a circle, or names that are too long.
        raise FileNotFoundError(name) from None
    if not inside:
        way = "" if ".." in PurePosixPath(name).parts else ", by a link"
        raise OutsideFolder(f"`{name}` leads out of the folder of this file{way}")
    mode = path.stat().st_mode
    if S_ISDIR(mode):
        raise IsADirectoryError(name)
    if not name.lower().endswith(ending):
        raise OtherKind(f"the name of `{name}` does not end in `{ending}`")
    if not S_ISREG(mode):
        raise OtherKind(f"`{name}` is no ordinary file, but a device or a pipe")
    return path


def not_there(path: Path, name: str) -> str:
    """What is said of a file that cannot be found: a link of that name leads nowhere, or to itself."""
    is_link = os.path.islink(path)  # noqa: PTH114 - of a name that is too long a path would raise
    return f"`{name}` is a link that leads to no file" if is_link else f"there is no file `{name}`"


def _is_absolute(name: str) -> bool:
    """Whatever the machine: a file that is sent to somebody else means the same there."""
    there = PureWindowsPath(name)
    return bool(there.drive or there.root or PurePosixPath(name).is_absolute())


def _is_open(path: Path) -> bool:
    """Whether a file is a descriptor of this process and has no name of its own."""
    return os.path.realpath(path).startswith(("/dev/fd/", "/proc/"))


def is_waited_for(path: Path) -> bool:
    """Whether it is a pipe with a name, of which nobody knows whether it is ever open at its other end. Those
    that a shell has opened for the command, as `<(...)` does, are.
    """
    return path.is_fifo() and not _is_open(path)


def start_of(path: Path, limit: int) -> bytes:
    """What is in a file: one byte more than `limit`, where there are more. Some files have no end, and some
    pipes are waited for: nothing but ordinary files is opened, and pipes that are open already.
    """
    mode = path.stat().st_mode
    if is_waited_for(path) or not (S_ISREG(mode) or S_ISDIR(mode) or S_ISFIFO(mode)):
        raise OSError(EINVAL, "it is no ordinary file, but a device or a pipe", str(path))
    with path.open("rb") as file:
        return file.read(limit + 1)


def files_below(folder: Path, ending: str) -> list[str]:
    """Their names as a file in this folder would write them; some of them, where there are very many."""
    names = (name for name in islice(_below(folder), MOST_LOOKED_AT) if name.endswith(ending))
    return sorted(name for name in names if (folder / name).exists())


def _below(folder: Path) -> Iterator[str]:
    for inside, folders, files in os.walk(folder):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        here = Path(inside).relative_to(folder)
        yield here.as_posix()
        yield from ((here / file).as_posix() for file in sorted(files))
