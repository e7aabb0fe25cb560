"""The usual moves without detours: between zones that say nothing special, while nobody listens to events.

They do exactly what `Pieces.transfer` does for every piece, or say that they cannot and leave all as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import EMPTY
from rulesdsl.engine.pieces.knowledge import Cells, Knowledge


def _left_in(tables: Knowledge, cells: Cells, source: int) -> list[int]:
    """Of the pieces that lay in a zone those that still do: the others are taken out of its cells."""
    start = tables.plain[source]
    assert start is not None
    if start[1] == "slot":
        cells[start[0]] = ir.NONE
        return []
    first, last = start[0] + 1, start[0] + 1 + cells[start[0]]
    left = [piece for piece in cells[first:last] if cells[tables.where + piece] == source]
    cells[first:last] = left + [EMPTY] * (last - first - len(left))
    cells[start[0]] = len(left)
    return left


def _lay_down(tables: Knowledge, cells: Cells, pieces: list[int], target: int, end: str) -> None:
    """Pieces come to lie in this order in a zone with room for them."""
    goal = tables.plain[target]
    assert goal is not None
    address, shape, _, _, _ = goal
    if shape == "slot":
        for piece in pieces:
            cells[address] = piece
        return
    first, last = address + 1, address + 1 + cells[address]
    behind = last + len(pieces)
    if shape == "set":
        cells[first:behind] = sorted(cells[first:last] + pieces)
    elif end in {"left", "bottom"}:
        cells[first:behind] = pieces[::-1] + cells[first:last]
    else:
        cells[last:behind] = pieces
    cells[address] += len(pieces)


def _note_arrival(tables: Knowledge, cells: Cells, pieces: list[int], target: int, down: int) -> None:
    """Where these pieces lie now, and which way; everybody could follow them, and who saw them where they
    lay knows them already.
    """
    goal = tables.plain[target]
    assert goal is not None
    where = tables.where
    if not tables.layout.hidden:
        for piece in pieces:
            cells[where + piece] = target
        return
    face, known, tracked = tables.layout.face, tables.layout.known, tables.tracked
    after, lies = goal[4] if down else goal[3], 1 if down else 0
    for piece in pieces:
        cells[where + piece] = target
        if tracked[piece]:
            cells[known + piece] |= after
            cells[face + piece] = lies


def quick_one(tables: Knowledge, cells: Cells, piece: int, target: int, end: str, down: int) -> bool:
    """One piece; whether it was done."""
    source = cells[tables.where + piece]
    goal = tables.plain[target]
    start = tables.plain[source]
    if goal is None or start is None or source < 0 or tables.is_full(cells, target):
        return False
    tables.take_out(cells, piece, source)
    tables.put_in(cells, piece, target, end)
    if tables.tracked[piece]:
        face = tables.layout.face + piece
        seen = (start[4] if cells[face] else start[3]) | (goal[4] if down else goal[3])
        cells[face] = 1 if down else 0
        if seen == tables.everybody:
            cells[tables.layout.known + piece] = seen
        else:
            cells[tables.layout.known + piece] |= seen
            if start[1] == "set":
                tables.lose_track(cells, (piece,), source, tables.everybody & ~seen)
    return True


def quick_out_of_set(
    tables: Knowledge, cells: Cells, pieces: list[int], target: int, end: str, down: int
) -> bool:
    """Some pieces of one set to a zone with room for them, which nobody need be able to follow; whether
    it was done.
    """
    where, tracked, source = tables.where, tables.tracked, cells[tables.where + pieces[0]]
    start, goal = tables.plain[source], tables.plain[target]
    if goal is None or goal[1] == "slot" or cells[goal[0]] + len(pieces) > goal[2]:
        return False
    if start is None or source < 0 or source == target or start[1] != "set" or start[3] != start[4]:
        return False
    for piece in pieces:
        if cells[where + piece] != source or not tracked[piece]:
            return False
    seen = start[3] | (goal[4] if down else goal[3])
    if cells[start[0]] == len(pieces) and goal[1] != "set" and seen != tables.everybody:
        # What was laid down in which order is for others to look at.
        return False
    _note_arrival(tables, cells, pieces, target, down)
    left = _left_in(tables, cells, source)
    _lay_down(tables, cells, pieces, target, end)
    lost = tables.everybody & ~seen
    if lost and left:
        # As in `lose_track`, where all that lies in the set is seen alike.
        together = left + pieces
        for piece in together:
            cells[tables.layout.known + piece] &= ~lost
        tables.mix(cells, together)
    return True


def quick_whole(tables: Knowledge, cells: Cells, number: int, source: int, target: int, down: int) -> bool:
    """All pieces of a zone, so many, which everybody can follow: into an empty set, or from one pile to
    an empty one as they lie; whether it was done.
    """
    goal, start = tables.plain[target], tables.plain[source]
    if goal is None or start is None or start[1] == "slot" or source == target:
        return False
    if goal[1] != "set" and (goal[1] != "pile" or start[1] != "pile"):
        return False
    address, from_address = goal[0], start[0]
    count = cells[from_address]
    if cells[address] or count > goal[2] or count != number:
        return False
    pieces = cells[from_address + 1 : from_address + 1 + count]
    cells[from_address : from_address + 1 + count] = [0, *([EMPTY] * count)]
    if start[1] != "set" and goal[1] == "set":
        pieces.sort()
    cells[address : address + 1 + count] = [count, *pieces]
    _note_arrival(tables, cells, pieces, target, down)
    return True


def quick_change(tables: Knowledge, cells: Cells, moves: list[tuple[int, int]]) -> bool:
    """Sets that change places as wholes, source to target, all at once; whether it was done."""
    sources, targets = {source for source, _ in moves}, {target for _, target in moves}
    if len(sources) < len(moves) or len(targets) < len(moves):
        return False
    regions: list[list[int]] = []
    for source, target in moves:
        start, goal = tables.plain[source], tables.plain[target]
        if start is None or goal is None or start[1] != "set" or goal[1] != "set":
            return False
        count = cells[start[0]]
        if count > goal[2] or (target not in sources and cells[goal[0]]):
            return False
        regions.append(cells[start[0] + 1 : start[0] + 1 + count])
    for source in sources:
        start = tables.plain[source]
        assert start is not None
        cells[start[0] : start[0] + 1 + start[2]] = [0, *([EMPTY] * start[2])]
    for (_, target), pieces in zip(moves, regions, strict=True):
        _lay_down(tables, cells, pieces, target, "")
        _note_arrival(tables, cells, pieces, target, 0)
    return True


def quick_many(
    tables: Knowledge, cells: Cells, pieces: list[int], target: int, end: str, down: int, *, followed: bool
) -> bool:
    """Several pieces together, laid down in this order; whether it was done. `followed`: everybody can
    follow them in any case, for whole zones go to a set.
    """
    goal = tables.plain[target]
    sources = {cells[tables.where + piece] for piece in pieces}
    if goal is None or goal[1] == "slot" or ev.OUT_OF_PLAY in sources or target in sources:
        return False
    if cells[goal[0]] + len(pieces) > goal[2]:
        return False
    after = goal[4] if down else goal[3]
    for source in sources:
        start = tables.plain[source]
        if start is None:
            return False
        # Where somebody may lose track, every piece is followed by ittables.
        if start[1] == "set" and not followed and (after | start[3] & start[4]) != tables.everybody:
            return False
    _note_arrival(tables, cells, pieces, target, down)
    for source in sources:
        _left_in(tables, cells, source)
    _lay_down(tables, cells, pieces, target, end)
    return True


def can_deal_quickly(
    tables: Knowledge, cells: Cells, number: int, source: int, targets: Sequence[int]
) -> bool:
    """Whether pieces can be dealt from this pile many at a time."""
    start = tables.plain[source]
    if start is None or start[1] != "pile" or len(set(targets)) < len(targets):
        return False
    for target in targets:
        goal = tables.plain[target]
        if goal is None or target == source:
            return False
        if goal[1] == "slot":
            if number > 1 or cells[goal[0]] != ir.NONE:
                return False
        elif cells[goal[0]] + number > goal[2]:
            return False
    return True


def deal_quickly(
    tables: Knowledge, cells: Cells, number: int, source: int, targets: Sequence[int], already: int
) -> int:
    """As many of so many pieces as there are in the pile, one for each target in turn (`already`: so many
    have been dealt before); how many.
    """
    start = tables.plain[source]
    assert start is not None
    number = min(number, cells[start[0]])
    top = start[0] + cells[start[0]]
    cells[start[0]] -= number
    if already + number <= len(targets):
        # One each.
        for index in range(number):
            _deal_to(tables, cells, [cells[top - index]], targets[already + index])
            cells[top - index] = EMPTY
        return number
    dealt = cells[top : top - number : -1]
    cells[top - number + 1 : top + 1] = [EMPTY] * number
    for index, target in enumerate(targets):
        _deal_to(tables, cells, dealt[(index - already) % len(targets) :: len(targets)], target)
    return number


def _deal_to(tables: Knowledge, cells: Cells, pieces: list[int], target: int) -> None:
    _lay_down(tables, cells, pieces, target, "")
    _note_arrival(tables, cells, pieces, target, 0)
