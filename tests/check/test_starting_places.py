"""When the game begins every piece is in exactly one zone."""

from pathlib import Path

import pytest

from tests.check.whole_games import card_game, check, only

FLOW = """
    flow
      deal 2 from deck to hand
    """


def test_a_kind_without_a_zone(tmp_path: Path) -> None:
    more = """
        pieces Coin copies 3
        zone purse: set of Coin
        score coins = count(purse)
        flow
          deal 2 from deck to hand
          move Coin to purse
        """
    found = only(check(tmp_path, card_game(more)), "pieces-without-zone")
    assert found.message == "`Coin` is in no zone when the game begins"
    assert found.line == "pieces Coin copies 3"
    assert found.because == ["zone purse: set of Coin"]
    assert found.diagnostic.hint is not None
    assert "starts with Coin" in found.diagnostic.hint


def test_some_pieces_without_a_zone(tmp_path: Path) -> None:
    cards = """
        pieces Card for each rank in 1..20
        zone deck: pile of Card, seen by nobody, starts with (c in Card where c.rank > 2) shuffled
        zone hand per Player: set of Card, seen by owner
        """
    found = only(check(tmp_path, card_game(FLOW, cards=cards)), "pieces-without-zone")
    assert found.message == "2 of the 20 pieces `Card` are in no zone when the game begins: `1`, `2`"


def test_pieces_in_two_zones(tmp_path: Path) -> None:
    table = (
        "zone corner: set of Card, starts with (c in Card where c.rank = 3)\nscore corners = count(corner)"
    )
    found = only(check(tmp_path, card_game(table, FLOW)), "pieces-in-two-zones")
    assert found.message == "`3` would be in `deck` and in `corner` when the game begins"
    assert found.marked == "starts with (c in Card where c.rank = 3)"
    assert len(found.because) == 1


def test_each_of_a_kind_in_its_own_zone_is_right(tmp_path: Path) -> None:
    cards = """
        pieces Card for each rank in 1..20
        zone deck: pile of Card, seen by nobody, starts with (c in Card where c.rank > 2) shuffled
        zone hand per Player: set of Card, seen by owner
        zone corner: set of Card, starts with (c in Card where c.rank <= 2)
        """
    assert check(tmp_path, card_game("score corners = count(corner)", FLOW, cards=cards)) == []


def test_copies_by_the_number_of_players(tmp_path: Path) -> None:
    coins = """
        pieces Coin copies player_count
        zone purse: set of Coin, at most 3, starts with Coin
        score coins = count(purse)
        """
    found = only(check(tmp_path, card_game(coins, FLOW)), "zone-overflow")
    assert found.message == "`purse` starts with 4 pieces and holds at most 3 (with 4 players)"
    assert found.marked == "starts with Coin"


@pytest.mark.parametrize(
    "condition",
    [
        "c is Card",
        "c is not Boot",
        "c is Card and (c.rank + 1) mod 30 > 1",
        "(if c is Card then c.rank else 30) < 21",
        "depending on c {Card gives yes, Boot gives no}",
    ],
)
def test_pieces_are_picked_by_whatever_is_known_of_them(tmp_path: Path, condition: str) -> None:
    cards = f"""
        pieces Card for each rank in 1..20
        pieces Boot copies 3
        pieces Thing are Card or Boot
        zone deck: pile of Thing, seen by nobody, starts with (c in Thing where {condition}) shuffled
        zone hand per Player: set of Thing, seen by owner
        zone corner: set of Thing, starts with Boot
        """
    assert check(tmp_path, card_game("score corners = count(corner)", FLOW, cards=cards)) == []


def test_what_is_found_in_play_only_is_called_so(tmp_path: Path) -> None:
    cards = """
        pieces Card for each rank in 1..20
        state wanted: 0..8
        zone deck: pile of Card, seen by nobody, starts with (c in Card where c.rank > wanted) shuffled
        zone hand per Player: set of Card, seen by owner
        """
    found = only(check(tmp_path, card_game(FLOW, cards=cards)), "type-mismatch")
    assert found.message == "what lies there at the start must be known before play"
    assert found.diagnostic.primary.text == "this is found in play only"
