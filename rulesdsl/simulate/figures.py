"""The mathematics of counting: intervals, tests, and control for many comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import erfc, exp, floor, inf, isfinite, lgamma, log, log10, sqrt

from attrs import define, field, frozen

Z95 = 1.959963984540054


@frozen
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether there was enough to tell how far off the estimate may be."""
        return isfinite(self.low) and isfinite(self.high)


def wilson(successes: float, trials: int) -> Interval:
    """A share with the score interval of Wilson."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = successes / trials
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


@define
class Moments:
    """Mean and variance of numbers that come one by one (Welford)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    def take(self, others: Moments) -> None:
        """Add all the numbers of which these are the moments."""
        if not others.count:
            return
        whole, step = self.count + others.count, others.mean - self.mean
        self.squares += others.squares + step * step * self.count * others.count / whole
        self.mean += step * others.count / whole
        self.count = whole

    @property
    def variance(self) -> float:
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; not finite where one number alone says nothing of it."""
        return sqrt(self.variance / self.count) if self.count > 1 else inf

    @property
    def interval(self) -> Interval:
        """Of the mean, after Student; one number alone says nothing of how far it may be off."""
        half = student_95(self.count - 1) * sqrt(self.variance / self.count) if self.count > 1 else inf
        return Interval(self.mean, self.mean - half, self.mean + half)


@define
class Sums:
    """Numbers added up exactly, in parts of a unit: the same in any order, and however they are divided."""

    unit: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, parts: int) -> None:
        """A number, as so many parts of the unit."""
        self.count += 1
        self.total += parts
        self.squares += parts * parts

    def take(self, others: Sums) -> None:
        """Add all the numbers of which these are the sums."""
        assert self.unit == others.unit
        self.count += others.count
        self.total += others.total
        self.squares += others.squares

    @property
    def moments(self) -> Moments:
        if not self.count:
            return Moments()
        spread = self.squares * self.count - self.total * self.total
        return Moments(
            self.count, self.total / (self.count * self.unit), spread / (self.count * self.unit * self.unit)
        )


@define
class Histogram:
    """How often each whole number occurred: exact quantiles and means in little memory."""

    counts: dict[int, int] = field(factory=dict)

    def add(self, value: int) -> None:
        counts = self.counts
        counts[value] = counts.get(value, 0) + 1

    def take(self, others: Mapping[int, int]) -> None:
        """Add so many of each number."""
        counts = self.counts
        for value, count in others.items():
            counts[value] = counts.get(value, 0) + count

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def moments(self) -> Moments:
        """Of all numbers that were added."""
        counted = self.counts.items()
        return Sums(
            1,
            self.total,
            sum(value * count for value, count in counted),
            sum(value * value * count for value, count in counted),
        ).moments

    def quantile(self, share: float) -> int:
        """The smallest value that at least this share of all does not exceed."""
        wanted, seen = share * self.total, 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return 0


MOST_PLACES = 6


def places(moments: Moments) -> int:
    """So many decimal places of a mean say something: two digits of its standard error."""
    if not isfinite(moments.error) or not moments.error:
        return 2
    return min(MOST_PLACES, max(0, 1 - floor(log10(moments.error))))


def with_error(moments: Moments) -> str:
    """A mean and its standard error, with as many digits as are worth reading; nothing without numbers."""
    if not moments.count:
        return ""
    if not moments.error:
        return f"{moments.mean:g} ± 0"
    digits = places(moments)
    error = f" ± {moments.error:.{digits}f}" if isfinite(moments.error) else ""
    return f"{moments.mean:.{digits}f}{error}"


def chi_square_tail(statistic: float, degrees: int) -> float:
    """How likely chance alone gives a chi-square at least this large."""
    if statistic <= 0 or degrees <= 0:
        return 1.0
    return _upper_gamma(degrees / 2, statistic / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below a + 1, a continued fraction above."""
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * exp(-x + a * log(x) - lgamma(a))
    tiny = 1e-300
    b = x + 1 - a
    c = 1 / tiny
    d = 1 / b
    result = d
    for i in range(1, 10_000):
        factor = -i * (i - a)
        b += 2
        d = factor * d + b
        d = tiny if abs(d) < tiny else d
        c = b + factor / c
        c = tiny if abs(c) < tiny else c
        d = 1 / d
        change = d * c
        result *= change
        if abs(change - 1) < 1e-15:
            break
    return exp(-x + a * log(x) - lgamma(a)) * result


NEARLY_NORMAL = 100_000
"""With so many degrees of freedom the curve of Student is the normal one to four digits."""


def student_tail(t: float, degrees: int) -> float:
    """How likely chance alone gives a t at least this far from 0, on either side."""
    if degrees >= NEARLY_NORMAL:
        return two_sided(t)
    return _lower_beta(degrees / 2, 1 / 2, degrees / (degrees + t * t))


@lru_cache(maxsize=1024)
def student_95(degrees: int) -> float:
    """The t that chance alone exceeds, on either side, once in twenty."""
    if degrees >= NEARLY_NORMAL:
        return Z95
    low, high = Z95, 13.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if student_tail(middle, degrees) > 1 / 20:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _lower_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _lower_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, 10_000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + factor * d)
            c = 1 + factor / c
            result *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * result


def seat_test(wins: Sequence[float]) -> float:
    """How likely equal seats alone give wins this unequal (chi-square)."""
    total = sum(wins)
    if total == 0 or len(wins) < 2:
        return 1.0
    expected = total / len(wins)
    return chi_square_tail(sum((won - expected) ** 2 / expected for won in wins), len(wins) - 1)


def two_sided(z: float) -> float:
    """How likely chance alone gives a normal deviate at least this far from 0."""
    return erfc(abs(z) / sqrt(2))


def shares_differ(successes: float, trials: int, other: float, other_trials: int) -> float:
    """How likely chance alone makes two shares differ this much (pooled normal test)."""
    if not trials or not other_trials:
        return 1.0
    pooled = (successes + other) / (trials + other_trials)
    spread = pooled * (1 - pooled) * (1 / trials + 1 / other_trials)
    if spread <= 0:
        return 1.0
    return two_sided((successes / trials - other / other_trials) / sqrt(spread))


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many comparisons stand when on average at most `rate` of these may be false.

    After Benjamini and Hochberg.
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    last = -1
    for place, index in enumerate(order, start=1):
        if chances[index] <= rate * place / len(order):
            last = place
    stand = [False] * len(chances)
    for index in order[: max(last, 0)]:
        stand[index] = True
    return stand
