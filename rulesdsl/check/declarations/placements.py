"""Shapes as values, and the ways in which things with a shape can lie on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from rulesdsl import program as ir
from rulesdsl.check.csv_data import Cell, DataTable
from rulesdsl.check.declarations.boards import tiling
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import seq
from rulesdsl.check.labels import in_words
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.scope import UnknownName
from rulesdsl.check.symbols import EnumCase, EnumSymbol, NodeSymbol, PieceSymbol
from rulesdsl.grids import Grid
from rulesdsl.program_walk import instances_in
from rulesdsl.shapes import PICTURE, SHAPE, Shape, footprint, images, picture_of, placements, shape_of
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Placements(DeclarationModule):
    def declare_shapes(self) -> None:
        """Where something has a shape, shapes are values, unless the game calls something else so."""
        if SHAPE in self.world.symbols:
            return
        named = (
            node.span
            for decl in self.world.tree.declarations
            for node in instances_in(decl, ast.NamedType)
            if node.name == SHAPE
        )
        span = next(named, None)
        if span is not None:
            self.world.symbols[SHAPE] = EnumSymbol(SHAPE, span, ir.EnumDomain(SHAPE), of_the_language=True)
            self.world.enums[SHAPE] = ()

    def is_of_shapes(self, symbol: EnumSymbol) -> bool:
        return symbol.of_the_language and symbol.name == SHAPE

    def drawn(self, symbol: EnumSymbol, text: str) -> int | None:
        """The number of the shape in a picture; None if nothing is drawn."""
        shape = shape_of(text)
        if shape is None:
            return None
        for image in (shape, *self._asked_for(shape)):
            picture = picture_of(image)
            if picture not in symbol.labels:
                symbol.labels.append(picture)
        self.world.enums[SHAPE] = tuple(symbol.labels)
        return symbol.labels.index(picture_of(shape))

    def _asked_for(self, shape: Shape) -> Iterator[Shape]:
        """What shapes become in a formula of the game that turns them, on its boards."""
        tree = self.world.tree
        called = {call.of.name for call in instances_in(tree, ast.Call) if isinstance(call.of, ast.NameRef)}
        if called & {"turned", "mirrored"}:
            boards = (decl for decl in tree.declarations if isinstance(decl, ast.GridDecl | ast.GrowingDecl))
            for tiles in {tiling(decl) for decl in boards} or {"squares"}:
                yield from images(shape, tiles, turned=True, mirrored=True)

    def footprints(self, board: Grid, shapes: Sequence[Shape], span: Span) -> tuple[tuple[int, ...], ...]:
        """What each shape covers on each cell of a board as its first one."""
        if len(shapes) * board.cell_count > MOST_VALUES:
            raise self.reporter.error(
                "too-many-values",
                span,
                f"{len(shapes):,} shapes on {board.cell_count:,} cells are too many to go through",
                f"at most {MOST_VALUES:,} together",
            )
        return tuple(footprint(board, shape, first) for shape in shapes for first in range(board.cell_count))

    def put_together(self, data: DataTable | None) -> DataTable | None:
        """Pictures of several rows as one cell each: a row without a name goes on with those above it."""
        if data is None:
            return None
        rows: list[tuple[Cell, ...]] = []
        for row in data.rows:
            if rows and _goes_on(rows[-1], row):
                rows[-1] = tuple(
                    _joined(above, below) if below.text else above
                    for above, below in zip(rows[-1], row, strict=True)
                )
            else:
                rows.append(row)
        return attrs.evolve(data, rows=tuple(rows))

    def build_placements(self, decl: ast.PlacementsDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, EnumSymbol) or symbol.span != decl.name.span:
            return
        board, places = self._board(decl.board)
        what, shapes = self._shapes(decl)
        self._said_once(decl)
        words = {word.text for word in decl.words}
        things: list[int] = []
        covered: list[tuple[int, ...]] = []
        for number, identifier, called, picture in shapes:
            shape = shape_of(picture)
            assert shape is not None
            fitting = placements(board, shape, turned="turned" in words, mirrored="mirrored" in words)
            if not fitting:
                self.reporter.error(
                    "end-never-reached",
                    decl.board.span,
                    f"{called} does not fit on a board of {board}",
                    "too small for it",
                    because=((decl.kind.span, "its shape"),),
                )
            if len(things) + len(fitting) > MOST_VALUES:
                self.reporter.error(
                    "too-many-values",
                    decl.span,
                    f"there are more than {MOST_VALUES:,} ways to lay these shapes on this board",
                    f"at most {MOST_VALUES:,} are read",
                )
                break
            for cells in fitting:
                where = [self.world.nodes[places.name][cell] for cell in cells]
                name = "_".join((identifier, *where))
                symbol.cases[name] = EnumCase(name, len(symbol.labels), None, 0, 1, symbol.span)
                self.declarations.kinds.add_value(
                    name, ir.Const(len(symbol.labels), symbol.domain), symbol.span
                )
                symbol.labels.append(f"{called} on {' '.join(where)}")
                things.append(number)
                covered.append(cells)
        self.world.enums[symbol.name] = tuple(symbol.labels)
        tables = self.declarations.attribute_tables
        tables.attribute_table(symbol, decl.alias.text, what, tuple(things), decl.alias.span)
        most = max(map(len, covered), default=0)
        of_cells = seq(places, ordered=False, bound=most)
        tables.attribute_table(symbol, "cells", of_cells, tuple(covered), decl.name.span)

    def _board(self, name: ast.Name) -> tuple[Grid, ir.NodeDomain]:
        symbol = self.world.symbols.get(name.text)
        if isinstance(symbol, NodeSymbol) and symbol.shape == "grid" and symbol.board is not None:
            self.declarations.types.means_kind(name.span, name.text)
            self.usage.used.add(name.text)
            return symbol.board, symbol.domain
        raise self.reporter.mismatch(
            name.span,
            "shapes are laid on a board of cells",
            "no board",
            hint="a board is declared so: `places Cell grid 8 by 8`",
        )

    def _shapes(self, decl: ast.PlacementsDecl) -> tuple[ir.Domain, list[tuple[int, str, str, str]]]:
        """What has a shape: number, identifier, what it is called, and the picture."""
        symbol = self.world.symbols.get(decl.kind.text)
        if not isinstance(symbol, EnumSymbol | PieceSymbol):
            raise self.reporter.unknown(
                decl.kind.span,
                decl.kind.text,
                "kind of values or pieces",
                self.declarations.types.kind_names(),
            )
        self.declarations.types.means_kind(decl.kind.span, decl.kind.text)
        self.usage.used.add(decl.kind.text)
        shaped = [attr for attr in symbol.attrs.values() if attr.type == ir.EnumDomain(SHAPE)]
        if len(shaped) != 1:
            raise self.reporter.mismatch(
                decl.kind.span,
                f"each `{symbol.name}` has {'no shape' if not shaped else 'several shapes'}",
                "one is needed",
                because=tuple((attr.span, "a shape") for attr in shaped),
                hint=f"give it an attribute that is one: `shape: {SHAPE}`",
            )
        if not self.world.enums[SHAPE]:
            # None of the pictures could be read, which has been reported.
            raise UnknownName
        self.usage.used.add(shaped[0].name)
        values = self.world.tables[shaped[0].table].values
        pictures = [self.world.enums[SHAPE][value] for value in values if isinstance(value, int)]
        match symbol:
            case EnumSymbol():
                rows = zip(symbol.cases, symbol.labels, pictures, strict=True)
                return symbol.domain, [(number, *row) for number, row in enumerate(rows)]
            case PieceSymbol():
                kind = next(item for item in self.world.kinds if item.name == symbol.name)
                identifiers = {number: identifier for identifier, number in symbol.ids.items()}
                named: dict[int, tuple[int, str, str, str]] = {}
                for piece, picture in enumerate(pictures, kind.first):
                    name = self.world.piece_name_of[piece]
                    identifier = identifiers.get(name, f"{in_words(symbol.name)}{name - symbol.names[0] + 1}")
                    named[name] = (name, identifier, self.world.piece_names[name], picture)
                return symbol.name_domain, list(named.values())

    def _said_once(self, decl: ast.PlacementsDecl) -> None:
        first: dict[str, Span] = {}
        for word in decl.words:
            if word.text in first:
                message = f"`{word.text}` is said twice"
                self.reporter.twice(word.span, first[word.text], message, code="misplaced-declaration")
            first.setdefault(word.text, word.span)


def _goes_on(above: tuple[Cell, ...], row: tuple[Cell, ...]) -> bool:
    """Whether a row has no name and only pictures, each below another one."""
    return (
        not row[0].text
        and any(cell.text for cell in row)
        and all(
            PICTURE.fullmatch(cell.text) and PICTURE.fullmatch(over.text)
            for over, cell in zip(above, row, strict=True)
            if cell.text
        )
    )


def _joined(above: Cell, below: Cell) -> Cell:
    return attrs.evolve(above, text=f"{above.text} / {below.text}")
