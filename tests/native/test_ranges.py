"""Between which numbers cells lie: the machine relies on it, so it must hold at every moment."""

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.native.ranges import UNKNOWN, Range, conclusions, of_cells, range_of
from tests.loading import load
from tests.native.test_equality import FILES, SHORT
from tests.selection import cases

DECISIONS = 200


class WatchedCells(list[int]):
    """Cells that say when one becomes what it should never be."""

    def __init__(self, plan: Plan, cells: Sequence[int]) -> None:
        super().__init__(cells)
        self.ranges = plan.cell_ranges

    def __setitem__(self, key: Any, value: Any) -> None:  # noqa: ANN401 -- as in list
        size = len(self)
        super().__setitem__(key, value)
        assert len(self) == size
        for place in range(*key.indices(size)) if isinstance(key, slice) else [key]:
            assert self[place] in self.ranges.allowed[place], self.ranges.names[place]


@pytest.mark.parametrize("file", cases(FILES, lambda file: file.stem in SHORT, lambda file: file.stem))
def test_no_cell_leaves_its_range(file: Path, pytestconfig: pytest.Config) -> None:
    """Between two decisions neither, as the machine relies on it there."""
    game = load(file)
    for players in game.players if pytestconfig.getoption("--long") else game.players[:1]:
        plan = Plan(game.program(players))
        for seed in range(1, 4):
            try:
                state = start(plan, seed)
            except Fault:
                continue
            state._cells = WatchedCells(plan, state.cells)
            chance = Dice(seed)
            for _ in range(DECISIONS):
                if state.over:
                    break
                try:
                    state.apply(chance.below(state.option_count))
                except Fault:
                    break
                assert isinstance(state.cells, WatchedCells)


def test_notices_a_cell_out_of_range() -> None:
    plan = Plan(load(FILES[0]).program())
    cells = WatchedCells(plan, start(plan, 1).cells)
    with pytest.raises(AssertionError, match="over"):
        cells[0] = 7


@pytest.mark.parametrize(
    ("condition", "holds", "left"),
    [
        ("x == 3", True, Range(3, 3)),
        ("x < 5", True, Range(0, 4)),
        ("x < 5", False, Range(5, 9)),
        ("5 > x", True, Range(0, 4)),
        ("2 <= x < 4", True, Range(2, 3)),
        ("2 <= x < 4", False, Range(0, 9)),
        ("x != 9", True, Range(0, 8)),
        ("x == 0", False, Range(1, 9)),
        ("not x > 6", True, Range(0, 6)),
        ("x > 6 and y", True, Range(7, 9)),
        ("x > 6 and y", False, Range(0, 9)),
        ("x > 6 or x < 2", False, Range(2, 6)),
        ("x > 6 or x < 2", True, Range(0, 9)),
        ("x == y", True, Range(0, 9)),
    ],
)
def test_a_condition_narrows(condition: str, holds: bool, left: Range) -> None:  # noqa: FBT001
    found = Range(0, 9)
    for thing, op, number in conclusions(ast.parse(condition, mode="eval").body, holds=holds):
        if isinstance(thing, ast.Name) and thing.id == "x":
            found = found.where(op, number)
    assert found == left


def test_none_apart() -> None:
    """What may be none is a number where it is said that it is not, and where it is worked with."""
    some = range_of([ir.NONE, 4, 7])
    assert some == Range(ir.NONE, 7, 1, 4)
    assert some.where(ast.NotEq(), ir.NONE) == some.where(ast.GtE(), 0) == some.but_for_none == Range(4, 7)
    assert some.plus(Range(1, 1)) == Range(5, 8)
    assert some.or_else(Range(2, 3)) == Range(ir.NONE, 7, 1, 2)


def test_steps() -> None:
    """Of every third cell only those count."""
    assert Range(0, 4).times(Range(3, 3)).plus(Range(10, 10)) == Range(10, 22, 3)
    assert Range(10, 22, 3).where(ast.Gt(), 13) == Range(16, 22, 3)
    assert Range(10, 22, 3).where(ast.Lt(), 17) == Range(10, 16, 3)
    assert UNKNOWN.plus(Range(1, 1)) == UNKNOWN
    plan = Plan(load(FILES[0]).program())
    assert of_cells(plan.cell_ranges.allowed, Range(-1, 3)) == UNKNOWN
