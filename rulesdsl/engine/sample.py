"""A position that could be the true one, for all that a player knows: what is hidden is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesdsl.engine.dice import Dice, seeded
from rulesdsl.engine.events import OUT_OF_PLAY
from rulesdsl.engine.layout import DICE, Layout, combinations
from rulesdsl.engine.meaning import Reading
from rulesdsl.engine.options import reading_for
from rulesdsl.engine.state import State
from rulesdsl.program import NONE, Domain, OptionalDomain, index_span

TRIES = 40
"""How many arrangements of a group are tried before pieces are only exchanged two by two."""


def sample(state: State, player: int, stream: Dice) -> State:
    """The game with all that this player does not know drawn anew: which of the pieces that look alike
    lies where, what the others keep secret, and how the dice will fall."""
    drawn = state.clone()
    seen = reading_for(state, player)
    for group in hidden_groups(seen):
        _rearrange(drawn.cells, state, group, stream)
    for address, values in _hidden_states(seen, player):
        if drawn.cells[address] != NONE:
            drawn.cells[address] = values[stream.below(len(values))]
    drawn.cells[DICE] = seeded(stream.below(2**32))
    return drawn


def hidden_groups(seen: Reading) -> list[list[int]]:
    """The pieces that the player cannot tell apart, group by group."""
    layout = seen.layout
    groups: dict[int, list[int]] = {}
    for piece in range(layout.piece_count):
        if not seen.knows(piece):
            groups.setdefault(seen.cells[layout.group + piece], []).append(piece)
    return [pieces for _, pieces in sorted(groups.items()) if len(pieces) > 1]


def _rearrange(cells: list[int], state: State, group: list[int], stream: Dice) -> None:
    """Puts the pieces of a group into each other's places, so that every zone holds what it may hold."""
    layout = state.plan.layout
    accepts = _acceptance(layout, state)
    homes = [cells[layout.where + piece] for piece in group]
    order = _arrangement(group, homes, accepts, stream)
    put_in_places(layout, cells, group, order)


def put_in_places(layout: Layout, cells: list[int], group: Sequence[int], order: Sequence[int]) -> None:
    """Piece `order[i]` comes to where `group[i]` lies. What is known of a place stays with the place."""
    arrays = (layout.where, layout.face, layout.known, layout.group)
    before = {piece: tuple(cells[array + piece] for array in arrays) for piece in group}
    becomes = dict(zip(group, order, strict=True))
    for old, new in becomes.items():
        for array, value in zip(arrays, before[old], strict=True):
            cells[array + new] = value
    for instance in sorted({cells[layout.where + piece] for piece in group} - {OUT_OF_PLAY}):
        address = layout.address_of[instance]
        if layout.shapes[instance] == "slot":
            cells[address] = becomes.get(cells[address], cells[address])
            continue
        first, last = address + 1, address + 1 + cells[address]
        there = [becomes.get(piece, piece) for piece in cells[first:last]]
        cells[first:last] = sorted(there) if layout.shapes[instance] == "set" else there


def _arrangement(
    group: list[int], homes: list[int], accepts: Callable[[int, int], bool], stream: Dice
) -> list[int]:
    """The pieces in a random order in which every place accepts its piece."""
    order = list(group)
    for _ in range(TRIES):
        _shuffle(order, stream)
        if all(map(accepts, homes, order)):
            return order
    order = list(group)
    size = len(order)
    for _ in range(20 * size):
        one, other = stream.below(size), stream.below(size)
        if accepts(homes[one], order[other]) and accepts(homes[other], order[one]):
            order[one], order[other] = order[other], order[one]
    return order


def _shuffle(order: list[int], stream: Dice) -> None:
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]


def _acceptance(layout: Layout, state: State) -> Callable[[int, int], bool]:
    """Whether a piece may lie in a zone instance: by its kind and by what the zone takes."""
    program = layout.program
    reading = Reading(layout, state.cells)
    found: dict[tuple[int, int], bool] = {}

    def accepts(instance: int, piece: int) -> bool:
        key = (instance, piece)
        if key not in found:
            found[key] = _may_lie(instance, piece)
        return found[key]

    def _may_lie(instance: int, piece: int) -> bool:
        if instance == OUT_OF_PLAY:
            return True
        name, index = layout.instance_index(instance)
        zone = layout.zones[name].zone
        if program.piece_kinds[layout.kind_of[piece]].name not in zone.pieces.kinds:
            return False
        return reading.takes(name, (piece, *index))

    return accepts


def _hidden_states(seen: Reading, player: int) -> list[tuple[int, tuple[int, ...]]]:
    """The cells of states that the player may not see, with the values that each could have."""
    found = []
    for name, place in seen.layout.states.items():
        state = place.state
        if state.seen.word == "all":
            continue
        for index in combinations(place.dims):
            owner = None if state.owner_at is None else index[state.owner_at]
            if not seen.may_see(state.seen, player, owner):
                values = _values(seen, state.type) if place.size == 1 else (0, 1)
                first = seen.layout.state_cells(name, *index)
                found += [(address, values) for address in range(first, first + place.size)]
    return found


def _values(seen: Reading, domain: Domain) -> tuple[int, ...]:
    """The values that a secret state can have; whether it has one at all is taken to be known."""
    low, size = index_span(seen.program, domain.of if isinstance(domain, OptionalDomain) else domain)
    return tuple(range(low, low + size))
