"""Many games side by side: each is taken in, moved on by the number of an action, and put back.

In the subset, for the machine alone. What the numbers of actions and observations stand for is known
beforehand and lies in tables (`Encoding`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.codes import DECLINE, DONE, UNSEEN
from rulesdsl.engine.core.layout import ALT, CHOOSER, SITE, STAGE
from rulesdsl.engine.pieces.unseen import is_unseen
from rulesdsl.native.loops import begin, forget, options, take, total, winning
from rulesdsl.native.primitives import (
    as_bits,
    as_float,
    fresh_memory,
    no_bytes,
    put_byte,
    row_at,
)

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

Cells = list[int]

# What is told to and by whoever calls, by its place: which games, and where what belongs to them lies.
GAME, GAMES, AGAIN, ALL_CELLS, ALL_ABOUT, ALL_OPEN, ALL_SEEN = range(7)
ORDER = 7
# What is told of each game; then the totals of the last one that ended.
ASKED, PLAYER, ENDED, SEED, LENGTH, WON = range(6)
ABOUT = 6
TO_BEGIN = -2
"""Asked for in place of an action: a new game. -1: nothing."""

# Of what kind the numbers of a stage are.
THINGS, VALUES, PIECES, MOVES = range(4)
# Of what kind a state is.
NUMBER, FLAG, ONE_OF, PIECE, SOME_OF, SOME_PIECES = range(6)
# Who sees it.
ALL, OWNER, OTHERS, NOBODY = range(4)


@frozen(eq=False)
class Encoding:
    """What numbers stand for. Lists side by side have one entry for each stage, zone or state."""

    actions: int
    """How many there are."""
    declining: int
    enough: int
    """Their numbers; -1: there is no such action."""
    doing: tuple[int, ...]
    """By the number of a site the stage at which it is chosen what to do."""
    choosing: tuple[int, ...]
    """By the number of a site where in `alternatives` its own begin."""
    alternatives: tuple[int, ...]
    """The first stage of each alternative."""
    kinds: tuple[int, ...]
    shifts: tuple[int, ...]
    """What is added to a value; where in `numbers` those of things to do, pieces and whole moves begin."""
    none: tuple[int, ...]
    """The number of none."""
    unseen: tuple[int, ...]
    """Where the numbers of unseen pieces begin in `numbers`, by zone; -1: there are none."""
    alone: tuple[int, ...]
    """1: no two pieces are alike."""
    titles: tuple[int, ...]
    """The number of what is done, where it was chosen; -1 elsewhere."""
    sets: tuple[int, ...]
    """1: a set is chosen."""
    addresses: tuple[int, ...]
    """Where the choice is written."""
    sizes: tuple[int, ...]
    """Of a parameter of whole moves how many things it can be; the numbers of these begin at 0."""
    numbers: tuple[int, ...]
    seen: Seen | None
    """None: what players see is left to Python."""


@frozen(eq=False)
class Seen:
    """Where in an observation what stands."""

    size: int
    you: int
    decides: int
    points: tuple[int, ...]
    """By the number of a site where it is told that this is asked."""
    chosen: int
    stages: int
    phases: tuple[int, ...]
    phases_at: tuple[int, ...]
    zone_first: tuple[int, ...]
    zone_room: tuple[int, ...]
    zone_ordered: tuple[int, ...]
    zone_down: tuple[int, ...]
    zone_pieces: tuple[int, ...]
    zone_lying: tuple[int, ...]
    zone_begins: tuple[int, ...]
    """Where in `begins` and `copies` those of its classes of pieces are."""
    state_kind: tuple[int, ...]
    state_address: tuple[int, ...]
    state_size: tuple[int, ...]
    state_seen: tuple[int, ...]
    state_viewer: tuple[int, ...]
    state_owner: tuple[int, ...]
    state_named: tuple[int, ...]
    """Where in `named` the number of pieces is that it is of, and those behind it."""
    state_none: tuple[int, ...]
    state_low: tuple[int, ...]
    state_span: tuple[int, ...]
    state_first: tuple[int, ...]
    state_unknown: tuple[int, ...]
    state_places: tuple[int, ...]
    """Where in `begins` and `copies` those of its classes are."""
    named: tuple[int, ...]
    scores: tuple[int, ...]
    score_columns: tuple[int, ...]
    score_first: tuple[int, ...]
    begins: tuple[int, ...]
    copies: tuple[int, ...]


def batch(state: State, cells: Cells, encoding: Encoding, shared: list[int], most: int) -> int:
    """The next games, about so many; how many are still to come."""
    size = len(cells)
    players = state.plan.program.players
    left = most
    while shared[GAME] < shared[GAMES] and left > 0:
        game = shared[GAME]
        about = row_at(shared[ALL_ABOUT] + 8 * (ABOUT + players) * game, ABOUT + players)
        if about[ASKED] != -1:
            here = row_at(shared[ALL_CELLS] + 8 * size * game, size)
            about[ENDED] = 0
            if about[ASKED] == TO_BEGIN:
                begin(state, cells, about[SEED])
                about[LENGTH] = 0
            else:
                cells[:] = here
                state.held = 0
                _act(state, cells, encoding, about[ASKED])
                about[LENGTH] += 1
                if cells[SITE] == 0:
                    _end(state, cells, about)
                    if shared[AGAIN]:
                        about[SEED] += shared[GAMES]
                        about[LENGTH] = 0
                        begin(state, cells, about[SEED])
            here[:] = cells
            about[PLAYER] = cells[CHOOSER] if cells[SITE] != 0 else -1
            _show(state, cells, encoding, shared, game)
        left -= 1
        shared[GAME] = game + 1
    return shared[GAMES] - shared[GAME]


def look(state: State, cells: Cells, encoding: Encoding, shared: list[int]) -> None:
    """What is open and seen in one game, whose cells were put in."""
    size = len(cells)
    players = state.plan.program.players
    game = shared[GAME]
    about = row_at(shared[ALL_ABOUT] + 8 * (ABOUT + players) * game, ABOUT + players)
    here = row_at(shared[ALL_CELLS] + 8 * size * game, size)
    cells[:] = here
    about[PLAYER] = cells[CHOOSER] if cells[SITE] != 0 else -1
    forget(state, cells)
    _show(state, cells, encoding, shared, game)


def _end(state: State, cells: Cells, about: list[int]) -> None:
    about[ENDED] = 1
    about[WON] = winning(state, cells)
    for player in range(state.plan.program.players):
        about[ABOUT + player] = total(state, cells, player)


def _act(state: State, cells: Cells, encoding: Encoding, action: int) -> None:
    fresh_memory()
    state.codes = None
    state.memo = None
    codes = options(state, cells)
    numbers = numbers_of(state, cells, encoding, codes)
    code = codes[numbers.index(action)]
    if state.memo is None:
        fresh_memory()
    take(state, cells, code)


def _show(state: State, cells: Cells, encoding: Encoding, shared: list[int], game: int) -> None:
    mask = shared[ALL_OPEN] + encoding.actions * game
    no_bytes(mask, encoding.actions)
    if cells[SITE] != 0:
        for number in numbers_of(state, cells, encoding, options(state, cells)):
            put_byte(mask + number)
    if encoding.seen is not None:
        numbers = row_at(shared[ALL_SEEN] + 8 * encoding.seen.size * game, encoding.seen.size)
        no_bytes(shared[ALL_SEEN] + 8 * encoding.seen.size * game, 8 * encoding.seen.size)
        if cells[SITE] != 0:
            _see(state, cells, encoding, encoding.seen, numbers, cells[CHOOSER])


# ---- the numbers of actions


def stage_of(cells: Cells, encoding: Encoding) -> int:
    site = cells[SITE]
    if cells[ALT] < 0:
        return encoding.doing[site]
    return encoding.alternatives[encoding.choosing[site] + cells[ALT]] + cells[STAGE]


def numbers_of(state: State, cells: Cells, encoding: Encoding, codes: list[int]) -> list[int]:
    """The number of each option, in their order."""
    stage = stage_of(cells, encoding)
    if encoding.kinds[stage] == MOVES:
        return _numbers_of_moves(state, cells, encoding, stage, codes)
    numbers = []
    for code in codes:
        if code == DECLINE:
            numbers.append(encoding.declining)
        elif code == DONE:
            numbers.append(encoding.enough)
        else:
            numbers.append(number_of(state, cells, encoding, stage, code))
    if encoding.kinds[stage] == PIECES and encoding.alone[stage] == 0:
        _told_apart(state, cells, numbers, codes)
    return numbers


def _numbers_of_moves(
    state: State, cells: Cells, encoding: Encoding, stage: int, codes: list[int]
) -> list[int]:
    numbers: list[int] = []
    site = state.plan.sites[cells[SITE] - 1]
    if site.parts is not None:
        for code in codes:
            if code == DECLINE:
                numbers.append(encoding.declining)
            else:
                parts = site.parts(code)
                first = encoding.alternatives[encoding.choosing[cells[SITE]] + parts[0]]
                number = 0
                for index in range(1, len(parts)):
                    here = first + index - 1
                    digit = number_of(state, cells, encoding, here, parts[index])
                    if encoding.kinds[here] == PIECES and encoding.alone[here] == 0:
                        digit += _twins_before(state, cells, encoding, here, codes, parts, index)
                    number = number * encoding.sizes[here] + digit
                numbers.append(encoding.numbers[encoding.shifts[stage] + parts[0]] + number)
    return numbers


def _twins_before(
    state: State, cells: Cells, encoding: Encoding, stage: int, codes: list[int], taken: list[int], index: int
) -> int:
    """How many pieces alike to one in a whole move, that could be in its place, lie before it."""
    there: list[int] = []
    numbers: list[int] = []
    site = state.plan.sites[cells[SITE] - 1]
    if site.parts is not None:
        for code in codes:
            if code != DECLINE:
                parts = site.parts(code)
                if parts[0] == taken[0] and parts[index] not in there:
                    there.append(parts[index])
                    numbers.append(number_of(state, cells, encoding, stage, parts[index]))
    first = number_of(state, cells, encoding, stage, taken[index])
    _told_apart(state, cells, numbers, there)
    return numbers[there.index(taken[index])] - first


def number_of(state: State, cells: Cells, encoding: Encoding, stage: int, value: int) -> int:
    """Of a value; of alike pieces the number of the first."""
    if value == ir.NONE:
        return encoding.none[stage]
    kind = encoding.kinds[stage]
    if kind == VALUES:
        return value + encoding.shifts[stage]
    if kind == PIECES and encoding.unseen[stage] >= 0:
        if value < 0:
            return encoding.numbers[encoding.unseen[stage] + (UNSEEN - value)]
        if is_unseen(state.plan.pieces, cells, value):
            instance = cells[state.plan.layout.where + value]
            first = encoding.numbers[encoding.unseen[stage] + instance]
            if first >= 0:
                return first + place_in(state, cells, instance, value)
    return encoding.numbers[encoding.shifts[stage] + value]


def place_in(state: State, cells: Cells, instance: int, piece: int) -> int:
    """The place in a row or a pile; elsewhere there is only one."""
    if state.plan.pieces.shape[instance] in ("row", "pile"):
        return state.plan.layout.pieces_in(cells, instance).index(piece)
    return 0


def _told_apart(state: State, cells: Cells, numbers: list[int], codes: list[int]) -> None:
    """Alike pieces have numbers one behind the other, by where they lie."""
    firsts = numbers[:]
    where = state.plan.layout.where
    for index in range(len(codes)):
        piece = codes[index]
        if piece >= 0:
            instance = cells[where + piece]
            for other in range(len(codes)):
                twin = codes[other]
                if other != index and twin >= 0 and firsts[other] == firsts[index]:
                    there = cells[where + twin]
                    if there < instance:
                        numbers[index] += 1
                    elif there == instance:
                        mine = 0
                        its = 0
                        if instance >= 0:
                            mine = place_in(state, cells, instance, piece)
                            its = place_in(state, cells, instance, twin)
                        if its < mine or (its == mine and other < index):
                            numbers[index] += 1


# ---- what a player sees, as the bits of floating-point numbers


def _see(state: State, cells: Cells, encoding: Encoding, seen: Seen, numbers: list[int], player: int) -> None:
    numbers[seen.you + player] = ratio(1, 1)
    numbers[seen.decides + player] = ratio(1, 1)
    numbers[seen.points[cells[SITE]]] = ratio(1, 1)
    if cells[ALT] >= 0:
        numbers[seen.stages + cells[STAGE]] = ratio(1, 1)
        _see_chosen(state, cells, encoding, seen, numbers)
    for index in range(len(seen.phases)):
        if cells[seen.phases[index]] != ir.NONE:
            numbers[seen.phases_at[index]] = squashed(cells[seen.phases[index]], 10)
    for index in range(len(seen.zone_first)):
        _see_zone(state, cells, seen, numbers, player, index)
    for index in range(len(seen.state_kind)):
        if _may_see(state, cells, seen, player, index):
            if seen.state_seen[index] >= 0:
                numbers[seen.state_seen[index]] = ratio(1, 1)
            _see_state(state, cells, seen, numbers, player, index)
    for index in range(len(seen.scores)):
        columns = seen.score_columns[index]
        written = min(cells[seen.scores[index]], columns)
        for each in range(state.plan.program.players):
            for column in range(written):
                value = cells[seen.scores[index] + 1 + each * columns + column]
                numbers[seen.score_first[index] + each * columns + column] = squashed(value, 100)


def _see_chosen(state: State, cells: Cells, encoding: Encoding, seen: Seen, numbers: list[int]) -> None:
    first = encoding.alternatives[encoding.choosing[cells[SITE]] + cells[ALT]]
    if encoding.titles[first] >= 0:
        numbers[seen.chosen + encoding.titles[first]] = ratio(1, 1)
    for stage in range(first, first + cells[STAGE] + 1):
        address = encoding.addresses[stage]
        if encoding.sets[stage]:
            for index in range(cells[address]):
                number = number_of(state, cells, encoding, stage, cells[address + 1 + index])
                for before in range(index):
                    if number == number_of(state, cells, encoding, stage, cells[address + 1 + before]):
                        number += 1
                numbers[seen.chosen + number] = ratio(1, 1)
        elif stage < first + cells[STAGE]:
            number = number_of(state, cells, encoding, stage, cells[address])
            numbers[seen.chosen + number] = ratio(1, 1)


def _see_zone(state: State, cells: Cells, seen: Seen, numbers: list[int], player: int, index: int) -> None:
    layout = state.plan.layout
    pieces = layout.pieces_in(cells, index)
    if not pieces:
        return
    room = seen.zone_room[index]
    numbers[seen.zone_first[index]] = ratio(len(pieces), room)
    place = 0
    for piece in pieces:
        place += 1
        lies_down = 0
        if layout.tracked[piece]:
            lies_down = cells[layout.face + piece]
            if not cells[layout.known + piece] >> player & 1:
                if lies_down and seen.zone_down[index]:
                    numbers[seen.zone_down[index]] = added(numbers[seen.zone_down[index]], room)
                continue
        kind = seen.zone_begins[index] + state.plan.pieces.alike_class[piece]
        to = seen.zone_pieces[index] + seen.begins[kind]
        if seen.zone_ordered[index]:
            # Copies stand one behind the other, and no place is 0.
            while numbers[to] != 0:
                to += 1
            numbers[to] = ratio(-place if lies_down else place, room)
        else:
            numbers[to] = added(numbers[to], seen.copies[kind])
            if lies_down and seen.zone_lying[index]:
                lying = seen.zone_lying[index] + seen.begins[kind]
                numbers[lying] = added(numbers[lying], seen.copies[kind])


def _knows(state: State, cells: Cells, player: int, piece: int) -> int:
    layout = state.plan.layout
    if layout.tracked[piece]:
        return cells[layout.known + piece] >> player & 1
    return 1


def _may_see(state: State, cells: Cells, seen: Seen, player: int, state_index: int) -> int:
    viewer = seen.state_viewer[state_index]
    if viewer == NOBODY:
        return 0
    if viewer == OWNER and seen.state_owner[state_index] != player:
        return 0
    if viewer == OTHERS and seen.state_owner[state_index] == player:
        return 0
    named = seen.state_named[state_index]
    for index in range(seen.named[named]):
        if not _knows(state, cells, player, seen.named[named + 1 + index]):
            return 0
    return 1


def _see_state(
    state: State, cells: Cells, seen: Seen, numbers: list[int], player: int, state_index: int
) -> None:
    kind = seen.state_kind[state_index]
    address = seen.state_address[state_index]
    first = seen.state_first[state_index]
    value = cells[address]
    if kind == SOME_OF:
        for index in range(seen.state_size[state_index]):
            numbers[first + index] = ratio(cells[address + index], 1)
    elif kind == SOME_PIECES:
        for index in range(seen.state_size[state_index]):
            if cells[address + index]:
                piece = seen.state_low[state_index] + index
                if _knows(state, cells, player, piece):
                    of = seen.state_places[state_index] + state.plan.pieces.alike_class[piece]
                    to = seen.begins[of]
                    numbers[to] = added(numbers[to], seen.copies[of])
                else:
                    unknown = seen.state_unknown[state_index]
                    numbers[unknown] = added(numbers[unknown], seen.state_size[state_index])
    elif value == ir.NONE:
        numbers[seen.state_none[state_index]] = ratio(1, 1)
    elif kind == NUMBER:
        if seen.state_span[state_index] > 0:
            numbers[first] = ratio(value - seen.state_low[state_index], seen.state_span[state_index])
        else:
            numbers[first] = ratio(1, 1)
    elif kind == FLAG:
        numbers[first] = ratio(value, 1)
    elif kind == PIECE:
        if _knows(state, cells, player, value):
            of = seen.state_places[state_index] + state.plan.pieces.alike_class[value]
            numbers[seen.begins[of]] = ratio(1, 1)
        else:
            numbers[seen.state_unknown[state_index]] = ratio(1, 1)
    else:
        numbers[first + value - seen.state_low[state_index]] = ratio(1, 1)


def ratio(part: int, other: int) -> int:
    return _at_most_1(part / other)


def squashed(number: int, scale: int) -> int:
    """A number without bounds between -1 and 1."""
    return _at_most_1(number / (abs(number) + scale))


def added(share: int, count: int) -> int:
    """One part more of so many, and 1 at most."""
    return _at_most_1(as_float(share) + 1 / count)


def _at_most_1(number: float) -> int:
    return as_bits(1.0) if number > 1.0 else as_bits(number)
