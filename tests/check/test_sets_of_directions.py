"""A set of directions as an attribute: in tables and conditions, ranged over, chosen from, shown."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.explanation.questions import answers
from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from tests.loading import load

GAME = """game "Ways"
players 2
places Cell grid 5 by 5
values Arrow
  ways: set of Direction
  first_way: Direction or none = first(ways)
  many: 0..8 = count(ways)
  | arrow | ways                  |
  | up    | north                 |
  | cross | north south east west |
  | still |                       |
pieces Tile TABLE
zone bag: set of Tile, starts with Tile
zone on per Cell: slot of Tile
state may_go per Player: set of Direction, starts {north, east}
state at per Player: Cell, starts a1
define joined(c: Cell, d: Direction) = some(t in on(c): d is in t.opens) and step(c, d) is not none and some(
  t in on(step(c, d)): opposite(d) is in t.opens)
action lay(
    tile from bag,
    cell from Cell where on(cell) is empty and every(d in tile.opens: step(cell, d) is not none)
) "Lay {tile} on {cell}"
  move tile to on(cell)
action go(arrow from Arrow where arrow.many > 0, d from arrow.ways where d is in your may_go) "Go {d}"
  for c in {step(your at, d)}
    set your at to c
action learn(some of Direction as ways where count(ways) <= 2) "Learn {ways}"
  set your may_go to ways
action add_it(d from Direction where d is not in your may_go) "Add {d}"
  add d to your may_go
flow
  phase day 6 times
    each player in turn
      must lay or go or learn or add_it
score open = count(c in Cell where some(d in Direction: joined(c, d))) + count(your may_go) + sum(Arrow.many)
winner most total, then shared

example "sets"
  players Anna, Ben
  expect count(line.opens) = 2 and north is in line.opens and west is not in bend.opens
  expect bend.opens = {east, north} and cross.many = 4
  expect cross.first_way is north and still.first_way is none
  expect union(d in tee.opens: {turned(d, 2)}) = {east, south, north}
  given Anna.may_go = {south}
  Anna plays learn({north, northeast})
  expect Anna.may_go = {north, northeast}
  Ben plays lay(line, b2)
  Anna plays lay(bend, b1)
  expect joined(b1, north) and not joined(b1, east) and joined(b2, south)
"""
DRAWN = """
  opens: set of Direction
  | tile | opens           |
  | bend | north east      |
  | line | north south     |
  | tee  | north east west |"""
BESIDE = """from "tiles.csv" named by tile
  opens: set of Direction"""
ROWS = "tile,opens\nbend,north east\nline,north south\ntee,north east west\n"


def written(tmp_path: Path, table: str, rows: str = ROWS) -> Path:
    (tmp_path / "tiles.csv").write_text(rows, "utf-8")
    file = tmp_path / "ways.game"
    file.write_text(GAME.replace("TABLE", table), "utf-8")
    return file


@pytest.mark.parametrize("table", [DRAWN, BESIDE])
def test_in_tables_conditions_and_states(tmp_path: Path, table: str) -> None:
    game = load(written(tmp_path, table))
    results = [result for program in game.example_programs() for result in run_examples(program)]
    assert [result.message for result in results if not result.ok] == []
    assert results


@pytest.mark.parametrize("cell", ["north, south", "{north, south}", "north and south", "north;south"])
def test_members_in_a_cell_stand_with_blanks_between_them(tmp_path: Path, cell: str) -> None:
    for table, rows in (
        (DRAWN.replace("north south", cell), ROWS),
        (BESIDE, ROWS.replace("north south", f'"{cell}"')),
    ):
        with pytest.raises(InvalidGame) as invalid:
            load(written(tmp_path, table, rows))
        [error] = invalid.value.report.errors
        assert (error.code, error.hint) == ("data-bad-value", "write `north south`")


def test_shown_and_asked_about(tmp_path: Path) -> None:
    state = start(load(written(tmp_path, DRAWN)).program(2), 1)
    assert "may go  north and east" in str(view(state, 0))
    assert "'may_go'" in str(view(state, 0).to_json())
    [answer] = answers(state, "Learn north, south and west", ("Anna", "Ben"))
    assert answer.reason is not None
    assert answer.reason.text.startswith("`count(ways) <= 2` does not hold")
    [answer] = answers(state, "go cross, south", ("Anna", "Ben"))
    assert answer.reason is not None
    assert answer.reason.text.startswith("`d is in your may_go` does not hold: d is south")
    # What is left out may be anything.
    assert [answer.reason for answer in answers(state, "go north", ("Anna", "Ben"))] == [None]
    dice = Dice(1)
    while not state.over and state.decision is not None:
        state.apply(dice.below(len(state.decision.options)))
