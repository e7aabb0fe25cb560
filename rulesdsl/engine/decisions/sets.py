"""Choosing sets: which members may come next so that a whole that meets the conditions can still be reached.

Members are taken in the order of the domain, alike ones as one class with a number of copies, so that every
set is offered exactly once. What decides whether a set will do is one of three things:

- nothing but its size, if no condition reads the set;
- a summary (size, sums, tallies ...), if the conditions read only such: then the attainable summaries are
worked out class by class, and never the sets;
- the set itself: then all sets are gone through, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulesdsl.engine.core.sites import SetSpec
from rulesdsl.engine.decisions.attainable import MOST_SETS, Attainable, Summary, too_many
from rulesdsl.engine.decisions.summaries import SUBTRACTABLE, reduced

if TYPE_CHECKING:
    from rulesdsl.engine.pieces.handling import Pieces


class SetProblem:
    """One choice of a set in one position."""

    def __init__(self, spec: SetSpec, cells: list[int], args: tuple[Any, ...], pool: Attainable) -> None:
        self.spec = spec
        self.cells = cells
        self.args = args
        self.pool = pool
        self._known: dict[Hashable, bool] = {}
        self._looked = 0

    # ---- what all ways share

    def exists(self) -> bool:
        if self.pool.low > self.pool.high:
            return False
        if self._by_size:
            return self._holds_at_all
        if self._by_summary:
            return any(map(self._will_do, self.pool.summaries()))
        return next(self._whole_sets([], 0, 0), None) is not None

    def next_members(self, picked: list[int]) -> tuple[list[int], bool]:
        """Which members may come next, and whether the set may stay as it is."""
        if self.pool.low > self.pool.high:
            return [], False
        if self._by_size:
            return self._next_by_size(picked)
        if self._by_summary:
            return self._next_by_summary(picked)
        return self._next_by_sets(picked)

    def _candidates(self, picked: list[int]) -> Iterator[tuple[int, int, int]]:
        """Every member that may come next in order: its class, how many of that class are picked already,
        and the member.
        """
        index = self.pool.class_of[picked[-1]] if picked else 0
        for later in range(index, len(self.pool.classes)):
            left = self.copies_left(later, picked) if later == index else self.pool.classes[later]
            if left:
                yield later, len(self.pool.classes[later]) - len(left), left[0]

    def copies_left(self, index: int, picked: list[int]) -> list[int]:
        """The members of a class that are not picked yet."""
        return [member for member in self.pool.classes[index] if member not in picked]

    # ---- by size

    @cached_property
    def _by_size(self) -> bool:
        return self.spec.free and not self.spec.param.needless

    @cached_property
    def _holds_at_all(self) -> bool:
        return self.spec.holds(self.cells, *self.args, None, *(None for _ in self.spec.ops))

    def _next_by_size(self, picked: list[int]) -> tuple[list[int], bool]:
        if not self._holds_at_all:
            return [], False
        if len(picked) >= self.pool.high:
            return [], len(picked) >= self.pool.low
        sizes = [len(group) for group in self.pool.classes]
        values: list[int] = []
        for index, copies, member in self._candidates(picked):
            left = sizes[index] - copies + sum(sizes[index + 1 :])
            if len(picked) + left >= self.pool.low:
                values.append(member)
        return values, len(picked) >= self.pool.low

    # ---- by summary

    @cached_property
    def _by_summary(self) -> bool:
        spec = self.spec
        return spec.by_parts and (not spec.param.needless or SUBTRACTABLE.issuperset(spec.ops))

    def _will_do(self, summary: Summary) -> bool:
        if summary not in self._known:
            self._known[summary] = self._asked(self.spec.holds, "holds", summary[0], summary[1:-1]) and not (
                self.spec.param.needless and self._something_needless(summary)
            )
        return self._known[summary]

    def _asked(self, condition: Callable[..., bool], name: str, size: int, parts: tuple[Any, ...]) -> bool:
        if not self.pool.low <= size <= self.pool.high:
            return False
        key = (name, parts)
        if key not in self._known:
            self._known[key] = bool(condition(self.cells, *self.args, None, *self.pool.results(parts)))
        return self._known[key]

    def _something_needless(self, summary: Summary) -> bool:
        for index, kind in enumerate(self.pool.kinds):
            if summary[-1] >> index & 1:
                less = tuple(
                    reduced(op, x, y) for op, x, y in zip(self.spec.ops, summary[1:-1], kind, strict=True)
                )
                if self._asked(self.spec.meets, "meets", summary[0] - 1, less):
                    return True
        return False

    def _next_by_summary(self, picked: list[int]) -> tuple[list[int], bool]:
        now = self.pool.nothing
        for member in picked:
            now = self.pool.add(now, self.pool.contributions[self.pool.class_of[member]])
        values: list[int] = []
        for index, copies, member in self._candidates(picked):
            item = self.pool.contributions[index]
            more = now
            for _ in range(copies, len(self.pool.classes[index])):
                more = self.pool.add(more, item)
                if any(self._will_do(self.pool.add(more, rest)) for rest in self.pool.suffixes[index + 1]):
                    values.append(member)
                    break
        return values, self._will_do(now)

    # ---- set by set

    def will_do(self, chosen: list[int]) -> bool:
        if not self._asked_set(self.spec.holds, "holds", chosen):
            return False
        if not self.spec.param.needless:
            return True
        smaller = (chosen[:index] + chosen[index + 1 :] for index in range(len(chosen)))
        return not any(self._asked_set(self.spec.meets, "meets", less) for less in smaller)

    def _asked_set(self, condition: Callable[..., bool], name: str, chosen: list[int]) -> bool:
        if not self.pool.low <= len(chosen) <= self.pool.high:
            return False
        key = (name, tuple(sorted(chosen)))
        if key not in self._known:
            summary = self.pool.nothing
            for member in chosen if self.spec.ops else ():
                summary = self.pool.add(summary, (1, *self.pool.parts_of(member), 0))
            results = self.pool.results(summary[1:-1])
            members = _in_order(self.spec, chosen)
            self._known[key] = bool(condition(self.cells, *self.args, members, *results))
        return self._known[key]

    def _whole_sets(self, chosen: list[int], index: int, copies: int) -> Iterator[list[int]]:
        """All sets that will do and begin with these members."""
        self._looked += 1
        if self._looked > MOST_SETS:
            raise too_many(len(self.pool.members), self.pool.low, self.pool.high)
        if self.will_do(chosen):
            yield chosen
        if len(chosen) >= self.pool.high:
            return
        for later in range(index, len(self.pool.classes)):
            copy = copies if later == index else 0
            if copy < len(self.pool.classes[later]):
                yield from self._whole_sets([*chosen, self.pool.classes[later][copy]], later, copy + 1)

    def _next_by_sets(self, picked: list[int]) -> tuple[list[int], bool]:
        if len(picked) >= self.pool.high:
            return [], self.will_do(picked)
        result = []
        for index, copies, member in self._candidates(picked):
            if next(self._whole_sets([*picked, member], index, copies + 1), None) is not None:
                result.append(member)
        return result, self.will_do(picked)


def _in_order(spec: SetSpec, chosen: list[int]) -> list[int]:
    ordered = getattr(spec.param.var.type, "ordered", False)
    return chosen if ordered else sorted(chosen)


# ---- for the stages of a decision


def set_exists(spec: SetSpec, cells: list[int], args: tuple[Any, ...], pieces: Pieces) -> bool:
    """Whether any set will do."""
    return SetProblem(spec, cells, args, Attainable(spec, cells, args, pieces)).exists()


def next_members(
    memo: dict[Hashable, SetProblem],
    spec: SetSpec,
    cells: list[int],
    args: tuple[Any, ...],
    picked: list[int],
    pieces: Pieces,
) -> tuple[list[int], bool]:
    """Which members may come next, and whether the set may stay as it is.

    The same choice is asked for several times while its members are picked: what was found out is kept in
    `memo`.
    """
    if spec.free and not (spec.alike or spec.hides or spec.param.needless):
        return _by_size_alone(spec, cells, args, picked)
    return _problem(memo, spec, cells, args, pieces).next_members(picked)


def next_copies(
    memo: dict[Hashable, SetProblem],
    spec: SetSpec,
    cells: list[int],
    args: tuple[Any, ...],
    picked: list[int],
    pieces: Pieces,
) -> list[int]:
    """The members that may come next, with all those that are in a class with one of them."""
    problem = _problem(memo, spec, cells, args, pieces)
    members, _ = problem.next_members(picked)
    classes = dict.fromkeys(problem.pool.class_of[member] for member in members)
    return [member for index in classes for member in problem.copies_left(index, picked)]


def _problem(
    memo: dict[Hashable, SetProblem],
    spec: SetSpec,
    cells: list[int],
    args: tuple[Any, ...],
    pieces: Pieces,
) -> SetProblem:
    key = (id(spec), *(tuple(arg) if isinstance(arg, list) else arg for arg in args))
    if key not in memo:
        memo[key] = SetProblem(spec, cells, args, Attainable(spec, cells, args, pieces))
    return memo[key]


def _by_size_alone(
    spec: SetSpec, cells: list[int], args: tuple[Any, ...], picked: list[int]
) -> tuple[list[int], bool]:
    """The same for sets of which only the size matters: members after the last one, as long as
    enough are left.
    """
    members = list(spec.domain(cells, *args))
    low, high = spec.limits(cells, *args)
    count = len(picked)
    needed = max(0, low) - count
    if max(0, low) > min(high, len(members)) or not spec.holds(cells, *args, None, *(None for _ in spec.ops)):
        return [], False
    if count >= high:
        return [], needed <= 0
    first = members.index(picked[-1]) + 1 if picked else 0
    return members[first : len(members) - max(0, needed - 1)], needed <= 0


def is_choice(
    spec: SetSpec, cells: list[int], args: tuple[Any, ...], chosen: list[int], pieces: Pieces
) -> bool:
    """Whether these members are a set that may be chosen."""
    members = list(spec.domain(cells, *args))
    if len(set(chosen)) < len(chosen) or not set(members).issuperset(chosen):
        return False
    return SetProblem(spec, cells, args, Attainable(spec, cells, args, pieces)).will_do(chosen)
