"""Single cells of tables: `set fish.points to 6`, `set banff.cost(nature) to 2`, `set bonus(4) to 1`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve, frozen

from rulesdsl.diagnostics import Report
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import declared_as, sort_of
from rulesdsl.variants.change_report import ChangeContext
from rulesdsl.variants.single_values import settable
from rulesdsl.variants.tables import DataReader, Table, Tabled, csv_of, tables_of
from rulesdsl.variants.widening import widened

Values = tuple[tuple[str | None, str], ...]
"""Values of a row with their columns, or without in the order of the keys."""


@frozen
class _Target:
    """`row` names it, or it is the row of `table` with these values: by column, or in the order of the keys.

    `attribute` is None where a table has one result and `bonus(4)` is all that is said.
    """

    row: str | None
    table: str | None
    values: Values
    attribute: ast.Name | None
    per: str | None
    span: Span


def set_cell(
    tree: ast.GameFile, change: ast.SetChange, read: DataReader, context: ChangeContext
) -> ast.GameFile:
    target = _target(change.target)
    if target is None:
        hint = "a cell is `NAME.attribute`, `table(key)` or `table(key).result`, with numbers and names"
        context.missing(
            change.target.span, f"`{change.target.span.text}` is no cell of a table", "", (), hint
        )
        return tree
    text = cell_text(change.value)
    if text is None:
        hint = "a number, a name, yes, no, none, or several of them in { }"
        context.bad_value(change.value.span, hint)
        return tree
    result = _found(tree, target, read, context)
    if result is None:
        return tree
    table, row, column = result
    before = table.cell(row, column)
    if before.text == text:
        shown = change.value.span.text
        context.same(change.span, f"`{change.target.span.text}` already is {shown}", before.span)
        return tree
    cell = ast.Text(text, span=change.value.span)
    old = table.declaration
    new = widened(_patched(table, row, column, cell), table, [(column, cell)])
    return tree.with_declaration(old, new)


def cell_now(tree: ast.GameFile, target: ast.Expr, read: DataReader, base: ast.Text) -> str | None:
    """What stands there before a change; None where there is no such cell."""
    meant = _target(target)
    cell = None if meant is None else _found(tree, meant, read, ChangeContext(Report(), base))
    if cell is None:
        return None
    table, row, column = cell
    return table.cell(row, column).text


def _target(target: ast.Expr) -> _Target | None:
    match target:
        case ast.Attribute(of, name):
            return _row(of, name, None, target.span)
        case ast.Call(ast.Attribute(of, name), args) if len(args) == 1:
            per = None if isinstance(args[0].value, ast.Over) else cell_text(args[0].value)
            return None if per is None else _row(of, name, per, target.span)
        case ast.Call(ast.NameRef()):
            return _row(target, None, None, target.span)
        case _:
            return None


def _row(of: ast.Expr, attribute: ast.Name | None, per: str | None, span: Span) -> _Target | None:
    match of:
        case ast.NameRef(name):
            return _Target(name, None, (), attribute, per, span)
        case ast.Call(ast.NameRef(name), args):
            values = values_in(args)
            return None if values is None else _Target(None, name, values, attribute, per, span)
        case _:
            return None


def values_in(args: Iterable[ast.Argument]) -> Values | None:
    """What a row is told by; None if something of it is no value that is written down as it is."""
    values: list[tuple[str | None, str]] = []
    for arg in args:
        text = None if isinstance(arg.value, ast.Over) else cell_text(arg.value)
        if text is None:
            return None
        values.append((arg.name.text if arg.name is not None else None, text))
    return tuple(values)


def cell_text(value: ast.Expr) -> str | None:
    """A value as a cell of a data file says it; None if it is none that is written down as it is."""
    match value:
        case ast.Number(number):
            return str(number)
        case ast.Unary("-", ast.Number(number)):
            return str(-number)
        case ast.NameRef(name):
            return name
        case ast.Flag(flag):
            return "yes" if flag else "no"
        case ast.NoneValue():
            return ""
        case ast.Group(inner):
            return cell_text(inner)
        case ast.Listing(items):
            texts = [cell_text(item) for item in items]
            return None if None in texts else " ".join(text for text in texts if text)
        case ast.Call(ast.NameRef(name), args) if len(args) == 1 and not isinstance(args[0].value, ast.Over):
            carried = cell_text(args[0].value)
            return None if carried is None else f"{name}:{carried}"
        case ast.Computed() | ast.Attribute() | ast.Call() | ast.Your():
            return None
        case _:
            assert_never(value)


# ---------------------------------------------------------------- finding it


def _found(
    tree: ast.GameFile, target: _Target, read: DataReader, context: ChangeContext
) -> tuple[Table, int, str] | None:
    tables = tables_of(tree, read)
    rows = _rows(tree, tables, target, context)
    if not rows:
        return None
    cells = [(table, row, column) for table, row in rows if (column := _column(table, target)) is not None]
    if len(cells) == 1:
        return cells[0]
    if cells:
        homes = ", ".join(f"`{table.name}`" for table, _, _ in cells)
        hint = f"say which table is meant, as in `{cells[0][0].name}({target.row})`: there is {homes}"
        message = f"`{target.span.text}` is in {len(cells)} tables"
        places = (table.cell(row, column).span for table, row, column in cells)
        context.unclear(target.span, message, places, hint)
        return None
    _no_column(rows, target, context)
    return None


def _rows(
    tree: ast.GameFile, tables: tuple[Table, ...], target: _Target, context: ChangeContext
) -> list[tuple[Table, int]]:
    if target.row is not None:
        result = [
            (table, index)
            for table in tables
            if len(table.keys) == 1 and not isinstance(table.declaration, ast.TableDecl)
            for index in _rows_with(table, [(table.keys[0], target.row)])
        ]
        if not result and not any(
            row_is_gone(table.name, (target.row,), target.span, context) for table in tables
        ):
            named = (name for table in tables for name in row_names(table))
            context.missing(target.span, f"there is no row `{target.row}`", target.row, named)
        return result
    table = next((table for table in tables if table.name == target.table), None)
    if table is None:
        _no_table(tree, tables, target, context)
        return []
    row = the_row(table, target.values, target.span, context)
    return [] if row is None else [(table, row)]


def the_row(table: Table, values: Values, span: Span, context: ChangeContext) -> int | None:
    """The one row that has these values; None if the report now says why there is none."""
    where = _where(table, values, span, context)
    if where is None:
        return None
    rows = _rows_with(table, where)
    if len(rows) == 1:
        return rows[0]
    conditions = ", ".join(f"{column} {text}" for column, text in where)
    if rows:
        message = f"`{table.name}` has {len(rows)} rows with {conditions}"
        places = (table.data.rows[row][0].span for row in rows)
        context.unclear(span, message, places, "name further columns: `KIND(column: value, …)`")
    elif not row_is_gone(table.name, (text for _, text in values), span, context):
        hint = f"add it: `extend {table.name}`" if not row_names(table) else None
        known = row_names(table)
        context.missing(span, f"`{table.name}` has no row with {conditions}", where[0][1], known, hint)
    return None


def row_is_gone(table: str, texts: Iterable[str], span: Span, context: ChangeContext) -> bool:
    """Whether this variant or one below takes the row away; then that is reported."""
    name = ", ".join(texts)
    return context.removed(span, table, name, f"the row `{name}` is removed and changed")


def _rows_with(table: Table, where: Iterable[tuple[str, str]]) -> list[int]:
    wanted = [(table.data.column(column), text) for column, text in where]
    return [
        number
        for number, row in enumerate(table.data.rows)
        if all(index is not None and row[index].text == text for index, text in wanted)
    ]


def row_names(table: Table) -> list[str]:
    index = table.data.column(table.keys[0]) if len(table.keys) == 1 else None
    return [] if index is None else [row[index].text for row in table.data.rows]


def _where(table: Table, values: Values, span: Span, context: ChangeContext) -> list[tuple[str, str]] | None:
    where = []
    keys = list(table.keys)
    for name, text in values:
        column = (keys.pop(0) if keys else None) if name is None else table.column(name, None) or name
        if column is None or table.data.column(column) is None:
            known = [item.attribute.text for item in table.columns if item.per is None] + list(table.keys)
            message = f"the rows of `{table.name}` are not told apart by `{name or text}`"
            context.missing(span, message, name or "", known)
            return None
        where.append((column, text))
    return where


def _column(table: Table, target: _Target) -> str | None:
    declaration = table.declaration
    if target.attribute is not None:
        column = table.column(target.attribute.text, target.per)
        return column if column is not None and table.data.column(column) is not None else None
    if not isinstance(declaration, ast.TableDecl):
        return None
    match declaration.gives:
        case [ast.Gives(name, ())]:
            return name.text
        case _:
            return None


def _no_column(rows: list[tuple[Table, int]], target: _Target, context: ChangeContext) -> None:
    table, _ = rows[0]
    known = [
        column.attribute.text
        for table, _ in rows
        for column in table.columns
        if column.name not in table.keys
    ]
    if target.attribute is None:
        message = f"`{target.span.text}` has several results"
        context.missing(target.span, message, "", known)
        return
    name = target.attribute.text
    declaration = table.declaration
    if not isinstance(declaration, ast.TableDecl):
        computed = next(
            (field for field in declaration.fields if field.name.text == name and field.computed), None
        )
        if computed is not None:
            hint = f"write the kind whole: `replace {sort_of(declaration)} {table.name} …`"
            context.wrong(target.attribute.span, f"`{name}` is computed", computed.span, hint)
            return
    values = [
        column.per for column in table.columns if column.attribute.text == name and column.per is not None
    ]
    if values and target.per is None:
        hint = f"say which: `{target.span.text}({values[0]})`"
        context.missing(target.span, f"there are several `{name}`", name, (), hint)
    elif values and target.per is not None:
        context.missing(target.span, f"there is no `{name}` for `{target.per}`", target.per, values)
    else:
        row = target.row or target.table or ""
        context.missing(target.attribute.span, f"`{row}` has no attribute `{name}`", name, known)


def _no_table(tree: ast.GameFile, tables: tuple[Table, ...], target: _Target, context: ChangeContext) -> None:
    name = target.table or ""
    others, hint = declared_as(tree, name), None
    if others:
        whole = f"`replace {sort_of(others[0])} {name} …`"
        set_alone = settable(tree, name) is not None
        hint = f"write it whole: {whole}" if set_alone else f"`{name}` has no rows: write it whole, {whole}"
    context.missing(target.span, f"there is no table `{name}`", name, (table.name for table in tables), hint)


# ---------------------------------------------------------------- changing it


def _patched(table: Table, row: int, column: str, cell: ast.Text) -> Tabled:
    declaration = table.declaration
    csv = csv_of(declaration)
    if csv is None:
        return evolve(declaration, rows=_drawn(declaration, table, row, column, cell))
    keys = table.keys or tuple(item.text for item in table.data.columns)
    where = tuple((key, table.cell(row, key).text) for key in keys)
    patch = ast.CellPatch(where, column, cell, span=cell.span)
    return with_csv(declaration, evolve(csv, changes=(*csv.changes, patch)))


def _drawn(declaration: Tabled, table: Table, row: int, column: str, cell: ast.Text) -> tuple[ast.Row, ...]:
    """The drawn rows with one cell changed; found by its place, because rows that are unsound are no data."""
    old = table.cell(row, column).span

    def changed(item: ast.Row) -> ast.Row:
        if not any(text.span is old for text in item.cells):
            return item
        return evolve(item, cells=tuple(cell if text.span is old else text for text in item.cells))

    return tuple(changed(entry) for entry in declaration.rows)


def with_csv(declaration: Tabled, csv: ast.Csv) -> Tabled:
    match declaration:
        case ast.PiecesDecl(origin=(ast.FromCsv() | ast.OnePerRow()) as origin):
            return evolve(declaration, origin=evolve(origin, csv=csv))
        case ast.PiecesDecl():
            return declaration
        case _:
            return evolve(declaration, csv=csv)
