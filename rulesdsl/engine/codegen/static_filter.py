"""What of a comprehension can be settled while the code is written: members that are out, the
order, invariants.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, cast

import attrs
from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.codegen.attributes import is_of_a_zone
from rulesdsl.engine.codegen.conditions import conjuncts
from rulesdsl.engine.codegen.walks import WAYS, ways_outside
from rulesdsl.engine.core.domains import bounds, may_be_none
from rulesdsl.operations import Op
from rulesdsl.program_walk import bound_in, holds, instances_in, nodes_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

MOST_TRIED = 6000
"""How many members are tried against a condition while code is written."""
MOST_KEYS = 200


@frozen
class Chosen:
    """A domain picked from a table by the values of variables (stands where an expression may)."""

    table: tuple[tuple[int, ...], ...]
    keys: tuple[tuple[ir.Var, int, int], ...]
    """Variable, its lowest value, and how many entries lie between two of its values."""
    type: ir.Domain


def members_known(
    self: Emitter, domain: ir.Expr
) -> tuple[int, ...] | tuple[tuple[int, ...], ...] | tuple[str, ...] | None:
    """The members as numbers, or as text: among two players the only other one."""
    if isinstance(domain, ir.Apply) and domain.op is Op.OTHERS and self.program.players == 2:
        player = self.expr(domain.args[0]) if self.const(domain) is None else ""
        if player.isidentifier():
            return (f"(1 - {player})",)
    return self.domain_known(domain)


def is_settled(self: Emitter, expr: ir.Expr) -> bool:
    """Whether nothing of the position is read, only constants and variables."""
    if holds(expr, ir.Legal, ir.Over):
        return False
    return not self.gen.flow.reads(expr)


def free_variables(self: Emitter, expr: ir.Expr, own: ir.Var) -> list[ir.Var]:
    """The variables besides its own whose values are not known while code is written."""
    values: dict[int, ir.Var] = {}
    within = {own.number, *bound_in(expr)}
    for node in instances_in(expr, ir.Local):
        if node.var.number not in within:
            bound = self.env.get(node.var.number)
            if bound is None or isinstance(bound, str):
                values[node.var.number] = node.var
    return list(values.values())


def foreseen(self: Emitter, over: ir.Over) -> ir.Over:
    """The comprehension with the conditions left out that can be settled now: its domain is
    filtered instead.
    """
    known = self.domain_known(over.domain)
    if known is None or over.where is None or not known or isinstance(known[0], tuple):
        return over
    early: list[ir.Expr] = []
    late: list[ir.Expr] = []
    variables: dict[int, ir.Var] = {}
    for test in conjuncts(over.where):
        free = free_variables(self, test, over.var) if is_settled(self, test) else None
        joint = {**variables, **{var.number: var for var in free or ()}}
        tries = len(known)
        fits = free is not None
        for var in joint.values() if fits else ():
            keys = _key_values(self, var)
            if keys is None:
                fits = False
                break
            tries *= len(keys)
        if fits and tries <= MOST_TRIED:
            early.append(test)
            variables = joint
        else:
            late.append(test)
    if not early:
        return over
    table = _table(self, over.var, known, early, list(variables.values()))
    if table is None:
        return over
    where = None if not late else late[0] if len(late) == 1 else ir.Apply(Op.AND, tuple(late), late[0].type)
    domain: ir.Expr = ir.ConstSeq(table[0], over.domain.type)
    if variables:
        domain = Chosen(table, _strides(self, list(variables.values())), over.domain.type)  # type: ignore[assignment]
    return attrs.evolve(over, domain=domain, where=where)


def _key_values(self: Emitter, var: ir.Var) -> list[int] | None:
    """All values a variable may have, none last; nothing if they are too many or not single values."""
    if isinstance(var.type, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)):
        return None
    limits = bounds(self.program, var.type)
    if (
        limits is None
        or limits[1] - limits[0] >= MOST_KEYS
        or (isinstance(var.type, ir.IntDomain) and limits[0] < -1000)
    ):
        return None
    return list(range(limits[0], limits[1] + 1))


def _strides(self: Emitter, variables: list[ir.Var]) -> tuple[tuple[ir.Var, int, int], ...]:
    result: list[tuple[ir.Var, int, int]] = []
    step = 1
    for var in reversed(variables):
        values = _key_values(self, var)
        assert values is not None
        result.append((var, values[0], step))
        step *= len(values)
    return tuple(reversed(result))


def _table(
    self: Emitter, own: ir.Var, known: tuple[int, ...], tests: list[ir.Expr], variables: list[ir.Var]
) -> tuple[tuple[int, ...], ...] | None:
    """For each combination of the variables' values the members that meet the tests."""
    if any(may_be_none(var.type) for var in variables):
        return None
    evaluators = [self.gen.constants.evaluator(test) for test in tests]
    kept = dict(self.env)
    rows: list[tuple[int, ...]] = []
    try:
        for values in product(*(_key_values(self, var) or () for var in variables)):
            for var, value in zip(variables, values, strict=True):
                self.env[var.number] = value
            row: list[int] = []
            for member in known:
                self.env[own.number] = member
                answers = [evaluator(self.env) for evaluator in evaluators]
                if any(answer is None for answer in answers):
                    return None
                if all(answers):
                    row.append(member)
            rows.append(tuple(row))
    finally:
        self.env = kept
    return tuple(rows)


def sorted_ahead(self: Emitter, over: ir.Over) -> ir.Over:
    """The comprehension without its key, if the key can be told of every member: the domain is
    sorted instead.
    """
    assert over.by is not None
    domain = over.domain
    chosen = domain if isinstance(domain, Chosen) else None
    rows: tuple[tuple[int, ...], ...] | None = None if chosen is None else chosen.table
    if rows is None:
        known = self.domain_known(domain)
        if known is None or not known or isinstance(known[0], tuple):
            return over
        rows = (known,)
    if not is_settled(self, over.by) or free_variables(self, over.by, over.var):
        return over
    kept = dict(self.env)
    keys: dict[int, object] = {}
    for member in {member for row in rows for member in row}:
        self.env[over.var.number] = member
        keys[member] = self.const(over.by)
    self.env = kept
    if any(key is None for key in keys.values()):
        return over
    ordered = tuple(tuple(sorted(row, key=keys.__getitem__)) for row in rows)  # type: ignore[arg-type]
    if chosen is not None:
        picked = Chosen(ordered, chosen.keys, chosen.type)
        return attrs.evolve(over, domain=cast("ir.Expr", picked), by=None)
    return attrs.evolve(over, domain=ir.ConstSeq(ordered[0], domain.type), by=None)


def chosen_text(self: Emitter, chosen: Chosen) -> str:
    """The domain as an expression."""
    terms: list[str] = []
    fixed = 0
    for var, low, step in chosen.keys:
        text = self.var(var)
        terms.append(text if step == 1 else f"{text}*{step}")
        fixed -= low * step
    where = "+".join(terms) + (f"{fixed:+d}" if fixed else "")
    return f"{self.pool.constant(chosen.table)}[{where}]"


@contextmanager
def hoisted_calls(self: Emitter, over: ir.Over) -> Iterator[None]:
    """Calls of formulas inside the loop that do not depend on it are made once, before it."""
    with hoisted(self, (over.where, over.by, over.value), {over.var.number}):
        yield


@contextmanager
def hoisted(self: Emitter, roots: tuple[ir.Expr | None, ...], inner: set[int]) -> Iterator[None]:
    """The same for conditions looked at for each value of these variables: what depends neither on them nor
    on variables that are bound within.
    """
    inner = inner | bound_in(roots)
    added: list[ir.Formula | ir.Apply] = []
    for node in nodes_in(roots, lambda node: not isinstance(node, ir.Formula)):
        if isinstance(node, ir.Apply) and node.op in WAYS and node not in self.hoisted:
            asked = ways_outside(self, node, inner)
            if asked is not None:
                self.hoisted[node] = asked
                added.append(node)
            continue
        if isinstance(node, ir.Apply) and node not in self.hoisted and is_of_a_zone(self, node, inner):
            self.hoisted[node] = self.atom(self.expr(node))
            added.append(node)
            continue
        if not isinstance(node, ir.Formula) or node in self.hoisted or not self.gen.total(node.name):
            continue
        # Of plain variables and constants only: a narrowed argument holds only under its condition, which
        # may not be met before the loop.
        if not all(isinstance(arg, (ir.Local, ir.Const)) for arg in node.args):
            continue
        if any(isinstance(arg, ir.Local) and arg.var.number in inner for arg in node.args):
            continue
        if self.const(node) is not None:
            continue
        self.hoisted[node] = self.atom(self.expr(node))
        added.append(node)
    yield
    for node in added:
        del self.hoisted[node]
