"""Another name for a thing, at every place of every file at which it is named."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from rulesdsl.builtins import BUILTINS
from rulesdsl.check.declarations.kinds import RESERVED
from rulesdsl.index.model import Definition, Index, Place, joined
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import vocabulary

# Columns of these names say something besides: what a row is called, how many pieces it is, how it looks.
_COLUMNS = frozenset({"name", "copies", "a", "b", "colour", "symbol", "x", "y", "longitude", "latitude"})
_NO_NAMES = frozenset({"example", "rule", "flow", "winner"})

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class CannotRename(Exception):
    """Why a thing cannot have this name."""


@frozen
class Named:
    """A thing: all places at which several files name it, and what these declare it as."""

    name: str
    places: tuple[Place, ...]
    definitions: tuple[Definition, ...]


def named_at(indexes: Iterable[Index], file: str, offset: int) -> Named | None:
    """The thing that is named there, with all that other files say of it."""
    indexes = list(indexes)
    start: Place | None = None
    for index in indexes:
        named = index.named_at(file, offset)
        if named is not None:
            start = named[0]
            break
    if start is None:
        return None
    groups = joined(places for index in indexes for places in index.things)
    places = next(group for group in groups if start in group)
    known: dict[Place, Definition] = {}
    texts: dict[str, str] = {}
    for index in indexes:
        texts.update(index.texts)
        known.update((place, index.definition_at[place]) for place in places if place in index.definition_at)
    return Named(texts[start.file][start.start : start.end], places, tuple(known.values()))


def refuse_name(new: str, thing: Named, indexes: Iterable[Index]) -> None:
    """Raises CannotRename where the files would then say something else, or nothing."""
    if thing.name == new:
        return
    if not thing.definitions:
        raise CannotRename(f"`{thing.name}` is declared in none of these files")
    if any(definition.sort in _NO_NAMES for definition in thing.definitions):
        raise CannotRename(f"`{thing.name}` is no name of the game")
    if thing.name in _COLUMNS and any(definition.sort == "attribute" for definition in thing.definitions):
        raise CannotRename(f"a column `{thing.name}` means something in every table")
    if _NAME.fullmatch(new) is None:
        raise CannotRename(f"`{new}` is no name: letters, digits and _ are, with no digit at the beginning")
    if new in RESERVED or new in BUILTINS or new in vocabulary(grammar()).words.values():
        raise CannotRename(f"`{new}` means something in every game")
    around = [definition.inside for definition in thing.definitions if definition.inside is not None]
    local = len(around) == len(thing.definitions)
    for index in indexes:
        for other in index.definitions:
            if other.name != new:
                continue
            hidden = other.inside is not None and other.inside not in around
            if not (hidden and (local or not _named_inside(thing, other.inside))):
                raise CannotRename(f"there is already a {other.sort} `{new}`")


def _named_inside(thing: Named, around: Place | None) -> bool:
    return around is not None and any(around.holds(place) for place in thing.places)
