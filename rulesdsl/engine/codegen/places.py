"""Where things are: addresses of states and zones, and what lies there, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.core.domains import within_bounds
from rulesdsl.engine.core.layout import Dim, ZoneLayout, is_set
from rulesdsl.source import Span

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter


# ---- addresses


def offset_of(
    self: Emitter, dims: tuple[Dim, ...], index: tuple[ir.Expr, ...], size: int, what: str, span: Span | None
) -> tuple[int, str]:
    """The constant and the variable part of an offset: `size` cells for each unit."""
    fixed = 0
    terms: list[str] = []
    for dim, expr in zip(dims, index, strict=False):
        known = self.const(expr)
        step = dim.stride * size
        if isinstance(known, int) and dim.low <= known < dim.low + dim.count:
            fixed += (known - dim.low) * step
            continue
        text = self.expr(expr)
        if not within_bounds(self.program, expr.type, dim.low, dim.low + dim.count - 1):
            fault = self.pool.fault(f"there is no {what} with this index", span, given="the index")
            text = f"check({text}, {dim.low}, {dim.low + dim.count - 1}, {fault})"
        fixed -= dim.low * step
        terms.append(text if step == 1 else f"{text}*{step}")
    return fixed, "+".join(terms)


def offsets_of(
    self: Emitter,
    dims: tuple[Dim, ...],
    index: Sequence[ir.Expr | None],
    size: int,
    what: str,
    span: Span | None,
) -> tuple[int, str, list[int]]:
    """The same where indices are left out (None), with what all of those add."""
    offsets = [0]
    given: list[tuple[Dim, ir.Expr]] = []
    for dim, expr in zip(dims, index, strict=True):
        if expr is None:
            steps = range(0, dim.count * dim.stride * size, dim.stride * size)
            offsets = [offset + step for offset in offsets for step in steps]
        else:
            given.append((dim, expr))
    known = tuple(dim for dim, _ in given), tuple(expr for _, expr in given)
    return *offset_of(self, *known, size, what, span), offsets


def address_at(base: int, fixed: int, terms: str) -> str:
    start = base + fixed
    if not terms:
        return str(start)
    return f"{start}+{terms}" if start else terms


def state_text(self: Emitter, read: ir.StateRead) -> str:
    if read.state in self.layout.scores:
        place = self.layout.scores[read.state]
        known = self.const(read.index[0])
        if isinstance(known, int):
            start, end = place.address + 1 + known * place.columns, ""
        else:
            start, end = place.address + 1, f"+{self.atom(self.expr(read.index[0]))}*{place.columns}"
        if place.columns == 1:
            return f"{self.cells}[{start}{end}]"
        return f"sum({self.cells}[{start}{end}:{start + place.columns}{end}])"
    address, count = state_address(self, read)
    place_of_state = self.layout.states[read.state]
    if is_set(place_of_state.state.type) and len(read.index) == len(place_of_state.dims):
        return f"members({self.cells}, {address}, {count}, {place_of_state.low})"
    if len(read.index) < len(place_of_state.dims):
        first = self.atom(address) if not address.isdigit() else address
        last = str(int(first) + count) if first.isdigit() else f"{first}+{count}"
        return f"{self.cells}[{first}:{last}]"
    return f"{self.cells}[{address}]"


def state_address(self: Emitter, read: ir.StateRead) -> tuple[str, int]:
    """Where it begins, and how many cells it has."""
    place = self.layout.states[read.state]
    fixed, terms = offset_of(self, place.dims, read.index, place.size, "such state", read.span)
    count = place.size
    for dim in place.dims[len(read.index) :]:
        count *= dim.count
    return address_at(place.address, fixed, terms), count


def zone_address(self: Emitter, ref: ir.ZoneRef) -> str:
    """The address of one zone (all its indices given)."""
    place = self.layout.zones[ref.zone]
    index = tuple(expr for expr in ref.index if expr is not None)
    fixed, terms = offset_of(self, place.dims, index, place.size, "such zone", ref.span)
    return address_at(place.address, fixed, terms)


def zone_instance(self: Emitter, ref: ir.ZoneRef) -> str:
    place = self.layout.zones[ref.zone]
    index = tuple(expr for expr in ref.index if expr is not None)
    fixed, terms = offset_of(self, place.dims, index, 1, "such zone", ref.span)
    return address_at(place.first, fixed, terms)


def known_instances(self: Emitter, var: ir.Var, domain: ir.Expr, ref: ir.ZoneRef) -> tuple[int, ...] | None:
    """For each member of a domain the zone that is meant, if that is known while code is written."""
    known = self.const(domain)
    if not isinstance(known, tuple) or not is_one_zone(ref):
        return None
    before = dict(self.env)
    values: list[int] = []
    for value in known:
        self.env[var.number] = value
        lines, text = self.capture(lambda: zone_instance(self, ref))
        if lines or not text.isdigit():
            break
        values.append(int(text))
    self.env = before
    return tuple(values) if len(values) == len(known) else None


def is_one_zone(ref: ir.ZoneRef) -> bool:
    return None not in ref.index


def zone_instances(self: Emitter, ref: ir.ZoneRef) -> tuple[str, str, tuple[int, ...]]:
    """Several zones: the first instance's address and number as text, and the offsets in instances."""
    place = self.layout.zones[ref.zone]
    fixed, terms, offsets = offsets_of(self, place.dims, ref.index, 1, "such zone", ref.span)
    instance = address_at(place.first, fixed, terms)
    if not terms:
        return str(place.address + fixed * place.size), instance, tuple(offsets)
    name = self.atom(address_at(0, fixed, terms))
    return f"{place.address}+{name}*{place.size}", f"{place.first}+{name}", tuple(offsets)


# ---- zones


def zone_pieces(self: Emitter, ref: ir.ZoneRef) -> str:
    cells = self.cells
    place = self.layout.zones[ref.zone]
    shape = place.zone.shape
    if is_one_zone(ref):
        start = zone_address(self, ref)
        if shape == "slot":
            piece = self.atom(f"{cells}[{start}]")
            return f"([{piece}] if {piece} != {NOTHING} else [])"
        return region_text(self, start, place)
    start, _, offsets = zone_instances(self, ref)
    if shape == "slot" and offsets == tuple(range(len(offsets))):
        start = self.atom(start)
        text, piece = self.fresh(), self.fresh()
        self.put(
            f"{text} = [{piece} for {piece} in {cells}[{start}:{start}+{len(offsets)}]"
            f" if {piece} != {NOTHING}]"
        )
        return text
    start = self.atom(start)
    text, name = self.fresh(), self.fresh()
    self.put(f"{text} = []")
    steps = self.pool.constant(tuple(offset * place.size for offset in offsets))
    with self.block(f"for {name} in {steps}:"):
        if shape == "slot":
            with self.block(f"if {cells}[{start}+{name}] != {NOTHING}:"):
                self.put(f"{text}.append({cells}[{start}+{name}])")
        else:
            here = self.atom(f"{start}+{name}")
            self.put(f"{text} += {region_text(self, here, place)}")
    return text


def region_text(self: Emitter, start: str, place: ZoneLayout) -> str:
    """What lies in the instance at this address."""
    cells, shape = self.cells, place.zone.shape
    if place.scattered:
        start = self.atom(start)
        low, high = place.pieces
        instance = f"{start}-{place.address - place.first}"
        return f"scan_pieces({cells}, {cells}[{start}], {instance}, {low}, {high}, {self.layout.where})"
    if start.isdigit():
        if shape == "pile":
            return f"{cells}[{start}+{cells}[{start}]:{start}:-1]"
        return f"{cells}[{int(start) + 1}:{int(start) + 1}+{cells}[{start}]]"
    start = self.atom(start)
    if shape == "pile":
        return f"{cells}[{start}+{cells}[{start}]:{start}:-1]"
    return f"{cells}[{start}+1:{start}+1+{cells}[{start}]]"


def zone_count(self: Emitter, ref: ir.ZoneRef) -> str:
    cells = self.cells
    place = self.layout.zones[ref.zone]
    if is_one_zone(ref):
        read = f"{cells}[{zone_address(self, ref)}]"
        return f"({read} != {NOTHING})" if place.zone.shape == "slot" else read
    start, _, offsets = zone_instances(self, ref)
    start = self.atom(start)
    if place.zone.shape == "slot":
        if offsets == tuple(range(len(offsets))):
            return f"({len(offsets)} - {cells}[{start}:{start}+{len(offsets)}].count({NOTHING}))"
        return "(" + "+".join(f"({cells}[{start}+{offset}] != {NOTHING})" for offset in offsets) + ")"
    return "(" + "+".join(f"{cells}[{start}+{offset * place.size}]" for offset in offsets) + ")"


def run_of_slots(self: Emitter, read: ir.ZonesPieces) -> str | None:
    """The cells of slots that lie side by side, if it is known which are meant."""
    zone = self.layout.zones[read.zone.zone]
    known = known_instances(self, read.var, read.owners, read.zone)
    if not known or zone.zone.shape != "slot" or known != tuple(range(known[0], known[0] + len(known))):
        return None
    start = zone.address + known[0] - zone.first
    return f"{self.cells}[{start}:{start + len(known)}]"


def zones_pieces(self: Emitter, read: ir.ZonesPieces) -> str:
    cells = run_of_slots(self, read)
    if cells is not None:
        name = self.fresh()
        return f"[{name} for {name} in {cells} if {name} != {NOTHING}]"
    owners = self.expr(read.owners)
    text = self.fresh()
    self.put(f"{text} = []")
    with self.block(f"for {self.bind(read.var)} in {owners}:"):
        if is_one_zone(read.zone) and self.layout.zones[read.zone.zone].zone.shape == "slot":
            piece = self.atom(f"{self.cells}[{zone_address(self, read.zone)}]")
            self.put(f"if {piece} != {NOTHING}: {text}.append({piece})")
        else:
            self.put(f"{text} += {zone_pieces(self, read.zone)}")
    return text
