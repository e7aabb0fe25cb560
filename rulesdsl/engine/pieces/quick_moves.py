"""The usual moves without detours: between zones that say nothing special, while nobody listens to events.

They do exactly what `Moves.transfer` does for every piece, or say that they cannot and leave all as it was.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import DYNAMIC, EMPTY, Layout
from rulesdsl.engine.pieces.knowledge import Cells, Knowledge

Plain = tuple[int, str, int, int, int]
"""Address, shape, room, who sees what lies face up and face down."""

AT_ONCE = 8
"""From so many pieces on they are moved together."""


class QuickMoves(Knowledge):
    def __init__(self, layout: Layout, alike_class: tuple[int, ...]) -> None:
        super().__init__(layout, alike_class)
        self.plain: list[Plain | None] = []
        self.face, self.known = layout.face, layout.known
        self.all_tracked = all(self.tracked)

    def prepare(self) -> None:
        """Which zones are plain; to be called when all is known about them."""
        for instance, address in enumerate(self.address):
            special = (
                DYNAMIC in (self.up[instance], self.down[instance])
                or self.top[instance] is not None
                or self.takes[instance] is not None
                or self.old_to[instance] is not None
                or self.extra_to[instance] is not None
                or self.scattered[instance]
            )
            described = (
                address,
                self.shape[instance],
                self.room[instance],
                self.up[instance],
                self.down[instance],
            )
            self.plain.append(None if special else described)

    def quick_one(
        self,
        cells: Cells,
        piece: int,
        target: int,
        end: str,
        down: int,
        followed: bool = False,  # noqa: FBT001, FBT002
    ) -> bool:
        """One piece; whether it was done. `followed`: nobody loses track of it."""
        source = cells[self.where + piece]
        goal = self.plain[target]
        start = self.plain[source]
        if goal is None or start is None or source < 0:
            return False
        address, shape, room, up, face_down = goal
        if shape == "slot":
            if cells[address] != ir.NONE:
                return False
        elif cells[address] >= room:
            return False
        from_address, from_shape, _, from_up, from_down = start
        if from_shape == "slot":
            cells[from_address] = ir.NONE
        else:
            last = from_address + cells[from_address]
            if cells[last] == piece:
                cells[last] = EMPTY
            else:
                index = cells.index(piece, from_address + 1, last)
                cells[index:last] = cells[index + 1 : last + 1]
                cells[last] = EMPTY
            cells[from_address] -= 1
        if shape == "slot":
            cells[address] = piece
        else:
            last = address + 1 + cells[address]
            if shape == "set":
                index = bisect_left(cells, piece, address + 1, last)
            elif end in {"left", "bottom"}:
                index = address + 1
            else:
                index = last
            if index != last:
                cells[index + 1 : last + 1] = cells[index:last]
            cells[index] = piece
            cells[address] += 1
        cells[self.where + piece] = target
        if self.tracked[piece]:
            face = self.face + piece
            seen = (from_down if cells[face] else from_up) | (face_down if down else up)
            cells[face] = 1 if down else 0
            if seen == self.everybody:
                cells[self.known + piece] = seen
            else:
                cells[self.known + piece] |= seen
                if from_shape == "set" and not followed:
                    self.lose_track(cells, (piece,), source, self.everybody & ~seen)
        return True

    def quick_few(
        self, cells: Cells, pieces: list[int], target: int, end: str, down: int, *, followed: bool = False
    ) -> bool:
        """A few pieces, one after the other, if everybody can follow them; whether it was done.

        `followed`: they can in any case, for the whole zone goes to a set.
        """
        goal = self.plain[target]
        if goal is None or goal[1] == "slot" or cells[goal[0]] + len(pieces) > goal[2]:
            return False
        first = cells[self.where + pieces[0]]
        if not followed and self._out_of_one_set(cells, pieces, first, target, end, down):
            return True
        after = goal[4] if down else goal[3]
        for piece in pieces:
            source = cells[self.where + piece]
            start = self.plain[source]
            if start is None or source < 0 or source == target:
                return False
            if start[1] == "set" and not followed and (after | start[3] & start[4]) != self.everybody:
                return False
        for piece in pieces:
            self.quick_one(cells, piece, target, end, down, True)
        return True

    def _out_of_one_set(
        self, cells: Cells, pieces: list[int], source: int, target: int, end: str, down: int
    ) -> bool:
        """Some pieces of a set to a zone with room for them, which nobody need be able to follow; whether it
        was done.
        """
        start, goal = self.plain[source], self.plain[target]
        assert goal is not None
        where, tracked = self.where, self.tracked
        if start is None or source < 0 or source == target or start[1] != "set" or start[3] != start[4]:
            return False
        for piece in pieces:
            if cells[where + piece] != source or not tracked[piece]:
                return False
        first, last = start[0] + 1, start[0] + 1 + cells[start[0]]
        seen = start[3] | (goal[4] if down else goal[3])
        if cells[start[0]] == len(pieces) and goal[1] != "set" and seen != self.everybody:
            # What was laid down in which order is for others to look at.
            return False
        for piece in pieces:
            cells[where + piece] = target
        left = [piece for piece in cells[first:last] if cells[where + piece] == source]
        cells[first:last] = left + [EMPTY] * len(pieces)
        cells[start[0]] = len(left)
        first, last = goal[0] + 1, goal[0] + 1 + cells[goal[0]]
        old = cells[first:last]
        if goal[1] == "set":
            new = sorted(old + pieces)
        else:
            new = pieces[::-1] + old if end in {"left", "bottom"} else old + pieces
        cells[first : last + len(pieces)] = new
        cells[goal[0]] += len(pieces)
        known, face, lies = self.known, self.face, 1 if down else 0
        for piece in pieces:
            cells[known + piece] |= seen
            cells[face + piece] = lies
        lost = self.everybody & ~seen
        if lost and left:
            # As in `lose_track`, where all that lies in the set is seen alike.
            for piece in left:
                cells[known + piece] &= ~lost
            for piece in pieces:
                cells[known + piece] &= ~lost
            self.mix(cells, left + pieces)
        return True

    def quick_whole(self, cells: Cells, number: int, source: int, target: int, down: int) -> bool:
        """All pieces of a zone, so many, into an empty set, which everybody can follow; whether it
        was done.
        """
        goal, start = self.plain[target], self.plain[source]
        if goal is None or start is None or goal[1] != "set" or start[1] == "slot" or source == target:
            return False
        address, from_address = goal[0], start[0]
        count = cells[from_address]
        if cells[address] or count > goal[2] or count != number:
            return False
        pieces = cells[from_address + 1 : from_address + 1 + count]
        cells[from_address : from_address + 1 + count] = [0, *([EMPTY] * count)]
        if start[1] != "set":
            pieces.sort()
        cells[address : address + 1 + count] = [count, *pieces]
        where = self.where
        if not self.layout.hidden:
            for piece in pieces:
                cells[where + piece] = target
            return True
        face, known = self.face, self.known
        after = goal[4] if down else goal[3]
        seen_up, seen_down = start[3] | after, start[4] | after
        lies = 1 if down else 0
        for piece in pieces:
            cells[where + piece] = target
            if self.tracked[piece]:
                cells[known + piece] |= seen_down if cells[face + piece] else seen_up
                cells[face + piece] = lies
        return True

    def quick_pile(self, cells: Cells, source: int, target: int) -> bool:
        """All pieces of a pile to an empty one, as they lie; whether it was done."""
        goal, start = self.plain[target], self.plain[source]
        if goal is None or start is None or goal[1] != "pile" or start[1] != "pile" or source == target:
            return False
        address, from_address = goal[0], start[0]
        count = cells[from_address]
        if cells[address] or not count or count > goal[2]:
            return False
        pieces = cells[from_address + 1 : from_address + 1 + count]
        cells[from_address : from_address + 1 + count] = [0, *([EMPTY] * count)]
        cells[address : address + 1 + count] = [count, *pieces]
        where = self.where
        if not self.layout.hidden:
            for piece in pieces:
                cells[where + piece] = target
            return True
        face, known, after = self.face, self.known, goal[3]
        for piece in pieces:
            cells[where + piece] = target
            if self.tracked[piece]:
                # Who saw it where it lay knows it already.
                cells[known + piece] |= after
                cells[face + piece] = 0
        return True

    def quick_change(self, cells: Cells, moves: list[tuple[int, int]]) -> bool:
        """Sets that change places as wholes, source to target, all at once; whether it was done."""
        sources, targets = {source for source, _ in moves}, {target for _, target in moves}
        if len(sources) < len(moves) or len(targets) < len(moves):
            return False
        regions: list[list[int]] = []
        for source, target in moves:
            start, goal = self.plain[source], self.plain[target]
            if start is None or goal is None or start[1] != "set" or goal[1] != "set":
                return False
            count = cells[start[0]]
            if count > goal[2] or (target not in sources and cells[goal[0]]):
                return False
            regions.append(cells[start[0] + 1 : start[0] + 1 + count])
        for source in sources:
            start = self.plain[source]
            assert start is not None
            cells[start[0] : start[0] + 1 + start[2]] = [0, *([EMPTY] * start[2])]
        where, known, face = self.where, self.known, self.face
        for (source, target), pieces in zip(moves, regions, strict=True):
            start, goal = self.plain[source], self.plain[target]
            assert start is not None
            assert goal is not None
            cells[goal[0] : goal[0] + 1 + len(pieces)] = [len(pieces), *pieces]
            seen_up, seen_down = start[3] | goal[3], start[4] | goal[3]
            for piece in pieces:
                cells[where + piece] = target
                if self.tracked[piece]:
                    cells[known + piece] |= seen_down if cells[face + piece] else seen_up
                    cells[face + piece] = 0
        return True

    def quick_many(self, cells: Cells, pieces: list[int], target: int, end: str, down: int) -> bool:
        """Several pieces together, laid down in this order; whether it was done."""
        goal = self.plain[target]
        where = self.where
        sources = {cells[where + piece] for piece in pieces}
        if goal is None or goal[1] == "slot" or ev.OUT_OF_PLAY in sources or target in sources:
            return False
        address, shape, room, up, face_down = goal
        count = cells[address]
        everybody = self.everybody
        after = face_down if down else up
        if count + len(pieces) > room:
            return False
        for source in sources:
            start = self.plain[source]
            # Where somebody may lose track, every piece is followed by itself.
            if start is None or (
                start[1] == "set" and self.layout.hidden and (after | start[3] & start[4]) != everybody
            ):
                return False
        for source in sources:
            from_address, from_shape, _, _, _ = self.plain[source]  # type: ignore[misc]
            if from_shape == "slot":
                cells[from_address] = ir.NONE
                continue
            number = cells[from_address]
            there = cells[from_address + 1 : from_address + 1 + number]
            all_go = len(sources) == 1 and number == len(pieces)
            leaving = set() if all_go else set(pieces)
            left = [] if all_go else [piece for piece in there if piece not in leaving]
            cells[from_address : from_address + 1 + number] = [
                len(left),
                *left,
                *([EMPTY] * (number - len(left))),
            ]
        old = cells[address + 1 : address + 1 + count]
        if shape == "set":
            new = sorted(old + pieces)
        elif end in {"left", "bottom"}:
            new = pieces[::-1] + old
        else:
            new = old + pieces
        cells[address : address + 1 + len(new)] = [len(new), *new]
        if not self.layout.hidden:
            for piece in pieces:
                cells[where + piece] = target
            return True
        face, known, lies, tracked = self.face, self.known, 1 if down else 0, self.tracked
        for piece in pieces:
            cells[where + piece] = target
            if tracked[piece]:
                # Who saw it where it lay knows it already.
                if after:
                    cells[known + piece] |= after
                cells[face + piece] = lies
        return True

    def can_deal_quickly(self, cells: Cells, number: int, source: int, targets: Sequence[int]) -> bool:
        """Whether pieces can be dealt from this pile many at a time."""
        start = self.plain[source]
        if start is None or start[1] != "pile" or len(set(targets)) < len(targets):
            return False
        for target in targets:
            goal = self.plain[target]
            if goal is None or target == source:
                return False
            if goal[1] == "slot":
                if number > 1 or cells[goal[0]] != ir.NONE:
                    return False
            elif cells[goal[0]] + number > goal[2]:
                return False
        return True

    def deal_quickly(
        self, cells: Cells, number: int, source: int, targets: Sequence[int], already: int
    ) -> int:
        """As many of so many pieces as there are in the pile, one for each target in turn (`already`: so many
        have been dealt before); how many.
        """
        start = self.plain[source]
        assert start is not None
        number = min(number, cells[start[0]])
        top = start[0] + cells[start[0]]
        cells[start[0]] -= number
        if already + number <= len(targets):
            # One each.
            for index in range(number):
                self._lay_down(cells, [cells[top - index]], targets[already + index])
                cells[top - index] = EMPTY
            return number
        dealt = cells[top : top - number : -1]
        cells[top - number + 1 : top + 1] = [EMPTY] * number
        for index, target in enumerate(targets):
            self._lay_down(cells, dealt[(index - already) % len(targets) :: len(targets)], target)
        return number

    def _lay_down(self, cells: Cells, pieces: list[int], target: int) -> None:
        """Pieces that were seen where they came from and are laid face up where there is room for them."""
        goal = self.plain[target]
        assert goal is not None
        address, shape, _, up, _ = goal
        if shape == "slot":
            for piece in pieces:
                cells[address] = piece
        else:
            end = address + 1 + cells[address]
            cells[address] += len(pieces)
            if shape == "set":
                cells[address + 1 : end + len(pieces)] = sorted(cells[address + 1 : end] + pieces)
            else:
                cells[end : end + len(pieces)] = pieces
        where = self.where
        if not self.layout.hidden:
            for piece in pieces:
                cells[where + piece] = target
            return
        face, known, tracked = self.face, self.known, self.tracked
        if self.all_tracked:
            for piece in pieces:
                cells[where + piece] = target
                cells[known + piece] |= up
                cells[face + piece] = 0
            return
        for piece in pieces:
            cells[where + piece] = target
            if tracked[piece]:
                cells[known + piece] |= up
                cells[face + piece] = 0
