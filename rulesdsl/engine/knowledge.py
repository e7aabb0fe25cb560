"""Who knows which piece is which.

A player who has seen a piece and can follow it knows it from then on. A move out of a set that a player does not see
cannot be followed unless the whole set goes: then this player no longer knows any piece of that set, nor the
one that went, and these become exchangeable (one group). A shuffle does the same to the shuffled zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulesdsl.engine.events import OUT_OF_PLAY
from rulesdsl.engine.layout import DYNAMIC, Layout
from rulesdsl.program import NONE

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
        self.index = [index for _, index in layout.instances]
        self.room = [place.room for place in zones]
        owners = [layout.owner_of(instance) for instance in range(len(zones))]
        pairs = list(zip(zones, owners, strict=True))
        self.up = [layout.static_mask(place.zone.seen, owner) for place, owner in pairs]
        self.down = [layout.static_mask(place.zone.down_seen, owner) for place, owner in pairs]
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

    def region(self, cells: Cells, instance: int) -> list[int]:
        """The pieces as they lie in the cells: a pile from its bottom."""
        address = self.address[instance]
        if self.shape[instance] == "slot":
            return [cells[address]] if cells[address] != NONE else []
        return cells[address + 1 : address + 1 + cells[address]]

    # ---- who sees what

    def seers(self, cells: Cells, instance: int, down: int) -> int:
        """Who sees a piece that lies here, face up or down."""
        if instance == OUT_OF_PLAY:
            return self.everybody
        mask = self.down[instance] if down else self.up[instance]
        if mask == DYNAMIC:
            asked = (self.down_of if down else self.up_of)[instance]
            assert asked is not None
            return asked(cells, *self.index[instance])
        return mask

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
            cells[self.layout.known + cells[address + cells[address]]] |= self.top_seers(cells, instance)

    def seen_now(self, cells: Cells, piece: int) -> int:
        """Who sees this piece where it lies."""
        instance = cells[self.where + piece]
        mask = self.seers(cells, instance, cells[self.layout.face + piece])
        if instance != OUT_OF_PLAY and self.top[instance] is not None:
            address = self.address[instance]
            if cells[address + cells[address]] == piece:
                mask |= self.top_seers(cells, instance)
        return mask

    def mix(self, cells: Cells, pieces: Iterable[int]) -> None:
        """Nobody can say any more which of these is which: their groups become one."""
        start, count = self.layout.group, self.layout.piece_count
        groups = {cells[start + piece] for piece in pieces}
        if len(groups) > 1:
            one = min(groups)
            cells[start : start + count] = [
                one if group in groups else group for group in cells[start : start + count]
            ]

    # ---- what moves take away

    def lose_track(self, cells: Cells, piece: int, source: int, lost: int) -> None:
        layout = self.layout
        left = self.region(cells, source)
        confused = [
            other for other in left if lost & ~self.seers(cells, source, cells[layout.face + other])
        ]
        if not confused:
            return
        for other in confused:
            cells[layout.known + other] &= ~(lost & ~self.seers(cells, source, cells[layout.face + other]))
        cells[layout.known + piece] &= ~lost
        self.mix(cells, [piece, *confused])

    def mix_ordered(self, cells: Cells, pieces: list[int], target: int, source: int) -> None:
        """A set was laid down in an order that those who did not see it cannot know."""
        if self.shape[target] not in {"pile", "row"} or not all(self.tracked[piece] for piece in pieces):
            return
        layout = self.layout
        unaware = [
            piece
            for piece in pieces
            if self.everybody
            & ~(self.seers(cells, source, cells[layout.face + piece]) | self.seen_now(cells, piece))
        ]
        if unaware:
            for piece in unaware:
                sees = self.seers(cells, source, cells[layout.face + piece]) | self.seen_now(cells, piece)
                cells[layout.known + piece] &= sees
            self.mix(cells, unaware)
