"""How many members the sequences of a game can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rulesdsl import program as ir
from rulesdsl.check.whole.ranges import (
    MAYBE,
    MOST_MEMBERS,
    MOST_STEPS,
    NO,
    NOTHING,
    WIDEST,
    YES,
    Range,
    Values,
)
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.check.whole.range_evaluation import Evaluator


class Sizes:
    """How many members sequences can have, and who they are."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.world = evaluator.world

    def of_type(self, domain: ir.Domain) -> Range:
        match domain:
            case ir.IntDomain(low, high):
                return Range(low, high)
            case ir.FlagDomain():
                return MAYBE
            case ir.OptionalDomain(of):
                inner = self.of_type(of)
                return Range(inner.low, inner.high, none=True)
            case ir.EnumDomain() | ir.NodeDomain() | ir.PlayerDomain():
                low, size = ir.index_span(self.program, domain)
                return Range(low, low + size - 1)
            case ir.SeqDomain(bound=bound) | ir.SeqOfSeqDomain(bound=bound):
                return Range(0, bound)
            case ir.PieceDomain() | ir.PieceNameDomain() | ir.LinkDomain() | ir.UnionDomain():
                return Range(-WIDEST, WIDEST)
            case ir.MapDomain() | ir.TextDomain():
                return Range(-WIDEST, WIDEST)
            case _:
                assert_never(domain)

    def size(self, expr: ir.Expr, values: Values) -> Range:
        """How many members a sequence can have."""
        self.evaluator.steps += 1
        bound = expr.type.bound if isinstance(expr.type, (ir.SeqDomain, ir.SeqOfSeqDomain)) else 1
        if self.evaluator.steps > MOST_STEPS:
            return Range(0, bound)
        match expr:
            case ir.ConstSeq(known):
                return Range(len(known), len(known))
            case ir.Local(var):
                return values.get(var.number) or Range(0, bound)
            case ir.ZonePieces(zone):
                return self.world.zone_count(zone, values)
            case ir.ZonesPieces(var, owners, zone):
                return self._of_owners(var, owners, zone, values, bound)
            case ir.StateRead(state=name):
                return self.world.state(name) or Range(0, bound)
            case ir.IfExpr(condition, then, otherwise):
                test = self.evaluator.value(condition, values)
                if test in (YES, NO):
                    return self.size(then if test == YES else otherwise, values)
                return self.size(then, values).joined(self.size(otherwise, values))
            case ir.LetExpr(var, value, body):
                return self.size(body, {**values, var.number: self.evaluator.value(value, values)})
            case ir.Formula():
                return self.evaluator.formula(expr, values)
            case ir.Over():
                return self._size_of_over(expr, values, bound)
            case ir.Apply():
                return self._size_of_apply(expr, values, bound)
            case ir.Const() | ir.Counter() | ir.SlotPiece() | ir.ZoneCount() | ir.PlaceOf() | ir.Legal():
                return Range(0, bound)
            case ir.Composed():
                return Range(0, bound)
            case ir.AnyText():
                # Something can always be written.
                return Range(1, bound)
            case _:
                assert_never(expr)

    def _of_owners(self, var: ir.Var, owners: ir.Expr, zone: ir.ZoneRef, values: Values, bound: int) -> Range:
        members = self.members(owners, values)
        if members is None:
            return Range(0, bound)
        counts = [
            self.world.zone_count(zone, {**values, var.number: Range(member, member)}) for member in members
        ]
        return Range(sum(count.low for count in counts), min(bound, sum(count.high for count in counts)))

    def _size_of_over(self, expr: ir.Over, values: Values, bound: int) -> Range:
        inside = self.size(expr.domain, values)
        member = self.member_values(expr, values)
        chosen = YES if expr.where is None else self.evaluator.value(expr.where, member)
        if inside.high == 0 or chosen == NO:
            return NO
        low = inside.low if chosen == YES else 0
        match expr.op:
            case Gather.SELECT:
                counted = self.counted(expr, values, low, inside.high)
                return Range(counted.low, min(counted.high, bound))
            case Gather.LIST | Gather.RANKED if expr.value is None or not isinstance(
                expr.value.type, ir.OptionalDomain
            ):
                return Range(low, min(inside.high, bound))
            case Gather.HIGHEST | Gather.LOWEST | Gather.DISTINCT | Gather.RUNS | Gather.UNTIL:
                return Range(min(low, 1) if expr.by is None else 0, min(inside.high, bound))
            case _:
                return Range(0, min(inside.high, bound))

    def _size_of_apply(self, expr: ir.Apply, values: Values, bound: int) -> Range:
        args = expr.args
        match expr.op:
            case Op.AS | Op.RANKED:
                return self.size(args[0], values)
            case Op.JOIN:
                first, other = self.size(args[0], values), self.size(args[1], values)
                return Range(max(first.low, other.low), min(bound, first.high + other.high))
            case Op.WITHOUT:
                first, other = self.size(args[0], values), self.size(args[1], values)
                return Range(max(0, first.low - other.high), first.high)
            case Op.SEQ_OF:
                sure = sum(1 for arg in args if not isinstance(arg.type, ir.OptionalDomain))
                possible = sum(1 for arg in args if not self._is_nothing(arg, values))
                return Range(sure, possible)
            case Op.OTHERS:
                return Range(self.program.players - 1, self.program.players - 1)
            case Op.FIRST_N | Op.LAST_N:
                inner, many = self.size(args[0], values), self.evaluator.value(args[1], values)
                return Range(max(0, min(inner.low, many.low)), max(0, min(inner.high, many.high)))
            case Op.DISTINCT:
                inner = self.size(args[0], values)
                return Range(min(1, inner.low), min(inner.high, bound))
            case Op.MAP_ATTR:
                return Range(0, min(bound, self.size(args[0], values).high))
            case Op.RANGE:
                low, high = self.evaluator.value(args[0], values), self.evaluator.value(args[1], values)
                return Range(max(0, high.low - low.high + 1), max(0, min(bound, high.high - low.low + 1)))
            case _:
                return Range(0, bound)

    def _is_nothing(self, expr: ir.Expr, values: Values) -> bool:
        return isinstance(expr.type, ir.OptionalDomain) and self.evaluator.value(expr, values) == NOTHING

    def member_values(self, expr: ir.Over, values: Values) -> Values:
        if isinstance(expr.var.type, ir.SeqDomain):
            sizes = (
                [len(item) for item in expr.domain.values if isinstance(item, tuple)]
                if isinstance(expr.domain, ir.ConstSeq)
                else []
            )
            if sizes:
                return {**values, expr.var.number: Range(min(sizes), max(sizes))}
        elif isinstance(expr.domain, ir.ConstSeq):
            known = [value for value in expr.domain.values if isinstance(value, int)]
            if known:
                return {**values, expr.var.number: Range(min(known), max(known))}
        return values

    def counted(self, expr: ir.Over, values: Values, low: int, high: int) -> Range:
        if expr.where is None:
            return Range(low, high)
        members = self.members(expr.domain, values)
        if members is None:
            pieces = self.world.pieces_in(expr.domain) if high > 0 else None
            return (
                Range(low, high) if pieces is None else Range(low, self._fitting(expr, pieces, values, high))
            )
        sure = possible = 0
        for member in members:
            test = self.evaluator.value(expr.where, {**values, expr.var.number: Range(member, member)})
            sure += test == YES
            possible += test != NO
        return Range(sure, possible)

    def _fitting(self, expr: ir.Over, pieces: int, values: Values, most: int) -> int:
        """How many pieces can meet a condition, of those that can be there."""
        if expr.where is None or pieces.bit_count() > MOST_MEMBERS:
            return most
        value = 0
        for piece in range(pieces.bit_length()):
            if pieces >> piece & 1:
                test = self.evaluator.value(expr.where, {**values, expr.var.number: Range(piece, piece)})
                value += test != NO
        return min(value, most)

    def members(self, expr: ir.Expr, values: Values) -> tuple[int, ...] | None:
        """The members of a sequence, where they are known and few."""
        match expr:
            case ir.ConstSeq(known):
                result = tuple(value for value in known if isinstance(value, int))
                return result if len(result) == len(known) <= MOST_MEMBERS else None
            case ir.Apply(op=Op.OTHERS, args=(you,)):
                index = self.evaluator.value(you, values).single
                count = self.program.players
                return None if index is None else tuple((index + step) % count for step in range(1, count))
            case ir.Apply(op=Op.SEQ_OF, args=args):
                result = tuple(
                    number
                    for number in (self.evaluator.value(arg, values).single for arg in args)
                    if number is not None
                )
                return tuple(item for item in result if item != ir.NONE) if len(result) == len(args) else None
            case ir.Apply(op=Op.RANGE, args=(low, high)):
                first, last = (
                    self.evaluator.value(low, values).single,
                    self.evaluator.value(high, values).single,
                )
                if first is None or last is None or last - first >= MOST_MEMBERS:
                    return None
                return tuple(range(first, last + 1))
            case ir.Over(op=Gather.SELECT, var=var, domain=domain, where=where, value=None):
                return self._selected(var, domain, where, values)
            case _:
                return None

    def _selected(
        self, var: ir.Var, domain: ir.Expr, where: ir.Expr | None, values: Values
    ) -> tuple[int, ...] | None:
        members = self.members(domain, values)
        if members is None or where is None:
            return members
        kept: list[int] = []
        for member in members:
            test = self.evaluator.value(where, {**values, var.number: Range(member, member)})
            if test not in (YES, NO):
                return None
            if test == YES:
                kept.append(member)
        return tuple(kept)
