"""Where a place of a text that was read lies in the text as it is now, and the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import takewhile

from attrs import frozen

Position = tuple[int, int]
"""A line and a column from 0, in characters."""


@frozen(slots=False)
class Moved:
    """Two versions of a text. Lines that are in both are found again; of a line that was changed, what
    stands before the change and behind it."""

    old: str
    new: str

    @cached_property
    def old_lines(self) -> list[str]:
        return self.old.split("\n")

    @cached_property
    def new_lines(self) -> list[str]:
        return self.new.split("\n")

    @cached_property
    def _blocks(self) -> list[tuple[int, int, int, int]]:
        old, new = self.old_lines, self.new_lines
        same, tail = _both_ends(old, new)
        middle_old, middle_new = old[same : len(old) - tail], new[same : len(new) - tail]
        blocks = [(0, same, 0, same)]
        if len(middle_old) * len(middle_new) <= 250_000:
            matcher = SequenceMatcher(None, middle_old, middle_new, autojunk=False)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                if tag == "equal" or (tag == "replace" and i2 - i1 == j2 - j1):
                    blocks.append((same + i1, same + i2, same + j1, same + j2))
        blocks.append((len(old) - tail, len(old), len(new) - tail, len(new)))
        return blocks

    def now(self, position: Position) -> Position | None:
        """Where a place of the old text is in the new one; None if it is gone."""
        line, column = position
        for old_first, old_end, new_first, _ in self._blocks:
            if old_first <= line < old_end:
                there = line - old_first + new_first
                return _column(self.old_lines[line], self.new_lines[there], column, there)
        return None

    def before(self, position: Position) -> Position | None:
        """Where a place of the new text was in the old one."""
        line, column = position
        for old_first, _, new_first, new_end in self._blocks:
            if new_first <= line < new_end:
                there = line - new_first + old_first
                return _column(self.new_lines[line], self.old_lines[there], column, there)
        return None


def _both_ends(first: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """How many members both begin with, and how many of the rest both end with."""
    same = _begin_alike(first, other)
    rest = min(len(first), len(other)) - same
    return same, _begin_alike(first[::-1][:rest], other[::-1][:rest])


def _begin_alike(first: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, other, strict=False)))


def _column(here: str, there: str, column: int, line: int) -> Position | None:
    if here == there:
        return line, column
    same, tail = _both_ends(here, there)
    if column <= same:
        return line, column
    from_end = len(here) - column
    return (line, len(there) - from_end) if from_end <= tail else None


def offset_in(lines: Sequence[str], position: Position) -> int:
    """The offset of a line and a column in a text of these lines."""
    line, column = min(position[0], len(lines) - 1), position[1]
    return sum(len(text) + 1 for text in lines[:line]) + min(column, len(lines[line]))


def position_in(lines: Sequence[str], offset: int) -> Position:
    """The line and the column of an offset."""
    for number, text in enumerate(lines):
        if offset <= len(text):
            return number, offset
        offset -= len(text) + 1
    return len(lines) - 1, len(lines[-1])
