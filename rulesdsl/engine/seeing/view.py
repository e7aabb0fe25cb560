"""What one player may see of a game, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from rulesdsl.engine.choosing.asked import asked, eyes, lies_down
from rulesdsl.engine.choosing.options import reading_for
from rulesdsl.engine.events import Content
from rulesdsl.engine.ground.arguments import names_of_players, seat, shown
from rulesdsl.engine.ground.layout import Layout, combinations
from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.engine.meaning.reading import Reading
from rulesdsl.engine.seeing.scores import rows, totals
from rulesdsl.engine.seeing.seen import (
    Grid,
    SeenScore,
    SeenState,
    SeenZone,
    View,
)
from rulesdsl.engine.state import State
from rulesdsl.engine.words.labels import Labels, plain
from rulesdsl.engine.words.things import SeenDecision
from rulesdsl.engine.words.vocabulary import Lying, Vocabulary
from rulesdsl.engine.words.whereabouts import phases_going_on
from rulesdsl.program import (
    NONE,
    Deal,
    Domain,
    Draw,
    FlagDomain,
    IntDomain,
    Move,
    NodeDomain,
    OptionalDomain,
    SeqDomain,
)


def view(state: State, player: int, names: tuple[str, ...] | None = None) -> View:
    """What this player may see; `names` are the players' names."""
    if not isinstance(state, State):
        raise TypeError(f"a view is of a state, such as start(program), not {shown(state)}")
    layout = state.plan.layout
    program = layout.program
    player = seat(player, program.players)
    labels = Labels.of(layout, names_of_players(names, program.players))
    reading = reading_for(state, player)
    sheet = rows(reading)
    return View(
        title=program.title,
        players=labels.players,
        viewer=player,
        phases=phases_going_on(layout, reading.cells),
        zones=tuple(_zone(reading, labels, instance) for instance in range(len(layout.instances))),
        states=_states(reading, labels, player),
        scores=tuple(
            SeenScore(row.score.name, plain(row.score.name), row.score.counted, row.values) for row in sheet
        ),
        totals=totals(sheet, program.players),
        decision=_decision(state, labels, player),
        over=state.over,
        winners=state.winners() if state.over else (),
        grids=_grids(reading),
    )


@lru_cache(maxsize=64)
def refilled_zones(layout: Layout) -> frozenset[str]:
    """The zones that pieces can come to after the start."""
    program = layout.program
    moves = (
        node for node in nodes_in((program.procs, program.rules)) if isinstance(node, Deal | Draw | Move)
    )
    found = {move.to.zone for move in moves}
    for zone in program.zones:
        found |= {ref.zone for ref in (zone.old_to, zone.extra_to) if ref is not None}
        if zone.renewed_from is not None:
            found.add(zone.name)
    return frozenset(found)


def _zone(reading: Reading, labels: Labels, instance: int) -> SeenZone:
    layout = reading.layout
    name, index = layout.instance_index(instance)
    zone = layout.zones[name].zone
    pieces = layout.pieces_in(reading.cells, instance)
    ordered = zone.shape in ("pile", "row")
    words = Vocabulary.of(labels)
    known = [
        words.piece(piece, Lying(instance, at if ordered else None, lies_down(reading, piece)))
        for at, piece in enumerate(pieces, start=1)
        if reading.knows(piece)
    ]
    return SeenZone(
        name=name,
        label=labels.zone(instance),
        index=tuple(
            labels.value(value, var.type)
            for at, (value, var) in enumerate(zip(index, zone.index, strict=True))
            if at != zone.owner_at
        ),
        keys=tuple(
            words.value(value, var.type, words.piece)
            for at, (value, var) in enumerate(zip(index, zone.index, strict=True))
            if at != zone.owner_at
        ),
        owner=layout.owner_of(instance),
        shape=zone.shape,
        count=len(pieces),
        hidden_noun=labels.kind(zone.pieces.kinds),
        pieces=tuple(known),
        refilled=name in refilled_zones(layout),
        hidden_down=sum(lies_down(reading, piece) for piece in pieces if not reading.knows(piece)),
    )


def _states(reading: Reading, labels: Labels, player: int) -> tuple[SeenState, ...]:
    found = []
    words = Vocabulary.of(labels)
    look = eyes(reading, words)
    for name, place in reading.layout.states.items():
        state = place.state
        for index in combinations(place.dims):
            owner = None if state.owner_at is None else index[state.owner_at]
            if not reading.may_see(state.seen, player, owner):
                continue
            value = reading.layout.state_value(reading.cells, name, *index)
            inner = [
                (one, domain)
                for at, (one, domain) in enumerate(zip(index, state.index, strict=True))
                if at != state.owner_at
            ]
            found.append(
                SeenState(
                    name=name,
                    label=labels.state(name, index),
                    index=tuple(labels.value(one, domain) for one, domain in inner),
                    owner=owner,
                    text=labels.value(value, state.type, reading.knows),
                    bare=_bare(value, state.type),
                    keys=tuple(words.value(one, domain, words.piece) for one, domain in inner),
                    value=words.value(value, state.type, look),
                )
            )
    return tuple(found)


def _bare(value: Content, domain: Domain) -> bool:
    """Whether a value says nothing: no, 0, none, empty. The first of an enumeration says something."""
    match domain:
        case OptionalDomain():
            return value == NONE
        case IntDomain() | FlagDomain():
            return value == 0
        case SeqDomain():
            return value == ()
        case _:
            return False


def _decision(state: State, labels: Labels, player: int) -> SeenDecision | None:
    decision = state.decision
    if decision is None:
        return None
    if decision.player != player:
        # In a secret block the order in which the seats are asked would tell who had no choice.
        return SeenDecision(None if decision.secret else decision.player, "", ())
    return asked(state, decision, labels)


def _grids(reading: Reading) -> tuple[tuple[str, Grid], ...]:
    drawn = {
        graph.of.name: Grid(graph.of.name, graph.columns, graph.rows)
        for graph in reading.program.graphs.values()
        if graph.shape == "grid" and isinstance(graph.of, NodeDomain)
    }
    indexed: list[tuple[str, tuple[Domain, ...]]] = [
        (zone.name, tuple(var.type for var in zone.index)) for zone in reading.program.zones
    ]
    indexed += [(state.name, state.index) for state in reading.program.states]
    return tuple(
        (name, drawn[types[0].name])
        for name, types in indexed
        if len(types) == 1 and isinstance(types[0], NodeDomain) and types[0].name in drawn
    )
