"""Formulas worked out with ranges in place of values: what can be, what must be, what never is.

A range holds the integers of a program (numbers, or the ordinals that stand for players and values),
and whether there may be none. A range of a sequence holds how many members it can have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from rulesdsl import program as ir
from rulesdsl.check.folding import NO_NUMBER
from rulesdsl.operations import Bounds

WIDEST = 2**40
MOST_STEPS = 40_000
"""Formulas looked at in one evaluation; beyond, only their types are taken."""

MOST_MEMBERS = 100
"""Members of a sequence that are looked at one by one."""


class Range(NamedTuple):
    """From `low` to `high` (nothing if `high` is less), and perhaps none.

    A tuple, as thousands are made and compared in every check.
    """

    low: int
    high: int
    none: bool = False

    @property
    def empty(self) -> bool:
        return self.high < self.low

    @property
    def single(self) -> int | None:
        """The value, if there is only one."""
        if self.empty and self.none:
            return ir.NONE
        return self.low if self.low == self.high and not self.none else None

    def ends(self, *, of_none: bool) -> tuple[Bounds, ...]:
        """The bounds of its values, and where wished those of none."""
        numbers = () if self.empty else ((self.low, self.high),)
        return (*numbers, NO_NUMBER) if of_none and self.none else numbers

    def joined(self, other: Range) -> Range:
        none = self.none or other.none
        if self.empty:
            return Range(other.low, other.high, none)
        if other.empty:
            return Range(self.low, self.high, none)
        low, high = min(self.low, other.low), max(self.high, other.high)
        if none == self.none and low == self.low and high == self.high:
            # The same range stays the same object: most comparisons of positions end there.
            return self
        return Range(low, high, none)


YES, NO, MAYBE = Range(1, 1), Range(0, 0), Range(0, 1)
NOTHING = Range(1, 0, none=True)
Values = Mapping[int, Range]
"""What is known of variables, by their numbers."""

NO_VALUES: Values = {}


class World(Protocol):
    """What is known of a position."""

    def zone_count(self, ref: ir.ZoneRef, values: Values) -> Range: ...

    def state(self, name: str) -> Range | None: ...

    def counter(self, phase: str) -> Range | None: ...

    def summed(self, what: ir.Expr, table: str) -> Range | None: ...

    def pieces_in(self, what: ir.Expr) -> int | None:
        """The pieces that can be in a value, as a set of bits; None where that is not known."""


def negation(result: Range) -> Range:
    return {YES: NO, NO: YES}.get(result, MAYBE)
