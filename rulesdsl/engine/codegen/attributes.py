"""An attribute, or the name, of every piece of a sequence, into Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rulesdsl import program as ir
from rulesdsl.engine.codegen.places import is_one_zone, zone_instance
from rulesdsl.engine.core.domains import may_be_none, within_bounds
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

Values = tuple[int, ...]

MOST_OF_A_NAME = 3
"""So many pieces of one name are each looked for where they lie."""


def is_of_a_zone(self: Emitter, expr: ir.Apply, inner: set[int]) -> bool:
    """Whether it is an attribute of what lies in a zone that can be told without these variables."""
    inside: ir.Expr = expr
    while isinstance(inside, ir.Apply) and inside.op is Op.MAP_ATTR:
        inside = inside.args[0]
    if inside is expr or not isinstance(inside, ir.ZonePieces) or not is_one_zone(inside.zone):
        return False
    dims = self.layout.zones[inside.zone.zone].dims
    return all(
        isinstance(item, (ir.Local, ir.Const))
        and within_bounds(self.program, item.type, dim.low, dim.low + dim.count - 1)
        and not (isinstance(item, ir.Local) and item.var.number in inner)
        for dim, item in zip(dims, inside.zone.index, strict=True)
    )


def attribute_of_each(self: Emitter, expr: ir.Apply) -> str:
    """What pieces without the attribute give is left out."""
    if expr in self.hoisted:
        return self.hoisted[expr]
    sequence, values, low = attribute_table(self, expr)
    return _listed(self, self.expr(sequence), values, low, leave_out=True)


def is_among_attributes(self: Emitter, value: ir.Expr, expr: ir.Apply) -> str:
    asked = self.expr(value)
    if expr in self.hoisted:
        return f"({asked} in {self.hoisted[expr]})"
    sequence, values, low = attribute_table(self, expr)
    listed = _listed(self, self.expr(sequence), values, low, leave_out=may_be_none(value.type))
    return f"({asked} in {listed})"


def names_of(self: Emitter, text: str) -> str:
    return _listed(self, text, tuple(self.program.piece_name_of), 0, leave_out=True)


def is_named_there(self: Emitter, name: ir.Expr, target: ir.Expr) -> str | None:
    """Whether a piece of this name lies in a zone: asked of the pieces, if they are few."""
    known = self.const(name)
    if not isinstance(known, int) or not isinstance(target, ir.ZonePieces) or not is_one_zone(target.zone):
        return None
    pieces = [piece for piece, value in enumerate(self.program.piece_name_of) if value == known]
    if not 0 < len(pieces) <= MOST_OF_A_NAME:
        return None
    zone = self.atom(zone_instance(self, target.zone))
    where = self.layout.where
    return "(" + " or ".join(f"{self.cells}[{where + piece}] == {zone}" for piece in pieces) + ")"


def attribute_table(self: Emitter, expr: ir.Apply) -> tuple[ir.Expr, Values, int]:
    """A sequence, and for each member from the lowest the value: of an attribute of an attribute, too."""
    assert expr.graph is not None
    values = cast("Values", self.program.tables[expr.graph].values)
    low = self.gen.table_dims(expr.graph)[0].low
    inner = expr.args[0]
    if not (isinstance(inner, ir.Apply) and inner.op is Op.MAP_ATTR) or self.const(inner) is not None:
        return inner, values, low
    sequence, first, lowest = attribute_table(self, inner)
    joint = tuple(values[value - low] if value != ir.NONE else ir.NONE for value in first)
    return sequence, joint, lowest


def _listed(self: Emitter, text: str, values: Values, low: int, *, leave_out: bool) -> str:
    table, name = self.pool.constant(values), self.fresh()
    value = f"{table}[{name}{-low:+d}]" if low else f"{table}[{name}]"
    if leave_out and ir.NONE in values:
        return f"[{value} for {name} in {text} if {value} != {ir.NONE}]"
    return f"[{value} for {name} in {text}]"
