"""Games that are broken off and gone on with: what is kept of them in a file."""

import hashlib
import json
from pathlib import Path

from attrs import asdict, frozen

from rulesdsl.bot_names import WRITTEN
from rulesdsl.engine.state import State
from rulesdsl.library import SUFFIX as GAME
from rulesdsl.library import resolve
from rulesdsl.named_files import start_of
from rulesdsl.source import Source, SourceError
from rulesdsl.version import __version__
from rulesdsl.visible import CONTROL_CHARACTER

from .exit_status import CannotDo
from .whole_files import write_whole

FORMAT = "rulesdsl saved game 1"
SUFFIX = ".saved"
LARGEST = 50_000_000


def recorded(name: str) -> Path:
    """The game that a saved game or a trace names: no device, pipe or other kind of file is opened for it."""
    path = resolve(name)
    # A link may lead to something else.
    if any(place.suffix.lower() != GAME for place in (path, path.resolve())) or not path.is_file():
        raise CannotDo(f"{name} is no `{GAME}` file, and nothing else is opened for a saved game or a trace")
    return path


@frozen
class SavedGame:
    """All that it takes to play it again up to where it stood: the dice follow from the seed."""

    game: str
    file: str
    rules: str
    seed: int
    options: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    seats: tuple[str, ...]
    choices: tuple[str, ...]
    position: str
    """A mark of the position it stood at, which it must come to again."""

    def write(self, path: Path) -> None:
        data = {"format": FORMAT, "version": __version__, **asdict(self)}
        write_whole(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def mark(state: State) -> str:
    return hashlib.sha256(" ".join(map(str, state.cells)).encode()).hexdigest()[:16]


def read_saved(path: Path) -> SavedGame:
    """The game in a file, or in words why there is none."""
    data = start_of(path, LARGEST)
    try:
        text = Source.from_bytes(str(path), data, limit=LARGEST).text
    except SourceError as error:
        raise CannotDo(f"{path}: {error.message}") from None
    try:
        saved = json.loads(text)
    except json.JSONDecodeError:
        cut_off = text.lstrip().startswith("{") and FORMAT in text
        why = "is cut off; what is left cannot be gone on with" if cut_off else "is no saved game"
        raise CannotDo(f"{path} {why}") from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise CannotDo(f"{path} is no saved game of this version")
    try:
        return SavedGame(
            game=_text(saved["game"]),
            file=_text(saved["file"]),
            rules=_text(saved["rules"]),
            seed=_number(saved["seed"]),
            options=tuple((_text(name), _text(value)) for name, value in saved["options"]),
            variants=tuple(map(_text, saved["variants"])),
            seats=tuple(map(_seat, saved["seats"])),
            choices=tuple(map(_text, saved["choices"])),
            position=_text(saved["position"]),
        )
    except (KeyError, TypeError, ValueError):
        raise CannotDo(f"{path} is a saved game with something missing or wrong in it") from None


def _text(value: object) -> str:
    # What JSON writes as "\u001b" is a control character like any other.
    if not isinstance(value, str) or CONTROL_CHARACTER.search(value):
        raise TypeError(value)
    return value


def _seat(value: object) -> str:
    kind = _text(value)
    if kind == WRITTEN:
        raise ValueError(kind)
    return kind


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


def free_name(stem: str) -> Path:
    """A file for a game of that name that does not write over another."""
    path = Path(f"{stem}{SUFFIX}")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}{SUFFIX}")
        number += 1
    return path
