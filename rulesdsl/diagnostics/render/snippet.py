"""The lines of one source that a diagnostic is about, with its labels drawn under them.

Every label over several lines has a lane at the left, in which a bar runs from its first line to its last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import field, frozen

from rulesdsl.diagnostics.model import Label
from rulesdsl.diagnostics.render.canvas import Row, Style, paint
from rulesdsl.source import Source, Span
from rulesdsl.visible import cells, one_line

# Of a longer label the first and the last lines are shown, and of a longer line the part with the marks.
MOST_LINES_OF_A_LABEL = 6
MOST_COLUMNS = 140
ELLIPSIS = "\u2026"


@frozen
class Mark:
    """A label with the sign and the style it is drawn in."""

    span: Span
    text: str
    sign: str
    style: Style
    line: int = field(init=False)
    last_line: int = field(init=False)

    @line.default
    def _line(self) -> int:
        return self.span.line

    @last_line.default
    def _last_line(self) -> int:
        return self.span.last_line

    @classmethod
    def of(cls, label: Label, sign: str, style: Style) -> Mark:
        return cls(label.span, one_line(label.text).strip(), sign, style)

    @property
    def is_long(self) -> bool:
        return self.last_line > self.line

    @property
    def start(self) -> int:
        """Where the mark begins in its first line, from 0."""
        return self.span.column - 1

    @property
    def end(self) -> int:
        """Where the mark ends in its last line, from 0."""
        text = self.span.source.text
        last = self.span.end - 1
        if last < self.span.start:
            return self.start
        _, column = self.span.source.position(last)
        # The end of a line is worth a mark only where nothing else of the line has one.
        newline_too = text[last] == "\n" and last > self.span.start and column > 1
        return column - 1 if newline_too else column

    def focus(self, line: int) -> int:
        """What to keep in sight of a line on which the mark begins or ends."""
        return self.start if line == self.line else self.end - 1


@frozen
class _ShownLine:
    """A line of the source, or the part of a long line that is shown."""

    text: str
    _first: int
    _starts: Sequence[int]
    _cut: bool

    @classmethod
    def around(cls, line: str, focus: Sequence[int]) -> _ShownLine:
        """Keeps the characters in `focus` in sight, or at least the first of them."""
        start = min(focus, default=0)
        if focus and focus[0] - start > MOST_COLUMNS // 2:
            start = focus[0]
        # A line can be as long as the file: lay out no more of it than could be shown.
        first = 0 if len(line) <= MOST_COLUMNS else max(0, start - MOST_COLUMNS // 4)
        shown, starts = cells(line[first : first + MOST_COLUMNS])
        kept = len(shown)
        while kept and starts[kept] > MOST_COLUMNS:
            kept -= 1
        left = ELLIPSIS if first else ""
        right = ELLIPSIS if first + kept < len(line) else ""
        return cls(left + "".join(shown[:kept]) + right, first, starts[: kept + 1], bool(left))

    def column(self, character: int) -> int:
        """The column a character is shown at, from 0; what is not shown is at the nearer edge."""
        index = min(max(character - self._first, 0), len(self._starts) - 1)
        return self._starts[index] + self._cut

    def columns(self, start: int, end: int) -> tuple[int, int]:
        """The columns of some characters; an empty place is one column wide."""
        first = self.column(start)
        return first, max(self.column(end), first + 1)


@frozen
class Snippet:
    source: Source
    marks: Sequence[Mark]
    gutter: int
    """How wide the numbers of lines are."""
    color: bool

    @staticmethod
    def lines(marks: Iterable[Mark]) -> list[int]:
        """The lines that are shown for some marks."""
        lines: set[int] = set()
        for mark in marks:
            if mark.last_line - mark.line < MOST_LINES_OF_A_LABEL:
                lines.update(range(mark.line, mark.last_line + 1))
            else:
                lines.update(range(mark.line, mark.line + 3))
                lines.update(range(mark.last_line - 1, mark.last_line + 1))
        # One line left out would take as much room as the line itself.
        return sorted(lines | {line + 1 for line in lines if line + 2 in lines})

    def render(self) -> Iterator[str]:
        shown = self.lines(self.marks)
        before = shown[0]
        for line in shown:
            if line > before + 1:
                row = Row()
                self._draw_lanes(row, (mark for mark in self._lanes if mark.line < line <= mark.last_line))
                yield (self._note("...") + " " * self.gutter + row.render(color=self.color)).rstrip()
            before = line
            yield from self._line(line)

    @property
    def _lanes(self) -> list[Mark]:
        """The marks that have a lane, in their order: those around others at the left."""
        return sorted(
            (mark for mark in self.marks if mark.is_long), key=lambda mark: (mark.line, -mark.last_line)
        )

    def _line(self, number: int) -> Iterator[str]:
        text = self.source.line_text(number)
        here = [mark for mark in self.marks if number in (mark.line, mark.last_line)]
        shown = _ShownLine.around(text, [mark.focus(number) for mark in here])
        lanes = self._lanes
        left = 2 * len(lanes)
        # A label that begins with its line needs no row of its own to show where.
        slashed = [mark for mark in lanes if mark.line == number and not text[: mark.start].strip()]
        still_open = [mark for mark in lanes if mark.line < number <= mark.last_line]

        row = Row()
        self._draw_lanes(row, still_open)
        for mark in slashed:
            row.draw(2 * lanes.index(mark), "/", mark.style)
        row_text = row.render(color=self.color)
        if text:
            row_text += " " * (left - _drawn_width(lanes, still_open + slashed)) + shown.text
        yield self._with_gutter(str(number), row_text)

        still_open += slashed
        for row in _rows_of_short_marks([mark for mark in here if not mark.is_long], shown, left):
            self._draw_lanes(row, still_open)
            yield self._with_gutter("", row.render(color=self.color))
        for mark in lanes:
            if mark.line == number and mark not in slashed:
                row = Row()
                self._draw_lanes(row, still_open)
                column = left + shown.column(mark.start)
                lane = 2 * lanes.index(mark)
                row.draw(lane + 1, "_" * (column - lane - 1) + mark.sign, mark.style)
                still_open.append(mark)
                yield self._with_gutter("", row.render(color=self.color))
        for mark in reversed(lanes):
            if mark.last_line == number:
                row = Row()
                self._draw_lanes(row, still_open)
                column = left + shown.columns(mark.end - 1, mark.end)[0]
                lane = 2 * lanes.index(mark)
                row.draw(
                    lane + 1, "_" * (column - lane - 1) + f"{mark.sign} {mark.text}".rstrip(), mark.style
                )
                yield self._with_gutter("", row.render(color=self.color))

    def _draw_lanes(self, row: Row, marks: Iterable[Mark]) -> None:
        lanes = self._lanes
        for mark in marks:
            row.draw(2 * lanes.index(mark), "|", mark.style)

    def _with_gutter(self, number: str, text: str) -> str:
        return (self._note(f"{number:>{self.gutter}} |") + " " + text).rstrip()

    def _note(self, text: str) -> str:
        return paint(text, Style.NOTE, color=self.color)


def _drawn_width(lanes: Sequence[Mark], drawn: Sequence[Mark]) -> int:
    return max((2 * lanes.index(mark) + 1 for mark in drawn), default=0)


def _rows_of_short_marks(marks: Sequence[Mark], shown: _ShownLine, left: int) -> list[Row]:
    """The marks on one line, their texts under them from right to left.

    The text of the mark farthest right stands behind it, if nothing else is marked there:

        draw 2 from deck to hand
             ^      ---- has one piece
             |
             two are drawn
    """
    if not marks:
        return []
    placed = sorted(
        ((*shown.columns(mark.start, mark.end), mark) for mark in marks), key=lambda place: place[:2]
    )
    underlines = Row()
    # The primary mark was made first and is drawn last, on top of the others.
    for mark in reversed(marks):
        start, end = shown.columns(mark.start, mark.end)
        underlines.draw(left + start, mark.sign * (end - start), mark.style)
    rows = [underlines]
    _, rightmost_end, rightmost = placed[-1]
    hanging = [(start, mark) for start, _, mark in placed if mark.text]
    if rightmost.text and all(end <= rightmost_end for _, end, _ in placed):
        underlines.draw(left + rightmost_end + 1, rightmost.text, rightmost.style)
        hanging.pop()
    if hanging:
        bars = Row()
        for start, mark in hanging:
            bars.draw(left + start, "|", mark.style)
        rows.append(bars)
    while hanging:
        row = Row()
        index, mark = hanging.pop()
        for start, other in hanging:
            row.draw(left + start, "|", other.style)
        row.draw(left + index, mark.text, mark.style)
        rows.append(row)
    return rows
