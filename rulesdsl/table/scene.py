"""What a page is drawn from, and which of the things on it can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from rulesdsl.engine.labels.things import SeenOption, SeenPiece, Thing, Value
from rulesdsl.engine.views.view_text import SeenState, SeenZone, View
from rulesdsl.score_sheet import ScoreSheet
from rulesdsl.table.design import Design, Drawing
from rulesdsl.table.markup import Kept

Spot = tuple[str, object, object, object]
"""Where an option is on the table: a piece, a zone whose cards are not known, a place or a link."""


@frozen
class Seat:
    """Who sits there. `bot`: the kind of bot, "" for a person; `here`: a page of this seat is open."""

    name: str
    bot: str = ""
    here: bool = False


@frozen
class Scene:
    """`viewer`: the seat of whoever looks, None for somebody who only looks on."""

    view: View
    design: Design
    seats: tuple[Seat, ...]
    viewer: int | None
    demands: tuple[str, ...] = ()
    """What a set that is being chosen must come to."""
    time: tuple[int, int] | None = None
    """Which time this is that the same is asked, and how often it is in all."""
    question: str = ""
    """The number of the question that is asked; "" if nothing is."""
    note_only: bool = False
    """There is nothing to choose, but to say so."""
    answered: bool = False
    """This seat has answered, and the others have not yet."""
    deciding: tuple[tuple[int, bool], ...] = ()
    """In a secret block who takes part, and whether they have decided."""
    sheet: ScoreSheet | None = None
    story: Sequence[str] = ()
    back: str = ""
    """What taking back is called here; "" if there is nothing to take back."""
    asks_back: int | None = None
    """Whose wish to take back is waited for."""
    consents: bool = True
    """Whether this seat has said something to that wish already."""
    trouble: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """Other pages of this game: what they are called, and where they are."""
    kept: Kept = field(factory=Kept, eq=False, repr=False)
    """What was drawn before with this design, and looks the same in other positions."""
    hints: bool = True
    """Whether a bot can be asked what it would do."""
    step: tuple[int, int] | None = None
    """Of a game that is stepped through: which position of how many."""

    @cached_property
    def notes(self) -> Mapping[tuple[str, str], tuple[SeenState, ...]]:
        """States that belong to one piece, by its kind and name: they stand on it, wherever it lies."""
        of_things = [
            (state, state.keys[0])
            for state in self.view.states
            if state.owner is None and len(state.keys) == 1 and isinstance(state.keys[0], Thing)
        ]
        if not of_things:
            return {}
        kinds = {key.kind for _, key in of_things}
        lying = Counter(
            (piece.kind, piece.name)
            for zone in self.view.zones
            for piece in zone.pieces
            if piece.kind in kinds
        )
        notes: dict[tuple[str, str], tuple[SeenState, ...]] = {}
        for state, key in of_things:
            if lying[key.kind, key.name] == 1:
                notes[key.kind, key.name] = (*notes.get((key.kind, key.name), ()), state)
        return notes

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """With the places of boards that grow called by where they lie."""
        there = {grid.name: grid.cells for _, grid in self.view.grids if grid.grows}
        return tuple(
            drawing.with_places(there.get(drawing.name, ())) if drawing.shape == "growing" else drawing
            for drawing in self.design.drawings
        )

    @property
    def viewer_or_nobody(self) -> int:
        """Whose eyes these are, as views count: those of nobody are -1."""
        return -1 if self.viewer is None else self.viewer

    def is_alone(self, zone: SeenZone) -> bool:
        """Whether no other zones here, of whoever looks or of nobody, have the keys of this one."""
        return all(
            other.name == zone.name or other.keys != zone.keys
            for other in self.view.zones
            if other.owner in (None, self.viewer)
        )

    @property
    def my_turn(self) -> bool:
        decision = self.view.decision
        return self.note_only or (decision is not None and bool(decision.options))


@define(slots=False)
class Lit:
    """The options of the open decision by where they are on the table. What was not drawn is left over."""

    _at: dict[Spot, list[SeenOption]] = field(factory=dict)
    _chosen: set[Spot] = field(factory=set)
    _drawn: set[int] = field(factory=set)
    _options: tuple[SeenOption, ...] = ()

    @classmethod
    def of(cls, view: View) -> Lit:
        options = () if view.decision is None else view.decision.options
        lit = cls(options=options)
        for option in options:
            spot = _spot(option.value)
            if spot is not None:
                lit._at.setdefault(spot, []).append(option)
        if view.decision is not None:
            for value in (*view.decision.chosen.values(), view.decision.picked):
                for thing in value if isinstance(value, tuple) else (value,):
                    spot = _spot(thing)
                    if spot is not None:
                        lit._chosen.add(spot)
        return lit

    @cached_property
    def _by_zone(self) -> Mapping[object, tuple[tuple[int, str], ...]]:
        zones: dict[object, tuple[tuple[int, str], ...]] = {}
        for (sort, zone, _, _), options in self._at.items():
            if sort != "thing":
                zones[zone] = (*zones.get(zone, ()), *((option.number, option.text) for option in options))
        return zones

    @cached_property
    def _chosen_by_zone(self) -> Mapping[object, frozenset[Spot]]:
        zones = {spot[1] for spot in self._chosen if spot[0] != "thing"}
        return {zone: frozenset(spot for spot in self._chosen if spot[1] == zone) for zone in zones}

    def is_asked_of(self, zone: int) -> bool:
        """Whether something that lies there can be chosen."""
        return zone in self._by_zone

    def about(self, zone: int) -> tuple[object, ...]:
        """What can be chosen there, and what has been."""
        return self._by_zone.get(zone, ()), self._chosen_by_zone.get(zone, frozenset())

    @property
    def drawn(self) -> frozenset[int]:
        """The numbers of the options that stand on the table."""
        return frozenset(self._drawn)

    def note_drawn(self, numbers: frozenset[int]) -> None:
        """These stand in what was drawn before."""
        self._drawn |= numbers

    def is_chosen(self, thing: Thing) -> bool:
        """Whether it was chosen in a stage of the open decision."""
        return _spot(thing) in self._chosen

    def is_chosen_place(self, kinds: Sequence[str], name: str) -> bool:
        return bool(self._chosen) and any(("thing", kind, name, None) in self._chosen for kind in kinds)

    def piece(self, piece: SeenPiece) -> tuple[SeenOption, ...]:
        """The options that this card on the table is."""
        return self._take(("piece", piece.zone, piece.at, (piece.kind, piece.name, piece.down)))

    def thing(self, thing: Thing) -> tuple[SeenOption, ...]:
        """The options that a place or a link is."""
        return self._take(("thing", thing.kind, thing.name, None))

    def named(self, kinds: Sequence[str], name: str) -> tuple[SeenOption, ...]:
        """The options that a place of a drawing is."""
        options: tuple[SeenOption, ...] = ()
        for kind in kinds if self._at else ():
            options += self._take(("thing", kind, name, None))
        return options

    def unseen(self, zone: int) -> tuple[SeenOption, ...]:
        """The options that are cards of this zone which the player does not know."""
        return self._take(("unseen", zone, None, None))

    def left(self) -> tuple[SeenOption, ...]:
        """Those that are nowhere on the table."""
        return tuple(option for option in self._options if option.number not in self._drawn)

    def _take(self, spot: Spot) -> tuple[SeenOption, ...]:
        options = self._at.get(spot)
        if options is None:
            return ()
        self._drawn.update(option.number for option in options)
        return tuple(options)


def _spot(value: Value) -> Spot | None:
    if isinstance(value, SeenPiece):
        if value.zone is None:
            return ("thing", value.kind, value.name, None) if value.known else None
        if not value.known:
            return ("unseen", value.zone, None, None)
        return ("piece", value.zone, value.at, (value.kind, value.name, value.down))
    if isinstance(value, Thing):
        return ("thing", value.kind, value.name, None)
    return None
