"""Games that were checked before: kept in a folder, good as long as no file they were made from has changed.

What is kept is a pickle in the user's own cache folder; what cannot be read is made anew.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from attrs import frozen

from rulesdsl.version import __version__

FOLDER = "checked"
MOST_KEPT = 200
"""Files in the folder; beyond that the oldest go."""
ROOMS = ("check", "diagnostics", "syntax", "variants")
CODE = (".lark", ".py")


@frozen
class KeptGame:
    """A checked game in parts, each of them read only when it is asked for.

    `made_from` has every file that was read, with a hash of what was in it.
    """

    code: str
    made_from: Mapping[str, str]
    folders: Mapping[str, str]
    title: str
    players: tuple[int, int]
    fingerprint: str
    tree: bytes
    """The tree and the source of the file that was asked for."""
    report: bytes
    programs: Mapping[int, bytes]


@frozen
class KeptReport:
    """What a file that has no errors was warned of, when everything in it was checked."""

    code: str
    made_from: Mapping[str, str]
    report: bytes


Kept = TypeVar("Kept", KeptGame, KeptReport)


@cache
def stamp_of_the_code() -> str:
    """Changes whenever the library does: what was checked by other code is not trusted."""
    return stamp_of(Path(__file__).parent)


def stamp_of(library: Path) -> str:
    """What tells this code from any other: of all that reads and checks, where it lies, its size, its age."""
    digest = hashlib.sha256(__version__.encode())
    inside = (file for room in ROOMS for file in (library / room).rglob("*") if file.suffix in CODE)
    for file in sorted([*library.glob("*.py"), *inside], key=str):
        found = file.stat()
        digest.update(f"{file} {found.st_size} {found.st_mtime_ns};".encode())
    return digest.hexdigest()


def hash_of(path: str) -> str | None:
    """Of what is in a file; None if it cannot be read, or cannot be read twice, as a pipe."""
    try:
        if not Path(path).is_file():
            return None
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def _place(kind: type[KeptGame | KeptReport], folder: Path, path: Path, variants: Iterable[Path]) -> Path:
    # As they were written, too: what is kept shows its files by these names and finds data through them.
    names = "\0".join(f"{one}\0{one.absolute()}" for one in (path, *variants))
    name = hashlib.sha256(names.encode()).hexdigest()[:32]
    return folder / FOLDER / f"{name}{'.game' if kind is KeptGame else '.report'}"


def find(kind: type[Kept], folder: Path, path: Path, variants: Iterable[Path]) -> Kept | None:
    """What was kept of the game, if it is still the same."""
    try:
        data = _place(kind, folder, path, variants).read_bytes()
    except OSError:
        return None
    kept = unpacked(data)
    if not isinstance(kept, kind) or kept.code != stamp_of_the_code():
        return None
    return kept if all(hash_of(name) == known for name, known in kept.made_from.items()) else None


def keep(
    kind: type[Kept], folder: Path, path: Path, variants: Iterable[Path], make: Callable[[], Kept]
) -> None:
    """Keep what is known of a game; where nothing can be written, nothing is kept."""
    place = _place(kind, folder, path, variants)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        others = sorted(place.parent.glob(f"*{place.suffix}"), key=lambda one: one.stat().st_mtime_ns)
        for old in others[: max(0, len(others) - MOST_KEPT)]:
            old.unlink(missing_ok=True)
        # Two starts at once must not write into the same draft.
        draft = place.with_suffix(f".{os.getpid()}.draft")
        draft.write_bytes(packed(make()))
        draft.replace(place)
    except OSError:
        return


def files_and_hashes(names: Iterable[str]) -> dict[str, str]:
    """For `made_from`: the files of these names, wherever the next start is."""
    return {str(Path(name).absolute()): hash_of(name) or "" for name in names}


def packed(thing: object) -> bytes:
    return pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)


def unpacked(data: bytes) -> Any:  # noqa: ANN401 - whoever asks knows what was packed
    """What was packed; None if that cannot be told any more."""
    try:
        return pickle.loads(data)  # noqa: S301 - written by ourselves into the user's own folder
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it is made anew
        return None
