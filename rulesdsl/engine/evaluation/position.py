"""A position as one player reads it: pieces in zones, states, rows of tables. What is hidden stops it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import may_be_none
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.operations import IN_NO_ROW, Impossible, Op

if TYPE_CHECKING:
    from rulesdsl.engine.evaluation.reading import Reading


class Hidden(Exception):
    """The value depends on something that this player may not know."""


def sees_now(reading: Reading, piece: int, viewer: int) -> bool:
    """Whether the player is among those who see the zone, or its top, as things stand, if perhaps not when
    the piece came there.
    """
    layout, cells = reading.layout, reading.cells
    instance = cells[layout.where + piece]
    if instance == ev.OUT_OF_PLAY:
        return False
    zone = layout.zone_of(instance)
    if not zone.sight_changes:
        return False
    seen = [zone.down_seen if cells[layout.face + piece] else zone.seen]
    if zone.top_seen is not None and layout.pieces_in(cells, instance)[0] == piece:
        seen.append(zone.top_seen)
    kept, (_name, index) = reading.variables, layout.instance_index(instance)
    reading.variables = {var.number: value for var, value in zip(zone.index, index, strict=True)}
    try:
        return any(_is_among(reading, who, viewer) for who in seen)
    finally:
        reading.variables = kept


def _is_among(reading: Reading, seen: ir.Viewer, viewer: int) -> bool:
    try:
        return seen.players is not None and viewer in sequence(reading.value(seen.players))
    except Hidden:
        return False


def if_known(reading: Reading, pieces: Sequence[int]) -> tuple[int, ...]:
    if not all(map(reading.knows, pieces)):
        raise Hidden
    return tuple(pieces)


def pieces_meant(reading: Reading, ref: ir.ZoneRef) -> list[int]:
    return [
        piece
        for instance in reading.instances(ref)
        for piece in reading.layout.pieces_in(reading.cells, instance)
    ]


def pieces_of_owners(reading: Reading, expr: ir.ZonesPieces) -> list[int]:
    values: list[int] = []
    for owner in sequence(reading.value(expr.owners)):
        reading.variables[expr.var.number] = owner
        values += pieces_meant(reading, expr.zone)
    return values


def place_of(reading: Reading, expr: ir.PlaceOf) -> int:
    instance = reading.instance_around(number(reading.value(expr.piece)))
    if instance is None:
        return ir.NONE
    zone, index = reading.layout.instance_index(instance)
    return index[expr.at] if zone == expr.zone else ir.NONE


def how_many(reading: Reading, expr: ir.Expr) -> int | None:
    """How many pieces lie in zones is known to all, whoever may see them."""
    match expr:
        case ir.ZonePieces():
            return len(pieces_meant(reading, expr.zone))
        case ir.ZonesPieces():
            return len(pieces_of_owners(reading, expr))
        case _:
            return None


def in_a_row(reading: Reading, expr: ir.Expr) -> tuple[int, ...] | None:
    """The pieces of one row or pile, known or not: which one is the first is known of any."""
    if not isinstance(expr, ir.ZonePieces):
        return None
    instances = reading.instances(expr.zone)
    if len(instances) != 1 or reading.layout.shapes[instances[0]] not in ("row", "pile"):
        return None
    return tuple(reading.layout.pieces_in(reading.cells, instances[0]))


def looked_up(reading: Reading, expr: ir.Lookup) -> ev.Content:
    table = reading.program.tables[expr.table]
    place = 0
    for key, (low, size) in zip(expr.keys, key_spans(reading.layout, expr.table), strict=True):
        value = number(reading.value(key))
        if value == ir.NONE:
            return ir.NONE
        place = place * size + value - low
    if table.beyond is not None and place >= len(table.values):
        return number(table.values[-1]) + (place - len(table.values) + 1) * table.beyond
    if not 0 <= place < len(table.values):
        raise Impossible(f"the table {expr.table} has no such row")
    return table.values[place]


def position_of(reading: Reading, expr: ir.Apply, piece: int) -> int:
    instance = reading.instance_around(piece)
    if instance is None or reading.layout.shapes[instance] not in ("row", "pile"):
        if may_be_none(expr.type):
            return ir.NONE
        raise Impossible(IN_NO_ROW)
    pieces = reading.layout.pieces_in(reading.cells, instance)
    return pieces.index(piece) + 1 if expr.op is Op.POSITION else len(pieces) - pieces.index(piece)


def lies_down(reading: Reading, piece: int) -> bool:
    if piece == ir.NONE:
        return False
    if_known(reading, (piece,))
    return reading.layout.tracked[piece] and bool(reading.cells[reading.layout.face + piece])


@lru_cache(maxsize=4096)
def key_spans(layout: Layout, table: str) -> tuple[tuple[int, int], ...]:
    """The lowest value and the number of values of each key of a table."""
    return tuple(ir.index_span(layout.program, domain) for domain in layout.program.tables[table].keys)


def known_to(layout: Layout, cells: list[int], piece: int) -> int:
    """The players who know which piece it is, one bit each; -1: all."""
    if not layout.tracked[piece]:
        return -1
    return cells[layout.known + piece]
