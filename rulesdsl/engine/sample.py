"""A position that could be the true one, for all that a player knows: what is hidden is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulesdsl.engine.decisions import Decision, enter
from rulesdsl.engine.dice import Dice, seeded
from rulesdsl.engine.events import OUT_OF_PLAY
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.layout import CHOOSER, DICE, SECRET, SITE, STEPS, Layout, combinations
from rulesdsl.engine.meaning import Reading
from rulesdsl.engine.options import reading_for
from rulesdsl.engine.secrets import begin, pull, push
from rulesdsl.engine.state import State
from rulesdsl.program import NONE, Domain, OptionalDomain, PieceDomain, SeqDomain, Var, index_span

Homes = tuple[int, ...]
"""Where a piece lies, and in a secret block where it lay and will lie."""

TRIES = 40
"""How many arrangements of a group are tried before pieces are only exchanged two by two."""


def sample(state: State, player: int, stream: Dice) -> State:
    """The game with all that this player does not know drawn anew: which of the pieces that look alike
    lies where, what the others keep secret, and how the dice will fall.

    In a secret block the others who have decided already decide anew. Where somebody else decides, it is not
    known how far: that decision stands at its beginning. If no other position is found in which it could be
    open, the position is the true one.
    """
    again = _block_again(state, player, stream)
    if again is not None:
        return again
    for _ in range(TRIES):
        drawn = state.clone()
        _draw_anew(drawn, reading_for(state, player), player, stream)
        if state.player in (player, None) or _begin_decision(drawn):
            return drawn
    return state.clone()


def _begin_decision(state: State) -> bool:
    """Puts the open decision back to its first stage; whether there is anything to decide."""
    cells = state.cells
    site, player, steps = state.plan.sites[cells[SITE] - 1], cells[CHOOSER], cells[STEPS]
    taking = state.take_forced
    state.take_forced = False
    try:
        passed = enter(state, cells, site, player)
    except Fault:
        return False
    finally:
        state.take_forced = taking
    cells[STEPS] = steps
    return not passed


def _draw_anew(drawn: State, seen: Reading, player: int, stream: Dice) -> None:
    cells = drawn.cells
    for group in hidden_groups(seen):
        accepts = _acceptance(drawn.plan.layout, drawn)
        homes = [
            tuple(layer[seen.layout.where + piece] for layer in _layers(drawn).values()) for piece in group
        ]
        exchange(drawn, dict(zip(group, _arrangement(group, homes, accepts, stream), strict=True)))
    for address, values in _hidden_states(seen, player):
        if cells[address] != NONE:
            cells[address] = values[stream.below(len(values))]
    cells[DICE] = seeded(stream.below(2**32))
    drawn.codes = drawn.memo = None


def hidden_groups(seen: Reading) -> list[list[int]]:
    """The pieces that the player cannot tell apart, group by group."""
    layout = seen.layout
    groups: dict[int, list[int]] = {}
    for piece in range(layout.piece_count):
        if not seen.knows(piece):
            groups.setdefault(seen.cells[layout.group + piece], []).append(piece)
    return [pieces for _, pieces in sorted(groups.items()) if len(pieces) > 1]


def exchange(state: State, becomes: Mapping[int, int]) -> None:
    """Puts each piece into the place of another, wherever a secret block keeps positions too."""
    cells, layout = state.cells, state.plan.layout
    layers = _layers(state)
    _exchange_in(layout, cells, becomes)
    for var, address in state.plan.variables:
        for one in (address, *_put_away(state, address)):
            _exchange_variable(cells, var, one, becomes)
    if not cells[SECRET]:
        return
    block = state.plan.secrets[cells[SECRET] - 1]
    for kept, layer in layers.items():
        if kept:
            _exchange_in(layout, layer, becomes)
            push(layer, block.shadowed, kept)
            end = kept + block.shadow_size
            cells[kept:end] = layer[kept:end]


def _layers(state: State) -> dict[int, list[int]]:
    """The position; in a secret block also that at its start and the one with all changes, by address."""
    cells = state.cells
    found = {0: cells}
    if cells[SECRET]:
        block = state.plan.secrets[cells[SECRET] - 1]
        for kept in (block.base, block.merged) if block.shadow else ():
            found[kept] = cells[:]
            pull(found[kept], block.shadowed, kept)
    return found


def _put_away(state: State, address: int) -> list[int]:
    """Where a secret block keeps a variable's cell for the players who are parked."""
    if not state.cells[SECRET]:
        return []
    block = state.plan.secrets[state.cells[SECRET] - 1]
    before = 0
    for low, high in block.frame:
        if low <= address < high:
            first = block.kept + before + address - low
            return [first + seat * block.frame_size for seat in range(state.plan.program.players)]
        before += high - low
    return []


def _exchange_variable(cells: list[int], var: Var, address: int, becomes: Mapping[int, int]) -> None:
    """A variable that names pieces names those that lie there now. An unused one is 0, like the first piece:
    it may then become another unused value."""
    match var.type:
        case PieceDomain() | OptionalDomain(of=PieceDomain()):
            cells[address] = becomes.get(cells[address], cells[address])
        case SeqDomain(of=PieceDomain(), ordered=ordered):
            first, last = address + 1, address + 1 + cells[address]
            named = [becomes.get(piece, piece) for piece in cells[first:last]]
            cells[first:last] = named if ordered else sorted(named)
        case _:
            pass


def _exchange_in(layout: Layout, cells: list[int], becomes: Mapping[int, int]) -> None:
    """What is known of a place stays with the place."""
    arrays = (layout.where, layout.face, layout.known, layout.group)
    before = {piece: tuple(cells[array + piece] for array in arrays) for piece in becomes}
    for old, new in becomes.items():
        for array, value in zip(arrays, before[old], strict=True):
            cells[array + new] = value
    for instance in sorted({cells[layout.where + piece] for piece in becomes} - {OUT_OF_PLAY}):
        address = layout.address_of[instance]
        if layout.shapes[instance] == "slot":
            cells[address] = becomes.get(cells[address], cells[address])
            continue
        if layout.scattered[instance]:
            continue
        first, last = address + 1, address + 1 + cells[address]
        there = [becomes.get(piece, piece) for piece in cells[first:last]]
        cells[first:last] = sorted(there) if layout.shapes[instance] == "set" else there


# ---------------------------------------------------------------------- secret blocks


def _block_again(state: State, player: int, stream: Dice) -> State | None:
    """The secret block that is going on, begun anew and played by chance up to the decision that is open.

    None if none is going on, or if it does not come to this decision again.
    """
    if not state.cells[SECRET] or state.player != player:
        return None
    block = state.plan.secrets[state.cells[SECRET] - 1]
    decision = state.decision
    assert decision is not None
    again = state.clone()
    again.take_forced = True
    cells = again.cells
    if block.shadow:
        pull(cells, block.shadowed, block.base)
    cells[SECRET] = cells[SITE] = 0
    players = [seat for seat in range(state.plan.program.players) if cells[block.mask] >> seat & 1]
    cells[block.parked : block.parked + state.plan.program.players] = [0] * state.plan.program.players
    _draw_anew(again, Reading(state.plan.layout, list(cells), player), player, stream)
    try:
        again.run_from(begin(again, cells, block, players))
        while again.player not in (player, None) and cells[SECRET]:
            again.apply(stream.below(again.option_count))
        _choose_again(again, decision)
    except (Fault, NoSuchOption):
        return None
    again.take_forced = state.take_forced
    same = cells[SITE] == state.cells[SITE] and again.open_codes() == state.open_codes()
    return again if same else None


class NoSuchOption(Exception):
    """The decision that was come to again does not offer what was chosen there."""


def _choose_again(state: State, wanted: Decision) -> None:
    """Comes to the stage of the decision that was open."""
    for _, value, _ in wanted.chosen:
        if not isinstance(value, int):
            raise NoSuchOption
    values = [value for _, value, _ in wanted.chosen] + list(wanted.picked)
    opened = state.decision
    if opened is not None and opened.alternative is None and wanted.alternative is not None:
        state.apply(_option_with(opened, "action", wanted.decide.alternatives.index(wanted.alternative)))
    for value in values:
        stage = state.decision
        assert stage is not None
        if (stage.stage, stage.chosen, stage.picked) == (wanted.stage, wanted.chosen, wanted.picked):
            return
        assert isinstance(value, int)
        state.apply(_option_with(stage, "value", value))


def _option_with(decision: Decision, kind: str, value: int) -> int:
    for at, option in enumerate(decision.options):
        if option.kind == kind and option.value == value:
            return at
    raise NoSuchOption


# ---------------------------------------------------------------------- where pieces may lie


def _arrangement(
    group: list[int], homes: list[Homes], accepts: Callable[[Homes, int], bool], stream: Dice
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


def _acceptance(layout: Layout, state: State) -> Callable[[Homes, int], bool]:
    """Whether a piece may lie in these zones: by its kind and by what they take."""
    program = layout.program
    reading = Reading(layout, state.cells)
    found: dict[tuple[int, int], bool] = {}

    def accepts(homes: Homes, piece: int) -> bool:
        for instance in homes:
            key = (instance, piece)
            if key not in found:
                found[key] = _may_lie(instance, piece)
            if not found[key]:
                return False
        return True

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
