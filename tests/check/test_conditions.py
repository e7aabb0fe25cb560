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
