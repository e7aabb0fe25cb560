"""What a variant can set, and the value that holds now: numbers, options, first values, cells of tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from attrs import frozen

from rulesdsl.program_walk import instances_in, nodes_in
from rulesdsl.source import on_one_line
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import name_of
from rulesdsl.variants.tables import DataReader, Table, tables_of

_NAME = re.compile(r"[^\W\d]\w*")
_PLAIN = re.compile(r"-?\d+|[^\W\d]\w*")


@frozen
class Setting:
    """`name` and `value` as they stand in `set NAME to VALUE`.

    Of a cell `table` and `column` say where it stands, `keys` by what its row is found, `row` what the row is
    called; else they are empty.
    """

    name: str
    value: str
    table: str = ""
    column: str = ""
    row: str = ""
    keys: tuple[str, ...] = ()


def settings_of(tree: ast.GameFile, read: DataReader) -> tuple[Setting, ...]:
    """In the order of the file, cells of tables last."""
    return (*_single_values(tree), *_cells(tables_of(tree, read)))


def _single_values(tree: ast.GameFile) -> Iterator[Setting]:
    for line in tree.all(ast.PlayersLine):
        yield Setting("players", f"{line.least}..{line.most}")
    in_play = _what_exists_in_play(tree)
    for declaration in tree.declarations:
        match declaration:
            case ast.OptionDecl(name, default=value):
                yield Setting(name.text, _flat(value))
            case ast.StateDecl(name, starts=value) if value and _is_known_before_play(value, in_play):
                yield Setting(name.text, _flat(value))
            case ast.DefineDecl(name, params=(), per=(), body=body):
                if body.lets or body.cases or not _is_known_before_play(body.last, in_play):
                    in_play.add(name.text)
                else:
                    yield Setting(name.text, _flat(body.last))


def _what_exists_in_play(tree: ast.GameFile) -> set[str]:
    """The names that stand for something that is there, or happens, while a game is played."""
    known_before = (ast.OptionDecl, ast.ValuesDecl, ast.ValuesTableDecl, ast.DefineDecl)
    named = (declaration for declaration in tree.declarations if not isinstance(declaration, known_before))
    phases = (node.name.text for node in instances_in(tree, ast.Phase))
    return {"players", "you", "others", *map(name_of, named), *phases}


def _is_known_before_play(value: ast.Expr, in_play: set[str]) -> bool:
    for node in nodes_in(value):
        match node:
            case ast.Your() | ast.Call() | ast.Selection() | ast.Attribute():
                return False
            case ast.NameRef(name) if name in in_play:
                return False
    return True


def _flat(value: ast.Expr) -> str:
    return on_one_line(value.span.text)


# ---------------------------------------------------------------------- cells


def _cells(tables: tuple[Table, ...]) -> Iterator[Setting]:
    settings = [cell for table in tables for cell in _cells_of(table)]
    often = Counter(cell.name for cell in settings)
    for cell in settings:
        # A row of this name is in another table, too.
        name = cell.name if often[cell.name] == 1 else f"{cell.table}({cell.row}){cell.column}"
        yield Setting(name, cell.value, cell.table, cell.column.removeprefix("."), cell.row, cell.keys)


def _cells_of(table: Table) -> Iterator[Setting]:
    """Those that have a name without further ado. `column` still has its dot."""
    declaration = table.declaration
    is_lookup = isinstance(declaration, ast.TableDecl)
    if isinstance(declaration, ast.LinksDecl) or (len(table.keys) != 1 and not is_lookup):
        return
    keys = [table.data.column(key) for key in table.keys]
    for column in table.columns:
        index = table.data.column(column.name)
        if index is None or column.name in table.keys or None in keys:
            continue
        attribute = f".{column.attribute.text}"
        if isinstance(declaration, ast.TableDecl) and len(declaration.gives) == 1 and column.per is None:
            attribute = ""
        if column.per is not None:
            attribute += f"({column.per})"
        for cells in table.data.rows:
            row = ", ".join(cells[key].text for key in keys if key is not None)
            value = _written(cells[index].text, column.type)
            if value is None or not (is_lookup or _NAME.fullmatch(row)):
                continue
            name = f"{table.name}({row}){attribute}" if is_lookup else f"{row}{attribute}"
            keys_of_table = table.keys if is_lookup else ()
            yield Setting(name, value, table.name, attribute, row, keys_of_table)


def _written(cell: str, of: ast.Type) -> str | None:
    """A cell as it is written behind `to`; None if it is none of the plain ones."""
    words = cell.split()
    if not all(_PLAIN.fullmatch(word) for word in words):
        return None
    match of:
        case ast.SetType():
            return "{" + ", ".join(words) + "}"
        case ast.ListType() | ast.MapType() | ast.TextType():
            return None
        case ast.NamedType() | ast.RangeType() | ast.FlagType() | ast.NameOfType() | ast.EitherType():
            return cell if len(words) == 1 else None if words else "none"
        case _:
            assert_never(of)
