"""The mathematics, held against scipy and against sums done by hand."""

import statistics

import pytest
from scipy import stats

from rulesdsl.simulate.figures import (
    NEARLY_NORMAL,
    Histogram,
    Interval,
    Moments,
    chi_square_tail,
    discoveries,
    seat_test,
    shares_differ,
    student_95,
    student_tail,
    two_sided,
    wilson,
)


@pytest.mark.parametrize(("won", "games"), [(0, 10), (1, 10), (5, 10), (333, 1000), (10, 10)])
def test_shares_have_the_interval_of_wilson(won: int, games: int) -> None:
    found = wilson(won, games)
    known = stats.binomtest(won, games).proportion_ci(0.95, method="wilson")
    assert found.value == won / games
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("statistic", [0.0, 0.01, 0.5, 1.0, 3.84, 9.0, 40.0, 300.0])
def test_the_tail_of_chi_square(statistic: float, degrees: int) -> None:
    known = stats.chi2.sf(statistic, degrees)
    assert chi_square_tail(statistic, degrees) == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize("wins", [[50, 50], [60, 40], [30.5, 40, 29.5], [10, 11, 12, 80]])
def test_seats_are_held_against_equal_shares(wins: list[float]) -> None:
    assert seat_test(wins) == pytest.approx(stats.chisquare(wins).pvalue, rel=1e-9)


def test_shares_are_held_against_each_other() -> None:
    # The pooled normal test of two shares is the test of independence in the table of the four numbers.
    known = stats.chi2_contingency([[30, 70], [45, 55]], correction=False).pvalue
    assert shares_differ(30, 100, 45, 100) == pytest.approx(known, rel=1e-9)
    assert shares_differ(0, 10, 0, 10) == 1.0
    assert shares_differ(1, 1, 0, 0) == 1.0


def test_both_tails_of_the_normal_curve() -> None:
    for z in (0.0, 1.0, -1.96, 5.0):
        assert two_sided(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


@pytest.mark.parametrize(
    "chances",
    [[], [0.04], [0.06], [0.01, 0.02, 0.03, 0.04, 0.05], [0.04, 0.001, 0.9, 0.012, 0.03], [0.2, 0.9, 0.5]],
)
def test_many_comparisons_are_controlled(chances: list[float]) -> None:
    adjusted = stats.false_discovery_control(chances) if chances else []
    assert discoveries(chances) == [chance <= 0.05 for chance in adjusted]


def test_moments_one_by_one() -> None:
    values = [3.0, -1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    moments = Moments()
    for value in values:
        moments.add(value)
    assert moments.mean == pytest.approx(statistics.mean(values))
    assert moments.variance == pytest.approx(statistics.variance(values))
    known = stats.t.interval(0.95, len(values) - 1, loc=statistics.mean(values), scale=stats.sem(values))
    assert (moments.interval.low, moments.interval.high) == pytest.approx(known)


def test_one_number_says_nothing_of_how_far_it_is_off() -> None:
    moments = Moments()
    assert not moments.interval.known
    moments.add(3.0)
    assert not moments.interval.known
    moments.add(3.0)
    assert moments.interval == Interval(3.0, 3.0, 3.0)


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 30, 199, NEARLY_NORMAL - 1, NEARLY_NORMAL, 1_000_000])
def test_the_curve_of_student(degrees: int) -> None:
    near = 1e-9 if degrees < NEARLY_NORMAL else 1e-3
    for t in (0.0, 0.3, -1.0, 1.96, 2.8, 6.0):
        assert student_tail(t, degrees) == pytest.approx(2 * stats.t.sf(abs(t), degrees), rel=near, abs=1e-11)
    assert student_95(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=near)


def test_quantiles_are_values_that_occurred() -> None:
    histogram = Histogram()
    for value in (7, 1, 1, 3, 9, 9, 9, 9, 9, 9):
        histogram.add(value)
    assert [histogram.quantile(share) for share in (0.05, 0.2, 0.3, 0.4, 0.41, 0.95, 1.0)] == [
        1,
        1,
        3,
        7,
        9,
        9,
        9,
    ]
