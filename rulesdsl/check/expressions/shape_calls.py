"""What is asked of shapes: how many cells they have, what they become when turned, what they cover."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.declarations.boards import tiling
from rulesdsl.check.domains import is_optional, plain, seq
from rulesdsl.check.expressions.ambiguity import as_repeated
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import arithmetic, coded, constant, literal, number
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import EnumSymbol
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.operations import Op
from rulesdsl.shapes import SHAPE, Shape, picture_of, shape_of, turned_over, turns
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class ShapeCalls(ExpressionModule):
    def is_shape(self, domain: ir.Domain) -> bool:
        symbol = self.world.symbols.get(SHAPE)
        return (
            isinstance(symbol, EnumSymbol)
            and self.declarations.placements.is_of_shapes(symbol)
            and plain(domain) == symbol.domain
        )

    def size(self, shape: ir.Expr) -> ir.Expr:
        """How many cells it has."""
        sizes = tuple(map(len, self._shapes()))
        return self._looked_up(f"{SHAPE}.count", (shape,), sizes, ir.IntDomain(0, max(sizes, default=0)))

    def turned(self, shape: ir.Expr, steps: ir.Expr, span: Span) -> ir.Expr:
        tiles = self._tiling(span, "turned", squares="squares", pointy="hexagons", flat="hexagons")
        images = [turns(shape, tiles) for shape in self._shapes()]
        many = 4 if tiles == "squares" else 6
        way = arithmetic(Op.MOD, steps, number(many), span=span)
        numbers = tuple(self._number(image) for turned in images for image in turned)
        keys = (shape, coded(way, ir.IntDomain(0, many - 1)))
        return self._looked_up(f"{SHAPE}.turned", keys, numbers, ir.EnumDomain(SHAPE))

    def mirrored(self, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        [node] = self.expressions.arguments.values_argument("mirrored", args, 1, 1, span)
        shape = self._shape(node, scope)
        tiles = self._tiling(
            span, "turned over", squares="squares", pointy="pointy hexagons", flat="flat hexagons"
        )
        numbers = tuple(self._number(turned_over(item, tiles)) for item in self._shapes())
        return self._looked_up(f"{SHAPE}.mirrored", (shape,), numbers, ir.EnumDomain(SHAPE))

    def footprint(self, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """The cells that a shape covers, the first of them given; none if it does not fit there."""
        nodes = self.expressions.arguments.values_argument("footprint", args, 2, 2, span)
        shape = self._shape(nodes[0], scope)
        cell = self.expressions.expr(nodes[1], scope)
        symbol = self.world.places_of(plain(cell.type))
        if symbol is None or symbol.board is None:
            raise self.reporter.mismatch(nodes[1].span, "a cell of a board is expected here", cell.type)
        if symbol.name in self.world.growing:
            raise self.reporter.mismatch(
                nodes[1].span,
                "shapes are laid on boards of cells, not on one that grows",
                "where they fit is known in play only",
                hint="`step` leads from place to place",
            )
        if is_optional(cell.type):
            cell = self.expressions.attributes.none_here(cell, nodes[1].span, "what is covered")
        cells = self.declarations.placements.footprints(symbol.board, self._shapes(), span)
        result = seq(symbol.domain, ordered=False, bound=max(map(len, cells), default=0))
        return self._looked_up(f"{SHAPE}.on {symbol.name}", (shape, cell), cells, result)

    def _shape(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expressions.arguments.not_none(node, scope)
        if self.is_shape(value.type):
            return value
        raise self.no_shape("a shape is expected here", value, node)

    def of_thing(self, domain: ir.Domain) -> list[str]:
        """The attributes of a thing that are shapes."""
        shape = ir.EnumDomain(SHAPE)
        return self.declarations.fields.fitting(domain, shape) if self.is_shape(shape) else []

    def no_shape(self, message: str, value: ir.Expr, node: ast.Expr) -> UnknownName:
        """A thing stands where a shape is meant, which may be one of its attributes."""
        meant = self.of_thing(value.type)
        if len(meant) == 1:
            hint = f"write `{as_repeated(node.span)}.{meant[0]}`"
            fix = replaced(node.span, f"{node.span.text}.{meant[0]}", certain=False)
            return self.reporter.mismatch(node.span, message, value.type, hint=hint, fix=fix)
        hint = "an attribute of this type is one: `shape: Shape`"
        return self.reporter.mismatch(node.span, message, value.type, hint=hint)

    def _shapes(self) -> list[Shape]:
        shapes = map(shape_of, self.world.enums.get(SHAPE, ()))
        return [shape for shape in shapes if shape is not None]

    def _number(self, shape: Shape) -> int:
        return self.world.enums[SHAPE].index(picture_of(shape))

    def _tiling(self, span: Span, done: str, **like: str) -> str:
        """Of the boards of the game, of which those of like tiles change shapes in the same way."""
        boards = [
            decl for decl in self.world.tree.declarations if isinstance(decl, ast.GridDecl | ast.GrowingDecl)
        ]
        kinds = {like[tiling(decl)]: decl for decl in boards}
        if len(kinds) > 1:
            first, second = [*kinds][:2]
            raise self.reporter.mismatch(
                span,
                f"a shape of {first} is {done} otherwise than one of {second}, and it says not which it is",
                "this game has boards of both",
                because=tuple((decl.name.span, f"a board of {like}") for like, decl in kinds.items()),
                hint="`placements … turned, mirrored` are all ways of lying on one board; or draw each way "
                "as a shape of its own",
            )
        return next((tiling(decl) for decl in boards), "squares")

    def _looked_up(
        self,
        table: str,
        keys: tuple[ir.Expr, ...],
        values: tuple[int, ...] | tuple[tuple[int, ...], ...],
        domain: ir.Domain,
    ) -> ir.Expr:
        types = tuple(plain(key.type) for key in keys)
        self.world.tables[table] = ir.Table(table, types, values, domain)
        known = [constant(key) for key in keys]
        width = len(values) // max(1, len(self._shapes()))
        if None not in known and ir.NONE not in known:
            row = sum(
                place * step for place, step in zip(known, (width, 1), strict=False) if place is not None
            )
            return literal(values[row], domain)
        return ir.Lookup(table, keys, domain)
