"""Formulas worked out with ranges in place of values: what can be, what must be, what never is.

A range holds the integers of a program (numbers, or the ordinals that stand for players and values),
and whether there may be none. A range of a sequence holds how many members it can have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import define, field, frozen

from rulesdsl.check.folding import interval
from rulesdsl.program import (
    NONE,
    Apply,
    Const,
    ConstSeq,
    Counter,
    Domain,
    EnumDomain,
    Expr,
    FlagDomain,
    Formula,
    IfExpr,
    IntDomain,
    LetExpr,
    Local,
    Lookup,
    MapDomain,
    NodeDomain,
    OptionalDomain,
    Over,
    PlayerDomain,
    Program,
    SeqDomain,
    SeqOfSeqDomain,
    SlotPiece,
    StateRead,
    Var,
    ZoneCount,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
    index_span,
)

WIDEST = 2**40
MOST_STEPS = 40_000
"""Formulas looked at in one evaluation; beyond, only their types are taken."""

MOST_MEMBERS = 100
"""Members of a sequence that are looked at one by one."""


@frozen
class Range:
    """From `low` to `high` (nothing if `high` is less), and perhaps none."""

    low: int
    high: int
    none: bool = False

    @property
    def empty(self) -> bool:
        return self.high < self.low

    @property
    def single(self) -> int | None:
        """The value, if there is only one."""
        if self.empty and self.none:
            return NONE
        return self.low if self.low == self.high and not self.none else None

    def joined(self, other: Range) -> Range:
        none = self.none or other.none
        if self.empty:
            return Range(other.low, other.high, none)
        if other.empty:
            return Range(self.low, self.high, none)
        return Range(min(self.low, other.low), max(self.high, other.high), none)


YES, NO, MAYBE = Range(1, 1), Range(0, 0), Range(0, 1)
NOTHING = Range(1, 0, none=True)
Values = Mapping[int, Range]
"""What is known of variables, by their numbers."""

_EMPTY: Values = {}
_INTERVALS = frozenset({"add", "sub", "mul", "div_up", "div_down", "difference", "min2", "max2", "mod"})
_COMPARES = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})


class World(Protocol):
    """What is known of a position."""

    def zone_count(self, ref: ZoneRef, values: Values) -> Range: ...

    def state(self, name: str) -> Range | None: ...

    def counter(self, phase: str) -> Range | None: ...

    def summed(self, what: Expr, table: str) -> Range | None: ...


@define
class Evaluator:
    program: Program
    world: World
    steps: int = 0
    memo: dict[tuple[str, tuple[Range, ...]], Range] = field(factory=dict)
    """What definitions gave; to be emptied when the position changes."""

    def truth(self, expr: Expr, values: Values = _EMPTY) -> Range:
        self.steps = 0
        return self.value(expr, values)

    def of_type(self, domain: Domain) -> Range:
        match domain:
            case IntDomain(low, high):
                return Range(low, high)
            case FlagDomain():
                return MAYBE
            case OptionalDomain(of):
                inner = self.of_type(of)
                return Range(inner.low, inner.high, none=True)
            case EnumDomain() | NodeDomain() | PlayerDomain():
                low, size = index_span(self.program, domain)
                return Range(low, low + size - 1)
            case SeqDomain(bound=bound) | SeqOfSeqDomain(bound=bound):
                return Range(0, bound)
            case _:
                return Range(-WIDEST, WIDEST)

    # ------------------------------------------------------------ values

    def value(self, expr: Expr, values: Values) -> Range:
        """What a formula can give; of a sequence, how many members it can have."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return self.of_type(expr.type)
        if isinstance(expr.type, (SeqDomain, SeqOfSeqDomain)):
            return self.size(expr, values)
        match expr:
            case Const(number):
                return NOTHING if number == NONE else Range(number, number)
            case Local(var):
                return values.get(var.number) or self.of_type(var.type)
            case ZoneCount(zone):
                return self.world.zone_count(zone, values)
            case SlotPiece(zone):
                inside = self.world.zone_count(zone, values)
                return NOTHING if inside.high == 0 else Range(0, WIDEST, none=inside.low == 0)
            case StateRead(state=name) if not isinstance(expr.type, MapDomain):
                known = self.world.state(name)
                return self.of_type(expr.type) if known is None else known
            case Counter(phase):
                return self.world.counter(phase) or self.of_type(expr.type)
            case Lookup():
                return self._lookup(expr, values)
            case Apply():
                return self._apply(expr, values)
            case IfExpr(condition, then, otherwise):
                test = self.value(condition, values)
                if test == YES:
                    return self.value(then, values)
                if test == NO:
                    return self.value(otherwise, values)
                return self.value(then, values).joined(self.value(otherwise, values))
            case LetExpr(var, bound, body):
                return self.value(body, {**values, var.number: self.value(bound, values)})
            case Over():
                return self._over(expr, values)
            case Formula():
                return self._formula(expr, values)
            case _:
                return self.of_type(expr.type)

    def _lookup(self, expr: Lookup, values: Values) -> Range:
        table = self.program.tables.get(expr.table)
        if table is not None and len(expr.keys) == 1:
            key = self.value(expr.keys[0], values).single
            if key == NONE:
                return NOTHING
            low = 0
            match table.keys[0]:
                case OptionalDomain(of) | of:
                    low = index_span(self.program, of)[0]
            if key is not None and 0 <= key - low < len(table.values):
                found = table.values[key - low]
                if isinstance(found, int):
                    return NOTHING if found == NONE else Range(found, found)
        return self.of_type(expr.type)

    def _formula(self, expr: Formula, values: Values) -> Range:
        definition = self.program.formulas.get(expr.name)
        if definition is None:
            return self.of_type(expr.type)
        args = tuple(self.value(arg, values) for arg in expr.args)
        key = expr.name, args
        known = self.memo.get(key)
        if known is None:
            inner = {var.number: arg for var, arg in zip(definition.params, args, strict=False)}
            known = self.memo[key] = self.value(definition.body, inner)
        return known

    # ------------------------------------------------------------ operations

    def _apply(self, expr: Apply, values: Values) -> Range:
        op, args = expr.op, expr.args
        if op in ("and", "or"):
            return self._all([self.value(arg, values) for arg in args], all_of=op == "and")
        if op in _COMPARES:
            return _compared(op, self.value(args[0], values), self.value(args[1], values))
        if op in _INTERVALS:
            return self._number(expr, values)
        match op:
            case "not":
                return _negation(self.value(args[0], values))
            case "neg":
                inner = self.value(args[0], values)
                return Range(-inner.high, -inner.low)
            case "is_none" | "not_none":
                inner = self.value(args[0], values)
                found = YES if inner.empty and inner.none else (MAYBE if inner.none else NO)
                return found if op == "is_none" else _negation(found)
            case "as":
                inner = self.value(args[0], values)
                return self._within_type(inner, expr.type)
            case "count":
                return self.size(args[0], values)
            case "empty" | "not_empty":
                inner = self.size(args[0], values)
                found = YES if inner.high == 0 else (NO if inner.low > 0 else MAYBE)
                return found if op == "empty" else _negation(found)
            case "in":
                return self._member(args[0], args[1], values)
            case "in_names" if self.size(args[1], values).high == 0:
                return NO
            case "seq_eq" | "seq_ne" | "same_names":
                one, other = self.size(args[0], values), self.size(args[1], values)
                apart = one.high < other.low or other.high < one.low
                both_empty = one.high == other.high == 0
                found = NO if apart else (YES if both_empty else MAYBE)
                return _negation(found) if op == "seq_ne" else found
            case "sum":
                return self._sum(expr, values)
            case "left" | "right":
                seat = self.value(args[0], values).single
                if seat is None:
                    return self.of_type(expr.type)
                beside = (seat + (1 if op == "left" else -1)) % self.program.players
                return Range(beside, beside)
            case "first" | "last" | "the_only" | "min" | "max":
                inner = self.size(args[0], values)
                if inner.high == 0:
                    return NOTHING
                of = self.of_type(expr.type)
                return Range(of.low, of.high, none=of.none and (inner.low == 0 or op == "the_only"))
            case _:
                return self.of_type(expr.type)

    def _within_type(self, inner: Range, domain: Domain) -> Range:
        limits = self.of_type(domain)
        low, high = max(inner.low, limits.low), min(inner.high, limits.high)
        return Range(low, high, inner.none and limits.none)

    def _all(self, parts: list[Range], *, all_of: bool) -> Range:
        deciding, other = (NO, YES) if all_of else (YES, NO)
        if deciding in parts:
            return deciding
        return other if all(part == other for part in parts) else MAYBE

    def _number(self, expr: Apply, values: Values) -> Range:
        parts = [self.value(arg, values) for arg in expr.args]
        result = parts[0]
        for part in parts[1:]:
            if result.empty or part.empty:
                return self.of_type(expr.type)
            found = interval(expr.op, IntDomain(result.low, result.high), IntDomain(part.low, part.high))
            result = Range(found.low, found.high)
        return result

    def _member(self, item: Expr, many: Expr, values: Values) -> Range:
        inside = self.size(many, values)
        if inside.high == 0:
            return NO
        one = self.value(item, values)
        if isinstance(many, ConstSeq):
            known = [value for value in many.values if isinstance(value, int)]
            at = one.single
            if at is not None:
                return YES if at in known else NO
            if not any(one.low <= value <= one.high for value in known):
                return NO
        return MAYBE

    def _sum(self, expr: Apply, values: Values) -> Range:
        limits = self.of_type(expr.type)
        inner = self.size(expr.args[0], values)
        if inner.high == 0:
            return NO
        match expr.args[0]:
            case Apply(op="map_attr", args=(what,), graph=str() as table):
                known = self.world.summed(what, table)
                if known is not None:
                    return Range(max(limits.low, known.low), min(limits.high, known.high))
        return limits

    # ------------------------------------------------------------ over many things

    def _over(self, expr: Over, values: Values) -> Range:
        inside = self.size(expr.domain, values)
        member = self._member_values(expr, values)
        chosen = YES if expr.where is None else self.value(expr.where, member)
        if inside.high == 0 or chosen == NO:
            return self._of_nothing(expr)
        low = inside.low if chosen == YES else 0
        of = self.of_type(expr.type)
        match expr.op:
            case "count":
                return self._counted(expr, values, low, inside.high)
            case "some" | "every":
                assert expr.value is not None
                found = self.value(expr.value, member)
                if expr.op == "some":
                    return NO if found == NO else (YES if found == YES and low > 0 else MAYBE)
                return YES if found == YES else (NO if found == NO and low > 0 else MAYBE)
            case "sum":
                return self._summed_over(expr, member, low, inside.high, of)
            case "min" | "max" if expr.value is not None:
                found = self.value(expr.value, member)
                return Range(found.low, found.high, none=low == 0 or found.none)
            case "min" | "max" | "first" | "last":
                return Range(of.low, of.high, none=low == 0)
            case _:
                return of

    def _member_values(self, expr: Over, values: Values) -> Values:
        if isinstance(expr.var.type, SeqDomain):
            sizes = [len(one) for one in expr.domain.values if isinstance(one, tuple)] if isinstance(
                expr.domain, ConstSeq
            ) else []
            if sizes:
                return {**values, expr.var.number: Range(min(sizes), max(sizes))}
        elif isinstance(expr.domain, ConstSeq):
            known = [value for value in expr.domain.values if isinstance(value, int)]
            if known:
                return {**values, expr.var.number: Range(min(known), max(known))}
        return values

    def _of_nothing(self, expr: Over) -> Range:
        match expr.op:
            case "count" | "sum" | "some":
                return NO
            case "every":
                return YES
            case "min" | "max" | "first" | "last":
                return NOTHING
            case _:
                return self.of_type(expr.type)

    def _counted(self, expr: Over, values: Values, low: int, high: int) -> Range:
        members = self.members(expr.domain, values)
        if members is None or expr.where is None:
            return Range(low, high)
        sure = possible = 0
        for member in members:
            test = self.value(expr.where, {**values, expr.var.number: Range(member, member)})
            sure += test == YES
            possible += test != NO
        return Range(sure, possible)

    def _summed_over(self, expr: Over, member: Values, low: int, high: int, of: Range) -> Range:
        match expr.value:
            case Lookup(table=table, keys=(Local(var),)) if var == expr.var:
                known = self.world.summed(expr.domain, table)
                if known is not None:
                    return Range(max(of.low, known.low), min(of.high, known.high))
        if expr.value is None:
            return of
        each = self.value(expr.value, member)
        if each.empty:
            return NO
        ends = [count * value for count in (low, high) for value in (each.low, each.high)]
        return Range(max(of.low, min(ends)), min(of.high, max(ends)))

    # ------------------------------------------------------------ sequences

    def size(self, expr: Expr, values: Values) -> Range:
        """How many members a sequence can have."""
        self.steps += 1
        bound = expr.type.bound if isinstance(expr.type, (SeqDomain, SeqOfSeqDomain)) else 1
        if self.steps > MOST_STEPS:
            return Range(0, bound)
        match expr:
            case ConstSeq(known):
                return Range(len(known), len(known))
            case Local(var):
                return values.get(var.number) or Range(0, bound)
            case ZonePieces(zone):
                return self.world.zone_count(zone, values)
            case ZonesPieces(var, owners, zone):
                return self._of_owners(var, owners, zone, values, bound)
            case StateRead(state=name):
                return self.world.state(name) or Range(0, bound)
            case IfExpr(condition, then, otherwise):
                test = self.value(condition, values)
                if test in (YES, NO):
                    return self.size(then if test == YES else otherwise, values)
                return self.size(then, values).joined(self.size(otherwise, values))
            case LetExpr(var, value, body):
                return self.size(body, {**values, var.number: self.value(value, values)})
            case Formula():
                return self._formula(expr, values)
            case Over():
                return self._size_of_over(expr, values, bound)
            case Apply():
                return self._size_of_apply(expr, values, bound)
            case _:
                return Range(0, bound)

    def _of_owners(self, var: Var, owners: Expr, zone: ZoneRef, values: Values, bound: int) -> Range:
        members = self.members(owners, values)
        if members is None:
            return Range(0, bound)
        counts = [
            self.world.zone_count(zone, {**values, var.number: Range(member, member)}) for member in members
        ]
        return Range(sum(one.low for one in counts), min(bound, sum(one.high for one in counts)))

    def _size_of_over(self, expr: Over, values: Values, bound: int) -> Range:
        inside = self.size(expr.domain, values)
        member = self._member_values(expr, values)
        chosen = YES if expr.where is None else self.value(expr.where, member)
        if inside.high == 0 or chosen == NO:
            return NO
        low = inside.low if chosen == YES else 0
        match expr.op:
            case "select":
                found = self._counted(expr, values, low, inside.high)
                return Range(found.low, min(found.high, bound))
            case "list" | "ranked" if expr.value is None or not isinstance(expr.value.type, OptionalDomain):
                return Range(low, min(inside.high, bound))
            case "highest" | "lowest" | "distinct" | "runs":
                return Range(min(low, 1) if expr.by is None else 0, min(inside.high, bound))
            case _:
                return Range(0, min(inside.high, bound))

    def _size_of_apply(self, expr: Apply, values: Values, bound: int) -> Range:
        args = expr.args
        match expr.op:
            case "as" | "ranked":
                return self.size(args[0], values)
            case "join":
                one, other = self.size(args[0], values), self.size(args[1], values)
                return Range(max(one.low, other.low), min(bound, one.high + other.high))
            case "without":
                one, other = self.size(args[0], values), self.size(args[1], values)
                return Range(max(0, one.low - other.high), one.high)
            case "seq_of":
                sure = sum(1 for arg in args if not isinstance(arg.type, OptionalDomain))
                possible = sum(1 for arg in args if not self._is_nothing(arg, values))
                return Range(sure, possible)
            case "others":
                return Range(self.program.players - 1, self.program.players - 1)
            case "first_n" | "last_n":
                inner, many = self.size(args[0], values), self.value(args[1], values)
                return Range(max(0, min(inner.low, many.low)), max(0, min(inner.high, many.high)))
            case "distinct":
                inner = self.size(args[0], values)
                return Range(min(1, inner.low), min(inner.high, bound))
            case "map_attr":
                return Range(0, min(bound, self.size(args[0], values).high))
            case "range":
                low, high = self.value(args[0], values), self.value(args[1], values)
                return Range(max(0, high.low - low.high + 1), max(0, min(bound, high.high - low.low + 1)))
            case _:
                return Range(0, bound)

    def _is_nothing(self, expr: Expr, values: Values) -> bool:
        return isinstance(expr.type, OptionalDomain) and self.value(expr, values) == NOTHING

    def members(self, expr: Expr, values: Values) -> tuple[int, ...] | None:
        """The members of a sequence, where they are known and few."""
        match expr:
            case ConstSeq(known):
                found = tuple(value for value in known if isinstance(value, int))
                return found if len(found) == len(known) <= MOST_MEMBERS else None
            case Apply(op="others", args=(you,)):
                at = self.value(you, values).single
                count = self.program.players
                return None if at is None else tuple((at + step) % count for step in range(1, count))
            case Apply(op="seq_of", args=args):
                found = tuple(one for one in (self.value(arg, values).single for arg in args) if one is not None)
                return tuple(one for one in found if one != NONE) if len(found) == len(args) else None
            case Apply(op="range", args=(low, high)):
                first, last = self.value(low, values).single, self.value(high, values).single
                if first is None or last is None or last - first >= MOST_MEMBERS:
                    return None
                return tuple(range(first, last + 1))
            case Over(op="select", var=var, domain=domain, where=where, value=None):
                return self._selected(var, domain, where, values)
            case _:
                return None

    def _selected(self, var: Var, domain: Expr, where: Expr | None, values: Values) -> tuple[int, ...] | None:
        members = self.members(domain, values)
        if members is None or where is None:
            return members
        kept: list[int] = []
        for member in members:
            test = self.value(where, {**values, var.number: Range(member, member)})
            if test not in (YES, NO):
                return None
            if test == YES:
                kept.append(member)
        return tuple(kept)


def _negation(found: Range) -> Range:
    return {YES: NO, NO: YES}.get(found, MAYBE)


def _compared(op: str, one: Range, other: Range) -> Range:
    match op:
        case "eq" | "ne":
            apart = one.empty or other.empty or one.high < other.low or other.high < one.low
            if apart and not (one.none and other.none):
                found = NO
            else:
                same = one.single is not None and one.single == other.single
                found = YES if same else MAYBE
            return found if op == "eq" else _negation(found)
        case "gt" | "ge":
            return _compared({"gt": "lt", "ge": "le"}[op], other, one)
        case _:
            if one.empty or other.empty:
                return NO
            strict = op == "lt"
            never = one.low >= other.high if strict else one.low > other.high
            always = one.high < other.low if strict else one.high <= other.low
            if never:
                return NO
            return YES if always and not one.none and not other.none else MAYBE
