"""Calls of the functions of the language: what each takes, and what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    PLAYER,
    describe,
    is_optional,
    optional,
    plain,
)
from rulesdsl.check.folding import arithmetic
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import NodeSymbol
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.expressions.checker import Expressions


class Calls:
    def __init__(self, expressions: Expressions) -> None:
        self.world = expressions.world
        self.reporter = expressions.reporter
        self.declarations = expressions.declarations
        self.expressions = expressions

    def builtin(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        over = self.expressions.arguments.one_over(args)
        match name:
            case (
                "count" | "sum" | "min" | "max" | "distinct" | "ranked" | "tally" | "list" | "some" | "every"
            ):
                if over is not None:
                    return self.expressions.aggregates.over_values(name, over, scope)
                if name in ("list", "some", "every"):
                    self.expressions.arguments.values_argument(name, args, 99, 99, span)
                return self.expressions.aggregates.of_sequence(name, args, scope, span)
            case "highest" | "lowest" | "runs":
                return self.expressions.aggregates.by_key(name, over, scope, span)
            case "first" | "last" | "top":
                if over is not None:
                    return self.expressions.aggregates.first_over(name, over, scope)
                return self.expressions.aggregates.first_of(name, args, scope, span)
            case "the_only" | "same" | "consecutive":
                if over is not None:
                    values = self.expressions.aggregates.over_sequence(over, scope)
                else:
                    values = self.expressions.sequence(
                        self.expressions.arguments.values_argument(name, args, 1, 1, span)[0], scope
                    )
                return self.expressions.aggregates.whole_list(name, values, scope, args[0].span)
            case "position":
                named_argument = self.expressions.arguments.named_argument(name, args, ("piece", "from"))
                piece = self.expressions.arguments.piece_argument(named_argument["piece"], scope)
                side = named_argument.get("from")
                right = isinstance(side, ast.NameRef) and side.name in ("right", "bottom")
                bound = max(self.declarations.size_of(plain(piece.type)), 1)
                op = Op.POSITION_RIGHT if right else Op.POSITION
                result: ir.Domain = ir.IntDomain(1, bound)
                if is_optional(piece.type):
                    result = optional(result)
                return ir.Apply(op, (piece,), result, span=span)
            case "face_down":
                piece = self.expressions.arguments.piece_argument(
                    self.expressions.arguments.values_argument(name, args, 1, 1, span)[0], scope
                )
                return ir.Apply(Op.FACE_DOWN, (piece,), FLAG)
            case "takes":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                return self.expressions.graph_calls.takes_arguments(nodes, scope, span)
            case "left" | "right":
                return ir.Apply(
                    Op[name.upper()],
                    (
                        self.expressions.arguments.player_argument(
                            self.expressions.arguments.values_argument(name, args, 1, 1, span)[0], scope
                        ),
                    ),
                    PLAYER,
                )
            case "next":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                player = self.expressions.arguments.player_argument(nodes[0], scope)
                players = self.expressions.arguments.players_argument(nodes[1], scope)
                return ir.Apply(Op.NEXT, (player, players), optional(PLAYER))
            case "difference":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                first, other = (
                    self.expressions.as_number(self.expressions.expr(n, scope), n.span) for n in nodes
                )
                return arithmetic(Op.DIFFERENCE, first, other, span)
            case "lines":
                return self.expressions.graph_calls.lines_call(args, scope, span)
            case "onward":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                node = self.expressions.arguments.not_none(nodes[0], scope)
                steps = self.expressions.as_number(self.expressions.expr(nodes[1], scope), nodes[1].span)
                domain = plain(node.type)
                symbol = self.world.symbols.get(domain.name) if isinstance(domain, ir.NodeDomain) else None
                if not isinstance(symbol, NodeSymbol) or symbol.shape != "ring":
                    self.reporter.error(
                        "type-mismatch", nodes[0].span, "a place of a ring is expected", describe(node.type)
                    )
                    raise UnknownName
                return ir.Apply(Op.ONWARD, (node, steps), domain, graph=symbol.name)
            case _:
                return self.expressions.graph_calls.graph_argument(name, args, scope, span)
