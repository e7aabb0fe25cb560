"""Conditions on a chosen set, taken apart into sums, counts and the like of its members."""

from __future__ import annotations

import attrs

from rulesdsl import program as ir
from rulesdsl.check.folding import bound_vars, free_vars, rebuilt
from rulesdsl.check.scope import VarSource
from rulesdsl.gatherings import SUMMARIES, Gather
from rulesdsl.operations import Op


def with_parts(
    params: list[ir.Param], conditions: list[ir.Condition], source: VarSource
) -> tuple[list[ir.Param], list[ir.Condition]]:
    """Parameters and conditions with every use of a chosen set replaced by its parts, where that goes."""
    final: list[ir.Param] = []
    for number, param in enumerate(params):
        if not isinstance(param, ir.SomeParam):
            final.append(param)
            continue
        finder = _Finder(param.var, source, {other.var for other in params[number + 1 :]})
        where = None if param.where is None else finder.in_condition(param.where)
        tests = [
            # Which members an example names decides about no rule.
            condition
            if condition.wanted and param.var in free_vars(condition.test)
            else attrs.evolve(condition, test=finder.in_condition(condition.test))
            for condition in conditions
        ]
        later = [other for other in params if other is not param]
        elsewhere = any(param.var in _used_by(other) for other in later)
        if finder.failed or elsewhere:
            final.append(param)
            continue
        conditions = tests
        final.append(attrs.evolve(param, where=where, parts=tuple(finder.parts)))
    return final, conditions


def _used_by(param: ir.Param) -> set[ir.Var]:
    used: set[ir.Var] = set()
    for expr in (param.domain, param.where):
        if expr is not None:
            used |= free_vars(expr)
    return used


class _Finder:
    """Replaces sums, counts and the like of one chosen set by variables."""

    def __init__(self, var: ir.Var, source: VarSource, later: set[ir.Var]) -> None:
        self.var = var
        self.source = source
        self.later = later
        """What is chosen behind the set, and has no value yet while its members are picked."""
        self.bound: set[ir.Var] = set()
        """What formulas in the condition go through; outside of these it has no value."""
        self.parts: list[ir.SetPart] = []
        self.failed = False

    def in_condition(self, test: ir.Expr) -> ir.Expr:
        self.bound = bound_vars(test)
        return self.replaced(test)

    def replaced(self, expr: ir.Expr) -> ir.Expr:
        set_part = self._part(expr)
        if set_part is not None:
            return ir.Local(set_part.result)
        if isinstance(expr, ir.Local) and expr.var == self.var:
            self.failed = True
            return expr
        return rebuilt(expr, self.replaced)

    def _part(self, expr: ir.Expr) -> ir.SetPart | None:
        if free_vars(expr) & (self.later | self.bound - bound_vars(expr)):
            return None
        match expr:
            case ir.Apply(op=op, args=(inner,)) if op in SUMMARIES:
                if op is Op.COUNT and isinstance(inner, ir.Apply) and inner.op is Op.DISTINCT:
                    return None
                member = self._members(inner)
                if member is None:
                    return None
                var, value = member
                return self._new(SUMMARIES[op], var, value, expr)
            case ir.Over(op=op, var=var, domain=ir.Local(var=chosen), where=None, by=None, value=value) if (
                chosen == self.var and op.entry.summary
            ):
                if value is not None and self.var in free_vars(value):
                    return None
                return self._new(op, var, value, expr)
            case _:
                return None

    def _members(self, inner: ir.Expr) -> tuple[ir.Var, ir.Expr | None] | None:
        """`chosen`, or one attribute of each of the chosen."""
        domain = inner.type
        if isinstance(inner, ir.Local) and inner.var == self.var and isinstance(domain, ir.SeqDomain):
            return self.source.new("it", domain.of), None
        match inner:
            case ir.Apply(op=Op.MAP_ATTR, args=(ir.Local(var=chosen) as local,), graph=str() as table) if (
                chosen == self.var
            ):
                assert isinstance(local.type, ir.SeqDomain)
                assert isinstance(domain, ir.SeqDomain)
                it = self.source.new("it", local.type.of)
                return it, ir.Lookup(table, (ir.Local(it),), domain.of)
            case ir.Over(
                op=Gather.LIST, var=var, domain=ir.Local(var=chosen), where=None, by=None, value=value
            ) if chosen == self.var and value is not None and self.var not in free_vars(value):
                return var, value
            case _:
                return None

    def _new(self, op: Gather, var: ir.Var, value: ir.Expr | None, expr: ir.Expr) -> ir.SetPart:
        for known in self.parts:
            if known.op == op and _alike(known, var, value):
                return known
        domain = expr.type
        if op is Gather.COUNT:
            domain = ir.IntDomain(0, max(getattr(domain, "high", 0), 1))
        part = ir.SetPart(op, var, value, self.source.new(f"{op} of {self.var.name}", domain))
        self.parts.append(part)
        return part


def _alike(known: ir.SetPart, var: ir.Var, value: ir.Expr | None) -> bool:
    if known.value is None or value is None:
        return known.value is value
    match known.value, value:
        case ir.Lookup(table=first, keys=(ir.Local(var=a),)), ir.Lookup(table=other, keys=(ir.Local(var=b),)):
            return first == other and a == known.var and b == var
        case _:
            return False
