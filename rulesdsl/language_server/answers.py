"""Answers about a place, made of the index: what is it, where is it declared, where is it used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from attrs import frozen

from rulesdsl.builtins import BUILTINS
from rulesdsl.index.model import Definition, Index
from rulesdsl.language_server.documents import Desk, Document
from rulesdsl.language_server.moved import Position
from rulesdsl.language_server.reading import Spot

_PARTS = frozenset({"value", "column", "index"})
"""Sorts of which a file has too many to be listed."""
_WORD = re.compile(r"[A-Za-z_]\w*")


@frozen
class Section:
    """A part of the reference that tells of a word."""

    page: str
    heading: str
    text: str


@cache
def reference() -> Mapping[str, Section]:
    """By the words of the language, what the reference says of them."""
    text = resources.files("rulesdsl.language_server").joinpath("reference.json").read_text("utf-8")
    known = json.loads(text)
    sections = [Section(**section) for section in known["sections"]]
    return {word: sections[number] for word, number in known["words"].items()}


def hover(desk: Desk, document: Document, position: Position) -> tuple[Spot, str] | None:
    """What stands at a place, in Markdown."""
    word = word_at(document, position)
    if word is None:
        return None
    spot, text = word
    index = desk.index_for(document.path)
    named = _named(desk, index, document.path, position)
    if index is not None and named is not None:
        texts = [_hover_text(definition, index) for definition in index.definitions_of(named)]
        if texts:
            return spot, "\n\n---\n\n".join(dict.fromkeys(texts))
    if text in BUILTINS:
        builtin = BUILTINS[text]
        forms = "\n".join(builtin.forms)
        return spot, f"```game\n{forms}\n```\n{builtin.doc}\n\n*Reference: Functions*"
    section = reference().get(text)
    if section is None:
        return None
    return spot, f"{section.text}\n\n*Reference: {section.page}, {section.heading}*"


def _hover_text(definition: Definition, index: Index) -> str:
    if definition.sort == "rule":
        return f"**{definition.name}** {definition.detail}"
    text = index.texts[definition.whole.file]
    line_start = text.rfind("\n", 0, definition.whole.start) + 1
    line_end = text.find("\n", definition.whole.start)
    line = text[line_start : line_end if line_end >= 0 else len(text)].strip()
    comment = " ".join(_comment_above(text, line_start))
    head = f"**{definition.sort} `{definition.name}`**" + (
        f": {definition.detail}" if definition.detail else ""
    )
    where = definition.place.file.replace("\\", "/").rsplit("/", 1)[-1]
    number = text.count("\n", 0, definition.place.start) + 1
    shown = f"```game\n{line}\n```" if definition.whole.file.endswith(".game") else f"`{line}`"
    return "\n\n".join(part for part in (head, shown, comment, f"*{where}, line {number}*") if part)


def _comment_above(text: str, line_start: int) -> list[str]:
    """The comment that stands directly above a line."""
    lines: list[str] = []
    for line in reversed(text[:line_start].split("\n")[:-1]):
        if not line.lstrip().startswith("#"):
            break
        lines.append(line.lstrip("# ").rstrip())
    return lines[::-1]


def word_at(document: Document, position: Position) -> tuple[Spot, str] | None:
    lines = document.lines
    if position[0] >= len(lines):
        return None
    for match in _WORD.finditer(lines[position[0]]):
        if match.start() <= position[1] <= match.end():
            first, last = (position[0], match.start()), (position[0], match.end())
            return Spot(document.path, first, last), match[0]
    return None


def _named(desk: Desk, index: Index | None, file: str, position: Position) -> int | None:
    if index is None:
        return None
    offset = desk.offset_then(index, file, position)
    named = None if offset is None else index.named_at(file, offset)
    return None if named is None else named[1]


def declared_at(desk: Desk, document: Document, position: Position) -> list[Spot]:
    """Where that is declared which is named at a place."""
    index = desk.index_for(document.path)
    named = _named(desk, index, document.path, position)
    if index is None or named is None:
        return []
    return desk.spots_now(index, (definition.place for definition in index.definitions_of(named)))


def symbols(desk: Desk, document: Document) -> Iterator[tuple[Definition, Spot, Spot]]:
    """What a file declares at its margin, and its phases: with the whole place and that of the name."""
    index = document.index
    for definition in index.definitions if index is not None else ():
        if (
            definition.place.file != document.path
            or definition.inside is not None
            or definition.sort in _PARTS
        ):
            continue
        assert index is not None
        whole, name = desk.spot_now(index, definition.whole), desk.spot_now(index, definition.place)
        if name is not None:
            around = whole is not None and whole.first <= name.first <= name.last <= whole.last
            yield definition, whole if around and whole is not None else name, name


def citations(desk: Desk, document: Document) -> Iterator[tuple[Spot, str]]:
    """Where a line cites rules of the list, and what these say, in short."""
    index = document.index
    if index is None:
        return
    for place, number in index.names_in(document.path):
        rules = [definition for definition in index.definitions_of(number) if definition.sort == "rule"]
        spot = desk.spot_now(index, place) if rules else None
        if spot is not None:
            yield spot, rules[0].detail
