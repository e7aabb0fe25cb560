"""How many pieces of a zone have this value of an attribute, asked for value after value, into Python: the
attribute of each piece is looked up once, before the first is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import may_be_none, within_bounds
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import is_expression, nodes_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

Column = tuple[str, str, tuple[str, ...]]
"""The attribute of what lies in this zone: table, zone, and its index as text."""

MOST_NODES = 30
"""So many nodes a definition may have that is written out for it."""


def _counted(over: ir.Over) -> tuple[ir.Lookup, ir.ZoneRef, ir.Expr] | None:
    """The attribute, the zone and the value, if it counts the pieces of one zone that have this value."""
    test = over.where
    if (
        over.op is not Gather.COUNT
        or not isinstance(over.domain, ir.ZonePieces)
        or None in over.domain.zone.index
    ):
        return None
    if not isinstance(test, ir.Apply) or test.op is not Op.EQ:
        return None
    for read, value in (test.args, test.args[::-1]):
        if not isinstance(read, ir.Lookup) or read.keys != (ir.Local(over.var),):
            continue
        if isinstance(value, (ir.Local, ir.Const)) and value != read.keys[0] and not may_be_none(value.type):
            return read, over.domain.zone, value
    return None


def count_of_column(self: Emitter, over: ir.Over) -> str | None:
    """The number, if this column has been looked up before."""
    result = _counted(over) if self.columns else None
    if result is None:
        return None
    read, ref, value = result
    column = self.columns.get(_key(self, read, ref))
    return None if column is None else f"{column}.count({self.expr(value)})"


def _key(self: Emitter, read: ir.Lookup, ref: ir.ZoneRef) -> Column:
    return read.table, ref.zone, tuple(self.expr(expr) for expr in ref.index if expr is not None)


@contextmanager
def columns_ahead(self: Emitter, over: ir.Over) -> Iterator[None]:
    """Around a sum over known members: the columns that the definitions called for each of them count in."""
    added: list[Column] = []
    before = self.written_out
    known = self.domain_known(over.domain)
    if over.op is Gather.SUM and over.where is None and known is not None and len(known) > 1:
        for call in nodes_in(over.value, lambda node: not isinstance(node, ir.Over)):
            if isinstance(call, ir.Formula) and call.name not in self.written_out:
                added += _columns_of(self, call, over.var)
    yield
    for key in added:
        del self.columns[key]
    self.written_out = before


def _columns_of(self: Emitter, call: ir.Formula, own: ir.Var) -> list[Column]:
    """Look up the columns of a definition, which is then written out where it is called; none if it does
    more than count.
    """
    definition = self.program.formulas[call.name]
    nodes = [node for node in nodes_in(definition.body) if is_expression(node)]
    counts = [_counted(node) for node in nodes if isinstance(node, ir.Over)]
    if (
        not counts
        or len(nodes) > MOST_NODES
        or any(isinstance(node, (ir.LetExpr, ir.Legal)) for node in nodes)
    ):
        return []
    given = {param.number: arg for param, arg in zip(definition.params, call.args, strict=True)}
    wanted: list[tuple[ir.Lookup, ir.ZoneRef]] = []
    for count in counts:
        if count is None:
            return []
        read, ref, _ = count
        index = tuple(
            given.get(item.var.number, item) if isinstance(item, ir.Local) else item for item in ref.index
        )
        for dim, expr in zip(self.layout.zones[ref.zone].dims, index, strict=True):
            if not isinstance(expr, (ir.Local, ir.Const)) or expr == ir.Local(own):
                return []
            if not within_bounds(self.program, expr.type, dim.low, dim.low + dim.count - 1):
                return []
        wanted.append((read, attrs.evolve(ref, index=index)))
    added: list[Column] = []
    for read, ref in wanted:
        key = _key(self, read, ref)
        if key not in self.columns:
            self.columns[key] = self.atom(self.expr(_column(read, ref)))
            added.append(key)
    self.written_out = self.written_out | {call.name}
    return added


def _column(read: ir.Lookup, ref: ir.ZoneRef) -> ir.Apply:
    piece = read.keys[0].type
    pieces = ir.ZonePieces(ref, ir.SeqDomain(piece, ordered=True, bound=1))
    return ir.Apply(Op.MAP_ATTR, (pieces,), ir.SeqDomain(read.type, ordered=True, bound=1), graph=read.table)
