"""One thing looked at closely: a piece, a place, a listed value, a zone, by its name on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.labels.attributes import Attributes, Detail
from rulesdsl.engine.labels.english import as_typed, listed, plain, possessive
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import Thing, Value
from rulesdsl.engine.views.places import lying_on, places
from rulesdsl.engine.views.view_text import SeenState, View, contents
from rulesdsl.graphs import Graph as Map

Matter = ir.PieceDomain | ir.EnumDomain | ir.NodeDomain


@frozen
class Looked:
    """`kind` is what it is one of, in words; `notes`: where it lies, what is there, what is next to it."""

    label: str
    kind: str
    details: tuple[Detail, ...] = ()
    sheet: tuple[Detail, ...] = ()
    notes: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        printed = ", ".join(map(str, self.details))
        kind = f" ({self.kind})" if self.kind and self.kind not in self.label.split() else ""
        yield f"{self.label}{kind}{f': {printed}' if printed else ''}"
        yield from (f"  {line}" for line in self.sheet)
        yield from (f"  {note}" for note in self.notes)


def look(labels: Labels, view: View, wanted: str, aside: frozenset[str] = frozenset()) -> tuple[Looked, ...]:
    """All that is called so, or begins so if nothing is called so; nothing if there is no such thing."""
    typed = as_typed(wanted)
    everything = list(_everything(labels, view, aside))
    whole = [made for name, made in everything if as_typed(name) == typed]
    begun = whole or [made for name, made in everything if typed and as_typed(name).startswith(typed)]
    return tuple(dict.fromkeys(make() for make in begun))


class _Make:
    """What is made of a name if it is the one that is wanted."""

    def __init__(self, labels: Labels, view: View, aside: frozenset[str]) -> None:
        self.labels = labels
        self.view = view
        self.attributes = Attributes.of(labels, aside)

    def value(self, value: int, domain: Matter) -> Looked:
        label = self.labels.value(value, domain)
        name = domain.kinds[0] if isinstance(domain, ir.PieceDomain) else domain.name
        notes = list(self._where(label)) if isinstance(domain, ir.PieceDomain) else []
        if isinstance(domain, ir.NodeDomain):
            notes += self._place(domain.name, label)
        else:
            notes += [*self._states(name, label), *self._linked(value, domain)]
        return Looked(
            label,
            plain(name),
            self.attributes.value(value, domain),
            self.attributes.sheet(value, domain),
            tuple(dict.fromkeys(notes)),
        )

    def _where(self, label: str) -> Iterator[str]:
        lying = [
            (zone.label, sum(piece.label == label for piece in zone.pieces))
            for zone in self.view.zones
            if any(piece.label == label for piece in zone.pieces)
        ]
        if lying:
            yield "in " + listed(
                [zone if count == 1 else f"{zone} ({count} of them)" for zone, count in lying]
            )

    def _place(self, kind: str, label: str) -> Iterator[str]:
        of_map = [
            place
            for place in places(self.labels.program, self.view)
            if (place.kind, place.label) == (kind, label)
        ]
        there = [*lying_on(self.view, kind, label)]
        for place in of_map:
            there += [self.view.players[player] for player in place.players]
        if there:
            yield f"there: {', '.join(there)}"
        yield from self._states(kind, label)
        for place in of_map:
            if place.distance is not None:
                yield f"{place.distance} away from you"
            if place.neighbours:
                yield f"next to {listed(place.neighbours)}"

    def _states(self, kind: str, label: str) -> Iterator[str]:
        """What is kept in mind of a place, a value or a piece, and which of it for what else."""
        for state in self.view.states:
            if ir.is_of_the_language(state.name) or (kind, label) not in map(_known_as, state.keys):
                continue
            besides = [
                text
                for key, text in zip(state.keys, state.index, strict=True)
                if _known_as(key) != (kind, label)
            ]
            # What is the place's alone is told also where it is none, no or 0: one has asked for it.
            if not state.bare or (not besides and state.owner is None):
                of = f" ({', '.join(besides)})" if besides else ""
                yield f"{self._named(state)}{of}: {state.text}"

    def _named(self, state: SeenState) -> str:
        """The name of a state of a place, with who has it where that is somebody else."""
        if state.owner is None or state.owner == self.view.viewer:
            return plain(state.name)
        return f"{possessive(self.view.players[state.owner])} {plain(state.name)}"

    def _linked(self, value: int, domain: ir.Domain) -> Iterator[str]:
        """What it is joined with by links that join pieces."""
        for graph in self.labels.program.graphs.values():
            if (
                not isinstance(graph.of, ir.PieceDomain)
                or not graph.links
                or not isinstance(domain, ir.PieceDomain)
            ):
                continue
            low, size = ir.index_span(self.labels.program, graph.of)
            if set(domain.kinds) <= set(graph.of.kinds) and 0 <= value - low < size:
                near = Map(graph.node_count, graph.links).next_to[value - low]
                if near:
                    names = [self.labels.value(low + index, graph.of) for index in near]
                    yield f"{plain(graph.name)} to {listed(names)}"


def _known_as(key: Value) -> tuple[str, str]:
    return (key.kind, key.label) if isinstance(key, Thing) else ("", "")


def _everything(
    labels: Labels, view: View, aside: frozenset[str]
) -> Iterator[tuple[str, Callable[[], Looked]]]:
    program, make = labels.program, _Make(labels, view, aside)
    domains: list[Matter] = [
        *(ir.PieceDomain((kind.name,)) for kind in program.piece_kinds),
        *(ir.NodeDomain(name) for name in program.nodes),
        *(ir.EnumDomain(name) for name in program.enums),
    ]
    for domain in domains:
        low, size = ir.index_span(program, domain)
        known: set[str] = set()
        for value in range(low, low + size):
            label = labels.value(value, domain)
            if label not in known:
                known.add(label)
                later = partial(make.value, value, domain)
                yield label, later
                if isinstance(domain, ir.PieceDomain):
                    yield program.piece_name_ids[program.piece_name_of[value]] or label, later
    for zone in view.zones:
        text = contents(zone)
        for name in {zone.label, zone.label.removeprefix("the ")}:
            yield name, partial(Looked, zone.label, "", notes=(text,))
        if zone.owner == view.viewer and not zone.index:
            yield plain(zone.name), partial(Looked, zone.label, "", notes=(text,))
