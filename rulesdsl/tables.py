"""The tables of a game as they are written: columns and cells, drawn in the file or from a data file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO

from attrs import frozen

from rulesdsl.syntax import ast

ReadTable = Callable[[ast.Text], str | None]
"""The text of a data file by where it is named; None if it cannot be read."""


@frozen
class Table:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, name: str) -> tuple[str, ...] | None:
        if name not in self.columns:
            return None
        index = self.columns.index(name)
        return tuple(row[index] for row in self.rows)


def table_of(declaration: ast.Declaration, read: ReadTable) -> Table | None:
    """The table of a declaration that has one; `read` gives the text of a data file."""
    match declaration:
        case ast.ValuesTableDecl() | ast.LinksDecl() | ast.TableDecl() | ast.PlacesDecl():
            return _table(declaration.csv, declaration.rows, read)
        case ast.PiecesDecl(origin=ast.FromCsv(source) | ast.OnePerRow(csv=source), rows=rows):
            return _table(source, rows, read)
        case ast.PiecesDecl(origin=None, rows=rows):
            return _table(None, rows, read)
        case _:
            return None


def _table(source: ast.Csv | None, drawn: tuple[ast.Row, ...], read: ReadTable) -> Table | None:
    rows: list[tuple[str, ...]] = []
    if source:
        text = read(source.path)
        if text is None:
            return None
        rows = [tuple(cell.strip() for cell in row) for row in csv.reader(StringIO(text)) if row]
    # A table drawn in the file repeats the head; rows that extend a data file may leave it out.
    drawn_rows = [tuple(cell.value for cell in row.cells) for row in drawn]
    if drawn_rows and rows and drawn_rows[0] == rows[0]:
        drawn_rows = drawn_rows[1:]
    rows += drawn_rows
    if not rows:
        return None
    columns, *body = rows
    width = len(columns)
    cut = tuple((*row[:width], *("",) * (width - len(row))) for row in body)
    return Table(columns, cut)
