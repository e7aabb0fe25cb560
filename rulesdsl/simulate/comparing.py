"""Two rules side by side: the same seeds, differences with intervals, and the verdict in words."""

from __future__ import annotations

from math import copysign, inf, sqrt

from attrs import define, evolve, field, frozen

from rulesdsl.simulate.figures import Interval, Moments, discoveries, two_sided
from rulesdsl.simulate.games import Row


@frozen
class Difference:
    """How a figure changes from the base to the variant."""

    name: str
    change: Interval
    percent: bool
    text: str
    """What is counted, as the verdict says it."""
    chance: float
    """How likely chance alone changes it this much."""
    clear: bool = False
    """Whether it stands among all that are looked at: of those that do, on average at most 5 % are false."""

    @property
    def none(self) -> bool:
        """Whether nothing changes in any pair."""
        return self.change == Interval(0, 0, 0)

    def verdict(self) -> str:
        scale, digits, unit = (100, 1, " points") if self.percent else (1, 2, "")
        low, high = (f"{scale * bound:+.{digits}f}" for bound in (self.change.low, self.change.high))
        interval = f"(interval {low} to {high}{unit})"
        if not self.clear:
            return f"{self.text}: no clear difference {interval}"
        more = self.change.value > 0
        size = f"{scale * abs(self.change.value):.{digits}f}{unit}"
        if self.percent:
            return f"{self.text} {'more' if more else 'less'} often by {size} {interval}"
        return f"{self.text} {'up' if more else 'down'} by {size} {interval}"


@define
class Comparison:
    """Pairs of games with equal seeds, added up as differences."""

    players: int
    pairs: int = 0
    both: int = 0
    """Pairs in which both games came to an end; all but the last difference are about these."""
    wins: list[Moments] = field(factory=list)
    totals: list[Moments] = field(factory=list)
    rows: dict[str, Moments] = field(factory=dict)
    """What a player gets by each row of the score sheet that both have."""
    length: Moments = field(factory=Moments)
    margin: Moments = field(factory=Moments)
    shared: Moments = field(factory=Moments)
    unfinished: Moments = field(factory=Moments)

    def __attrs_post_init__(self) -> None:
        self.wins = [Moments() for _ in range(self.players)]
        self.totals = [Moments() for _ in range(self.players)]

    def add(self, base: Row, variant: Row) -> None:
        self.pairs += 1
        done = [row.outcome in ("finished", "shared") for row in (base, variant)]
        self.unfinished.add(float(not done[1]) - float(not done[0]))
        if not all(done):
            return
        self.both += 1
        for seat in range(self.players):
            self.wins[seat].add(_won(variant, seat) - _won(base, seat))
            if base.totals and variant.totals:
                self.totals[seat].add(variant.totals[seat] - base.totals[seat])
        for name, points in base.scores.items():
            if name in variant.scores:
                change = (sum(variant.scores[name]) - sum(points)) / self.players
                self.rows.setdefault(name, Moments()).add(change)
        self.length.add(variant.decisions - base.decisions)
        self.shared.add(float(variant.outcome == "shared") - float(base.outcome == "shared"))
        if len(base.totals) > 1 and len(variant.totals) > 1:
            self.margin.add(_margin(variant) - _margin(base))

    def differences(self) -> list[Difference]:
        found = [
            _difference(f"seat_{seat + 1}_wins", one, f"seat {seat + 1} wins", percent=True)
            for seat, one in enumerate(self.wins)
        ]
        if self.totals[0].count:
            found += [
                _difference(f"seat_{seat + 1}_score", one, f"the score of seat {seat + 1} goes")
                for seat, one in enumerate(self.totals)
            ]
        if len(self.rows) > 1:
            found += [
                _difference(f"row_{name}", one, f"what a player gets by {name.replace('_', ' ')} goes")
                for name, one in self.rows.items()
            ]
        if self.margin.count:
            found.append(_difference("margin", self.margin, "the distance between first and second goes"))
        found += [
            _difference("length", self.length, "the number of decisions in a game goes"),
            _difference("shared", self.shared, "the victory is shared", percent=True),
            _difference("unfinished", self.unfinished, "a game does not come to an end", percent=True),
        ]
        clear = discoveries([one.chance for one in found])
        return [evolve(one, clear=stands) for one, stands in zip(found, clear, strict=True)]


def _difference(name: str, moments: Moments, text: str, *, percent: bool = False) -> Difference:
    return Difference(name, moments.interval, percent, text, _chance(moments))


def _chance(moments: Moments) -> float:
    """How likely differences around 0 have such a mean."""
    if moments.count < 2 or moments.mean == 0:
        return 1.0
    error = sqrt(moments.variance / moments.count)
    return two_sided(moments.mean / error if error else copysign(inf, moments.mean))


def _won(row: Row, seat: int) -> float:
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _margin(row: Row) -> float:
    """How far first and second are apart, whether most or least wins."""
    ordered = sorted(row.totals, reverse=True)
    if row.winners and row.totals[row.winners[0]] == ordered[-1]:
        ordered.reverse()
    return abs(ordered[0] - ordered[1])
