"""Games that were checked before: kept in a folder, good as long as no file they were made from has changed.

What is kept is plain data, line by line: what it is and which parts it has, then the parts, each read when it
is asked for. Whoever else may write into the folder can spoil it, but nothing that is read from there is run;
what cannot be read is made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, get_type_hints

from attrs import fields, frozen

from rulesdsl import source
from rulesdsl.diagnostics import model
from rulesdsl.serialization import Unreadable, checked, classes_of, dumps, loads
from rulesdsl.version import __version__

FOLDER = "checked"
MOST_KEPT = 200
"""Files in the folder; beyond that the oldest go."""
ROOMS = ("check", "diagnostics", "syntax", "variants")
PLAYING = ("engine",)
CODE = (".lark", ".py")


PARTS = "parts"


@frozen
class KeptGame:
    """A checked game. Its parts are the tree, the report and the programs by their numbers of players.

    `made_from` has every file that was read, with a hash of what was in it.
    """

    code: str
    made_from: Mapping[str, str]
    folders: Mapping[str, str]
    title: str
    players: tuple[int, int]
    fingerprint: str
    parts: Mapping[str, str]


@frozen
class KeptReport:
    """What a file that has no errors was warned of, when everything in it was checked: its only part."""

    code: str
    made_from: Mapping[str, str]
    parts: Mapping[str, str]


@frozen
class KeptResults:
    """How the examples of a file came out."""

    code: str
    made_from: Mapping[str, str]
    parts: Mapping[str, str]


Kept = TypeVar("Kept", KeptGame, KeptReport, KeptResults)
ENDINGS: Mapping[type, str] = {KeptGame: ".game", KeptReport: ".report", KeptResults: ".results"}


@cache
def stamp_of_the_code() -> str:
    """Changes whenever the library does: what was checked by other code is not trusted."""
    return stamp_of(Path(__file__).parent)


@cache
def stamp_of_what_plays() -> str:
    """Changes whenever a game could be checked or played otherwise."""
    return stamp_of(Path(__file__).parent, (*ROOMS, *PLAYING))


def stamp_of(library: Path, rooms: Iterable[str] = ROOMS) -> str:
    """What tells this code from any other: of all that reads and checks, where it lies, its size, its age."""
    digest = hashlib.sha256(__version__.encode())
    inside = (file for room in rooms for file in (library / room).rglob("*") if file.suffix in CODE)
    for file in sorted([*library.glob("*.py"), *inside], key=str):
        status = file.stat()
        digest.update(f"{file} {status.st_size} {status.st_mtime_ns};".encode())
    return digest.hexdigest()


def hash_of(path: str) -> str | None:
    """Of what is in a file; None if it cannot be read, or cannot be read twice, as a pipe."""
    try:
        if not Path(path).is_file():
            return None
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def _place(
    kind: type[KeptGame | KeptReport | KeptResults], folder: Path, path: Path, variants: Iterable[Path]
) -> Path:
    # As they were written, too: what is kept shows its files by these names and finds data through them.
    names = "\0".join(f"{file}\0{file.absolute()}" for file in (path, *variants))
    name = hashlib.sha256(os.fsencode(names)).hexdigest()[:32]
    return folder / FOLDER / f"{name}{ENDINGS[kind]}"


def _stamp(kind: type[object]) -> str:
    return stamp_of_what_plays() if kind is KeptResults else stamp_of_the_code()


def find(kind: type[Kept], folder: Path, path: Path, variants: Iterable[Path]) -> Kept | None:
    """What was kept of the game, if it is still the same."""
    try:
        data = _place(kind, folder, path, variants).read_bytes()
    except OSError:
        return None
    kept = _read(kind, data)
    if kept is None or kept.code != _stamp(kind):
        return None
    return kept if all(hash_of(name) == known for name, known in kept.made_from.items()) else None


def keep(
    kind: type[Kept], folder: Path, path: Path, variants: Iterable[Path], make: Callable[[], Kept]
) -> None:
    """Keep what is known of a game; where nothing can be written, nothing is kept."""
    place = _place(kind, folder, path, variants)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        others = sorted(place.parent.glob(f"*{place.suffix}"), key=lambda file: file.stat().st_mtime_ns)
        for old in others[: max(0, len(others) - MOST_KEPT)]:
            old.unlink(missing_ok=True)
        # Two starts at once must not write into the same draft.
        draft = place.with_suffix(f".{os.getpid()}.draft")
        draft.write_bytes(_written(make()))
        draft.replace(place)
    except OSError:
        return


def files_and_hashes(names: Iterable[str]) -> dict[str, str]:
    """For `made_from`: the files of these names, wherever the next start is."""
    return {str(Path(name).absolute()): hash_of(name) or "" for name in names}


def _written(kept: KeptGame | KeptReport | KeptResults) -> bytes:
    head = {field.name: getattr(kept, field.name) for field in fields(type(kept)) if field.name != PARTS}
    data = "\n".join((json.dumps({**head, PARTS: list(kept.parts)}), *kept.parts.values())).encode()
    return hashlib.sha256(data).hexdigest().encode() + b"\n" + data


def _read(kind: type[Kept], data: bytes) -> Kept | None:
    """None if nothing of this kind was written, or if it was damaged since."""
    digest, _, data = data.partition(b"\n")
    if digest != hashlib.sha256(data).hexdigest().encode():
        return None
    try:
        first, *lines = data.decode().split("\n")
        head = json.loads(first)
        names = checked(head[PARTS], tuple[str, ...])
        parts = dict(zip(names, lines, strict=True))
        values: dict[str, Any] = {
            name: parts if name == PARTS else checked(head[name], hint)
            for name, hint in get_type_hints(kind).items()
        }
        return kind(**values)
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


Part = TypeVar("Part")


def packed(part: object) -> str:
    return dumps(part)


def unpacked(kind: type[Part], text: str | None, *modules: ModuleType) -> Part | None:
    """The part that was packed, of the classes of these modules; None if it cannot be read, or is none."""
    try:
        return None if text is None else loads(text, kind, {kind.__name__: kind, **classes_of(*modules)})
    except Unreadable:
        return None


def kept_report(folder: Path, path: Path) -> tuple[model.Report, set[Path]] | None:
    """What a file was warned of at an earlier start, and the files that it is made of."""
    kept = find(KeptReport, folder, path, ())
    report = None if kept is None else unpacked(model.Report, kept.parts.get("report"), source, model)
    return None if kept is None or report is None else (report, {Path(name) for name in kept.made_from})
