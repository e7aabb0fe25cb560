"""Two rules side by side: the same seeds, differences with intervals, and the verdict in words."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from attrs import define, evolve, field, frozen

from rulesdsl.simulate.figures import Interval, Moments, discoveries, student_tail
from rulesdsl.simulate.listened import ENDED
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.summary import count_words

OFTEN = ("percentage points", "more often", "less often")
POINTS = ("points", "more", "less")


@frozen
class Difference:
    """How a figure changes from the base to the variant."""

    name: str
    base: float
    variant: float
    change: Interval
    subject: str
    """What the sentence on it begins with: `seat 1 wins`."""
    words: tuple[str, str, str]
    """What is counted, and what more and less of it is called."""
    chance: float
    """How likely chance alone changes it this much."""
    same: bool
    """Whether it is the same in every pair."""
    clear: bool = False
    """Whether it stands among all that are looked at: of those that do, on average at most 5 % are false."""

    @property
    def percent(self) -> bool:
        return self.words is OFTEN

    @property
    def label(self) -> str:
        return self.name.replace("_", " ")

    def cells(self) -> tuple[str, str, str, str, str]:
        """The figure as a row of a table: its name, base, variant, the change and its interval."""
        change = self._signed(self.change.value)
        return self.label, self._amount(self.base), self._amount(self.variant), change, self._interval()

    def verdict(self) -> str:
        if self.same:
            return f"{self.label}: the same in every pair"
        interval = f"(95 % interval of the change: {self._interval()})"
        if not self.clear:
            return f"{self.label}: no clear difference {interval}"
        unit, more, less = self.words
        size = self._signed(abs(self.change.value)).lstrip("+")
        way = more if self.change.value > 0 else less
        amounts = f"{self._amount(self.variant)} instead of {self._amount(self.base)}"
        return f"{self.subject} {size} {unit} {way}: {amounts} {interval}"

    def _signed(self, value: float) -> str:
        return f"{100 * value:+.1f}" if self.percent else f"{value:+.2f}"

    def _amount(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.percent else f"{value:.2f}"

    def _interval(self) -> str:
        if not self.change.known:
            return "unknown"
        return f"{self._signed(self.change.low)} to {self._signed(self.change.high)}"


@define
class Pairs:
    """A figure in pairs of games, added up."""

    base: Moments = field(factory=Moments)
    variant: Moments = field(factory=Moments)
    change: Moments = field(factory=Moments)

    def add(self, base: float, variant: float) -> None:
        self.base.add(base)
        self.variant.add(variant)
        self.change.add(variant - base)


@define
class Comparison:
    """Pairs of games with equal seeds, added up as differences."""

    players: int
    pairs: int = 0
    both: int = 0
    """Pairs in which both games came to an end; all but the last difference are about these."""
    wins: list[Pairs] = field(factory=list)
    totals: list[Pairs] = field(factory=list)
    rows: dict[str, Pairs] = field(factory=dict)
    """What a player gets by each row of the score sheet; nothing by a row that one of the rules lacks."""
    length: Pairs = field(factory=Pairs)
    margin: Pairs = field(factory=Pairs)
    shared: Pairs = field(factory=Pairs)
    unfinished: Pairs = field(factory=Pairs)
    messages: tuple[Counter[str], Counter[str]] = field(factory=lambda: (Counter(), Counter()))
    """Why games of the base, and of the variant, did not come to an end."""

    def __attrs_post_init__(self) -> None:
        self.wins = [Pairs() for _ in range(self.players)]
        self.totals = [Pairs() for _ in range(self.players)]

    def add(self, base: Row, variant: Row) -> None:
        self.pairs += 1
        ended = [row.outcome in ENDED for row in (base, variant)]
        self.unfinished.add(float(not ended[0]), float(not ended[1]))
        for row, has_ended, messages in zip((base, variant), ended, self.messages, strict=True):
            if not has_ended:
                count_words(messages, row.message)
        if not all(ended):
            return
        self.both += 1
        for seat in range(self.players):
            self.wins[seat].add(_won(base, seat), _won(variant, seat))
            if base.totals and variant.totals:
                self.totals[seat].add(base.totals[seat], variant.totals[seat])
        for name in {**base.scores, **variant.scores}:
            mean_base, mean_variant = (
                sum(row.scores.get(name, ())) / self.players for row in (base, variant)
            )
            self.rows.setdefault(name, Pairs()).add(mean_base, mean_variant)
        self.length.add(base.decisions, variant.decisions)
        self.shared.add(float(base.outcome == "shared"), float(variant.outcome == "shared"))
        if len(base.totals) > 1 and len(variant.totals) > 1:
            self.margin.add(_margin(base), _margin(variant))

    def differences(self) -> list[Difference]:
        """Of every figure that there is in at least one pair."""
        figures = [
            *(
                _difference(f"seat_{seat + 1}_wins", wins, f"seat {seat + 1} wins", OFTEN)
                for seat, wins in enumerate(self.wins)
            ),
            *(
                _difference(f"seat_{seat + 1}_score", total, f"seat {seat + 1} gets", POINTS)
                for seat, total in enumerate(self.totals)
            ),
            *(
                _difference(f"row_{name}", row, f"by {name.replace('_', ' ')} a player gets", POINTS)
                for name, row in self.rows.items()
                if len(self.rows) > 1
            ),
            _difference(
                "margin", self.margin, "first and second are", ("points", "further apart", "closer together")
            ),
            _difference("length", self.length, "a game is", ("decisions", "longer", "shorter")),
            _difference("shared", self.shared, "a victory is shared", OFTEN),
            _difference("unfinished", self.unfinished, "a game stays without an end", OFTEN),
        ]
        some = [difference for difference in figures if difference is not None]
        clear = discoveries([difference.chance for difference in some])
        return [evolve(difference, clear=stands) for difference, stands in zip(some, clear, strict=True)]


def _difference(name: str, pairs: Pairs, subject: str, words: tuple[str, str, str]) -> Difference | None:
    change = pairs.change
    if not change.count:
        return None
    return Difference(
        name,
        pairs.base.mean,
        pairs.variant.mean,
        change.interval,
        subject,
        words,
        _chance(change),
        same=change.mean == 0 and change.squares == 0,
    )


def _chance(moments: Moments) -> float:
    """How likely differences around 0 have such a mean."""
    if moments.mean == 0:
        return 1.0
    error = sqrt(moments.variance / moments.count)
    if not error:
        # All are the same: how likely as many coins all fall on one side.
        return 2.0 ** (1 - moments.count)
    return student_tail(moments.mean / error, moments.count - 1)


def _won(row: Row, seat: int) -> float:
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _margin(row: Row) -> float:
    """How far first and second are apart, whether most or least wins."""
    ordered = sorted(row.totals, reverse=True)
    if row.winners and row.totals[row.winners[0]] == ordered[-1]:
        ordered.reverse()
    return abs(ordered[0] - ordered[1])
