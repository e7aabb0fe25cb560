"""A position that could be the true one, for all that a player knows: what is hidden is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from rulesdsl.engine.arguments import seat, shown
from rulesdsl.engine.arrangement import arranged
from rulesdsl.engine.decisions import enter
from rulesdsl.engine.dice import Dice, seeded
from rulesdsl.engine.events import OUT_OF_PLAY
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.layout import (
    ALT,
    CHOOSER,
    DICE,
    SECRET,
    SITE,
    STAGE,
    STEPS,
    Layout,
    combinations,
    pieces_of,
)
from rulesdsl.engine.meaning import Reading
from rulesdsl.engine.options import reading_for
from rulesdsl.engine.own_choices import NotAgain, choose_again, own_part, put_away
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.secrets import SecretBlock, begin, pull, push
from rulesdsl.engine.state import State
from rulesdsl.engine.walk import is_expression, nodes_in
from rulesdsl.program import (
    NONE,
    Apply,
    Const,
    ConstSeq,
    Domain,
    IfExpr,
    Local,
    Lookup,
    OptionalDomain,
    PieceDomain,
    SeqDomain,
    Var,
    index_span,
)

Homes = tuple[int, ...]
"""Where a piece lies, and in a secret block where it lay and will lie."""
Accepts = Callable[[Homes, int], bool]
"""Whether a piece may lie there."""

TRIES = 40
"""How many positions are drawn in search of one in which the open decision is open too."""
BLOCK_TRIES = 12
"""How often a secret block is begun anew in search of a way to the open decision."""


def sample(state: State, player: int, stream: Dice) -> State:
    """The game with all that this player does not know drawn anew: which of the pieces that look alike
    lies where, what the others keep secret, and how the dice will fall.

    In a secret block the others who have decided already decide anew, and what the player has chosen stays.
    Where somebody else decides, it is not known how far: that decision stands at its beginning. If no other
    position is found in which it could be open, the position is the true one.
    """
    if not isinstance(state, State):
        raise TypeError(f"a sample is of a state, such as start(program), not {shown(state)}")
    if not isinstance(stream, Dice):
        raise TypeError(f"a sample is drawn with dice of its own, such as Dice(seed=1), not {shown(stream)}")
    return Samples(state, seat(player, state.plan.program.players)).draw(stream)


class Samples:
    """Many samples of one position, which must stay as it is: what is unknown is worked out once."""

    def __init__(self, state: State, player: int) -> None:
        self._state = state
        self._player = player
        self._decides = state.player == player
        secret = bool(state.cells[SECRET]) and state.player is not None
        self._again = BlockAgain(state, player) if secret and not self._decides else None
        self._others_again = secret and self._decides
        self._unknown: Unknown | None = None

    def draw(self, stream: Dice) -> State:
        state, player = self._state, self._player
        again = self._again.draw(stream) if self._again is not None else None
        if again is not None:
            return again
        if self._unknown is None:
            self._unknown = Unknown.of(state, reading_for(state, player), player)
        for _ in range(TRIES):
            drawn = state.clone()
            self._unknown.draw(drawn, stream)
            if self._others_again:
                if _others_decide_again(drawn, player, stream):
                    return drawn
            elif state.player in (player, None) or _begin_decision(drawn):
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


@frozen
class Unknown:
    """What a player does not know of a position."""

    groups: list[list[int]]
    """Pieces that the player cannot tell apart."""
    homes: list[list[Homes]]
    """Where those of each group lie."""
    accepts: list[Accepts | None]
    """Of each group what says where a piece may lie, unless that depends on where the others do."""
    anywhere: list[bool]
    """Of each group, whether every piece may lie wherever one of them does, come what may."""
    secrets: list[tuple[int, tuple[int, ...]]]
    """The cells of states with the values that each could have."""

    @classmethod
    def of(cls, state: State, seen: Reading, player: int) -> Unknown:
        layout = seen.layout
        groups = hidden_groups(seen)
        layers = list(_layers(state).values()) if groups else []
        where = layout.where
        homes = [[tuple(layer[where + piece] for layer in layers) for piece in group] for group in groups]
        accepts: list[Accepts | None] = [
            _acceptance(layout, state) if _is_steady(layout, lying) else None for lying in homes
        ]
        anywhere = [
            may is not None and all(may(home, piece) for home in set(lying) for piece in group)
            for may, lying, group in zip(accepts, homes, groups, strict=True)
        ]
        return cls(groups, homes, accepts, anywhere, _hidden_states(seen, player))

    def draw(self, drawn: State, stream: Dice) -> None:
        cells = drawn.cells
        for group, homes, accepts, anywhere in zip(
            self.groups, self.homes, self.accepts, self.anywhere, strict=True
        ):
            order = list(group)
            if anywhere:
                stream.shuffle(order)
            else:
                may = accepts or _acceptance(drawn.plan.layout, drawn)
                order = arranged(group, homes, may, stream)
            exchange(drawn, dict(zip(group, order, strict=True)))
        for address, values in self.secrets:
            if cells[address] != NONE:
                cells[address] = values[stream.below(len(values))]
        cells[DICE] = seeded(stream.below(2**32))
        drawn.codes = drawn.memo = None


def _is_steady(layout: Layout, homes: Sequence[Homes]) -> bool:
    """Whether these zones say the same of a piece in every position."""
    zones = {layout.instances[one][0] for home in homes for one in home if one != OUT_OF_PLAY}
    conditions = [takes[1] for name in zones if (takes := layout.zones[name].zone.takes) is not None]
    return all(_reads_no_position(node) for condition in conditions for node in nodes_in(condition))


def _reads_no_position(node: object) -> bool:
    if isinstance(node, Apply):
        return node.op in _PLAIN
    return not is_expression(node) or isinstance(node, (Const, ConstSeq, Local, Lookup, IfExpr))


_PLAIN = frozenset(
    {"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "is_none", "not_none", "is_kind", "as", "in"}
)


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
    for var, address in _piece_variables(state.plan):
        for one in (address, *put_away(state, address)):
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


@lru_cache(maxsize=16)
def _piece_variables(plan: Plan) -> tuple[tuple[Var, int], ...]:
    """The variables that may name pieces."""
    return tuple((var, address) for var, address in plan.variables if pieces_of(var.type))


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
    for array in arrays:
        before = [cells[array + piece] for piece in becomes]
        for new, value in zip(becomes.values(), before, strict=True):
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


def _begin_again(state: State) -> tuple[SecretBlock, list[int]]:
    """Puts the position back to the start of the secret block that is going on; who takes part in it."""
    cells, seats = state.cells, range(state.plan.program.players)
    block = state.plan.secrets[cells[SECRET] - 1]
    if block.shadow:
        pull(cells, block.shadowed, block.base)
    # As after a decision that is closed: nothing is half chosen.
    cells[SECRET] = cells[SITE] = cells[ALT] = cells[STAGE] = 0
    cells[block.parked : block.parked + len(seats)] = [0] * len(seats)
    state.codes = state.memo = None
    state.take_forced = True
    return block, [seat for seat in seats if cells[block.mask] >> seat & 1]


def _others_decide_again(drawn: State, player: int, stream: Dice) -> bool:
    """Those who have decided in the secret block before the player who decides now decide anew, at random.

    What they choose does not depend on what the player does, so that the player's part stays as it is. False
    if it does not come to the player's turn.
    """
    again = drawn.clone()
    block, players = _begin_again(again)
    try:
        again.run_from(begin(again, again.cells, block, players))
        while again.player not in (player, None) and again.cells[SECRET]:
            again.apply(stream.below(again.option_count))
    except Fault:
        return False
    if again.player != player:
        return False
    ranges = [(block.parked, player), (block.kept, player * block.frame_size)]
    if block.shadow:
        ranges.append((block.merged, block.shadow_size))
    for first, size in ranges:
        drawn.cells[first : first + size] = again.cells[first : first + size]
    return True


class BlockAgain:
    """The secret block in which somebody else decides, begun anew and played up to that decision: by chance,
    but for what the player has chosen in it already.
    """

    def __init__(self, state: State, player: int) -> None:
        self._state = state
        self._player = player
        decision = state.decision
        assert decision is not None
        self._decision = decision
        self._own = own_part(state, player)
        self._begun = again = state.clone()
        self._block, self._players = _begin_again(again)
        self._unknown = Unknown.of(again, Reading(state.plan.layout, list(again.cells), player), player)

    def draw(self, stream: Dice) -> State | None:
        """None if it does not come to this decision again, however often it is tried."""
        attempts = (self._try(stream) for _ in range(BLOCK_TRIES))
        return next((again for again in attempts if again is not None), None)

    def _try(self, stream: Dice) -> State | None:
        again = self._begun.clone()
        self._unknown.draw(again, stream)
        try:
            again.run_from(begin(again, again.cells, self._block, self._players))
            while again.player not in (self._decision.player, None) and again.cells[SECRET]:
                if again.player == self._player:
                    again = choose_again(again, self._player, self._own, stream)
                else:
                    again.apply(stream.below(again.option_count))
        except (Fault, NotAgain):
            return None
        again.take_forced = self._state.take_forced
        return again if again.cells[SITE] == self._state.cells[SITE] else None


# ---------------------------------------------------------------------- where pieces may lie


def _acceptance(layout: Layout, state: State) -> Accepts:
    """Whether a piece may lie in these zones: by its kind and by what they take."""
    cells = state.cells
    found: dict[int, frozenset[int]] = {}

    def accepts(homes: Homes, piece: int) -> bool:
        for instance in homes:
            if instance == OUT_OF_PLAY:
                continue
            if instance not in found:
                steady = _is_steady(layout, [(instance,)])
                found[instance] = (
                    _always_taken(layout, instance) if steady else _taken(layout, cells, instance)
                )
            if piece not in found[instance]:
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
    return frozenset(
        piece
        for kind in kinds
        for piece in range(kind.first, kind.first + kind.count)
        if reading.takes(name, (piece, *index))
    )


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
