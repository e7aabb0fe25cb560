"""How much each link counts, and what it costs to enter each place: `along: toll`, `entering: cost`."""

from __future__ import annotations

from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, bounds, describe, is_number, is_optional, plain, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import known_list, number
from rulesdsl.check.meanings import Meaning
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import DefineSymbol, LinkSymbol, NodeSymbol, PieceSymbol, StateSymbol, Symbol
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.functions import Takes
from rulesdsl.gatherings import Gather
from rulesdsl.graphs import CLOSED
from rulesdsl.operations import Op
from rulesdsl.syntax import ast

_THE_ONE = "the one that is meant"
"""What a thing is called while what is said of it is read: no name of a file has spaces."""


class Weights(ExpressionModule):
    def of_each(
        self, takes: Takes, node: ast.Expr, place: ir.Domain, graph: str, scope: Scope
    ) -> tuple[ir.Expr, int]:
        """A number for each link of the graph, or for each of its places, and the greatest that it can be."""
        domain = place
        if takes is Takes.ALONG:
            domain = ir.LinkDomain(graph)
            if not isinstance(self.world.symbols[graph], LinkSymbol):
                raise self.reporter.mismatch(
                    node.span,
                    f"nothing is said of what leads from one {graph} to the next",
                    "only `links` have this",
                    hint="what it costs to come to a place: `entering: …`",
                )
        var = self.output.vars.new("each", domain)
        inside = scope.inner()
        inside.bind(_THE_ONE, ir.Local(var), None).used = True
        value = self.expressions.value(self._said_of(node, domain, inside), inside, node.span)
        self._must_be_a_cost(node, value, domain)
        high = bounds(value.type).high
        if is_optional(value.type):
            cost = self.output.vars.new("cost", value.type)
            none = ir.Apply(Op.IS_NONE, (ir.Local(cost),), FLAG)
            is_there = ir.Apply(Op.AS, (ir.Local(cost),), plain(value.type))
            wide = ir.IntDomain(CLOSED, high)
            value = ir.LetExpr(cost, value, ir.IfExpr(none, number(CLOSED), is_there, wide), wide)
        size = self.declarations.size_of(domain)
        low = self.declarations.members(domain)[0] if size else 0
        every = known_list(range(low, low + size), domain)
        return ir.Over(
            Gather.LIST, var, every, None, None, value, seq(value.type, ordered=True, bound=size)
        ), high

    def _said_of(self, node: ast.Expr, domain: ir.Domain, scope: Scope) -> Meaning | ir.Expr:
        """An attribute of the thing, perhaps one of that; or what is called with it as the last argument."""
        attribute = self._attribute(node, domain, scope)
        if attribute is not None:
            return attribute
        match node:
            case ast.Group(inner):
                return self._said_of(inner, domain, scope)
            case ast.NameRef(name) if not self._is_known(name, scope):
                raise self._unknown(node, domain)
            case ast.NameRef() | ast.Your() | ast.Attribute():
                of, args = node, ()
            case ast.Call(of=of, args=args):
                self._names_the_one(of, args, node, scope)
            case ast.Computed():
                raise self.reporter.mismatch(
                    node.span,
                    f"what is said of each {describe(domain).split()[-1]} is expected here, by its name",
                    "not a name",
                    hint="an attribute, a state or a definition: `entering: cost`; one that needs the mover:"
                    " `entering: cost(mover)`",
                )
            case _:
                assert_never(node)
        self._takes_one_more(of, len(args), node)
        given = ast.Argument(None, ast.NameRef(_THE_ONE, span=node.span), span=node.span)
        return self.expressions.indices.call(of, (*args, given), scope, node.span)

    def _names_the_one(
        self, of: ast.Expr, args: tuple[ast.Argument, ...], node: ast.Expr, scope: Scope
    ) -> None:
        last = args[-1].value if args else None
        if not isinstance(last, ast.NameRef) or self._is_known(last.name, scope):
            return
        others = ", ".join(arg.span.text for arg in args[:-1])
        meant = f"{of.span.text}({others})" if others else of.span.text
        symbol = self.world.symbols.get(of.name) if isinstance(of, ast.NameRef) else None
        if last.name == "you" and symbol is not None and _is_per_player(symbol):
            raise self.reporter.error(
                "unknown-name",
                last.span,
                f"every player has `{meant}` of their own, and nobody is `you` here",
                "nobody here",
                because=((symbol.span, "per Player"),),
                hint=f"in a definition `per Player`, write `your {meant}`; for a player p, `p.{meant}`",
            )
        raise self.reporter.error(
            "unknown-name",
            last.span,
            f"there is no `{last.name}`: the one that is meant comes of itself, as the last in the brackets",
            "not needed",
            hint=f"write `{meant}`",
            fix=replaced(node.span, meant),
        )

    def _takes_one_more(self, of: ast.Expr, given: int, node: ast.Expr) -> None:
        """A definition of several things is called with all but the last, which is the one that is meant."""
        symbol = self.world.symbols.get(of.name) if isinstance(of, ast.NameRef) else None
        if not isinstance(symbol, DefineSymbol):
            return
        self.expressions.definitions.define_signature(symbol)
        names = [var.name for var in symbol.vars if var.name != "you"]
        if len(names) <= given + 1:
            return
        raise self.reporter.error(
            "wrong-argument-count",
            node.span,
            f"`{symbol.name}` takes {len(names)} values, of which the last is meant here",
            f"{given} given before it",
            because=((symbol.span, "declared here"),),
            hint=f"give it the others: `{symbol.name}({', '.join(names[:-1])})`",
        )

    def _attribute(self, node: ast.Expr, domain: ir.Domain, scope: Scope) -> Meaning | ir.Expr | None:
        match node:
            case ast.NameRef(name) if self.declarations.fields.attribute_of(domain, name) is not None:
                thing = self.expressions.meaning(ast.NameRef(_THE_ONE, span=node.span), scope)
                return self.expressions.attribute(thing, ast.Name(name, span=node.span), scope, node.span)
            case ast.Attribute(of, name):
                inner = self._attribute(of, domain, scope)
                return None if inner is None else self.expressions.attribute(inner, name, scope, node.span)
            case _:
                return None

    def _is_known(self, name: str, scope: Scope) -> bool:
        return any(
            (
                scope.find(name) is not None,
                name in self.world.symbols,
                name in self.world.values,
                name in self.world.unread,
            )
        )

    def _unknown(self, node: ast.NameRef, domain: ir.Domain) -> UnknownName:
        of = self.world.symbols[getattr(domain, "name", "")] if hasattr(domain, "name") else None
        known = list(of.attrs) if isinstance(of, (NodeSymbol, LinkSymbol, PieceSymbol)) else []
        known += [
            name
            for name, symbol in self.world.symbols.items()
            if isinstance(symbol, (DefineSymbol, StateSymbol))
        ]
        what = describe(domain)
        called = f"attribute, state or definition of {what} called"
        return self.reporter.unknown(node.span, node.name, called, known)

    def _must_be_a_cost(self, node: ast.Expr, value: ir.Expr, domain: ir.Domain) -> None:
        what = describe(domain)
        if not is_number(value.type):
            raise self.reporter.mismatch(
                node.span,
                f"what {what} counts is a number",
                value.type,
                hint="`none` for what cannot be entered or used",
            )
        if bounds(value.type).low < 0:
            raise self.reporter.error(
                "out-of-range",
                node.span,
                f"what {what} counts must not be less than 0",
                f"this is {describe(value.type)}",
                hint="where it never is: `max(0, …)`",
            )


def _is_per_player(symbol: Symbol) -> bool:
    match symbol:
        case DefineSymbol(per_player=per_player):
            return per_player
        case StateSymbol(owner_at=owner_at):
            return owner_at is not None
        case _:
            return False
