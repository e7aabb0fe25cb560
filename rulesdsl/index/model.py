"""What an index is made of, as plain data: it is handed from one process to another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from rulesdsl.source import Span


@frozen
class Place:
    """Some characters of a file."""

    file: str
    start: int
    end: int

    @classmethod
    def of(cls, span: Span) -> Place:
        return cls(span.source.name, span.start, span.end)

    @classmethod
    def of_name(cls, span: Span) -> Place:
        """Of a name in a cell of a table, or a title, without the blanks and quotation marks around it."""
        inner = span.text.strip(' "')
        start = span.start + span.text.index(inner)
        return cls(span.source.name, start, start + len(inner))

    def holds(self, other: Place) -> bool:
        return self.file == other.file and self.start <= other.start and other.end <= self.end


@frozen
class Definition:
    """What a name is declared as. `sort` is the word for it: zone, attribute, local name; `whole` is all of
    the declaration, `inside` the declaration in which alone the name is known; `kinds` are the kinds of which
    it holds things, by which one finds the attributes of these."""

    name: str
    sort: str
    place: Place
    whole: Place
    detail: str = ""
    kinds: tuple[str, ...] = ()
    inside: Place | None = None


@frozen
class Member:
    """What can stand behind the dot after a thing of some kind."""

    name: str
    detail: str
    kinds: tuple[str, ...] = ()


@frozen(slots=False)
class Index:
    """All names of one file and of what it is built on. `things` are the places at which one and the same
    thing is named; what a thing is is said by the definitions among them."""

    texts: Mapping[str, str]
    """The files, as they were read."""
    definitions: tuple[Definition, ...]
    things: tuple[tuple[Place, ...], ...]
    members: Mapping[str, tuple[Member, ...]] = field(factory=dict)
    rules: Mapping[str, str] = field(factory=dict)
    """What the rules of the rule list say, by their ids."""

    @cached_property
    def _by_file(self) -> Mapping[str, list[tuple[int, int, int]]]:
        by_file: dict[str, list[tuple[int, int, int]]] = {}
        for number, places in enumerate(self.things):
            for place in places:
                by_file.setdefault(place.file, []).append((place.start, place.end, number))
        for listed in by_file.values():
            listed.sort()
        return by_file

    @cached_property
    def definition_at(self) -> Mapping[Place, Definition]:
        return {definition.place: definition for definition in self.definitions}

    def named_at(self, file: str, offset: int) -> tuple[Place, int] | None:
        """The name that the character at an offset is part of, or that ends there: its place, and the number
        of the thing that it names."""
        listed = self._by_file.get(file, [])
        index = bisect_right(listed, (offset, len(self.texts.get(file, "")) + 1, 0))
        for start, end, number in reversed(listed[:index]):
            if start <= offset <= end:
                return Place(file, start, end), number
            if end < offset - 200:
                break
        return None

    def definitions_of(self, thing: int) -> list[Definition]:
        known = self.definition_at
        return [known[place] for place in self.things[thing] if place in known]

    def names_in(self, file: str) -> Iterator[tuple[Place, int]]:
        """All names of a file, in their order."""
        for start, end, number in self._by_file.get(file, []):
            yield Place(file, start, end), number


def joined(things: Iterable[Iterable[Place]]) -> tuple[tuple[Place, ...], ...]:
    """Groups of places, those with a place in common put together."""
    leader: dict[Place, Place] = {}

    def led_by(place: Place) -> Place:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    for places in things:
        first = None
        for place in places:
            leader.setdefault(place, place)
            if first is None:
                first = led_by(place)
            else:
                leader[led_by(place)] = first
    groups: dict[Place, list[Place]] = {}
    for place in leader:
        groups.setdefault(led_by(place), []).append(place)
    return tuple(tuple(sorted(group, key=_order)) for group in groups.values())


def _order(place: Place) -> tuple[str, int, int]:
    return place.file, place.start, place.end
