"""The parts of a summary of a set: a number, or a tuple of numbers, by the operation it is for."""

# ruff: noqa: ANN401 -- the operation tells of which kind they are

from __future__ import annotations

from typing import Any

from rulesdsl import program as ir
from rulesdsl.gatherings import Gather

MIXED = (ir.NONE, ir.NONE)
"""In place of the one value that all have in common: there are several."""
SUBTRACTABLE = {Gather.SUM, Gather.COUNT, Gather.TALLY}
"""From what these make of a set one member can be taken away again."""


def empty(op: Gather, span: tuple[int, int]) -> Any:
    match op:
        case Gather.SUM | Gather.COUNT:
            return 0
        case Gather.TALLY:
            return (0,) * span[1]
        case Gather.MIN | Gather.MAX:
            return ir.NONE
        case _:
            return ()


def single(op: Gather, value: int, span: tuple[int, int]) -> Any:
    """What one member with this value gives."""
    match op:
        case Gather.SUM:
            return int(value)
        case Gather.COUNT:
            return 1
        case Gather.TALLY:
            return tuple(int(key == value) for key in range(span[0], span[0] + span[1]))
        case Gather.MIN | Gather.MAX:
            return value
        case Gather.SAME:
            return (value,)
        case _:
            return () if value == ir.NONE else (value,)


def combined(op: Gather, a: Any, b: Any) -> Any:
    match op:
        case Gather.SUM | Gather.COUNT:
            return a + b
        case Gather.TALLY:
            return tuple(x + y for x, y in zip(a, b, strict=True))
        case Gather.MAX:
            return max(a, b)
        case Gather.MIN:
            return max(a, b) if ir.NONE in (a, b) else min(a, b)
        case Gather.SAME:
            return a if a == b or not b else b if not a else MIXED
        case _:
            return tuple(sorted({*a, *b}))


def reduced(op: Gather, a: Any, b: Any) -> Any:
    return tuple(x - y for x, y in zip(a, b, strict=True)) if op is Gather.TALLY else a - b


def result(op: Gather, part: Any) -> Any:
    return int(part != MIXED) if op is Gather.SAME else part
