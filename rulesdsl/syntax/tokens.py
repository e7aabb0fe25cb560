"""Words and signs of a text, read without the grammar, so that any text whatever can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from attrs import frozen

from rulesdsl.source import Source, Span


class Kind(Enum):
    NEWLINE = "newline"
    COMMENT = "comment"
    ROW = "row"
    CITE = "cite"
    STRING = "string"
    OPEN_STRING = "open_string"
    WORD = "word"
    NUMBER = "number"
    OPENING = "opening"
    CLOSING = "closing"
    SIGN = "sign"
    BAD = "bad"


@frozen
class Piece:
    """One word or sign; `text` is the whole text it was read from."""

    kind: Kind
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        return self.text[self.start : self.end]


# The forms are those of the terminals in the grammar; a row is one only at the beginning of a line.
_ROW = r"\|[^\n]*?\|(?=[ ]*(?:\[[A-Z][^\]\n]*\][ ]*)?(?:#[^\n]*)?(?:\n|$))"
_PIECE = re.compile(
    r"""
      (?P<newline>\n)
    | (?P<comment>\#[^\n]*)
    | (?P<cite>\[[A-Z]+-[0-9A-Z]+(?:[ ]+[A-Z]+-[0-9A-Z]+)*\])
    | (?P<string>"[^"\n]*")
    | (?P<open_string>"[^"\n]*)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*|`[^`\n]+`)
    | (?P<number>[0-9]+)
    | (?P<opening>[({])
    | (?P<closing>[)}])
    | (?P<sign>\.\.|!=|<=|>=|[<>=:,.+*/-])
    | (?P<bad>[^ ])
    """,
    re.VERBOSE,
)
_ASIDE = re.compile(r'(?P<string>"[^"]*")|[ ]*\[[A-Z]+-[0-9A-Z]+(?: +[A-Z]+-[0-9A-Z]+)*\]|[ ]*#.*')
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ROW_LINE = re.compile(r"[ ]*(?P<row>" + _ROW + ")")


_KINDS = {kind.value: kind for kind in Kind}


def pieces(text: str) -> Iterator[Piece]:
    """All that stands in the text, blanks left out."""
    offset = 0
    at_line_start = True
    while offset < len(text):
        match = (at_line_start and _ROW_LINE.match(text, offset)) or _PIECE.search(text, offset)
        if match is None:
            return
        assert match.lastgroup is not None
        kind = _KINDS[match.lastgroup]
        yield Piece(kind, match.start(match.lastgroup), match.end(), text)
        offset = match.end()
        at_line_start = kind is Kind.NEWLINE


@lru_cache(maxsize=2)
def lines(text: str) -> tuple[list[Piece], ...]:
    """What stands on each line that has something on it. Who looks for mistakes asks again and again."""
    whole: list[list[Piece]] = [[]]
    for piece in pieces(text):
        if piece.kind is not Kind.NEWLINE:
            whole[-1].append(piece)
        elif whole[-1]:
            whole.append([])
    return tuple(line for line in whole if line)


def comments(source: Source) -> tuple[Span, ...]:
    """Every comment, from its `#` to the end of its line."""
    spans: list[Span] = []
    start = 0
    # Nothing goes on over the end of a line, so that lines without the sign need not be looked at.
    for line in _LINE.findall(source.text):
        if "#" in line:
            spans += (
                Span(source, start + piece.start, start + piece.end)
                for piece in pieces(line)
                if piece.kind is Kind.COMMENT
            )
        start += len(line)
    return tuple(spans)


def without_asides(line: str) -> str:
    """A line without its citation and its comment."""
    return _ASIDE.sub(lambda match: match["string"] or "", line)
