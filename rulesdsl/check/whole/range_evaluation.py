"""Formulas worked out with ranges in place of values: what can be, what must be, what never is."""

from __future__ import annotations

from typing import assert_never

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.check.folding import hull
from rulesdsl.check.whole.ranges import (
    MAYBE,
    MOST_STEPS,
    NO,
    NO_VALUES,
    NOTHING,
    WIDEST,
    YES,
    Range,
    Values,
    World,
    negation,
)
from rulesdsl.check.whole.sizes import Sizes
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op, Ranging
from rulesdsl.program_walk import operands


@define
class Evaluator:
    program: ir.Program
    world: World
    steps: int = 0
    memo: dict[tuple[str, tuple[Range, ...]], Range] = field(factory=dict)
    """What definitions gave; to be emptied when the position changes."""

    sizes: Sizes = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sizes = Sizes(self)

    def truth(self, expr: ir.Expr, values: Values = NO_VALUES) -> Range:
        self.steps = 0
        return self.value(expr, values)

    def value(self, expr: ir.Expr, values: Values) -> Range:
        """What a formula can give; of a sequence, how many members it can have."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return self.sizes.of_type(expr.type)
        if isinstance(expr.type, (ir.SeqDomain, ir.SeqOfSeqDomain)):
            return self.sizes.size(expr, values)
        match expr:
            case ir.Const(number):
                return NOTHING if number == ir.NONE else Range(number, number)
            case ir.Local(var):
                return values.get(var.number) or self.sizes.of_type(var.type)
            case ir.ZoneCount(zone):
                return self.world.zone_count(zone, values)
            case ir.SlotPiece(zone):
                inside = self.world.zone_count(zone, values)
                return NOTHING if inside.high == 0 else Range(0, WIDEST, none=inside.low == 0)
            case ir.StateRead(state=name) if not isinstance(expr.type, ir.MapDomain):
                known = self.world.state(name)
                return self.sizes.of_type(expr.type) if known is None else known
            case ir.Counter(phase):
                return self.world.counter(phase) or self.sizes.of_type(expr.type)
            case ir.Lookup():
                return self._lookup(expr, values)
            case ir.Apply():
                return self._apply(expr, values)
            case ir.IfExpr(condition, then, otherwise):
                test = self.value(condition, values)
                if test == YES:
                    return self.value(then, values)
                if test == NO:
                    return self.value(otherwise, values)
                return self.value(then, values).joined(self.value(otherwise, values))
            case ir.LetExpr(var, bound, body):
                return self.value(body, {**values, var.number: self.value(bound, values)})
            case ir.Over():
                return self._over(expr, values)
            case ir.Formula():
                return self.formula(expr, values)
            case ir.Composed():
                return self._by_parts(expr, expr.ranges, values)
            case ir.ConstSeq() | ir.StateRead() | ir.ZonePieces() | ir.ZonesPieces() | ir.PlaceOf():
                return self.sizes.of_type(expr.type)
            case ir.Legal():
                return self.sizes.of_type(expr.type)
            case _:
                assert_never(expr)

    def _lookup(self, expr: ir.Lookup, values: Values) -> Range:
        table = self.program.tables.get(expr.table)
        if table is not None and len(expr.keys) == 1:
            key = self.value(expr.keys[0], values).single
            if key == ir.NONE:
                return NOTHING
            low = 0
            match table.keys[0]:
                case ir.OptionalDomain(of) | of:
                    low = ir.index_span(self.program, of)[0]
            if key is not None and 0 <= key - low < len(table.values):
                value = table.values[key - low]
                if isinstance(value, int):
                    return NOTHING if value == ir.NONE else Range(value, value)
        return self.sizes.of_type(expr.type)

    def formula(self, expr: ir.Formula, values: Values) -> Range:
        definition = self.program.formulas.get(expr.name)
        if definition is None:
            return self.sizes.of_type(expr.type)
        args = tuple(self.value(arg, values) for arg in expr.args)
        key = expr.name, args
        known = self.memo.get(key)
        if known is None:
            inner = {var.number: arg for var, arg in zip(definition.params, args, strict=False)}
            known = self.memo[key] = self.value(definition.body, inner)
        return known

    # ------------------------------------------------------------ operations

    def _apply(self, expr: ir.Apply, values: Values) -> Range:
        op, args = expr.op, expr.args
        if op in (Op.AND, Op.OR):
            return self._all([self.value(arg, values) for arg in args], all_of=op is Op.AND)
        match op:
            case Op.NOT:
                return negation(self.value(args[0], values))
            case Op.NEG:
                inner = self.value(args[0], values)
                return Range(-inner.high, -inner.low)
            case Op.IS_NONE | Op.NOT_NONE:
                inner = self.value(args[0], values)
                result = YES if inner.empty and inner.none else (MAYBE if inner.none else NO)
                return result if op is Op.IS_NONE else negation(result)
            case Op.AS:
                inner = self.value(args[0], values)
                return self._within_type(inner, expr.type)
            case Op.COUNT:
                return self.sizes.size(args[0], values)
            case Op.EMPTY | Op.NOT_EMPTY:
                inner = self.sizes.size(args[0], values)
                result = YES if inner.high == 0 else (NO if inner.low > 0 else MAYBE)
                return result if op is Op.EMPTY else negation(result)
            case Op.IN:
                return self._member(args[0], args[1], values)
            case Op.IN_NAMES if self.sizes.size(args[1], values).high == 0:
                return NO
            case Op.SEQ_EQ | Op.SEQ_NE | Op.SAME_NAMES:
                first, other = self.sizes.size(args[0], values), self.sizes.size(args[1], values)
                apart = first.high < other.low or other.high < first.low
                both_empty = first.high == other.high == 0
                result = NO if apart else (YES if both_empty else MAYBE)
                return negation(result) if op is Op.SEQ_NE else result
            case Op.SUM:
                return self._sum(expr, values)
            case Op.LEFT | Op.RIGHT:
                seat = self.value(args[0], values).single
                if seat is None:
                    return self.sizes.of_type(expr.type)
                beside = (seat + (1 if op is Op.LEFT else -1)) % self.program.players
                return Range(beside, beside)
            case Op.FIRST | Op.LAST | Op.THE_ONLY | Op.MIN | Op.MAX:
                inner = self.sizes.size(args[0], values)
                if inner.high == 0:
                    return NOTHING
                of = self.sizes.of_type(expr.type)
                return Range(of.low, of.high, none=of.none and (inner.low == 0 or op is Op.THE_ONLY))
            case _:
                return self._by_parts(expr, expr.ranges, values)

    def _within_type(self, inner: Range, domain: ir.Domain) -> Range:
        limits = self.sizes.of_type(domain)
        low, high = max(inner.low, limits.low), min(inner.high, limits.high)
        return Range(low, high, inner.none and limits.none)

    def _all(self, parts: list[Range], *, all_of: bool) -> Range:
        deciding, other = (NO, YES) if all_of else (YES, NO)
        if deciding in parts:
            return deciding
        return other if all(part == other for part in parts) else MAYBE

    def _by_parts(self, expr: ir.Expr, ranges: Ranging | None, values: Values) -> Range:
        """What follows from how far the parts range, where that says anything."""
        if ranges is not None:
            of_none = isinstance(expr.type, ir.FlagDomain)
            ends = [self.value(part, values).ends(of_none=of_none) for part in operands(expr)]
            if all(ends):
                return Range(*hull(ranges, ends))
        return self.sizes.of_type(expr.type)

    def _member(self, item: ir.Expr, many: ir.Expr, values: Values) -> Range:
        inside = self.sizes.size(many, values)
        if inside.high == 0:
            return NO
        entry = self.value(item, values)
        if isinstance(many, ir.ConstSeq):
            known = [value for value in many.values if isinstance(value, int)]
            index = entry.single
            if index is not None:
                return YES if index in known else NO
            if not any(entry.low <= value <= entry.high for value in known):
                return NO
        return MAYBE

    def _sum(self, expr: ir.Apply, values: Values) -> Range:
        limits = self.sizes.of_type(expr.type)
        inner = self.sizes.size(expr.args[0], values)
        if inner.high == 0:
            return NO
        match expr.args[0]:
            case ir.Apply(op=Op.MAP_ATTR, args=(what,), graph=str() as table):
                known = self.world.summed(what, table)
                if known is not None:
                    return Range(max(limits.low, known.low), min(limits.high, known.high))
        return limits

    # ------------------------------------------------------------ over many things

    def _over(self, expr: ir.Over, values: Values) -> Range:
        inside = self.sizes.size(expr.domain, values)
        member = self.sizes.member_values(expr, values)
        chosen = YES if expr.where is None else self.value(expr.where, member)
        if inside.high == 0 or chosen == NO:
            return self._of_nothing(expr)
        low = inside.low if chosen == YES else 0
        of = self.sizes.of_type(expr.type)
        match expr.op:
            case Gather.COUNT:
                return self.sizes.counted(expr, values, low, inside.high)
            case Gather.SOME | Gather.EVERY:
                assert expr.value is not None
                value = self.value(expr.value, member)
                if expr.op is Gather.SOME:
                    return NO if value == NO else (YES if value == YES and low > 0 else MAYBE)
                return YES if value == YES else (NO if value == NO and low > 0 else MAYBE)
            case Gather.SUM:
                return self._summed_over(expr, member, low, inside.high, of)
            case Gather.MIN | Gather.MAX if expr.value is not None:
                value = self.value(expr.value, member)
                return Range(value.low, value.high, none=low == 0 or value.none)
            case Gather.MIN | Gather.MAX | Gather.FIRST | Gather.LAST:
                return Range(of.low, of.high, none=low == 0)
            case _:
                return of

    def _of_nothing(self, expr: ir.Over) -> Range:
        match expr.op:
            case Gather.COUNT | Gather.SUM | Gather.SOME:
                return NO
            case Gather.EVERY:
                return YES
            case Gather.MIN | Gather.MAX | Gather.FIRST | Gather.LAST:
                return NOTHING
            case _:
                return self.sizes.of_type(expr.type)

    def _summed_over(self, expr: ir.Over, member: Values, low: int, high: int, of: Range) -> Range:
        match expr.value:
            case ir.Lookup(table=table, keys=(ir.Local(var),)) if var == expr.var:
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
