"""The parts of a summary of a set: a number, or a tuple of numbers, by the operation it is for."""

# ruff: noqa: ANN401 -- the operation tells of which kind they are

from __future__ import annotations

from typing import Any

from rulesdsl import program as ir

MIXED = (ir.NONE, ir.NONE)
"""In place of the one value that all have in common: there are several."""
SUBTRACTABLE = {"sum", "count", "tally"}
"""From what these make of a set one member can be taken away again."""


def empty(op: str, span: tuple[int, int]) -> Any:
    match op:
        case "sum" | "count":
            return 0
        case "tally":
            return (0,) * span[1]
        case "min" | "max":
            return ir.NONE
        case _:
            return ()


def single(op: str, value: int, span: tuple[int, int]) -> Any:
    """What one member with this value gives."""
    match op:
        case "sum":
            return int(value)
        case "count":
            return 1
        case "tally":
            return tuple(int(key == value) for key in range(span[0], span[0] + span[1]))
        case "min" | "max":
            return value
        case "same":
            return (value,)
        case _:
            return () if value == ir.NONE else (value,)


def combined(op: str, a: Any, b: Any) -> Any:
    match op:
        case "sum" | "count":
            return a + b
        case "tally":
            return tuple(x + y for x, y in zip(a, b, strict=True))
        case "max":
            return max(a, b)
        case "min":
            return max(a, b) if ir.NONE in (a, b) else min(a, b)
        case "same":
            return a if a == b or not b else b if not a else MIXED
        case _:
            return tuple(sorted({*a, *b}))


def reduced(op: str, a: Any, b: Any) -> Any:
    return tuple(x - y for x, y in zip(a, b, strict=True)) if op == "tally" else a - b


def result(op: str, part: Any) -> Any:
    return int(part != MIXED) if op == "same" else part
