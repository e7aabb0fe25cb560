"""Which things on the table can be chosen, and how one of many options is found by pointing at parts of it.

Nothing is known here but what the viewer is asked: the options, and what each of them is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from attrs import define, evolve, field, frozen

from rulesdsl.engine.labels.english import as_typed, plain
from rulesdsl.engine.labels.things import SeenDecision, SeenOption, SeenPiece, Thing, Value
from rulesdsl.table.design import Design
from rulesdsl.table.goods import goods_in, goods_of

MOST_LISTED = 24
"""So many options are listed at first, and so many more whenever that is asked for."""
MOST_ASKED = 12
"""Of so many options that one thing may mean, a click asks which."""
MOST_WORDS = 80
"""So many letters may be looked for."""
MOST_SORTS = 40
"""So many values of one parameter stand side by side to be pointed at."""

LINES = ("column", "row")
"""What boards call the numbers of their cells. A number that is chosen and is called so is all of them."""

Part = tuple[str, object, object, object]
"""What an option is about: a piece, a zone whose cards are not known, a place, a link or a value."""


@frozen
class Pointing:
    """How far somebody has come in looking for one of many options. `keys`: what was pointed at, each by the
    numbers of its parts; `words`: what the option must say.
    """

    keys: tuple[str, ...] = ()
    words: str = ""
    listed: int = MOST_LISTED

    @property
    def back(self) -> Pointing:
        """Without the last of it."""
        return Pointing(self.keys[:-1], self.words if self.keys else "")

    @property
    def more(self) -> Pointing:
        """With more of the options in the list."""
        return evolve(self, listed=self.listed + MOST_LISTED)


NOWHERE = Pointing()


@frozen
class Press:
    """What a click does: it takes one of `options`, or keeps those that are about `part`. `instead`: it
    takes the place of what was pointed at before.
    """

    options: tuple[tuple[int, str], ...] = ()
    part: str = ""
    pressed: bool = False
    instead: bool = False

    def __bool__(self) -> bool:
        return bool(self.options or self.part)

    @property
    def words(self) -> str:
        return self.options[0][1] if self.options else ""

    @property
    def attributes(self) -> dict[str, str]:
        """As the page's script reads it."""
        if self.part:
            return {"data_point": self.part, "aria_pressed": "true" if self.pressed else "false"}
        numbers, words = zip(*self.options, strict=True)
        asked = {"data_say": "\n".join(words)} if len(words) > 1 else {}
        return {"data_option": " ".join(map(str, numbers)), **asked}

    @property
    def styles(self) -> tuple[str, ...]:
        shown = not self.instead and bool(self)
        return tuple(name for name, has in (("lit", shown), ("wanted", self.pressed)) if has)


NO_PRESS = Press()


@frozen
class Sort:
    """Something that options have in common and that lies nowhere on the table."""

    press: Press
    kind: str
    label: str


@define(slots=False)
class Lit:
    """The options of the open decision by what they are about. What is drawn on the table asks here."""

    options: tuple[SeenOption, ...] = ()
    _design: Design | None = None
    pointing: Pointing = NOWHERE
    _groups: dict[int, tuple[tuple[Part, ...], ...]] = field(factory=dict)
    """Of each option the parts of each parameter."""
    _chosen: frozenset[Part] = frozenset()
    _drawn: set[int] = field(factory=set)
    _shown: set[Part] = field(factory=set)

    @classmethod
    def of(cls, decision: SeenDecision | None, design: Design, pointing: Pointing = NOWHERE) -> Lit:
        if decision is None:
            return cls()
        options = tuple(option for option in decision.options if option.kind != "text")
        lit = cls(options, design, pointing)
        lit._groups = {option.number: tuple(_groups(option, design)) for option in options}
        settled = (*decision.chosen.values(), decision.picked)
        lit._chosen = frozenset(part for value in settled for part in _parts(value, "", design))
        return lit

    # ------------------------------------------------------------------ what is left

    @cached_property
    def _parts(self) -> Mapping[int, frozenset[Part]]:
        return {option.number: frozenset(self._all_parts(option)) for option in self.options}

    def _all_parts(self, option: SeenOption) -> Iterator[Part]:
        yield from chain.from_iterable(self._groups[option.number])
        if option.kind == "move":
            yield _action(option)
            for name, value in option.values.items():
                yield from goods_in(name, value)

    @cached_property
    def _numbers(self) -> Mapping[Part, int]:
        parts = dict.fromkeys(part for option in self.options for part in self._all_parts(option))
        return {part: number for number, part in enumerate(parts)}

    @cached_property
    def _pointed(self) -> tuple[frozenset[Part], ...]:
        """The parts of each thing that was pointed at."""
        return tuple(map(self._parts_of, self.pointing.keys))

    def _parts_of(self, key: str) -> frozenset[Part]:
        numbers = key.split(" ")
        return frozenset(part for part, number in self._numbers.items() if str(number) in numbers)

    @cached_property
    def _found(self) -> tuple[SeenOption, ...]:
        """Those that say what is looked for."""
        words = as_typed(self.pointing.words).split()
        if not words:
            return self.options
        return tuple(
            option
            for option in self.options
            if words == [f"#{option.number + 1}"] or all(word in as_typed(option.text) for word in words)
        )

    def _about(self, pointed: Sequence[frozenset[Part]]) -> tuple[SeenOption, ...]:
        """Those that are about each of these."""
        if not pointed:
            return self._found
        return tuple(
            option
            for option in self._found
            if all(not parts.isdisjoint(self._parts[option.number]) for parts in pointed)
        )

    @cached_property
    def left(self) -> tuple[SeenOption, ...]:
        """The options that are about all that was pointed at."""
        return self._about(self._pointed)

    @cached_property
    def _left_by_part(self) -> Mapping[Part, tuple[SeenOption, ...]]:
        about: dict[Part, list[SeenOption]] = {}
        for option in self.left:
            for part in self._parts[option.number]:
                about.setdefault(part, []).append(option)
        return {part: tuple(options) for part, options in about.items()}

    @cached_property
    def _others(self) -> Sequence[tuple[tuple[str, ...], frozenset[Part]]]:
        """What may be pointed at instead of the last thing, of another one, or of all: what is kept of what
        was pointed at, and which parts are possible then.
        """
        keys, size = self.pointing.keys, len(self.pointing.keys)
        kept = [[i for i in range(size) if i != out] for out in reversed(range(size))]
        others = []
        for indices in [*kept, []] if size > 1 else kept:
            options = self._about([self._pointed[i] for i in indices])
            reached = frozenset[Part]().union(*(self._parts[option.number] for option in options))
            others.append((tuple(keys[i] for i in indices), reached))
        return others

    def pointed_at(self, key: str) -> Pointing:
        """What is looked for when this is pointed at, too; again: no longer."""
        keys = self.pointing.keys
        if key in keys:
            return Pointing(tuple(other for other in keys if other != key), self.pointing.words)
        parts = self._parts_of(key)
        if not parts.isdisjoint(self._left_by_part):
            return Pointing((*keys, key), self.pointing.words)
        kept = (kept for kept, reached in self._others if not parts.isdisjoint(reached))
        return next((Pointing((*others, key), self.pointing.words) for others in kept), self.pointing)

    # ------------------------------------------------------------------ what is drawn

    @cached_property
    def kinds(self) -> frozenset[object]:
        """Of which kinds the things are that options are about, and which numbers."""
        return frozenset(part[1] for part in self._numbers if part[0] in ("thing", "value"))

    def press(self, *parts: Part) -> Press:
        """What a click does on something that is these parts, which is drawn now."""
        self._shown.update(parts)
        press = self._press(parts)
        self._drawn.update(number for number, _ in press.options)
        return press

    def _press(self, parts: Sequence[Part]) -> Press:
        about = {option.number: option for part in parts for option in self._left_by_part.get(part, ())}
        here = frozenset(parts)
        key = " ".join(str(self._numbers[part]) for part in parts if part in self._numbers)
        if not about:
            instead = any(not here.isdisjoint(reached) for _, reached in self._others)
            return Press(part=key, instead=True) if instead else NO_PRESS
        if key in self.pointing.keys:
            return Press(part=key, pressed=True)
        now = here.union(*self._pointed)
        settled = [sum(now.issuperset(group) for group in self._groups[number]) for number in about]
        wanted = [len(self._groups[number]) for number in about]
        again = bool(self._pointed) and len(about) == 1
        if (settled == wanted and len(about) <= MOST_ASKED) or (
            again and (len(self.left) == 1 or settled[0] > 1)
        ):
            return Press(tuple((number, about[number].text) for number in sorted(about)))
        return Press(part=key)

    def piece(self, *pieces: SeenPiece) -> Press:
        """Of a card on the table, or of several that lie on each other."""
        own = [part for piece in pieces if (part := part_of(piece)) is not None]
        return self.press(*own, *dict.fromkeys(part for piece in pieces for part in goods_of(piece)))

    def thing(self, thing: Thing) -> Press:
        """Of a place or a link."""
        return self.named((thing.kind,), thing.name)

    def named(self, kinds: Sequence[str], name: str, *also: Part) -> Press:
        """Of a place of a drawing, with what lies there."""
        if not self.options:
            return NO_PRESS
        return self.press(*(("thing", kind, name, None) for kind in kinds), *also)

    def goods(self, *things: Thing) -> Press:
        """Of an entry with one of the kinds of a bundle."""
        return self.press(*(part for thing in things for part in goods_of(thing)))

    def unseen(self, zone: int) -> Press:
        """Of the cards of this zone which the player does not know."""
        return self.press(("unseen", zone, None, None))

    def is_chosen(self, thing: Thing) -> bool:
        """Whether it was chosen in a stage of the open decision."""
        return part_of(thing) in self._chosen

    def is_chosen_place(self, kinds: Sequence[str], name: str) -> bool:
        return bool(self._chosen) and any(("thing", kind, name, None) in self._chosen for kind in kinds)

    # ------------------------------------------------------------------ zones, which are kept as drawn

    @cached_property
    def _zones(self) -> Mapping[object, tuple[object, ...]]:
        """What can be chosen in each zone, with all that a click there depends on."""
        zones: dict[object, tuple[object, ...]] = {}
        for part, number in self._numbers.items():
            if part[0] in ("piece", "unseen"):
                about = self._left_by_part.get(part, ())
                key = tuple((option.number, option.text, self._groups[option.number]) for option in about)
                instead = any(part in reached for _, reached in self._others)
                zones[part[1]] = (*zones.get(part[1], ()), (part, number, key, instead))
        return zones

    @cached_property
    def _chosen_by_zone(self) -> Mapping[object, frozenset[Part]]:
        zones = {part[1] for part in self._chosen if part[0] != "thing"}
        return {zone: frozenset(part for part in self._chosen if part[1] == zone) for zone in zones}

    @cached_property
    def about_goods(self) -> tuple[object, ...]:
        """What can be chosen with some of a kind in it, with all that a click on such a thing depends on."""
        here = {
            part: [(option.number, option.text) for option in self._left_by_part.get(part, ())]
            for part in self._numbers
            if part[0] == "goods"
        }
        return (self.pointing, tuple((part, *options) for part, options in here.items())) if here else ()

    def is_asked_of(self, zone: int) -> bool:
        """Whether something that lies there can be chosen."""
        return zone in self._zones

    def about(self, zone: int) -> tuple[object, ...]:
        """What can be chosen there, and what has been."""
        here = self._zones.get(zone, ())
        narrowed = (self.pointing.keys, len(self.left) == 1) if here else ()
        return here, narrowed, self._chosen_by_zone.get(zone, frozenset()), self.about_goods

    @property
    def drawn(self) -> frozenset[object]:
        """The options that stand on the table, and the parts that do."""
        return frozenset((*self._drawn, *self._shown))

    def note_drawn(self, drawn: frozenset[object]) -> None:
        """These stand in what was drawn before."""
        self._drawn |= {number for number in drawn if isinstance(number, int)}
        self._shown |= {part for part in drawn if isinstance(part, tuple)}

    # ------------------------------------------------------------------ what is listed

    @property
    def on_the_table(self) -> bool:
        """Whether a click on the table takes an option."""
        return bool(self._drawn)

    @property
    def narrows(self) -> bool:
        """Whether a click on the table leaves fewer of them."""
        return not self._shown.isdisjoint(self._left_by_part)

    def listed(self) -> tuple[SeenOption, ...]:
        """The options that stand not on the table as a thing of their own, or that were looked for."""
        if self.pointing.keys:
            return self.left
        return tuple(
            option
            for option in self.left
            if option.number not in self._drawn or not isinstance(option.value, Thing)
        )

    def places(self) -> tuple[SeenOption, ...]:
        """The others, if they are places: in a list they are hit more easily than on a small map."""
        listed = {option.number for option in self.listed()}
        return tuple(
            option
            for option in self.left
            if option.number not in listed
            and isinstance(option.value, Thing)
            and not isinstance(option.value, SeenPiece)
        )

    def sorts(self) -> dict[str, list[Sort]]:
        """What many options are about and what lies nowhere on the table, by what it is of them."""
        if len(self.options) <= MOST_LISTED or self._design is None:
            return {}
        rows: dict[str, dict[Part, tuple[str, str]]] = {}
        for option in self.options:
            for heading, part, kind, label in _sorts(option, self._design):
                rows.setdefault(heading, {}).setdefault(part, (kind, label))
        most = min(MOST_SORTS, len(self.options) - 1)
        return {
            heading: [Sort(self._press_of_sort(part), kind, label) for part, (kind, label) in parts.items()]
            for heading, parts in rows.items()
            if 1 < len(parts) <= most and self._shown.isdisjoint(parts)
        }

    def _press_of_sort(self, part: Part) -> Press:
        press = self._press((part,))
        return Press(part=str(self._numbers[part])) if press.options else press


def pointed(lit: Lit, given: Mapping[str, object]) -> Pointing:
    """What is looked for after something that the page's script tells."""
    match given:
        case {"key": str(key)}:
            return lit.pointed_at(key)
        case {"words": str(words)}:
            return Pointing(lit.pointing.keys, words[:MOST_WORDS])
        case {"more": True}:
            return lit.pointing.more
        case {"back": True}:
            return lit.pointing.back
        case _:
            return lit.pointing


# ---------------------------------------------------------------------- what options are about


def part_of(value: Value) -> Part | None:
    """What stands on the table for a value."""
    if isinstance(value, SeenPiece):
        if value.zone is None:
            return ("thing", value.kind, value.name, None) if value.known else None
        if not value.known:
            return ("unseen", value.zone, None, None)
        return ("piece", value.zone, value.at, (value.kind, value.name, value.down))
    if isinstance(value, Thing):
        return ("thing", value.kind, value.name, None)
    return None


def _parts(value: Value, name: str, design: Design) -> Iterator[Part]:
    """`name`: of the parameter, for numbers and the like, which stand nowhere."""
    match value:
        case tuple():
            for member in value:
                yield from _parts(member, name, design)
        case Thing(kind=kind) if kind in design.placements:
            cells = value.attributes["cells"]
            assert isinstance(cells, tuple)
            yield from (("thing", design.placements[kind], str(cell), None) for cell in cells)
            yield from (part for _, part, _, _ in _sorts_of_placement(value, design))
        case Thing() if (part := part_of(value)) is not None:
            yield part
        case int() | str() | None if name:
            yield ("value", name, value, None)
        case _:
            pass


def _groups(option: SeenOption, design: Design) -> Iterator[tuple[Part, ...]]:
    """The parts of each of its parameters."""
    if option.kind == "move":
        yield from (tuple(_parts(value, name, design)) for name, value in option.values.items())
    elif option.value is not None:
        name = option.parameter if option.parameter in LINES else None
        goods = goods_in(option.parameter or "", option.value)
        yield (*_parts(option.value, name or "", design), *goods)


def _action(move: SeenOption) -> Part:
    return "action", move.action, None, None


def _sorts(option: SeenOption, design: Design) -> Iterator[tuple[str, Part, str, str]]:
    """What can be said of an option in one word: what it is of it, its part, and how that is shown."""
    if option.kind == "move":
        yield "", _action(option), "", plain(option.action)
    for name, value in (option.values or {"": option.value}).items():
        if isinstance(value, Thing) and value.kind in design.placements:
            yield from _sorts_of_placement(value, design)
        elif name:
            parts = tuple(_parts(value, name, design))
            kind = value.kind if isinstance(value, Thing) else ""
            if len(parts) == 1:
                yield plain(name), parts[0], kind, option.called(name)


def _sorts_of_placement(value: Thing, design: Design) -> Iterator[tuple[str, Part, str, str]]:
    for look in design.attributes.get(value.kind, ()):
        name = value.get(look.name)
        if isinstance(name, str):
            yield look.label, ("thing", look.values, name, None), look.values, name
