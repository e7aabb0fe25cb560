"""In which zones it matters where a piece lies: only there are equal pieces options of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.domains import plain
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op, Order
from rulesdsl.program_walk import everything_used, instances_in, is_line
from rulesdsl.statement_facts import statement_facts


def places_that_matter(
    zones: Iterable[ir.Zone],
    roots: Iterable[object],
    formulas: dict[str, ir.FormulaDef],
    declared: Mapping[str, bool],
) -> list[ir.Zone]:
    """The zones, each with whether places in it matter: as it says itself, else as it shows in `roots`."""
    zones = list(zones)
    matter = _where_places_are_read(zones, roots, formulas)
    return [
        evolve(
            zone,
            places_matter=declared.get(zone.name, zone.shape in ("row", "pile") and zone.name in matter),
        )
        for zone in zones
    ]


def _where_places_are_read(
    zones: Iterable[ir.Zone], roots: Iterable[object], formulas: dict[str, ir.FormulaDef]
) -> set[str]:
    """Zones in which something reads an order, or from whose end is drawn, or whose order goes on to such."""
    kinds = {zone.name: set(zone.pieces.kinds) for zone in zones}
    matter = {zone.name for zone in zones if zone.top_seen is not None}
    flows: list[tuple[set[str], str]] = []
    for root in roots:
        for item in instances_in(root, ir.Apply, ir.Over, *get_args(ir.Stmt)):
            match item:
                case ir.Apply(op=Op.POSITION | Op.POSITION_RIGHT, args=(piece,)):
                    wanted = set(_kinds_of(piece))
                    matter |= {name for name, mine in kinds.items() if mine & wanted}
                case ir.Apply(op=op, args=args) if op.entry.order is Order.READ:
                    for arg in args:
                        matter |= _zones_read(arg, formulas)
                case ir.Over(op=op, by=by, domain=domain) if op.entry.reads_order and (
                    by is None or op is Gather.RUNS
                ):
                    matter |= _zones_read(domain, formulas)
                case _ if is_line(item):
                    line = statement_facts(item)
                    matter |= {source.zone for source in line.draws_from}
                    flows += [
                        (_zones_read(what, formulas), to.zone) for what in line.takes for to, _down in line.to
                    ]
    changed = True
    while changed:
        changed = False
        for sources, target in flows:
            if target in matter and not sources <= matter:
                matter |= sources
                changed = True
    return matter


def _kinds_of(piece: ir.Expr) -> tuple[str, ...]:
    return getattr(plain(piece.type), "kinds", ())


def _zones_read(expr: ir.Expr, formulas: dict[str, ir.FormulaDef]) -> set[str]:
    used = everything_used(expr, formulas, ir.ZonePieces, ir.ZonesPieces)
    return {item.zone.zone for item in used if isinstance(item, ir.ZonePieces | ir.ZonesPieces)}
