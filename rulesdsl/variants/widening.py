"""Ranges that grow: a number that a variant writes into a table is one that its column can hold."""

from __future__ import annotations

from attrs import evolve

from rulesdsl.syntax import ast
from rulesdsl.variants.tables import Tabled


def widened(declaration: Tabled, column: str, cell: ast.Text) -> Tabled:
    """The declaration with the range of this column widened, if it has one that is too narrow."""
    match declaration:
        case ast.TableDecl(keys=keys, gives=gives):
            return evolve(
                declaration,
                keys=tuple(
                    evolve(key, type=_holding(key.type, cell)) if key.name.text == column else key
                    for key in keys
                ),
                gives=tuple(
                    evolve(one, type=_holding(one.type, cell)) if one.per or one.name.text == column else one
                    for one in gives
                ),
            )
        case ast.ValuesTableDecl() | ast.PiecesDecl() | ast.PlacesDecl() | ast.LinksDecl():
            fields = tuple(
                evolve(one, type=_holding(one.type, cell)) if _is_of(one, column) else one
                for one in declaration.fields
            )
            return evolve(declaration, fields=fields)
