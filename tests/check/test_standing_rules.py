"""A standing rule comes to rest."""

from pathlib import Path

import pytest

from tests.check.whole_games import card_game, check, only

FLOW = """
    state alarm: yes or no
    state rings: 0..100
    score noise = if alarm then rings else 0
    action lay(card from your hand) "Lay {card}"
      move card to table
    flow
      deal 2 from deck to hand
      phase round 2 times
        each player in turn
          must lay
    """


def test_a_rule_that_never_makes_its_condition_false(tmp_path: Path) -> None:
    rule = "always ring\n  when count(table) > 3\n  set alarm to yes\n  set rings to 5"
    found = only(check(tmp_path, card_game(FLOW, rule)), "restless-rule")
    assert found.message.startswith("the rule `ring` never makes its own condition false")
    assert found.marked == "ring"
    assert found.because == ["when count(table) > 3"]


@pytest.mark.parametrize(
    "rule",
    [
        "always ring\n  when count(table) > 3 and not alarm\n  set alarm to yes\n  set rings to 5",
        "always tidy\n  when count(table) > 3\n  move table to deck\n  set alarm to yes\n  set rings to 5",
        "always ring\n  when count(table) > 3\n  set alarm to yes\n  set rings to 5\n  end game",
        (
            "routine clear\n  move table to deck\n"
            "always tidy\n  when count(table) > 3\n  do clear\n  set alarm to yes\n  set rings to 5"
        ),
    ],
)
def test_a_rule_that_comes_to_rest(tmp_path: Path, rule: str) -> None:
    assert check(tmp_path, card_game(FLOW, rule)) == []
