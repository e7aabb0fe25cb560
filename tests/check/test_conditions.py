"""A condition that always or never holds is worth a word only if it does so for every number of players."""

from pathlib import Path

from tests.check.whole_games import card_game, check, only


def flow(condition: str) -> str:
    return f"flow\n  deal 2 from deck to hand\n  phase round 2 times\n    if {condition}\n      shuffle deck"


def test_a_condition_that_never_holds(tmp_path: Path) -> None:
    found = only(check(tmp_path, card_game(flow("round > 2"))), "always-false")
    assert found.marked == "round > 2"
    assert found.message == "this condition never holds"


def test_a_condition_that_never_holds_with_two_players(tmp_path: Path) -> None:
    condition = "count(p in players where p.hand is not empty) > 2"
    assert check(tmp_path, card_game(flow(condition))) == []
    found = only(check(tmp_path, card_game(flow(condition), players="2..2")), "always-false")
    assert found.marked == condition


def test_what_is_never_so_is_always_not_so(tmp_path: Path) -> None:
    """Numbers that lie apart: `is` never holds, `is not` always does, and `not` says nothing of its own."""
    for condition, code in (
        ("round is 9", "always-false"),
        ("round is not 9", "always-true"),
        ("9 != round", "always-true"),
    ):
        assert only(check(tmp_path, card_game(flow(condition))), code).marked == condition
    assert only(check(tmp_path, card_game(flow("not (round > 2)"))), "always-false").marked == "round > 2"
