"""Pieces: their rows, how many there are of each, their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.csv_data import Cell, DataTable, RowSource
from rulesdsl.check.declarations.effort import Effort
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import describe
from rulesdsl.check.folding import constant, number
from rulesdsl.check.labels import in_words
from rulesdsl.check.limits import MOST_PIECES
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import (
    Attr,
    PieceSymbol,
    UnionSymbol,
    table_of_names,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.declarations.checker import Declarations


class Pieces(DeclarationModule):
    def __init__(self, declarations: Declarations) -> None:
        super().__init__(declarations)
        self.efforts: dict[Span, Effort] = {}
        """What each attribute that copies depend on may still go through."""

    def in_order(self) -> list[ast.PiecesDecl]:
        """The kinds as they are declared, but those that one name stands for side by side, as far as that
        goes: then these pieces have numbers without gaps, by which something can be kept for each.
        """
        symbols = {symbol.name: symbol for symbol in self.world.all(PieceSymbol)}
        declared = {
            decl.name.text: decl
            for decl in self.world.tree.all(ast.PiecesDecl)
            if decl.name.text in symbols and symbols[decl.name.text].span == decl.name.span
        }
        order = list(declared)
        kept: list[frozenset[str]] = []
        for union in self.world.all(UnionSymbol):
            kinds = frozenset(union.kinds)
            first = min(map(order.index, kinds), default=0)
            moved = [
                *order[:first],
                *(name for name in order if name in kinds),
                *(name for name in order[first:] if name not in kinds),
            ]
            if all(_are_neighbours(moved, others) for others in kept):
                order = moved
                kept.append(kinds)
        return [declared[name] for name in order]

    def build_rows(self, decl: ast.PiecesDecl) -> None:
        symbol = self.world.declared(PieceSymbol, decl.name.text)
        match decl.origin:
            case ast.FromCsv(csv):
                data = self.declarations.cells.data_of(csv, decl.rows, decl.name)
                if data is None:
                    return
                self.world.row_sources[symbol.name] = RowSource(data)
                index = (
                    self.declarations.cells.key_column(data, csv, decl.name) if csv.key is not None else None
                )
                if csv.key is not None:
                    symbol.key, symbol.key_span = csv.key.text, csv.key.span
                self._new_names(symbol, data, index, decl.name)
            case ast.OnePerRow(column, csv):
                data = self.declarations.cells.data_of(csv, decl.rows, decl.name)
                if data is None:
                    return
                index = self.declarations.cells.column_of(data, column)
                if index is None:
                    self.declarations.cells.rows_lost(decl.name)
                    return
                symbol.key, symbol.key_span = column.text, column.span
                kept: dict[str, tuple[Cell, ...]] = {}
                for row in data.rows:
                    kept.setdefault(row[index].text, row)
                self.world.row_sources[symbol.name] = RowSource(
                    DataTable(data.source_name, data.columns, tuple(kept.values()), data.head)
                )
                for row in kept.values():
                    if self.declarations.cells.good_id(row[index], decl.name):
                        self._new_name(symbol, row[index], None)
            case ast.ForEach(binders):
                names, domains, columns = [], [], []
                if not self.declarations.cells.named_apart([name for name, _ in binders]):
                    return
                for name, node in binders:
                    values = self.declarations.expressions.expr(node, Scope())
                    if not (isinstance(values, ir.ConstSeq) and isinstance(values.type, ir.SeqDomain)):
                        self.reporter.error(
                            "not-a-set",
                            node.span,
                            "this must be a set that is known before play",
                            f"this is {describe(values.type)}",
                            hint="a kind of values such as `Suit`, a range `2..14`, or a list `{3, 5}`",
                        )
                        return
                    of = values.type.of
                    names.append(name)
                    domains.append(of)
                    columns.append([ir.Const(v, of) for v in values.values if isinstance(v, int)])
                total = prod(map(len, columns))
                if total > MOST_PIECES:
                    self.reporter.error(
                        "too-many-values",
                        decl.name.span,
                        f"`{symbol.name}` would be {total:,} pieces",
                        f"a game has at most {MOST_PIECES:,}",
                    )
                    return
                rows = RowSource(None, {n.text: d for n, d in zip(names, domains, strict=True)})
                rows.combinations = list(product(*columns))
                self.world.row_sources[symbol.name] = rows
                symbol.order = tuple(n.text for n in names)
                for combination in rows.combinations:
                    label = " ".join(
                        self.declarations.cells.text_of(const.value, const.type) for const in combination
                    )
                    if any(isinstance(const.type, ir.PlayerDomain) for const in combination):
                        label = f"{in_words(symbol.name)} of {label}"
                    self._new_name(symbol, None, label)
                for name, domain in zip(names, domains, strict=True):
                    symbol.attrs[name.text] = Attr(name.text, domain, f"{symbol.name}.{name.text}", name.span)
            case ast.OnePer(kind, alias):
                owned_by = self.declarations.types.kind_domain(kind.text)
                if owned_by is None:
                    self.reporter.unknown(kind.span, kind.text, "kind", self.declarations.types.kind_names())
                    return
                symbol.alias, symbol.per = alias.text, kind.text
                self.declarations.types.means_kind(kind.span, kind.text)
                owners = [ir.Const(value, owned_by) for value in self.declarations.members(owned_by)]
                rows = RowSource(None, {"owner": owned_by})
                rows.combinations = [(owner,) for owner in owners]
                self.world.row_sources[symbol.name] = rows
                symbol.order = ("owner",)
                symbol.attrs["owner"] = Attr("owner", owned_by, f"{symbol.name}.owner", alias.span)
                for owner in owners:
                    text = f"{in_words(symbol.name)} of " + self.declarations.cells.text_of(
                        owner.value, owned_by
                    )
                    self._new_name(symbol, None, text)
            case None:
                if decl.rows:
                    data = self.declarations.cells.drawn(decl.name, decl.rows)
                    data = self.declarations.placements.put_together(data)
                    if data is None:
                        return
                    self.world.row_sources[symbol.name] = RowSource(data)
                    symbol.key, symbol.key_span = data.columns[0].text, data.columns[0].span
                    self._new_names(symbol, data, 0, decl.name)
                else:
                    rows = RowSource(None)
                    rows.combinations = [()]
                    self.world.row_sources[symbol.name] = rows
                    self._new_name(symbol, None, in_words(symbol.name))

    def _new_names(self, symbol: PieceSymbol, data: DataTable, index: int | None, kind: ast.Name) -> None:
        """A name for each row; without a column that names the rows all are called alike."""
        if index is not None:
            for cell, named in self.declarations.cells.named_rows(data, index, kind):
                self._new_name(symbol, cell, self._written_name(named))
            return
        name_at = data.column("name")
        for row in data.rows:
            self._new_name(symbol, None, self._written_name(None if name_at is None else row[name_at]))

    def _written_name(self, named: Cell | None) -> str | None:
        if named is None:
            return None
        self.declarations.kinds.called_nothing("piece", named.text, named.span)
        return named.text

    def _new_name(self, symbol: PieceSymbol, cell: Cell | None, label: str | None) -> None:
        number_of_name = len(self.world.piece_names)
        symbol.names.append(number_of_name)
        if cell is not None:
            symbol.ids[cell.text] = number_of_name
            self.declarations.kinds.add_value(
                cell.text, ir.Const(number_of_name, symbol.name_domain), cell.span
            )
        self.world.piece_names.append(
            label if label is not None else in_words(cell.text if cell else symbol.name)
        )
        self.world.piece_ids.append(cell.text if cell is not None else "")

    def number_pieces(self) -> None:
        """How many copies of each row, and from that the number of every piece."""
        total = 0
        for decl in self.in_order():
            symbol = self.world.declared(PieceSymbol, decl.name.text)
            rows = self.world.row_sources.get(symbol.name)
            first = total
            understood = True
            several = self._copies_of_rows(decl, rows, len(symbol.names))
            for name, known in zip(symbol.names, several, strict=True):
                understood = understood and known is not None
                copies = known or 0
                self.world.copies_of_name.append(copies)
                if total + copies > MOST_PIECES:
                    self.reporter.error(
                        "too-many-values",
                        decl.name.span,
                        f"there are more than {MOST_PIECES:,} pieces",
                        "with this kind",
                    )
                    copies, understood = 0, False
                self.world.piece_name_of.extend([name] * copies)
                total += copies
            self.world.kinds.append(ir.PieceKind(symbol.name, first, total - first, tuple(symbol.names)))
            if decl.copies is not None and symbol.names and understood and total == first:
                self.declarations.amounts.more_than_none(
                    number(0), decl.copies, Scope(), "there are no pieces of this kind"
                )
        name_of = self.world.piece_name_of
        low_high = self.world.kinds
        for kind in low_high:
            symbol = self.world.declared(PieceSymbol, kind.name)
            store = self.declarations.attribute_tables.store
            if symbol.key is not None and symbol.key not in symbol.attrs:
                attr = Attr(
                    symbol.key,
                    symbol.name_domain,
                    f"{symbol.name}.{symbol.key}",
                    symbol.key_span or symbol.span,
                )
                symbol.attrs[symbol.key] = attr
                store(symbol, attr, list(symbol.names))
            made_of = self.world.row_sources.get(symbol.name, RowSource(None))
            for number_of_part, part in enumerate(made_of.fixed):
                values_of_part = [row[number_of_part].value for row in made_of.combinations]
                store(symbol, symbol.attrs[part], list(values_of_part))
            table = table_of_names((symbol.name,))
            values = tuple(name_of[p] for p in kind.pieces)
            self.world.tables[table] = ir.Table(table, (symbol.domain,), values, symbol.name_domain)

    def are_counted(self, domain: ir.PieceDomain) -> bool:
        """Whether it is known how many pieces of these kinds there are."""
        return {kind.name for kind in self.world.kinds}.issuperset(domain.kinds)

    def _bind_computed(self, decl: ast.PiecesDecl, scope: Scope) -> None:
        """Attributes that are worked out, where the number of copies asks for one. What is wrong in them is
        said when they are read themselves.
        """
        asked = names_in(decl.copies)
        if not any(field.computed is not None and field.name.text in asked for field in decl.fields):
            return
        fields = self.declarations.fields
        for field in decl.fields:
            if field.computed is None:
                continue
            with suppress(UnknownName), self.reporter.speculatively():
                domain = self.declarations.types.known_type(field.type)
                effort = self.efforts.setdefault(field.span, Effort())
                value = fields.worked_out(field.computed, scope.inner(), domain, effort)
                if isinstance(value, ir.Const | ir.ConstSeq):
                    scope.bind(field.name.text, value, field.name.span).used = True

    def _copies_of_rows(
        self, decl: ast.PiecesDecl, rows: RowSource | None, many: int
    ) -> Iterator[int | None]:
        with self.reporter.of_each() as of_one:
            for row in range(many):
                with of_one():
                    copies = self._copies(decl, rows, row)
                yield copies

    def _copies(self, decl: ast.PiecesDecl, rows: RowSource | None, row: int) -> int | None:
        """How many pieces a row stands for; None if that could not be understood."""
        if rows is None:
            return None
        if decl.copies is None:
            index = rows.data.column("copies") if rows.data is not None else None
            if index is None or rows.data is None:
                return 1
            cell = rows.data.rows[row][index]
            if not cell.text.isdigit():
                self.declarations.cells.bad_cell(
                    "data-bad-value", cell.span, f"`{cell.text}` is no number of copies", "a whole number"
                )
                return None
            return int(cell.text)
        scope = Scope()
        if rows.data is not None:
            for index, column in enumerate(rows.data.columns):
                cell = rows.data.rows[row][index]
                if cell.text.isdigit():
                    scope.bind(column.text, number(int(cell.text)), column.span).used = True
        else:
            kind = self.world.symbols.get(decl.name.text)
            for name, const in zip(rows.fixed, rows.combinations[row], strict=True):
                named = kind.attrs.get(name) if isinstance(kind, PieceSymbol) else None
                scope.bind(name, const, None if named is None else named.span).used = True
        for one_field in decl.fields:
            if one_field.column is not None and scope.find(one_field.column.text):
                local_name = scope.find(one_field.column.text)
                assert local_name is not None
                scope.bind(one_field.name.text, local_name.expr, one_field.name.span).used = True
        self._bind_computed(decl, scope)
        copies = ast.Definition((), (), decl.copies, None, one_line=True, span=decl.copies.span)
        effort = self.efforts.setdefault(decl.copies.span, Effort())
        try:
            expr = self.declarations.fields.worked_out(copies, scope, None, effort)
        except UnknownName:
            return None
        if expr is None:
            self.declarations.fields.too_long("the number of copies", decl.copies.span)
            return None
        value = constant(expr)
        if value is None or not isinstance(expr.type, ir.IntDomain) or value < 0:
            self.reporter.mismatch(
                decl.copies.span,
                "the number of copies must be known before play",
                f"this is {describe(expr.type)}" if value is None or value >= 0 else f"this is {value}",
            )
            return None
        return value


def _are_neighbours(order: list[str], kinds: frozenset[str]) -> bool:
    places = [order.index(name) for name in kinds]
    return not places or max(places) - min(places) < len(places)
