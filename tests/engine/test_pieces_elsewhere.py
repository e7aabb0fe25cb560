"""What is asked of a piece that is not there, is of another kind, or lies in no row: it is not so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from tests.engine.side_by_side import play_side_by_side
from tests.engine.texts import begun, program_of, read

GAME = """game "Shelves"
players 2..2
pieces Card for each rank in 1..9
pieces Chip copies 2
pieces Thing are Card or Chip
zone deck: set of Card, starts with Card
zone lane: row of Card
zone box: set of Chip, starts with Chip
zone bag: set of Thing
zone low: set of Card
  takes c where c.rank < 5
state held: 0..9
flow
  move first(box) to bag
  move first(c in deck where c.rank = 9) to lane
  if {asked}
    set held to 1
score all = held
winner most total, then shared
"""

NOT_SO = (
    "takes(low, first(low))",
    "takes(low, first(bag))",
    "takes(low, first(lane))",
    "some(c in deck: position(c) < 3)",
    "some(c in deck: position(c) <= 9 - held)",
    "some(c in deck: position(c, from: right) < 3)",
    "some(c in deck: 3 > position(c))",
    "some(c in deck: position(c) = 1)",
)
SO = ("takes(low, first(deck))", "position(first(lane)) < 2", "some(c in lane: position(c) < 3)")


@pytest.mark.parametrize("asked", [*NOT_SO, *SO])
def test_it_is_not_so(asked: str, tmp_path: Path) -> None:
    text = GAME.format(asked=asked)
    assert read(begun(tmp_path, text), "held") == int(asked in SO)
    play_side_by_side(Plan(program_of(tmp_path, text)), 1)


STAYING = """game "Staying"
players 2..2
pieces Card for each rank in 1..9
zone deck: set of Card, starts with Card
zone hand per Player: set of Card, seen by owner
flow
  deal 1 from deck to hand
  show players.hand
  move the_only(first(players).hand) to first(players).hand
  move last(last(players).hand) to last(players).hand
winner shared
"""


def test_a_piece_that_stays_where_it_lies_stays_known(tmp_path: Path) -> None:
    play_side_by_side(Plan(program_of(tmp_path, STAYING)), 1)
