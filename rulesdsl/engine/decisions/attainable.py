"""What a set is chosen from: the members, alike ones as one class, and what sets of them can come to.

It is worked out once for all choices that share it: where a place to go to is chosen and then cards to pay
the way with, what the cards can pay is the same for every place.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulesdsl.engine.core.sites import SetSpec
from rulesdsl.engine.decisions.summaries import combined, empty, result, single
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.pieces.unseen import by_place, lot_of
from rulesdsl.gatherings import Gather

if TYPE_CHECKING:
    from rulesdsl.engine.pieces.handling import Pieces

MOST_SETS = 200_000
"""How many summaries or sets are looked at for one choice."""

Summary = tuple[Any, ...]
"""The size, then one entry for each part; while sets must be free of the needless, which
contributions are in it.
"""


def too_many(members: int, low: int, high: int) -> Fault:
    return Fault(
        f"too many options: more than {MOST_SETS:,} sets to choose from at once",
        values=(("to choose from", f"{members}"), ("of them", f"{low} to {high}")),
    )


class Attainable:
    """The members to choose from in one position, and what sets of them come to."""

    def __init__(self, spec: SetSpec, cells: list[int], args: tuple[Any, ...], pieces: Pieces) -> None:
        self.spec = spec
        self._cells = cells
        self._args = args
        low, high = spec.limits(cells, *args)
        members = spec.domain(cells, *args)
        self.members = by_place(pieces, cells, members) if spec.hides else list(members)
        self.low = max(0, low)
        self.high = min(high, len(self.members))
        self._pieces = pieces
        self._only_sum = spec.ops == (Gather.SUM,)
        # Where there cannot be too many, it does not matter how many more than enough there are.
        enough = self.high >= len(self.members) and not spec.param.needless
        self._counted_to = self.low if enough else len(self.members)
        self.kinds: list[Summary] = []
        """The different things one member can add, where sets must be free of the needless."""
        self._looked = 0
        self._found: list[Summary] = []
        self._further = self._reach()

    def count(self) -> None:
        """One more summary or set is looked at."""
        self._looked += 1
        if self._looked > MOST_SETS:
            raise too_many(len(self.members), self.low, self.high)

    @cached_property
    def classes(self) -> list[list[int]]:
        """The members in their order, alike ones together; at last what the chooser cannot tell apart."""
        spec, pieces, cells = self.spec, self._pieces, self._cells
        named = self._named_before
        lots: dict[int, list[int]] = {}
        groups: dict[Hashable, list[int]] = {}
        for member in self.members:
            lot = lot_of(pieces, cells, member) if spec.hides and (spec.free or spec.by_parts) else None
            if lot is not None:
                lots.setdefault(lot, []).append(member)
            elif spec.alike and member not in named:
                groups.setdefault(pieces.alike_key(cells, member), []).append(member)
            else:
                groups[member] = [member]
        if spec.alike:
            for group in groups.values():
                group.sort(key=lambda member: pieces.best_known_first(cells, member))
        return [*groups.values(), *(part for lot in lots.values() for part in self._equal_parts(lot))]

    @cached_property
    def class_of(self) -> dict[int, int]:
        """For each member the number of its class."""
        return {member: index for index, group in enumerate(self.classes) for member in group}

    @cached_property
    def _named_before(self) -> frozenset[int]:
        """The pieces that were chosen before: no other one is like them any more."""
        values: set[int] = set()
        for piece_arg in self.spec.piece_args:
            arg = self._args[piece_arg]
            values.update(arg if isinstance(arg, (list, tuple)) else (() if arg is None else (arg,)))
        return frozenset(values)

    def _equal_parts(self, lot: list[int]) -> list[list[int]]:
        """As one class if no condition makes a difference between them; else nobody can be asked for any."""
        same = not self.spec.ops or len({self.parts_of(member) for member in lot}) == 1
        return [lot] if same else [[member] for member in lot]

    # ---- what members add

    @cached_property
    def contributions(self) -> list[Summary]:
        """For each class what one member of it adds."""
        numbers = []
        kinds: dict[Summary, int] = {}
        for group in self.classes:
            parts = self.parts_of(group[0])
            bit = 1 << kinds.setdefault(parts, len(kinds)) if self.spec.param.needless else 0
            numbers.append((1, *parts, bit))
        self.kinds = list(kinds)
        return numbers

    def parts_of(self, member: int) -> tuple[Any, ...]:
        raw = self.spec.contribution(self._cells, *self._args, member)
        return tuple(
            single(op, value, span)
            for op, value, span in zip(self.spec.ops, raw, self.spec.spans, strict=True)
        )

    @cached_property
    def nothing(self) -> Summary:
        return (0, *(empty(op, span) for op, span in zip(self.spec.ops, self.spec.spans, strict=True)), 0)

    def add(self, a: Summary, b: Summary) -> Summary:
        if self._only_sum:
            return (min(a[0] + b[0], self._counted_to), a[1] + b[1], a[2] | b[2])
        parts = (combined(op, x, y) for op, x, y in zip(self.spec.ops, a[1:-1], b[1:-1], strict=True))
        size = a[0] + b[0]
        return (min(self._counted_to, size), *parts, a[-1] | b[-1])

    def results(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        """The parts as conditions read them."""
        return tuple(result(op, part) for op, part in zip(self.spec.ops, parts, strict=True))

    # ---- what sets come to

    def summaries(self) -> Iterator[Summary]:
        """Of all sets that are not too large, each summary once; worked out as far as they are asked for."""
        index = 0
        while True:
            if index == len(self._found):
                if self._looked > MOST_SETS:
                    self.count()
                more = next(self._further, None)
                if more is None:
                    return
                self._found.append(more)
            yield self._found[index]
            index += 1

    def _reach(self) -> Iterator[Summary]:
        yield self.nothing
        reached = {self.nothing: None}
        for group, item in zip(self.classes, self.contributions, strict=True):
            yield from self._new_with(reached, group, item)

    def _new_with(
        self, reached: dict[Summary, None], group: Sequence[int], item: Summary
    ) -> Iterator[Summary]:
        """What comes to those that were reached with the members of a class, each once."""
        for base in list(reached):
            more = base
            for _ in group:
                more = self.add(more, item)
                if more[0] > self.high:
                    break
                if more not in reached:
                    self.count()
                    reached[more] = None
                    yield more

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The same as conditions read them, of sets of a size that will do; each once."""
        if self._rows is not None:
            yield from self._rows
            return
        seen: dict[tuple[Any, ...], None] = {}
        for summary in self.summaries():
            if summary[0] >= self.low:
                row = self.results(summary[1:-1])
                if row not in seen:
                    seen[row] = None
                    yield row
        self._rows = list(seen)

    _rows: list[tuple[Any, ...]] | None = None

    @cached_property
    def numbers(self) -> int:
        """The only part as conditions read it, of all sets of a size that will do; as bits, none below 0."""
        bits = 0
        if self.spec.ops == (Gather.SUM,) and self.low <= 1 and self.high == len(self.members):
            values = [self.spec.contribution(self._cells, *self._args, member)[0] for member in self.members]
            if min(values, default=0) >= 0:
                for value in values:
                    bits |= (bits | 1) << value
                return bits if self.low else bits | 1
        for (number,) in self.rows():
            if number >= 0:
                bits |= 1 << number
        return bits

    @cached_property
    def suffixes(self) -> list[list[Summary]]:
        """What can still be added from each class on."""
        summaries: list[list[Summary]] = [[self.nothing]]
        for group, item in zip(reversed(self.classes), reversed(self.contributions), strict=True):
            reached = dict.fromkeys(summaries[-1])
            summaries.append([*summaries[-1], *self._new_with(reached, group, item)])
        summaries.reverse()
        return summaries
