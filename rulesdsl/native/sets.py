"""Choosing sets, for the machine: `engine/decisions/sets.py` and `attainable.py` in the subset.

What a set comes to is one row: its size, which contributions are in it (bits), then the parts one after the
other: a number; for a tally as many as it has keys; for `same` how many different values (2: several) and the
value; for `distinct` how many and which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define

from rulesdsl import program as ir
from rulesdsl.engine.core.sites import SetSpec
from rulesdsl.engine.decisions.attainable import MOST_SETS
from rulesdsl.engine.decisions.summaries import SUBTRACTABLE
from rulesdsl.engine.pieces.unseen import by_place, lot_of
from rulesdsl.gatherings import Gather
from rulesdsl.native.primitives import zeros

if TYPE_CHECKING:
    from rulesdsl.engine.pieces.handling import Pieces

Row = list[int]
Args = tuple[Any, ...]
RowTable: TypeAlias = dict[Any, int]
"""By rows of numbers."""
Memo: TypeAlias = dict[Any, Any]


@define(eq=False)
class Pool:
    """The members to choose from in one position, alike ones as one class, and what sets of them come to."""

    spec: SetSpec
    members: list[int]
    low: int
    high: int
    classes: list[list[int]]
    contributions: list[list[int]]
    kinds: list[list[int]]
    found: list[list[int]]
    complete: int
    suffixes: list[list[list[int]]]
    known: RowTable
    looked: int

    def rows(self) -> Any:  # noqa: ANN401 -- as many results as the set has parts
        """What conditions read, of all sets of a size that will do."""
        if self.complete == 0:
            _reach_all(self.spec, self)
        low = self.low
        return [results(self.spec, row) for row in self.found if row[0] >= low]

    @property
    def numbers(self) -> list[int]:
        """The only result of sets of a size that will do: for each number from 0 whether there is one."""
        if self.complete == 0:
            _reach_all(self.spec, self)
        most = 0
        for row in self.found:
            if row[0] >= self.low:
                most = max(most, row[2])
        result = zeros(most + 1)
        for row in self.found:
            if row[0] >= self.low and row[2] >= 0:
                result[row[2]] = 1
        return result


def attainable(spec: SetSpec, cells: list[int], args: Args, pieces: Pieces) -> Pool:
    low, high = spec.limits(cells, *args)
    given = list(spec.domain(cells, *args))
    members = by_place(pieces, cells, given) if spec.hides else given
    low = max(0, low)
    high = min(high, len(members))
    if spec.hides or spec.alike:
        classes = _grouped(spec, cells, args, members, pieces)
    else:
        classes = [[member] for member in members]
    contributions: list[list[int]] = []
    kinds: list[list[int]] = []
    if low <= high and (spec.ops or spec.param.needless):
        for group in classes:
            parts = _parts_of(spec, cells, args, group[0])
            bit = 0
            if spec.param.needless:
                place = 0
                while place < len(kinds) and kinds[place] != parts:
                    place += 1
                if place == len(kinds):
                    kinds.append(parts)
                bit = 1 << place
            contributions.append([1, bit, *parts])
    elif low <= high:
        contributions = [[1, 0] for group in classes]
    suffixes: list[list[list[int]]] = []
    known: RowTable = {}
    summaries = [_nothing(spec)]
    return Pool(spec, members, low, high, classes, contributions, kinds, summaries, 0, suffixes, known, 0)


def _grouped(
    spec: SetSpec, cells: list[int], args: Args, members: list[int], pieces: Pieces
) -> list[list[int]]:
    named: list[int] = []
    for place, arg in enumerate(args):
        if place in spec.piece_args:
            if isinstance(arg, (list, tuple)):
                for member in arg:
                    named.append(member)
            else:
                named.append(arg)
    lots: list[int] = []
    keys: RowTable = {}
    number_of: list[int] = []
    for member in members:
        lot = lot_of(pieces, cells, member) if spec.hides and (spec.free or spec.by_parts) else None
        if lot is not None:
            if lot not in lots:
                lots.append(lot)
            number_of.append(-1 - lots.index(lot))
        else:
            key = pieces.alike_key(cells, member) if spec.alike and member not in named else [member]
            if key not in keys:
                keys[key] = len(keys)
            number_of.append(keys[key])
    result: list[list[int]] = []
    for number in range(len(keys)):
        group = [member for member, its in zip(members, number_of, strict=True) if its == number]
        if spec.alike and len(group) > 1:
            group = sorted(group, key=lambda member: pieces.best_known_first(cells, member))
        result.append(group)
    for number in range(len(lots)):
        group = [member for member, its in zip(members, number_of, strict=True) if its == -1 - number]
        if spec.ops:
            first = _parts_of(spec, cells, args, group[0])
            same = True
            for member in group:
                if _parts_of(spec, cells, args, member) != first:
                    same = False
            if same:
                result.append(group)
            else:
                for member in group:
                    result.append([member])
        else:
            result.append(group)
    return result


# ---- what sets come to


def _nothing(spec: SetSpec) -> Row:
    row = [0, 0]
    for op, span in zip(spec.ops, spec.spans, strict=True):
        if op is Gather.TALLY:
            for _ in range(span[1]):
                row.append(0)
        elif op in (Gather.SUM, Gather.COUNT):
            row.append(0)
        elif op in (Gather.MIN, Gather.MAX):
            row.append(ir.NONE)
        elif op is Gather.SAME:
            row.append(0)
            row.append(0)
        else:
            row.append(0)
    return row


def _parts_of(spec: SetSpec, cells: list[int], args: Args, member: int) -> Row:
    row: list[int] = []
    given = spec.contribution(cells, *args, member)
    for op, span, value in zip(spec.ops, spec.spans, given, strict=True):
        if op is Gather.SUM:
            row.append(int(value))
        elif op is Gather.COUNT:
            row.append(1)
        elif op is Gather.TALLY:
            for key in range(span[1]):
                row.append(int(value == key + span[0]))
        elif op in (Gather.MIN, Gather.MAX):
            row.append(value)
        elif op is Gather.SAME:
            row.append(1)
            row.append(value)
        elif value == ir.NONE:
            row.append(0)
        else:
            row.append(1)
            row.append(value)
    return row


def _added(spec: SetSpec, a: Row, b: Row, counted_to: int) -> Row:
    size = a[0] + b[0]
    row = [min(counted_to, size), a[1] | b[1]]
    offset = 2
    other = 2
    for op, span in zip(spec.ops, spec.spans, strict=True):
        if op is Gather.TALLY:
            for key in range(span[1]):
                row.append(a[offset + key] + b[other + key])
            offset += span[1]
            other += span[1]
        elif op in (Gather.SUM, Gather.COUNT):
            row.append(a[offset] + b[other])
            offset += 1
            other += 1
        elif op in (Gather.MIN, Gather.MAX):
            row.append(_extreme(a[offset], b[other], most=op is Gather.MAX))
            offset += 1
            other += 1
        elif op is Gather.SAME:
            count, value = _joined_same(a[offset], a[offset + 1], b[other], b[other + 1])
            row.append(count)
            row.append(value)
            offset += 2
            other += 2
        else:
            left = a[offset + 1 : offset + 1 + a[offset]]
            right = b[other + 1 : other + 1 + b[other]]
            both = sorted({*left, *right})
            row.append(len(both))
            for member in both:
                row.append(member)
            offset += 1 + a[offset]
            other += 1 + b[other]
    return row


def _extreme(a: int, b: int, *, most: bool) -> int:
    if most or ir.NONE in (a, b):
        return max(a, b)
    return min(a, b)


def _joined_same(count: int, value: int, other_count: int, other: int) -> tuple[int, int]:
    if other_count == 0 or (count == other_count and value == other):
        return count, value
    if count == 0:
        return other_count, other
    return 2, 0


def _counted_to(spec: SetSpec, pool: Pool) -> int:
    if pool.high >= len(pool.members) and not spec.param.needless:
        return pool.low
    return len(pool.members)


def _count(pool: Pool) -> None:
    pool.looked += 1
    if pool.looked > MOST_SETS:
        raise ValueError(pool)


def _reach_all(spec: SetSpec, pool: Pool) -> None:
    """All summaries of sets that are not too large."""
    pool.found = _reached(spec, pool, 0, len(pool.classes), [_nothing(spec)])
    pool.complete = 1


def _reached(spec: SetSpec, pool: Pool, first: int, last: int, start: list[list[int]]) -> list[list[int]]:
    """What sets come to with members of these classes besides."""
    reached: RowTable = {}
    sets: list[list[int]] = []
    for row in start:
        sets.append(row)
        reached[row] = 1
    counted_to = _counted_to(spec, pool)
    for number in range(first, last):
        item = pool.contributions[number]
        before = len(sets)
        for place in range(before):
            more = sets[place]
            for _ in pool.classes[number]:
                more = _added(spec, more, item, counted_to)
                if more[0] > pool.high:
                    break
                if more not in reached:
                    _count(pool)
                    reached[more] = 1
                    sets.append(more)
    return sets


# ---- whether they will do


def _by_summary(spec: SetSpec) -> bool:
    return spec.by_parts and (not spec.param.needless or SUBTRACTABLE.issuperset(spec.ops))


def _will_do(spec: SetSpec, cells: list[int], args: Args, pool: Pool, row: Row) -> bool:
    if not pool.low <= row[0] <= pool.high:
        return False
    if not spec.holds(cells, *args, None, *results(spec, row)):
        return False
    if spec.param.needless:
        for place in range(len(pool.kinds)):
            if row[1] >> place & 1 and pool.low <= row[0] - 1 <= pool.high:
                less = _reduced(row, pool.kinds[place])
                if spec.meets(cells, *args, None, *results(spec, less)):
                    return False
    return True


def _reduced(row: Row, parts: Row) -> Row:
    less = [row[0] - 1, 0]
    for place in range(len(parts)):
        less.append(row[place + 2] - parts[place])
    return less


def _exists_by_summary(spec: SetSpec, cells: list[int], args: Args, pool: Pool) -> bool:
    """Looked for while sets are put together, as long as none is found."""
    start = _nothing(spec)
    if _will_do(spec, cells, args, pool, start):
        return True
    reached: RowTable = {}
    summaries = [start]
    reached[start] = 1
    counted_to = _counted_to(spec, pool)
    for number in range(len(pool.classes)):
        item = pool.contributions[number]
        before = len(summaries)
        for place in range(before):
            more = summaries[place]
            for _ in pool.classes[number]:
                more = _added(spec, more, item, counted_to)
                if more[0] > pool.high:
                    break
                if more not in reached:
                    _count(pool)
                    reached[more] = 1
                    summaries.append(more)
                    if _will_do(spec, cells, args, pool, more):
                        return True
    return False


def _set_will_do(spec: SetSpec, cells: list[int], args: Args, pool: Pool, chosen: list[int]) -> bool:
    if not _asked_set(spec, cells, args, pool, chosen, 0):
        return False
    if spec.param.needless:
        for place in range(len(chosen)):
            less = [*chosen[:place], *chosen[place + 1 :]]
            if _asked_set(spec, cells, args, pool, less, 1):
                return False
    return True


def _asked_set(
    spec: SetSpec, cells: list[int], args: Args, pool: Pool, chosen: list[int], which: int
) -> bool:
    if not pool.low <= len(chosen) <= pool.high:
        return False
    key = [which, *sorted(chosen)]
    known = pool.known.get(key)
    if known is not None:
        return known == 1
    row = _nothing(spec)
    if spec.ops:
        for member in chosen:
            row = _added(spec, row, [1, 0, *_parts_of(spec, cells, args, member)], len(pool.members))
    members = chosen if ordered(spec) else sorted(chosen)
    if which:
        holds = bool(spec.meets(cells, *args, members, *results(spec, row)))
    else:
        holds = bool(spec.holds(cells, *args, members, *results(spec, row)))
    pool.known[key] = int(holds)
    return holds


def ordered(spec: SetSpec) -> bool:
    return bool(getattr(spec.param.var.type, "ordered", False))


def _some_set(
    spec: SetSpec, cells: list[int], args: Args, pool: Pool, chosen: list[int], index: int, copies: int
) -> bool:
    """Whether some set that will do begins with these members."""
    _count(pool)
    if _set_will_do(spec, cells, args, pool, chosen):
        return True
    if len(chosen) >= pool.high:
        return False
    for later in range(index, len(pool.classes)):
        copy = copies if later == index else 0
        if copy < len(pool.classes[later]):
            more = [*chosen, pool.classes[later][copy]]
            if _some_set(spec, cells, args, pool, more, later, copy + 1):
                return True
    return False


def set_exists(spec: SetSpec, cells: list[int], args: Args, pieces: Pieces) -> bool:
    pool = attainable(spec, cells, args, pieces)
    if pool.low > pool.high:
        return False
    if spec.free and not spec.param.needless:
        return bool(spec.holds(cells, *args, None, *nones(spec)))
    if _by_summary(spec):
        return _exists_by_summary(spec, cells, args, pool)
    return _some_set(spec, cells, args, pool, [], 0, 0)


# ---- what may come next


def next_members(
    memo: Memo,
    spec: SetSpec,
    cells: list[int],
    args: Args,
    picked: list[int],
    pieces: Pieces,
) -> tuple[list[int], bool]:
    if spec.free and not (spec.alike or spec.hides or spec.param.needless):
        return _by_size_alone(spec, cells, args, picked)
    return _next_of(spec, cells, args, _pool(memo, spec, cells, args, pieces), picked)


def next_copies(
    memo: Memo,
    spec: SetSpec,
    cells: list[int],
    args: Args,
    picked: list[int],
    pieces: Pieces,
) -> list[int]:
    pool = _pool(memo, spec, cells, args, pieces)
    members, _ = _next_of(spec, cells, args, pool, picked)
    return [
        member
        for group in pool.classes
        if any(first in group for first in members)
        for member in group
        if member not in picked
    ]


def _pool(memo: Memo, spec: SetSpec, cells: list[int], args: Args, pieces: Pieces) -> Pool:
    pool: Pool | None = memo.get((spec, *args))
    if pool is None:
        pool = attainable(spec, cells, args, pieces)
        memo[(spec, *args)] = pool
    return pool


def _by_size_alone(spec: SetSpec, cells: list[int], args: Args, picked: list[int]) -> tuple[list[int], bool]:
    members = list(spec.domain(cells, *args))
    low, high = spec.limits(cells, *args)
    count = len(picked)
    needed = max(0, low) - count
    if max(0, low) > min(high, len(members)) or not spec.holds(cells, *args, None, *nones(spec)):
        return [], False
    if count >= high:
        return [], needed <= 0
    first = members.index(picked[-1]) + 1 if picked else 0
    return members[first : len(members) - max(0, needed - 1)], needed <= 0


def _class_of(pool: Pool, member: int) -> int:
    for place in range(len(pool.classes)):
        if member in pool.classes[place]:
            return place
    raise ValueError(member)


def _next_of(
    spec: SetSpec, cells: list[int], args: Args, pool: Pool, picked: list[int]
) -> tuple[list[int], bool]:
    if pool.low > pool.high:
        return [], False
    by_size = spec.free and not spec.param.needless
    count = len(picked)
    if by_size:
        if not spec.holds(cells, *args, None, *nones(spec)):
            return [], False
        if count >= pool.high:
            return [], count >= pool.low
        stays = count >= pool.low
        now = [0, 0]
    elif _by_summary(spec):
        now = _nothing(spec)
        for member in picked:
            item = pool.contributions[_class_of(pool, member)]
            now = _added(spec, now, item, _counted_to(spec, pool))
        stays = _will_do(spec, cells, args, pool, now)
    else:
        stays = _set_will_do(spec, cells, args, pool, picked)
        now = [0, 0]
        if count >= pool.high:
            return [], stays
    result: list[int] = []
    start = _class_of(pool, picked[-1]) if picked else 0
    for later in range(start, len(pool.classes)):
        group = pool.classes[later]
        left = [member for member in group if member not in picked] if later == start else group
        if left:
            copies = len(group) - len(left)
            if by_size:
                rest = len(left)
                for behind in range(later + 1, len(pool.classes)):
                    rest += len(pool.classes[behind])
                comes = count + rest >= pool.low
            elif _by_summary(spec):
                comes = _leads_on(spec, cells, args, pool, now, later, len(left))
            else:
                comes = _some_set(spec, cells, args, pool, [*picked, left[0]], later, copies + 1)
            if comes:
                result.append(left[0])
    return result, stays


def _leads_on(
    spec: SetSpec, cells: list[int], args: Args, pool: Pool, now: Row, later: int, left: int
) -> bool:
    """Whether with one more member of a class, or several, and others of later ones a set will do."""
    if len(pool.suffixes) == 0:
        pool.suffixes = _suffixes(spec, pool)
    counted_to = _counted_to(spec, pool)
    more = now
    for _ in range(left):
        more = _added(spec, more, pool.contributions[later], counted_to)
        for rest in pool.suffixes[later + 1]:
            if _will_do(spec, cells, args, pool, _added(spec, more, rest, counted_to)):
                return True
    return False


def _suffixes(spec: SetSpec, pool: Pool) -> list[list[list[int]]]:
    """What can still be added from each class on."""
    backwards = [[_nothing(spec)]]
    number = len(pool.classes) - 1
    while number >= 0:
        backwards.append(_reached(spec, pool, number, number + 1, backwards[-1]))
        number -= 1
    return backwards[::-1]


# ---- written as code of their own


def results(spec: SetSpec, row: Row) -> tuple[Any, ...]:
    """The parts of a row as conditions read them."""
    raise NotImplementedError


def nones(spec: SetSpec) -> tuple[None, ...]:
    """What conditions are given that read no part."""
    raise NotImplementedError
