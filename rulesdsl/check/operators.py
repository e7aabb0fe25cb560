"""Expressions: operators, conditions, lists, cases, and how a value is fitted to a type."""

from __future__ import annotations

import attrs

from rulesdsl.check.certainty import Certainty
from rulesdsl.check.domains import (
    FLAG,
    bounds,
    comparable,
    describe,
    is_number,
    is_optional,
    optional,
    plain,
    seq,
    unified,
)
from rulesdsl.check.folding import (
    FALSE,
    TRUE,
    all_of,
    any_of,
    arithmetic,
    compared,
    constant,
    facts_of,
    if_else,
    negated,
    not_,
    number,
)
from rulesdsl.check.meanings import CaseMeaning, KindMeaning, Several
from rulesdsl.check.one_of_several import number_out_of_several
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.program import (
    NONE,
    Apply,
    Const,
    ConstSeq,
    Domain,
    EnumDomain,
    Expr,
    FlagDomain,
    IntDomain,
    Local,
    MapDomain,
    OptionalDomain,
    PieceDomain,
    PieceNameDomain,
    SeqDomain,
    SeqOfSeqDomain,
    UnionDomain,
    Var,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_ORDERED = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SIGNS = {"+": "add", "-": "sub", "*": "mul", "mod": "mod"}
MOST_IN_RANGE = 100_000


class Operators(Certainty):
    def expr(self, node: ast.Expr, scope: Scope, expected: Domain | None = None) -> Expr:
        match node:
            case ast.NameRef() | ast.Your() | ast.Attribute() | ast.Call():
                return self.value(self.meaning(node, scope), scope, node.span, expected)
            case ast.Group(inner):
                return self.expr(inner, scope, expected)
            case ast.Number(value):
                if value > 2**31 - 1:
                    self.error("range-too-wide", node.span, f"{value} is too large", f"at most {2**31 - 1}")
                    raise UnknownName
                return number(value)
            case ast.Flag(value):
                return TRUE if value else FALSE
            case ast.NoneValue():
                return Const(NONE, OptionalDomain(plain(expected) if expected is not None else FLAG))
            case ast.IfElse(condition, then, otherwise):
                test = self.condition(condition, scope)
                yes = self.expr(then, scope.with_facts(facts_of(test, holds=True)), expected)
                no = self.expr(otherwise, scope.with_facts(facts_of(test, holds=False)), expected)
                return self.chosen(test, yes, no, node.span)
            case ast.Binary():
                found = self._binary(node, scope, expected)
                self.plainly(node, found, scope)
                return found
            case ast.Divide(left, right, rounded):
                one, other = self._number(left, scope), self._number(right, scope)
                if bounds(other.type) == IntDomain(0, 0):
                    self.error("out-of-range", right.span, "nothing can be divided by 0", "this is 0")
                    return number(0)
                return arithmetic("div_up" if rounded == "up" else "div_down", one, other, node.span)
            case ast.Unary("not", operand):
                return not_(self.condition(operand, scope))
            case ast.Unary(_, operand):
                return negated(self._number(operand, scope))
            case ast.Selection(binder):
                return self.selection(binder, scope)
            case ast.Listing(items):
                return self._listing(items, scope, expected, node.span)
            case ast.DependingValue():
                return self._depending(node, scope, expected)

    def condition(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.expr(node, scope, FLAG)
        self.flag_alone(node)
        if not isinstance(value.type, FlagDomain):
            hint = None
            if isinstance(value.type, OptionalDomain):
                asked = "yes" if isinstance(value.type.of, FlagDomain) else "not none"
                hint = f"compare it: `… is {asked}`"
            elif is_number(value.type):
                hint = "compare it: `… > 0`"
            elif isinstance(value.type, SeqDomain):
                hint = "ask something of it: `… is empty`, `… has x`, `some(x in …: …)`"
            self.error(
                "type-mismatch",
                node.span,
                "a condition must be yes or no",
                f"this is {describe(value.type)}",
                hint=hint,
            )
            return TRUE
        return value

    def chosen(self, test: Expr, yes: Expr, no: Expr, span: Span) -> Expr:
        """One of two values, brought to one type."""
        domain = unified(yes.type, no.type)
        if constant(yes) == NONE and isinstance(yes.type, OptionalDomain):
            domain = optional(no.type)
        elif constant(no) == NONE and isinstance(no.type, OptionalDomain):
            domain = optional(yes.type)
        if domain is None:
            self.error(
                "type-mismatch",
                span,
                "the two outcomes are of different sorts",
                f"{describe(yes.type)}, or {describe(no.type)}",
            )
            raise UnknownName
        return if_else(test, yes, no, domain)

    # ------------------------------------------------------------ binary operators

    def _binary(self, node: ast.Binary, scope: Scope, expected: Domain | None) -> Expr:
        match node.op:
            case "and":
                one = self.condition(node.left, scope)
                other = self.condition(node.right, scope.with_facts(facts_of(one, holds=True)))
                self.agree(one, other, node, scope)
                return all_of([one, other])
            case "or":
                one = self.condition(node.left, scope)
                other = self.condition(node.right, scope.with_facts(facts_of(one, holds=False)))
                self.either(one, other, node, scope)
                return any_of([one, other])
            case "+" | "-" | "*" | "mod":
                return self._sum(node, scope, expected)
            case "..":
                return self._range(node, scope)
            case "is in" | "is not in":
                found = self._member(node.left, node.right, scope, node.span)
                return found if node.op == "is in" else not_(found)
            case "has":
                return self._member(node.right, node.left, scope, node.span)
            case "<" | "<=" | ">" | ">=":
                return self._ordered(node, scope)
            case _:
                found = self._equal(node, scope)
                return found if node.op in ("=", "is") else not_(found)

    def _number(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.expr(node, scope, IntDomain(0, 0))
        return self.as_number(value, node.span)

    def as_number(self, value: Expr, span: Span) -> Expr:
        if not is_number(value.type):
            self.error("type-mismatch", span, "a number is expected here", f"this is {describe(value.type)}")
            raise UnknownName
        return self.none_here(value, span, "arithmetic") if is_optional(value.type) else value

    def _sum(self, node: ast.Binary, scope: Scope, expected: Domain | None) -> Expr:
        one = self.expr(node.left, scope, expected)
        other = self.expr(node.right, scope, one.type if isinstance(one.type, SeqDomain) else expected)
        seqs = isinstance(one.type, SeqDomain), isinstance(other.type, SeqDomain)
        if node.op in ("+", "-") and any(seqs):
            return self._joined(node, one, other)
        if isinstance(one.type, MapDomain) and isinstance(other.type, MapDomain) and node.op in ("+", "-"):
            if one.type.key != other.type.key:
                self.error("type-mismatch", node.span, "these maps have different keys", describe(one.type))
                raise UnknownName
            inner = arithmetic(
                _SIGNS[node.op], Local(Var(0, "", one.type.value)), Local(Var(0, "", other.type.value))
            )
            return Apply(f"map_{_SIGNS[node.op]}", (one, other), MapDomain(one.type.key, inner.type))
        one, other = self.as_number(one, node.left.span), self.as_number(other, node.right.span)
        if node.op == "mod" and bounds(other.type).high <= 0:
            self.error("out-of-range", node.right.span, "`mod` needs a positive number", describe(other.type))
            return number(0)
        result = arithmetic(_SIGNS[node.op], one, other, node.span)
        limits = bounds(result.type)
        if max(abs(limits.low), abs(limits.high)) > 2**53:
            self.error(
                "range-too-wide", node.span, "this number could become too large", describe(result.type)
            )
            raise UnknownName
        return result

    def _joined(self, node: ast.Binary, one: Expr, other: Expr) -> Expr:
        parts: list[Expr] = []
        for part, span in ((one, node.left.span), (other, node.right.span)):
            if isinstance(part.type, SeqDomain):
                parts.append(part)
            elif isinstance(part.type, (MapDomain, SeqOfSeqDomain)):
                self.error("type-mismatch", span, "a set or a thing is expected here", describe(part.type))
                raise UnknownName
            else:
                parts.append(Apply("seq_of", (part,), seq(part.type, ordered=True, bound=1)))
        first, second = parts[0].type, parts[1].type
        assert isinstance(first, SeqDomain)
        assert isinstance(second, SeqDomain)
        if not comparable(first.of, second.of) and first.bound and second.bound:
            self.error(
                "type-mismatch",
                node.span,
                f"{describe(first)} and {describe(second)} cannot be put together",
                "different sorts",
            )
            raise UnknownName
        if node.op == "-":
            return Apply("without", (parts[0], parts[1]), first)
        of = unified(first.of, second.of) or first.of
        return Apply(
            "join", (parts[0], parts[1]), seq(of, ordered=first.ordered, bound=first.bound + second.bound)
        )

    def _range(self, node: ast.Binary, scope: Scope) -> Expr:
        low, high = self._number(node.left, scope), self._number(node.right, scope)
        a, b = constant(low), constant(high)
        if a is not None and b is not None:
            self.runs_upward(a, b, (node.left, node.right), scope, node.span)
            if b - a > MOST_IN_RANGE:
                self.error(
                    "too-many-values",
                    node.span,
                    f"the range {a}..{b} has too many numbers",
                    f"at most {MOST_IN_RANGE:,}",
                )
                raise UnknownName
            values = tuple(range(a, b + 1))
            return ConstSeq(values, seq(IntDomain(a, max(a, b)), ordered=True, bound=len(values)))
        wide = IntDomain(bounds(low.type).low, max(bounds(high.type).high, bounds(low.type).low))
        return Apply(
            "range", (low, high), seq(wide, ordered=True, bound=min(wide.high - wide.low + 1, MOST_IN_RANGE))
        )

    def _member(self, item: ast.Expr, many: ast.Expr, scope: Scope, span: Span) -> Expr:
        """`x is in S`, `S has x`."""
        whole = self.expr(many, scope)
        if isinstance(whole.type, (OptionalDomain, PieceDomain)) and isinstance(
            plain(whole.type), PieceDomain
        ):
            whole = Apply("seq_of", (whole,), seq(plain(whole.type), ordered=True, bound=1))
        if not isinstance(whole.type, SeqDomain):
            self.error(
                "not-a-set",
                many.span,
                "this is asked for what is in it, but it is no set",
                f"it is {describe(whole.type)}",
            )
            raise UnknownName
        of = whole.type.of
        target: Domain = PieceNameDomain(of.kinds) if isinstance(of, PieceDomain) and _is_name(item) else of
        value = self.expr(item, scope, target)
        if isinstance(of, PieceDomain) and isinstance(plain(value.type), PieceNameDomain):
            if not comparable(plain(value.type), of):
                self._never_in(span, value, whole)
            return Apply("in_names", (value, whole), FLAG)
        if not comparable(value.type, of) and whole.type.bound:
            self._never_in(span, value, whole)
            return FALSE
        if isinstance(of, UnionDomain) and not isinstance(plain(value.type), UnionDomain):
            value = self.coerced(value, of, item.span)
        at = constant(value)
        if at is not None and isinstance(whole, ConstSeq):
            return TRUE if at in whole.values else FALSE
        return Apply("in", (value, whole), FLAG)

    def _never_in(self, span: Span, value: Expr, whole: Expr) -> None:
        self.error(
            "type-mismatch",
            span,
            f"{describe(value.type)} is never in {describe(whole.type)}",
            "of different sorts",
        )

    def _ordered(self, node: ast.Binary, scope: Scope) -> Expr:
        one = self.expr(node.left, scope, IntDomain(0, 0))
        other = self.expr(node.right, scope, one.type)
        op = _ORDERED[node.op]
        match plain(one.type), plain(other.type):
            case IntDomain(), IntDomain():
                self.certain(op, one, other, node.span)
                return compared(op, one, other)
            case SeqDomain(), SeqDomain():
                return Apply(f"seq_{op}", (one, other), FLAG)
            case MapDomain(key=key), MapDomain(key=other_key) if op in ("le", "ge"):
                if key != other_key:
                    self.error(
                        "mixed-comparison",
                        node.span,
                        "these maps have different keys",
                        f"{describe(key)}, and {describe(other_key)}",
                        hint="maps are compared key by key",
                    )
                    raise UnknownName
                return Apply(f"map_{op}", (one, other), FLAG)
            case _:
                self.error(
                    "mixed-comparison",
                    node.span,
                    f"`{node.op}` compares numbers, not {describe(one.type)} with {describe(other.type)}",
                    "cannot be ordered",
                    hint=number_out_of_several(one.type, node.left.span)
                    or number_out_of_several(other.type, node.right.span),
                )
                raise UnknownName

    def _equal(self, node: ast.Binary, scope: Scope) -> Expr:
        """`=`, `is`, and their opposites, as an equality."""
        if isinstance(node.right, ast.NameRef) and node.right.name == "empty" and scope.find("empty") is None:
            return self._empty(node.left, scope)
        left = self.meaning(node.left, scope)
        if isinstance(left, Several):
            other = self.expr(node.right, scope)
            one = self.value(left, scope, node.left.span, other.type)
            return self.same(one, other, node)
        one = self.value(left, scope, node.left.span)
        right: object = None
        if isinstance(node.right, (ast.NameRef, ast.Call)):
            right = self.meaning(node.right, scope)
        if isinstance(right, KindMeaning) and isinstance(plain(one.type), PieceDomain):
            return self.is_kind(one, right, node.span)
        if isinstance(right, CaseMeaning) and isinstance(plain(one.type), EnumDomain):
            case_ = right.case
            low, high = number(case_.first), number(case_.first + case_.count - 1)
            return Apply("union_in", (one, low, high), FLAG)
        other = self.expr(node.right, scope, one.type)
        return self.same(one, other, node)

    def _empty(self, of: ast.Expr, scope: Scope) -> Expr:
        meaning = self.meaning(of, scope)
        count = self.count_of(meaning, scope, of.span)
        if count is None:
            self.error("not-a-set", of.span, "only a zone or a set can be empty", "neither")
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
            self.error("always-false", span, f"{describe(mine)} is never {describe(wanted)}", "never holds")
            return FALSE
        if set(mine.kinds) <= set(wanted.kinds) and not is_optional(one.type):
            return TRUE
        numbers = tuple(at for at, k in enumerate(self.kinds) if k.name in wanted.kinds)
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
            self.never_none(value, node)
            return FALSE
        match a, b:
            case PieceDomain(), PieceNameDomain():
                one = self.name_of(one)
            case PieceNameDomain(), PieceDomain():
                other = self.name_of(other)
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
                if not self.example_players:
                    self.several_and_one(node, one, other)
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
                other = self.coerced(other, a, node.right.span)
            case _, UnionDomain() if not isinstance(a, UnionDomain):
                if not comparable(a, b):
                    self._mixed(node, one, other)
                one = self.coerced(one, b, node.left.span)
            case _:
                if not comparable(a, b):
                    self._mixed(node, one, other)
        if is_number(one.type) and is_number(other.type):
            self.certain("eq", one, other, node.span)
        return compared("eq", one, other)

    def _mixed(self, node: ast.Binary, one: Expr, other: Expr) -> None:
        self.error(
            "mixed-comparison",
            node.span,
            f"{describe(one.type)} is never the same as {describe(other.type)}",
            "of different sorts",
        )
        raise UnknownName


def _is_name(node: ast.Expr) -> bool:
    return isinstance(node, ast.NameRef)
