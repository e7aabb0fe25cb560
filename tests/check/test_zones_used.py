"""Zones that nothing is put into, or that nothing looks at."""

from pathlib import Path

from tests.check.whole_games import card_game, check, only

FLOW = """
    flow
      deal 2 from deck to hand
      phase round 2 times
        each player in turn
          must lay
    """


def lay(target: str) -> str:
    return f'action lay(card from your hand) "Lay {{card}}"\n  move card to {target}'


def test_a_zone_that_is_never_filled(tmp_path: Path) -> None:
    corner = "zone corner: set of Card\nscore corners = count(corner)"
    found = only(check(tmp_path, card_game(corner, lay("table"), FLOW)), "zone-never-filled")
    assert found.message == "nothing is ever put into `corner`"
    assert found.line == "zone corner: set of Card"


def test_pieces_of_a_player_that_nothing_counts(tmp_path: Path) -> None:
    won = "zone won per Player: set of Card"
    found = only(check(tmp_path, card_game(won, lay("your won"), FLOW)), "zone-never-read")
    assert found.line == "zone won per Player: set of Card"
    assert check(tmp_path, card_game(won, "score wins = count(your won)", lay("your won"), FLOW)) == []


def test_a_pile_for_what_is_out_of_play_need_not_be_read(tmp_path: Path) -> None:
    assert check(tmp_path, card_game(lay("table"), FLOW)) == []


def test_pieces_that_only_lie_where_they_start(tmp_path: Path) -> None:
    box = "pieces Coin copies 3\nzone box: set of Coin, starts with Coin"
    found = only(check(tmp_path, card_game(box, lay("table"), FLOW)), "zone-never-read")
    assert found.message == "the pieces that start in `box` are never used"


def test_pieces_that_are_moved_without_a_word_of_their_zone(tmp_path: Path) -> None:
    pawns = """
        places Town grid 3 by 3
        pieces Pawn one per Player as pawn
        zone start: set of Pawn, starts with Pawn
        zone there per town in Town: set of Pawn
        score corner = if your pawn.town = Town(1, 1) then 1 else 0
        action go(town from Town) "Go to {town}"
          move your pawn to there(town)
        flow
          deal 2 from deck to hand
          each player in turn
            must go
        """
    assert check(tmp_path, card_game(pawns)) == []
    still = pawns.replace("move your pawn to there(town)", 'say "{town}"')
    assert "zone-never-read" in [one.code for one in check(tmp_path, card_game(still))]
