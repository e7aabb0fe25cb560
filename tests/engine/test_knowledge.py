"""Who knows which piece is which, and what makes them forget."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State
from tests.engine.texts import begun, names_in

CARDS = """
game "Cards"
players 3..3
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone table: row of Card
  face down seen by nobody
zone bag: set of Card, seen by nobody
"""

ANNA, BEN, CLEO = 1, 2, 4


def known(state: State, zone: str, *index: int) -> list[int]:
    """Who knows the pieces in a zone, as masks."""
    layout = state.plan.layout
    there = layout.pieces_in(state.cells, layout.instance(zone, *index))
    return [state.cells[layout.known + piece] for piece in there]


def groups(state: State, zone: str, *index: int) -> set[int]:
    layout = state.plan.layout
    there = layout.pieces_in(state.cells, layout.instance(zone, *index))
    return {state.cells[layout.group + piece] for piece in there}


def flow(*lines: str) -> str:
    return CARDS + "flow\n  deal 3 from deck to hand\n" + "".join(f"  {line}\n" for line in lines)


def test_a_hand_is_known_to_its_owner_and_a_deck_to_nobody(tmp_path: Path) -> None:
    state = begun(tmp_path, flow('say "dealt"'), players=3)
    assert known(state, "hand", 0) == [ANNA] * 3
    assert known(state, "hand", 2) == [CLEO] * 3
    assert len(groups(state, "hand", 0) | groups(state, "hand", 1)) == 1


def test_what_lies_open_is_known_and_stays_so_face_down_where_it_lies(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        flow("move first(first(players).hand) to table", "flip table face down"),
        players=3,
    )
    assert known(state, "table") == [ANNA | BEN | CLEO]


def test_what_comes_face_down_is_known_to_who_laid_it(tmp_path: Path) -> None:
    state = begun(tmp_path, flow("move first(first(players).hand) to table face down"), players=3)
    assert known(state, "table") == [ANNA]


def test_a_card_shown_is_remembered_until_it_mixes_with_others(tmp_path: Path) -> None:
    shown = "show first(first(players).hand) to left(first(players))"
    state = begun(tmp_path, flow(shown), players=3)
    assert sorted(known(state, "hand", 0)) == [ANNA, ANNA, ANNA | BEN]
    # A card goes out of Anna's hand unseen: Ben cannot say any more whether it was that one.
    gone = "move last(first(players).hand) to bag"
    state = begun(tmp_path, flow(shown, gone), players=3)
    assert known(state, "hand", 0) == [ANNA, ANNA]
    assert known(state, "bag") == [ANNA]


def test_a_hand_that_goes_as_a_whole_is_followed(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        flow(
            "show first(first(players).hand) to left(first(players))",
            "move first(players).hand to bag",
        ),
        players=3,
    )
    assert sorted(known(state, "bag")) == [ANNA, ANNA, ANNA | BEN]


def test_a_shuffle_makes_forget(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        flow("move first(players).hand to deck", "shuffle deck"),
        players=3,
    )
    assert known(state, "deck") == [0, 0, 0]
    assert len(groups(state, "deck")) == 1


def test_drawn_from_a_bag_nobody_knows_what_is_left(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        flow(
            "move first(players).hand to bag",
            "draw 1 from bag to left(first(players)).hand",
        ),
        players=3,
    )
    assert known(state, "bag") == [0, 0]
    assert sorted(known(state, "hand", 1)) == [BEN] * 4
    assert len(names_in(state, "hand", 1)) == 4


TOPS = """
game "Tops"
players 2..2
pieces Card for each rank in 1..6
zone box: set of Card, seen by nobody, starts with Card
zone deck: pile of Card, seen by nobody, top seen by all
zone stack: pile of Card, seen by nobody
flow
"""


def test_of_a_pile_that_comes_as_a_whole_only_the_top_is_seen(tmp_path: Path) -> None:
    state = begun(tmp_path, TOPS + "  move box to deck\n")
    assert known(state, "deck") == [3, 0, 0, 0, 0, 0]


def test_under_a_top_that_goes_the_next_is_seen(tmp_path: Path) -> None:
    state = begun(tmp_path, TOPS + "  move box to deck\n  draw 1 from deck to stack\n")
    assert known(state, "deck") == [3, 0, 0, 0, 0]
    assert known(state, "stack") == [3]


def test_of_several_drawn_at_once_only_the_first_was_seen(tmp_path: Path) -> None:
    state = begun(tmp_path, TOPS + "  move box to deck\n  draw 3 from deck to stack\n")
    assert sorted(known(state, "stack")) == [0, 0, 3]
    assert known(state, "deck") == [3, 0, 0]


def test_a_flip_tells_only_of_what_turns(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        flow(
            "move first(first(players).hand) to table face down",
            "move last(first(players).hand) to table",
            "flip table face up",
            "flip table face up",
        ),
        players=3,
    )
    assert state.log is not None
    turned = [event.pieces for event in state.log if isinstance(event, ev.Flipped)]
    assert [len(pieces) for pieces in turned] == [1]
    assert known(state, "table") == [ANNA | BEN | CLEO] * 2


def test_which_way_a_piece_lies_is_kept_where_everybody_sees_it(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Tiles"
players 2..2
pieces Tile for each number in 1..3
zone board: row of Tile, starts with Tile
  face down seen by all
state turned: 0..3
flow
  flip first(board) face down
  set turned to count(t in Tile where face_down(t))
""",
    )
    assert state.plan.layout.state_value(state.cells, "turned") == 1


@pytest.mark.parametrize(
    ("seen", "by"),
    [
        ("seen by (out)", 0b01),
        ("seen by (players - out)", 0b10),
        ("seen by owner", 0b01),
        ("seen by others", 0b10),
        ("seen by all", 0b11),
        ("seen by nobody", 0b00),
    ],
)
def test_who_saw_a_set_where_it_lay_knows_it_laid_face_down_as_a_whole(
    tmp_path: Path, seen: str, by: int
) -> None:
    text = f"""game "Laid"
players 2..2
pieces Card for each rank in 1..4
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone kept per Player: set of Card, {seen}
zone row per Player: row of Card, face down seen by nobody
state out: set of Player
flow
  add first(players) to out
  draw 3 from deck to first(players).kept
  player first(players)
    move your kept to your row face down
    choose n from 1..2 "Go on?"
    add n to counted
state counted: 0..9
score points = count(your row) + counted + count(out)
"""
    state = begun(tmp_path, text)
    layout, cells = state.plan.layout, state.cells
    pieces = layout.pieces_in(cells, layout.instance("row", 0))
    assert {cells[layout.known + piece] for piece in pieces} == {by}


AT_ONCE = """
game "In Secret"
players 3..3
pieces Card for each rank in 1..9
zone deck: row of Card, seen by nobody, starts with Card
zone common: row of Card, seen by nobody
zone bag: set of Card, seen by nobody
zone hand per Player: set of Card, seen by nobody
zone stash per Player: set of Card, seen by nobody
flow
"""


def test_all_who_show_a_piece_in_one_secret_block_have_shown_it(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        AT_ONCE
        + """
  move first(deck) to common
  all players in secret
    choose whom from others "Whom?"
    show common to whom
    choose x from 1..2 "Which?"
""",
        players=3,
    )
    # Anna shows it to Ben, Ben to Cleo, Cleo to Anna.
    while not state.over:
        state.apply(0)
    assert known(state, "common") == [ANNA | BEN | CLEO]


def test_what_two_mix_in_one_secret_block_cannot_be_told_apart(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        AT_ONCE
        + """
  move first(deck) to first(players).hand
  move first(deck, 2) to bag
  draw 1 from bag to first(players).hand
  draw 1 from bag to left(first(players)).hand
  move first(deck) to left(first(players)).hand
  all players of (p in players where p.hand is not empty) in secret
    choose card from your hand "Which card?"
    move card to your stash
    choose x from 1..2 "Which?"
""",
        players=3,
    )
    assert groups(state, "hand", 0) != groups(state, "hand", 1)
    while not state.over:
        state.apply(0)
    assert [groups(state, zone, player) for zone in ("hand", "stash") for player in (0, 1)] == [{0}] * 4


def test_what_is_shown_to_nobody_is_not_told(tmp_path: Path) -> None:
    state = begun(tmp_path, flow("show first(players).hand to (p in players where p is none)"), players=3)
    assert not [event for event in state.log or () if isinstance(event, ev.Shown)]
