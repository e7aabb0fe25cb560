"""Who knows which piece is which.

A player who has seen a piece and can follow it knows it from then on. A move out of a set that a player
does not see cannot be followed unless the whole set goes: then this player no longer knows any piece of
that set, nor the one that went, and these become exchangeable (one group). A shuffle does the same to the
shuffled zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import DYNAMIC, Layout

Cells = list[int]


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

    def region(self, cells: Cells, instance: int) -> list[int]:
        """The pieces as they lie in the cells: a pile from its bottom."""
        address = self.address[instance]
        if self.shape[instance] == "slot":
            return [cells[address]] if cells[address] != ir.NONE else []
        if self.scattered[instance]:
            return self.layout.scan_pieces(cells, instance)
        return cells[address + 1 : address + 1 + cells[address]]

    # ---- who sees what

    def seers(self, cells: Cells, instance: int, down: int) -> int:
        """Who sees a piece that lies here, face up or down."""
        if instance == ev.OUT_OF_PLAY:
            return self.everybody
        mask = self.down[instance] if down else self.up[instance]
        if mask != DYNAMIC:
            return mask
        if down:
            asked_down = self.down_of[instance]
            assert asked_down is not None
            return asked_down(cells, *self.index[instance])
        asked = self.up_of[instance]
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
        left = [piece for piece in self.region(cells, source) if piece not in gone]
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


def newly_known(layout: Layout, before: Sequence[int], now: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pieces that somebody has come to know from one position to a later one, and who, as a mask."""
    for piece, tracked in enumerate(layout.tracked if layout.hidden else ()):
        if tracked and (seen := now[layout.known + piece] & ~before[layout.known + piece]):
            yield piece, seen
