"""Attributes as tables, by value, place or piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.csv_data import CellValue
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.symbols import (
    Attr,
    EnumSymbol,
    NodeSymbol,
    PieceSymbol,
)
from rulesdsl.source import Span

if TYPE_CHECKING:
    from rulesdsl.check.declarations.checker import Declarations


class AttributeTables(DeclarationModule):
    def __init__(self, declarations: Declarations) -> None:
        super().__init__(declarations)
        self._rows: dict[str, Sequence[CellValue]] = {}
        """The attributes of pieces by row: of a row there can be no pieces."""

    def attribute_table(
        self,
        symbol: EnumSymbol | NodeSymbol | PieceSymbol,
        name: str,
        domain: ir.Domain,
        values: tuple[int, ...] | tuple[tuple[int, ...], ...],
        span: Span,
    ) -> None:
        table = f"{symbol.name}.{name}"
        symbol.attrs[name] = Attr(name, domain, table, span)
        self.world.tables[table] = ir.Table(table, (symbol.domain,), values, domain)

    def row_count(self, symbol: EnumSymbol | PieceSymbol | NodeSymbol) -> int:
        match symbol:
            case PieceSymbol():
                return len(symbol.names)
            case EnumSymbol():
                return len(symbol.labels)
            case NodeSymbol():
                return symbol.count

    def store(
        self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, attr: Attr, per_row: list[CellValue] | list[int]
    ) -> None:
        """Attributes of pieces are kept by piece."""
        if not isinstance(symbol, PieceSymbol):
            self.world.tables[attr.table] = ir.Table(attr.table, (symbol.domain,), tuple(per_row), attr.type)  # type: ignore[arg-type]
            return
        kind = next(piece_kind for piece_kind in self.world.kinds if piece_kind.name == symbol.name)
        self._rows[attr.table] = per_row
        by_name = dict(zip(symbol.names, per_row, strict=True))
        values = tuple(by_name[self.world.piece_name_of[p]] for p in kind.pieces)
        self.world.tables[attr.table] = ir.Table(attr.table, (symbol.domain,), values, attr.type)  # type: ignore[arg-type]

    def rows(self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, attr: Attr) -> Sequence[CellValue]:
        """What an attribute is in each row."""
        return (
            self._rows[attr.table]
            if isinstance(symbol, PieceSymbol)
            else self.world.tables[attr.table].values
        )
