"""The files of a project as they were at an earlier revision, taken out of git."""

import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from .exit_status import CannotDo

ENDINGS = (".game", ".csv", ".md", ".txt")
LARGEST = 100_000_000
"""So many bytes of game files and what lies beside them are looked at."""


@contextmanager
def files_at(revision: str, folder: Path) -> Iterator[Path]:
    """A folder with all that games are made of, as it was; gone when it is left."""
    if revision.startswith("-"):
        raise CannotDo(f"{revision} is no revision")
    listed = _git(folder, "ls-tree", "-r", "-z", "--name-only", revision).decode(errors="surrogateescape")
    names = [name for name in listed.split("\0") if name.endswith(ENDINGS)]
    # Asked in a folder, git tells of what is in it, by the names that it has from there.
    with TemporaryDirectory(prefix="rulesdsl-") as scratch:
        place = Path(scratch).resolve() / "before"
        place.mkdir()
        if names:
            _unpack(_git(folder, "archive", "--format=tar", revision, "--", *names), place)
        yield place


def _unpack(archive: bytes, place: Path) -> None:
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        members = [member for member in files.getmembers() if member.isfile()]
        if sum(member.size for member in members) > LARGEST:
            raise CannotDo(f"the games of that revision have more than {LARGEST:,} bytes")
        for member in members:
            target = (place / member.name).resolve()
            data = files.extractfile(member)
            # Nothing but plain files, and none outside, whatever the repository holds.
            if data is not None and target.is_relative_to(place.resolve()):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data.read())


WITHOUT_OTHERS = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_LITERAL_PATHSPECS": "1"}
"""The settings of a repository may be somebody else's, and may name a program that brings what is missing:
nothing is fetched. And the names of files are names, also where they begin with a colon."""


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(  # noqa: S603
            command, capture_output=True, check=True, env=os.environ | WITHOUT_OTHERS
        ).stdout
    except FileNotFoundError:
        raise CannotDo("git is not there, and what was before is asked from it") from None
    except subprocess.CalledProcessError as failed:
        complaint = failed.stderr.decode(errors="replace").strip().splitlines() or ["git failed"]
        raise CannotDo(complaint[-1]) from None
