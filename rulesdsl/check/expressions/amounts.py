"""Maps put together by hand: a number for each of a kind."""

from __future__ import annotations

from functools import reduce

from rulesdsl import program as ir
from rulesdsl.check.domains import UNREAD, describe, is_number, plain, unified
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import constant, number
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_INDICES = (ir.EnumDomain, ir.NodeDomain, ir.PlayerDomain, ir.IntDomain, ir.PieceNameDomain)


class Amounts(ExpressionModule):
    def listed(self, node: ast.Amounts, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        """`{wood: 2, grain: 1}`; of what is not named there is none."""
        wanted = plain(expected) if expected is not None else None
        key_type = wanted.key if isinstance(wanted, ir.MapDomain) else None
        values: dict[int, ir.Expr] = {}
        places: dict[int, Span] = {}
        for amount in node.amounts:
            key = self.expressions.expr(amount.key, scope, key_type)
            key_type = plain(key.type) if key_type is None else key_type
            index = constant(self.expressions.coerced(key, key_type, amount.key.span))
            if index is None or not isinstance(key_type, _INDICES):
                raise self.reporter.mismatch(
                    amount.key.span,
                    "for what the number is, must be known before play",
                    key.type,
                    hint="name a value: `{wood: 2, grain: 1}`",
                )
            if index in values:
                message = f"`{amount.key.span.text}` has a number already"
                raise self.reporter.twice(amount.key.span, places[index], message, code="repeated-case")
            value = self.expressions.expr(amount.value, scope, ir.IntDomain(0, 0))
            values[index] = self.expressions.as_number(value, amount.value.span)
            places[index] = amount.key.span
        assert key_type is not None
        return self.of_values(
            key_type, [values.get(key, number(0)) for key in self.declarations.members(key_type)]
        )

    def of_values(self, key: ir.Domain, values: list[ir.Expr]) -> ir.Expr:
        """The map with these values, in the order of its keys."""
        of = reduce(_either, (plain(value.type) for value in values))
        domain = ir.MapDomain(key, of)
        known = tuple(value.value for value in values if isinstance(value, ir.Const))
        if len(known) == len(values):
            return ir.ConstSeq(known, domain)
        return ir.Apply(Op.MAP_OF, tuple(values), domain)

    def of_key(self, value: ir.Expr, key: int) -> ir.Expr:
        """The number of a map for one key."""
        assert isinstance(value.type, ir.MapDomain)
        place = key - self.declarations.members(value.type.key)[0]
        match value:
            case ir.ConstSeq(values=values):
                known = values[place]
                assert isinstance(known, int)
                of = value.type.value
                return ir.Const(known, ir.IntDomain(known, known) if isinstance(of, ir.IntDomain) else of)
            case ir.Apply(op=Op.MAP_OF, args=args):
                return args[place]
            case _:
                of_key = ir.Const(key, value.type.key)
                return ir.Apply(Op.MAP_AT, (value, of_key), value.type.value)

    def keys_of(self, per: ast.Per) -> ir.Domain:
        """What there is a number for each of."""
        key = self.declarations.types.index_type(per.of)
        if key == UNREAD:
            raise UnknownName
        if not isinstance(key, _INDICES):
            raise self.reporter.mismatch(
                per.of.span, "a number is kept for each of a kind of values", describe(key)
            )
        return key


def _either(first: ir.Domain, other: ir.Domain) -> ir.Domain:
    both = unified(first, other)
    assert both is not None
    assert is_number(both)
    return both
