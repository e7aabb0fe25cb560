"""What zones and states show by themselves, decided once for every face: terminal, browser and paper.

A zone shows nothing if it is empty; of an open pile what lies on top; pieces with what is printed on them as
long as they are few and nobody else's, then their names, then their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.labels.things import Thing

if TYPE_CHECKING:
    from rulesdsl.engine.views.view_text import SeenState, SeenZone, View

FEW = 8
"""So many different pieces are shown with what is printed on them, and so many zones of one name apart."""
SOME = 16
"""So many different pieces are shown by their names."""


class Showing(Enum):
    """How much of what is known of a zone is shown without being asked for."""

    NOTHING = auto()
    TOP = auto()
    """Of a pile what lies on top, and how many there are."""
    NUMBER = auto()
    """They are so many that their number says more."""
    NAMES = auto()
    FACES = auto()
    """With what is printed on them."""


def showing(zone: SeenZone, viewer: int) -> Showing:
    """What a zone shows to whoever looks."""
    if not zone.count:
        return Showing.NOTHING
    if zone.shape == "pile" and len(zone.pieces) == zone.count > 1:
        return Showing.TOP
    different = len({piece.label for piece in zone.pieces})
    if different > (SOME if zone.refilled else FEW):
        return Showing.NUMBER
    if different > FEW or zone.owner not in (None, viewer):
        return Showing.NAMES
    return Showing.FACES


def worth_telling(states: Sequence[SeenState]) -> Iterator[SeenState]:
    """Of the states of one name those that are told: a number when it is 0, too, unless it is one of many;
    what is no, none or empty is not worth a line.
    """
    yield from (
        state
        for state in states
        if not ir.is_of_the_language(state.name)
        and (not state.bare or (not state.index and state.text == "0"))
    )


def absent_places(view: View) -> frozenset[str]:
    """The places of boards that grow which are not there yet."""
    growing = {grid.name for _, grid in view.grids if grid.grows}
    keys = (key for seen in (view.zones, view.states) for thing in seen for key in thing.keys)
    return frozenset(
        key.name
        for key in keys
        if isinstance(key, Thing) and key.kind in growing and "column" not in key.attributes
    )


def belongs_to(seen: SeenZone | SeenState, places: frozenset[str]) -> bool:
    """Whether it is that of one of these places, or of one that is made of them."""
    return bool(places) and any(
        isinstance(key, Thing) and (key.name in places or not places.isdisjoint(_names(key)))
        for key in seen.keys
    )


def _names(thing: Thing) -> Iterator[str]:
    """What it is made of."""
    return (value for value in thing.attributes.values() if isinstance(value, str))
