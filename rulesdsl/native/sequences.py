"""Sequences of decisions counted, from one position on: in the subset, for the machine alone.

A stack has a frame for each decision, or part of one, on the way; what was counted for a position is kept in
a table, by 128 bits of its cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.engine.core.layout import OVER, SITE
from rulesdsl.engine.core.sites import in_the_middle
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


def count(state: State, cells: Cells, shared: list[int], most: int) -> int:
    """Goes on for so many decisions; how many frames are left."""
    left = most
    size = FRAME + len(cells)
    state.take_forced = False
    while shared[FRAMES] > 0 and left > 0:
        frame = row_at(shared[FRAMES_AT] + 8 * size * (shared[FRAMES] - 1), size)
        if frame[NEXT] == frame[COUNT]:
            _close(shared, frame)
        else:
            left -= 1
            _take_next(state, cells, shared, frame)
    state.take_forced = True
    return shared[FRAMES]


def clear_table(_state: State, _cells: Cells, shared: list[int]) -> None:
    no_bytes(shared[SLOTS_AT], 8 * KEPT * shared[SLOTS])


def count_from(state: State, cells: Cells, shared: list[int], depth: int) -> None:
    """Begins at the cells as they are."""
    shared[FRAMES] = 0
    shared[CODES] = 0
    shared[SEQUENCES] = 0
    shared[ENDED] = 0
    forget(state, cells)
    state.take_forced = False
    _add(state, cells, shared, depth)
    state.take_forced = True


def _take_next(state: State, cells: Cells, shared: list[int], frame: list[int]) -> None:
    code = row_at(shared[CODES_AT], shared[CODES_ROOM])[frame[FIRST] + frame[NEXT]]
    frame[NEXT] += 1
    cells[:] = frame[FRAME:]
    forget(state, cells)
    take(state, cells, code)
    # A part of a decision brings us no deeper, the last part does.
    is_part = cells[SITE] != 0 and in_the_middle(cells, state.plan.sites[cells[SITE] - 1])
    _add(state, cells, shared, frame[DEPTH] if is_part else frame[DEPTH] - 1)


def _add(state: State, cells: Cells, shared: list[int], depth: int) -> None:
    """Counts what comes after the position, or puts it on the stack."""
    if depth == 0:
        _counted(shared, 1, cells[OVER])
    elif cells[OVER] == 0 and cells[SITE] != 0:
        first = _mixed(cells, depth, -7046029254386353131)
        other = _mixed(cells, depth, -4417276706812531889)
        kept = _kept(shared, first)
        if kept[0] == first and kept[1] == other and kept[2] == depth:
            _counted(shared, kept[3], kept[4])
        else:
            _push(state, cells, shared, depth, first, other)


def _counted(shared: list[int], sequences: int, ended: int) -> None:
    shared[SEQUENCES] += sequences
    shared[ENDED] += ended


def _push(state: State, cells: Cells, shared: list[int], depth: int, first: int, other: int) -> None:
    size = FRAME + len(cells)
    if shared[FRAMES] == shared[ROOM]:
        raise IndexError(shared[ROOM])
    frame = row_at(shared[FRAMES_AT] + 8 * size * shared[FRAMES], size)
    codes = options(state, cells)
    room = row_at(shared[CODES_AT], shared[CODES_ROOM])
    for index in range(len(codes)):
        room[shared[CODES] + index] = codes[index]
    frame[DEPTH] = depth
    frame[FIRST] = shared[CODES]
    frame[COUNT] = len(codes)
    frame[NEXT] = 0
    # What was counted before is taken off again.
    frame[COUNTED] = shared[SEQUENCES]
    frame[OVER_AFTER] = shared[ENDED]
    frame[ONE_HALF] = first
    frame[OTHER_HALF] = other
    frame[FRAME:size] = cells
    shared[CODES] += len(codes)
    shared[FRAMES] += 1


def _close(shared: list[int], frame: list[int]) -> None:
    kept = _kept(shared, frame[ONE_HALF])
    kept[0] = frame[ONE_HALF]
    kept[1] = frame[OTHER_HALF]
    kept[2] = frame[DEPTH]
    kept[3] = shared[SEQUENCES] - frame[COUNTED]
    kept[4] = shared[ENDED] - frame[OVER_AFTER]
    shared[CODES] = frame[FIRST]
    shared[FRAMES] -= 1


def _kept(shared: list[int], half: int) -> list[int]:
    return row_at(shared[SLOTS_AT] + 8 * KEPT * (half >> 7 & (shared[SLOTS] - 1)), KEPT)


def _mixed(cells: Cells, depth: int, factor: int) -> int:
    result = depth + 1
    for cell in cells:
        result = (result ^ cell) * factor
        result ^= (result >> 31) & 0x1_FFFF_FFFF
    return result
