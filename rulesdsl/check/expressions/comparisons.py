"""Comparisons: whether two values are the same, which comes first, whether one is in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from rulesdsl.check.domains import (
    FLAG,
    comparable,
    describe,
    is_number,
    is_optional,
    plain,
    seq,
)
from rulesdsl.check.expressions.ambiguity import number_out_of_several
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    compared,
    constant,
    number,
)
from rulesdsl.check.meanings import CaseMeaning, KindMeaning, Several
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.program import (
    NONE,
    Apply,
    ConstSeq,
    Domain,
    EnumDomain,
    Expr,
    IntDomain,
    MapDomain,
    OptionalDomain,
    PieceDomain,
    PieceNameDomain,
    SeqDomain,
    SeqOfSeqDomain,
    UnionDomain,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.expressions.checker import Expressions

_ORDERED = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Comparisons:
    def __init__(self, expressions: Expressions) -> None:
        self.world = expressions.world
        self.reporter = expressions.reporter
        self.expressions = expressions

    def is_member(self, item: ast.Expr, many: ast.Expr, scope: Scope, span: Span) -> Expr:
        """`x is in S`, `S has x`."""
        whole = self.expressions.expr(many, scope)
        if isinstance(whole.type, (OptionalDomain, PieceDomain)) and isinstance(
            plain(whole.type), PieceDomain
        ):
            whole = Apply("seq_of", (whole,), seq(plain(whole.type), ordered=True, bound=1))
        if not isinstance(whole.type, SeqDomain):
            self.reporter.error(
                "not-a-set",
                many.span,
                "this is asked for what is in it, but it is no set",
                f"it is {describe(whole.type)}",
            )
            raise UnknownName
        of = whole.type.of
        target: Domain = PieceNameDomain(of.kinds) if isinstance(of, PieceDomain) and _is_name(item) else of
        value = self.expressions.expr(item, scope, target)
        if isinstance(of, PieceDomain) and isinstance(plain(value.type), PieceNameDomain):
            if not comparable(plain(value.type), of):
                self._never_in(span, value, whole)
            return Apply("in_names", (value, whole), FLAG)
        if not comparable(value.type, of) and whole.type.bound:
            self._never_in(span, value, whole)
            return FALSE
        if isinstance(of, UnionDomain) and not isinstance(plain(value.type), UnionDomain):
            value = self.expressions.coerced(value, of, item.span)
        at = constant(value)
        if at is not None and isinstance(whole, ConstSeq):
            return TRUE if at in whole.values else FALSE
        return Apply("in", (value, whole), FLAG)

    def _never_in(self, span: Span, value: Expr, whole: Expr) -> None:
        self.reporter.error(
            "type-mismatch",
            span,
            f"{describe(value.type)} is never in {describe(whole.type)}",
            "of different sorts",
        )

    def in_order(self, node: ast.Binary, scope: Scope) -> Expr:
        one = self.expressions.expr(node.left, scope, IntDomain(0, 0))
        other = self.expressions.expr(node.right, scope, one.type)
        op = _ORDERED[node.op]
        match plain(one.type), plain(other.type):
            case IntDomain(), IntDomain():
                self.expressions.certainty.certain(op, one, other, node.span)
                return compared(op, one, other)
            case SeqDomain(), SeqDomain():
                return Apply(f"seq_{op}", (one, other), FLAG)
            case MapDomain(key=key), MapDomain(key=other_key) if op in ("le", "ge"):
                if key != other_key:
                    self.reporter.error(
                        "mixed-comparison",
                        node.span,
                        "these maps have different keys",
                        f"{describe(key)}, and {describe(other_key)}",
                        hint="maps are compared key by key",
                    )
                    raise UnknownName
                return Apply(f"map_{op}", (one, other), FLAG)
            case _:
                self.reporter.error(
                    "mixed-comparison",
                    node.span,
                    f"`{node.op}` compares numbers, not {describe(one.type)} with {describe(other.type)}",
                    "cannot be ordered",
                    hint=number_out_of_several(one.type, node.left.span)
                    or number_out_of_several(other.type, node.right.span),
                )
                raise UnknownName

    def equal(self, node: ast.Binary, scope: Scope) -> Expr:
        """`=`, `is`, and their opposites, as an equality."""
        if isinstance(node.right, ast.NameRef) and node.right.name == "empty" and scope.find("empty") is None:
            return self._empty(node.left, scope)
        left = self.expressions.meaning(node.left, scope)
        if isinstance(left, Several):
            other = self.expressions.expr(node.right, scope)
            one = self.expressions.value(left, scope, node.left.span, other.type)
            return self.same(one, other, node)
        one = self.expressions.value(left, scope, node.left.span)
        right: object = None
        if isinstance(node.right, (ast.NameRef, ast.Call)):
            right = self.expressions.meaning(node.right, scope)
        if isinstance(right, KindMeaning) and isinstance(plain(one.type), PieceDomain):
            return self.is_kind(one, right, node.span)
        if isinstance(right, CaseMeaning) and isinstance(plain(one.type), EnumDomain):
            case_ = right.case
            low, high = number(case_.first), number(case_.first + case_.count - 1)
            return Apply("union_in", (one, low, high), FLAG)
        other = self.expressions.expr(node.right, scope, one.type)
        return self.same(one, other, node)

    def _empty(self, of: ast.Expr, scope: Scope) -> Expr:
        meaning = self.expressions.meaning(of, scope)
        count = self.expressions.aggregates.count_of(meaning, scope, of.span)
        if count is None:
            self.reporter.error("not-a-set", of.span, "only a zone or a set can be empty", "neither")
            return FALSE
        return (
            compared("eq", count, number(0))
            if constant(count) is not None
            else Apply("eq", (count, number(0)), FLAG)
        )

    def is_kind(self, one: Expr, kind: KindMeaning, span: Span) -> Expr:
        mine = plain(one.type)
        assert isinstance(mine, PieceDomain)
        wanted = kind.domain
        assert isinstance(wanted, PieceDomain)
        common = tuple(name for name in mine.kinds if name in wanted.kinds)
        if not common:
            self.reporter.error(
                "always-false", span, f"{describe(mine)} is never {describe(wanted)}", "never holds"
            )
            return FALSE
        if set(mine.kinds) <= set(wanted.kinds) and not is_optional(one.type):
            return TRUE
        numbers = tuple(at for at, k in enumerate(self.world.kinds) if k.name in wanted.kinds)
        domain = seq(PieceDomain(common), ordered=True, bound=len(numbers))
        return Apply("is_kind", (one, ConstSeq(numbers, domain)), FLAG)

    def same(self, one: Expr, other: Expr, node: ast.Binary) -> Expr:
        a, b = plain(one.type), plain(other.type)
        if NONE in (constant(one), constant(other)) and is_optional(
            one.type if constant(other) == NONE else other.type
        ):
            return compared("eq", one, other)
        if constant(other) == NONE or constant(one) == NONE:
            value = one if constant(other) == NONE else other
            self.expressions.certainty.never_none(value, node)
            return FALSE
        match a, b:
            case PieceDomain(), PieceNameDomain():
                one = self.expressions.conversions.name_of(one)
            case PieceNameDomain(), PieceDomain():
                other = self.expressions.conversions.name_of(other)
            case (SeqDomain(), SeqDomain()):
                assert isinstance(a, SeqDomain)
                assert isinstance(b, SeqDomain)
                if not comparable(a.of, b.of) and a.bound and b.bound:
                    self._mixed(node, one, other)
                if isinstance(a.of, PieceNameDomain) != isinstance(b.of, PieceNameDomain):
                    return Apply("same_names", (one, other), FLAG)
                both_listed = isinstance(node.left, ast.Listing) and isinstance(node.right, ast.Listing)
                if both_listed and isinstance(one, (Apply, ConstSeq)):
                    # Whoever lists both sides means the same things, in whatever order.
                    one = attrs.evolve(one, type=attrs.evolve(a, ordered=False))
                return Apply("seq_eq", (one, other), FLAG)
            case (SeqDomain(), _) | (_, SeqDomain()):
                many, single = (one, other) if isinstance(a, SeqDomain) else (other, one)
                if not self.world.example_players:
                    self.expressions.conversions.several_and_one(node, one, other)
                if isinstance(plain(single.type), (MapDomain, SeqOfSeqDomain)):
                    self._mixed(node, one, other)
                wrapped = Apply("seq_of", (single,), seq(single.type, ordered=True, bound=1))
                many_of = many.type
                assert isinstance(many_of, SeqDomain)
                if isinstance(many_of.of, PieceDomain) and isinstance(plain(single.type), PieceNameDomain):
                    return Apply("same_names", (many, wrapped), FLAG)
                if not comparable(many_of.of, plain(single.type)):
                    self._mixed(node, one, other)
                return Apply("seq_eq", (many, wrapped), FLAG)
            case MapDomain(), MapDomain():
                if a.key != b.key:
                    self._mixed(node, one, other)
                return Apply("map_eq", (one, other), FLAG)
            case UnionDomain(), _ if not isinstance(b, UnionDomain):
                if not comparable(a, b):
                    self._mixed(node, one, other)
                other = self.expressions.coerced(other, a, node.right.span)
            case _, UnionDomain() if not isinstance(a, UnionDomain):
                if not comparable(a, b):
                    self._mixed(node, one, other)
                one = self.expressions.coerced(one, b, node.left.span)
            case _:
                if not comparable(a, b):
                    self._mixed(node, one, other)
        if is_number(one.type) and is_number(other.type):
            self.expressions.certainty.certain("eq", one, other, node.span)
        return compared("eq", one, other)

    def _mixed(self, node: ast.Binary, one: Expr, other: Expr) -> None:
        self.reporter.error(
            "mixed-comparison",
            node.span,
            f"{describe(one.type)} is never the same as {describe(other.type)}",
            "of different sorts",
        )
        raise UnknownName


def _is_name(node: ast.Expr) -> bool:
    return isinstance(node, ast.NameRef)
