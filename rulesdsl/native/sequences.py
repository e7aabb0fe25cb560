"""Sequences of decisions counted, from one position on: in the subset, for the machine alone.

A stack has a frame for each decision, or part of one, on the way; what was counted for a position is kept in
a table, by 128 bits of its cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.engine.core.layout import ALT, OVER, SITE, STAGE
from rulesdsl.engine.core.sites import Site, SomeSite
from rulesdsl.native.loops import forget, options, take
from rulesdsl.native.primitives import no_bytes, row_at

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

Cells = list[int]

# What is told to and by whoever calls, by its place: how many frames there are and where; where codes lie and
# how many; the table; what was counted, and after how many of these the game is over.
FRAMES, FRAMES_AT, ROOM, CODES_AT, CODES, CODES_ROOM, SLOTS_AT, SLOTS, SEQUENCES, ENDED = range(10)
TOLD_OF_SEQUENCES = 10
# A frame: how many decisions are still to be made; the codes, how many, and the next; what was counted; by
# what the position is known. Then its cells.
DEPTH, FIRST, COUNT, NEXT, COUNTED, OVER_AFTER, ONE_HALF, OTHER_HALF = range(8)
FRAME = 8
# A slot of the table: the position with the depth, and what was counted. The newest is kept.
KEPT = 5


def count(state: State, cells: Cells, told: list[int], most: int) -> int:
    """Goes on for so many decisions; how many frames are left."""
    left = most
    size = FRAME + len(cells)
    state.take_forced = False
    while told[FRAMES] > 0 and left > 0:
        frame = row_at(told[FRAMES_AT] + 8 * size * (told[FRAMES] - 1), size)
        if frame[NEXT] == frame[COUNT]:
            _close(told, frame)
        else:
            left -= 1
            _take_next(state, cells, told, frame)
    state.take_forced = True
    return told[FRAMES]


def clear_table(_state: State, _cells: Cells, told: list[int]) -> None:
    no_bytes(told[SLOTS_AT], 8 * KEPT * told[SLOTS])


def count_from(state: State, cells: Cells, told: list[int], depth: int) -> None:
    """Begins at the cells as they are."""
    told[FRAMES] = 0
    told[CODES] = 0
    told[SEQUENCES] = 0
    told[ENDED] = 0
    forget(state, cells)
    state.take_forced = False
    _add(state, cells, told, depth)
    state.take_forced = True


def _take_next(state: State, cells: Cells, told: list[int], frame: list[int]) -> None:
    code = row_at(told[CODES_AT], told[CODES_ROOM])[frame[FIRST] + frame[NEXT]]
    frame[NEXT] += 1
    cells[:] = frame[FRAME:]
    forget(state, cells)
    take(state, cells, code)
    # A part of a decision brings us no deeper, the last part does.
    is_part = cells[SITE] != 0 and in_the_middle(cells, state.plan.sites[cells[SITE] - 1])
    _add(state, cells, told, frame[DEPTH] if is_part else frame[DEPTH] - 1)


def _add(state: State, cells: Cells, told: list[int], depth: int) -> None:
    """Counts what comes after the position, or puts it on the stack."""
    if depth == 0:
        _counted(told, 1, cells[OVER])
    elif cells[OVER] == 0 and cells[SITE] != 0:
        first = _mixed(cells, depth, -7046029254386353131)
        other = _mixed(cells, depth, -4417276706812531889)
        kept = _kept(told, first)
        if kept[0] == first and kept[1] == other and kept[2] == depth:
            _counted(told, kept[3], kept[4])
        else:
            _push(state, cells, told, depth, first, other)


def _counted(told: list[int], sequences: int, ended: int) -> None:
    told[SEQUENCES] += sequences
    told[ENDED] += ended


def _push(state: State, cells: Cells, told: list[int], depth: int, first: int, other: int) -> None:
    size = FRAME + len(cells)
    if told[FRAMES] == told[ROOM]:
        raise IndexError(told[ROOM])
    frame = row_at(told[FRAMES_AT] + 8 * size * told[FRAMES], size)
    codes = options(state, cells)
    room = row_at(told[CODES_AT], told[CODES_ROOM])
    for index in range(len(codes)):
        room[told[CODES] + index] = codes[index]
    frame[DEPTH] = depth
    frame[FIRST] = told[CODES]
    frame[COUNT] = len(codes)
    frame[NEXT] = 0
    # What was counted before is taken off again.
    frame[COUNTED] = told[SEQUENCES]
    frame[OVER_AFTER] = told[ENDED]
    frame[ONE_HALF] = first
    frame[OTHER_HALF] = other
    frame[FRAME:size] = cells
    told[CODES] += len(codes)
    told[FRAMES] += 1


def _close(told: list[int], frame: list[int]) -> None:
    kept = _kept(told, frame[ONE_HALF])
    kept[0] = frame[ONE_HALF]
    kept[1] = frame[OTHER_HALF]
    kept[2] = frame[DEPTH]
    kept[3] = told[SEQUENCES] - frame[COUNTED]
    kept[4] = told[ENDED] - frame[OVER_AFTER]
    told[CODES] = frame[FIRST]
    told[FRAMES] -= 1


def _kept(told: list[int], half: int) -> list[int]:
    return row_at(told[SLOTS_AT] + 8 * KEPT * (half >> 7 & (told[SLOTS] - 1)), KEPT)


def _mixed(cells: Cells, depth: int, factor: int) -> int:
    result = depth + 1
    for cell in cells:
        result = (result ^ cell) * factor
        result ^= (result >> 31) & 0x1_FFFF_FFFF
    return result


def in_the_middle(cells: Cells, site: Site) -> int:
    """Whether a part of the open decision has been made."""
    if cells[ALT] < 0:
        return 0
    if len(site.decide.alternatives) > 1 or cells[STAGE] > 0:
        return 1
    for param in site.alternatives[0].params[:1]:
        if isinstance(param, SomeSite):
            return int(cells[param.address] > 0)
    return 0
