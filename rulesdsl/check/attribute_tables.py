"""Attributes as tables, by value, place or piece."""

from __future__ import annotations

from rulesdsl.check.cells import Cells
from rulesdsl.check.csv_data import CellValue
from rulesdsl.check.symbols import (
    Attr,
    EnumSymbol,
    NodeSymbol,
    PieceSymbol,
)
from rulesdsl.program import (
    Domain,
    Table,
)
from rulesdsl.source import Span


class AttributeTables(Cells):
    def _attribute(
        self,
        symbol: EnumSymbol | NodeSymbol | PieceSymbol,
        name: str,
        domain: Domain,
        values: tuple[int, ...] | tuple[tuple[int, ...], ...],
        span: Span,
    ) -> None:
        table = f"{symbol.name}.{name}"
        symbol.attrs[name] = Attr(name, domain, table, span)
        self.tables[table] = Table(table, (symbol.domain,), values, domain)

    def _row_count(self, symbol: EnumSymbol | PieceSymbol | NodeSymbol) -> int:
        match symbol:
            case PieceSymbol():
                return len(symbol.names)
            case EnumSymbol():
                return len(symbol.labels)
            case NodeSymbol():
                return symbol.count

    def _store(
        self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, attr: Attr, per_row: list[CellValue] | list[int]
    ) -> None:
        """Attributes of pieces are kept by piece and, under `Kind!attr`, by name."""
        if not isinstance(symbol, PieceSymbol):
            self.tables[attr.table] = Table(attr.table, (symbol.domain,), tuple(per_row), attr.type)  # type: ignore[arg-type]
            return
        kind = next(one for one in self.kinds if one.name == symbol.name)
        by_name = dict(zip(symbol.names, per_row, strict=True))
        values = tuple(by_name[self.piece_name_of[p]] for p in range(kind.first, kind.first + kind.count))
        self.tables[attr.table] = Table(attr.table, (symbol.domain,), values, attr.type)  # type: ignore[arg-type]
