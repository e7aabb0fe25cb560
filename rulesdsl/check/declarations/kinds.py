"""Kinds: the names of what there is, values and places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.csv_data import Cell, DataTable, RowSource
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import PLAYER, UNREAD, describe
from rulesdsl.check.labels import in_words
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.symbols import (
    EnumCase,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
    Symbol,
    UnionSymbol,
    WordsSymbol,
)
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.declarations.checker import Declarations

CARRIED = (
    ir.IntDomain,
    ir.EnumDomain,
    ir.FlagDomain,
    ir.NodeDomain,
    ir.LinkDomain,
    ir.PieceNameDomain,
)
"""What a value can carry."""
RESERVED = frozenset(
    {"you", "players", "others", "player_count", "winners", "total", "empty", "none", "yes", "no", "Player"}
)
"""Names that the language gives a meaning."""


class Kinds(DeclarationModule):
    def __init__(self, declarations: Declarations) -> None:
        super().__init__(declarations)
        self._carriers: dict[str, Span] = {}
        """The values that are being read, each with the place where it carries the next of these."""

    def declare_kinds(self) -> None:
        """Names of kinds first, so that types can mention each other; then their members."""
        for decl in self.world.tree.declarations:
            if isinstance(decl, ast.AnyPlacesDecl):
                self.declare(NodeSymbol(decl.name.text, decl.name.span, ir.NodeDomain(decl.name.text)))
                self.world.nodes[decl.name.text] = ()
                continue
            match decl:
                case ast.ValuesDecl() | ast.ValuesTableDecl():
                    self.declare(EnumSymbol(decl.name.text, decl.name.span, ir.EnumDomain(decl.name.text)))
                    self.world.enums[decl.name.text] = ()
                case ast.PiecesDecl():
                    self.declare(
                        PieceSymbol(decl.name.text, decl.name.span, ir.PieceDomain((decl.name.text,)))
                    )
                case ast.LinksDecl():
                    self.declare(LinkSymbol(decl.name.text, decl.name.span, PLAYER))
        for decl in self.world.tree.declarations:
            if isinstance(decl, ast.UnionDecl):
                self._declare_union(decl)
            elif isinstance(decl, ast.PlacementsDecl):
                self.declare(EnumSymbol(decl.name.text, decl.name.span, ir.EnumDomain(decl.name.text)))
                self.world.enums[decl.name.text] = ()
            elif isinstance(decl, ast.WordsDecl):
                self.declare(WordsSymbol(decl.name.text, decl.name.span))
        self.declarations.boards.declare_directions()
        self.declarations.placements.declare_shapes()

    def declare(self, symbol: Symbol) -> bool:
        if symbol.name in RESERVED:
            self.world.unread.add(symbol.name)
            self.reporter.error(
                "name-is-a-word",
                symbol.span,
                f"`{symbol.name}` means something in every game",
                "cannot be declared",
                hint="choose another name",
            )
            return False
        other = self.world.symbols.get(symbol.name)
        if other is not None:
            first, second = other.span, symbol.span
            if first.source == second.source and second.start < first.start:
                first, second = second, first
            message = f"`{symbol.name}` is declared twice"
            self.reporter.twice(second, first, message, "give one of them another name")
            if type(other) is not type(symbol):
                self.world.unread.add(symbol.name)
            return False
        self.world.symbols[symbol.name] = symbol
        return True

    def _declare_union(self, decl: ast.UnionDecl) -> None:
        kinds: list[str] = []
        for name in decl.kinds:
            match self.world.symbols.get(name.text):
                case PieceSymbol() as piece_symbol:
                    self.reporter.means(name.span, piece_symbol.span)
                    kinds.append(piece_symbol.name)
                case UnionSymbol() as union:
                    self.reporter.means(name.span, union.span)
                    kinds.extend(union.kinds)
                case _:
                    known = [
                        n
                        for n, symbol in self.world.symbols.items()
                        if isinstance(symbol, (PieceSymbol, UnionSymbol))
                    ]
                    self.reporter.unknown(name.span, name.text, "kind of pieces", known)
        unique = tuple(dict.fromkeys(kinds))
        self.declare(UnionSymbol(decl.name.text, decl.name.span, ir.PieceDomain(unique), unique))

    def add_value(self, name: str, value: ir.Const, span: Span) -> None:
        self.world.values.setdefault(name, []).append(value)
        self.world.value_spans.setdefault(name, []).append(span)

    def build_values(self, decl: ast.ValuesDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, EnumSymbol) or symbol.span != decl.name.span or symbol.labels:
            return
        seen: dict[str, Span] = {}
        for value in decl.values:
            name = value.name.text
            if name in symbol.cases:
                self.declarations.cells.declared_twice(value.name.span, name, symbol.cases[name].span)
                continue
            first = len(symbol.labels)
            if value.carries is None:
                symbol.cases[name] = EnumCase(name, first, None, 0, 1, value.name.span)
                symbol.labels += self.called(value, [""], seen)
                self.add_value(name, ir.Const(first, symbol.domain), value.name.span)
                continue
            carried = self.declarations.types.known_type(value.carries)
            if carried == UNREAD:
                self.world.values_unread = True
                continue
            self._carriers[symbol.name] = value.carries.span
            try:
                if isinstance(carried, ir.EnumDomain) and carried.name in self._carriers:
                    self._carried_in_a_circle(carried.name)
                    continue
                self.build_first(carried)
            finally:
                del self._carriers[symbol.name]
            members = self.declarations.members(carried)
            message = f"a value cannot carry {describe(carried)}"
            if not isinstance(carried, CARRIED) or not 0 < len(members) <= MOST_VALUES:
                named = f"name of {value.carries.span.text}"
                of_pieces = isinstance(carried, ir.PieceDomain)
                self.reporter.mismatch(
                    value.carries.span,
                    message,
                    "a range, a kind of values, places or links, or the name of a piece is expected",
                    hint=f"write `{named}`: which it is, not which copy" if of_pieces else None,
                    fix=replaced(value.carries.span, named) if of_pieces else None,
                )
                continue
            if self.declarations.types.has_gaps(carried, value.carries.span, message):
                continue
            symbol.cases[name] = EnumCase(name, first, carried, members[0], len(members), value.name.span)
            if name not in self.world.cases or self.world.cases[name].of_the_language:
                self.world.cases[name] = symbol
            texts = [self.declarations.cells.text_of(member, carried) for member in members]
            symbol.labels += self.called(value, texts, seen)
        self.world.enums[symbol.name] = tuple(symbol.labels)

    def _carried_in_a_circle(self, name: str) -> None:
        """Values that are carried by what they carry, the last of them just found."""
        carriers = list(self._carriers)
        circle = carriers[carriers.index(name) :]
        links = [f"`{carrier}` carries `{of}`" for carrier, of in pairwise([*circle, name])]
        *before, last = (self._carriers[carrier] for carrier in circle)
        self.world.values_unread = True
        self.reporter.error(
            "circular-definition",
            last,
            f"values carry each other in a circle: {', '.join(links)}",
            "carries itself",
            because=tuple((span, "which is carried here") for span in before),
            hint="let one of them be told by a word or a number",
        )

    def carries_what_there_is(self, decl: ast.ValuesDecl) -> bool:
        """Whether all that these values carry has been read."""
        return self.are_there((item.carries for item in decl.values if item.carries), decl.name.text)

    def are_there(self, types: Iterable[ast.Type], carrier: str = "") -> bool:
        """Whether all values of these types are known."""
        with self.reporter.speculatively():
            return all(
                self._is_there(self.declarations.types.known_type(node), frozenset({carrier}))
                for node in types
            )

    def _is_there(self, domain: ir.Domain, carriers: frozenset[str]) -> bool:
        match domain:
            case ir.EnumDomain(name) if not self.world.enums[name] and name not in carriers:
                deeper = [
                    self.declarations.types.known_type(value.carries)
                    for decl in self._values_of(name)
                    if isinstance(decl, ast.ValuesDecl)
                    for value in decl.values
                    if value.carries
                ]
                return all(self._is_there(item, carriers | {name}) for item in deeper)
            case ir.NodeDomain(name):
                return bool(self.world.nodes[name])
            case ir.LinkDomain(name):
                return name in self.world.graphs
            case ir.PieceDomain() | ir.PieceNameDomain():
                return bool(self.declarations.members(domain))
            case _:
                return True

    def _values_of(self, name: str) -> Iterator[ast.ValuesDecl | ast.ValuesTableDecl]:
        for decl in self.world.tree.declarations:
            if isinstance(decl, ast.ValuesDecl | ast.ValuesTableDecl) and decl.name.text == name:
                yield decl

    def call_values(self, decl: ast.ValuesDecl) -> None:
        """What values are called that carry pieces: some pieces have their names from their attributes."""
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, EnumSymbol) or symbol.span != decl.name.span:
            return
        for value in decl.values:
            case = symbol.cases.get(value.name.text)
            if case is not None and isinstance(case.carries, ir.PieceNameDomain):
                texts = [
                    self.declarations.cells.text_of(member, case.carries)
                    for member in range(case.low, case.low + case.count)
                ]
                with self.reporter.speculatively():
                    labels = self.called(value, texts, {})
                symbol.labels[case.first : case.first + case.count] = labels
        self.world.enums[symbol.name] = tuple(symbol.labels)

    def called(self, value: ast.Value, carried: list[str], seen: dict[str, Span]) -> list[str]:
        """What a value is called in play, for each thing that it carries ("" for nothing); `seen` has what
        others of its kind are called."""
        if value.named is None:
            labels = [f"{in_words(value.name.text)} {text}".rstrip() for text in carried]
            self._told_apart("value", labels, value.name.span, seen)
            return labels
        text, span = value.named.value, value.named.span
        holes = re.findall(r"\{[^{}]*\}", text)
        hole = "" if value.carries is None else "{" + value.carries.span.text + "}"
        wrong = next((other for other in holes if other != hole), None)
        if wrong is not None or (hole and not holes):
            self.reporter.error(
                "unknown-name",
                span,
                f"`{wrong}` stands for nothing here" if wrong else "this does not say what is carried",
                "the same for all that it carries"
                if hole and not holes
                else "only what is carried can stand here",
                hint=f"write `{hole}` where it is to be said" if hole else "leave the braces out",
            )
            return carried
        labels = [text.replace(hole, value) if hole else text for value in carried]
        self._told_apart("value", labels, span, seen)
        return labels

    def _told_apart(self, noun: str, labels: list[str], span: Span, seen: dict[str, Span]) -> None:
        """What is called nothing, or as another of its kind, could not be told from others in play."""
        twice = next((label for label in labels if label in seen), None)
        seen.update((label, span) for label in labels if label not in seen)
        if any(self.called_nothing(noun, label, span) for label in labels):
            return
        if twice is not None:
            message, first = f"another {noun} is called `{twice}`", ((seen[twice], "the first"),)
            self.declarations.cells.bad_cell("duplicate-name", span, message, "the second", because=first)

    def called_nothing(self, noun: str, label: str, span: Span) -> bool:
        if not label.strip():
            message = f"this {noun} would be called nothing"
            self.declarations.cells.bad_cell("unclear-name", span, message, "no text")
        return not label.strip()

    def _rows_called(
        self, noun: str, data: DataTable, index: int, kind: ast.Name
    ) -> Iterator[tuple[Cell, str]]:
        """The cells that name a row, each with what the value or place of the row is called in play."""
        seen: dict[str, Span] = {}
        for cell, named in self.declarations.cells.named_rows(data, index, kind):
            label = in_words(cell.text) if named is None else named.text
            self._told_apart(noun, [label], (named or cell).span, seen)
            yield cell, label

    def build_first(self, domain: ir.Domain) -> None:
        """Values that an option has, or that others carry, must be there first, wherever they stand."""
        if not isinstance(domain, ir.EnumDomain) or self.world.enums[domain.name]:
            return
        for decl in self._values_of(domain.name):
            match decl:
                case ast.ValuesDecl():
                    self.build_values(decl)
                case ast.ValuesTableDecl():
                    self.build_values_table(decl)

    def build_values_table(self, decl: ast.ValuesTableDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, EnumSymbol) or symbol.span != decl.name.span or symbol.labels:
            return
        data = self.declarations.cells.data_of(decl.csv, decl.rows, decl.name)
        data = self.declarations.placements.put_together(data)
        if data is None:
            return
        self.world.row_sources[symbol.name] = RowSource(data)
        index = self.declarations.cells.key_column(data, decl.csv, decl.name)
        if index is None:
            return
        for cell, label in self._rows_called("value", data, index, decl.name):
            first = len(symbol.labels)
            symbol.cases[cell.text] = EnumCase(cell.text, first, None, 0, 1, cell.span)
            symbol.labels.append(label)
            self.add_value(cell.text, ir.Const(first, symbol.domain), cell.span)
        self.world.enums[symbol.name] = tuple(symbol.labels)

    def build_places(self, decl: ast.PlacesDecl | ast.GridDecl | ast.RingDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, NodeSymbol) or symbol.span != decl.name.span:
            return
        name = symbol.name
        match decl:
            case ast.GridDecl():
                board = self.declarations.boards.board(decl)
                symbol.shape, symbol.board = "grid", board
                labels = [board.label(column, row) for column, row in board.cells]
                column_values = tuple(column for column, _ in board.cells)
                row_values = tuple(row for _, row in board.cells)
                symbol.ids.update({label: number for number, label in enumerate(labels)})
                self.world.nodes[name] = tuple(labels)
                self.declarations.attribute_tables.attribute_table(
                    symbol, "column", ir.IntDomain(1, board.columns), column_values, decl.name.span
                )
                self.declarations.attribute_tables.attribute_table(
                    symbol, "row", ir.IntDomain(1, board.rows), row_values, decl.name.span
                )
                self.world.graphs[name] = ir.Graph(
                    name, symbol.domain, len(labels), (), "grid", board, self.declarations.boards.ways(board)
                )
            case ast.RingDecl():
                known_size = self.declarations.types.whole(decl.size)
                size = 1 if known_size is None else known_size
                if not 0 < size <= MOST_VALUES:
                    self.reporter.error(
                        "too-many-values",
                        decl.span,
                        f"a ring of {size} is not possible",
                        f"at most {MOST_VALUES:,} places, at least one",
                    )
                    size = 1
                symbol.shape = "ring"
                self.world.nodes[name] = tuple(f"{in_words(name)} {n + 1}" for n in range(size))
                self.declarations.attribute_tables.attribute_table(
                    symbol, "number", ir.IntDomain(1, size), tuple(range(1, size + 1)), decl.name.span
                )
                self.world.graphs[name] = ir.Graph(name, symbol.domain, size, (), "ring")
            case ast.PlacesDecl():
                data = self.declarations.cells.data_of(decl.csv, decl.rows, decl.name)
                if data is None:
                    return
                self.world.row_sources[name] = RowSource(data)
                index = self.declarations.cells.key_column(data, decl.csv, decl.name)
                if index is None:
                    return
                labels = []
                for cell, label in self._rows_called("place", data, index, decl.name):
                    symbol.ids[cell.text] = len(labels)
                    self.add_value(cell.text, ir.Const(len(labels), symbol.domain), cell.span)
                    labels.append(label)
                self.world.nodes[name] = tuple(labels)
        symbol.count = len(self.world.nodes[name])
