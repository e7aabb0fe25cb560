"""Kinds of pieces of which several read the same, though they are not."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.symbols import PieceSymbol
from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.syntax import ast


def pieces_read_alike(tree: ast.GameFile, elaboration: Elaboration) -> Iterator[Diagnostic]:
    """Who plays could not say which of them is meant."""
    for decl in tree.all(ast.PiecesDecl):
        symbol = elaboration.world.symbols.get(decl.name.text)
        if not isinstance(symbol, PieceSymbol) or symbol.span != decl.name.span:
            continue
        rows: dict[str, set[tuple[object, ...]]] = {}
        kind = next(
            (piece_kind for piece_kind in elaboration.world.kinds if piece_kind.name == symbol.name), None
        )
        for piece in () if kind is None else kind.pieces:
            assert kind is not None
            label = elaboration.world.piece_names[elaboration.world.piece_name_of[piece]]
            values = (
                elaboration.world.tables[attr.table].values[piece - kind.first]
                for name, attr in symbol.attrs.items()
                if attr.table in elaboration.world.tables and name != symbol.key
            )
            rows.setdefault(label, set()).add(tuple(values))
        alike = {label: len(values) for label, values in rows.items() if len(values) > 1}
        if alike:
            label, count = max(alike.items(), key=lambda each: each[1])
            yield finding(
                "pieces-read-alike",
                symbol.span,
                f'{count} different pieces of `{symbol.name}` read the same: "{label}"',
                "who plays cannot tell which is meant",
                hint="give the table a column `name` with words that differ",
            )
