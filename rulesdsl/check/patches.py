"""A table of data as variants left it: some cells are others, some rows are more."""

from __future__ import annotations

from attrs import evolve

from rulesdsl.check.csv_data import Cell, DataTable
from rulesdsl.syntax import ast

Cells = tuple[Cell, ...]


def changed_by_variants(data: DataTable, csv: ast.Csv) -> DataTable:
    """What is wrong with a changed cell is then reported where the variant wrote it."""
    rows = data.rows + tuple(
        tuple(Cell(cell.value, cell.span) for cell in row.cells) for row in csv.more_rows
    )
    for patch in csv.patches:
        at = data.column(patch.column)
        if at is not None:
            cell = Cell(patch.cell.value, patch.cell.span)
            rows = tuple(
                (*row[:at], cell, *row[at + 1 :]) if meant(data, row, patch.where) else row for row in rows
            )
    return evolve(data, rows=rows)


def meant(data: DataTable, row: Cells, where: tuple[tuple[str, str], ...]) -> bool:
    """Whether the row has these texts in these columns."""
    places = [(data.column(column), text) for column, text in where]
    return all(at is not None and row[at].text == text for at, text in places)
