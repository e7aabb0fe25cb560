"""The numbers of pieces are followed through the flow, at every number of players."""

from pathlib import Path

import pytest

from tests.check.whole_games import card_game, check, only

LAY = """
    action lay(card from your hand) "Lay {card}"
      move card to table
    """


def flow(*lines: str) -> str:
    return "flow\n" + "\n".join(f"  {line}" for line in lines)


def test_a_deal_that_some_numbers_of_players_have_too_few_cards_for(tmp_path: Path) -> None:
    found = only(check(tmp_path, card_game(flow("deal 6 from deck to hand"))), "deck-too-small")
    assert found.line == "deal 6 from deck to hand"
    assert found.message == "24 pieces are dealt, 6 to each, but `deck` has at most 20 (with 4 players)"
    assert found.because[0].startswith("zone deck")


def test_a_deal_that_fits_at_every_number_of_players(tmp_path: Path) -> None:
    assert check(tmp_path, card_game(flow("deal 5 from deck to hand"))) == []


def test_a_table_of_hands_with_one_slip(tmp_path: Path) -> None:
    hands = "define dealt = depending on player_count {2 gives 10, 3 gives 60, otherwise 5}"
    found = only(check(tmp_path, card_game(hands, flow("deal dealt from deck to hand"))), "deck-too-small")
    assert found.message.startswith("180 pieces are dealt, 60 to each")
    assert found.message.endswith("(with 3 players)")


def test_draws_in_counted_loops_add_up(tmp_path: Path) -> None:
    lines = ["phase round 6 times", "  each player in turn", "    draw 1 from deck to your hand"]
    found = only(check(tmp_path, card_game(flow(*lines))), "deck-too-small")
    assert found.line == "draw 1 from deck to your hand"
    assert found.message == "1 piece is drawn here, but `deck` has none (with 4 players)"
    lines[0] = "phase round 5 times"
    assert check(tmp_path, card_game(flow(*lines))) == []


def test_a_draw_of_as_many_as_there_are_never_fails(tmp_path: Path) -> None:
    lines = ["phase round 6 times", "  each player in turn", "    draw up to 9 from deck to your hand"]
    assert check(tmp_path, card_game(flow(*lines))) == []


def test_a_pile_that_is_renewed_has_enough(tmp_path: Path) -> None:
    cards = """
        pieces Card for each rank in 1..20
        zone deck: pile of Card, seen by nobody, starts with Card shuffled
          renewed from table
        zone hand per Player: set of Card, seen by owner
        zone table: set of Card
        """
    lines = ["phase round 5 times", "  deal 5 from deck to hand", "  move players.hand to table"]
    assert check(tmp_path, card_game(flow(*lines), cards=cards)) == []
    lines[1] = "  deal 6 from deck to hand"
    found = only(check(tmp_path, card_game(flow(*lines), cards=cards)), "deck-too-small")
    assert found.message == "24 pieces are dealt, 6 to each, but `deck` has at most 20 (with 4 players)"


def test_what_only_perhaps_is_too_little_is_left_to_the_game(tmp_path: Path) -> None:
    lines = ["phase round 5 times", "  each player in turn", "    may draw 2 from deck to your hand"]
    assert check(tmp_path, card_game(flow(*lines))) == []


def test_hands_that_go_round_are_counted_as_one_change(tmp_path: Path) -> None:
    lines = [
        "deal 5 from deck to hand",
        "phase round 5 times",
        "  all players in secret",
        "    must lay",
        "  together",
        "    for p in players",
        "      move p.hand to left(p).hand",
    ]
    assert check(tmp_path, card_game(LAY, flow(*lines))) == []


def test_a_choice_from_an_empty_hand(tmp_path: Path) -> None:
    lines = ["deal 2 from deck to hand", "phase round 3 times", "  each player in turn", "    must lay"]
    found = only(check(tmp_path, card_game(LAY, flow(*lines))), "may-find-nothing")
    assert found.message == "this must be done, but there is nothing in `hand` to choose from"
    assert found.line == "must lay"


@pytest.mark.parametrize(
    "line", ["must lay if possible", "may lay", "if your hand is not empty\n        must lay"]
)
def test_a_choice_that_need_not_be(tmp_path: Path, line: str) -> None:
    lines = ["deal 2 from deck to hand", "phase round 3 times", "  each player in turn", f"    {line}"]
    assert check(tmp_path, card_game(LAY, flow(*lines))) == []


def market(guard: str) -> list[str]:
    return [
        "draw 9 from deck to table",
        "phase buying",
        "  turn of each player",
        f"  until {guard}",
        "  must buy",
    ]


BUY = """
    action buy(card from table) "Buy {card}"
      move card to your hand
    """


def test_a_choice_from_a_market_that_nothing_refills(tmp_path: Path) -> None:
    found = only(
        check(tmp_path, card_game(BUY, flow(*market("some(p in players: count(p.hand) > 3)")))),
        "may-find-nothing",
    )
    assert found.message == "`table` may be empty here, and then there is nothing to choose"
    assert check(tmp_path, card_game(BUY, flow(*market("table is empty")))) == []


@pytest.mark.parametrize(
    ("rule", "code"),
    [("at most 1", "zone-overflow"), ("at most 2", None), ("at most 1, extra goes to deck", None)],
)
def test_a_zone_that_is_given_too_much(tmp_path: Path, rule: str, code: str | None) -> None:
    cards = f"""
        pieces Card for each rank in 1..20
        zone deck: pile of Card, seen by nobody, starts with Card shuffled
        zone hand per Player: set of Card, seen by owner
        zone shelf per Player: set of Card, {rule}
        """
    lay = """
        action lay(card from your hand) "Lay {card}"
          move card to your shelf
        score shelves = count(your shelf)
        """
    lines = ["deal 2 from deck to hand", "phase round 2 times", "  each player in turn", "    must lay"]
    found = check(tmp_path, card_game(lay, flow(*lines), cards=cards))
    assert [one.code for one in found] == ([code] if code else [])
    if found:
        assert found[0].line == "move card to your shelf"
        assert found[0].message == "2 pieces come to lie in `shelf`, which holds at most 1"
