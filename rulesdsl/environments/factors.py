"""The actions of a program in parts, for lists that are too long."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import ceil

from rulesdsl import program as ir
from rulesdsl.engine.plan import Plan
from rulesdsl.environments.actions import Actions

LARGEST_FACTOR = 1_000
"""In the factored form no part has more values."""


class Factors:
    """The same actions in parts, for lists that are too long: first what kind of thing is chosen, then which
    of them, digit by digit.
    """

    def __init__(self, given: ir.Program | Plan) -> None:
        self.actions = Actions(given, limit=2**62)
        self._starts = self.actions.starts
        largest = max((block.size for block in self.actions.blocks), default=1)
        digits = 1
        while LARGEST_FACTOR**digits < largest:
            digits += 1
        base = ceil(largest ** (1 / digits))
        while base**digits < largest:
            base += 1
        self.base = base
        self.sizes: tuple[int, ...] = (len(self._starts), *([base] * digits))
        """How many values each part has."""

    def parts(self, number: int) -> tuple[int, ...]:
        """An action in parts."""
        block = bisect_right(self._starts, number) - 1
        rest, numbers = number - self._starts[block], []
        for _ in self.sizes[1:]:
            rest, digit = divmod(rest, self.base)
            numbers.append(digit)
        return (block, *reversed(numbers))

    def number(self, parts: Iterable[int]) -> int:
        """The action that these parts make."""
        block, *digits = parts
        offset = 0
        for digit in digits:
            offset = offset * self.base + digit
        return self._starts[block] + offset
