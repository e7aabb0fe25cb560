"""What a player does not know of a position, taken out of it and drawn anew.

What is left when it is taken out is the same for all positions that the player cannot tell apart: hidden
pieces lie in the order of their places, hidden numbers and the dice stand at nothing. All that is drawn is
drawn from there, so that a sample can depend on nothing but what the player may know and on the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.analysis.dataflow import shows_in_secret
from rulesdsl.engine.core.layout import ALT, CHOOSER, DICE, SECRET, SITE, STAGE, STEPS, Layout, combinations
from rulesdsl.engine.core.type_values import values_of
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.determinization.arrangement import arranged
from rulesdsl.engine.determinization.exchange import (
    Traces,
    exchange,
    layers_of,
    name_others,
    names_given_by,
    places_of,
    put_layer,
    traces_of,
)
from rulesdsl.engine.determinization.secret_block import forget_others
from rulesdsl.engine.dice import Dice, seeded
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.positions.piece_names import Names
from rulesdsl.engine.runtime.secrets import addresses_in
from rulesdsl.engine.state import State
from rulesdsl.operations import Reads
from rulesdsl.program_walk import is_expression, nodes_in
from rulesdsl.texts import SOME_TEXT, number_of

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

Homes = tuple[int, ...]
"""Where a piece lies, and in a secret block where it lay and will lie."""
Accepts = Callable[[Homes, int], bool]
"""Whether a piece may lie there."""


def hidden_groups(seen: Reading) -> list[list[int]]:
    """The pieces that the player cannot tell apart, group by group."""
    layout = seen.layout
    groups: dict[int, list[int]] = {}
    for piece in range(layout.piece_count):
        if not seen.knows(piece):
            groups.setdefault(seen.cells[layout.group + piece], []).append(piece)
    return [pieces for _, pieces in sorted(groups.items()) if len(pieces) > 1]


@frozen
class Group:
    """Pieces that the player cannot tell apart, in rising order; as they lie in what is left, the homes are
    those of one after the other.
    """

    pieces: list[int]
    homes: list[Homes]
    accepts: Accepts | None
    """What says where a piece may lie, unless that depends on where the others do."""
    anywhere: bool
    """Whether every piece may lie wherever one of them does, come what may."""
    traces: tuple[Traces, ...] | None
    """Where it shows which of them is which; None: it is asked for at each draw."""


@frozen
class Unknown:
    """What a player does not know of a position, and what is left without it."""

    known: State
    live: Sequence[Names]
    """The variables that matter and can name pieces."""
    groups: list[Group]
    secrets: list[tuple[tuple[int, ...], tuple[int, ...]]]
    """The cells of states, in every layer that has a value, with the values that each could have."""

    @classmethod
    def of(cls, state: State, player: int) -> Unknown:
        seen = reading_for(state, player)
        groups = hidden_groups(seen) if seen.layout.hidden else []
        known = state.clone()
        known.codes = None
        around, chosen = forget_course(known, player)
        secrets = _hidden_states(known, seen, player)
        for cells, values in secrets:
            for address in cells:
                known.cells[address] = values[0]
        forgotten = _shows_in_secret(known.plan)
        if forgotten:
            _know_of_others(known, player, lambda _layer, _piece: 0)
        # What lines under way have named is known by the zone it lies in, own choices by their place.
        named = _homes_of(known, [piece for group in groups for piece in group])
        wanted = [piece for piece in names_given_by(known, around) if piece in named]
        by_place: list[int] = []
        comes_to: dict[int, Homes] = {}
        places = places_of(known, named, chosen)
        for group in groups:
            ordered = sorted(group, key=lambda piece: (places[piece], piece))
            by_place += ordered
            comes_to |= {piece: named[before] for piece, before in zip(group, ordered, strict=True)}
        name_others(known, around, _first_there(groups, wanted, named, comes_to))
        exchange(known, dict(zip(by_place, comes_to, strict=True)), chosen)
        if forgotten:
            _know_of_others(known, player, known.plan.pieces.seen_now)
        live = *around, *chosen
        return cls(known, live, [_group(known, group, live) for group in groups], secrets)

    def draw(self, stream: Dice) -> State:
        drawn = self.known.clone()
        for group in self.groups:
            if group.anywhere:
                order = list(group.pieces)
                stream.shuffle(order)
            else:
                may = group.accepts or _acceptance(drawn.plan.layout, drawn)
                order = arranged(group.pieces, group.homes, may, stream)
            becomes = dict(zip(group.pieces, order, strict=True))
            if group.traces is None:
                exchange(drawn, becomes, self.live)
            else:
                for traces in group.traces:
                    traces.rename(drawn.cells, becomes)
        cells = drawn.cells
        for addresses, values in self.secrets:
            value = values[stream.below(len(values))]
            for address in addresses:
                cells[address] = value
        cells[DICE] = seeded(stream.below(2**32))
        return drawn


def _homes_of(known: State, pieces: Iterable[int]) -> dict[int, Homes]:
    where, layers = known.plan.layout.where, layers_of(known).values()
    return {piece: tuple(layer[where + piece] for layer in layers) for piece in pieces}


def _first_there(
    groups: Sequence[Sequence[int]],
    wanted: Sequence[int],
    lay: Mapping[int, Homes],
    comes_to: Mapping[int, Homes],
) -> dict[int, int]:
    """For each of the pieces one that comes to where it lay: the first of its group, then the next."""
    values: dict[int, int] = {}
    for group in groups:
        left = list(group)
        for piece in wanted:
            if piece in group:
                values[piece] = next(value for value in left if comes_to[value] == lay[piece])
                left.remove(values[piece])
    return values


def _group(known: State, pieces: list[int], live: Sequence[Names]) -> Group:
    layout = known.plan.layout
    homes = list(_homes_of(known, pieces).values())
    may = _acceptance(layout, known) if _is_steady(layout, homes) else None
    anywhere = may is not None and all(may(home, piece) for home in set(homes) for piece in pieces)
    return Group(pieces, homes, may, anywhere, traces_of(known, frozenset(pieces), live))


# ---------------------------------------------------------------------- the course of the game


def forget_course(known: State, player: int) -> tuple[Sequence[Names], Sequence[Names]]:
    """Takes out what was left from earlier lines, and what others have settled in an open decision; gives the
    variables that matter and name pieces: those around the decision, and those that the player has chosen.
    """
    cells, essences = known.cells, known.plan.essences
    cells[DICE] = cells[STEPS] = 0
    if cells[SECRET]:
        forget_others(known, player)
    from_outside = False
    if cells[SITE] and cells[CHOOSER] != player:
        # How far somebody else has come in a decision is not known.
        cells[ALT], cells[STAGE] = -1, 0
        from_outside = bool(cells[SECRET])
    naming = essences.naming(cells, from_outside=from_outside)
    cells[:] = essences.of(cells, from_outside=from_outside)
    return naming


@lru_cache(maxsize=16)
def _shows_in_secret(plan: Plan) -> bool:
    """Whether a player may be shown pieces and nobody else learn that it was done."""
    return bool(shows_in_secret(plan.program))


def _know_of_others(known: State, player: int, seen: Callable[[list[int], int], int]) -> None:
    """Says anew which pieces the others know: what they were shown in secret is theirs to know."""
    layout, own = known.plan.layout, 1 << player
    for kept, layer in layers_of(known).items():
        for piece in range(layout.piece_count):
            if layout.tracked[piece]:
                cell = layout.known + piece
                layer[cell] = layer[cell] & own | seen(layer, piece) & ~own
        if kept:
            put_layer(known, kept, layer)


# ---------------------------------------------------------------------- hidden states


def _hidden_states(known: State, seen: Reading, player: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The cells of states that the player may not see, with the values that each could have. Whether there is
    a value at all, at the start of a secret block or after what the player has done in it, counts as known.
    """
    result = []
    kept = _kept_cells(known)
    for name, place in seen.layout.states.items():
        given = place.state
        if given.seen.word == "all":
            continue
        values = (0, 1) if place.size > 1 else _values(seen, given.type)
        for index in combinations(place.dims):
            owner = None if given.owner_at is None else index[given.owner_at]
            if seen.may_see(given.seen, player, owner):
                continue
            first = seen.layout.state_cells(name, *index)
            for address in range(first, first + place.size):
                layers = address, *kept.get(address, ())
                cells = tuple(cell for cell in layers if known.cells[cell] != ir.NONE)
                if cells:
                    result.append((cells, values))
    return result


def _values(seen: Reading, domain: ir.Domain) -> tuple[int, ...]:
    """What a secret state can be, if it has a value. Of texts, which nobody can list, some text stands for
    all.
    """
    inner = ir.without_none(domain)
    if isinstance(inner, ir.TextDomain):
        return (number_of(SOME_TEXT),)
    return tuple(values_of(seen.program, inner))


def _kept_cells(state: State) -> Mapping[int, tuple[int, ...]]:
    """Where the secret block that is going on keeps a cell as it was at the start, and with all changes."""
    if not state.cells[SECRET]:
        return {}
    block = state.plan.secrets[state.cells[SECRET] - 1]
    if not block.shadow:
        return {}
    return {
        address: (block.base + index, block.merged + index)
        for index, address in enumerate(addresses_in(block.shadowed))
    }


# ---------------------------------------------------------------------- where pieces may lie


def _is_steady(layout: Layout, homes: Sequence[Homes]) -> bool:
    """Whether these zones say the same of a piece in every position."""
    zones = {layout.instances[value][0] for home in homes for value in home if value != ev.OUT_OF_PLAY}
    conditions = [takes[1] for name in zones if (takes := layout.zones[name].zone.takes) is not None]
    return all(_reads_no_position(node) for condition in conditions for node in nodes_in(condition))


def _reads_no_position(node: object) -> bool:
    if isinstance(node, ir.Apply):
        return node.op.entry.reads is Reads.NOTHING
    return not is_expression(node) or isinstance(
        node, (ir.Const, ir.ConstSeq, ir.Local, ir.Lookup, ir.IfExpr)
    )


def _acceptance(layout: Layout, state: State) -> Accepts:
    """Whether a piece may lie in these zones: by its kind and by what they take."""
    cells = state.cells
    values: dict[int, frozenset[int]] = {}

    def accepts(homes: Homes, piece: int) -> bool:
        for instance in homes:
            if instance == ev.OUT_OF_PLAY:
                continue
            if instance not in values:
                steady = _is_steady(layout, [(instance,)])
                values[instance] = (
                    _always_taken(layout, instance) if steady else _taken(layout, cells, instance)
                )
            if piece not in values[instance]:
                return False
        return True

    return accepts


@lru_cache(maxsize=4096)
def _always_taken(layout: Layout, instance: int) -> frozenset[int]:
    """The pieces that may lie in a zone that says the same of a piece in every position."""
    return _taken(layout, [0] * layout.data_end, instance)


def _taken(layout: Layout, cells: list[int], instance: int) -> frozenset[int]:
    reading = Reading(layout, cells)
    name, index = layout.instance_index(instance)
    kinds = [kind for kind in layout.program.piece_kinds if kind.name in layout.zones[name].zone.pieces.kinds]
    return frozenset(piece for kind in kinds for piece in kind.pieces if reading.takes(name, (piece, *index)))
