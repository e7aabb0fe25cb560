"""What expressions over many things make of their members: sums, greatest, runs and the like."""

from __future__ import annotations

from rulesdsl.engine.evaluation.operations import number, tallied
from rulesdsl.engine.events import Content
from rulesdsl.program import NONE, MapDomain, Over, Program


def gathered(
    program: Program, expr: Over, members: list[Content], values: list[Content], keys: list[Content]
) -> Content:
    """What an `Over` makes of the members that met its condition, their values and their keys."""
    plain = [value for value in values if value != NONE]
    match expr.op:
        case "sum":
            return sum(number(value) for value in plain)
        case "count":
            return len(members)
        case "min":
            return number(min(plain, default=NONE))
        case "max":
            return number(max(plain, default=NONE))
        case "some":
            return 0
        case "every":
            return 1
        case "list":
            return tuple(plain)  # type: ignore[return-value]
        case "distinct":
            return tuple(sorted(set(plain)))  # type: ignore[return-value]
        case "ranked":
            return tuple(sorted(plain, reverse=True))  # type: ignore[return-value]
        case "same":
            return int(len(set(plain)) <= 1)
        case "tally":
            assert isinstance(expr.type, MapDomain)
            return tallied(program, expr.type, tuple(number(value) for value in plain))
        case "highest" | "lowest":
            best = (max if expr.op == "highest" else min)((key for key in keys if key != NONE), default=None)
            chosen = [
                member for member, key in zip(members, keys, strict=True) if key != NONE and key == best
            ]
            return tuple(chosen)  # type: ignore[return-value]
        case "runs":
            return _runs(members, keys)
        case _:
            order = sorted(range(len(members)), key=lambda at: keys[at])
            if expr.op == "select":
                return tuple(members[at] for at in order)  # type: ignore[return-value]
            if not order:
                return NONE
            return members[order[0 if expr.op == "first" else -1]]


def _runs(members: list[Content], keys: list[Content]) -> tuple[tuple[int, ...], ...]:
    runs: list[list[int]] = []
    last: Content = NONE
    for member, key in zip(members, keys, strict=True):
        if not runs or (NONE not in (key, last) and key < last):  # type: ignore[operator]
            runs.append([])
            last = NONE
        runs[-1].append(number(member))
        last = last if key == NONE else key
    return tuple(tuple(run) for run in runs)
