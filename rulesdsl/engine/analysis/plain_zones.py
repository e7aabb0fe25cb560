"""What is known of a zone while code is written: whether pieces come and go there without further ado, who
sees them there, and who may lose track of them on the way to another zone.
"""

from __future__ import annotations

from attrs import frozen

from rulesdsl.engine.core.layout import DYNAMIC, Layout, ZoneLayout


@frozen
class PlainZone:
    """A zone that says nothing special of what it takes, where it sends pieces, or who sees the top."""

    place: ZoneLayout
    up: tuple[int, ...]
    """For each instance, who sees what lies face up there."""
    down: tuple[int, ...]
    tracked: bool
    """Whether it is kept account of who knows the pieces that may lie there."""
    may_be_down: bool
    never_full: bool

    @property
    def name(self) -> str:
        return self.place.zone.name

    @property
    def shape(self) -> str:
        return self.place.zone.shape

    def sights(self) -> set[int]:
        """Who sees a piece there, in any instance, lying in any way."""
        return {*self.up, *(self.down if self.may_be_down else ())}


def plain_zone(layout: Layout, name: str) -> PlainZone | None:
    place = layout.zones[name]
    zone = place.zone
    if (
        zone.top_seen is not None
        or zone.takes is not None
        or zone.old_to is not None
        or zone.extra_to is not None
        or place.scattered
    ):
        return None
    may_be_down = name in layout.may_be_down
    owners = [layout.owner_of(place.first + index) for index in range(place.count)]
    up = tuple(layout.static_mask(zone.seen, owner) for owner in owners)
    down = tuple(layout.static_mask(zone.down_seen, owner) for owner in owners) if may_be_down else up
    kinds = [kind for kind in layout.program.piece_kinds if kind.name in zone.pieces.kinds]
    pieces = [piece for kind in kinds for piece in kind.pieces]
    tracked = {layout.tracked[piece] for piece in pieces}
    if DYNAMIC in (*up, *down) or len(tracked) > 1:
        return None
    return PlainZone(place, up, down, True in tracked, may_be_down, place.room >= len(pieces))


def may_lose_track(everybody: int, source: PlainZone, sights: set[int]) -> bool:
    """Whether somebody may not be able to tell which piece of a set has gone where these see it."""
    return (
        source.tracked
        and source.shape == "set"
        and any(before | after != everybody for before in source.sights() for after in sights)
    )
