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

from rulesdsl.engine.faults import Fault
from rulesdsl.engine.sites import SetSpec
from rulesdsl.program import NONE

if TYPE_CHECKING:
    from rulesdsl.engine.pieces import Pieces

MOST_SETS = 200_000
"""How many summaries or sets are looked at for one choice."""

Summary = tuple[Any, ...]
"""The size, then one entry for each part; while sets must be free of the needless, which
contributions are in it.
"""

MIXED = (NONE, NONE)
_SUBTRACTABLE = {"sum", "count", "tally"}


class SetProblem:
    """One choice of a set in one position."""

    def __init__(self, spec: SetSpec, cells: list[int], args: tuple[Any, ...], pieces: Pieces) -> None:
        self.spec = spec
        self.cells = cells
        self.args = args
        self.low, self.high = spec.limits(cells, *args)
        self.members = list(spec.domain(cells, *args))
        self.low = max(0, self.low)
        self.high = min(self.high, len(self.members))
        self.classes: list[list[int]] = []
        if spec.alike:
            groups: dict[Hashable, list[int]] = {}
            for member in self.members:
                groups.setdefault(pieces.alike_key(cells, member), []).append(member)
            self.classes = list(groups.values())
        else:
            self.classes = [[member] for member in self.members]
        self._kinds: list[Summary] = []
        self._known: dict[Hashable, bool] = {}
        self._looked = 0

    # ---- what all ways share

    def _count(self) -> None:
        self._looked += 1
        if self._looked > MOST_SETS:
            raise Fault(f"too many options: more than {MOST_SETS} sets to choose from at once")

    def exists(self) -> bool:
        if self.low > self.high:
            return False
        if self._by_size:
            return self._holds_at_all
        if self._by_summary:
            return self._some_summary()
        return next(self._whole_sets([], 0, 0), None) is not None

    def next_members(self, picked: list[int]) -> tuple[list[int], bool]:
        """Which members may come next, and whether the set may stay as it is."""
        if self.low > self.high:
            return [], False
        if self._by_size:
            return self._next_by_size(picked)
        if self._by_summary:
            return self._next_by_summary(picked)
        return self._next_by_sets(picked)

    def _place(self, picked: list[int]) -> tuple[int, int]:
        """The class of the last member picked, and how many of that class were picked."""
        if not picked:
            return 0, 0
        for at, group in enumerate(self.classes):
            if picked[-1] in group:
                return at, group.index(picked[-1]) + 1
        raise AssertionError("what was picked is no longer there")

    def _candidates(self, picked: list[int]) -> Iterator[tuple[int, int]]:
        """Class and copy number of every member that may come next in order."""
        at, copies = self._place(picked)
        if self.classes and copies < len(self.classes[at]):
            yield at, copies
        for later in range(at + 1 if copies or picked else at, len(self.classes)):
            if later != at:
                yield later, 0

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
        if len(picked) >= self.high:
            return [], len(picked) >= self.low
        sizes = [len(group) for group in self.classes]
        found: list[int] = []
        for at, copy in self._candidates(picked):
            left = sizes[at] - copy + sum(sizes[at + 1 :])
            if len(picked) + left >= self.low:
                found.append(self.classes[at][copy])
        return found, len(picked) >= self.low

    # ---- by summary

    @cached_property
    def _by_summary(self) -> bool:
        spec = self.spec
        return spec.by_parts and (not spec.param.needless or _SUBTRACTABLE.issuperset(spec.ops))

    @cached_property
    def _contributions(self) -> list[Summary]:
        """For each class what one member of it adds."""
        found = []
        kinds: dict[Summary, int] = {}
        for group in self.classes:
            raw = self.spec.contribution(self.cells, *self.args, group[0])
            parts = tuple(
                _single(op, value, span)
                for op, value, span in zip(self.spec.ops, raw, self.spec.spans, strict=True)
            )
            bit = 1 << kinds.setdefault(parts, len(kinds)) if self.spec.param.needless else 0
            found.append((1, *parts, bit))
        self._kinds = list(kinds)
        return found

    @cached_property
    def _nothing(self) -> Summary:
        return (0, *(_empty(op, span) for op, span in zip(self.spec.ops, self.spec.spans, strict=True)), 0)

    def _add(self, a: Summary, b: Summary) -> Summary:
        parts = (_combined(op, x, y) for op, x, y in zip(self.spec.ops, a[1:-1], b[1:-1], strict=True))
        return (a[0] + b[0], *parts, a[-1] | b[-1])

    def _will_do(self, summary: Summary) -> bool:
        if summary not in self._known:
            self._known[summary] = self._asked(self.spec.holds, "holds", summary[0], summary[1:-1]) and not (
                self.spec.param.needless and self._something_needless(summary)
            )
        return self._known[summary]

    def _asked(self, condition: Callable[..., bool], name: str, size: int, parts: tuple[Any, ...]) -> bool:
        if not self.low <= size <= self.high:
            return False
        key = (name, parts)
        if key not in self._known:
            results = (_result(op, part) for op, part in zip(self.spec.ops, parts, strict=True))
            self._known[key] = bool(condition(self.cells, *self.args, None, *results))
        return self._known[key]

    def _something_needless(self, summary: Summary) -> bool:
        for at, kind in enumerate(self._kinds):
            if summary[-1] >> at & 1:
                less = tuple(
                    _reduced(op, x, y) for op, x, y in zip(self.spec.ops, summary[1:-1], kind, strict=True)
                )
                if self._asked(self.spec.meets, "meets", summary[0] - 1, less):
                    return True
        return False

    def _some_summary(self) -> bool:
        if self._will_do(self._nothing):
            return True
        reached = {self._nothing: None}
        for group, one in zip(self.classes, self._contributions, strict=True):
            for base in list(reached):
                more = base
                for _ in group:
                    more = self._add(more, one)
                    if more[0] > self.high:
                        break
                    if more not in reached:
                        self._count()
                        if self._will_do(more):
                            return True
                        reached[more] = None
        return False

    @cached_property
    def _suffixes(self) -> list[list[Summary]]:
        """What can still be added from each class on."""
        found: list[list[Summary]] = [[self._nothing]]
        for group, one in zip(reversed(self.classes), reversed(self._contributions), strict=True):
            reached: dict[Summary, None] = {}
            for base in found[-1]:
                more = base
                reached[more] = None
                for _ in group:
                    more = self._add(more, one)
                    if more[0] > self.high:
                        break
                    if more not in reached:
                        self._count()
                        reached[more] = None
            found.append(list(reached))
        found.reverse()
        return found

    def _next_by_summary(self, picked: list[int]) -> tuple[list[int], bool]:
        class_of = {member: at for at, group in enumerate(self.classes) for member in group}
        now = self._nothing
        for member in picked:
            now = self._add(now, self._contributions[class_of[member]])
        found: list[int] = []
        for at, copy in self._candidates(picked):
            one = self._contributions[at]
            more = now
            for _ in range(copy, len(self.classes[at])):
                more = self._add(more, one)
                if any(self._will_do(self._add(more, rest)) for rest in self._suffixes[at + 1]):
                    found.append(self.classes[at][copy])
                    break
        return found, self._will_do(now)

    # ---- set by set

    def _set_will_do(self, chosen: list[int]) -> bool:
        if not self._asked_set(self.spec.holds, "holds", chosen):
            return False
        if not self.spec.param.needless:
            return True
        smaller = (chosen[:at] + chosen[at + 1 :] for at in range(len(chosen)))
        return not any(self._asked_set(self.spec.meets, "meets", less) for less in smaller)

    def _asked_set(self, condition: Callable[..., bool], name: str, chosen: list[int]) -> bool:
        if not self.low <= len(chosen) <= self.high:
            return False
        key = (name, tuple(sorted(chosen)))
        if key not in self._known:
            summary = self._nothing
            for member in chosen if self.spec.ops else ():
                raw = self.spec.contribution(self.cells, *self.args, member)
                single = (
                    _single(op, value, span)
                    for op, value, span in zip(self.spec.ops, raw, self.spec.spans, strict=True)
                )
                summary = self._add(summary, (1, *single, 0))
            results = (_result(op, part) for op, part in zip(self.spec.ops, summary[1:-1], strict=True))
            members = _in_order(self.spec, chosen)
            self._known[key] = bool(condition(self.cells, *self.args, members, *results))
        return self._known[key]

    def _whole_sets(self, chosen: list[int], at: int, copies: int) -> Iterator[list[int]]:
        """All sets that will do and begin with these members."""
        self._count()
        if self._set_will_do(chosen):
            yield chosen
        if len(chosen) >= self.high:
            return
        for later in range(at, len(self.classes)):
            copy = copies if later == at else 0
            if copy < len(self.classes[later]):
                yield from self._whole_sets([*chosen, self.classes[later][copy]], later, copy + 1)

    def _next_by_sets(self, picked: list[int]) -> tuple[list[int], bool]:
        if len(picked) >= self.high:
            return [], self._set_will_do(picked)
        found = []
        for at, copy in self._candidates(picked):
            member = self.classes[at][copy]
            if next(self._whole_sets([*picked, member], at, copy + 1), None) is not None:
                found.append(member)
        return found, self._set_will_do(picked)


def _in_order(spec: SetSpec, chosen: list[int]) -> list[int]:
    ordered = getattr(spec.param.var.type, "ordered", False)
    return chosen if ordered else sorted(chosen)


# ---- the parts of a summary: a number, a tuple of numbers, by its operation
# ruff: noqa: ANN401 -- their operation tells of which kind they are


def _empty(op: str, span: tuple[int, int]) -> Any:
    match op:
        case "sum" | "count":
            return 0
        case "tally":
            return (0,) * span[1]
        case "min" | "max":
            return NONE
        case _:
            return ()


def _single(op: str, value: int, span: tuple[int, int]) -> Any:
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
            return () if value == NONE else (value,)


def _combined(op: str, a: Any, b: Any) -> Any:
    match op:
        case "sum" | "count":
            return a + b
        case "tally":
            return tuple(x + y for x, y in zip(a, b, strict=True))
        case "max":
            return max(a, b)
        case "min":
            return max(a, b) if NONE in (a, b) else min(a, b)
        case "same":
            return a if a == b or not b else b if not a else MIXED
        case _:
            return tuple(sorted({*a, *b}))


def _reduced(op: str, a: Any, b: Any) -> Any:
    return tuple(x - y for x, y in zip(a, b, strict=True)) if op == "tally" else a - b


def _result(op: str, part: Any) -> Any:
    return int(part != MIXED) if op == "same" else part


# ---- for the stages of a decision


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
    if spec.free and not spec.alike and not spec.param.needless:
        return _by_size_alone(spec, cells, args, picked)
    key = (id(spec), tuple(tuple(one) if isinstance(one, list) else one for one in args))
    if key not in memo:
        memo[key] = SetProblem(spec, cells, args, pieces)
    return memo[key].next_members(picked)


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
