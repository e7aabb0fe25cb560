"""Where pieces lie and who knows which is which.

A player who has seen a piece and can follow it knows it from then on. A move out of a set that a player
does not see cannot be followed unless the whole set goes: then this player no longer knows any piece of
that set, nor the one that went, and these become exchangeable (one group). A shuffle does the same to the
shuffled zone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import DYNAMIC, EMPTY, Layout
from rulesdsl.engine.pieces.unseen import is_unseen, with_lots

Cells = list[int]
Plain = tuple[int, str, int, int, int]
"""Address, shape, room, who sees what lies face up and face down."""


class Knowledge:
    """Tables over all zone instances. What zones say by formulas is put in when the code is compiled."""

    def __init__(self, layout: Layout, alike_class: tuple[int, ...]) -> None:
        self.layout = layout
        self.alike_class = alike_class
        self.where = layout.where
        self.tracked = layout.tracked
        self.everybody = layout.everybody
        self.address = layout.address_of
        self.shape = layout.shapes
        zones = [layout.zones[name] for name, _ in layout.instances]
        self.scattered = layout.scattered
        self.index = [index for _, index in layout.instances]
        self.room = [place.room for place in zones]
        owners = [layout.owner_of(instance) for instance in range(len(zones))]
        pairs = list(zip(zones, owners, strict=True))
        self.up = [layout.static_mask(place.zone.seen, owner) for place, owner in pairs]
        # Where nothing lies face down it does not matter who would see it.
        self.down = [
            layout.static_mask(
                place.zone.down_seen if place.zone.name in layout.may_be_down else place.zone.seen, owner
            )
            for place, owner in pairs
        ]
        self.top = [
            None if place.zone.top_seen is None else layout.static_mask(place.zone.top_seen, owner)
            for place, owner in pairs
        ]
        self.up_of: list[Callable[..., int] | None] = [None] * len(zones)
        self.down_of: list[Callable[..., int] | None] = [None] * len(zones)
        self.top_of: list[Callable[..., int] | None] = [None] * len(zones)
        self.takes: list[Callable[..., bool] | None] = [None] * len(zones)
        self.old_to: list[Callable[..., Any] | None] = [None] * len(zones)
        self.extra_to: list[Callable[..., Any] | None] = [None] * len(zones)
        self.renewed_from: list[Callable[..., Any] | None] = [None] * len(zones)
        self.renewed_when: list[Callable[..., bool] | None] = [None] * len(zones)
        self.plain: list[Plain | None] = []
        self.in_open_order = [
            layout.shapes[instance] in {"row", "pile"} and layout.open_to_all(layout.zone_of(instance))
            for instance in range(len(layout.instances))
        ]
        """For each zone instance whether it is a row or a pile in which everybody sees all."""

    def prepare(self) -> None:
        """Which zones are plain; to be called when all is known about them."""
        for instance, address in enumerate(self.address):
            special = (
                DYNAMIC in (self.up[instance], self.down[instance])
                or self.top[instance] is not None
                or self.takes[instance] is not None
                or self.old_to[instance] is not None
                or self.extra_to[instance] is not None
                or self.scattered[instance]
            )
            described = (
                address,
                self.shape[instance],
                self.room[instance],
                self.up[instance],
                self.down[instance],
            )
            self.plain.append(None if special else described)

    @cached_property
    def marks(self) -> list[list[int]]:
        """For each piece the cells of states that are about it: indexed by it, or telling whether
        it is a member.
        """
        layout = self.layout
        result: list[list[int]] = [[] for _ in range(layout.piece_count)]
        for place in layout.states.values():
            if isinstance(place.state.type, ir.SeqDomain) and isinstance(place.state.type.of, ir.PieceDomain):
                for position in range(prod(dim.count for dim in place.dims)):
                    for member in range(place.size):
                        result[place.low + member].append(place.address + position * place.size + member)
            for dim, domain in zip(place.dims, place.state.index, strict=True):
                if not isinstance(domain, ir.PieceDomain):
                    continue
                for index in range(prod(dim.count for dim in place.dims)):
                    piece = dim.low + index // dim.stride % dim.count
                    start = place.address + index * place.size
                    result[piece] += range(start, start + place.size)
        return result

    # ---- taking out and putting in

    def take_out(self, cells: Cells, piece: int, instance: int) -> None:
        address = self.address[instance]
        if self.shape[instance] == "slot":
            cells[address] = ir.NONE
            return
        if self.scattered[instance]:
            cells[address] -= 1
            cells[self.where + piece] = ev.OUT_OF_PLAY
            return
        last = address + cells[address]
        if cells[last] != piece:
            index = cells.index(piece, address + 1, last)
            cells[index:last] = cells[index + 1 : last + 1]
        cells[last] = EMPTY
        cells[address] -= 1

    def put_in(self, cells: Cells, piece: int, instance: int, end: str) -> None:
        address = self.address[instance]
        shape = self.shape[instance]
        if shape == "slot":
            cells[address] = piece
        elif self.scattered[instance]:
            cells[address] += 1
        else:
            last = address + 1 + cells[address]
            if shape == "set":
                index = bisect_left(cells, piece, address + 1, last)
            elif end in {"left", "bottom"}:
                index = address + 1
            else:
                index = last
            if index != last:
                cells[index + 1 : last + 1] = cells[index:last]
            cells[index] = piece
            cells[address] += 1
        cells[self.where + piece] = instance

    def is_full(self, cells: Cells, instance: int) -> bool:
        address = self.address[instance]
        if self.shape[instance] == "slot":
            return cells[address] != ir.NONE
        return cells[address] >= self.room[instance]

    # ---- who sees what

    def seers(self, cells: Cells, instance: int, down: int) -> int:
        """Who sees a piece that lies here, face up or down."""
        if instance == ev.OUT_OF_PLAY:
            return self.everybody
        mask = self.down[instance] if down else self.up[instance]
        if mask != DYNAMIC:
            return mask
        asked = self.down_of[instance] if down else self.up_of[instance]
        assert asked is not None
        return asked(cells, *self.index[instance])

    def top_seers(self, cells: Cells, instance: int) -> int:
        mask = self.top[instance]
        if mask is None:
            return 0
        if mask == DYNAMIC:
            asked = self.top_of[instance]
            assert asked is not None
            return asked(cells, *self.index[instance])
        return mask

    def look_at_top(self, cells: Cells, instance: int) -> None:
        address = self.address[instance]
        if cells[address]:
            top = cells[address + cells[address]]
            if self.tracked[top]:
                cells[self.layout.known + top] |= self.top_seers(cells, instance)

    def seen_now(self, cells: Cells, piece: int) -> int:
        """Who sees this piece where it lies."""
        instance = cells[self.where + piece]
        mask = self.seers(cells, instance, cells[self.layout.face + piece])
        if instance != ev.OUT_OF_PLAY and self.top[instance] is not None:
            address = self.address[instance]
            if cells[address + cells[address]] == piece:
                mask |= self.top_seers(cells, instance)
        return mask

    def seen_by(self, cells: Cells, piece: int, *, first: bool) -> int:
        """Who saw a piece that is drawn: the top of a pile is seen before the line, not in its middle."""
        if not self.tracked[piece]:
            return 0
        if first:
            return self.seen_now(cells, piece)
        return self.seers(cells, cells[self.where + piece], cells[self.layout.face + piece])

    def traced(self, cells: Cells, piece: int) -> int:
        """Who can tell that it is this piece that goes: where it lies in no order, those who see it there."""
        if not self.tracked[piece]:
            return self.everybody
        source = cells[self.where + piece]
        in_order = source == ev.OUT_OF_PLAY or self.shape[source] != "set"
        return self.seen_now(cells, piece) | (cells[self.layout.known + piece] if in_order else 0)

    def forget(self, cells: Cells, pieces: Sequence[int], sees: int) -> None:
        """Nobody knows these pieces any more but who sees them."""
        known, count = self.layout.known, self.layout.piece_count
        if sees == 0 and len(pieces) == count:
            cells[known : known + count] = [0] * count
            return
        for piece in pieces:
            cells[known + piece] &= sees

    def mix(self, cells: Cells, pieces: Sequence[int]) -> None:
        """Nobody can say any more which of these is which: their groups become one."""
        start, count = self.layout.group, self.layout.piece_count
        if len(pieces) == count:
            # A group is called after the first of its pieces.
            cells[start : start + count] = [0] * count
            return
        groups = {cells[start + piece] for piece in pieces}
        if len(groups) > 1:
            value = min(groups)
            cells[start : start + count] = [
                value if group in groups else group for group in cells[start : start + count]
            ]

    # ---- what moves take away

    def lose_track(self, cells: Cells, gone: Sequence[int], source: int, lost: int) -> None:
        """Pieces have left a set, and these players cannot say which of those they do not see they were."""
        known = self.layout.known
        # Who moves a piece from a place to that very place has it not confused with itself.
        left = [piece for piece in self.layout.region(cells, source) if piece not in gone]
        if self.up[source] == self.down[source] != DYNAMIC:
            blind = lost & ~self.up[source]
            confused = left if blind else []
            for other in confused:
                cells[known + other] &= ~blind
        else:
            confused = []
            for other in left:
                blind = lost & ~self.seers(cells, source, cells[self.layout.face + other])
                if blind:
                    cells[known + other] &= ~blind
                    confused.append(other)
        if confused:
            for piece in gone:
                cells[known + piece] &= ~lost
            self.mix(cells, [*gone, *confused])

    def mix_ordered(self, cells: Cells, pieces: list[int], target: int, saw: list[int]) -> None:
        """A set was laid down in an order that those cannot know who did not see all of it; `saw`: who saw
        each of its pieces where it lay before, as it lay there.
        """
        if self.shape[target] not in {"pile", "row"} or not all(self.tracked[piece] for piece in pieces):
            return
        layout = self.layout
        unaware: list[int] = []
        aware = self.everybody
        for seen_before in saw:
            aware &= seen_before
        for piece in pieces:
            sees = aware | self.seen_now(cells, piece)
            if self.everybody & ~sees:
                unaware.append(piece)
                cells[layout.known + piece] &= sees
        if unaware:
            self.mix(cells, unaware)

    # ---- questions of generated code

    def position(self, cells: Cells, piece: int) -> int:
        """From 1 at the left of a row or the top of a pile; NONE elsewhere."""
        place = 0 if piece == ir.NONE else self.layout.place_of(cells, piece)
        return place if place > 0 else ir.NONE

    def position_right(self, cells: Cells, piece: int) -> int:
        """From 1 at the right of a row or the bottom of a pile."""
        place = self.position(cells, piece)
        if place == ir.NONE:
            return ir.NONE
        return cells[self.address[cells[self.where + piece]]] - place + 1

    def alike_key(self, cells: Cells, piece: int) -> tuple[int, ...]:
        """Equal for pieces that are the same in every respect to who chooses; no others may be told from it.

        What the others know of them makes no difference: who holds two equal cards cannot say which of the
        two was shown.
        """
        instance = cells[self.where + piece]
        if instance != ev.OUT_OF_PLAY and self.layout.places[instance].zone.places_matter:
            return (piece,)
        key = (self.alike_class[piece], instance, *(cells[mark] for mark in self.marks[piece]))
        if self.tracked[piece]:
            # A piece that the chooser does not know is not to be recognised by what it is like.
            return (piece,) if is_unseen(self, cells, piece) else (*key, cells[self.layout.face + piece])
        return key

    def best_known_first(self, cells: Cells, piece: int) -> tuple[int, int, int]:
        """The order in which alike pieces are taken. Who knew one of two equal cards and sees one of them go
        cannot say that the other one is left unless he knew both. Then it is the first of a row or a pile
        in which everybody sees them. Elsewhere it is the lowest number: that one was taken from the middle
        must not tell that those before it are others.
        """
        known = cells[self.layout.known + piece] if self.tracked[piece] else 0
        instance = cells[self.where + piece]
        in_order = instance != ev.OUT_OF_PLAY and self.in_open_order[instance]
        return (-known.bit_count(), known, self.position(cells, piece) if in_order else piece)

    def as_lots(self, cells: Cells, pieces: list[int]) -> list[int]:
        """The pieces with one in place of all those that the chooser cannot tell apart."""
        return with_lots(self, cells, pieces)

    def unlike(self, cells: Cells, pieces: list[int]) -> list[int]:
        """One of each sort of alike pieces, that which most know."""
        classes = self.alike_class
        if len({classes[piece] for piece in pieces if piece != ir.NONE}) == len(pieces):
            return pieces
        best: dict[tuple[int, ...], int] = {}
        for piece in pieces:
            key = self.alike_key(cells, piece)
            kept = best.get(key)
            if kept is None or self.best_known_first(cells, piece) < self.best_known_first(cells, kept):
                best[key] = piece
        return list(best.values())


def newly_known(layout: Layout, before: Sequence[int], now: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pieces that somebody has come to know from one position to a later one, and who, as a mask."""
    for piece, tracked in enumerate(layout.tracked if layout.hidden else ()):
        if tracked and (seen := now[layout.known + piece] & ~before[layout.known + piece]):
            yield piece, seen
