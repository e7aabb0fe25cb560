"""Texts, places in them: the only room that counts lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from itertools import accumulate

from attrs import Attribute, field, frozen

from rulesdsl.visible import CONTROL_CHARACTER

BYTE_ORDER_MARK = "\ufeff"


def _normalised(text: str) -> str:
    return text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")


_INSIDE_BRACKETS = re.compile(r"(?<=[({]) | (?=[)}])")


def on_one_line(text: str) -> str:
    """What may be broken over several lines as it would stand on one."""
    return _INSIDE_BRACKETS.sub("", " ".join(text.split()))


@frozen
class Source:
    """A text under the name it is shown by (a path, or whatever the caller calls it).

    `text` is normalised: no byte order mark, every line ends in a newline. Offsets count its
    characters (code points) from 0; lines and columns count from 1.
    """

    name: str
    text: str = field(converter=_normalised, repr=False)
    _line_starts: tuple[int, ...] = field(init=False, repr=False, eq=False)

    @_line_starts.default
    def _find_line_starts(self) -> tuple[int, ...]:
        # Only "\n": `splitlines` would also break at form feeds and at separators inside a string.
        *lines, _last = self.text.split("\n")
        return tuple(accumulate((len(line) + 1 for line in lines), initial=0))

    @classmethod
    def from_bytes(cls, name: str, data: bytes, *, limit: int) -> Source:
        """The text in a file's bytes, or a `SourceError` that says why they are none.

        More than `limit` bytes are not looked at.
        """
        if len(data) > limit:
            message = f"this file has more than {limit:,} bytes"
            raise SourceError("file-too-large", message, cls(name, "").end)
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            raise SourceError("not-text", "this file is written in UTF-16, not in UTF-8", cls(name, "").end)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            message = f"this file is not text in UTF-8: byte 0x{data[error.start]:02x}"
            raise SourceError("not-text", message, cls(name, before).end) from error
        control = CONTROL_CHARACTER.search(text)
        if control:
            message = f"this file is not text: control character U+{ord(control[0]):04X}"
            raise SourceError("not-text", message, cls(name, text[: control.start()]).end)
        return cls(name, text)

    @property
    def line_count(self) -> int:
        """How many lines there are; after a last newline there is one more, empty line."""
        return len(self._line_starts)

    @property
    def end(self) -> Span:
        """The empty place after the last character."""
        return Span(self, len(self.text), len(self.text))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of the character at `offset`, or of the end of the text."""
        if not 0 <= offset <= len(self.text):
            raise IndexError(f"offset {offset} is outside {self.name} (0 to {len(self.text)})")
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column: `position` the other way round."""
        span = self.line_span(line)
        if not 1 <= column <= span.end - span.start + 1:
            raise IndexError(f"line {line} of {self.name} has no column {column}")
        return span.start + column - 1

    def line_span(self, line: int) -> Span:
        """Where a line is, without its newline."""
        if not 1 <= line <= self.line_count:
            raise IndexError(f"{self.name} has no line {line} (1 to {self.line_count})")
        start = self._line_starts[line - 1]
        end = self._line_starts[line] - 1 if line < self.line_count else len(self.text)
        return Span(self, start, end)

    def line_text(self, line: int) -> str:
        """What a line says, without its newline."""
        return self.line_span(line).text


@frozen
class Span:
    """The characters of a source from `start` up to `end`, which is not among them.

    An empty span is the place before the character at `start`.
    """

    source: Source
    start: int
    end: int = field()

    @end.validator
    def _check(self, _attribute: Attribute[int], end: int) -> None:
        if not 0 <= self.start <= end <= len(self.source.text):
            raise ValueError(f"{self.start} to {end} is no part of {self.source.name}")

    def __hash__(self) -> int:
        # The text is left out: equal spans have sources of equal names, and that is all a hash must see.
        return hash((self.source.name, self.start, self.end))

    @staticmethod
    def join(first: Span, second: Span) -> Span:
        """The smallest span that holds both; they are of one source."""
        if first.source != second.source:
            raise ValueError(f"{first.source.name} and {second.source.name} are two sources")
        return Span(first.source, min(first.start, second.start), max(first.end, second.end))

    def holds(self, other: Span) -> bool:
        """Whether the other lies in it."""
        return self.source == other.source and self.start <= other.start and other.end <= self.end

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of `end`: one past `last_line` when the span ends with a newline."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of `end`, so one past the last character."""
        return self.source.position(self.end)[1]

    @property
    def last_line(self) -> int:
        """The line of the last character; of an empty span, the line it is on."""
        return self.source.position(max(self.start, self.end - 1))[0]


class SourceError(Exception):
    """Bytes that are no text to be read; `code` is the code of the diagnostic that says so."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        """`span` is the end of what could be read: the place of the first bad byte."""
        super().__init__(f"{span.source.name}:{span.line}: {message}")
        self.code = code
        self.message = message
        self.span = span

    @property
    def line(self) -> int:
        return self.span.line
