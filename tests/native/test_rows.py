"""Rows that functions give back, and rows of which is chosen, come to the same as in Python."""

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import cast

import pytest
import wasmtime

from rulesdsl.engine.plan import Plan
from rulesdsl.native import parts, straight, views, wasm
from rulesdsl.native.compiler import STAND_INS
from rulesdsl.native.ranges import Range
from rulesdsl.native.rows import Rows
from rulesdsl.native.types import INT
from rulesdsl.native.unit import Unit
from rulesdsl.native.values import CELLS, Fixed, Operand, Value
from tests.loading import load
from tests.native import row_formulas
from tests.native.instances import Instance
from tests.native.row_formulas import FORMULAS, laid_among

CHECKOUT = Path(__file__).parent.parent.parent
Formula = Callable[[None, list[int], int], int]
GIVEN = (-4, 0, 3, 4, 7, 8, 12)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(load(CHECKOUT / "games/road_trip.game").program(2))


def instance(plan: Plan, formula: Formula) -> Instance:
    """As if all of them stood in the text that is generated for the game."""
    unit = Unit(plan, STAND_INS)
    for name in ("base", "top", "limit"):
        unit.global_(name)
    names: dict[str, object] = {"__builtins__": __builtins__}
    for node in ast.parse(inspect.getsource(row_formulas)).body:
        if isinstance(node, ast.FunctionDef):
            unit._generated[node.name] = node
            function = cast("FunctionType", getattr(row_formulas, node.name))
            names[node.name] = FunctionType(function.__code__.replace(co_filename=plan.file_name), names)
    given: list[Operand] = [Fixed(None), Fixed(CELLS), Value(wasm.local_get(0), INT)]
    target = unit.target(cast("FunctionType", names[formula.__name__]), given)
    return Instance(unit, target, cells(plan))


def cells(plan: Plan) -> list[int]:
    return [place * place % 31 for place in range(plan.size)]


def results(plan: Plan, formula: Formula) -> list[tuple[int, list[int]]]:
    found = []
    for a in GIVEN:
        machine = instance(plan, formula)
        found.append((machine.call(a), machine.cells()))
    return found


def in_python(plan: Plan, formula: Formula) -> list[tuple[int, list[int]]]:
    found = []
    for a in GIVEN:
        there = cells(plan)
        found.append((formula(None, there, a), there))
    return found


def differing(plan: Plan) -> set[str]:
    return {formula.__name__ for formula in FORMULAS if results(plan, formula) != in_python(plan, formula)}


@pytest.mark.parametrize("formula", FORMULAS)
def test_same_as_in_python(plan: Plan, formula: Formula) -> None:
    assert results(plan, formula) == in_python(plan, formula)


def test_differs_where_changes_are_not_looked_for(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    def always(first: Range, other: Range | None) -> bool:
        del first, other
        return True

    monkeypatch.setattr(views, "_lie_apart", always)
    assert differing(plan) == {"changed_there"}


def test_differs_without_room_for_all(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(straight, "room_for", lambda _count: 1)
    assert {"chosen_twice", "laid_together", "laid_together_in_a_loop"} <= differing(plan)


def test_differs_where_a_part_is_measured_wrongly(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    as_sum = parts._as_sum
    monkeypatch.setattr(parts, "_as_sum", lambda length: as_sum({**length, "": length.get("", 0) + 1}))
    with pytest.raises(wasmtime.Trap):
        results(plan, laid_among)


def test_differs_where_constant_rows_are_others(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Rows.constant_row

    def another(of: Rows, node: ast.expr) -> Fixed | None:
        row = made(of, node)
        return None if row is None else Fixed((row.value[0] + 1, *row.value[1:]))

    monkeypatch.setattr(Rows, "constant_row", another)
    assert differing(plan) == {"begun_anew"}
