"""What a player sees of a position, as numbers in a fixed shape: each between -1 and 1, each with a name.

It has all that a view shows of zones, states, written scores, phases and the own decision. What a player does
not see leaves the same numbers whatever it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial

from rulesdsl import program as ir
from rulesdsl.engine.core.arguments import seat
from rulesdsl.engine.core.layout import ALT, CHOOSER, OVER, SECRET, SITE, STAGE
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.state import State
from rulesdsl.engine.views.contents import StateForm, ZoneForm, contents
from rulesdsl.environments.actions import actions
from rulesdsl.environments.distinct_names import distinct_names
from rulesdsl.native.batches import FLAG, NUMBER, ONE_OF, PIECE, SOME_OF, SOME_PIECES
from rulesdsl.native.observed import Form, PlacedState, PlacedZone, Places, Putter
from rulesdsl.program_walk import holds_text
from rulesdsl.texts import HOLDS_A_TEXT, FreeText

MOST_NUMBERS = 1_000_000
"""A longer observation is refused, unless a greater limit is given."""


class TooManyNumbers(ValueError):
    """An observation would be too long."""


def squashed(number: float, scale: float) -> float:
    """A number without bounds between -1 and 1, no two the same."""
    return number / (abs(number) + scale)


def _one_name(name: str) -> list[str]:
    return [name]


def _add_share(numbers: list[float], place: int, share: float) -> None:
    """Shares of a whole, added up, may come out a little above it."""
    numbers[place] = min(numbers[place] + share, 1.0)


class Observations:
    """What any player of a program sees, as a list of `size` numbers with `names`."""

    def __init__(self, given: ir.Program | Plan, *, limit: int = MOST_NUMBERS) -> None:
        self.plan = plan_for(given)
        if holds_text(self.plan.program):
            raise FreeText(HOLDS_A_TEXT)
        self._there = contents(self.plan)
        self._labels = Labels.of(self.plan.layout)
        self._actions = actions(self.plan)
        self._named: list[Callable[[], list[str]]] = []
        self.size = 0
        """How many numbers there are."""
        players, stages = self._there.players, self._most_stages
        points = [site.decide.point for site in self.plan.sites]
        phases = tuple(self.plan.layout.phases.items())
        # In the order of the numbers.
        self.places = Places(
            you=self._add(len(players), lambda: [f"you are {name}" for name in players]),
            decides=self._add(len(players), lambda: [f"{name} decides" for name in players]),
            won=self._add(len(players), lambda: [f"{name} has won" for name in players]),
            over=self._add(1, lambda: ["the game is over"]),
            points=self._points(points),
            chosen=self._add(self._actions.size, lambda: [f"chosen: {word}" for word in self._actions.words]),
            stages=self._add(stages, lambda: [f"stage {index}" for index in range(stages)]),
            phases=[
                (address, self._add(1, partial(_one_name, f"pass of {name}"))) for name, address in phases
            ],
            zones=[self._zone(index, form) for index, form in enumerate(self._there.zones)],
            states=[self._state(form) for form in self._there.states],
            scores=[self._score(name) for name in self.plan.layout.scores],
        )
        """Where everything stands."""
        if self.size > limit:
            raise TooManyNumbers(self._too_many(limit))

    # ---- putting together

    def _add(self, count: int, names: Callable[[], list[str]]) -> int:
        """Room for some numbers: where they begin."""
        first, self.size = self.size, self.size + count
        self._named.append(names)
        return first

    def _points(self, points: Sequence[int]) -> tuple[int, ...]:
        """A number for each decision, in their order; by the numbers of the sites, which begin at 1."""
        places = {
            point: self._add(1, partial(_one_name, f"asked at decision {point}"))
            for point in sorted({*points})
        }
        return (-1, *(places[point] for point in points))

    @property
    def _most_stages(self) -> int:
        return max(
            (len(alternative.params) for site in self.plan.sites for alternative in site.alternatives),
            default=0,
        )

    def _classes(self, kinds: Sequence[str]) -> dict[int, list[int]]:
        """The pieces of these kinds, alike ones together."""
        alike, layout = self.plan.pieces.alike_class, self.plan.layout
        names = [kind.name for kind in self.plan.program.piece_kinds]
        classes: dict[int, list[int]] = {}
        for piece in range(layout.piece_count):
            if names[layout.kind_of[piece]] in kinds:
                classes.setdefault(alike[piece], []).append(piece)
        return classes

    def _by_class(self, of: Mapping[int, int], otherwise: int) -> tuple[int, ...]:
        return tuple(
            of.get(kind, otherwise) for kind in range(max(self.plan.pieces.alike_class, default=-1) + 1)
        )

    def _zone(self, instance: int, form: ZoneForm) -> PlacedZone:
        layout = self.plan.layout
        zone = layout.zone_of(instance)
        ordered = form.shape in ("row", "pile")
        first = self._add(1, lambda: [f"{form.label}: how many"])
        may_be_down = form.name in layout.may_be_down
        down = self._add(1, lambda: [f"{form.label}: unknown face down"]) if may_be_down else 0
        classes = self._classes(form.kinds)
        word = [(self._there.pieces[copies[0]].label, len(copies)) for copies in classes.values()]
        begins = {alike: index for index, alike in enumerate(classes)}
        if ordered:
            before = 0
            for alike, copies in classes.items():
                begins[alike] = before
                before += len(copies)
            pieces = self._add(
                before,
                lambda: [
                    f"{form.label}: place of {label}" + (f", copy {copy + 1}" if copy else "")
                    for label, count in word
                    for copy in range(count)
                ],
            )
            lying = 0
        else:
            pieces = self._add(len(classes), lambda: [f"{form.label}: {label}" for label, _ in word])
            lying = 0
            if may_be_down:
                lying = self._add(
                    len(classes), lambda: [f"{form.label}: {label} face down" for label, _ in word]
                )
        return PlacedZone(
            instance,
            first,
            form.room,
            ordered,
            down,
            pieces,
            self._by_class(begins, -1),
            self._by_class({alike: len(copies) for alike, copies in classes.items()}, 1),
            zone.sight_changes,
            lying,
        )

    def _state(self, form: StateForm) -> PlacedState:
        place = self.plan.layout.states[form.name]
        given = place.state
        seen = -1
        if given.seen.word != "all":
            seen = self._add(1, lambda: [f"{form.label}: seen"])
        named = tuple(
            value
            for value, domain in zip(form.at, given.index, strict=True)
            if isinstance(domain, ir.PieceDomain)
        )
        if named and seen < 0:
            seen = self._add(1, lambda: [f"{form.label}: seen"])
        address = self.plan.layout.state_cells(form.name, *form.at)
        return PlacedState(form, address, place.size, given.seen, seen, named, *self._putter(form))

    def _putter(self, form: StateForm) -> tuple[Form, Putter]:
        """How the cells of a state become numbers."""
        domain = form.type
        if isinstance(domain, ir.SeqDomain):
            return self._set(form, domain.of)
        none = -1
        if isinstance(domain, ir.OptionalDomain):
            none = self._add(1, lambda: [f"{form.label}: none"])
            domain = domain.of
        match domain:
            case ir.IntDomain(low=low, high=high):
                first = self._add(1, lambda: [form.label])
                span = max(1, high - low)

                def put_number(numbers: list[float], _reading: Reading, cells: Sequence[int]) -> None:
                    if cells[0] == ir.NONE:
                        numbers[none] = 1.0
                    else:
                        numbers[first] = (cells[0] - low) / span if high > low else 1.0

                return Form(NUMBER, first, none, low=low, span=high - low), put_number
            case ir.FlagDomain():
                first = self._add(1, lambda: [form.label])

                def put_flag(numbers: list[float], _reading: Reading, cells: Sequence[int]) -> None:
                    if cells[0] == ir.NONE:
                        numbers[none] = 1.0
                    else:
                        numbers[first] = float(cells[0])

                return Form(FLAG, first, none), put_flag
            case ir.PieceDomain():
                return self._piece(form, domain, none)
            case _:
                low, count = ir.index_span(self.plan.program, domain)
                first = self._add(count, lambda: self._value_labels(form, low, domain, count))

                def put_one(numbers: list[float], _reading: Reading, cells: Sequence[int]) -> None:
                    numbers[none if cells[0] == ir.NONE else first + cells[0] - low] = 1.0

                return Form(ONE_OF, first, none, low=low), put_one

    def _value_labels(self, form: StateForm, low: int, domain: ir.Domain, count: int) -> list[str]:
        return [f"{form.label}: {self._labels.value(low + index, domain)}" for index in range(count)]

    def _piece(self, form: StateForm, domain: ir.PieceDomain, none: int) -> tuple[Form, Putter]:
        alike = self.plan.pieces.alike_class
        unknown, first, places, many = self._of_pieces(form, domain)

        def put(numbers: list[float], reading: Reading, cells: Sequence[int]) -> None:
            if cells[0] == ir.NONE:
                numbers[none] = 1.0
            elif reading.knows(cells[0]):
                numbers[places[alike[cells[0]]]] = 1.0
            else:
                numbers[unknown] = 1.0

        return Form(PIECE, first, none, unknown, places=places, copies=many), put

    def _set(self, form: StateForm, member: ir.Domain) -> tuple[Form, Putter]:
        low, count = ir.index_span(self.plan.program, member)
        if not isinstance(member, ir.PieceDomain):
            first = self._add(count, lambda: self._value_labels(form, low, member, count))

            def put_members(numbers: list[float], _reading: Reading, cells: Sequence[int]) -> None:
                numbers[first : first + count] = map(float, cells)

            return Form(SOME_OF, first), put_members
        alike = self.plan.pieces.alike_class
        unknown, begin, places, many = self._of_pieces(form, member)

        def put_pieces(numbers: list[float], reading: Reading, cells: Sequence[int]) -> None:
            for index, inside in enumerate(cells):
                if not inside:
                    continue
                if reading.knows(low + index):
                    kind = alike[low + index]
                    _add_share(numbers, places[kind], 1 / many[kind])
                else:
                    _add_share(numbers, unknown, 1 / count)

        return Form(SOME_PIECES, begin, unknown=unknown, low=low, places=places, copies=many), put_pieces

    def _of_pieces(
        self, form: StateForm, domain: ir.PieceDomain
    ) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """Where that is told which is not known, and the rest; by class its place, and how many copies."""
        classes = self._classes(domain.kinds)
        labels = [self._there.pieces[copies[0]].label for copies in classes.values()]
        unknown = self._add(1, lambda: [f"{form.label}: unknown"])
        first = self._add(len(classes), lambda: [f"{form.label}: {label}" for label in labels])
        places = {alike: first + index for index, alike in enumerate(classes)}
        many = {alike: len(copies) for alike, copies in classes.items()}
        return unknown, first, self._by_class(places, -1), self._by_class(many, 1)

    def _score(self, name: str) -> tuple[int, int, int]:
        """The address of what is written down, the columns, where the numbers begin."""
        place = self.plan.layout.scores[name]
        players = self._there.players
        first = self._add(
            len(players) * place.columns,
            lambda: [
                f"{name} of {player}" + (f", column {column + 1}" if place.columns > 1 else "")
                for player in players
                for column in range(place.columns)
            ],
        )
        return place.address, place.columns, first

    def _too_many(self, limit: int) -> str:
        counts = Counter[str]()
        for zone in self.places.zones:
            counts[self._there.zones[zone.instance].name] += sum(begin >= 0 for begin in zone.begins)
        most = ", ".join(f"{name} ({count:,})" for name, count in counts.most_common(3))
        return (
            f"an observation of {self.plan.program.title} has {self.size:,} numbers, more than {limit:,};"
            f" most are of: {most}"
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each number is; no two have the same name."""
        names = [name for part in self._named for name in part()]
        return distinct_names(names)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{self.size} numbers that a player of {self.plan.program.title} sees>"

    # ---- looking

    def of(self, state: State, player: int) -> list[float]:
        """What this player sees now."""
        layout, places = self.plan.layout, self.places
        player = seat(player, len(self._there.players))
        numbers = [0.0] * self.size
        numbers[places.you + player] = 1.0
        own = state._cells  # noqa: SLF001 -- only read
        if own[SITE] and (own[CHOOSER] == player or not own[SECRET]):
            numbers[places.decides + own[CHOOSER]] = 1.0
            if own[CHOOSER] == player:
                self._put_decision(numbers, state, own)
        if own[OVER]:
            numbers[places.over] = 1.0
            for winner in state.winners():
                numbers[places.won + winner] = 1.0
        reading = reading_for(state, player)
        cells = reading.cells
        for address, offset in places.phases:
            if cells[address] != ir.NONE:
                numbers[offset] = squashed(cells[address], 10)
        tracked, known, face = layout.tracked, layout.known, layout.face
        alike = self.plan.pieces.alike_class
        bit = 1 << player
        for zone in places.zones:
            pieces = layout.pieces_in(cells, zone.instance)
            if not pieces:
                continue
            numbers[zone.first] = len(pieces) / zone.room
            seen: Counter[int] = Counter()
            for index, piece in enumerate(pieces, start=1):
                hidden = tracked[piece]
                lies_down = hidden and cells[face + piece]
                if hidden and not cells[known + piece] & bit and not (zone.moving and reading.knows(piece)):
                    if lies_down and zone.down:
                        _add_share(numbers, zone.down, 1 / zone.room)
                    continue
                kind = alike[piece]
                begin, copies = zone.begins[kind], zone.copies[kind]
                if zone.ordered:
                    numbers[zone.pieces + begin + seen[kind]] = (-index if lies_down else index) / zone.room
                    seen[kind] += 1
                else:
                    _add_share(numbers, zone.pieces + begin, 1 / copies)
                    if lies_down and zone.lying:
                        _add_share(numbers, zone.lying + begin, 1 / copies)
        for placed in places.states:
            if placed.seen >= 0:
                if not reading.may_see(placed.viewer, player, placed.form.owner) or not all(
                    map(reading.knows, placed.named)
                ):
                    continue
                numbers[placed.seen] = 1.0
            placed.put(numbers, reading, cells[placed.address : placed.address + placed.size])
        for address, columns, first in places.scores:
            written = min(cells[address], columns)
            for each in range(len(self._there.players)):
                for column in range(columns):
                    if column < written:
                        value = cells[address + 1 + each * columns + column]
                        numbers[first + each * columns + column] = squashed(value, 100)
        return numbers

    def _put_decision(self, numbers: list[float], state: State, cells: list[int]) -> None:
        places = self.places
        numbers[places.points[cells[SITE]]] = 1.0
        if cells[ALT] < 0:
            return
        numbers[places.stages + cells[STAGE]] = 1.0
        for number in self._actions.settled(state):
            numbers[places.chosen + number] = 1.0


@lru_cache(maxsize=64)
def _cached(plan: Plan) -> Observations:
    return Observations(plan)


def observations(given: ir.Program | Plan) -> Observations:
    """What players of a program see, made once."""
    return _cached(plan_for(given))
