"""Further rows of a table, of values or of pieces: `extend NAME`."""

from __future__ import annotations

from attrs import evolve

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.variants.cells import with_csv
from rulesdsl.variants.desk import Desk
from rulesdsl.variants.naming import NOUNS, article, name_of, name_span, sort_of
from rulesdsl.variants.tables import DataReader, Table, Tabled, csv_of, table_of
from rulesdsl.variants.widening import widened


def extend(tree: ast.GameFile, change: ast.ExtendChange, read: DataReader, desk: Desk) -> ast.GameFile:
    name = change.name.text
    named = [one for one in tree.declarations if name_of(one) == name]
    old = next((one for one in named if isinstance(one, Tabled | ast.ValuesDecl)), None)
    if old is None:
        _missing(tree, change, named, desk)
        return tree
    if isinstance(old, ast.ValuesDecl):
        new: ast.Declaration | None = _more_values(old, change, desk)
    else:
        new = _more_rows(tree, old, change, read, desk)
    if new is None:
        return tree
    return evolve(tree, declarations=tuple(new if one is old else one for one in tree.declarations))


def _more_values(old: ast.ValuesDecl, change: ast.ExtendChange, desk: Desk) -> ast.ValuesDecl | None:
    for row in change.rows:
        if len(row.cells) != 1:
            desk.bad_row(row, 1, old.name.span)
            return None
    names = (ast.Name(row.cells[0].value, span=row.cells[0].span) for row in change.rows)
    return evolve(old, values=(*old.values, *(ast.Value(name, None, span=name.span) for name in names)))


def _more_rows(
    tree: ast.GameFile, old: Tabled, change: ast.ExtendChange, read: DataReader, desk: Desk
) -> Tabled | None:
    table = table_of(tree, old, read)
    if table is None:
        if csv_of(old) is None and not old.rows:
            hint = "write it whole: `replace pieces …`"
            desk.wrong(change.name.span, f"`{old.name.text}` has no rows", old.name.span, hint)
        # Otherwise its file cannot be read, which the checker says.
        return None
    rows = _completed(table, change.rows, desk)
    csv = csv_of(old)
    new: Tabled = (
        evolve(old, rows=(*old.rows, *rows))
        if csv is None
        else with_csv(old, evolve(csv, more_rows=(*csv.more_rows, *rows)))
    )
    columns = [column.text for column in table.data.columns]
    for row in rows:
        new = widened(new, table, zip(columns, row.cells, strict=True))
    return new


def _completed(table: Table, rows: tuple[ast.Row, ...], desk: Desk) -> tuple[ast.Row, ...]:
    """Rows with a cell for every column: as they are, or put in order by a first row that names columns."""
    columns = [column.text for column in table.data.columns]
    head = [cell.value for cell in rows[0].cells]
    if not set(head) <= set(columns) or len(set(head)) < len(head):
        return tuple(row for row in rows if _is_whole(row, len(columns), table.data.head, desk))
    return tuple(
        evolve(row, cells=tuple(_cell(column, head, row, table.keys) for column in columns))
        for row in rows[1:]
        if _is_whole(row, len(head), rows[0].span, desk)
    )


def _is_whole(row: ast.Row, columns: int, head: Span, desk: Desk) -> bool:
    if len(row.cells) != columns:
        desk.bad_row(row, columns, head)
    return len(row.cells) == columns


def _cell(column: str, head: list[str], row: ast.Row, keys: tuple[str, ...]) -> ast.Text:
    if column in head:
        return row.cells[head.index(column)]
    if column == "name" and len(keys) == 1 and keys[0] in head:
        # How the thing is called; where nobody says it, its id with blanks.
        named = row.cells[head.index(keys[0])]
        return evolve(named, value=named.value.replace("_", " ").capitalize())
    return ast.Text("", span=row.span)


def _missing(tree: ast.GameFile, change: ast.ExtendChange, named: list[ast.Declaration], desk: Desk) -> None:
    name = change.name.text
    for sort in ("table", "values", "pieces", "places", "links"):
        if desk.removed(change.name.span, sort, name, f"`{name}` is removed and extended"):
            return
    known = [name_of(one) for one in tree.declarations if isinstance(one, Tabled | ast.ValuesDecl)]
    if named:
        message = f"`{name}` is {article(NOUNS[sort_of(named[0])])} without rows"
        hint = "rows belong to tables, values, pieces, places and links"
        desk.wrong(change.name.span, message, name_span(named[0]), hint)
        return
    desk.missing(change.name.span, f"there is no table `{name}`", name, known)
