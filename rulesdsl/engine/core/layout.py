"""Where everything of a game lies in its one list of integers.

In this order: the header, two cells for each phase, the piece arrays, the zones, the states, the scores
written down; what the generated code keeps across decisions (local variables, loops, return slots) comes
after these and is laid out by the code's own frame.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import product
from math import prod

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in
from rulesdsl.statement_facts import statements_in

# The header.
OVER = 0
STEPS = 1
DICE = 2
PENDING = 3
"""Which standing rules and `stops` conditions may have come true (bits)."""
SITE = 4
"""The decision that is waited for, counted from 1; 0 if none."""
CHOOSER = 5
ALT = 6
"""The alternative chosen, -1 before."""
STAGE = 7
"""Which parameter is asked for."""
RULE_BACK = 8
"""The segment that goes on after a standing rule that decides."""
PARK = 9
"""The segment that takes over when a player in a secret block is parked; 0 outside of such a block."""
SECRET = 10
"""The secret block whose decisions are being made, counted from 1; 0 if none."""
HEADER = 11

SCATTERED_FROM = 16
"""From so many instances on, only the number of pieces in each is kept, if that saves much."""

EMPTY = -1
"""An unused cell of a zone."""

DYNAMIC = -2
"""In place of a mask: who sees depends on the position."""


@frozen
class Dim:
    """One index: lowest value, number of values, how many units lie between neighbours."""

    low: int
    count: int
    stride: int


def dims_of(program: ir.Program, domains: tuple[ir.Domain, ...]) -> tuple[Dim, ...]:
    spans = [ir.index_span(program, domain) for domain in domains]
    return tuple(
        Dim(low, count, prod(other for _, other in spans[index + 1 :]))
        for index, (low, count) in enumerate(spans)
    )


def ordinal(dims: tuple[Dim, ...], index: tuple[int, ...]) -> int:
    total = 0
    for dim, value in zip(dims, index, strict=True):
        if not dim.low <= value < dim.low + dim.count:
            raise IndexError(f"{value} is not between {dim.low} and {dim.low + dim.count - 1}")
        total += (value - dim.low) * dim.stride
    return total


def combinations(dims: tuple[Dim, ...]) -> list[tuple[int, ...]]:
    return list(product(*(range(dim.low, dim.low + dim.count) for dim in dims)))


@frozen
class ZoneLayout:
    """`room` is how many pieces may lie in one instance.

    Of a zone with very many instances only the number of pieces is kept (`scattered`): which they are is in
    the array of where each piece is, between the cells `pieces`.
    """

    zone: ir.Zone
    first: int
    count: int
    address: int
    size: int
    dims: tuple[Dim, ...]
    room: int
    scattered: bool
    pieces: tuple[int, int]


@frozen
class StateLayout:
    """`size` cells for each combination of indices: 1, or one for each member of a set's domain
    (from `low`).
    """

    state: ir.State
    address: int
    size: int
    low: int
    dims: tuple[Dim, ...]


@frozen
class ScoreLayout:
    score: ir.Score
    address: int
    columns: int


def is_set(domain: ir.Domain) -> bool:
    return isinstance(domain, ir.SeqDomain)


def pieces_of(domain: ir.Domain) -> tuple[str, ...]:
    """The kinds of pieces that a value of this type may be or contain."""
    return tuple(kind for node in instances_in(domain, ir.PieceDomain) for kind in node.kinds)


def scan_pieces(cells: list[int], count: int, instance: int, low: int, high: int, where: int) -> list[int]:
    """So many pieces that lie in this instance, found among the cells that say where each piece is."""
    values: list[int] = []
    for _ in range(count):
        low = cells.index(instance, low, high) + 1
        values.append(low - 1 - where)
    return values


class Layout:
    """The map of `cells`. Addresses are computed once; nothing here changes during play."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.piece_count = max((kind.first + kind.count for kind in program.piece_kinds), default=0)
        self.everybody = (1 << program.players) - 1
        self.kind_of: list[int] = [0] * self.piece_count
        for number, kind in enumerate(program.piece_kinds):
            self.kind_of[kind.first : kind.first + kind.count] = [number] * kind.count
        here = HEADER
        self.phases: dict[str, int] = {}
        for name in program.phases:
            self.phases[name] = here
            here += 2
        self.tracked = self._tracked_pieces()
        self.hidden = any(self.tracked)
        self.where = here
        here += self.piece_count
        self.face = self.known = self.group = -1
        if self.hidden:
            self.face, self.known, self.group = (here + i * self.piece_count for i in range(3))
            here += 3 * self.piece_count
        self.zones: dict[str, ZoneLayout] = {}
        self.instances: list[tuple[str, tuple[int, ...]]] = []
        for zone in program.zones:
            dims = dims_of(program, tuple(var.type for var in zone.index))
            count = prod(dim.count for dim in dims)
            held = sum(kind.count for kind in program.piece_kinds if kind.name in zone.pieces.kinds)
            room = 1 if zone.shape == "slot" else max(1, min(zone.capacity, held))
            scattered = (
                zone.shape == "set" and count >= SCATTERED_FROM and count * room > SCATTERED_FROM // 2 * held
            )
            size = 1 if zone.shape == "slot" or scattered else 1 + room
            low, number = ir.index_span(program, zone.pieces)
            between = (self.where + low, self.where + low + number)
            self.zones[zone.name] = ZoneLayout(
                zone, len(self.instances), count, here, size, dims, room, scattered, between
            )
            self.instances += [(zone.name, index) for index in combinations(dims)]
            here += count * size
        self.states: dict[str, StateLayout] = {}
        for state in program.states:
            dims = dims_of(program, state.index)
            low, size = (0, 1)
            if isinstance(state.type, ir.SeqDomain):
                low, size = ir.index_span(program, state.type.of)
            self.states[state.name] = StateLayout(state, here, size, low, dims)
            here += size * prod(dim.count for dim in dims)
        self.scores: dict[str, ScoreLayout] = {}
        for score in program.scores:
            if score.each is not None:
                self.scores[score.name] = ScoreLayout(score, here, max(1, score.columns))
                here += 1 + max(1, score.columns) * program.players
        self.data_end = here
        self.address_of = [
            place.address + position * place.size
            for place in self.zones.values()
            for position in range(place.count)
        ]

    def _tracked_pieces(self) -> tuple[bool, ...]:
        """Pieces that can at some time lie where somebody does not see them."""
        hidden: set[str] = set()
        for zone in self.program.zones:
            if not self.open_to_all(zone):
                hidden.update(zone.pieces.kinds)
        if any(node.op is Op.FACE_DOWN for node in instances_in(self.program, ir.Apply)):
            # Which way a piece lies is asked for, also where everybody sees it anyway.
            for zone in self.program.zones:
                if zone.name in self.may_be_down:
                    hidden.update(zone.pieces.kinds)
        return tuple(self.program.piece_kinds[kind].name in hidden for kind in self.kind_of)

    def open_to_all(self, zone: ir.Zone) -> bool:
        """Whether everybody always sees every piece there."""
        seen = [zone.seen, *([zone.down_seen] if zone.name in self.may_be_down else [])]
        return zone.top_seen is None and all(self.static_mask(viewer, 0) == self.everybody for viewer in seen)

    @cached_property
    def may_be_down(self) -> frozenset[str]:
        """The zones in which a piece may lie face down."""
        down: set[str] = set()
        turned: set[str] = set()
        for line in statements_in((tuple(self.program.procs.values()), self.program.rules)):
            down |= {to.zone for to, given in line.to if given is not None}
            for what, given in line.turns:
                if given != ir.Const(0, given.type):
                    turned.update(pieces_of(what.type))
        # An extra piece lies as it was laid down, an old one face up.
        for zone in self.program.zones:
            if zone.name in down and zone.extra_to is not None:
                down.add(zone.extra_to.zone)
        return frozenset(
            zone.name
            for zone in self.program.zones
            if zone.name in down or not turned.isdisjoint(zone.pieces.kinds)
        )

    def static_mask(self, viewer: ir.Viewer, owner: int | None) -> int:
        """Who sees, as a mask; DYNAMIC where that depends on the position."""
        match viewer.word:
            case "all":
                return self.everybody
            case "nobody":
                return 0
            case "owner":
                return 0 if owner is None else 1 << owner
            case "others":
                return self.everybody if owner is None else self.everybody & ~(1 << owner)
            case _:
                return DYNAMIC

    # ---- finding and reading

    def instance(self, name: str, *index: int) -> int:
        place = self.zones[name]
        return place.first + ordinal(place.dims, index)

    def instance_index(self, instance: int) -> tuple[str, tuple[int, ...]]:
        return self.instances[instance]

    @cached_property
    def places(self) -> tuple[ZoneLayout, ...]:
        """For each instance the layout of its zone."""
        return tuple(self.zones[name] for name, _ in self.instances)

    def zone_of(self, instance: int) -> ir.Zone:
        return self.places[instance].zone

    def owner_of(self, instance: int) -> int | None:
        name, index = self.instances[instance]
        position = self.zones[name].zone.owner_at
        return None if position is None else index[position]

    @cached_property
    def scattered(self) -> tuple[bool, ...]:
        return tuple(self.zones[name].scattered for name, _ in self.instances)

    @cached_property
    def shapes(self) -> tuple[str, ...]:
        return tuple(self.zones[name].zone.shape for name, _ in self.instances)

    def region(self, cells: list[int], instance: int) -> list[int]:
        """The pieces as they lie in the cells: a pile from its bottom."""
        address = self.address_of[instance]
        if self.shapes[instance] == "slot":
            return [cells[address]] if cells[address] != ir.NONE else []
        if self.scattered[instance]:
            low, high = self.places[instance].pieces
            return scan_pieces(cells, cells[address], instance, low, high, self.where)
        return cells[address + 1 : address + 1 + cells[address]]

    def pieces_in(self, cells: list[int], instance: int) -> list[int]:
        """In reading order: a pile from its top, a row from the left, else ascending."""
        if self.shapes[instance] == "pile":
            address = self.address_of[instance]
            return cells[address + cells[address] : address : -1]
        return self.region(cells, instance)

    def place_of(self, cells: list[int], piece: int) -> int:
        """From 1 at the left of a row or the top of a pile; 0 elsewhere, and of what lies nowhere."""
        instance = cells[self.where + piece]
        if instance == ev.OUT_OF_PLAY or self.shapes[instance] not in {"row", "pile"}:
            return 0
        return self.pieces_in(cells, instance).index(piece) + 1

    def state_cells(self, name: str, *index: int) -> int:
        """The address of the first cell of a state at these indices."""
        place = self.states[name]
        return place.address + ordinal(place.dims, index) * place.size

    def state_value(self, cells: list[int], name: str, *index: int) -> ev.Content:
        place = self.states[name]
        address = self.state_cells(name, *index)
        if is_set(place.state.type):
            return tuple(place.low + position for position in range(place.size) if cells[address + position])
        return cells[address]

    def recorded(self, cells: list[int], name: str, player: int) -> tuple[int, ...]:
        """What was written down for a player, column by column (of a row with one column, the sum)."""
        place = self.scores[name]
        written = min(cells[place.address], place.columns)
        start = place.address + 1 + player * place.columns
        return tuple(cells[start : start + written])

    def own_state_cells(self, player: int) -> list[int]:
        """The cells of all states that are this player's own."""
        values: list[int] = []
        for place in self.states.values():
            position = place.state.owner_at
            if position is None:
                continue
            for index in combinations(place.dims):
                if index[position] == player:
                    start = place.address + ordinal(place.dims, index) * place.size
                    values += range(start, start + place.size)
        return values

    @cached_property
    def _states_by_address(self) -> tuple[list[int], list[StateLayout]]:
        places = sorted(self.states.values(), key=lambda place: place.address)
        return [place.address for place in places], places

    def state_at(self, address: int) -> tuple[str, tuple[int, ...]]:
        """Which state, at which indices, lies at an address."""
        addresses, places = self._states_by_address
        place = places[bisect_right(addresses, address) - 1]
        unit = (address - place.address) // place.size
        return place.state.name, tuple(dim.low + unit // dim.stride % dim.count for dim in place.dims)
