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
    LinkSymbol,
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
        symbol: EnumSymbol | NodeSymbol | LinkSymbol,
        name: str,
        domain: ir.Domain,
        values: Sequence[CellValue],
        span: Span,
    ) -> None:
        attr = symbol.attrs[name] = Attr(name, domain, f"{symbol.name}.{name}", span)
        self._keep(symbol, attr, values)

    def _keep(
        self,
        symbol: EnumSymbol | PieceSymbol | NodeSymbol | LinkSymbol,
        attr: Attr,
        values: Sequence[CellValue],
    ) -> None:
        self.world.tables[attr.table] = ir.Table(attr.table, (symbol.domain,), tuple(values), attr.type)  # type: ignore[arg-type]

    def row_count(self, symbol: EnumSymbol | PieceSymbol | NodeSymbol) -> int:
        match symbol:
            case PieceSymbol():
                return len(symbol.names)
            case EnumSymbol():
                return len(symbol.labels)
            case NodeSymbol():
                return symbol.count

    def store(
        self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, attr: Attr, per_row: Sequence[CellValue]
    ) -> None:
        """Attributes of pieces are kept by piece."""
        if not isinstance(symbol, PieceSymbol):
            self._keep(symbol, attr, per_row)
            return
        kind = next(piece_kind for piece_kind in self.world.kinds if piece_kind.name == symbol.name)
        self._rows[attr.table] = per_row
        by_name = dict(zip(symbol.names, per_row, strict=True))
        self._keep(symbol, attr, [by_name[self.world.piece_name_of[p]] for p in kind.pieces])

    def rows(self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, attr: Attr) -> Sequence[CellValue]:
        """What an attribute is in each row."""
        return (
            self._rows[attr.table]
            if isinstance(symbol, PieceSymbol)
            else self.world.tables[attr.table].values
        )
