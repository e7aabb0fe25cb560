"""The operations on values that take more than an expression of Python; generated code calls them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesdsl import operations
from rulesdsl import program as ir

Seq = Sequence[int]


class Remembered(dict[Any, int]):
    """What was worked out while games were played, and may be forgotten at any time."""


class Impossible(operations.Impossible):
    """An operation without a result in generated code: the number of the fault, and the values to show."""

    def __init__(self, fault: int, *values: int) -> None:
        super().__init__(fault, *values)
        self.fault = fault
        self.values = values


def check(value: int, low: int, high: int, fault: int) -> int:
    if low <= value <= high:
        return value
    raise Impossible(fault, value)


def check_or_none(value: int, low: int, high: int, fault: int) -> int:
    if low <= value <= high or value == ir.NONE:
        return value
    raise Impossible(fault, value)


def placed(place: int, fault: int) -> int:
    if place == ir.NONE:
        raise Impossible(fault)
    return place


def modulo(a: int, b: int, fault: int) -> int:
    if b <= 0:
        raise Impossible(fault, b)
    return a % b


def divide_up(a: int, b: int, fault: int) -> int:
    if b == 0:
        raise Impossible(fault, b)
    return -(-a // b)


def divide_down(a: int, b: int, fault: int) -> int:
    if b == 0:
        raise Impossible(fault, b)
    return a // b


def same_list(a: Iterable[int], b: Iterable[int]) -> bool:
    return list(a) == list(b)


def same_set(a: Iterable[int], b: Iterable[int]) -> bool:
    return sorted(a) == sorted(b)


def map_le(a: Seq, b: Seq) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


def map_add(a: Seq, b: Seq) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)]


def map_sub(a: Seq, b: Seq) -> list[int]:
    return [x - y for x, y in zip(a, b, strict=True)]


def some_of(*values: int) -> list[int]:
    return [value for value in values if value != ir.NONE]


def union(a: Iterable[int], b: Iterable[int]) -> list[int]:
    return sorted({*a, *b})


def without(a: Iterable[int], b: Iterable[int]) -> list[int]:
    out = set(b)
    return [value for value in a if value not in out]


def least(a: Iterable[int]) -> int:
    return min((value for value in a if value != ir.NONE), default=ir.NONE)


def last_n(a: Seq, n: int) -> Seq:
    return a[max(0, len(a) - n) :] if n > 0 else a[:0]


def the_only(a: Seq) -> int:
    return a[0] if len(a) == 1 else ir.NONE


def tally(a: Iterable[int], low: int, count: int) -> list[int]:
    counts = [0] * count
    for value in a:
        if value != ir.NONE:
            counts[value - low] += 1
    return counts


def same(a: Iterable[int]) -> bool:
    return len(set(a)) <= 1


def consecutive(a: Iterable[int]) -> bool:
    run = sorted(a)
    return bool(run) and run == list(range(run[0], run[0] + len(run)))


def next_of(a: int, players: Iterable[int], count: int) -> int:
    """The first of these players clockwise after `a`, who comes last."""
    nearest, value = count + 1, ir.NONE
    for player in players:
        way = (player - a) % count or count
        if way < nearest:
            nearest, value = way, player
    return value


def from_first(a: int, players: Iterable[int], count: int) -> int:
    """The first of these players clockwise, beginning with `a`."""
    nearest, value = count, ir.NONE
    for player in players:
        way = (player - a) % count
        if way < nearest:
            nearest, value = way, player
    return value


def clockwise(players: Iterable[int], first: int, count: int) -> list[int]:
    return sorted(set(players), key=lambda player: (player - first) % count)


def each_once(players: Iterable[int]) -> list[int]:
    """In the order in which they come."""
    return list(dict.fromkeys(players))


def mask_of(players: Iterable[int]) -> int:
    mask = 0
    for player in players:
        mask |= 1 << player
    return mask


def members(cells: list[int], address: int, count: int, low: int) -> list[int]:
    """The members of a set held as cells of 0 and 1."""
    return [low + index for index, there in enumerate(cells[address : address + count]) if there]


def loose(a: object) -> object:
    """A key to sort by: a number as it is, a sequence comparable with any other."""
    return list(a) if isinstance(a, (list, tuple, range)) else a


def ordered(members_: Seq, keys: Sequence[object]) -> list[int]:
    """The members in rising order of their keys; equal keys keep their order."""
    places = sorted(range(len(members_)), key=lambda index: loose(keys[index]))  # type: ignore[arg-type,return-value]
    return [members_[place] for place in places]


def best(members_: Seq, keys: Sequence[object], *, most: bool) -> list[int]:
    """The members with the greatest (or smallest) key; a key that is none never counts."""
    counting = [loose(key) for key in keys if key != ir.NONE]
    if not counting:
        return []
    goal = max(counting) if most else min(counting)  # type: ignore[type-var]
    return [value for value, key in zip(members_, keys, strict=True) if key != ir.NONE and loose(key) == goal]


def groups(members_: Seq, beside: Seq, ends: Seq) -> list[list[int]]:
    """The members in groups that hang together: each with those of them that stand beside it, in `beside` up
    to its end.
    """
    place_of: dict[int, int] = {}
    for place in range(len(members_)):
        if members_[place] not in place_of:
            place_of[members_[place]] = place
    # Of each member one of its group that is no later; the first of a group has itself.
    before = list(range(len(members_)))
    begin = 0
    for place in range(len(members_)):
        for other in beside[begin : ends[place]]:
            if other in place_of:
                a, b = place_of[members_[place]], place_of[other]
                while before[a] != a:
                    a = before[a]
                while before[b] != b:
                    b = before[b]
                before[max(a, b)] = min(a, b)
        begin = ends[place]
    firsts: list[int] = []
    for place in range(len(members_)):
        before[place] = before[before[place]]
        if place_of[members_[place]] != place:
            before[place] = -1
        elif before[place] == place:
            firsts.append(place)
    return [[members_[place] for place in range(len(members_)) if before[place] == first] for first in firsts]


def runs(members_: Seq, keys: Sequence[object]) -> list[list[int]]:
    """The members cut wherever the key falls; one without a key stays with what lies before."""
    cut: list[list[int]] = []
    run: list[int] = []
    before: object = ir.NONE
    for value, key in zip(members_, keys, strict=True):
        if run and ir.NONE not in (key, before) and loose(key) < loose(before):  # type: ignore[operator]
            cut.append(run)
            run = []
        if key != ir.NONE:
            before = key
        run.append(value)
    if run:
        cut.append(run)
    return cut


def put_seq(cells: list[int], address: int, room: int, values: Iterable[int], fault: int) -> None:
    """A sequence that lives across decisions: its length, its values, and zeros in what is left of
    its room.
    """
    kept = list(values)
    if len(kept) > room:
        raise Impossible(fault, len(kept))
    cells[address : address + 1 + room] = [len(kept), *kept, *([0] * (room - len(kept)))]


def put_seqs(
    cells: list[int], address: int, room: int, inner: int, values: Iterable[Iterable[int]], fault: int
) -> None:
    kept = [list(value) for value in values]
    if len(kept) > room:
        raise Impossible(fault, len(kept))
    cells[address] = len(kept)
    for index in range(room):
        put_seq(
            cells, address + 1 + index * (inner + 1), inner, kept[index] if index < len(kept) else (), fault
        )


def get_seqs(cells: list[int], address: int, inner: int) -> list[list[int]]:
    starts = range(address + 1, address + 1 + cells[address] * (inner + 1), inner + 1)
    return [cells[start + 1 : start + 1 + cells[start]] for start in starts]


def combinations(members: Seq, number: int, again: int) -> list[list[int]]:
    """Every way to take so many, in the order of the members; `again`: one may be taken several times."""
    result: list[list[int]] = []
    last = len(members) - 1
    if number < 0 or (number > 0 and (last < 0 or (number > last + 1 and not again))):
        return result
    places = [0 if again else place for place in range(number)]
    more = True
    while more:
        result.append([members[place] for place in places])
        # The hindmost that can go on does, and those behind it follow it.
        turning = number - 1
        while turning >= 0 and places[turning] == (last if again else last - (number - 1 - turning)):
            turning -= 1
        more = turning >= 0
        if more:
            start = places[turning] + 1
            for place in range(turning, number):
                places[place] = start if again else start + place - turning
    return result
