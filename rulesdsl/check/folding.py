"""Folding: expressions are built here, so that constants are worked out once, before play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import product
from typing import get_args

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, bounds, is_number, is_optional, optional, plain, seq
from rulesdsl.gatherings import Gather
from rulesdsl.operations import COMPARISONS, MIRRORED, OPPOSITE, Bounds, Impossible, Op, Ranging
from rulesdsl.program_walk import operands
from rulesdsl.source import Span

TRUE = ir.Const(1, FLAG)
FALSE = ir.Const(0, FLAG)
_EXPRESSIONS = frozenset(get_args(ir.Expr))


def number(value: int) -> ir.Const:
    return ir.Const(value, ir.IntDomain(value, value))


def literal(value: int | tuple[int, ...] | tuple[tuple[int, ...], ...], domain: ir.Domain) -> ir.Expr:
    """A value that is known."""
    return ir.Const(value, domain) if isinstance(value, int) else ir.ConstSeq(value, domain)


def known_list(values: Iterable[int], of: ir.Domain) -> ir.ConstSeq:
    """Values that are known, as a list."""
    known = tuple(values)
    return ir.ConstSeq(known, seq(of, ordered=True, bound=len(known)))


def coded(code: ir.Expr, domain: ir.Domain) -> ir.Expr:
    """What a number stands for, as a value of this type."""
    known = constant(code)
    return ir.Apply(Op.AS, (code,), domain) if known is None else ir.Const(known, domain)


def joined(first: ir.Expr, other: ir.Expr, of: ir.Domain) -> ir.Expr:
    """Two lists, one behind the other."""
    assert isinstance(first.type, ir.SeqDomain)
    assert isinstance(other.type, ir.SeqDomain)
    bound = first.type.bound + other.type.bound
    return ir.Apply(Op.JOIN, (first, other), seq(of, ordered=True, bound=bound))


def if_there(value: ir.Expr, then: ir.Expr) -> ir.Expr:
    """What comes of a value that may be none; none if it is."""
    nothing = optional(then.type)
    return ir.IfExpr(ir.Apply(Op.IS_NONE, (value,), FLAG), ir.Const(ir.NONE, nothing), then, nothing)


def alone(value: ir.Expr) -> ir.Expr:
    """One thing as a sequence; one that is none as an empty one."""
    return ir.Apply(Op.SEQ_OF, (value,), seq(value.type, ordered=True, bound=1))


def constant(expr: ir.Expr) -> int | None:
    return expr.value if isinstance(expr, ir.Const) else None


RANGED = frozenset(op for op in Op if op.entry.ranges is not None) - COMPARISONS
"""Operations on numbers that give one."""


def interval(op: Op, *numbers: ir.IntDomain) -> ir.IntDomain:
    """The range of a result by the ranges of the numbers."""
    assert op.entry.ranges is not None, f"{op.name} does not say how far it ranges"
    return ir.IntDomain(*op.entry.ranges(*((number.low, number.high) for number in numbers)))


def arithmetic(op: Op, *args: ir.Expr, span: Span | None = None) -> ir.Expr:
    """Numbers, none of which can be none, by one of the operations on numbers."""
    values = [arg.value for arg in args if isinstance(arg, ir.Const)]
    if len(values) == len(args):
        assert op.entry.meaning is not None
        with suppress(Impossible):
            return number(op.entry.meaning(*values))
    return ir.Apply(op, args, interval(op, *(bounds(arg.type) for arg in args)), span=span)


def negated(expr: ir.Expr) -> ir.Expr:
    value = constant(expr)
    if value is not None:
        return number(-value)
    inner = bounds(expr.type)
    return ir.Apply(Op.NEG, (expr,), ir.IntDomain(-inner.high, -inner.low))


def not_(expr: ir.Expr) -> ir.Expr:
    if isinstance(expr, ir.Const):
        return FALSE if expr.value else TRUE
    if isinstance(expr, ir.Apply) and expr.op is Op.NOT:
        return expr.args[0]
    return ir.Apply(Op.NOT, (expr,), FLAG)


def all_of(parts: list[ir.Expr]) -> ir.Expr:
    kept: list[ir.Expr] = []
    for part in parts:
        value = constant(part)
        if value == 0:
            return FALSE
        if value is None:
            kept.extend(part.args if isinstance(part, ir.Apply) and part.op is Op.AND else (part,))
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else ir.Apply(Op.AND, tuple(kept), FLAG)


def any_of(parts: list[ir.Expr]) -> ir.Expr:
    kept: list[ir.Expr] = []
    for part in parts:
        value = constant(part)
        if value is not None and value != 0:
            return TRUE
        if value is None:
            kept.extend(part.args if isinstance(part, ir.Apply) and part.op is Op.OR else (part,))
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else ir.Apply(Op.OR, tuple(kept), FLAG)


def if_else(condition: ir.Expr, then: ir.Expr, otherwise: ir.Expr, domain: ir.Domain) -> ir.Expr:
    value = constant(condition)
    if value is not None:
        return then if value else otherwise
    return ir.IfExpr(condition, then, otherwise, domain)


def compared(op: Op, first: ir.Expr, other: ir.Expr) -> ir.Expr:
    """eq, ne, lt, le, gt, ge of two scalars."""
    a, b = constant(first), constant(other)
    if a is not None and b is not None:
        assert op.entry.meaning is not None
        return TRUE if op.entry.meaning(a, b) else FALSE
    if op in (Op.EQ, Op.NE) and ir.NONE in (a, b):
        return ir.Apply(Op.IS_NONE if op is Op.EQ else Op.NOT_NONE, (other if a == ir.NONE else first,), FLAG)
    return ir.Apply(op, (first, other), FLAG)


def hull(ranges: Ranging, ends: Iterable[Iterable[Bounds]]) -> Bounds:
    """How far a value ranges whose parts each lie between one or another of these bounds."""
    bounds_of_parts = [ranges(*chosen) for chosen in product(*ends)]
    return min(low for low, _ in bounds_of_parts), max(high for _, high in bounds_of_parts)


NO_NUMBER = (ir.NONE, ir.NONE)
"""The bounds of none."""


def decided(test: ir.Expr) -> bool | None:
    """Whether a condition on numbers holds, where how far they range alone says so."""
    if isinstance(test, ir.Apply) and test.op is Op.NOT:
        inner = decided(test.args[0])
        return None if inner is None else not inner
    if not isinstance(test, ir.Composed) or test.ranges is None or not isinstance(test.type, ir.FlagDomain):
        return None
    domains = [part.type for part in operands(test)]
    if not all(map(is_number, domains)):
        return None
    numbers = [(bounds(domain).low, bounds(domain).high) for domain in domains]
    low, high = hull(
        test.ranges,
        [
            (number, NO_NUMBER) if is_optional(domain) else (number,)
            for number, domain in zip(numbers, domains, strict=True)
        ],
    )
    return bool(low) if low == high else None


# ---------------------------------------------------------------- walking


def rebuilt(expr: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """The same expression with each part of it changed."""
    changes: dict[str, object] = {}
    for attribute in attrs.fields(type(expr)):
        value = getattr(expr, attribute.name)
        kind = type(value)
        if kind in _EXPRESSIONS:
            changes[attribute.name] = change(value)
        elif kind is ir.ZoneRef:
            index = tuple(None if item is None else change(item) for item in value.index)
            changes[attribute.name] = attrs.evolve(value, index=index)
        elif kind is tuple and value and type(value[0]) in _EXPRESSIONS:
            changes[attribute.name] = tuple(map(change, value))
    return attrs.evolve(expr, **changes) if changes else expr  # type: ignore[arg-type]


def everything_in(expr: ir.Expr) -> Iterator[ir.Expr]:
    """The expression and all inside it."""
    todo = [expr]
    while todo:
        item = todo.pop()
        yield item
        todo.extend(operands(item))


def free_vars(expr: ir.Expr) -> set[ir.Var]:
    """The variables that are read (bound ones too: they have numbers of their own)."""
    return {item.var for item in everything_in(expr) if isinstance(item, ir.Local)}


def bound_vars(expr: ir.Expr) -> set[ir.Var]:
    """The variables that are given their values inside."""
    others = (item for item in everything_in(expr) if not isinstance(item, ir.Local))
    return {var for item in others if isinstance(var := getattr(item, "var", None), ir.Var)}


def facts_of(condition: ir.Expr, *, holds: bool) -> tuple[tuple[ir.Expr, ir.Domain], ...]:
    """What is known of the types of expressions once a condition holds (or does not)."""
    if isinstance(condition, ir.Over) and condition.op is Gather.SOME and holds:
        return _filled(condition.domain)
    if not isinstance(condition, ir.Apply):
        return ()
    if condition.op in COMPARISONS:
        counted = _counted(condition, holds=holds)
        if counted:
            return counted
    match condition.op:
        case Op.NOT:
            return facts_of(condition.args[0], holds=not holds)
        case Op.AND if holds:
            return tuple(fact for part in condition.args for fact in facts_of(part, holds=True))
        case Op.OR if not holds:
            return tuple(fact for part in condition.args for fact in facts_of(part, holds=False))
        case Op.NOT_NONE if holds:
            return ((condition.args[0], plain(condition.args[0].type)),)
        case Op.IS_NONE if not holds:
            return ((condition.args[0], plain(condition.args[0].type)),)
        case Op.LT | Op.LE | Op.GT | Op.GE if holds:
            return tuple(
                (arg, plain(arg.type)) for arg in condition.args if isinstance(arg.type, ir.OptionalDomain)
            )
        case Op.EQ if holds:
            first, other = condition.args
            if isinstance(first.type, ir.OptionalDomain) != isinstance(other.type, ir.OptionalDomain):
                maybe = first if isinstance(first.type, ir.OptionalDomain) else other
                return ((maybe, plain(maybe.type)),)
            return ()
        case Op.IN | Op.IN_NAMES if holds:
            return _filled(condition.args[1])
        case Op.IS_KIND if holds and isinstance(condition.args[1], ir.ConstSeq):
            kinds = condition.args[1].type
            return ((condition.args[0], kinds),)
        case _:
            return ()


def made_within(value: ir.Expr, low: int, high: int) -> bool:
    """Whether a number, or none, lies between these by how it is made, where its type does not say so."""
    match value:
        case ir.Const(value=known):
            return known == ir.NONE or low <= known <= high
        case ir.LetExpr(body=body):
            return made_within(body, low, high)
        case ir.IfExpr(then=then, otherwise=otherwise):
            return made_within(then, low, high) and made_within(otherwise, low, high)
        case ir.Over(op=Gather.MIN | Gather.MAX, where=where, value=each) if where and each:
            least, most = _bounds_where(each, where)
            return low <= least and most <= high
        case _:
            known_to_be = bounds(value.type)
            return low <= known_to_be.low and known_to_be.high <= high


def _bounds_where(number_of: ir.Expr, where: ir.Expr) -> Bounds:
    """How far a number ranges below a condition that compares it."""
    within = bounds(number_of.type)
    low, high = within.low, within.high
    for part in where.args if isinstance(where, ir.Apply) and where.op is Op.AND else (where,):
        if not isinstance(part, ir.Apply) or part.op not in COMPARISONS:
            continue
        op, (first, other) = part.op, part.args
        if other == number_of:
            op, first, other = MIRRORED[op], other, first
        known = constant(other)
        if first == number_of and known is not None and known != ir.NONE:
            low = max(low, {Op.GT: known + 1, Op.GE: known, Op.EQ: known}.get(op, low))
            high = min(high, {Op.LT: known - 1, Op.LE: known, Op.EQ: known}.get(op, high))
    return low, high


def counts(expr: ir.Expr) -> bool:
    """Whether this is how many there are of something."""
    return isinstance(expr, ir.ZoneCount) or (isinstance(expr, ir.Apply) and expr.op is Op.COUNT)


def _counted(condition: ir.Apply, *, holds: bool) -> tuple[tuple[ir.Expr, ir.Domain], ...]:
    """`x is not empty`, `count(x) >= 2`: that there is at least one."""
    first, other = condition.args
    op = condition.op if holds else OPPOSITE[condition.op]
    if counts(other):
        first, other, op = other, first, MIRRORED[op]
    if not counts(first) or not is_number(other.type):
        return ()
    limits = bounds(other.type)
    enough = {
        Op.GT: limits.low >= 0,
        Op.GE: limits.low >= 1,
        Op.EQ: limits.low >= 1,
        Op.NE: limits == ir.IntDomain(0, 0),
    }
    if not enough.get(op, False):
        return ()
    return ((first, ir.IntDomain(1, max(1, bounds(first.type).high))),)


def _filled(many: ir.Expr) -> tuple[tuple[ir.Expr, ir.Domain], ...]:
    """That a sequence has a member."""
    if not isinstance(many.type, ir.SeqDomain):
        return ()
    there = ir.IntDomain(1, max(1, many.type.bound))
    return ((how_many(many), there),)


def how_many(many: ir.Expr) -> ir.Expr:
    """How many members a sequence has, as `count` and `is empty` ask for it."""
    if isinstance(many, ir.ZonePieces):
        return ir.ZoneCount(many.zone, ir.IntDomain(0, 0))
    assert isinstance(many.type, ir.SeqDomain)
    return ir.Apply(Op.COUNT, (many,), ir.IntDomain(0, many.type.bound))


def perhaps_elsewhere(expr: ir.Expr) -> ir.Expr:
    """The place of a piece that lies in no row or pile is no number: neither less, more nor the same."""
    if isinstance(expr, ir.Apply) and expr.op in (Op.POSITION, Op.POSITION_RIGHT):
        return attrs.evolve(expr, type=optional(expr.type))
    return expr
