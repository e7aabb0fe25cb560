"""Figures of a few games, counted by hand."""

import pytest

from rulesdsl.simulate.assertions import BadAssertion, read_assertion
from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.games import Row
from rulesdsl.simulate.summary import MOST_MESSAGES, OTHER_MESSAGES, Summary
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
    assert [one.mean for one in summary.scores] == [26 / 4, 27 / 4]
    assert summary.margins.counts == {3: 1, 6: 1, 0: 1, 2: 1}
    assert summary.length.counts == {4: 1, 6: 1, 8: 1, 10: 1}


def test_the_lead(summary: Summary) -> None:
    # Of one leader alone to another: 0 1 . 0 changes twice, 1 1 1 never, 0 0 1 once, 1 . never.
    assert summary.lead_changes.mean == 3 / 4
    # At half-time nobody leads alone in the first and the last; 1 does and wins; 0 does and shares.
    assert (summary.half_time_games, summary.half_time_wins) == (2, 1.5)


def test_options_are_counted_over_all_decisions(summary: Summary) -> None:
    assert summary.figures()["mean_options"] == 3
    assert summary.figures()["most_options"] == 4


def test_winners_points_by_row(summary: Summary) -> None:
    assert summary.rows_of_winner["points"].mean == (10 + 9 + 5 + 5 + 8) / 5
    assert summary.share_of_row["points"].mean == 1


def test_who_took_an_action_is_held_against_who_could_have() -> None:
    rows = [
        row(0, winners=(0,), actions={"visit": ((2, 1), (1, 0))}),
        row(1, winners=(1,), actions={"visit": ((3, 2), (0, 0))}),
        row(2, winners=(1,), actions={"visit": ((1, 0), (2, 2))}),
    ]
    visit = summed_up(setup_of(COIN), rows).actions["visit"]
    assert (visit.offered, visit.taken) == (9, 5)
    # The second seat of the second game was never offered it, and counts for neither.
    assert (visit.seats_with, visit.wins_with) == (3, 2)
    assert (visit.seats_without, visit.wins_without) == (2, 0)


def test_only_what_chance_does_not_explain_stands_out() -> None:
    summary = summed_up(setup_of(COIN), [_taking(number) for number in range(200)])
    assert summary.standing_out(summary.actions) == ["strong"]


def _taking(number: int) -> Row:
    """Whoever takes `strong` wins; who takes `weak` does so without effect."""
    winner = number // 2 % 2
    strong = tuple((1, int(seat == winner)) for seat in (0, 1))
    weak = tuple((1, int(seat == number % 2)) for seat in (0, 1))
    return row(number, winners=(winner,), actions={"strong": strong, "weak": weak})


def test_the_number_of_messages_is_bounded() -> None:
    rows = [row(n, outcome="error", winners=(), message=f"message {n}") for n in range(MOST_MESSAGES + 30)]
    summary = summed_up(setup_of(COIN), rows)
    assert len(summary.messages) == MOST_MESSAGES + 1
    assert summary.messages[OTHER_MESSAGES] == 30


def test_verdicts() -> None:
    assert verdict(summed_up(setup_of(COIN), FIVE)).startswith(
        "No seat has a clear advantage: seat 1 wins most"
    )
    unfair = [row(number, winners=(0 if number % 4 else 1,)) for number in range(100)]
    assert verdict(summed_up(setup_of(COIN), unfair)).startswith("Seats are not equal: seat 1 wins 75.0 %")
    assert verdict(summed_up(setup_of(COIN), FIVE[4:])) == "No game came to an end."
    match = setup_of(COIN, ("greedy", "random"), rotate=True)
    # Everybody moves on by one seat: the greedy bot sits in the first seat of even games.
    won = [row(number, winners=(number % 2,)) for number in range(100)]
    assert summed_up(match, won).wins_of == {"greedy": 100, "random": 0}
    assert verdict(summed_up(match, won)).startswith("greedy wins 100.0 %")


def test_assertions() -> None:
    figures = {"shared": 0.08, "seat_advantage": 0.125}
    assert read_assertion("seat_advantage < 0.2").holds(figures) == (True, 0.125)
    assert read_assertion("seat_advantage<0.05").holds(figures) == (False, 0.125)
    assert read_assertion("shared <= 8 %").holds(figures)[0]
    with pytest.raises(BadAssertion, match="did you mean `shared`"):
        read_assertion("shred < 1").holds(figures)
    for text in ("shared", "shared < ", "0.05 > shared", "shared << 1", "shared < 1; shared > 2"):
        with pytest.raises(BadAssertion, match="is no assertion"):
            read_assertion(text)


def test_pairs_are_compared_one_with_the_other() -> None:
    comparison = Comparison(2)
    for number in range(50):
        base = row(number, winners=(number % 2,), totals=(10 + number, 7), decisions=5)
        variant = row(number, winners=(0,), totals=(12 + number, 7), decisions=5)
        comparison.add(base, variant)
    found = {one.name: one for one in comparison.differences()}
    # Scores differ much from game to game, but by 2 in every pair.
    assert (found["seat_1_score"].change.low, found["seat_1_score"].change.high) == (2, 2)
    assert found["seat_1_score"].verdict() == "the score of seat 1 goes up by 2.00 (interval +2.00 to +2.00)"
    assert found["seat_1_wins"].change.value == 0.5
    assert found["seat_1_wins"].verdict().startswith("seat 1 wins more often by 50.0 points (interval +")
    assert found["length"].none
    assert not found["length"].clear
    assert found["seat_2_score"].verdict().startswith("the score of seat 2 goes: no clear difference")


def test_a_game_that_gets_stuck_is_a_difference_too() -> None:
    comparison = Comparison(2)
    for number in range(20):
        comparison.add(row(number), row(number, outcome="stuck", winners=()))
    found = {one.name: one for one in comparison.differences()}
    assert (comparison.pairs, comparison.both) == (20, 0)
    assert (
        found["unfinished"].verdict().startswith("a game does not come to an end more often by 100.0 points")
    )
