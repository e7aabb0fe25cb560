"""A few cells in order come to the same as in Python, also where one number is there twice, or none."""

import ast
import random
import struct
from types import FunctionType
from typing import cast

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import rows, wasm
from rulesdsl.native.compiler import STAND_INS
from rulesdsl.native.types import INT
from rulesdsl.native.unit import CELLS_AT, Unit
from rulesdsl.native.values import CELLS, Fixed, Operand, Value
from tests.loading import load
from tests.native.instances import Instance
from tests.native.test_arithmetic import CHECKOUT


def in_order(C: list[int], a: int) -> int:  # noqa: N803
    """Of some cells of a pile of 28 cards."""
    result = a
    for piece in sorted([C[54], C[56], C[58], C[60], C[62]]):
        result = result * 64 + piece + 1
    return result


def unequal(plan: Plan, *, alike: bool) -> int:
    """How often the machine came to something else; `alike`: some cells may hold the same."""
    unit = Unit(plan, STAND_INS)
    for name in ("base", "top", "limit"):
        unit.global_(name)
    given: list[Operand] = [Fixed(CELLS), Value(wasm.local_get(0), INT)]
    machine = Instance(unit, unit.target(cast("FunctionType", in_order), given), [0] * plan.size)
    chance, found = random.Random(1), 0
    for _ in range(20):
        cells = [0] * plan.size
        pile = [chance.randrange(-1, 28) for _ in range(28)] if alike else chance.sample(range(28), 28)
        cells[54:82] = pile
        machine.memory.write(machine.store, bytearray(struct.pack(f"<{plan.size}q", *cells)), CELLS_AT)
        found += machine.call(1) != in_order(cells, 1)
    return found


@pytest.mark.parametrize("alike", [True, False])
def test_same_as_in_python(alike: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    plan = Plan(load(CHECKOUT / "games/road_trip.game").program(2))
    assert unequal(plan, alike=alike) == 0
    written: list[int] = []
    few_sorted = rows.Rows._few_sorted

    def planted(of: rows.Rows, elts: list[ast.expr]) -> Value | None:
        with of.captured() as lines:
            result = few_sorted(of, elts)
        code = b"".join(lines)
        count = wasm.const(len(elts)) + wasm.op("i64.eq")
        written.append(code.count(count))
        # As if no two were ever the same.
        of.put(code.replace(count, wasm.const(0) + wasm.op("i64.ge_s")))
        return result

    monkeypatch.setattr(rows.Rows, "_few_sorted", planted)
    assert (unequal(plan, alike=alike) > 0) == alike
    assert 1 in written
