"""What expressions over many things make of their members: sums, greatest, runs and the like."""

from __future__ import annotations

from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.evaluation.operations import number, sequence, tallied
from rulesdsl.gatherings import Gather


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
        case Gather.SUM:
            return sum(number(value) for value in plain)
        case Gather.COUNT:
            return len(members)
        case Gather.MIN:
            return number(min(plain, default=ir.NONE))
        case Gather.MAX:
            return number(max(plain, default=ir.NONE))
        case Gather.SOME:
            return 0
        case Gather.EVERY:
            return 1
        case Gather.LIST:
            return tuple(plain)  # type: ignore[return-value]
        case Gather.DISTINCT:
            return tuple(sorted(set(plain)))  # type: ignore[return-value]
        case Gather.RANKED:
            return tuple(sorted(plain, reverse=True))  # type: ignore[return-value]
        case Gather.SAME:
            return int(len(set(plain)) <= 1)
        case Gather.TALLY:
            assert isinstance(expr.type, ir.MapDomain)
            return tallied(program, expr.type, tuple(number(value) for value in plain))
        case Gather.HIGHEST | Gather.LOWEST:
            best = (max if expr.op is Gather.HIGHEST else min)(
                (key for key in keys if key != ir.NONE), default=None
            )
            chosen = [
                member for member, key in zip(members, keys, strict=True) if key != ir.NONE and key == best
            ]
            return tuple(chosen)  # type: ignore[return-value]
        case Gather.UNION:
            return tuple(sorted({member for value in values for member in sequence(value)}))
        case Gather.UNTIL:
            return tuple(members)  # type: ignore[return-value]
        case Gather.GROUPS:
            return _groups(members, values)
        case Gather.RUNS:
            return _runs(members, keys)
        case Gather.SELECT:
            return tuple(members[index] for index in _in_order(keys))  # type: ignore[return-value]
        case Gather.REACHED:
            raise AssertionError("what is reached is looked for from where it begins")
        case Gather.FIRST | Gather.LAST:
            end = 0 if expr.op is Gather.FIRST else -1
            return members[_in_order(keys)[end]] if members else ir.NONE
        case _:
            assert_never(expr.op)


def _in_order(keys: list[ev.Content]) -> list[int]:
    return sorted(range(len(keys)), key=lambda index: keys[index])


def _groups(members: list[ev.Content], values: list[ev.Content]) -> tuple[tuple[int, ...], ...]:
    beside: dict[int, set[int]] = {number(member): set() for member in members}
    for member, value in zip(members, values, strict=True):
        for other in sequence(value):
            if other in beside:
                beside[number(member)].add(other)
                beside[other].add(number(member))
    groups: list[tuple[int, ...]] = []
    grouped: set[int] = set()
    for first in beside:
        if first not in grouped:
            group = {first}
            while more := {other for member in group for other in beside[member]} - group:
                group |= more
            grouped |= group
            groups.append(tuple(member for member in beside if member in group))
    return tuple(groups)


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
