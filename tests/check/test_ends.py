"""Phases end, and what ends them can come true."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.check.whole_games import card_game, check, only

LAY = """
    action lay(card from your hand) "Lay {card}"
      move card to table
    """


def turns(*clauses: str, head: str = "phase turns", body: str = "must lay if possible") -> str:
    lines = ["flow", "  deal 2 from deck to hand", f"  {head}", "    turn of each player"]
    lines += [f"    {clause}" for clause in clauses]
    return "\n".join([*lines, *(f"    {line}" for line in body.splitlines())])


# ---------------------------------------------------------------- endless


def test_a_phase_that_nothing_ends(tmp_path: Path) -> None:
    found = only(check(tmp_path, card_game(LAY, turns())), "endless-phase")
    assert found.message == "nothing ends the phase `turns`"
    assert found.marked == "turns"
    assert found.diagnostic.hint is not None


@pytest.mark.parametrize(
    "game",
    [
        turns("until table is not empty"),
        turns("stops the moment table is not empty"),
        turns(head="phase turns 4 times"),
        turns(body="must lay if possible\nif your hand is empty\n  end turns"),
        turns(body="must lay if possible\nif your hand is empty\n  end game"),
        turns(body="do finish", head="phase turns")
        + "\nroutine finish\n  must lay if possible\n  if your hand is empty\n    end game",
        turns() + "\nalways finish\n  when count(table) > 3\n  move table to deck\n  end game",
    ],
)
def test_a_phase_that_something_ends(tmp_path: Path, game: str) -> None:
    assert check(tmp_path, card_game(LAY, game)) == []


def test_an_end_in_an_action_counts(tmp_path: Path) -> None:
    lay = dedent(LAY) + '  if count(table) > 3\n    say "Enough"\n    end turns\n'
    assert check(tmp_path, card_game(lay, turns())) == []


def test_a_phase_inside_one_that_stops(tmp_path: Path) -> None:
    flow = """
        flow
          deal 2 from deck to hand
          phase evening
            stops the moment table is not empty
            phase turns
              turn of each player
              must lay if possible
        """
    assert check(tmp_path, card_game(LAY, flow)) == []


def test_a_condition_that_no_line_of_the_phase_changes(tmp_path: Path) -> None:
    found = only(check(tmp_path, card_game(LAY, turns("until count(deck) < 5"))), "endless-phase")
    assert found.message.endswith("no line in it changes what its end depends on")
    assert found.because == ["until count(deck) < 5"]


def test_a_condition_about_the_number_of_the_pass(tmp_path: Path) -> None:
    assert check(tmp_path, card_game(LAY, turns("until turns > 6"))) == []


# ---------------------------------------------------------------- never true


@pytest.mark.parametrize(
    ("parts", "condition", "because"),
    [
        ("state done: yes or no", "done", ["state done: yes or no"]),
        ("state round_of: Player or none", "round_of is not none", ["state round_of: Player or none"]),
        ("define most = 30", "count(table) >= most", ["zone table: set of Card"]),
        ("define rich per Player = sum(your hand.rank)", "some(p in players: p.rich > 300)", None),
        (
            "zone corner: set of Card, starts with (c in Card where c.rank > 15)",
            "count(corner) + count(table) >= 21",
            None,
        ),
    ],
)
def test_an_end_that_no_play_can_reach(
    tmp_path: Path, parts: str, condition: str, because: list[str] | None
) -> None:
    cards = """
        pieces Card for each rank in 1..20
        zone deck: pile of Card, seen by nobody, starts with (c in Card where c.rank <= 15) shuffled
        zone hand per Player: set of Card, seen by owner
        zone table: set of Card
        """
    if "corner" not in parts:
        cards = cards.replace("(c in Card where c.rank <= 15)", "Card")
    game = card_game(parts, LAY, turns(f"until {condition}"), cards=cards)
    found = [one for one in check(tmp_path, game) if one.code != "zone-never-filled"]
    assert [one.code for one in found] == ["end-never-reached"]
    assert found[0].line == f"until {condition}"
    assert found[0].message == "this never comes true, so `turns` never ends"
    if because is not None:
        assert found[0].because[:1] == because


def test_a_state_that_is_set_can_come_true(tmp_path: Path) -> None:
    done = "state done: yes or no"
    body = "must lay if possible\nif count(table) > 3\n  set done to yes"
    assert check(tmp_path, card_game(done, LAY, turns("until done", body=body))) == []


def test_a_number_that_is_never_set_so_high(tmp_path: Path) -> None:
    level = "state level: 0..9"
    body = "must lay if possible\nif count(table) > 3\n  set level to 2"
    found = only(
        check(tmp_path, card_game(level, LAY, turns("until level >= 3", body=body))), "end-never-reached"
    )
    assert found.line == "until level >= 3"
    body = "must lay if possible\nif count(table) > 3 and level < 9\n  add 2 to level"
    assert check(tmp_path, card_game(level, LAY, turns("until level >= 3", body=body))) == []


def test_an_end_that_only_some_numbers_of_players_can_reach(tmp_path: Path) -> None:
    level = "state level: 0..9"
    body = "must lay if possible\nif count(table) > 3\n  set level to 3"
    flow = turns("until level >= player_count", body=body)
    found = only(check(tmp_path, card_game(level, LAY, flow)), "end-never-reached")
    assert found.message == "this never comes true, so `turns` never ends (with 4 players)"


# ---------------------------------------------------------------- only passes


def test_everybody_may_pass_for_ever(tmp_path: Path) -> None:
    found = only(
        check(tmp_path, card_game(LAY, turns("until count(table) > 3", body="may lay"))), "only-passes-left"
    )
    assert found.message == "`turns` never ends if everybody passes"
    assert found.because == ["until count(table) > 3", "may lay"]


@pytest.mark.parametrize(
    "body",
    [
        "must lay if possible",
        "may lay\ndraw up to 1 from deck to your hand\nmove first(your hand) to table",
    ],
)
def test_something_that_happens_in_every_pass(tmp_path: Path, body: str) -> None:
    assert check(tmp_path, card_game(LAY, turns("until count(table) > 3", body=body))) == []
