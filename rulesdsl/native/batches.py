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
    from rulesdsl.native.observed import Places

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
# Who may see a state, as far as that is told by who has it.
VIEWERS = ("all", "owner", "others", "nobody")


@frozen
class Stage:
    """One stage of a choice: what its numbers are. `kind`: of what kind."""

    kind: int
    shift: int
    """What is added to a value; where in `numbers` those of things to do, pieces and whole moves begin."""
    none: int = -1
    """The number of none."""
    unseen: int = -1
    """Where the numbers of unseen pieces begin in `numbers`, by zone; -1: there are none."""
    alone: bool = True
    """No two pieces are alike."""
    title: int = -1
    """The number of what is done, where it was chosen."""
    is_set: bool = False
    address: int = 0
    """Where the choice is written."""
    size: int = 0
    """Of a parameter of whole moves how many things it can be; the numbers of these begin at 0."""


@frozen(eq=False)
class Encoding:
    """What numbers stand for."""

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
    stages: tuple[Stage, ...]
    numbers: tuple[int, ...]
    size: int
    """How many numbers a player sees."""
    seen: Places | None
    """Where they stand; None: what players see is left to Python."""


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
        numbers = row_at(shared[ALL_SEEN] + 8 * encoding.size * game, encoding.size)
        no_bytes(shared[ALL_SEEN] + 8 * encoding.size * game, 8 * encoding.size)
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
    if encoding.stages[stage].kind == MOVES:
        return _numbers_of_moves(state, cells, encoding, stage, codes)
    numbers = []
    for code in codes:
        if code == DECLINE:
            numbers.append(encoding.declining)
        elif code == DONE:
            numbers.append(encoding.enough)
        else:
            numbers.append(number_of(state, cells, encoding, stage, code))
    if encoding.stages[stage].kind == PIECES and not encoding.stages[stage].alone:
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
                    if encoding.stages[here].kind == PIECES and not encoding.stages[here].alone:
                        digit += _twins_before(state, cells, encoding, here, codes, parts, index)
                    number = number * encoding.stages[here].size + digit
                numbers.append(encoding.numbers[encoding.stages[stage].shift + parts[0]] + number)
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
        return encoding.stages[stage].none
    kind = encoding.stages[stage].kind
    if kind == VALUES:
        return value + encoding.stages[stage].shift
    if kind == PIECES and encoding.stages[stage].unseen >= 0:
        if value < 0:
            return encoding.numbers[encoding.stages[stage].unseen + (UNSEEN - value)]
        if is_unseen(state.plan.pieces, cells, value):
            instance = cells[state.plan.layout.where + value]
            first = encoding.numbers[encoding.stages[stage].unseen + instance]
            if first >= 0:
                return first + place_in(state, cells, instance, value)
    return encoding.numbers[encoding.stages[stage].shift + value]


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


def _see(
    state: State, cells: Cells, encoding: Encoding, seen: Places, numbers: list[int], player: int
) -> None:
    numbers[seen.you + player] = ratio(1, 1)
    numbers[seen.decides + player] = ratio(1, 1)
    numbers[seen.points[cells[SITE]]] = ratio(1, 1)
    if cells[ALT] >= 0:
        numbers[seen.stages + cells[STAGE]] = ratio(1, 1)
        _see_chosen(state, cells, encoding, seen, numbers)
    for address, place in seen.phases:
        if cells[address] != ir.NONE:
            numbers[place] = squashed(cells[address], 10)
    for index in range(len(seen.zones)):
        _see_zone(state, cells, seen, numbers, player, index)
    for index in range(len(seen.states)):
        if _may_see(state, cells, seen, player, index):
            if seen.states[index].seen >= 0:
                numbers[seen.states[index].seen] = ratio(1, 1)
            _see_state(state, cells, seen, numbers, player, index)
    for address, columns, first in seen.scores:
        written = min(cells[address], columns)
        for each in range(state.plan.program.players):
            for column in range(written):
                value = cells[address + 1 + each * columns + column]
                numbers[first + each * columns + column] = squashed(value, 100)


def _see_chosen(state: State, cells: Cells, encoding: Encoding, seen: Places, numbers: list[int]) -> None:
    first = encoding.alternatives[encoding.choosing[cells[SITE]] + cells[ALT]]
    if encoding.stages[first].title >= 0:
        numbers[seen.chosen + encoding.stages[first].title] = ratio(1, 1)
    for stage in range(first, first + cells[STAGE] + 1):
        address = encoding.stages[stage].address
        if encoding.stages[stage].is_set:
            for index in range(cells[address]):
                number = number_of(state, cells, encoding, stage, cells[address + 1 + index])
                for before in range(index):
                    if number == number_of(state, cells, encoding, stage, cells[address + 1 + before]):
                        number += 1
                numbers[seen.chosen + number] = ratio(1, 1)
        elif stage < first + cells[STAGE]:
            number = number_of(state, cells, encoding, stage, cells[address])
            numbers[seen.chosen + number] = ratio(1, 1)


def _see_zone(state: State, cells: Cells, seen: Places, numbers: list[int], player: int, index: int) -> None:
    layout = state.plan.layout
    pieces = layout.pieces_in(cells, index)
    if not pieces:
        return
    zone = seen.zones[index]
    numbers[zone.first] = ratio(len(pieces), zone.room)
    place = 0
    for piece in pieces:
        place += 1
        lies_down = 0
        if layout.tracked[piece]:
            lies_down = cells[layout.face + piece]
            if not cells[layout.known + piece] >> player & 1:
                if lies_down and zone.down:
                    numbers[zone.down] = added(numbers[zone.down], zone.room)
                continue
        kind = state.plan.pieces.alike_class[piece]
        to = zone.pieces + zone.begins[kind]
        if zone.ordered:
            # Copies stand one behind the other, and no place is 0.
            while numbers[to] != 0:
                to += 1
            numbers[to] = ratio(-place if lies_down else place, zone.room)
        else:
            numbers[to] = added(numbers[to], zone.copies[kind])
            if lies_down and zone.lying:
                lying = zone.lying + zone.begins[kind]
                numbers[lying] = added(numbers[lying], zone.copies[kind])


def _knows(state: State, cells: Cells, player: int, piece: int) -> int:
    layout = state.plan.layout
    if layout.tracked[piece]:
        return cells[layout.known + piece] >> player & 1
    return 1


def _may_see(state: State, cells: Cells, seen: Places, player: int, index: int) -> int:
    there = seen.states[index]
    if there.viewer.word == "nobody":
        return 0
    if there.viewer.word == "owner" and there.form.owner != player:
        return 0
    if there.viewer.word == "others" and there.form.owner == player:
        return 0
    for piece in there.named:
        if not _knows(state, cells, player, piece):
            return 0
    return 1


def _see_state(state: State, cells: Cells, seen: Places, numbers: list[int], player: int, index: int) -> None:
    there = seen.states[index]
    form = there.numbers
    value = cells[there.address]
    if form.kind == SOME_OF:
        for member in range(there.size):
            numbers[form.first + member] = ratio(cells[there.address + member], 1)
    elif form.kind == SOME_PIECES:
        for member in range(there.size):
            if cells[there.address + member]:
                piece = form.low + member
                if _knows(state, cells, player, piece):
                    of = state.plan.pieces.alike_class[piece]
                    to = form.places[of]
                    numbers[to] = added(numbers[to], form.copies[of])
                else:
                    numbers[form.unknown] = added(numbers[form.unknown], there.size)
    elif value == ir.NONE:
        numbers[form.none] = ratio(1, 1)
    elif form.kind == NUMBER:
        if form.span > 0:
            numbers[form.first] = ratio(value - form.low, form.span)
        else:
            numbers[form.first] = ratio(1, 1)
    elif form.kind == FLAG:
        numbers[form.first] = ratio(value, 1)
    elif form.kind == PIECE:
        if _knows(state, cells, player, value):
            numbers[form.places[state.plan.pieces.alike_class[value]]] = ratio(1, 1)
        else:
            numbers[form.unknown] = ratio(1, 1)
    else:
        numbers[form.first + value - form.low] = ratio(1, 1)


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
