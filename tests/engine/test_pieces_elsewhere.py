"""What is asked of a piece that is not there, is of another kind, or lies in no row: it is not so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.native import native
from rulesdsl.operations import IN_NO_ROW, Impossible
from tests.engine.positions import position
from tests.engine.side_by_side import play_side_by_side
from tests.engine.texts import begun, program_of, read
from tests.native.twins import compared

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
    "some(c in deck: position(c) is in 1..9)",
    "some(c in deck: position(c) is not none)",
    "position(first(lane)) is none",
    "some(c in deck: (depending on position(c) {1..9 gives 1, otherwise 0}) = 1)",
)
SO = (
    "takes(low, first(deck))",
    "position(first(lane)) < 2",
    "some(c in lane: position(c) < 3)",
    "not some(c in deck: position(c) is not none)",
    "sum(c in lane: position(c) + position(c, from: right)) = 2",
)
NO_NUMBER = (
    "sum(c in deck: position(c)) = 3",
    "some(c in deck: position(c) + 1 = 1)",
    "some(c in deck: max(9, position(c, from: right)) = 9)",
    "first(lowest(c in Card by position(c))).rank = 1",
)
"""What needs the number of a place where there is none."""


@pytest.mark.parametrize("asked", [*NOT_SO, *SO])
def test_it_is_not_so(asked: str, tmp_path: Path) -> None:
    text = GAME.format(asked=asked)
    assert read(begun(tmp_path, text), "held") == int(asked in SO)
    play_side_by_side(Plan(program_of(tmp_path, text)), 1)


@pytest.mark.parametrize("asked", NO_NUMBER)
def test_what_needs_the_number_of_a_place_is_told_that_there_is_none(asked: str, tmp_path: Path) -> None:
    program = program_of(tmp_path, GAME.format(asked=asked))
    with pytest.raises(Fault) as told:
        start(program, 1)
    assert told.value.message == IN_NO_ROW
    layout = Layout(program)
    walked = Reading(layout, position(layout, {("deck", ()): range(9)}), None)
    [condition] = [line.condition for line in program.procs["flow"].body if isinstance(line, ir.If)]
    with pytest.raises(Impossible, match=IN_NO_ROW):
        walked.value(condition)
    plan = Plan(program)
    machine = native(plan)
    assert machine is not None
    assert machine.gaps == []
    assert compared(machine, plan, 1, 1) == 0


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
