"""Rows of cells come to the same as copies of them, whatever is written on cells meanwhile."""

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import cast

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import views, wasm
from rulesdsl.native.compiler import STAND_INS
from rulesdsl.native.ranges import Range
from rulesdsl.native.types import INT
from rulesdsl.native.unit import Unit
from rulesdsl.native.values import CELLS, Fixed, Operand, Value
from tests.loading import load
from tests.native.cell_formulas import FORMULAS
from tests.native.instances import Instance

CHECKOUT = Path(__file__).parent.parent.parent
Formula = Callable[[list[int], int], int]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(load(CHECKOUT / "games/road_trip.game").program(2))


def result(plan: Plan, formula: Formula, a: int) -> tuple[int, list[int]]:
    """What the machine comes to, from cells that are all different; and all cells then."""
    unit = Unit(plan, STAND_INS)
    for name in ("base", "top", "limit"):
        unit.global_(name)
    given: list[Operand] = [Fixed(CELLS), Value(wasm.local_get(0), INT)]
    target = unit.target(cast("FunctionType", formula), given)
    machine = Instance(unit, target, cells(plan))
    return machine.call(a), machine.cells()


def cells(plan: Plan) -> list[int]:
    return [1000 + 7 * place for place in range(plan.size)]


def expected(plan: Plan, formula: Formula, a: int) -> tuple[int, list[int]]:
    there = cells(plan)
    return formula(there, a), there


@pytest.mark.parametrize("formula", FORMULAS)
def test_same_as_in_python(plan: Plan, formula: Formula) -> None:
    for a in (-4, 0, 3, 7, 8, 12):
        assert result(plan, formula, a) == expected(plan, formula, a)


def test_differs_where_it_is_not_asked(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """What tells whether a row can be looked at where it lies is what these functions hang on."""

    def always(first: Range, other: Range | None) -> bool:
        del first, other
        return True

    monkeypatch.setattr(views, "_lie_apart", always)
    wrong = [
        formula.__name__ for formula in FORMULAS if result(plan, formula, 12) != expected(plan, formula, 12)
    ]
    assert {"changed_before_it_is_read", "changed_at_its_end", "changed_in_a_loop"} <= {*wrong}


def test_is_not_copied_where_nothing_changes_it(plan: Plan) -> None:
    unit = Unit(plan, STAND_INS)
    names = [formula.__name__ for formula in FORMULAS if _allocates(unit, formula)]
    assert "changed_before_it_is_read" in names
    assert not {
        "changed_apart",
        "others_changed_in_a_loop",
        "two_exchanged",
        "as_many_exchanged",
        "passed_on",
    } & {*names}


def _allocates(unit: Unit, formula: Formula) -> bool:
    """Whether it makes a row."""
    given: list[Operand] = [Fixed(CELLS), Value(wasm.local_get(0), INT)]
    target = unit.target(cast("FunctionType", formula), given)
    return wasm.global_set(unit.global_("top")) in target.made.code
