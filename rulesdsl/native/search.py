"""Tree search on guesses at the position: in the subset, for the machine alone. It does what the bot in
Python does (`bots/monte_carlo`), throw for throw; what a choice promises both work out by the same lines.

A guess is drawn here from what the player knows, or, where that takes more than exchanging pieces, given.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from rulesdsl.engine.core.codes import UNSEEN
from rulesdsl.engine.core.layout import ALT, CHOOSER, DICE, OVER, SECRET, SITE, STAGE
from rulesdsl.engine.dice import seeded
from rulesdsl.engine.pieces.unseen import is_unseen
from rulesdsl.engine.runtime.secrets import begin as begin_block
from rulesdsl.engine.runtime.secrets import pull
from rulesdsl.native.loops import forget, options, take, taken, total, weight_of_decision, winning
from rulesdsl.native.primitives import (
    as_bits,
    as_float,
    fresh_memory,
    no_bytes,
    one_step,
    row_at,
    steps_begin,
    thrown,
    thrown_word,
    zeros,
)

if TYPE_CHECKING:
    from rulesdsl.engine.runtime.secrets import SecretBlock
    from rulesdsl.engine.state import State

Cells = list[int]

EXPLORATION = 0.5
WIN_COUNTS = 0.5
"""What being ahead counts against by how much."""
WON = 1_000_000
"""So much more than any lead."""
TRIES = 2000
"""So many positions are drawn in search of one in which the open decision is open too."""

# What is told to and by whoever calls, by its place. The first two are the dice, as in `loops`.
CHANCE, CHANCE_STEP, WANTED, DONE, STEPS, GIVEN = range(6)
# The tree: room for nodes, how many there are, where they lie; the way down to the newest; nodes by what they
# are known by; logarithms. What came of all games so far: the least and the most.
ROOM, COUNT, NODES_AT, WAY_AT, SLOTS, SLOTS_AT, LOGS_AT, LEAST, MOST = range(6, 15)
# What is drawn: the cells without what is unknown, where pieces go, what to do; what must be open then.
KNOWN_AT, BECOMES_AT, RECIPE_AT, RECIPE_SIZE, OFFERED_AT, OFFERED, BY_PIECES = range(15, 22)
LOGS, DRAWN_AT = 22, 23
# The options that are weighed, and how many: their places, then their values. For whom, and in which guess.
WEIGHED_AT, WEIGHED, SEAT, GUESS_AT = range(24, 28)
TOLD_OF_SEARCH = 28

# What is kept of each node.
PLAYER, VISITS, OFFERS, AHEAD, LEAD, PARENT, KEY = range(7)
NODE = 7
MARK = 3
"""By so many numbers an option is known; those that it does not have are NO_PLACE."""
NO_PLACE = -1


def promise(ahead: float, lead: float, visits: int, least: int, most: int) -> float:
    """How well who chose this stood after it, between 0 and 1."""
    if most == least:
        return ahead / visits
    standing = (lead / visits - least) / (most - least)
    return WIN_COUNTS * (ahead / visits) + (1 - WIN_COUNTS) * standing


def curiosity(logarithm: float, visits: int) -> float:
    """What is added for what was tried seldom; the logarithm is that of how often it could have been."""
    return EXPLORATION * sqrt(logarithm / visits)


def search(state: State, cells: Cells, shared: list[int], most: int) -> int:
    """The next iterations, for about so many decisions; how many are still to come. -1: nothing was found
    that fits what the player knows.
    """
    left = most
    while shared[DONE] < shared[WANTED] and left > 0:
        forget(state, cells)
        if shared[GIVEN] == 0 and not _drawn(state, cells, shared):
            return -1
        left -= _iterate(state, cells, shared)
        shared[DONE] += 1
    return shared[WANTED] - shared[DONE]


def clear(_state: State, _cells: Cells, shared: list[int]) -> None:
    """A new tree."""
    no_bytes(shared[SLOTS_AT], 8 * shared[SLOTS])
    shared[COUNT] = 1
    shared[LEAST] = 0
    shared[MOST] = 0


def best(_state: State, _cells: Cells, shared: list[int], count: int) -> int:
    """Of so many options the one tried most often, of several such the one that promises more; -1: none."""
    nodes = row_at(shared[NODES_AT], NODE * shared[ROOM])
    result = -1
    visits = 0
    promised = 0.0
    for index in range(count):
        node = _child(shared, nodes, 0, index)
        if node:
            here = _promise(shared, nodes, node)
            if nodes[node + VISITS] > visits or (nodes[node + VISITS] == visits and here > promised):
                visits = nodes[node + VISITS]
                promised = here
                result = index
    return result


def weigh(state: State, cells: Cells, shared: list[int]) -> None:
    """Each option taken in some guesses, and a few decisions more, as the greedy bot does: how well the
    player stands then.
    """
    weighed = row_at(shared[WEIGHED_AT], 2 * shared[WEIGHED])
    guess = row_at(shared[GUESS_AT], len(cells))
    for _ in range(shared[WANTED]):
        if shared[GIVEN] == 0 and not _drawn(state, cells, shared):
            return
        guess[:] = cells
        for index in range(shared[WEIGHED]):
            cells[:] = guess
            forget(state, cells)
            weighed[shared[WEIGHED] + index] += _worth_of(state, cells, shared, weighed[index])


def _worth_of(state: State, cells: Cells, shared: list[int], option: int) -> int:
    player = shared[SEAT]
    _choose(state, cells, options(state, cells)[option])
    left = shared[STEPS]
    others_moved = 0
    while left > 0 and cells[OVER] == 0 and (others_moved == 0 or cells[CHOOSER] != player):
        if cells[CHOOSER] != player:
            others_moved = 1
        codes = options(state, cells)
        _choose(state, cells, codes[thrown(shared, len(codes))])
        left -= 1
    value = leads_of(state, cells)[player]
    if cells[OVER] == 1 and state.plan.program.winner is not None:
        value += WON if winning(state, cells) >> player & 1 else -WON
    return value


def _choose(state: State, cells: Cells, code: int) -> int:
    """An option by its code; what was made to find it is forgotten. As how many decisions it counts."""
    counts = weight_of_decision()
    if state.memo is None:
        fresh_memory()
    take(state, cells, code)
    return counts


# ---- one iteration


def _iterate(state: State, cells: Cells, shared: list[int]) -> int:
    """Goes down the tree, adds a node to it, plays on at random, and writes down what came of it; as how many
    decisions it counts.
    """
    nodes = row_at(shared[NODES_AT], NODE * shared[ROOM])
    way = row_at(shared[WAY_AT], shared[ROOM])
    node = 0
    depth = 0
    is_new = 0
    made = 1
    while is_new == 0 and cells[OVER] == 0:
        codes = options(state, cells)
        children = zeros(len(codes))
        untried = 0
        for index in range(len(codes)):
            # At the root an option is known by its place: it is the same decision in every guess.
            child = _child(shared, nodes, node, codes[index] if node else index)
            children[index] = child
            if child:
                nodes[child + OFFERS] += 1
            else:
                untried += 1
        if untried:
            is_new = 1
            index = _place_of_untried(children, thrown(shared, untried))
            child = 0
            if shared[COUNT] < shared[ROOM]:
                child = _added(shared, nodes, node, codes[index] if node else index, cells[CHOOSER])
        else:
            index = _most_promising(shared, nodes, children)
            child = children[index]
        if child:
            way[depth] = child
            depth += 1
        node = child
        made += _choose(state, cells, codes[index])
    left = shared[STEPS]
    while left > 0 and cells[OVER] == 0:
        codes = options(state, cells)
        made += _choose(state, cells, codes[thrown(shared, len(codes))])
        left -= 1
    _value(state, cells, shared, nodes, way, depth)
    return made


def _place_of_untried(children: list[int], which: int) -> int:
    left = which
    for index in range(len(children)):
        if children[index] == 0:
            if left == 0:
                return index
            left -= 1
    return 0


def _most_promising(shared: list[int], nodes: list[int], children: list[int]) -> int:
    logarithms = row_at(shared[LOGS_AT], shared[LOGS])
    result = 0
    most = -1.0
    for index in range(len(children)):
        child = children[index]
        # Not every option is there in every guess, so what counts is how often it could have been tried.
        logarithm = as_float(logarithms[max(2, nodes[child + OFFERS])])
        here = _promise(shared, nodes, child) + curiosity(logarithm, nodes[child + VISITS])
        if here > most:
            most = here
            result = index
    return result


def _promise(shared: list[int], nodes: list[int], node: int) -> float:
    ahead = as_float(nodes[node + AHEAD])
    lead = as_float(nodes[node + LEAD])
    return promise(ahead, lead, nodes[node + VISITS], shared[LEAST], shared[MOST])


def _value(
    state: State, cells: Cells, shared: list[int], nodes: list[int], way: list[int], depth: int
) -> None:
    leads = leads_of(state, cells)
    for lead in leads:
        shared[LEAST] = min(shared[LEAST], lead)
        shared[MOST] = max(shared[MOST], lead)
    ahead = 0
    if cells[OVER] == 1 and state.plan.program.winner is not None:
        ahead = winning(state, cells)
    else:
        for player in range(len(leads)):
            if leads[player] >= 0:
                ahead |= 1 << player
    count = ahead.bit_count()
    for index in range(depth):
        node = way[index]
        player = nodes[node + PLAYER]
        nodes[node + VISITS] += 1
        nodes[node + LEAD] = as_bits(as_float(nodes[node + LEAD]) + leads[player])
        if ahead >> player & 1:
            nodes[node + AHEAD] = as_bits(as_float(nodes[node + AHEAD]) + 1 / count)


def leads_of(state: State, cells: Cells) -> list[int]:
    """By how much each player's total is better than the best of the others; 0 where there are no scores."""
    players = state.plan.program.players
    leads = zeros(players)
    if not state.plan.program.scores:
        return leads
    sign = -1 if least_wins(state.plan) else 1
    for player in range(players):
        leads[player] = sign * total(state, cells, player)
    if players == 1:
        return leads
    first = max(leads[0], leads[1])
    second = min(leads[0], leads[1])
    for player in range(2, players):
        if leads[player] > first:
            second = first
            first = leads[player]
        elif leads[player] > second:
            second = leads[player]
    for player in range(players):
        leads[player] -= second if leads[player] == first else first
    return leads


# ---- the tree: a node is the place of the first of its numbers


def _slot(shared: list[int], slots: list[int], nodes: list[int], parent: int, key: int) -> int:
    """Where a node lies, or would."""
    mask = shared[SLOTS] - 1
    mixed = (parent * 31 + key) * -7046029254386353131
    slot = (mixed >> 29) & mask
    while slots[slot] and (nodes[slots[slot] + PARENT] != parent or nodes[slots[slot] + KEY] != key):
        slot = (slot + 1) & mask
    return slot


def _child(shared: list[int], nodes: list[int], parent: int, key: int) -> int:
    """The node of a choice; 0 if it was not tried."""
    slots = row_at(shared[SLOTS_AT], shared[SLOTS])
    return slots[_slot(shared, slots, nodes, parent, key)]


def _added(shared: list[int], nodes: list[int], parent: int, key: int, player: int) -> int:
    slots = row_at(shared[SLOTS_AT], shared[SLOTS])
    node = NODE * shared[COUNT]
    slots[_slot(shared, slots, nodes, parent, key)] = node
    nodes[node + PLAYER] = player
    nodes[node + VISITS] = 0
    nodes[node + OFFERS] = 0
    nodes[node + AHEAD] = 0
    nodes[node + LEAD] = 0
    nodes[node + PARENT] = parent
    nodes[node + KEY] = key
    shared[COUNT] += 1
    return node


# ---- a guess


def _drawn(state: State, cells: Cells, shared: list[int]) -> int:
    """A position that could be the true one; whether one was found."""
    known = row_at(shared[KNOWN_AT], len(cells))
    recipe = row_at(shared[RECIPE_AT], shared[RECIPE_SIZE])
    for _ in range(TRIES):
        forget(state, cells)
        cells[:] = known
        offset = 1
        for _ in range(recipe[0]):
            offset = _exchanged(state, cells, shared, recipe, offset)
        secrets = recipe[offset]
        offset += 1
        for _ in range(secrets):
            addresses = offset + 2 + recipe[offset + 1]
            value = recipe[offset + 2 + thrown(shared, recipe[offset + 1])]
            for index in range(recipe[offset]):
                cells[recipe[addresses + index]] = value
            offset = addresses + recipe[offset]
        cells[DICE] = seeded(thrown_word(shared))
        if state.plan.secrets and cells[SECRET]:
            block = state.plan.secrets[cells[SECRET] - 1]
            if not _decided_again(state, cells, shared, block) or not _fits(state, cells, shared):
                continue
            return 1
        # Where nothing is unknown the same is open.
        if shared[RECIPE_SIZE] == NOTHING_UNKNOWN or _fits(state, cells, shared):
            return 1
    return 0


NOTHING_UNKNOWN = 2
"""As long is a recipe for a position of which everything is known."""


def _exchanged(state: State, cells: Cells, shared: list[int], recipe: list[int], start: int) -> int:
    """The pieces of a group in another order; where in the recipe the next one begins."""
    becomes = row_at(shared[BECOMES_AT], state.plan.layout.piece_count + 1)
    count = recipe[start]
    pieces = start + 1
    offset = pieces + count
    order = zeros(count)
    for index in range(count):
        order[index] = index
    index = count - 1
    while index > 0:
        other = thrown(shared, index + 1)
        which = order[index]
        order[index] = order[other]
        order[other] = which
        index -= 1
    for index in range(count):
        becomes[recipe[pieces + index]] = recipe[pieces + order[index]]
    names = recipe[offset]
    offset += 1
    for index in range(names):
        cell = recipe[offset + 2 * index]
        shift = recipe[offset + 2 * index + 1]
        cells[cell] = becomes[cells[cell] - shift] + shift
    offset += 2 * names
    sets = recipe[offset]
    offset += 1
    for _ in range(sets):
        _renamed(cells, recipe, offset, becomes)
        offset += 2 + recipe[offset]
    arrays = recipe[offset]
    offset += 1
    before = zeros(count)
    for _ in range(arrays):
        for index in range(count):
            before[index] = cells[recipe[offset + index]] if recipe[offset + index] >= 0 else 0
        for index in range(count):
            to = recipe[offset + order[index]]
            if recipe[offset + index] >= 0 and to >= 0:
                cells[to] = before[index]
        offset += count
    for index in range(count):
        becomes[recipe[pieces + index]] = recipe[pieces + index]
    return offset


def _renamed(cells: Cells, recipe: list[int], start: int, becomes: list[int]) -> None:
    """Cells that lie in the order of their pieces."""
    count = recipe[start]
    shift = recipe[start + 1]
    first = start + 2
    now = zeros(count)
    changed = 0
    for index in range(count):
        value = cells[recipe[first + index]]
        now[index] = becomes[value - shift] + shift
        if now[index] != value:
            changed = 1
    if changed:
        now = sorted(now)
        for index in range(count):
            cells[recipe[first + index]] = now[index]


def _decided_again(state: State, cells: Cells, shared: list[int], block: SecretBlock) -> int:
    """The others who decide before the player does decide anew, at random; 0 if it does not come to the
    player's turn.
    """
    drawn = row_at(shared[DRAWN_AT], len(cells))
    drawn[:] = cells
    player = cells[CHOOSER]
    players = state.plan.program.players
    if block.shadow:
        pull(cells, block.shadowed, block.base)
    cells[SECRET] = 0
    cells[SITE] = 0
    cells[ALT] = 0
    cells[STAGE] = 0
    for seat in range(players):
        cells[block.parked + seat] = 0
    deciding = [seat for seat in range(players) if cells[block.mask] >> seat & 1]
    is_over = _run_to(state, cells, begin_block(state, cells, block, deciding), block.second)
    state.take_forced = False
    while is_over == 0 and cells[SITE] != 0 and cells[CHOOSER] != player:
        codes = options(state, cells)
        code = codes[thrown(shared, len(codes))]
        if state.memo is None:
            fresh_memory()
        segment = taken(state, cells, state.plan.sites[cells[SITE] - 1], code)
        is_over = _run_to(state, cells, segment, block.second)
    state.take_forced = True
    if is_over or cells[SITE] == 0:
        return 0
    low = block.parked
    drawn[low : low + player] = cells[low : low + player]
    low = block.kept
    high = low + player * block.frame_size
    drawn[low:high] = cells[low:high]
    if block.shadow:
        low = block.merged
        high = low + block.shadow_size
        drawn[low:high] = cells[low:high]
    cells[:] = drawn
    forget(state, cells)
    return 1


def _run_to(state: State, cells: Cells, segment: int, end: int) -> int:
    """To the next decision; 1 if this segment comes first."""
    steps_begin()
    while segment > 0:
        one_step()
        if segment == end:
            return 1
        segment = state.plan.segments[segment](state, cells)
    return 0


def _fits(state: State, cells: Cells, shared: list[int]) -> int:
    """Whether the same options are open, as far as who decides can tell."""
    codes = options(state, cells)
    if len(codes) != shared[OFFERED]:
        return 0
    offered = row_at(shared[OFFERED_AT], MARK * shared[OFFERED])
    layout = state.plan.layout
    for index in range(len(codes)):
        code = codes[index]
        instance = NO_PLACE
        place = NO_PLACE
        if shared[BY_PIECES] and code >= 0 and is_unseen(state.plan.pieces, cells, code):
            instance = cells[layout.where + code]
            if state.plan.pieces.shape[instance] in ("row", "pile"):
                place = layout.pieces_in(cells, instance).index(code)
            code = UNSEEN
        if offered[MARK * index] != code:
            return 0
        if offered[MARK * index + 1] != instance or offered[MARK * index + 2] != place:
            return 0
    return 1


# ---- known beforehand


def least_wins(plan: object) -> bool:
    """Whether who has least wins."""
    winner = plan.program.winner  # type: ignore[attr-defined]
    return winner is not None and bool(winner.keys) and not winner.keys[0].most
