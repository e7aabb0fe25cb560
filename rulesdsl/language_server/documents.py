"""What is open in the editor, and what is known of it: the last good reading stays while one types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define, field

from rulesdsl.game_files import Files
from rulesdsl.index.model import Index, Place
from rulesdsl.language_server.moved import Moved, Position, offset_in, position_in
from rulesdsl.language_server.reading import Finding, Spot
from rulesdsl.project.settings import OWN_FILE, SHARED_FILE
from rulesdsl.source import SourceError

GAME, TABLE, RULE_LIST = ".game", ".csv", ".md"


def normalised(text: str) -> str:
    """As files are read: only newlines end lines, and nothing stands before the first one."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


@define(eq=False)
class Document:
    """A file that is open."""

    path: str
    uri: str
    text: str
    version: int = 0
    index: Index | None = None
    """Of the last text that could be read."""
    findings: tuple[Finding, ...] = ()
    """Everything that was found in the last text that was looked at thoroughly."""
    settings: frozenset[str] = frozenset()
    """The files that say how its project sees what was found."""
    published: dict[str, tuple[Finding, ...]] = field(factory=dict)
    _moved: Moved | None = None

    @property
    def is_game(self) -> bool:
        return self.path.endswith(GAME)

    @property
    def is_variant(self) -> bool:
        first = next((line for line in self.text.split("\n") if line.strip() and line[0] != "#"), "")
        return first.startswith("variant")

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


@define(eq=False)
class Desk:
    """All that is open."""

    documents: dict[str, Document] = field(factory=dict)
    """By path."""
    _moved: dict[tuple[str, int], Moved] = field(factory=dict)

    @property
    def texts(self) -> dict[str, str]:
        return {path: document.text for path, document in self.documents.items()}

    def text_of(self, file: str, index: Index | None = None) -> str:
        """A file as it is now."""
        open_here = self.documents.get(file)
        if open_here is not None:
            return open_here.text
        if index is not None and file in index.texts:
            return index.texts[file]
        try:
            return Files().game_source(Path(file)).text
        except (OSError, SourceError):
            return ""

    def games(self) -> Iterator[Document]:
        return (document for document in self.documents.values() if document.is_game)

    def built_on(self, file: str) -> list[Document]:
        """The games that are open and are made of this file, among others."""
        return [
            game for game in self.games() if game.path == file or (game.index and file in game.index.texts)
        ]

    def read_anew_after(self, file: str) -> Iterator[Document]:
        """The games that are open and are another matter when a file has changed: what they are made of, or
        what their project says."""
        new_settings = Path(file).name in (OWN_FILE, SHARED_FILE)
        for game in self.games():
            if new_settings or file in game.settings or (game.index and file in game.index.texts):
                yield game

    def index_for(self, file: str) -> Index | None:
        """An index in which a file occurs: its own, or that of a game that it belongs to."""
        own = self.documents.get(file)
        if own is not None and own.index is not None:
            return own.index
        return next((document.index for document in self.built_on(file)), None)

    def moved(self, index: Index, file: str) -> Moved:
        """From the text of a file in an index to that of now."""
        now = self.text_of(file, index)
        key = (file, hash((index.texts[file], now)))
        if key not in self._moved:
            if len(self._moved) > 40:
                self._moved.clear()
            self._moved[key] = Moved(index.texts[file], now)
        return self._moved[key]

    def offset_then(self, index: Index, file: str, position: Position) -> int | None:
        """Where a position of now was when the index was made."""
        if file not in index.texts:
            return None
        moved = self.moved(index, file)
        before = moved.before(position)
        return None if before is None else offset_in(moved.old_lines, before)

    def spot_now(self, index: Index, place: Place) -> Spot | None:
        """Where a place of an index is now; None if it is gone."""
        if place.file not in index.texts:
            return None
        moved = self.moved(index, place.file)
        first = moved.now(position_in(moved.old_lines, place.start))
        last = moved.now(position_in(moved.old_lines, place.end))
        if first is None or last is None or last < first:
            return None
        return Spot(place.file, first, last)

    def spots_now(self, index: Index, places: Iterable[Place]) -> list[Spot]:
        return [spot for place in places if (spot := self.spot_now(index, place)) is not None]
