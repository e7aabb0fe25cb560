"""Places of boards that grow, and places that are made of others: one of them, a step, an attribute."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, is_optional, optional, plain
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import constant, if_there, number
from rulesdsl.check.growing import Combined, Growing
from rulesdsl.check.scope import Scope
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class MadePlaces(ExpressionModule):
    def at(self, growing: Growing, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """The place at a column and a row. What is said to be there must be there, else it is a fault; with
        numbers that are only known in play, and where it is only compared, it is none then.
        """
        if len(args) != 2:
            raise self.reporter.error(
                "wrong-argument-count",
                span,
                f"`{growing.name}` is written `{growing.name}(column, row)`",
                f"{len(args)} given",
                hint="columns and rows are counted from the first place, `(0, 0)`: `(-1, 2)` is one to the"
                " left and two up",
            )
        values = [self._value(arg, growing.along, scope) for arg in args]
        if all(constant(value) == 0 for value in values):
            return ir.Const(0, growing.domain)
        place = growing.at(values[0], values[1], self.output.vars)
        if scope.place.only_compared or any(constant(value) is None for value in values):
            return place
        var = self.output.vars.new("place", place.type)
        code = ir.Apply(Op.AS, (ir.Local(var),), ir.IntDomain(0, growing.size - 1))
        is_none = ir.Apply(Op.IS_NONE, (ir.Local(var),), FLAG)
        key = ir.IfExpr(is_none, number(growing.size), code, ir.IntDomain(0, growing.size))
        every = ir.ConstSeq(tuple(range(growing.size)), ir.MapDomain(growing.domain, growing.domain))
        sure = ir.Apply(Op.MAP_AT, (every, key), growing.domain, span=span)
        return ir.LetExpr(var, place, sure, growing.domain)

    def _value(self, arg: ast.Argument, domain: ir.Domain, scope: Scope) -> ir.Expr:
        node = self.expressions.arguments.plain_argument(arg)
        return self.expressions.typed(node, scope, domain)

    def step(self, growing: Growing, place: ir.Expr, direction: ir.Expr) -> ir.Expr:
        return self._if_there(place, lambda there: growing.beside(there, direction))

    def attribute(self, growing: Growing, place: ir.Expr, name: str) -> ir.Expr:
        return self._if_there(place, lambda there: growing.attribute(name, there))

    def _if_there(self, place: ir.Expr, of: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
        """Of a place that may be none; none then."""
        if not is_optional(place.type):
            return of(place)
        var = self.output.vars.new("place", place.type)
        value = of(ir.Apply(Op.AS, (ir.Local(var),), plain(place.type)))
        perhaps = if_there(ir.Local(var), value)
        return ir.LetExpr(var, place, perhaps, perhaps.type)

    def combination(
        self, combined: Combined, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> ir.Expr:
        """The place that is made of these; none if one of them is none, or there is no such combination."""
        keys = []
        for arg, part in zip(args, combined.parts, strict=True):
            node = self.expressions.arguments.plain_argument(arg)
            key = self.expressions.expr(node, scope, part)
            domain = optional(part) if is_optional(key.type) else part
            keys.append(self.expressions.coerced(key, domain, node.span))
        possible = [
            self.declarations.members(part) if (value := constant(key)) is None else (value,)
            for key, part in zip(keys, combined.parts, strict=True)
        ]
        numbers = [self._number(combined, values) for values in product(*possible)]
        if set(numbers) == {ir.NONE}:
            raise self.reporter.error(
                "unknown-name", span, f"there is no such {combined.domain.name}", "no such combination"
            )
        sure = ir.NONE not in numbers and not any(is_optional(key.type) for key in keys)
        if sure and len(numbers) == 1:
            return ir.Const(numbers[0], combined.domain)
        domain = combined.domain if sure else optional(combined.domain)
        return ir.Lookup(combined.table, tuple(keys), domain)

    def _number(self, combined: Combined, values: tuple[int, ...]) -> int:
        flat = 0
        for value, part in zip(values, combined.parts, strict=True):
            members = self.declarations.members(part)
            if value not in members:
                return ir.NONE
            flat = flat * len(members) + value - members[0]
        known = self.world.tables[combined.table].values[flat]
        assert isinstance(known, int)
        return known
