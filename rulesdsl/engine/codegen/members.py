"""The sum, the least or the greatest of a sequence, without listing it first: its members are gone through
where they come from, one loop in the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.attributes import attribute_table
from rulesdsl.engine.codegen.comprehensions import each_value, gathered_into
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.places import is_one_zone, run_of_slots, zone_address
from rulesdsl.engine.codegen.static_filter import members_known
from rulesdsl.engine.core.domains import may_be_none
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

Body = Callable[[str, bool], None]
"""Writes what is done with a member; whether that may be none, which is no member then."""

_GATHERED = {Op.SUM: Gather.SUM, Op.MIN: Gather.MIN, Op.MAX: Gather.MAX}


def gathered_of(self: Emitter, expr: ir.Apply) -> str | None:
    """What such an operation comes to, if a row would be made for it alone."""
    gather = _GATHERED.get(expr.op)
    if gather is None or self.const(expr.args[0]) is not None:
        return None
    match expr.args[0]:
        case ir.Over(op=Gather.LIST, var=var, domain=domain, where=where, value=value) if value is not None:
            if gather is Gather.SUM and may_be_none(value.type):
                return None
            return self.expr(ir.Over(gather, var, domain, where, None, value, expr.type))
        case ir.Apply(op=Op.MAP_ATTR) as sequence if sequence not in self.hoisted:
            result = self.fresh()
            self.put(f"{result} = {0 if gather is Gather.SUM else NOTHING}")
            # What has no attribute adds nothing.
            idle = 0 if gather is Gather.SUM else ir.NONE
            with_attribute(
                self,
                sequence,
                lambda text, none: gathered_into(self, gather, result, text, none=none),
                idle=idle,
            )
            return result
        case _:
            return None


def with_attribute(self: Emitter, sequence: ir.Apply, body: Body, *, idle: int = ir.NONE) -> None:
    """Lines for the attribute of each piece of a sequence; `idle`: what stands for none."""
    inner, values, low = attribute_table(self, sequence)
    table = self.pool.constant(tuple(idle if value == ir.NONE else value for value in values))
    none = idle == ir.NONE and ir.NONE in values
    each_member(self, inner, lambda text, _: body(f"{table}[{text}{f'-{low}' if low else ''}]", none))


def each_member(self: Emitter, sequence: ir.Expr, body: Body) -> None:
    """Lines for every member of a sequence, in order."""
    match sequence:
        case _ if self.const(sequence) is not None:
            _each_of_row(self, self.expr(sequence), body)
        case ir.Over(op=Gather.LIST):
            each_value(self, sequence, body)
        case ir.ZonesPieces(var=var, owners=owners, zone=zone, type=kind):
            slots = run_of_slots(self, sequence)
            only = members_known(self, owners) or ()
            if slots is not None:
                _each_of_row(self, slots, lambda text, _: _if_there(self, text, body))
            elif len(only) == 1 and isinstance(only[0], (int, str)):
                self.env[var.number] = only[0]
                each_member(self, ir.ZonePieces(zone, kind), body)
            else:
                with self.block(f"for {self.bind(var)} in {self.expr(owners)}:"):
                    each_member(self, ir.ZonePieces(zone, kind), body)
        case ir.ZonePieces(zone=zone) if is_one_zone(zone) and _is_slot(self, zone):
            _if_there(self, self.atom(f"{self.cells}[{zone_address(self, zone)}]"), body)
        case _:
            _each_of_row(self, self.expr(sequence), body)


def _is_slot(self: Emitter, zone: ir.ZoneRef) -> bool:
    return self.layout.zones[zone.zone].zone.shape == "slot"


def _each_of_row(self: Emitter, row: str, body: Body) -> None:
    name = self.fresh()
    with self.block(f"for {name} in {row}:"):
        body(name, False)


def _if_there(self: Emitter, piece: str, body: Body) -> None:
    with self.block(f"if {piece} != {NOTHING}:"):
        body(piece, False)
