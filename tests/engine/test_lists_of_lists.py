"""Rays, lines, regions and runs are several lists: some of them, one of them, in order, gone through."""

from pathlib import Path

import pytest

from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import begun, program_of

GAME = """game "Groups"
players 2..2
places Cell grid 3 by 3
state on per Cell: Player or none
state n: 0..99
define groups(p: Player) = regions(Cell, (c in Cell where on(c) is p))
define largest(p: Player) = first(highest(r in groups(p) by count(r)))
define smallest(p: Player) = first(lowest(r in groups(p) by count(r)))
define the_first(p: Player) = first(groups(p))
define the_last(p: Player) = last(groups(p))
define alone(p: Player) = the_only(groups(p))
define big_alone(p: Player) = the_only((r in groups(p) where count(r) > 1))
define two_first(p: Player) = count(first(groups(p), 2))
define big(p: Player) = count((r in groups(p) where count(r) > 1))
define first_big(p: Player) = first(r in groups(p) where count(r) > 1)
define rook(c: Cell) = sum(ray in first(rays(Cell, c), 4): count(ray))
define bishop(c: Cell) = sum(ray in last(rays(Cell, c), 4): count(ray))
define full_lines(p: Player) = count((line in lines(Cell, 2) where every(c in line: on(c) is p)))
flow
  for c in {Cell(1, 1), Cell(1, 3), Cell(2, 3), Cell(3, 1)}
    set on(c) to first(players)
  for ray in rays(Cell, Cell(1, 1)) where count(ray) > 0
    add count(ray) to n
  for r in groups(first(players)) by 0 - count(r)
    set n to 10 * count(r) + n mod 10
  player first(players)
    may "Go on?"
      nothing
score points = n
winner most total, then shared
"""
# Cells are numbered row by row: Anna has the corners 0 and 2, and 6 with 7 beside it.
KNOWN = {
    "largest": (6, 7),
    "smallest": (0,),
    "the_first": (0,),
    "the_last": (6, 7),
    "alone": (),
    "big_alone": (6, 7),
    "two_first": 2,
    "big": 1,
    "first_big": (6, 7),
    "full_lines": 1,
}
OF_BEN = {"largest": (), "the_first": (), "the_last": (), "alone": (), "big": 0, "two_first": 0}


@pytest.fixture(scope="module")
def groups(tmp_path_factory: pytest.TempPathFactory) -> State:
    return start(program_of(tmp_path_factory.mktemp("groups"), GAME, 2))


@pytest.mark.parametrize("name", KNOWN)
def test_of_several_lists(groups: State, name: str) -> None:
    reading = Reading(groups.plan.layout, groups.cells)
    assert groups.evaluate(name, 0) == KNOWN[name]
    assert reading.formula(name, 0) == KNOWN[name]
    if name in OF_BEN:
        assert groups.evaluate(name, 1) == OF_BEN[name]
        assert reading.formula(name, 1) == OF_BEN[name]


@pytest.mark.parametrize(("cell", "straight", "slanting"), [(0, 4, 2), (4, 4, 4), (1, 4, 2)])
def test_straight_rays_come_first(groups: State, cell: int, straight: int, slanting: int) -> None:
    assert groups.evaluate("rook", cell) == straight
    assert groups.evaluate("bishop", cell) == slanting


def test_lists_are_gone_through_in_order_and_under_a_condition(groups: State) -> None:
    # The rays of a corner have 2, 2 and 2 cells; the smallest group comes last.
    assert groups.evaluate("now points", 0) == 16


def test_a_loop_inside_a_choice_goes_through_lists_of_its_own(tmp_path: Path) -> None:
    """What a definition gives for each of them is not worked out before the loop."""
    few = "some(p in players: every(g in groups(p): count(g) < 4))"
    asked = f'    choose c from Cell where on(c) is none and {few} "Where?"\n    set on(c) to you\n'
    text = GAME.replace('    may "Go on?"\n      nothing\n', asked)
    state = begun(tmp_path, text)
    assert state.option_count == 5
