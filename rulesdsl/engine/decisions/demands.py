"""What a set that is being chosen must come to: its number, sums over its members, what they have in common.

Conditions that say something else of a set are left out here; the options keep them all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import local_of, reading_for
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.english import numeral, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.gatherings import SUMMARIES, Gather
from rulesdsl.operations import MIRRORED, Impossible, Op

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision
    from rulesdsl.engine.state import State

_UNKNOWN = (Hidden, Impossible, KeyError)
MOST_VALUES = 8


@frozen
class Demand:
    """One condition in words: `value in all: exactly 7`; `so_far` is what the members come to that are
    chosen already, "" if none are.
    """

    what: str
    wanted: str
    so_far: str = ""

    def __str__(self) -> str:
        text = f"{self.what}: {self.wanted}" if self.what else self.wanted
        return f"{text} (so far {self.so_far})" if self.so_far else text


@frozen
class _Measure:
    """A number that is made of the set."""

    op: Gather
    var: ir.Var
    value: ir.Expr | None


def demands(state: State, decision: Decision, labels: Labels) -> tuple[Demand, ...]:
    """What the set must come to that is asked for now; nothing where no set is asked for."""
    alternative, param = decision.alternative, decision.param
    if alternative is None or not isinstance(param, ir.SomeParam):
        return ()
    reading = reading_for(state, decision.player)
    reading.local = local_of(state)
    finder = _Finder(reading, labels, param, decision.picked)
    tests = [] if param.where is None else [param.where]
    tests += [check.test for check in alternative.checks[alternative.params.index(param) + 1]]
    result = [*finder.size(), *(demand for test in tests for demand in finder.of(test, param.var))]
    return tuple(dict.fromkeys(result))


@frozen
class _Finder:
    reading: Reading
    labels: Labels
    param: ir.SomeParam
    picked: tuple[int, ...]

    def size(self) -> Iterator[Demand]:
        """How many members there must be, where that is not left open."""
        try:
            low, high = (
                number(self.reading.value(self.param.low)),
                number(self.reading.value(self.param.high)),
            )
            there = len(sequence(self.reading.value(self.param.domain)))
        except _UNKNOWN:
            return
        so_far = f"{len(self.picked)}" if self.picked else ""
        high = min(high, there)
        if low == high:
            yield Demand("", f"{low} of them", so_far)
        elif high < there:
            yield Demand("", f"{low} to {high} of them" if low > 0 else f"up to {high} of them", so_far)
        elif low > 1:
            yield Demand("", f"at least {low} of them", so_far)

    def of(self, test: ir.Expr, chosen: ir.Var) -> Iterator[Demand]:
        match test:
            case ir.Apply(op=Op.AND, args=args):
                for arg in args:
                    yield from self.of(arg, chosen)
            case ir.Formula(name=name, args=args):
                yield from self._in_a_definition(name, args, chosen)
            case ir.Apply(op=op, args=(left, right)) if op in MIRRORED or op is Op.IN:
                measure = self._measure(left, chosen)
                if measure is not None:
                    yield from self._compared(measure, op, right)
                elif op in MIRRORED and (measure := self._measure(right, chosen)) is not None:
                    yield from self._compared(measure, MIRRORED[op], left)
            case _:
                measure = self._measure(test, chosen)
                if measure is not None and measure.op is Gather.SAME:
                    yield Demand("", f"all of the same {_attribute(measure) or 'sort'}")

    def _in_a_definition(self, name: str, args: tuple[ir.Expr, ...], chosen: ir.Var) -> Iterator[Demand]:
        """What a condition says that has been given a name: the set stands there as one of its arguments."""
        made = self.reading.program.formulas[name]
        own = [param for param, arg in zip(made.params, args, strict=True) if _is(arg, chosen)]
        if len(own) != 1:
            return
        try:
            values = {
                param.number: self.reading.value(arg)
                for param, arg in zip(made.params, args, strict=True)
                if not _is(arg, chosen)
            }
        except _UNKNOWN:
            return
        kept = self.reading.variables
        self.reading.variables = values
        try:
            yield from list(self.of(made.body, own[0]))
        finally:
            self.reading.variables = kept

    def _measure(self, expr: ir.Expr, chosen: ir.Var) -> _Measure | None:
        match expr:
            case ir.Local(var=var):
                parts = (part for part in self.param.parts or () if part.result == var)
                part = next(parts, None)
                return None if part is None else _Measure(part.op, part.var, part.value)
            case ir.Apply(op=op, args=(inner,)) if op in SUMMARIES:
                return self._plain(SUMMARIES[op], inner, chosen)
            case ir.Over(op=op, var=var, domain=domain, where=None, by=None, value=value) if op.entry.summary:
                return _Measure(op, var, value) if _is(domain, chosen) else None
            case _:
                return None

    @staticmethod
    def _plain(op: Gather, inner: ir.Expr, chosen: ir.Var) -> _Measure | None:
        """`sum(paid.boots)`, `count(paid)`"""
        if _is(inner, chosen):
            return _Measure(op, chosen, None)
        match inner:
            case ir.Apply(op=Op.MAP_ATTR, args=(of,), graph=str() as table, type=ir.SeqDomain(of=domain)):
                return (
                    _Measure(op, chosen, ir.Lookup(table, (ir.Local(chosen),), domain))
                    if _is(of, chosen)
                    else None
                )
            case _:
                return None

    def _compared(self, measure: _Measure, op: Op, limit: ir.Expr) -> Iterator[Demand]:
        try:
            bound = self._bound(measure, limit)
            wanted = self._wanted(measure, op, bound, limit)
            so_far = self._so_far(measure)
        except _UNKNOWN:
            return
        if wanted:
            attribute = _attribute(measure)
            what = {
                Gather.SUM: f"{attribute} in all" if attribute else "in all",
                Gather.MIN: f"the least {attribute}".strip(),
                Gather.MAX: f"the most {attribute}".strip(),
            }.get(measure.op, "")
            yield Demand(what, wanted if measure.op is not Gather.COUNT else f"{wanted} of them", so_far)

    def _bound(self, measure: _Measure, limit: ir.Expr) -> ev.Content:
        """What the set is held against: of the lengths of ways those that it can come to at all."""
        if isinstance(limit, ir.Apply) and limit.op is Op.TRAIL_LENGTHS and measure.op is Gather.SUM:
            most = self._come_to(measure, sequence(self.reading.value(self.param.domain)))
            if isinstance(most, int):
                return self.reading.lengths_of_ways(limit, range(1, most + 1))
        return self.reading.value(limit)

    def _wanted(self, measure: _Measure, op: Op, bound: ev.Content, limit: ir.Expr) -> str:
        match op, bound:
            case (Op.EQ, int()):
                return f"exactly {numeral(bound)}" if measure.op is not Gather.COUNT else numeral(bound)
            case (Op.LE, int()):
                return f"at most {numeral(bound)}"
            case (Op.GE, int()):
                return f"at least {numeral(bound)}"
            case (Op.LT, int()):
                return f"at most {numeral(bound - 1)}"
            case (Op.GT, int()):
                return f"at least {numeral(bound + 1)}"
            case (Op.MAP_LE | Op.MAP_GE | Op.MAP_EQ, tuple()) if isinstance(limit.type, ir.MapDomain):
                how = {Op.MAP_LE: "at most ", Op.MAP_GE: "at least ", Op.MAP_EQ: "exactly "}[op]
                return how + self.labels.value(bound, limit.type)
            case (Op.IN, tuple()):
                return self._one_of(measure, bound)
            case _:
                return ""

    def _one_of(self, measure: _Measure, bound: tuple[int, ...] | tuple[tuple[int, ...], ...]) -> str:
        values = sorted({value for value in bound if isinstance(value, int)})
        if measure.op is Gather.SUM:
            # More than all members together come to is nobody's concern.
            most = self._come_to(measure, sequence(self.reading.value(self.param.domain)))
            values = [value for value in values if not isinstance(most, int) or value <= most]
        if not values or len(values) > MOST_VALUES:
            return ""
        *most_of_them, last = map(numeral, values)
        return f"{', '.join(most_of_them)} or {last}" if most_of_them else f"exactly {last}"

    def _so_far(self, measure: _Measure) -> str:
        if not self.picked:
            return ""
        value = self._come_to(measure, self.picked)
        return numeral(value) if isinstance(value, int) else ""

    def _come_to(self, measure: _Measure, members: tuple[int, ...]) -> ev.Content:
        domain = ir.SeqDomain(measure.var.type, ordered=False, bound=len(members))
        if isinstance(measure.var.type, ir.SeqDomain):
            domain = measure.var.type
        whole = ir.ConstSeq(members, domain)
        return self.reading.value(
            ir.Over(measure.op, measure.var, whole, None, None, measure.value, self.param.low.type)
        )


def _is(expr: ir.Expr, var: ir.Var) -> bool:
    return isinstance(expr, ir.Local) and expr.var == var


def _attribute(measure: _Measure | ir.SetPart) -> str:
    """What is looked at of each member: `value`, `symbol`; "" if it is something else."""
    match measure.value:
        case ir.Lookup(table=table):
            return plain(table.rpartition(".")[2])
        case _:
            return ""
