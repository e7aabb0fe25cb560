"""Compiled modules, kept from one start to the next.

They are code that runs as it is. So they are kept, and taken, only where nobody else can write: the folder
and the file are the user's own, looked at while they are open. What comes out of an archive is the user's own
as well; so a file says which file it is (its device and inode), and a copy is not taken.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from attrs import frozen

from rulesdsl.game_cache import stamp_of
from rulesdsl.program import Program

FOLDER = "native"
MOST_KEPT = 100
"""Files in the folder; beyond that the oldest go."""
_OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH


@frozen
class Compiled:
    """A module as the machine runs it, and what of the program is not in it."""

    gaps: tuple[tuple[str, str], ...]
    code: bytes


@cache
def _stamp() -> str:
    """Changes whenever another module could come of the same program."""
    return stamp_of(Path(__file__).parent.parent, ("engine", "native"))


def place_of(program: Program, part: str) -> str | None:
    """The name of the file with this part; None for a program of no file."""
    if not program.fingerprint:
        return None
    text = json.dumps([_stamp(), part, *map(repr, program.identity)])
    return f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.module"


def found(folder: Path, name: str) -> Compiled | None:
    """What was kept under this name, if nobody else can have put it there."""
    try:
        with _own(folder) as directory:
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=directory)
            with os.fdopen(file, "rb") as opened:
                if not _is_ours(os.fstat(opened.fileno())):
                    return None
                head, _, code = opened.read().partition(b"\n")
                which, gaps_told = json.loads(head)
                if which != _identity(opened.fileno()):
                    return None
        gaps = tuple((str(where), str(why)) for where, why in gaps_told)
    except (OSError, ValueError, TypeError, NotImplementedError):
        return None
    return Compiled(gaps, code)


def keep(folder: Path, name: str, made: Compiled) -> None:
    """Keep a module; where nothing can be kept safely, nothing is kept."""
    try:
        (folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
        with _own(folder) as directory:
            ages = {name: os.stat(name, dir_fd=directory).st_mtime_ns for name in os.listdir(directory)}  # noqa: PTH208 -- of what is open
            for old in sorted(ages, key=ages.__getitem__)[: max(0, len(ages) - MOST_KEPT)]:
                os.unlink(old, dir_fd=directory)
            # Two starts at once must not write into the same draft.
            draft = f"{name}.{os.getpid()}"
            file = os.open(
                draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600, dir_fd=directory
            )
            with os.fdopen(file, "wb") as opened:
                head = json.dumps([_identity(file), made.gaps])
                opened.write(head.encode() + b"\n" + made.code)
            os.replace(draft, name, src_dir_fd=directory, dst_dir_fd=directory)
    except (OSError, NotImplementedError):
        return


@contextmanager
def _own(folder: Path) -> Iterator[int]:
    """The open folder of modules; PermissionError where others could write into it."""
    directory = os.open(folder / FOLDER, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if not _is_ours(os.fstat(directory)):
            raise PermissionError(folder)
        yield directory
    finally:
        os.close(directory)


def _identity(file: int) -> list[int]:
    """Which file it is; a copy is another."""
    status = os.fstat(file)
    return [status.st_dev, status.st_ino]


def _is_ours(status: os.stat_result) -> bool:
    return status.st_uid == os.geteuid() and not status.st_mode & _OF_OTHERS


CAN_KEEP = os.name == "posix"
"""Elsewhere it is not known who can write into a folder."""
