"""What expressions over many things make of their members: sums, greatest, runs and the like."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.evaluation.operations import number, tallied


def gathered(
    program: ir.Program,
    expr: ir.Over,
    members: list[ev.Content],
    values: list[ev.Content],
    keys: list[ev.Content],
) -> ev.Content:
    """What an `Over` makes of the members that met its condition, their values and their keys."""
    plain = [value for value in values if value != ir.NONE]
    match expr.op:
        case "sum":
            return sum(number(value) for value in plain)
        case "count":
            return len(members)
        case "min":
            return number(min(plain, default=ir.NONE))
        case "max":
            return number(max(plain, default=ir.NONE))
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
            assert isinstance(expr.type, ir.MapDomain)
            return tallied(program, expr.type, tuple(number(value) for value in plain))
        case "highest" | "lowest":
            best = (max if expr.op == "highest" else min)(
                (key for key in keys if key != ir.NONE), default=None
            )
            chosen = [
                member for member, key in zip(members, keys, strict=True) if key != ir.NONE and key == best
            ]
            return tuple(chosen)  # type: ignore[return-value]
        case "runs":
            return _runs(members, keys)
        case _:
            order = sorted(range(len(members)), key=lambda index: keys[index])
            if expr.op == "select":
                return tuple(members[index] for index in order)  # type: ignore[return-value]
            if not order:
                return ir.NONE
            return members[order[0 if expr.op == "first" else -1]]


def _runs(members: list[ev.Content], keys: list[ev.Content]) -> tuple[tuple[int, ...], ...]:
    runs: list[list[int]] = []
    last: ev.Content = ir.NONE
    for member, key in zip(members, keys, strict=True):
        if not runs or (ir.NONE not in (key, last) and key < last):  # type: ignore[operator]
            runs.append([])
            last = ir.NONE
        runs[-1].append(number(member))
        last = last if key == ir.NONE else key
    return tuple(tuple(run) for run in runs)
