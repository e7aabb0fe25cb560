"""When the game begins every piece is in exactly one zone."""

from pathlib import Path

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
