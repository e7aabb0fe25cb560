"""From one decision to the next, and whole games at random: in the subset, for the machine alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesdsl import program as ir
from rulesdsl.engine.core.codes import DECLINE
from rulesdsl.engine.core.layout import CHOOSER, DICE, OVER, SITE
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.core.sites import Site
from rulesdsl.engine.decisions.quick_choice import chosen, pick
from rulesdsl.engine.decisions.stages import codes_of, go_on
from rulesdsl.engine.dice import MULTIPLIER, scrambled, seeded
from rulesdsl.engine.runtime.setup import START_POINT
from rulesdsl.native.primitives import (
    cells_have_changed,
    fresh_memory,
    kept_for_good,
    memory_used,
    one_step,
    shared_numbers,
    steps_begin,
    thrown,
)

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan
    from rulesdsl.engine.state import State

Cells = list[int]
NOTE = Note()

# What is told to and by whoever calls, by its place.
CHANCE, CHANCE_STEP, GAME, UNDER_WAY, LENGTH, OPTIONS, MOST_OPTIONS = range(7)
GAMES, SIZE, BY_CHOICE, SHEET, WHOLE, MIXED, LEFT = range(7, 14)
HEAD = 14
# What is told of each game, behind all their seeds; then the totals or the sheet, and the cells.
PLAYED, IS_OVER, OFFERED, MOST_OFFERED, WINNING = range(5)
TOLD = 5


def begin(state: State, cells: Cells, seed: int) -> None:
    """A new game, up to its first decision."""
    forget(state, cells)
    laid, mixed = state.plan.start  # type: ignore[misc]
    cells[:] = laid
    cells[DICE] = seeded(seed)
    for instance in mixed:
        state.plan.pieces.shuffle(state, cells, instance, START_POINT, NOTE)
    run(state, cells, state.plan.entries["flow"])


def run(state: State, cells: Cells, segment: int) -> None:
    steps_begin()
    while segment > 0:
        one_step()
        segment = state.plan.segments[segment](state, cells)


def take(state: State, cells: Cells, code: int) -> None:
    """An option by its code, and on to the next decision."""
    run(state, cells, taken(state, cells, state.plan.sites[cells[SITE] - 1], code))


def taken(state: State, cells: Cells, site: Site, code: int) -> int:
    way = state.plan.quick[site.number + 1]
    if way is None or code == DECLINE:
        return go_on(state, cells, site, code, [])
    address, _, bodies = way
    if address or bodies:
        return chosen(state, cells, way, code)
    return pick(state, cells, site, code)


def played(state: State, cells: Cells, site: Site, code: int) -> int:
    """An option taken, and what follows it, called at once where that is known for each option: the next
    segment.
    """
    way = state.plan.quick[site.number + 1]
    if way is None or code == DECLINE:
        return taken(state, cells, site, code)
    address, _, bodies = way
    if not address and not bodies:
        return taken(state, cells, site, code)
    segment = chosen(state, cells, way, code)
    if bodies:
        return state.plan.segments[site.alternatives[code].body](state, cells)
    return state.plan.segments[segment](state, cells)


def options(state: State, cells: Cells) -> list[int]:
    """The codes of the open decision."""
    if state.codes is not None:
        return state.codes
    if cells[SITE] == 0:
        return []
    codes = codes_of(state, cells, state.plan.sites[cells[SITE] - 1])
    state.codes = codes
    return codes


def choose(state: State, cells: Cells, index: int) -> None:
    """The option at a place."""
    codes = options(state, cells)
    code = codes[index]
    if state.memo is None:
        fresh_memory()
    take(state, cells, code)


def weight_of_decision() -> int:
    """As how many decisions the present one counts: one of which the options take much memory takes long."""
    return 1 + (memory_used() >> 11)


def forget(state: State, _cells: Cells) -> None:
    """Other cells are put in: nothing is known of what is open."""
    fresh_memory()
    steps_begin()
    state.codes = None
    state.memo = None
    state.held = 0


def reserve(_state: State, _cells: Cells, count: int) -> int:
    """Room for so many numbers that stays: its address."""
    fresh_memory()
    return kept_for_good(count)


def is_asked(state: State) -> bool:
    """Whether the call has taken long enough; in the next it goes on here. Short games go on to their end."""
    if state.plan.is_short:
        return False
    return shared_numbers()[LEFT] <= 0


def thrown_option(state: State, cells: Cells, count: int) -> int:
    """The place of one of so many options in a game at random; what was made since the last decision is
    forgotten.
    """
    length = shared_numbers()[LENGTH] + 1
    shared_numbers()[LENGTH] = length
    shared_numbers()[OPTIONS] += count
    if count > shared_numbers()[MOST_OPTIONS]:
        shared_numbers()[MOST_OPTIONS] = count
    if shared_numbers()[BY_CHOICE]:
        stream_of_choice(state, cells, length)
    index = thrown(shared_numbers(), count)
    if not state.plan.is_short:
        shared_numbers()[LEFT] -= weight_of_decision()
    if state.memo is None:
        fresh_memory()
    steps_begin()
    return index


def stream_of_choice(_state: State, cells: Cells, number: int) -> None:
    """The choice of this number, of who is to choose, is thrown by a stream of its own."""
    step = shared_numbers()[CHANCE_STEP]
    shared_numbers()[CHANCE] = (
        step + scrambled(scrambled(shared_numbers()[MIXED] + cells[CHOOSER]) + number)
    ) * MULTIPLIER + step


def play(state: State, cells: Cells, most: int) -> int:
    """Whole games at random, one for each seed that is told, for about so many decisions, fewer where those
    take much memory; what came of them stands behind the seeds. How many are still to come.

    All choices of a game are thrown by one stream, or with BY_CHOICE each by a stream of its own, as bots do.
    """
    shared = shared_numbers()
    shared[LEFT] = most
    game = shared[GAME]
    size = shared[SIZE]
    step = shared[CHANCE_STEP]
    while game < shared[GAMES]:
        seed = shared[HEAD + game]
        place = HEAD + shared[GAMES] + game * size
        if shared[UNDER_WAY] == 0:
            shared[CHANCE] = (step + seed) * MULTIPLIER + step
            shared[MIXED] = scrambled(seed)
            shared[UNDER_WAY] = 1
            shared[LENGTH] = 0
            shared[OPTIONS] = 0
            shared[MOST_OPTIONS] = 0
            begin(state, cells, seed)
        while cells[SITE] != 0 and shared[LEFT] > 0:
            codes = options(state, cells)
            code = codes[thrown_option(state, cells, len(codes))]
            # `take`, written out: most of the calls between two decisions are gone.
            segment = played(state, cells, state.plan.sites[cells[SITE] - 1], code)
            while segment > 0:
                one_step()
                segment = state.plan.segments[segment](state, cells)
        if cells[SITE] != 0:
            return shared[GAMES] - game
        shared[place + PLAYED] = shared[LENGTH]
        shared[place + IS_OVER] = cells[OVER]
        shared[place + OFFERED] = shared[OPTIONS]
        shared[place + MOST_OFFERED] = shared[MOST_OPTIONS]
        cells_have_changed()
        shared[place + WINNING] = _winning(state, cells)
        _tell(state, cells, shared, place + TOLD)
        shared[UNDER_WAY] = 0
        game += 1
        shared[GAME] = game
        shared[LEFT] -= 1 + (shared[LENGTH] if state.plan.is_short else 0)
        if shared[LEFT] <= 0:
            return shared[GAMES] - game
    return 0


def _tell(state: State, cells: Cells, shared: list[int], to: int) -> None:
    """What came of a game besides, from this place on."""
    place = to
    players = range(state.plan.program.players)
    if shared[SHEET]:
        for row in state.plan.program.scores:
            if is_number(state.plan, row):
                for player in players:
                    shared[place] = int(state.plan.function(row.now)(cells, player))
                    place += 1
            elif row.each is not None:
                address = state.plan.layout.scores[row.name].address
                size = numbers_of(state.plan, row)
                shared[place : place + size] = cells[address : address + size]
                place += size
    else:
        for player in players:
            shared[place] = _total(state, cells, player)
            place += 1
    if shared[WHOLE]:
        shared[place : place + len(cells)] = cells


def is_number(plan: Plan, row: ir.Score) -> bool:
    """Whether what a row of the sheet says of a player is one number, and known from the position."""
    several = (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)
    return row.each is None and not isinstance(plan.program.formulas[row.now].body.type, several)


def numbers_of(plan: Plan, row: ir.Score) -> int:
    """How many are told of a row of the sheet: one a player, or what is written down and how often."""
    players = plan.program.players
    if row.each is not None:
        return 1 + players * plan.layout.scores[row.name].columns
    return players if is_number(plan, row) else 0


# ---- at the end


def winning(state: State, cells: Cells) -> int:
    """Who has won, or would now, as bits."""
    cells_have_changed()
    return _winning(state, cells)


def total(state: State, cells: Cells, player: int) -> int:
    """All rows of the score sheet that count, together."""
    cells_have_changed()
    return _total(state, cells, player)


def _winning(state: State, cells: Cells) -> int:
    given = state.plan.program.winner
    if given is None:
        return 0
    if given.lost is not None and state.plan.function(given.lost)(cells):
        return 0
    if given.team is None:
        left = (1 << state.plan.program.players) - 1
        for key in given.keys:
            if left & (left - 1):
                left = _best_of(state.plan.function(key.formula), cells, left, most=key.most)
        return left
    players = range(state.plan.program.players)
    side_of = [int(state.plan.function(given.team)(cells, player)) for player in players]
    sides = []
    for side in side_of:
        if side != ir.NONE and side not in sides:
            sides.append(side)
    for key in given.keys:
        if len(sides) > 1:
            sides = _best(state.plan.function(key.formula), cells, sides, side_of, most=key.most)
    mask = 0
    for player in players:
        if side_of[player] in sides:
            mask |= 1 << player
    return mask


def _best_of(ask: Callable[..., Any], cells: Cells, left: int, *, most: bool) -> int:
    """Of the players that are left, as bits, those that have the most, or the least."""
    best = ask(cells, 0)
    chosen = left & 1
    player = 1
    while left >> player:
        if left >> player & 1:
            result = ask(cells, player)
            if chosen == 0 or ((result > best) if most else (result < best)):
                best = result
                chosen = 1 << player
            elif result == best:
                chosen |= 1 << player
        player += 1
    return chosen


def _best(
    ask: Callable[..., Any], cells: Cells, sides: list[int], side_of: list[int], *, most: bool
) -> list[int]:
    """The sides that have the most, or the least: the sum of their members' numbers, or the best of lists."""
    results = []
    for side in sides:
        first = 1
        joint = ask(cells, 0)
        for player in range(len(side_of)):
            if side_of[player] == side:
                result = ask(cells, player)
                if first:
                    joint = result
                    first = 0
                elif isinstance(result, list):
                    if (result > joint) if most else (result < joint):
                        joint = result
                else:
                    joint = joint + result
        results.append(joint)
    goal = max(results) if most else min(results)
    return [side for side, result in zip(sides, results, strict=True) if result == goal]


def _total(state: State, cells: Cells, player: int) -> int:
    points = 0
    for row in state.plan.program.scores:
        if row.counted:
            if row.each is not None:
                place = state.plan.layout.scores[row.name]
                written = min(cells[place.address], place.columns)
                start = place.address + 1 + player * place.columns
                points += sum(cells[start : start + written])
            else:
                points += int(state.plan.function(row.now)(cells, player))
    return points


STILL = {_winning, _total, _tell}
"""While these are at work no cell changes: what is asked again need not be worked out again."""

SELDOM = {stream_of_choice}
"""Mostly not called, so that those who call it stay short."""
