"""What a page is drawn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.views.view_text import SeenState, SeenZone, View
from rulesdsl.score_sheet import ScoreSheet
from rulesdsl.table.design import Design, Drawing
from rulesdsl.table.lit import NOWHERE, Pointing
from rulesdsl.table.markup import Kept


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
    pointing: Pointing = NOWHERE
    """How far whoever looks has come in looking for an option."""
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
