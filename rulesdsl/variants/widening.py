"""Ranges that follow the rows of a table: wider for more, narrower where rows end."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.variants.tables import Table, Tabled


def widened(declaration: Tabled, table: Table, cells: Iterable[tuple[str, ast.Text]]) -> Tabled:
    """The declaration with every range widened that is too narrow for the number now in its column."""
    for column, cell in cells:
        attribute = next((item.attribute.text for item in table.columns if item.name == column), None)
        if attribute is not None:
            declaration = _widened(declaration, attribute, cell)
    return declaration


def _widened(declaration: Tabled, attribute: str, cell: ast.Text) -> Tabled:
    match declaration:
        case ast.TableDecl(keys=keys, gives=gives):
            return evolve(
                declaration,
                keys=tuple(
                    evolve(key, type=holding(key.type, cell)) if key.name.text == attribute else key
                    for key in keys
                ),
                gives=tuple(
                    evolve(give, type=holding(give.type, cell)) if give.name.text == attribute else give
                    for give in gives
                ),
            )
        case _:
            fields = tuple(
                evolve(field, type=holding(field.type, cell)) if field.name.text == attribute else field
                for field in declaration.fields
            )
            return evolve(declaration, fields=fields)


def holding(kind: ast.Type, cell: ast.Text) -> ast.Type:
    """The type, with a range that holds the number; as it is where there is no number or no written range."""
    number = number_in(cell.value)
    match kind:
        case ast.RangeType(low, high):
            bottom, top = bound(low), bound(high)
            if number is None or bottom is None or top is None or bottom <= number <= top:
                return kind
            new = _written(number, cell.span)
            return evolve(kind, low=new) if number < bottom else evolve(kind, high=new)
        case ast.EitherType(alternatives):
            ranges = [alternative for alternative in alternatives if isinstance(alternative, ast.RangeType)]
            if len(ranges) != 1:
                return kind
            wider = tuple(
                holding(alternative, cell) if alternative is ranges[0] else alternative
                for alternative in alternatives
            )
            return evolve(kind, alternatives=wider)
        case _:
            return kind


def narrowed(declaration: ast.TableDecl, table: Table, gone: int) -> ast.TableDecl:
    """The table with a key that ends where its rows now end, if the row that goes was the last of them."""
    keys = tuple(evolve(key, type=_ending(key.type, key.name.text, table, gone)) for key in declaration.keys)
    return evolve(declaration, keys=keys)


def _ending(kind: ast.Type, column: str, table: Table, gone: int) -> ast.Type:
    value = number_in(table.cell(gone, column).text)
    rest = [number_in(table.cell(row, column).text) for row in range(len(table.data.rows)) if row != gone]
    left = [number for number in rest if number is not None]
    if not isinstance(kind, ast.RangeType) or value is None or value in left or len(left) < max(1, len(rest)):
        return kind
    if value == bound(kind.high):
        return evolve(kind, high=_written(max(left), kind.span))
    return evolve(kind, low=_written(min(left), kind.span)) if value == bound(kind.low) else kind


def _written(number: int, span: Span) -> ast.Expr:
    positive = ast.Number(abs(number), span=span)
    return ast.Unary("-", positive, span=span) if number < 0 else positive


def number_in(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() else None


def bound(node: ast.Expr) -> int | None:
    """A bound that is written as a number."""
    match node:
        case ast.Number(value):
            return value
        case ast.Unary("-", ast.Number(value)):
            return -value
        case _:
            return None
