"""Every score counts for something."""

from pathlib import Path

from tests.check.whole_games import card_game, check, only

FLOW = """\
flow
  phase round 2 times
    deal 2 from deck to hand
"""


def test_a_row_that_is_never_written_down(tmp_path: Path) -> None:
    row = "score caught each round = count(your hand)"
    found = only(check(tmp_path, card_game(row, FLOW)), "score-not-counted")
    assert found.message == "`caught` is a score of each `round`, but nothing ever writes it down"
    assert found.line == row
    assert found.because == ["phase round 2 times"]
    assert check(tmp_path, card_game(row, FLOW + "    score round\n")) == []


def test_a_row_that_the_winner_is_found_without(tmp_path: Path) -> None:
    end = "score ranks = sum(your hand.rank)\nscore cards = count(your hand)\nwinner most cards, then shared"
    found = only(check(tmp_path, card_game(FLOW, end=end)), "score-not-counted")
    assert found.message == "`ranks` is in no total: the winner is found without it"
    assert found.because == ["winner most cards, then shared"]
    assert check(tmp_path, card_game(FLOW, end=end.replace("score ranks", "note ranks"))) == []
    assert (
        check(tmp_path, card_game(FLOW, end=end.replace("cards, then", "cards, then most total, then"))) == []
    )


def test_a_row_that_only_the_flow_asks_for(tmp_path: Path) -> None:
    flow = FLOW + "    if some(p in players: p.ranks > 30)\n      end game\n"
    end = "score ranks = sum(your hand.rank)\nscore cards = count(your hand)\nwinner most cards, then shared"
    assert check(tmp_path, card_game(flow, end=end)) == []


def test_a_total_of_nothing(tmp_path: Path) -> None:
    end = "note ranks = sum(your hand.rank)\nwinner most total, then shared"
    found = only(check(tmp_path, card_game(FLOW, end=end)), "no-winner")
    assert found.message == "the `total` is 0 for everybody: there is no score"
