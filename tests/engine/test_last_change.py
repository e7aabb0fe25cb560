"""Only the lines through the last change are looked at where a full line ends a phase, to the same end."""

from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from tests.engine.texts import begun

GAME = """\
game "Lines"
players 2..2
places Cell grid 4 by 4
state mark per Cell: Player or none
state n: 0..3
state other per Cell: Player or none
define won per Player = some(line in lines(Cell, 3): every(c in line: mark(c) is you))
action place(cell from Cell where mark(cell) is none) "Mark {{cell}}"
  set mark(cell) to you
action both(cell from Cell where mark(cell) is none) "Mark {{cell}} and its neighbours"
  set mark(cell) to you
  for near in Cell where near.row = cell.row and near != cell
    set mark(near) to you
action elsewhere(cell from Cell where other(cell) is none) "Put {{cell}}"
  set other(cell) to you
action swap(cell from Cell where mark(cell) is none) "Mark {{cell}} for the other"
  for p in others
    set mark(cell) to p
action burst "Burst"
  set mark(Cell(1, 1)) to you
  add 2 to n
  nothing
flow
  phase play
    turn of each player
    until {} or every(cell in Cell: mark(cell) is not none)
    {}
score points = count(c in Cell where mark(c) is you)
winner most won, then most total, then shared
"""
LOOKED_AT_LAST = "some(p in players: p.won)"
LOOKED_AT_AS_A_WHOLE = "not every(p in players: not p.won)"
LINES = (
    "must place",
    "must place or both",
    "must place or elsewhere",
    "must swap or place",
    "each player in turn\n      must place",
    "must place\n    may both",
)


def state(tmp_path: Path, until: str, line: str) -> State:
    return begun(tmp_path, GAME.format(until, line), players=2)


@pytest.mark.parametrize("line", LINES)
def test_a_game_ends_where_it_does_if_all_is_looked_at(tmp_path: Path, line: str) -> None:
    quick, whole = (state(tmp_path, until, line) for until in (LOOKED_AT_LAST, LOOKED_AT_AS_A_WHOLE))
    assert "after_one" in quick.plan.source
    assert "after_one" not in whole.plan.source
    for seed in range(40):
        one, other, chance = quick.clone(), whole.clone(), Dice(seed)
        while not one.over:
            option = chance.below(one.option_count)
            copied = one.clone().apply(option)
            assert copied.cells == one.apply(option).cells == other.apply(option).cells
            # Without looking at the cells, which makes that all is looked at anew.
            one = copied.clone() if seed % 2 else one
        assert other.over
        assert one.winners() == other.winners()


@pytest.mark.parametrize("line", LINES)
def test_whole_games_without_looking_on(tmp_path: Path, line: str) -> None:
    quick, whole = (state(tmp_path, until, line) for until in (LOOKED_AT_LAST, LOOKED_AT_AS_A_WHOLE))
    for seed in range(60):
        one, other, chance = quick.clone(), whole.clone(), Dice(seed)
        while not other.over:
            assert not one.over
            option = chance.below(one.option_count)
            one.apply(option)
            other.apply(option)
        assert one.over
        assert one.cells == other.cells


def test_cells_that_are_put_in_are_all_looked_at(tmp_path: Path) -> None:
    game = state(tmp_path, LOOKED_AT_LAST, "must place")
    game.apply(0).apply(0)
    first = game.plan.layout.states["mark"].address
    game.cells[first + 13 : first + 16] = [1, 1, 1]
    game.apply(0)
    assert game.over
    assert game.winners() == (1,)


def test_what_a_fault_has_put_back_is_looked_at_anew(tmp_path: Path) -> None:
    quick, whole = (
        state(tmp_path, until, "must place or burst").clone()
        for until in (LOOKED_AT_LAST, LOOKED_AT_AS_A_WHOLE)
    )
    for game in (quick, whole):
        burst = game.option_count - 1
        game.apply(burst)
        with pytest.raises(Fault):
            game.apply(burst)
    while not whole.over:
        quick.apply(0)
        whole.apply(0)
    assert quick.over
    assert quick.cells == whole.cells
    assert State(quick.plan, quick.cells[:]).held == 0
