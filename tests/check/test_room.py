"""Whether a slot, or a zone with a limit, may be full when pieces come to lie there."""

from pathlib import Path
from textwrap import indent

import pytest

from rulesdsl.check.whole.positions import MOST_INSTANCES
from rulesdsl.diagnostics.model import Severity
from tests.check.whole_games import Found, card_game, check, only

CARDS = """
    pieces Card for each rank in 1..60
    zone deck: pile of Card, seen by nobody, starts with Card shuffled
    zone hand per Player: set of Card, seen by owner
    zone rest: pile of Card
    places Cell grid 3 by 3
    zone on per cell in Cell: slot of Card
    zone cage per Player: slot of Card
    zone shelf per Player: row of Card, at most 2
    state leader: Player, starts first(players)
    state used: set of Cell
    state done: set of Player
    """

FLOW = """
flow
  deal 5 from deck to hand
{laid_out}
  phase turns 5 times
    each player in turn from leader
      must act if possible
    set leader to left(leader)
{cleared}
"""


def full(
    folder: Path, act: str, *, laid_out: str = "", cleared: str = "", cells: str = "grid 3 by 3"
) -> list[Found]:
    """What is said of room, in a game in which an action is taken again and again."""
    flow = FLOW.format(laid_out=indent(laid_out, "  "), cleared=indent(cleared, "    "))
    cards = CARDS.replace("grid 3 by 3", cells)
    found = check(folder, card_game(f"action act({act}", flow, cards=cards))
    assert not [one for one in found if one.diagnostic.severity is Severity.ERROR]
    return [one for one in found if one.code == "may-be-full"]


PUT = """card from your hand, cell from Cell{where}) "Put {{card}} on {{cell}}"
  {when}
  move card to on(cell)
"""

OWN = """card from your hand) "Put {{card}} away"
  {before}
  move card to your {zone}
"""


def test_a_cell_that_may_be_taken(tmp_path: Path) -> None:
    found = only(full(tmp_path, PUT.format(where="", when="add you to done")), "may-be-full")
    assert found.message == "`on(cell)` may be taken by then"
    assert found.line == "move card to on(cell)"
    assert found.because == ["zone on per cell in Cell: slot of Card"]
    assert found.diagnostic.hint == (
        "ask before, with `where`, `when` or `if`: `on(cell) is none`; or say what gives way:"
        " `at most 1, old one goes to ZONE`"
    )


@pytest.mark.parametrize(
    "cells", [f"grid {MOST_INSTANCES + 1} by 1", f"growing around on, at most {MOST_INSTANCES + 1}"]
)
def test_a_cell_of_a_board_whose_cells_are_counted_together(cells: str, tmp_path: Path) -> None:
    found = full(tmp_path, PUT.format(where="", when="add you to done"), cells=cells)
    assert "`on(cell)` may be taken by then" in only(found, "may-be-full").message
    asked = PUT.format(where=" where on(cell) is none", when="add you to done")
    assert full(tmp_path, asked, cells=cells) == []


@pytest.mark.parametrize(
    ("where", "when"),
    [
        (" where on(cell) is none", "add you to done"),
        ("", "when on(cell) is none"),
        (" where cell is not in used", "add cell to used"),
        (" where count(c in Cell where on(c) is not none) < 9", "add you to done"),
    ],
)
def test_somebody_has_asked(where: str, when: str, tmp_path: Path) -> None:
    assert full(tmp_path, PUT.format(where=where, when=when)) == []


def test_where_a_piece_lies_does_not_say_whether_there_is_room(tmp_path: Path) -> None:
    text = PUT.format(where=" where first(your hand).cell is none", when="add you to done")
    assert full(tmp_path, text)


@pytest.mark.parametrize("zone", ["cage", "shelf"])
def test_a_zone_of_ones_own_that_fills_up(zone: str, tmp_path: Path) -> None:
    found = only(full(tmp_path, OWN.format(zone=zone, before="add you to done")), "may-be-full")
    assert found.message == f"`your {zone}` may be {'taken' if zone == 'cage' else 'full'} by then"
    hint = found.diagnostic.hint or ""
    assert ("`your cage is none`" if zone == "cage" else "`count(your shelf) < 2`") in hint


@pytest.mark.parametrize(
    "before",
    [
        "when your cage is none",
        "when you is not in done\n  add you to done",
        "move your cage to rest",
        "if your cage is not none\n    move your cage to rest",
        "if your cage is not none\n    end turns",
    ],
)
def test_room_is_seen_to(before: str, tmp_path: Path) -> None:
    assert full(tmp_path, OWN.format(zone="cage", before=before)) == []


BEST = "let best = the_only(highest(p in players where p.cage is not none by p.cage.rank))"


@pytest.mark.parametrize(
    "cleared",
    [
        "move players.cage to rest",
        "for p in players where p.cage is not none\n  move p.cage to p.hand",
        f"{BEST}\nif best is not none\n  move players.cage to best.hand",
    ],
)
def test_each_has_a_zone_and_all_are_cleared(cleared: str, tmp_path: Path) -> None:
    assert full(tmp_path, OWN.format(zone="cage", before="add you to done"), cleared=cleared) == []


def test_clearing_that_may_be_declined_is_no_clearing(tmp_path: Path) -> None:
    cleared = 'each player in turn\n  may "Clear?"\n    move your cage to rest'
    assert full(tmp_path, OWN.format(zone="cage", before="add you to done"), cleared=cleared)


def test_each_cell_gets_one(tmp_path: Path) -> None:
    laid_out = "for c in Cell\n  draw 1 from deck to on(c)"
    act = OWN.format(zone="hand", before="add you to done")
    assert full(tmp_path, act, laid_out=laid_out) == []
    again = f"{laid_out}\nchoose late from Cell by chance\ndraw 1 from deck to on(late)"
    assert full(tmp_path, act, laid_out=again)


def test_what_is_chosen_before_the_line(tmp_path: Path) -> None:
    text = """cell from Cell) "At {cell}"
  choose spot from Cell where on(spot) is none "Where?"
  move first(your hand) to on(SPOT)
"""
    assert full(tmp_path, text.replace("SPOT", "spot")) == []
    assert full(tmp_path, text.replace("SPOT", "cell"))


def test_the_only_piece_that_there_is_has_room(tmp_path: Path) -> None:
    robber = """
        places Town grid 3 by 3
        pieces Robber copies 1
        zone inn: set of Robber, starts with Robber
        zone there per Town: slot of Robber
        action rob(town from Town) "Rob {town}"
          move first(inn) to there(town)
        flow
          each player in turn
            may rob
        score met = count(there)
        """
    text = card_game(robber, cards="", end="winner most met, then shared")
    assert "may-be-full" not in [one.code for one in check(tmp_path, text)]
