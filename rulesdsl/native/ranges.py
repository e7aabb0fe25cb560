"""Between which numbers cells and variables lie, and what a condition says of that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import gcd

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.type_values import Allowed


@frozen
class Range:
    """From `low` to `high`, of these only every `step`-th; where either is None, nothing is known."""

    low: int | None = None
    high: int | None = None
    step: int = 1
    past: int | None = None
    """If it may be none, which is `low` then: the least that it can be besides."""

    @property
    def is_known(self) -> bool:
        return self.low is not None and self.high is not None

    def lies_in(self, other: Range) -> bool:
        if other.low is None or other.high is None:
            return True
        return self.within(other.low, other.high)

    @property
    def distance(self) -> int:
        """How far apart two of these numbers are, at least; 0 if there is only one."""
        return 0 if self.low is not None and self.low == self.high else self.step

    def within(self, first: int, last: int) -> bool:
        return self.low is not None and self.high is not None and first <= self.low and self.high <= last

    @property
    def but_for_none(self) -> Range:
        """Where it is worked with: with none nobody works, the checker sees to it."""
        return self if self.past is None else Range(self.past, self.high)

    def plus(self, other: Range) -> Range:
        a, b = self.but_for_none, other.but_for_none
        if a.low is None or a.high is None or b.low is None or b.high is None:
            return UNKNOWN
        return Range(a.low + b.low, a.high + b.high, gcd(a.distance, b.distance) or 1)

    def times(self, other: Range) -> Range:
        a, b = self.but_for_none, other.but_for_none
        if a.low is None or a.high is None or b.low is None or b.high is None:
            return UNKNOWN
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        step = a.distance * abs(b.low) if b.low == b.high else 1
        return Range(min(ends), max(ends), step or 1)

    def or_else(self, other: Range) -> Range:
        """Where either may be."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return UNKNOWN
        step = gcd(self.distance, other.distance, self.low - other.low) or 1
        low, high = min(self.low, other.low), max(self.high, other.high)
        least = [of.low if of.past is None else of.past for of in (self, other) if of.high != ir.NONE]
        past = min((number for number in least if number is not None), default=None)
        return Range(low, high, step, past if low == ir.NONE != past else None)

    def where(self, op: ast.cmpop, number: int) -> Range:
        """What is left of it where it compares so with a number."""
        match op:
            case ast.Eq():
                return Range(number, number)
            case ast.NotEq() if number == ir.NONE and self.past is not None:
                return Range(self.past, self.high)
            case ast.NotEq() if number == self.high:
                return evolve(self, high=number - self.step)
            case ast.NotEq() if number == self.low:
                return evolve(self, low=number + self.step)
            case ast.Lt() | ast.LtE():
                most = number - isinstance(op, ast.Lt)
                return self if self.high is None or self.high <= most else self._below(most)
            case ast.Gt() | ast.GtE():
                least = number + isinstance(op, ast.Gt)
                if self.past is not None and least > ir.NONE:
                    return Range(max(self.past, least), self.high)
                return self if self.low is None or self.low >= least else self._above(least)
            case _:
                return self

    def _below(self, most: int) -> Range:
        assert self.low is not None
        assert self.high is not None
        steps = -(-(self.high - most) // self.step)
        return evolve(self, high=self.high - steps * self.step)

    def _above(self, least: int) -> Range:
        assert self.low is not None
        steps = -(-(least - self.low) // self.step)
        return evolve(self, low=self.low + steps * self.step)


UNKNOWN = Range()


def union(ranges: Sequence[Range]) -> Range:
    """Where any of them may be."""
    return reduce(Range.or_else, ranges) if ranges else UNKNOWN


FARTHEST = 2**62
"""Of greater numbers nothing is known: they may not be what they are as 64 bits with a sign."""


def range_of(numbers: Iterable[object]) -> Range:
    """Of these numbers, if all of them are some."""
    whole = [number for number in numbers if isinstance(number, int)]
    others = [number for number in whole if number != ir.NONE]
    if not whole:
        return UNKNOWN
    past = min(others) if others and len(others) < len(whole) else None
    return Range(int(min(whole)), int(max(whole)), 1, None if past is None else int(past))


def of_cells(allowed: Sequence[Allowed], index: Range) -> Range:
    """What can lie in cells with one of these addresses."""
    if index.low is None or index.high is None or not index.within(0, len(allowed) - 1):
        return UNKNOWN
    ends: set[int] = set()
    for place in range(index.low, index.high + 1, index.step):
        here = allowed[place]
        ends |= here.also
        if here.low <= here.high:
            ends |= {here.low, here.high}
    return range_of(ends) if ends and max(map(abs, ends)) < FARTHEST else UNKNOWN


_OTHERWISE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}


def conclusions(test: ast.expr, *, holds: bool) -> Iterator[tuple[ast.expr, ast.cmpop, int]]:
    """How single things compare with numbers where a condition holds, or where it does not."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from conclusions(inner, holds=not holds)
        case ast.BoolOp(op=joint, values=values) if isinstance(joint, ast.And) is holds:
            for value in values:
                yield from conclusions(value, holds=holds)
        case ast.Compare(left=left, ops=ops, comparators=others) if holds or len(ops) == 1:
            for first, op, other in zip([left, *others], ops, others, strict=False):
                if type(op) not in _TURNED:
                    continue
                comparison = type(op) if holds else _OTHERWISE[type(op)]
                number, turned = whole_number(other), whole_number(first)
                if number is not None:
                    yield first, comparison(), number
                elif turned is not None:
                    yield other, _TURNED[comparison](), turned
        case _:
            pass


def whole_number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() as value):
            return int(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -int(value)
        case _:
            return None
