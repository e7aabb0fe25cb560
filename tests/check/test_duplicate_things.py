"""Two things of one name, of which only one could be meant."""

from pathlib import Path

import pytest

from tests.check.whole_games import card_game, check

GAME = """
    menu act "What?"
    action lay(card from your hand) "Lay {card}" in menu act
      move card to table
    flow
      deal 2 from deck to hand
      phase round 2 times
        each player in turn
          must act
    """


def test_the_game_without_duplicates_is_right(tmp_path: Path) -> None:
    assert check(tmp_path, card_game(GAME)) == []


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        ('menu act "Again?"', "the menu `act` is there twice"),
        ('menu lay "Lay?"\naction skip "Skip" in menu lay\n  shuffle deck', "`lay` is a menu and an action"),
        (
            (
                "always tidy\n  when table is not empty\n  move table to deck\n"
                "always tidy\n  when table is not empty\n  move table to deck"
            ),
            "the standing rule `tidy` is there twice",
        ),
        (
            (
                'example "one"\n  players Anna, Ben\n  expect table is empty\n'
                'example "one"\n  players Anna, Ben\n  expect count(deck) = 20'
            ),
            'the example "one" is there twice',
        ),
    ],
)
def test_a_second_thing_of_the_same_name(tmp_path: Path, declaration: str, message: str) -> None:
    found = [one for one in check(tmp_path, card_game(GAME, declaration)) if one.code == "duplicate-name"]
    assert len(found) == 1
    assert found[0].message.startswith(message)
    assert found[0].because


def test_a_name_that_hides_a_value(tmp_path: Path) -> None:
    values = "values Wind: calm, storm\nstate storm: 0..3\nscore winds = if storm > 2 then count(Wind) else 0"
    found = [one for one in check(tmp_path, card_game(GAME, values)) if one.code == "shadowed-name"]
    assert [one.message for one in found] == ["`storm` is also a value, which nobody could name any more"]
    assert found[0].because == ["values Wind: calm, storm"]


def test_the_first_of_two_rows_is_one_of_the_same_table(tmp_path: Path) -> None:
    """What else is called so, such as a value of another kind, is not what stands there twice."""
    rows = (
        "values Season\n  warm: yes or no\n  | name | warm |\n  | oslo | no |\n"
        "places Town\n  size: 1..9\n  | name | size |\n  | oslo | 3 |\n  | rome | 9 |\n  | oslo | 4 |"
    )
    found = [one for one in check(tmp_path, card_game(GAME, rows)) if one.code == "data-duplicate-key"]
    assert [(one.line, one.because) for one in found] == [("| oslo | 4 |", ["| oslo | 3 |"])]
