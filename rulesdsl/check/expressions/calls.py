"""Calls of the functions of the language: what each takes, and what it gives."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.builtins import OF_ONE_OPERATION
from rulesdsl.check.domains import (
    FLAG,
    PLAYER,
    is_optional,
    optional,
    plain,
)
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import arithmetic
from rulesdsl.check.scope import Scope
from rulesdsl.functions import Area, Gives, Takes
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Calls(ExpressionModule):
    def builtin(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        if name in OF_ONE_OPERATION:
            return self._operation(OF_ONE_OPERATION[name], args, scope, span)
        over = self.expressions.arguments.one_over(args)
        match name:
            case (
                "count"
                | "sum"
                | "min"
                | "max"
                | "distinct"
                | "ranked"
                | "tally"
                | "list"
                | "some"
                | "every"
                | "until"
                | "union"
            ):
                if over is not None:
                    return self.expressions.aggregates.over_values(name, over, scope)
                if name in ("some", "every") and len(args) == 1:
                    return self.expressions.aggregates.of_flags(name, args, scope)
                if name in ("list", "some", "every", "until", "union"):
                    self.expressions.arguments.values_argument(name, args, 99, 99, span)
                return self.expressions.aggregates.of_sequence(name, args, scope, span)
            case "reached" | "groups":
                return self.expressions.relations.call(name, args, scope, span)
            case "highest" | "lowest" | "runs":
                return self.expressions.picks.by_key(name, over, scope, span)
            case "first" | "last" | "top":
                if over is not None:
                    return self.expressions.picks.first_over(name, over, scope)
                return self.expressions.picks.first_of(name, args, scope, span)
            case "the_only":
                values = self.expressions.aggregates.listed(name, args, scope, span)
                return self.expressions.aggregates.whole_list(name, values, scope, args[0].span)
            case "combinations":
                return self.expressions.picks.combinations(args, scope, span)
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
            case "takes":
                nodes = self.expressions.arguments.values_argument(name, args, 2, 2, span)
                return self.expressions.graph_calls.takes_arguments(nodes, scope, span)
            case "step" | "ray" | "turned" | "opposite":
                return self.expressions.directions.call(name, args, scope, span)
            case "mirrored":
                return self.expressions.shape_calls.mirrored(args, scope, span)
            case "footprint":
                return self.expressions.shape_calls.footprint(args, scope, span)
            case "lines":
                return self.expressions.graph_calls.lines_call(args, scope, span)
            case "begins_with":
                return self.expressions.texts.begins(args, scope, span)
            case "onward":
                return self.expressions.graph_calls.onward(args, scope, span)
            case _:
                raise AssertionError(f"nobody reads {name}")

    def _operation(self, op: Op, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """A function that is one operation on its arguments: its entry says what it takes and gives."""
        function = op.entry.function
        assert function is not None
        if function.area is Area.WORDS:
            return self.expressions.word_calls.call(op, function, args, scope, span)
        if function.names:
            return self.expressions.graph_calls.on_links(op, function, args, scope, span)
        if function.takes in ((Takes.MANY,), (Takes.NUMBERS,)):
            values = self.expressions.aggregates.listed(op.word, args, scope, span)
            return self.expressions.aggregates.whole_list(op.word, values, scope, args[0].span)
        number = len(function.takes)
        nodes = self.expressions.arguments.values_argument(op.word, args, number, number, span)
        given = [
            self._argument_value(takes, node, scope)
            for takes, node in zip(function.takes, nodes, strict=True)
        ]
        match function.gives:
            case Gives.FLAG:
                return ir.Apply(op, tuple(given), FLAG)
            case Gives.NUMBER:
                return arithmetic(op, *given, span=span)
            case Gives.PLAYER:
                return ir.Apply(op, tuple(given), PLAYER)
            case Gives.PLAYER_OR_NONE:
                return ir.Apply(op, tuple(given), optional(PLAYER))
            case _:
                raise AssertionError(f"{function.gives} is made of places or of many things")

    def _argument_value(self, takes: Takes, node: ast.Expr, scope: Scope) -> ir.Expr:
        match takes:
            case Takes.NUMBER:
                return self.expressions.as_number(self.expressions.expr(node, scope), node.span)
            case Takes.PIECE:
                return self.expressions.arguments.piece_argument(node, scope)
            case Takes.PLAYER:
                return self.expressions.arguments.player_argument(node, scope)
            case Takes.PLAYERS:
                return self.expressions.arguments.players_argument(node, scope)
            case _:
                raise AssertionError(f"{takes} stands among others of its kind")
