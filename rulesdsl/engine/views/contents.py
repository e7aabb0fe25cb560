"""What there is in a game, whatever happens in it: pieces, values, zones and states, by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import assert_never

from attrs import field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.arguments import names_of_players
from rulesdsl.engine.core.layout import Layout, combinations
from rulesdsl.engine.core.type_values import values_of
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import Thing, Value
from rulesdsl.engine.labels.vocabulary import Vocabulary
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.statement_facts import statements_in


@frozen
class ZoneForm:
    """What stays the same of a zone."""

    name: str
    """As in the file."""
    label: str
    """As it is read aloud: `Anna's hand`."""
    index: tuple[str, ...]
    """Which of the zones of this name it is, in words (not the owner)."""
    keys: tuple[Value, ...]
    """The same as `index`, as values."""
    owner: int | None
    """The player whose it is, None if it is nobody's."""
    shape: str
    """pile, row, set or slot"""
    room: int
    """So many pieces can lie there at most."""
    kinds: tuple[str, ...]
    """The kinds of pieces that can lie there."""
    hidden_noun: str
    """What a piece there is called by those who do not know it."""
    refilled: bool
    """Whether pieces can still come to it; if not, it was there for the beginning only."""


@frozen
class StateForm:
    """What stays the same of a state."""

    name: str
    """As in the file."""
    label: str
    """As it is read aloud: `Anna's points`."""
    index: tuple[str, ...]
    """Which of the states of this name it is, in words (not the owner)."""
    keys: tuple[Value, ...]
    """The same as `index`, as values."""
    owner: int | None
    """The player whose it is, None if it is nobody's."""
    values: Sequence[Value]
    """All that it can be: of a number its whole range."""
    optional: bool
    """Whether it can be none, too."""
    several: bool
    """Whether it is a set of these values."""
    at: tuple[int, ...] = field(repr=False)
    """Which of the states of this name it is, by the numbers of the program, as events have it."""
    type: ir.Domain = field(repr=False)
    """Its type, as the program has it."""


@frozen
class Contents:
    """What there is in a game for so many players, always in the same order. Events name things by their
    places here.
    """

    title: str
    """What the game is called."""
    players: tuple[str, ...]
    """What they are called, from the first seat."""
    pieces: tuple[Thing, ...]
    """Every piece, each copy of it."""
    values: Mapping[str, tuple[Thing, ...]] = field(hash=False)
    """By its name every list of values, of places and of links: `contents.values["Suit"]`."""
    actions: tuple[str, ...]
    """What can be done, as in the file."""
    zones: tuple[ZoneForm, ...]
    """Every zone. Those of a view stand in the same order, all of them."""
    states: tuple[StateForm, ...]
    """Every state. Those of a view stand in the same order; it has those that its player may see."""
    scores: tuple[str, ...]
    """The rows of the score sheet."""


def contents(given: ir.Program | Plan, names: Iterable[str] | None = None) -> Contents:
    """What there is in a game: pieces, values, zones and states with all that they can be, for whoever
    encodes them. `names` are the players' names.
    """
    layout = plan_for(given).layout
    return contents_of(Labels.of(layout, names_of_players(names, layout.program.players)))


@lru_cache(maxsize=16)
def contents_of(labels: Labels) -> Contents:
    layout, program = labels.layout, labels.program
    words = Vocabulary.of(labels)
    lists: list[ir.EnumDomain | ir.NodeDomain | ir.LinkDomain] = [
        *(ir.EnumDomain(name) for name in program.enums),
        *(ir.NodeDomain(name) for name in program.nodes),
        *(ir.LinkDomain(name) for name, graph in program.graphs.items() if graph.links),
    ]
    return Contents(
        title=program.title,
        players=labels.players,
        pieces=tuple(words.bare(piece) for piece in range(layout.piece_count)),
        values={domain.name: _things(words, domain) for domain in lists},
        actions=program.action_names,
        zones=tuple(_zone(labels, instance) for instance in range(len(layout.instances))),
        states=tuple(
            _state(labels, name, index)
            for name, place in layout.states.items()
            if not place.state.of_the_language or name.endswith((".column", ".row"))
            for index in combinations(place.dims)
        ),
        scores=tuple(score.name for score in program.scores),
    )


def _things(words: Vocabulary, domain: ir.EnumDomain | ir.NodeDomain | ir.LinkDomain) -> tuple[Thing, ...]:
    low, size = ir.index_span(words.labels.program, domain)
    return tuple(words.thing(value, domain) for value in range(low, low + size))


def _zone(labels: Labels, instance: int) -> ZoneForm:
    layout = labels.layout
    name, index = layout.instance_index(instance)
    zone = layout.zones[name].zone
    types = [var.type for var in zone.index]
    return ZoneForm(
        name=name,
        label=labels.zone(instance),
        index=labels.keys(index, types, zone.owner_at),
        keys=_keys(labels, index, types, zone.owner_at),
        owner=layout.owner_of(instance),
        shape=zone.shape,
        room=layout.zones[name].room,
        kinds=zone.pieces.kinds,
        hidden_noun=labels.kind(zone.pieces.kinds),
        refilled=name in refilled_zones(layout),
    )


def _state(labels: Labels, name: str, index: tuple[int, ...]) -> StateForm:
    state = labels.layout.states[name].state
    return StateForm(
        name=name,
        label=labels.state(name, index),
        index=labels.keys(index, state.index, state.owner_at),
        keys=_keys(labels, index, state.index, state.owner_at),
        owner=None if state.owner_at is None else index[state.owner_at],
        values=_values(Vocabulary.of(labels), state.type),
        optional=isinstance(state.type, ir.OptionalDomain),
        several=isinstance(state.type, ir.SeqDomain),
        at=index,
        type=state.type,
    )


def _keys(
    labels: Labels, index: Sequence[int], types: Sequence[ir.Domain], owner_at: int | None
) -> tuple[Value, ...]:
    words, pairs = Vocabulary.of(labels), enumerate(zip(index, types, strict=True))
    return tuple(words.value(*pair, words.piece) for position, pair in pairs if position != owner_at)


def _values(words: Vocabulary, domain: ir.Domain) -> Sequence[Value]:
    """All values of a type, without none; of a set those that it can have in it."""
    program = words.labels.program
    match domain:
        case ir.OptionalDomain(of=of) | ir.SeqDomain(of=of):
            return _values(words, of)
        case ir.IntDomain(low=low, high=high):
            return range(low, high + 1)
        case ir.PlayerDomain():
            return range(program.players)
        case ir.FlagDomain():
            return (False, True)
        case ir.TextDomain():
            # They are never listed.
            return ()
        case ir.PieceDomain():
            return tuple(words.bare(piece) for piece in values_of(program, domain))
        case ir.UnionDomain(alternatives=alternatives):
            return tuple(value for alternative in alternatives for value in _values(words, alternative))
        case (
            ir.EnumDomain()
            | ir.PieceNameDomain()
            | ir.NodeDomain()
            | ir.LinkDomain()
            | ir.MapDomain()
            | ir.SeqOfSeqDomain()
        ):
            return tuple(words.value(value, domain, words.piece) for value in values_of(program, domain))
        case _:
            assert_never(domain)


@lru_cache(maxsize=64)
def refilled_zones(layout: Layout) -> frozenset[str]:
    """The zones that pieces can come to after the start."""
    program = layout.program
    lines = statements_in((tuple(program.procs.values()), program.rules))
    names = {to.zone for line in lines for to, _down in line.to}
    for zone in program.zones:
        names |= {ref.zone for ref in (zone.old_to, zone.extra_to) if ref is not None}
        if zone.renewed_from is not None:
            names.add(zone.name)
    return frozenset(names)
