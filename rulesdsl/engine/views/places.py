"""The places of a map as a player sees them: what lies on each, who stands there, how far away it is."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.labels.english import counted, gathered
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.views.view_text import SeenState, SeenZone, View
from rulesdsl.graphs import Graph as Map
from rulesdsl.graphs import distance


@frozen
class SeenPlace:
    """One place of a map."""

    kind: str
    """What it is one of, as in the file."""
    label: str
    there: tuple[str, ...]
    """What lies there, in words."""
    players: tuple[int, ...]
    """Who stands there."""
    distance: int | None
    """How many links it is away from where the viewer stands; None if that is nowhere, or not on this map, or
    there is no way."""
    neighbours: tuple[str, ...]
    """The places one link away."""


def places(program: ir.Program, view: View) -> tuple[SeenPlace, ...]:
    """All places of all maps that are no boards, in the order of the file."""
    return tuple(place for kind in program.nodes for place in _of_one_kind(program, view, kind))


def _of_one_kind(program: ir.Program, view: View, kind: str) -> Iterator[SeenPlace]:
    labels = program.nodes[kind]
    graphs = [graph for graph in program.graphs.values() if graph.of == ir.NodeDomain(kind)]
    if any(graph.shape == "grid" for graph in graphs):
        return
    linked = Map(
        len(labels), tuple(sorted({link for graph in graphs for link in graph.links if graph.links}))
    )
    stands = dict(_standing(view, kind))
    start = labels.index(stands[view.viewer]) if view.viewer in stands else None
    for index, label in enumerate(labels):
        yield SeenPlace(
            kind,
            label,
            tuple(lying_on(view, kind, label)),
            tuple(player for player, place in stands.items() if place == label),
            None if start is None or not linked.links else distance(linked, start, index),
            tuple(labels[other] for other in linked.next_to[index]),
        )


def _standing(view: View, kind: str) -> Iterator[tuple[int, str]]:
    """Where each player is: by the one state of the player's own that is such a place, or by the one piece of
    that player's that lies on one.
    """
    for player in range(len(view.players)):
        spots = [
            state.value.name
            for state in view.states
            if state.owner == player and not state.index and _is_place(state, kind)
            if isinstance(state.value, Thing)
        ]
        spots += [
            _key(zone).name
            for zone in view.zones
            if _is_at(zone, kind)
            for piece in zone.pieces
            if piece.attributes.get("owner") == player
        ]
        if len(spots) == 1:
            yield player, spots[0]


def _is_place(state: SeenState, kind: str) -> bool:
    return isinstance(state.value, Thing) and state.value.kind == kind


def _is_at(zone: SeenZone, kind: str) -> bool:
    return len(zone.keys) == 1 and isinstance(zone.keys[0], Thing) and zone.keys[0].kind == kind


def _key(zone: SeenZone) -> Thing:
    assert isinstance(zone.keys[0], Thing)
    return zone.keys[0]


def lying_on(view: View, kind: str, label: str) -> Iterator[str]:
    """What lies on a place, in words."""
    for zone in view.zones:
        if zone.count and _is_at(zone, kind) and _key(zone).name == label:
            known = gathered((piece.label for piece in zone.pieces), zone.kinds_there)
            hidden = zone.count - len(zone.pieces)
            own = "" if zone.owner is None or zone.owner == view.viewer else f" of {view.players[zone.owner]}"
            yield from (f"{name}{own}" for name in known)
            if hidden:
                yield f"{counted(hidden, zone.hidden_noun)}{own}"
