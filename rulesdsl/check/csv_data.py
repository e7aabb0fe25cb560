"""Tables of data: CSV files beside the game and rows drawn in it, every cell with its place."""

from __future__ import annotations

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast

MOST_ROWS = 5_000
"""Rows of one table; more are met with `too-many-values`."""


_COMMENT = "`#` begins a comment, which hides the cells behind it; a cell of a shape is drawn with `X`"

_OTHERS = ((";", "semicolons"), ("\t", "tabs"), ("|", "strokes"))
"""What other programs part cells by."""

CellValue = int | tuple[int, ...]
"""What a cell says, as a program knows it: a value, or several (a map or a list)."""


@frozen
class Cell:
    text: str
    span: Span
    unclosed: bool = False
    """Whether it begins with a quotation mark that nothing closes on its line."""


@frozen
class DataTable:
    """Columns by name and rows of cells, as many as there are columns."""

    source_name: str
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    head: Span

    def column(self, name: str) -> int | None:
        for index, cell in enumerate(self.columns):
            if cell.text == name:
                return index
        return None


def _split_line(source: Source, line: int) -> list[Cell]:
    """The cells of one line; a cell may stand in double quotes, a quote inside is doubled."""
    span = source.line_span(line)
    text = span.text
    cells: list[Cell] = []
    index = 0
    while True:
        unclosed = False
        if text.startswith('"', index):
            end = index + 1
            parts: list[str] = []
            while True:
                close = text.find('"', end)
                if close < 0:
                    parts.append(text[end:])
                    close = len(text)
                    unclosed = True
                    break
                parts.append(text[end:close])
                if text.startswith('""', close):
                    parts.append('"')
                    end = close + 2
                    continue
                break
            stop = text.find(",", close)
            stop = len(text) if stop < 0 else stop
            value = "".join(parts)
        else:
            stop = text.find(",", index)
            stop = len(text) if stop < 0 else stop
            value = text[index:stop].strip()
        cells.append(Cell(value, Span(source, span.start + index, span.start + stop), unclosed))
        if stop >= len(text):
            return cells
        index = stop + 1


def head_of(source: Source) -> list[Cell]:
    """The columns of a CSV file, none if it is empty."""
    lines = (n for n in range(1, source.line_count + 1) if source.line_text(n).strip())
    first = next(lines, None)
    return [] if first is None else _split_line(source, first)


def read_csv(source: Source, report: Report) -> DataTable | None:
    """The table in a CSV file; faults are reported at their place in that file."""
    lines = [n for n in range(1, source.line_count + 1) if source.line_text(n).strip()]
    if not lines:
        report.add(
            Diagnostic(
                "data-column-missing",
                f"the table {source.name} is empty",
                Label(source.end, "nothing here"),
                hint="the first line names the columns",
            )
        )
        return None
    if len(lines) > MOST_ROWS + 1:
        report.add(
            Diagnostic(
                "too-many-values",
                f"this table has {len(lines) - 1:,} rows; at most {MOST_ROWS:,} are read",
                Label(source.line_span(lines[MOST_ROWS + 1]), "the first row too many"),
            )
        )
        return None
    head = head_of(source)
    if len(head) == 1 and (parted := next((name for sign, name in _OTHERS if sign in head[0].text), None)):
        report.add(
            Diagnostic(
                "data-column-missing",
                f"the cells of this table are parted by {parted}",
                Label(source.line_span(lines[0]), "read as one cell"),
                hint="cells are parted by commas: save the table as CSV with commas",
            )
        )
        return None
    rows = [_split_line(source, line) for line in lines[1:]]
    return _checked(source.name, head, rows, source.line_span(lines[0]), report)


def drawn_table(rows: tuple[ast.Row, ...], report: Report) -> DataTable | None:
    """The table drawn in the file: its first row names the columns."""
    cells = [[Cell(cell.value, cell.span) for cell in row.cells] for row in rows]
    return _checked(rows[0].span.source.name, cells[0], cells[1:], rows[0].span, report)


def _ends_in_comment(last: Span) -> bool:
    """Whether a comment has swallowed cells behind the last one of a drawn row."""
    behind = last.source.text[last.end :].partition("\n")[0].strip()
    return "|" in behind.partition("#")[2]


def _checked(
    name: str, head: list[Cell], rows: list[list[Cell]], place: Span, report: Report
) -> DataTable | None:
    seen: dict[str, Cell] = {}
    for cell in head:
        if cell.text in seen:
            report.add(
                Diagnostic(
                    "data-duplicate-key",
                    f"two columns are called `{cell.text}`",
                    Label(cell.span, "the second"),
                    (Label(seen[cell.text].span, "the first"),),
                )
            )
            return None
        seen[cell.text] = cell
    sound = []
    for row in rows:
        if row[-1].unclosed:
            report.add(
                Diagnostic(
                    "data-bad-value",
                    "the quotation mark of this cell is not closed on its line",
                    Label(row[-1].span, "all this is one cell"),
                    hint='write `"` where the cell ends; one that is meant is written twice, `""`',
                )
            )
            continue
        if len(row) != len(head):
            cells, columns = _so_many(row, "cell"), _so_many(head, "column")
            word = "few" if len(row) < len(head) else "many"
            report.add(
                Diagnostic(
                    "data-missing-cell" if word == "few" else "data-bad-value",
                    f"this row has {cells}, the table has {columns}: too {word}",
                    Label(Span.join(row[0].span, row[-1].span), cells),
                    (Label(place, columns),),
                    hint=_COMMENT
                    if word == "few" and _ends_in_comment(row[-1].span)
                    else "an absent value is an empty cell, with its separator",
                )
            )
            continue
        sound.append(tuple(row))
    return DataTable(name, tuple(head), tuple(sound), place)


def _so_many(cells: list[Cell], word: str) -> str:
    return f"{len(cells)} {word}{'' if len(cells) == 1 else 's'}"


@define
class RowSource:
    """The rows a kind is made of: from data, or every combination of some values."""

    data: DataTable | None
    fixed: dict[str, ir.Domain] = field(factory=dict)
    combinations: list[tuple[ir.Const, ...]] = field(factory=list)

    @property
    def count(self) -> int:
        return len(self.data.rows) if self.data is not None else len(self.combinations)
