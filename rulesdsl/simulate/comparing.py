"""Two rules side by side: the same seeds, differences with intervals, and the verdict in words."""

from __future__ import annotations

from attrs import define, field, frozen

from rulesdsl.simulate.figures import Interval, Moments
from rulesdsl.simulate.games import Row


@frozen
class Difference:
    """How a figure changes from the base to the variant."""

    name: str
    change: Interval
    percent: bool
    text: str
    """What is counted, as the verdict says it."""

    @property
    def clear(self) -> bool:
        """Whether chance alone does not explain it."""
        return self.change.low > 0 or self.change.high < 0

    def verdict(self) -> str:
        size = abs(self.change.value)
        more = "more" if self.change.value > 0 else "less"
        if self.percent:
            shown, low, high = f"{100 * size:.1f} points", 100 * self.change.low, 100 * self.change.high
            said = f"{self.text} {shown} {more} often"
        else:
            low, high = self.change.low, self.change.high
            said = f"{self.text} {size:.2f} {'higher' if self.change.value > 0 else 'lower'}"
        if not self.clear:
            return f"{self.text}: no clear difference (interval {low:+.1f} to {high:+.1f})"
        return f"{said} (interval {low:+.1f} to {high:+.1f})"


@define
class Comparison:
    """Pairs of games with equal seeds, added up as differences."""

    players: int
    pairs: int = 0
    wins: list[Moments] = field(factory=list)
    totals: list[Moments] = field(factory=list)
    length: Moments = field(factory=Moments)
    margin: Moments = field(factory=Moments)
    shared: Moments = field(factory=Moments)
    unfinished: Moments = field(factory=Moments)

    def __attrs_post_init__(self) -> None:
        self.wins = self.wins or [Moments() for _ in range(self.players)]
        self.totals = self.totals or [Moments() for _ in range(self.players)]

    def add(self, base: Row, variant: Row) -> None:
        self.pairs += 1
        done = [row.outcome in ("finished", "shared") for row in (base, variant)]
        self.unfinished.add(float(not done[1]) - float(not done[0]))
        if not all(done):
            return
        for seat in range(self.players):
            self.wins[seat].add(_won(variant, seat) - _won(base, seat))
            if base.totals and variant.totals:
                self.totals[seat].add(variant.totals[seat] - base.totals[seat])
        self.length.add(variant.decisions - base.decisions)
        self.shared.add(float(variant.outcome == "shared") - float(base.outcome == "shared"))
        if len(base.totals) > 1 and len(variant.totals) > 1:
            self.margin.add(_margin(variant) - _margin(base))

    def differences(self) -> list[Difference]:
        found = [
            Difference(f"seat_{seat + 1}_wins", one.interval, True, f"seat {seat + 1} wins")
            for seat, one in enumerate(self.wins)
        ]
        if self.totals[0].count:
            found += [
                Difference(f"seat_{seat + 1}_score", one.interval, False, f"the score of seat {seat + 1} is")
                for seat, one in enumerate(self.totals)
            ]
            found.append(Difference("margin", self.margin.interval, False, "the margin of the winner is"))
        found.append(Difference("length", self.length.interval, False, "the number of decisions is"))
        found.append(Difference("shared", self.shared.interval, True, "the victory is shared"))
        found.append(Difference("unfinished", self.unfinished.interval, True, "games do not come to an end"))
        return found


def _won(row: Row, seat: int) -> float:
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _margin(row: Row) -> float:
    ordered = sorted(row.totals, reverse=True)
    return abs(ordered[0] - ordered[1])
