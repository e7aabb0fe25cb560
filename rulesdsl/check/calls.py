"""Calls of the functions of the language: what each takes, and what it gives."""

from __future__ import annotations

from rulesdsl.check.domains import (
    FLAG,
    PLAYER,
    describe,
    is_optional,
    optional,
    plain,
)
from rulesdsl.check.folding import arithmetic
from rulesdsl.check.many_things import ManyThings
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import NodeSymbol
from rulesdsl.program import (
    Apply,
    Domain,
    Expr,
    IntDomain,
    NodeDomain,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Calls(ManyThings):
    def builtin(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> Expr:
        over = self._one_over(args)
        match name:
            case (
                "count" | "sum" | "min" | "max" | "distinct" | "ranked" | "tally" | "list" | "some" | "every"
            ):
                if over is not None:
                    return self._over_values(name, over, scope)
                if name in ("list", "some", "every"):
                    self._values(name, args, 99, 99, span)
                return self._of_sequence(name, args, scope, span)
            case "highest" | "lowest" | "runs":
                return self._by_key(name, over, scope, span)
            case "first" | "last" | "top":
                if over is not None:
                    return self._first_over(name, over, scope)
                return self._first(name, args, scope, span)
            case "the_only" | "same" | "consecutive":
                if over is not None:
                    values = self._over_sequence(over, scope)
                else:
                    values = self.sequence(self._values(name, args, 1, 1, span)[0], scope)
                return self._whole(name, values, scope, args[0].span)
            case "position":
                found = self._named(name, args, ("piece", "from"))
                piece = self._piece(found["piece"], scope)
                side = found.get("from")
                right = isinstance(side, ast.NameRef) and side.name in ("right", "bottom")
                bound = max(self.size_of(plain(piece.type)), 1)
                op = "position_right" if right else "position"
                result: Domain = IntDomain(1, bound)
                if is_optional(piece.type):
                    result = optional(result)
                return Apply(op, (piece,), result, span=span)
            case "face_down":
                piece = self._piece(self._values(name, args, 1, 1, span)[0], scope)
                return Apply("face_down", (piece,), FLAG)
            case "takes":
                nodes = self._values(name, args, 2, 2, span)
                return self._takes(nodes, scope, span)
            case "left" | "right":
                return Apply(name, (self._player(self._values(name, args, 1, 1, span)[0], scope),), PLAYER)
            case "next":
                nodes = self._values(name, args, 2, 2, span)
                player = self._player(nodes[0], scope)
                players = self._players(nodes[1], scope)
                return Apply("next", (player, players), optional(PLAYER))
            case "difference":
                nodes = self._values(name, args, 2, 2, span)
                one, other = (self.as_number(self.expr(n, scope), n.span) for n in nodes)
                return arithmetic("difference", one, other, span)
            case "lines":
                return self._lines(args, scope, span)
            case "onward":
                nodes = self._values(name, args, 2, 2, span)
                node = self._not_none(nodes[0], scope)
                steps = self.as_number(self.expr(nodes[1], scope), nodes[1].span)
                domain = plain(node.type)
                symbol = self.symbols.get(domain.name) if isinstance(domain, NodeDomain) else None
                if not isinstance(symbol, NodeSymbol) or symbol.shape != "ring":
                    self.error(
                        "type-mismatch", nodes[0].span, "a place of a ring is expected", describe(node.type)
                    )
                    raise UnknownName
                return Apply("onward", (node, steps), domain, graph=symbol.name)
            case _:
                return self._graph(name, args, scope, span)
