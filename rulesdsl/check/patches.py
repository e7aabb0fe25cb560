"""A table of data as variants left it: some cells are others, some rows are more or gone."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulesdsl.check.csv_data import Cell, DataTable
from rulesdsl.syntax import ast

Cells = tuple[Cell, ...]


def changed_by_variants(data: DataTable, csv: ast.Csv) -> DataTable:
    """What is wrong with a changed cell is then reported where the variant wrote it."""
    rows = data.rows
    for change in csv.changes:
        match change:
            case ast.Row(cells):
                rows = (*rows, tuple(Cell(cell.value, cell.span) for cell in cells))
            case ast.RowGone(where):
                rows = tuple(row for row in rows if not meant(data, row, where))
            case ast.CellPatch():
                rows = _patched(data, rows, change)
            case _:
                assert_never(change)
    return evolve(data, rows=rows)


def _patched(data: DataTable, rows: tuple[Cells, ...], patch: ast.CellPatch) -> tuple[Cells, ...]:
    index = data.column(patch.column)
    if index is None:
        return rows
    cell = Cell(patch.cell.value, patch.cell.span)
    return tuple(
        (*row[:index], cell, *row[index + 1 :]) if meant(data, row, patch.where) else row for row in rows
    )


def meant(data: DataTable, row: Cells, where: tuple[tuple[str, str], ...]) -> bool:
    """Whether the row has these texts in these columns."""
    places = [(data.column(column), text) for column, text in where]
    return all(index is not None and row[index].text == text for index, text in places)
