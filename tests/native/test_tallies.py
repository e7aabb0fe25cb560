"""What is in a row, and how often, comes to the same whether the row is made or only counted."""

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import cast

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import tallies, wasm
from rulesdsl.native.compiler import STAND_INS
from rulesdsl.native.types import INT
from rulesdsl.native.unit import Target, Unit
from rulesdsl.native.values import CELLS, Fixed, Operand, Tally, Value
from tests.loading import load
from tests.native import tally_formulas
from tests.native.instances import Instance
from tests.native.tally_formulas import COUNTED, NONE, ROWS

CHECKOUT = Path(__file__).parent.parent.parent
Formula = Callable[[list[int], int], int]
WANTED = (0, 1, 2, 3, 7, 9, 10, 11, 12, 13, 63, 64, -1, NONE)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(load(CHECKOUT / "games/road_trip.game").program(2))


def translated(plan: Plan, formula: Formula) -> tuple[Unit, Target]:
    """As if it stood in the text that is generated for the game."""
    function = cast("FunctionType", formula)
    unit = Unit(plan, STAND_INS)
    for name in ("base", "top", "limit"):
        unit.global_(name)
    for node in ast.parse(inspect.getsource(tally_formulas)).body:
        if isinstance(node, ast.FunctionDef):
            unit._generated[node.name] = node
    code = function.__code__.replace(co_filename=plan.file_name)
    given: list[Operand] = [Fixed(CELLS), Value(wasm.local_get(0), INT)]
    return unit, unit.target(FunctionType(code, function.__globals__), given)


def cells(plan: Plan) -> list[int]:
    return [place * place % 31 for place in range(plan.size)]


def results(plan: Plan, formula: Formula) -> list[object]:
    unit, target = translated(plan, formula)
    machine = Instance(unit, target, cells(plan))
    return [machine.call(a) for a in WANTED]


def in_python(plan: Plan, formula: Formula) -> list[object]:
    return [formula(cells(plan), a) for a in WANTED]


@pytest.mark.parametrize("formula", [*COUNTED, *ROWS])
def test_same_as_of_a_row(plan: Plan, formula: Formula) -> None:
    assert results(plan, formula) == in_python(plan, formula)


def test_goes_wrong_where_all_are_counted_together(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    def first(tally: Tally, value: Value) -> bytes:
        del tally, value
        return wasm.const(0)

    monkeypatch.setattr(tallies, "_place", first)
    assert all(results(plan, formula) != in_python(plan, formula) for formula in COUNTED)


@pytest.mark.parametrize("formula", [*COUNTED, *ROWS])
def test_a_row_is_made_only_where_it_is_needed(plan: Plan, formula: Formula) -> None:
    unit, target = translated(plan, formula)
    code = target.made.code
    makes_one = any(wasm.call(unit.helper(name)) in code for name in ("row", "append"))
    assert makes_one == (formula in ROWS)
