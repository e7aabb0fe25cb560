"""Figures of a few games, counted by hand."""

import pytest
from attrs import asdict, evolve
from scipy import stats

from rulesdsl import program as ir
from rulesdsl.simulate.assertions import BadAssertion, read_assertion
from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.figures import Histogram, Moments, with_error
from rulesdsl.simulate.listened import standing_out
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.summary import MOST_DIFFERENT, OTHERS, Summary
from rulesdsl.simulate.verdict import verdict
from tests.simulate.setting import COIN, row, setup_of, summed_up

FIVE = [
    row(0, winners=(0,), totals=(10, 7), decisions=4, leaders=((0,), (1,), (0, 1), (0,))),
    row(1, winners=(1,), totals=(3, 9), decisions=6, leaders=((1,), (1,), (1,))),
    row(2, winners=(0, 1), totals=(5, 5), outcome="shared", decisions=8, leaders=((0,), (0,), (1,))),
    row(3, winners=(0,), totals=(8, 6), decisions=10, leaders=((1,), (0, 1))),
    row(4, winners=(), totals=(1, 0), outcome="stuck", message="there is nobody to decide", decisions=2),
]


@pytest.fixture
def summary() -> Summary:
    return summed_up(setup_of(COIN), FIVE)


def test_outcomes_are_kept_apart(summary: Summary) -> None:
    assert dict(summary.outcomes) == {"finished": 3, "shared": 1, "stuck": 1}
    assert summary.messages == {"there is nobody to decide": 1}
    assert summary.decided == 4


def test_a_shared_victory_is_half_a_win_for_two(summary: Summary) -> None:
    assert summary.wins == [2.5, 1.5]
    assert summary.win_rate(0).value == 2.5 / 4
    assert summary.seat_advantage == pytest.approx(2.5 / 4 - 1 / 2)


def test_scores_and_margins_are_of_games_that_ended(summary: Summary) -> None:
    assert [one.moments.mean for one in summary.points] == [26 / 4, 27 / 4]
    assert summary.margins.counts == {3: 1, 6: 1, 0: 1, 2: 1}
    assert summary.length.counts == {4: 1, 6: 1, 8: 1, 10: 1}


def test_the_lead(summary: Summary) -> None:
    # Of one leader alone to another: 0 1 . 0 changes twice, 1 1 1 never, 0 0 1 once, 1 . never.
    assert summary.listened.lead_changes.mean == 3 / 4
    # At half-time nobody leads alone in the first and the last; 1 does and wins; 0 does and shares.
    assert (summary.listened.half_time_games, summary.listened.half_time_wins) == (2, 1.5)


def test_options_are_counted_over_all_decisions(summary: Summary) -> None:
    assert summary.figures()["mean_options"] == 3
    assert summary.figures()["most_options"] == 4


def test_winners_points_by_row(summary: Summary) -> None:
    assert summary.scores["points"].winners.mean == (10 + 9 + (5 + 5) / 2 + 8) / 4
    assert summary.scores["points"].share.mean == 1


def test_players_of_one_game_are_not_counted_as_games_of_their_own() -> None:
    shared = [row(at, winners=(0, 1), totals=(at % 5, at % 5), outcome="shared") for at in range(20)]
    points = summed_up(setup_of(COIN), shared).scores["points"]
    assert (
        points.winners.error
        == points.mean.error
        == pytest.approx(Histogram(dict.fromkeys(range(5), 4)).moments.error)
    )
    assert points.share.count == 16  # where nobody has a point, there is no share of them


def test_who_took_an_action_is_held_against_who_could_have() -> None:
    rows = [
        row(0, winners=(0,), actions={"visit": ((2, 1), (1, 0))}),
        row(1, winners=(1,), actions={"visit": ((3, 2), (0, 0))}),
        row(2, winners=(1,), actions={"visit": ((1, 0), (2, 2))}),
    ]
    visit = summed_up(setup_of(COIN), rows).listened.actions["visit"]
    assert (visit.offered, visit.taken) == (9, 5)
    # The second seat of the second game was never offered it, and counts for neither.
    assert (visit.seats_with, visit.wins_with) == (3, 2)
    assert (visit.seats_without, visit.wins_without) == (2, 0)


def test_only_what_chance_does_not_explain_stands_out() -> None:
    summary = summed_up(setup_of(COIN), [_taking(number) for number in range(200)])
    assert standing_out(summary.listened.actions) == ["strong"]


def _taking(number: int) -> Row:
    """Whoever takes `strong` wins; who takes `weak` does so without effect."""
    winner = number // 2 % 2
    strong = tuple((1, int(seat == winner)) for seat in (0, 1))
    weak = tuple((1, int(seat == number % 2)) for seat in (0, 1))
    return row(number, winners=(winner,), actions={"strong": strong, "weak": weak})


def test_the_number_of_messages_is_bounded() -> None:
    rows = [row(n, outcome="error", winners=(), message=f"message {n}") for n in range(MOST_DIFFERENT + 30)]
    summary = summed_up(setup_of(COIN), rows)
    assert len(summary.messages) == MOST_DIFFERENT + 1
    assert summary.messages[OTHERS] == 30


def test_parts_that_are_taken_come_to_what_comes_one_by_one() -> None:
    rows = [
        *(row(at, winners=(0, 1), totals=(at, at), outcome="shared") for at in range(7)),
        *(row(at, winners=(at % 2,), totals=(at % 3, 4)) for at in range(7, 40)),
        *(row(at, outcome="error", message=f"message {at % 60}", winners=()) for at in range(40, 180)),
    ]
    rows = [evolve(one, details=None, notes={"word": (f"word {at % 70}", at)}) for at, one in enumerate(rows)]
    setup = setup_of(COIN)
    whole = asdict(summed_up(setup, rows))
    for size in (1, 7, 50, 180):
        summary = Summary(setup)
        for first in range(0, len(rows), size):
            part = Summary(setup, most_words=len(rows))
            for one in rows[first : first + size]:
                part.add(one)
            summary.take(part)
        assert asdict(summary) == whole
        assert len(summary.messages) == MOST_DIFFERENT + 1


def test_verdicts() -> None:
    assert verdict(summed_up(setup_of(COIN), FIVE)).startswith(
        "No seat has a clear advantage: seat 1 wins most"
    )
    unfair = [row(number, winners=(0 if number % 4 else 1,)) for number in range(100)]
    assert verdict(summed_up(setup_of(COIN), unfair)).startswith("Seats are not equal: seat 1 wins 75.0 %")
    assert verdict(summed_up(setup_of(COIN), FIVE[4:])) == "No game came to an end."
    together = [
        row(at, winners=(0, 1), outcome="shared") if at % 4 else row(at, winners=(), outcome="lost")
        for at in range(100)
    ]
    assert verdict(
        summed_up(setup_of(COIN), together, ir.Winner((), shared=True, team=None, lost="burnt"))
    ).startswith("All win or lose together: they win 75.0 %")
    match = setup_of(COIN, ("greedy", "random"), rotate=True)
    # Everybody moves on by one seat: the greedy bot sits in the first seat of even games.
    won = [row(number, winners=(number % 2,)) for number in range(100)]
    assert summed_up(match, won).wins_of == {"greedy": 100, "random": 0}
    assert verdict(summed_up(match, won)).startswith("greedy wins 100.0 %")


def test_a_game_that_all_may_lose_is_not_one_that_all_win_together() -> None:
    most_wins = ir.Winner(
        (ir.RankKey(most=True, formula="total", word="total"),), shared=True, team=None, lost="burnt"
    )
    lost = [row(at, winners=(), outcome="lost") for at in range(20)]
    assert verdict(summed_up(setup_of(COIN), lost, most_wins)) == "Nobody wins any of the games."
    shared = [row(at, winners=(0, 1), outcome="shared") for at in range(20)]
    assert verdict(summed_up(setup_of(COIN), shared, most_wins)) == "Every game is shared by all."
    both = summed_up(setup_of(COIN), [*lost, *shared], most_wins)
    assert verdict(both).startswith("No seat has a clear advantage")


def test_a_mean_has_the_digits_that_its_error_is_worth() -> None:
    assert with_error(Moments(400, 0.4226, 400 * 0.244)) == "0.423 ± 0.025"
    assert with_error(Moments(4, 101.25, 300)) == "101.2 ± 5.0"
    assert with_error(Moments(1, 3, 0)) == "3.00"
    assert with_error(Moments(5, 10, 0)) == "10 ± 0"
    assert with_error(Moments()) == ""


def test_the_moments_of_a_histogram_are_those_of_its_numbers() -> None:
    numbers, histogram, one_by_one = [3, 9, 9, 4, 40], Histogram(), Moments()
    for number in numbers:
        histogram.add(number)
        one_by_one.add(number)
    found = histogram.moments
    assert (found.count, found.mean) == (5, 13)
    assert found.error == pytest.approx(one_by_one.error)


def test_assertions() -> None:
    figures = {"shared": 0.08, "seat_advantage": 0.125, "margin": None, "near": 0.05000001}
    assert read_assertion("seat_advantage < 0.2").complaint(figures) is None
    assert read_assertion("seat_advantage<0.05").complaint(figures) == "seat_advantage is 0.125"
    assert read_assertion("shared <= 8 %").complaint(figures) is None
    # In the unit of the claim, and never as if it held.
    assert read_assertion("shared < 8 %").complaint(figures) == "shared is 8 %"
    assert read_assertion("near <= 0.05").complaint(figures) == "near is 0.05000001"
    assert read_assertion("near <= 5 %").complaint(figures) == "near is 5.000001 %"
    # What no game tells, no claim can lean on.
    for claim in ("margin < 1", "margin >= 1"):
        assert read_assertion(claim).complaint(figures) == "margin is unknown, for no game tells it"
    with pytest.raises(BadAssertion, match="did you mean `shared`"):
        read_assertion("shred < 1").complaint(figures)
    for text in ("shared", "shared < ", "0.05 > shared", "shared << 1", "shared < 1; shared > 2"):
        with pytest.raises(BadAssertion, match="is no assertion"):
            read_assertion(text)


def test_figures_that_no_game_tells_are_unknown() -> None:
    stuck = summed_up(setup_of(COIN), FIVE[4:]).figures()
    assert (stuck["stuck"], stuck["unfinished"], stuck["games"]) == (1, 1, 1)
    for name in ("seat_advantage", "seat_1_wins", "seat_1_score", "mean_length", "shared", "mean_margin"):
        assert stuck[name] is None, name
    nothing_scored = [row(0, totals=(), leaders=()), row(1, totals=(), leaders=())]
    plain = summed_up(setup_of(COIN), nothing_scored).figures()
    assert plain["seat_1_wins"] == 1
    assert plain["seat_1_score"] is plain["lead_changes"] is plain["half_time_leader_wins"] is None


def test_pairs_are_compared_one_with_the_other() -> None:
    comparison = Comparison(2)
    for number in range(50):
        base = row(number, winners=(number % 2,), totals=(10 + number, 7), decisions=5)
        variant = row(number, winners=(0,), totals=(12 + number, 7), decisions=5)
        comparison.add(base, variant)
    found = {one.name: one for one in comparison.differences()}
    # Scores differ much from game to game, but by 2 in every pair.
    assert (found["seat_1_score"].change.low, found["seat_1_score"].change.high) == (2, 2)
    assert found["seat_1_score"].verdict() == (
        "seat 1 gets 2.00 points more: 36.50 instead of 34.50 (95 % interval of the change: +2.00 to +2.00)"
    )
    assert found["seat_1_wins"].cells()[:4] == ("seat 1 wins", "50.0 %", "100.0 %", "+50.0")
    assert (
        found["seat_2_wins"]
        .verdict()
        .startswith("seat 2 wins 50.0 percentage points less often: 0.0 % instead of 50.0 % (95 % interval")
    )
    assert found["length"].same
    assert not found["length"].clear
    assert found["seat_2_score"].verdict() == "seat 2 score: the same in every pair"


def test_differences_are_those_of_paired_games() -> None:
    base, variant = [12, 9, 30, 4, 17, 8], [15, 9, 33, 2, 22, 13]
    comparison = Comparison(2)
    for number, (one, other) in enumerate(zip(base, variant, strict=True)):
        comparison.add(row(number, totals=(one, 7)), row(number, totals=(other, 7)))
    found = {one.name: one for one in comparison.differences()}["seat_1_score"]
    known = stats.ttest_rel(variant, base)
    interval = known.confidence_interval()
    assert found.chance == pytest.approx(known.pvalue)
    assert (found.change.low, found.change.high) == pytest.approx((interval.low, interval.high))
    assert found.cells() == ("seat 1 score", "13.33", "15.67", "+2.33", "-0.61 to +5.28")
    assert found.verdict().startswith("seat 1 score: no clear difference (95 % interval of the change: -0.61")


def test_a_few_pairs_that_all_change_alike_may_be_luck() -> None:
    comparison = Comparison(2)
    for number in range(3):
        comparison.add(row(number, totals=(5, 7)), row(number, totals=(9, 7)))
    found = {one.name: one for one in comparison.differences()}["seat_1_score"]
    assert (found.chance, found.clear) == (1 / 4, False)


def test_a_row_that_only_one_rule_has_is_nothing_in_the_other() -> None:
    comparison = Comparison(2)
    for number in range(40):
        base = row(number)
        more = evolve(base, scores={**base.scores, "extra_stars": (number % 3, 2)})
        comparison.add(base, more)
    found = {one.name: one for one in comparison.differences()}
    assert found["row_points"].same
    assert found["row_extra_stars"].verdict().startswith("by extra stars a player gets 1.49 points more: ")


def test_a_game_that_gets_stuck_is_a_difference_too() -> None:
    comparison = Comparison(2)
    for number in range(20):
        comparison.add(row(number), row(number, outcome="stuck", message="no way", winners=()))
    # Of nothing else is there anything to tell.
    [found] = comparison.differences()
    assert (comparison.pairs, comparison.both) == (20, 0)
    assert found.verdict().startswith(
        "a game stays without an end 100.0 percentage points more often: 100.0 %"
    )
    assert [dict(one) for one in comparison.messages] == [{}, {"no way": 20}]
