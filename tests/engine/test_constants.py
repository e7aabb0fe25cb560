"""Constants are worked out while code is written: each once, and no slower the deeper they lie."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.codegen import constants
from rulesdsl.engine.codegen.generator import Generator
from rulesdsl.engine.codegen.literals import Known
from rulesdsl.engine.plan import Plan
from rulesdsl.operations import Op
from tests.engine.texts import program_of


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Op]:
    """The operations on constants that code was written and run for, in order."""
    found: list[Op] = []
    original = constants.folded

    def noted(gen: Generator, expr: ir.Apply, known: tuple[Known, ...]) -> Known | None:
        found.append(expr.op)
        return original(gen, expr, known)

    monkeypatch.setattr(constants, "folded", noted)
    return found


def nested(folder: Path, depth: int) -> ir.Program:
    value = "x"
    for step in range(depth):
        value = f"count(distinct({step % 5 + 1}..{value} + 2))"
    text = f"""game "Deep"
players 1..1
state a: 0..9
flow
  player first(players)
    may "Go on?"
      when count(x in 1..6 where {value} > a) > 0
      add 1 to a
"""
    return program_of(folder, text, 1)


def test_every_step_down_takes_as_long_as_the_one_before(tmp_path: Path, worked_out: list[Op]) -> None:
    counts = []
    for depth in (6, 12):
        worked_out.clear()
        Plan(nested(tmp_path, depth))
        counts.append(len(worked_out))
    assert 0 < counts[1] <= 3 * counts[0]


def test_what_is_tried_for_every_two_squares_is_worked_out_for_few(
    tmp_path: Path, worked_out: list[Op]
) -> None:
    """Thousands of pairs of squares lie by few numbers of rows and columns apart."""
    text = """game "Knight"
players 1..1
places Cell grid 8 by 8
state on per Cell: yes or no
define as_knights_go(a: Cell, b: Cell) =
  {difference(a.column, b.column), difference(a.row, b.row)} = {1, 2}
action put(a from Cell where not some(b in Cell where as_knights_go(a, b): on(b)))
  set on(a) to yes
flow
  player first(players)
    must put
"""
    Plan(program_of(tmp_path, text, 1))
    assert 0 < len(worked_out) < 1000
