"""A position as one player reads it: pieces in zones, states, rows of tables. What is hidden stops it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.operations import Impossible


class Hidden(Exception):
    """The value depends on something that this player may not know."""


@define
class Position(ABC):
    """What lies and stands where. `viewer` is None for eyes that may know everything."""

    layout: Layout
    cells: list[int]
    viewer: int | None = None
    variables: dict[int, ev.Content] = field(factory=dict)

    @abstractmethod
    def value(self, expr: ir.Expr) -> ev.Content: ...

    @property
    def program(self) -> ir.Program:
        return self.layout.program

    def knows(self, piece: int) -> bool:
        if self.viewer is None or known_to(self.layout, self.cells, piece) >> self.viewer & 1:
            return True
        return self._sees_now(piece, self.viewer)

    def _sees_now(self, piece: int, viewer: int) -> bool:
        """Whether the player is among those who see the zone as things stand, though perhaps not when the
        piece came there.
        """
        instance = self.cells[self.layout.where + piece]
        if instance == ev.OUT_OF_PLAY:
            return False
        zone = self.layout.zone_of(instance)
        seen = zone.down_seen if self.cells[self.layout.face + piece] else zone.seen
        if seen.players is None:
            return False
        kept, (_name, index) = self.variables, self.layout.instance_index(instance)
        self.variables = {var.number: value for var, value in zip(zone.index, index, strict=True)}
        try:
            return viewer in sequence(self.value(seen.players))
        except Hidden:
            return False
        finally:
            self.variables = kept

    # ------------------------------------------------------------------ zones

    def _seen(self, pieces: Sequence[int]) -> tuple[int, ...]:
        if not all(map(self.knows, pieces)):
            raise Hidden
        return tuple(pieces)

    def _instances(self, ref: ir.ZoneRef) -> list[int]:
        """The zones meant; none if an index is none."""
        zone = self.layout.zones[ref.zone].zone
        if not ref.index:
            return [self.layout.instance(ref.zone)]
        chosen: list[range | tuple[int, ...]] = []
        for expr, var in zip(ref.index, zone.index, strict=True):
            if expr is None:
                low, size = ir.index_span(self.program, var.type)
                chosen.append(range(low, low + size))
            else:
                value = number(self.value(expr))
                chosen.append(() if value == ir.NONE else (value,))
        return [self.layout.instance(ref.zone, *index) for index in product(*chosen)]

    def _pieces(self, ref: ir.ZoneRef) -> list[int]:
        return [
            piece
            for instance in self._instances(ref)
            for piece in self.layout.pieces_in(self.cells, instance)
        ]

    def _pieces_of_owners(self, expr: ir.ZonesPieces) -> list[int]:
        values: list[int] = []
        for owner in sequence(self.value(expr.owners)):
            self.variables[expr.var.number] = owner
            values += self._pieces(expr.zone)
        return values

    def _place(self, expr: ir.PlaceOf) -> int:
        instance = self._around(number(self.value(expr.piece)))
        if instance is None:
            return ir.NONE
        zone, index = self.layout.instance_index(instance)
        return index[expr.at] if zone == expr.zone else ir.NONE

    def _around(self, piece: int) -> int | None:
        """The zone in which a piece lies; None if it is none, or lies nowhere."""
        if piece == ir.NONE:
            return None
        self._seen((piece,))
        instance = self.cells[self.layout.where + piece]
        return None if instance == ev.OUT_OF_PLAY else instance

    def _how_many(self, expr: ir.Expr) -> int | None:
        """How many pieces lie in zones is known to all, whoever may see them."""
        match expr:
            case ir.ZonePieces():
                return len(self._pieces(expr.zone))
            case ir.ZonesPieces():
                return len(self._pieces_of_owners(expr))
            case _:
                return None

    def _in_a_row(self, expr: ir.Expr) -> tuple[int, ...] | None:
        """The pieces of one row or pile, known or not: which one is the first is known of any."""
        if not isinstance(expr, ir.ZonePieces):
            return None
        instances = self._instances(expr.zone)
        if len(instances) != 1 or self.layout.shapes[instances[0]] not in ("row", "pile"):
            return None
        return tuple(self.layout.pieces_in(self.cells, instances[0]))

    # ------------------------------------------------------------------ states and tables

    def _state(self, expr: ir.StateRead) -> ev.Content:
        chosen = [number(self.value(index)) for index in expr.index]
        if ir.NONE in chosen:
            return ir.NONE
        if expr.state in self.layout.scores:
            return sum(self.layout.recorded(self.cells, expr.state, chosen[0]))
        state = self.layout.states[expr.state].state
        if len(chosen) == len(state.index):
            return self._one_state(state, tuple(chosen))
        left = [ir.index_span(self.program, domain) for domain in state.index[len(chosen) :]]
        return tuple(
            number(self._one_state(state, (*chosen, *rest)))
            for rest in product(*(range(low, low + size) for low, size in left))
        )

    def _one_state(self, state: ir.State, index: tuple[int, ...]) -> ev.Content:
        if self.viewer is not None and state.seen.word != "all":
            owner = None if state.owner_at is None else index[state.owner_at]
            if not self.may_see(state.seen, self.viewer, owner):
                raise Hidden
        return self.layout.state_value(self.cells, state.name, *index)

    def may_see(self, seen: ir.Viewer, player: int, owner: int | None) -> bool:
        match seen.word:
            case "all":
                return True
            case "owner":
                return player == owner
            case "others":
                return player != owner
            case "some":
                assert seen.players is not None
                return player in sequence(self.value(seen.players))
            case _:
                return False

    def _lookup(self, expr: ir.Lookup) -> ev.Content:
        table = self.program.tables[expr.table]
        place = 0
        for key, (low, size) in zip(expr.keys, key_spans(self.layout, expr.table), strict=True):
            value = number(self.value(key))
            if value == ir.NONE:
                return ir.NONE
            place = place * size + value - low
        if table.beyond is not None and place >= len(table.values):
            return number(table.values[-1]) + (place - len(table.values) + 1) * table.beyond
        if not 0 <= place < len(table.values):
            raise Impossible(f"the table {expr.table} has no such row")
        return table.values[place]

    def _position(self, piece: int, *, from_right: bool) -> int:
        instance = self._around(piece)
        if instance is None or self.layout.shapes[instance] not in ("row", "pile"):
            return ir.NONE
        pieces = self.layout.pieces_in(self.cells, instance)
        return len(pieces) - pieces.index(piece) if from_right else pieces.index(piece) + 1

    def _lies_down(self, piece: int) -> bool:
        if piece == ir.NONE:
            return False
        self._seen((piece,))
        return self.layout.tracked[piece] and bool(self.cells[self.layout.face + piece])


@lru_cache(maxsize=4096)
def key_spans(layout: Layout, table: str) -> tuple[tuple[int, int], ...]:
    """The lowest value and the number of values of each key of a table."""
    return tuple(ir.index_span(layout.program, domain) for domain in layout.program.tables[table].keys)


def known_to(layout: Layout, cells: list[int], piece: int) -> int:
    """The players who know which piece it is, one bit each; -1: all."""
    if not layout.tracked[piece]:
        return -1
    return cells[layout.known + piece]
