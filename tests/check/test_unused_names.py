"""A name that is declared and never used is found, wherever it is declared."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.check.whole_games import card_game, check, only

FLOW = """
    flow
      deal 2 from deck to hand
      phase round 2 times
        each player in turn
          must lay
    """
LAY = """
    action lay(card from your hand) "Lay {card}"
      move card to table
    """


def test_a_game_in_which_all_is_used_has_nothing_to_say(tmp_path: Path) -> None:
    assert check(tmp_path, card_game(LAY, FLOW)) == []


@pytest.mark.parametrize(
    ("declaration", "noun"),
    [
        ("define idle = 3", "definition"),
        ('option idle: yes or no, normally no "Never asked"', "option"),
        ("state idle: 0..3", "state"),
        ('menu idle "What?"', "menu"),
        ("routine idle\n  shuffle deck", "routine"),
        ("values Idle: lazy, idle", "kind of values"),
        ("places Idle grid 3 by 3", "kind of places"),
        ("zone idle: set of Card", "zone"),
        ("table idle by place: 1..1\n  gives points: 0..7\n  | place | points |\n  | 1 | 7 |", "table"),
    ],
)
def test_an_unused_declaration(tmp_path: Path, declaration: str, noun: str) -> None:
    found = only(check(tmp_path, card_game(declaration, LAY, FLOW)), "unused-name")
    assert found.message.startswith(f"the {noun} `")
    assert found.message.endswith("` is never used")
    assert found.line == declaration.splitlines()[0]


def test_a_state_that_is_only_set(tmp_path: Path) -> None:
    lay = """
        state laid per Player: 0..9
        action lay(card from your hand) "Lay {card}"
          move card to table
          add 1 to your laid
        """
    found = only(check(tmp_path, card_game(lay, FLOW)), "unused-name")
    assert found.message == "the state `laid` is set, but nothing ever reads it"
    assert found.marked == "laid"
    assert found.because == ["add 1 to your laid"]


def test_a_state_that_limits_a_cost_is_read(tmp_path: Path) -> None:
    lay = """
        state breath per Player: 0..9, starts 9
        action lay(card from your hand) "Lay {card}"
          cost remove 1 from your breath
          move card to table
        """
    assert check(tmp_path, card_game(lay, FLOW)) == []


def test_what_only_some_settings_or_numbers_of_players_need_is_used(tmp_path: Path) -> None:
    parts = """
        option quick: yes or no, normally no "A quick game"
        define few = 1
        define many = 2
        define dealt = depending on player_count {2 gives many, otherwise if quick then few else 1}
        """
    flow = FLOW.replace("deal 2", "deal dealt").replace("2 times", "1 times")
    assert check(tmp_path, card_game(parts, LAY, flow)) == []


def test_what_a_text_shows_is_used(tmp_path: Path) -> None:
    flow = dedent(FLOW) + '      let left_over = count(your hand)\n      say "{you} has {left_over} left"\n'
    assert check(tmp_path, card_game(LAY, flow)) == []


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("let idle = count(deck)", "idle"),
        ("choose idle from 1..3", "idle"),
        ("roll idle from 1..6", "idle"),
        ("draw 1 from deck to table as idle", "idle"),
        ("repeat 2 times as idle\n  shuffle deck", "idle"),
        ("for idle in {1, 2}\n  shuffle deck", "idle"),
        ('if count(p in players where your hand is empty) = 1\n  say "x"', "p"),
    ],
)
def test_an_unused_name_among_lines(tmp_path: Path, lines: str, name: str) -> None:
    indented = "\n".join("      " + line for line in lines.splitlines())
    flow = f"flow\n  deal 1 from deck to hand\n  phase round 2 times\n    each player in turn\n{indented}\n"
    found = only(check(tmp_path, card_game(flow)), "unused-name")
    assert found.message == f"the name `{name}` is never used"
    assert found.marked == name


@pytest.mark.parametrize(
    "head", ["define idle(n: 1..3) = count(deck)", "define idle per Player per n in 1..3 = count(your hand)"]
)
def test_an_unused_parameter_of_a_definition(tmp_path: Path, head: str) -> None:
    use = "    let x = idle(2)" if "Player" not in head else "    let x = your idle(2)"
    flow = f"flow\n  deal 1 from deck to hand\n  each player in turn\n{use}\n    say '{{x}}'\n".replace(
        "'", '"'
    )
    found = only(check(tmp_path, card_game(head, flow)), "unused-name")
    assert found.marked == "n"


def test_an_unused_choice_of_an_action(tmp_path: Path) -> None:
    lay = """
        action lay(card from your hand, other from others) "Lay {card}"
          move card to table
        """
    found = only(check(tmp_path, card_game(lay, FLOW)), "unused-name")
    assert found.message == "the parameter `other` is never used"


def test_routines_of_one_name_share_their_parameters(tmp_path: Path) -> None:
    routines = """
        values Wind: calm, storm
        routine blow(wind: Wind, force: 1..6) for calm
          shuffle deck
        routine blow(wind: Wind, force: 1..6) for storm
          repeat force times
            shuffle deck
        """
    flow = """
        flow
          deal 1 from deck to hand
          phase round 2 times
            choose wind from Wind by chance
            roll force from 1..6
            do blow(wind, force)
        """
    assert check(tmp_path, card_game(routines, flow)) == []


@pytest.mark.parametrize(
    ("effects", "read"),
    [
        ("set hint(card) to yes\n      move card to table", True),
        ("move card to table\n      set hint(card) to yes", False),
    ],
)
def test_a_mark_on_a_card_that_somebody_does_not_know_is_read_by_players(
    tmp_path: Path, effects: str, *, read: bool
) -> None:
    lay = LAY.replace("move card to table", effects)
    found = check(tmp_path, card_game("state hint per Card: yes or no", lay, FLOW))
    assert [each.code for each in found] == ([] if read else ["unused-name"])
