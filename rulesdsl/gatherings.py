"""What can be made of many things that are gone through one after the other: one table, as for operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rulesdsl.operations import NONE, Entries, Op, Order

Content = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A scalar, a sequence or map, or a sequence of sequences."""


@frozen(eq=False)
class Gathering:
    """`doc`: what it gives."""

    doc: str
    members: bool = False
    """It gives members themselves."""
    order: Order = Order.IGNORED
    each_alone: bool = False
    """It looks at one member after the other, and compares none with another."""
    summary: bool = False
    """It can be worked out of what it comes to for two parts of the members."""

    @property
    def reads_order(self) -> bool:
        """What gives members in their order leaves it to others to read it."""
        return self.order is Order.READ or (self.order is Order.KEPT and not self.members)


class Gather(Entries):
    """What an `Over` makes of the values of the members that meet its condition."""

    entry: Gathering

    SUM = Gathering("the sum of the values", summary=True)
    COUNT = Gathering("how many", each_alone=True, summary=True)
    MIN = Gathering("the smallest value, NONE if there is none (NONE values left out)", summary=True)
    MAX = Gathering("the greatest value, NONE if there is none (NONE values left out)", summary=True)
    SOME = Gathering("a value is yes", each_alone=True)
    EVERY = Gathering("all values are yes", each_alone=True)
    LIST = Gathering("the values in order, NONE left out", order=Order.KEPT)
    SELECT = Gathering(
        "the members themselves, in order of `by` (stable) if there is one",
        members=True,
        order=Order.KEPT,
        each_alone=True,
    )
    HIGHEST = Gathering(
        "the members with the greatest `by` (NONE never counts), in order", members=True, order=Order.KEPT
    )
    LOWEST = Gathering(
        "the members with the smallest `by` (NONE never counts), in order", members=True, order=Order.KEPT
    )
    FIRST = Gathering(
        "the first member, in order of `by` if there is one; NONE if there is none",
        members=True,
        order=Order.READ,
        each_alone=True,
    )
    LAST = Gathering("the last member", members=True, order=Order.READ, each_alone=True)
    DISTINCT = Gathering("each value once, ascending, NONE left out", summary=True)
    RANKED = Gathering("the values from the greatest down")
    TALLY = Gathering("a map of how often each value occurs", summary=True)
    SAME = Gathering("all values are equal (yes for none)", summary=True)
    UNION = Gathering("all that is in one of the values, which are sequences, each once, ascending")
    UNTIL = Gathering(
        "the members in order up to and with the first whose value is yes; all if there is none",
        members=True,
        order=Order.READ,
    )
    REACHED = Gathering(
        "the members that meet the condition and that one comes to from `by` (a sequence, known before),"
        " that among them, where each leads to its value; ascending",
        order=Order.IGNORED,
    )
    GROUPS = Gathering(
        "the members in groups that hang together, each with those of them that are in its value; each group"
        " and the groups in the order of the domain"
    )
    RUNS = Gathering(
        "the domain cut wherever `by` falls; members whose `by` is NONE stay with what lies before",
        members=True,
        order=Order.READ,
    )


SUMMARIES: Mapping[Op, Gather] = {Op[gather.name]: gather for gather in Gather if gather.entry.summary}
"""What the same of a whole sequence is as an operation."""


def gathered(gather: Gather, members: Sequence[Any], values: Sequence[Any], keys: Sequence[Any]) -> Content:
    """What is made of the members that met the condition, of their values and of their keys, where nothing
    else has to be known for it.
    """
    there: list[int] = [value for value in values if value != NONE]
    match gather:
        case Gather.SUM:
            return sum(there)
        case Gather.COUNT:
            return len(members)
        case Gather.MIN:
            return min(there, default=NONE)
        case Gather.MAX:
            return max(there, default=NONE)
        case Gather.SOME:
            return int(any(there))
        case Gather.EVERY:
            return int(all(there))
        case Gather.LIST:
            return tuple(there)
        case Gather.DISTINCT:
            return tuple(sorted(set(there)))
        case Gather.RANKED:
            return tuple(sorted(there, reverse=True))
        case Gather.SAME:
            return int(len(set(there)) <= 1)
        case Gather.HIGHEST | Gather.LOWEST:
            counting = [key for key in keys if key != NONE]
            best = (max if gather is Gather.HIGHEST else min)(counting, default=NONE)
            return tuple(
                member for member, key in zip(members, keys, strict=True) if key == best and key != NONE
            )
        case Gather.UNION:
            return tuple(sorted({member for value in values for member in value}))
        case Gather.UNTIL:
            return tuple(members)
        case Gather.GROUPS:
            return _groups(members, values)
        case Gather.RUNS:
            return _runs(members, keys)
        case Gather.SELECT:
            return tuple(members[index] for index in _in_order(keys))
        case Gather.FIRST | Gather.LAST:
            end = 0 if gather is Gather.FIRST else -1
            member: Content = members[_in_order(keys)[end]] if members else NONE
            return member
        case _:
            raise AssertionError(f"{gather.word} needs more than the members")


def _in_order(keys: Sequence[Any]) -> list[int]:
    return sorted(range(len(keys)), key=keys.__getitem__)


def _groups(members: Sequence[int], values: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    beside: dict[int, set[int]] = {member: set() for member in members}
    for member, value in zip(members, values, strict=True):
        for other in value:
            if other in beside:
                beside[member].add(other)
                beside[other].add(member)
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


def _runs(members: Sequence[int], keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    runs: list[list[int]] = []
    last = NONE
    for member, key in zip(members, keys, strict=True):
        if not runs or (NONE not in (key, last) and key < last):
            runs.append([])
            last = NONE
        runs[-1].append(member)
        last = last if key == NONE else key
    return tuple(map(tuple, runs))
