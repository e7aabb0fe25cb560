"""What a parameter can be, by number: values in their order, alike pieces, and places of unseen ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from attrs import field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.codes import UNSEEN
from rulesdsl.engine.core.sites import ParamSite
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.pieces.unseen import place_of, recognised
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State

Place = tuple[int, ...]
"""A zone by its number, in a row or a pile also the place in it."""


@frozen
class Values:
    """What a parameter can be, in the order of its numbers."""

    plan: Plan = field(eq=False, repr=False)
    domain: ir.Domain
    low: int
    """Of values that are no pieces the least."""
    count: int
    none: bool
    copies: tuple[int, ...]
    """Of pieces, alike ones beside each other: all of them."""
    places: tuple[Place, ...]
    """Where those may lie that the chooser does not know."""
    _firsts: dict[int, int] = field(init=False, eq=False, repr=False, factory=dict)
    """The place in `copies` of the first of each sort of alike pieces."""

    def __attrs_post_init__(self) -> None:
        classes = self.plan.pieces.alike_class
        self._firsts.update(
            {classes[piece]: index for index, piece in reversed(list(enumerate(self.copies)))}
        )

    @property
    def size(self) -> int:
        return self.count + self.none + len(self.places)

    def words(self, labels: Labels, index: int) -> str:
        if index < self.count:
            if not self.copies:
                return labels.value(self.low + index, self.domain)
            classes, piece = self.plan.pieces.alike_class, self.copies[index]
            before = sum(classes[other] == classes[piece] for other in self.copies[:index])
            return labels.piece(piece) + (f", copy {before + 1}" if before else "")
        if self.none and index == self.count:
            return "none"
        instance, *rest = self.places[index - self.count - self.none]
        zone = labels.zone(instance)
        return f"unseen {rest[0] + 1} of {zone}" if rest else f"unseen of {zone}"

    def offsets(self, state: State, options: Sequence[int]) -> dict[int, int]:
        """What a part of whole moves can be now, alike pieces one behind the other by where they lie."""
        offsets = {value: self.offset_now(state, value) for value in options}
        twins: dict[int, list[int]] = defaultdict(list)
        for value in options if self.copies else ():
            if value >= 0 and offsets[value] < self.count:
                twins[offsets[value]].append(value)
        for several in twins.values():
            several.sort(key=lambda piece: place_of(self.plan.pieces, state._cells, piece))  # noqa: SLF001 -- only read
            for copy, piece in enumerate(several):
                offsets[piece] += copy
        return offsets

    def offset_now(self, state: State, value: int) -> int:
        if value == ir.NONE:
            return self.count
        if not self.copies:
            return value - self.low
        if value < 0:
            return self.count + self.none + self.places.index((UNSEEN - value,))
        known = recognised(self.plan.pieces, state._cells, value)  # noqa: SLF001 -- only read
        if len(known) > 1 and known[1:] in self.places:
            return self.count + self.none + self.places.index(known[1:])
        return self._first_copy(value)

    def offset_of(self, kind: str, value: int, knows: Callable[[int], bool]) -> int | None:
        if kind == "unseen":
            place = (value,)
            return self.count + self.none + self.places.index(place) if place in self.places else None
        if value == ir.NONE:
            return self.count
        if not self.copies:
            return value - self.low
        if not knows(value):
            return None
        return self._first_copy(value)

    def _first_copy(self, piece: int) -> int:
        return self._firsts[self.plan.pieces.alike_class[piece]]


def values_of(plan: Plan, param: ParamSite, *, hides: bool) -> Values:
    domain, none = ir.member_type(param.param.var.type), False
    if isinstance(domain, ir.OptionalDomain):
        domain, none = domain.of, True
    if not isinstance(domain, ir.PieceDomain):
        low, count = ir.index_span(plan.program, domain)
        return Values(plan, domain, low, count, none, (), ())
    classes = plan.pieces.alike_class
    kinds = plan.program.piece_kinds
    pieces = [piece for kind in kinds if kind.name in domain.kinds for piece in kind.pieces]
    pieces.sort(key=lambda piece: (classes[piece], piece))
    places = _places(plan, domain) if hides else ()
    return Values(plan, domain, 0, len(pieces), none, tuple(pieces), places)


def _places(plan: Plan, domain: ir.PieceDomain) -> tuple[Place, ...]:
    """All places at which a piece of these kinds may lie unknown to who chooses it."""
    layout = plan.layout
    places: list[Place] = []
    for instance, (name, _) in enumerate(layout.instances):
        place = layout.zones[name]
        if set(domain.kinds).isdisjoint(place.zone.pieces.kinds) or layout.open_to_all(place.zone):
            continue
        if place.zone.shape in ("row", "pile"):
            places += ((instance, index) for index in range(place.room))
        else:
            places.append((instance,))
    return tuple(places)
