"""Rows of a table, of values or of pieces that are more or gone: `extend Fruit`, `remove Fruit apple`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from rulesdsl.diagnostics import did_you_mean
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS
from rulesdsl.syntax.naming import article, declared_as, name_of, name_span, sort_of
from rulesdsl.variants.cells import Values, row_names, the_row, values_in, with_csv
from rulesdsl.variants.change_report import ChangeContext
from rulesdsl.variants.tables import DataReader, Table, Tabled, csv_of, table_of, tables_of
from rulesdsl.variants.widening import narrowed, widened


def extend(
    tree: ast.GameFile, change: ast.ExtendChange, read: DataReader, context: ChangeContext
) -> ast.GameFile:
    name = change.name.text
    named = declared_as(tree, name)
    old = next((node for node in named if isinstance(node, Tabled | ast.ValuesDecl)), None)
    if old is None:
        _missing(tree, change, named, context)
        return tree
    if isinstance(old, ast.ValuesDecl):
        new: ast.Declaration | None = _more_values(old, change, context)
    else:
        new = _more_rows(tree, old, change, read, context)
    if new is None:
        return tree
    return tree.with_declaration(old, new)


def _more_values(
    old: ast.ValuesDecl, change: ast.ExtendChange, context: ChangeContext
) -> ast.ValuesDecl | None:
    for row in change.rows:
        if len(row.cells) != 1:
            context.bad_row(row, 1, old.name.span)
            return None
    names = (ast.Name(row.cells[0].value, span=row.cells[0].span) for row in change.rows)
    return evolve(old, values=(*old.values, *(ast.Value(name, None, span=name.span) for name in names)))


def _more_rows(
    tree: ast.GameFile, old: Tabled, change: ast.ExtendChange, read: DataReader, context: ChangeContext
) -> Tabled | None:
    table = table_of(tree, old, read)
    if table is None:
        _without_rows(old, change.name.span, context)
        return None
    rows = _completed(table, change.rows, context)
    csv = csv_of(old)
    new: Tabled = (
        evolve(old, rows=(*old.rows, *rows))
        if csv is None
        else with_csv(old, evolve(csv, changes=(*csv.changes, *rows)))
    )
    columns = [column.text for column in table.data.columns]
    for row in rows:
        new = widened(new, table, zip(columns, row.cells, strict=True))
    return new


def _completed(table: Table, rows: tuple[ast.Row, ...], context: ChangeContext) -> tuple[ast.Row, ...]:
    """Rows with a cell for every column: as they are, or put in order by a first row that names columns."""
    columns = [column.text for column in table.data.columns]
    head = [cell.value for cell in rows[0].cells]
    if not set(head) <= set(columns) or len(set(head)) < len(head):
        return tuple(row for row in rows if _is_whole(row, len(columns), table.data.head, context))
    return tuple(
        evolve(row, cells=tuple(_cell(column, head, row, table.keys) for column in columns))
        for row in rows[1:]
        if _is_whole(row, len(head), rows[0].span, context)
    )


def _is_whole(row: ast.Row, columns: int, head: Span, context: ChangeContext) -> bool:
    if len(row.cells) != columns:
        context.bad_row(row, columns, head)
    return len(row.cells) == columns


def _cell(column: str, head: list[str], row: ast.Row, keys: tuple[str, ...]) -> ast.Text:
    if column in head:
        return row.cells[head.index(column)]
    if column == "name" and len(keys) == 1 and keys[0] in head:
        # How the thing is called; where nobody says it, its id with blanks.
        named = row.cells[head.index(keys[0])]
        return evolve(named, value=named.value.replace("_", " ").capitalize())
    return ast.Text("", span=row.span)


# ---------------------------------------------------------------- rows that are gone


def remove_row(
    tree: ast.GameFile,
    change: ast.RemoveChange | ast.RemoveRowChange,
    read: DataReader,
    context: ChangeContext,
) -> ast.GameFile:
    """`remove Fruit apple` names a row or a value, `remove bonus(4)` says what the row has."""
    match change:
        case ast.RemoveChange(name, ast.Name(text) | ast.Text(text) as called):
            values: Values | None = ((None, text),)
            place = called.span
        case ast.RemoveRowChange(name, args):
            values, place = values_in(args), change.span
        case _:
            assert_never(change)
    named = declared_as(tree, name.text)
    old = next((node for node in named if isinstance(node, Tabled | ast.ValuesDecl)), None)
    if old is None:
        row = "" if values is None else ", ".join(text for _, text in values)
        _no_rows(tree, name, row, named, read, context)
        return tree
    if values is None:
        hint = "a row is told by numbers and names: `remove bonus(4)`, `remove Fruit apple`"
        context.missing(place, f"`{place.text}` is no row of a table", "", (), hint)
        return tree
    new = (
        _less_values(old, values, place, context)
        if isinstance(old, ast.ValuesDecl)
        else _less_rows(tree, old, values, place, read, context)
    )
    return tree.with_declaration(old, new)


def _less_values(old: ast.ValuesDecl, values: Values, place: Span, context: ChangeContext) -> ast.ValuesDecl:
    _, text = values[0]
    kept = tuple(value for value in old.values if value.name.text != text)
    if len(kept) == len(old.values) or len(values) > 1:
        message = f"`{old.name.text}` has no value `{', '.join(text for _, text in values)}`"
        if not context.removed(place, old.name.text, text, f"the value `{text}` is removed and changed"):
            context.missing(place, message, text, (value.name.text for value in old.values))
        return old
    return evolve(old, values=kept) if _something_left(old, len(kept), place, context) else old


def _less_rows(
    tree: ast.GameFile, old: Tabled, values: Values, place: Span, read: DataReader, context: ChangeContext
) -> Tabled:
    table = table_of(tree, old, read)
    if table is None:
        _without_rows(old, place, context)
        return old
    row = the_row(table, values, place, context)
    if row is None or not _something_left(old, len(table.data.rows) - 1, place, context):
        return old
    csv = csv_of(old)
    if csv is None:
        first = table.data.rows[row][0].span
        new: Tabled = evolve(old, rows=tuple(item for item in old.rows if item.cells[0].span is not first))
    else:
        columns = table.keys or tuple(cell.text for cell in table.data.columns)
        where = tuple((column, table.cell(row, column).text) for column in columns)
        new = with_csv(old, evolve(csv, changes=(*csv.changes, ast.RowGone(where, span=place))))
    return narrowed(new, table, row) if isinstance(new, ast.TableDecl) else new


def _something_left(old: Tabled | ast.ValuesDecl, left: int, place: Span, context: ChangeContext) -> bool:
    if not left:
        hint = f"take all of it away: `remove {sort_of(old)} {old.name.text}`"
        context.wrong(place, f"this is the last row of `{old.name.text}`", old.name.span, hint)
    return left > 0


def _without_rows(old: Tabled, place: Span, context: ChangeContext) -> None:
    """Of a file that cannot be read the checker speaks."""
    if csv_of(old) is None and not old.rows:
        hint = f"write it whole: `replace {sort_of(old)} …`"
        context.wrong(place, f"`{old.name.text}` has no rows", old.name.span, hint)


def _no_rows(
    tree: ast.GameFile,
    name: ast.Name,
    row: str,
    named: Sequence[ast.Declaration],
    read: DataReader,
    context: ChangeContext,
) -> None:
    if named:
        hint = f"all of it: `remove {sort_of(named[0])} {name.text}`; rows are in tables, values and pieces"
        context.wrong(name.span, f"`{name.text}` has no rows", name_span(named[0]), hint)
        return
    homes = {
        values_decl.name.text: [value.name.text for value in values_decl.values]
        for values_decl in tree.all(ast.ValuesDecl)
    }
    homes |= {table.name: row_names(table) for table in tables_of(tree, read)}
    home = next((home for home, rows in homes.items() if row in rows), None)
    message = f"there is nothing called `{name.text}`"
    if home is not None:
        hint = f"write `remove {home} {row}`"
        context.missing(name.span, message, name.text, (), hint, replaced(name.span, home))
        return
    known = [*NOUNS, *homes]
    how_written = "write what it is, then its name: `remove score NAME`, `remove KIND ROW`"
    context.missing(name.span, message, name.text, known, did_you_mean(name.text, known) or how_written)


def _missing(
    tree: ast.GameFile, change: ast.ExtendChange, named: Sequence[ast.Declaration], context: ChangeContext
) -> None:
    name = change.name.text
    for sort in ("table", "values", "pieces", "places", "links"):
        if context.removed(change.name.span, sort, name, f"`{name}` is removed and extended"):
            return
    known = [
        name_of(declaration)
        for declaration in tree.declarations
        if isinstance(declaration, Tabled | ast.ValuesDecl)
    ]
    if named:
        message = f"`{name}` is {article(NOUNS[sort_of(named[0])])} without rows"
        hint = "rows belong to tables, values, pieces, places and links"
        context.wrong(change.name.span, message, name_span(named[0]), hint)
        return
    context.missing(change.name.span, f"there is no table `{name}`", name, known)
