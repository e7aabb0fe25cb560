"""Steps over a board: the directions of its cells, one step, all that lies straight on."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import is_optional, optional, plain, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import arithmetic, coded, number
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import EnumSymbol
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.grids import COMPASS, DIRECTION, Grid
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.common_mistakes import FOREIGN_DIRECTIONS


class Directions(ExpressionModule):
    def call(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        match name:
            case "step":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 99, span)
                cell, on, board = self._cell(nodes[0], scope)
                result = plain(cell.type) if board.endless else optional(cell.type)
                for node in nodes[1:]:
                    if is_optional(cell.type):
                        result = optional(result)
                    if on in self.world.growing:
                        cell = self.expressions.made_places.step(
                            self.world.growing[on], cell, self._direction(node, scope)
                        )
                        continue
                    cell = ir.Apply(Op.STEP, (cell, self._direction(node, scope)), result, graph=on)
                return cell
            case "ray":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                cell, on, board = self._cell(nodes[0], scope)
                if is_optional(cell.type):
                    cell = self.expressions.attributes.none_here(cell, nodes[0].span, "what stands here")
                if on in self.world.growing:
                    direction = self._direction(nodes[1], scope)
                    return self.world.growing[on].ray(cell, direction, self.expressions.output.vars)
                cells = seq(plain(cell.type), ordered=True, bound=board.longest_ray)
                return ir.Apply(Op.RAY, (cell, self._direction(nodes[1], scope)), cells, graph=on)
            case "turned":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                steps = self._steps(nodes[1], scope)
                shape = self._shape(nodes[0], scope)
                if shape is not None:
                    return self.expressions.shape_calls.turned(shape, steps, span)
                return self._turned(nodes[0], steps, scope, span)
            case _:
                [node] = self.expressions.arguments.values_argument(name, args, 1, 1, span)
                return self._turned(node, number(len(self._kind(span).labels) // 2), scope, span)

    def _steps(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """How far is turned, which is a number and no side."""
        match node:
            case ast.NameRef("left" | "right" as side) if scope.find(side) is None:
                raise self.reporter.mismatch(
                    node.span,
                    "how far is turned is a number of steps, clockwise",
                    "no number",
                    hint="write a number: `1` turns to the right, `-1` to the left",
                )
            case _:
                return self.expressions.as_number(self.expressions.expr(node, scope), node.span)

    def _shape(self, node: ast.Expr, scope: Scope) -> ir.Expr | None:
        """What is turned, if it is a shape and no direction."""
        word = node.name if isinstance(node, ast.NameRef) else ""
        if (word in COMPASS and scope.find(word) is None) or self._is_foreign(word, scope):
            return None
        value = self.expressions.expr(node, scope)
        shapes = self.expressions.shape_calls
        if shapes.of_thing(value.type):
            raise shapes.no_shape("a direction or a shape is expected here", value, node)
        return self.expressions.arguments.not_none(node, scope) if shapes.is_shape(value.type) else None

    def _turned(self, node: ast.Expr, steps: ir.Expr, scope: Scope, span: Span) -> ir.Expr:
        direction = self._direction(node, scope)
        kind = self._kind(span)
        further = arithmetic(Op.ADD, self.expressions.conversions.code_of(direction), steps, span=span)
        return coded(arithmetic(Op.MOD, further, number(len(kind.labels)), span=span), kind.domain)

    def _kind(self, span: Span) -> EnumSymbol:
        symbol = self.world.symbols.get(DIRECTION)
        if isinstance(symbol, EnumSymbol) and symbol.of_the_language:
            return symbol
        here = "no board of cells"
        because: tuple[tuple[Span, str], ...] = ()
        hint = "`places Cell grid 8 by 8` has some"
        if symbol is not None:
            here, because = f"`{DIRECTION}` is something of the game", ((symbol.span, "declared here"),)
            hint = "call that something else"
        raise self.reporter.mismatch(
            span, "there are no directions in this game", here, because=because, hint=hint
        )

    def _direction(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """A direction; its name means it here, whatever else the game calls so."""
        kind = self._kind(node.span)
        if isinstance(node, ast.NameRef) and node.name in kind.cases and scope.find(node.name) is None:
            return ir.Const(kind.cases[node.name].first, kind.domain)
        self._other_word(kind, node, scope)
        value = self.expressions.arguments.not_none(node, scope)
        if value.type != kind.domain:
            raise self.reporter.mismatch(
                node.span, "a direction is expected here", value.type, hint=f"one of {', '.join(kind.cases)}"
            )
        return value

    def _other_word(self, kind: EnumSymbol, node: ast.Expr, scope: Scope) -> None:
        """Who writes `up` means north; and not every board has a north."""
        word = node.name if isinstance(node, ast.NameRef) else ""
        if not self._is_foreign(word, scope):
            return
        meant = FOREIGN_DIRECTIONS.get(word.lower())
        hint, fix = f"the boards of this game have {', '.join(kind.cases)}", None
        if meant in kind.cases:
            hint, fix = f"directions are called by the compass: `{meant}`", replaced(node.span, meant)
        raise self.reporter.error(
            "unknown-name", node.span, f"there is no direction `{word}`", "no direction", hint=hint, fix=fix
        )

    def _is_foreign(self, word: str, scope: Scope) -> bool:
        """Whether a name means nothing in the game, and elsewhere a direction."""
        declared = word in self.world.symbols or word in self.world.values or scope.find(word) is not None
        return not declared and (word in COMPASS or word.lower() in FOREIGN_DIRECTIONS)

    def _cell(self, node: ast.Expr, scope: Scope) -> tuple[ir.Expr, str, Grid]:
        value = self.expressions.expr(node, scope)
        symbol = self.world.places_of(plain(value.type))
        if symbol is not None and symbol.board is not None:
            return value, symbol.name, symbol.board
        raise self.reporter.mismatch(node.span, "a cell of a board is expected here", value.type)
