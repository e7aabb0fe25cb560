"""A position of which only the numbers of pieces are known, each as a range."""

from __future__ import annotations

from itertools import product

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.ranges import NO, Range
from rulesdsl.check.whole.reachable import Reachable

Key = tuple[str, tuple[int, ...]]
"""A zone by its name and the values of its indices."""

MOST_INSTANCES = 40
"""Of a zone with more instances only the pieces of all of them together are counted."""


@frozen
class Held:
    """Where pieces of a value lie: in one of these zones, or (`whole`) they are all that lies there.

    `since` is the age of the zone when the value was taken: unless it is still that, the pieces may
    have been moved on by something else.
    """

    keys: tuple[Key, ...]
    whole: bool = False
    since: object = None


@define
class Position:
    counts: dict[Key, Range]
    ages: dict[Key, object] = field(factory=dict)
    """For each zone that has been changed a mark of the change: another change has another mark."""

    def copy(self) -> Position:
        return Position(self.counts.copy(), self.ages.copy())

    def joined(self, other: Position) -> Position:
        theirs = other.counts
        counts = self.counts.copy()
        for key, count in counts.items():
            there = theirs[key]
            if there is not count:
                counts[key] = count.joined(there)
        marks = other.ages
        if self.ages == marks:
            return Position(counts, marks.copy())
        new = object()
        ages = dict.fromkeys(marks, new)
        ages |= {key: mark if marks.get(key) is mark else new for key, mark in self.ages.items()}
        return Position(counts, ages)

    def same(self, other: Position) -> bool:
        return self.counts == other.counts

    def change(self, key: Key, count: Range) -> None:
        if self.counts[key] != count:
            self.counts[key] = count
        self.ages[key] = object()


def joined(first: Position | None, other: Position | None) -> Position | None:
    if first is None or other is None:
        return first or other
    return first.joined(other)


@define
class Instances:
    """The zones of a program, one by one."""

    program: ir.Program
    reachable: Reachable
    by_zone: dict[str, tuple[Key, ...]] = field(factory=dict)
    together: set[str] = field(factory=set)
    """Zones with so many instances that they are counted as one."""

    blurred: set[str] = field(factory=set)
    """Zones into or out of which something went, and it is not known which: their numbers say little."""

    unlimited: dict[Key, Range] | None = None
    """Any number of pieces anywhere, once it has been worked out."""

    zones: dict[str, ir.Zone] = field(init=False)
    _meant: dict[tuple[str, tuple[Range | None, ...]], tuple[tuple[Key, ...], bool]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.zones = {zone.name: zone for zone in self.program.zones}
        for zone in self.program.zones:
            spans = [ir.index_span(self.program, var.type) for var in zone.index]
            if len(zone.starts) > MOST_INSTANCES:
                self.by_zone[zone.name] = ((zone.name, ()),)
                self.together.add(zone.name)
                continue
            combinations = product(*(range(low, low + size) for low, size in spans))
            self.by_zone[zone.name] = tuple((zone.name, combination) for combination in combinations)

    def start(self) -> Position:
        counts: dict[Key, Range] = {}
        for name, keys in self.by_zone.items():
            contents = self.zones[name].starts
            if name in self.together:
                count = sum(len(values) for values in contents)
                counts[keys[0]] = Range(count, count)
                continue
            for key, content in zip(keys, contents, strict=True):
                counts[key] = Range(len(content), len(content))
        return Position(counts)

    def most(self, key: Key) -> int:
        """More pieces never lie there."""
        zone = self.zones[key[0]]
        value = self.reachable.pieces[key[0]].bit_count()
        return min(value, zone.capacity) if zone.limited and key[0] not in self.together else value

    def keys(self, ref: ir.ZoneRef, known: tuple[Range | None, ...]) -> tuple[tuple[Key, ...], bool]:
        """The zones a reference may mean, and whether it means all of them together (or the only one)."""
        pair = self._meant.get((ref.zone, known))
        if pair is None:
            pair = self._meant[ref.zone, known] = self._find(ref.zone, known)
        return pair

    def _find(self, zone: str, known: tuple[Range | None, ...]) -> tuple[tuple[Key, ...], bool]:
        if zone in self.together:
            return self.by_zone[zone], all(item is None for item in known)
        sure = all(item is None or item.single is not None for item in known)
        result = tuple(
            key
            for key in self.by_zone[zone]
            if all(
                item is None or item.low <= index <= item.high
                for item, index in zip(known, key[1], strict=True)
            )
        )
        return result, sure

    def anything(self, now: Position) -> Position:
        """Any number of pieces anywhere."""
        self.blurred.update(key[0] for key in now.counts)
        if self.unlimited is None:
            self.unlimited = {key: Range(0, self.most(key)) for key in now.counts}
        counts = self.unlimited.copy()
        return Position(counts, dict.fromkeys(counts, object()))

    def widened(self, before: Position, after: Position) -> Position:
        """What still changes may change as far as it can."""
        counts = after.counts.copy()
        for key, count in after.counts.items():
            old = before.counts[key]
            if count is old:
                continue
            low = 0 if count.low < old.low else count.low
            high = self.most(key) if count.high > old.high else count.high
            counts[key] = Range(low, max(high, low))
        return Position(counts, dict(after.ages))


def counted(position: Position, keys: tuple[Key, ...], *, sure: bool, single: bool = False) -> Range:
    """The pieces in zones together, or (not `sure`) in some of them; `single`: in one of them."""
    ranges = [position.counts[key] for key in keys]
    if not ranges:
        return NO
    if sure:
        return Range(sum(item.low for item in ranges), sum(item.high for item in ranges))
    most = max(item.high for item in ranges) if single else sum(item.high for item in ranges)
    return Range(min(item.low for item in ranges), most)
