"""Numbers and rows come out of the machine as out of Python; whatever is planted wrong in it is noticed."""

import random
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import cast

import pytest
import wasmtime

from rulesdsl.engine.plan import Plan
from rulesdsl.native import helpers, wasm
from rulesdsl.native.compiler import STAND_INS
from rulesdsl.native.helpers import HELPERS
from rulesdsl.native.types import INT
from rulesdsl.native.unit import Unit
from rulesdsl.native.values import Value
from tests.loading import load
from tests.native.formulas import FORMULAS

CHECKOUT = Path(__file__).parent.parent.parent
CORNERS = (0, 1, -1, 2, -2, 3, 5, -5, 6, 7, -7, 8, 9, 12, 17, 30, -30, 63, 64, 255, -256, 2**31 - 1, -(2**31))


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2))


def arguments() -> list[tuple[int, int]]:
    chance = random.Random(1)
    pairs = [(a, b) for a in CORNERS for b in (a, chance.choice(CORNERS), chance.choice(CORNERS))]
    return pairs + [(chance.randint(-(10**6), 10**6), chance.randint(-200, 200)) for _ in range(14)]


FUEL = 200_000


class Module:
    """All formulas as one module."""

    def __init__(self, plan: Plan) -> None:
        unit = Unit(plan, STAND_INS)
        for name in ("base", "top", "limit"):
            unit.global_(name)
        for formula in FORMULAS:
            given = [Value(wasm.local_get(place), INT) for place in range(2)]
            unit.export(formula.__name__, unit.target(cast("FunctionType", formula), list(given)))
        assert unit.gaps == []
        config = wasmtime.Config()
        config.consume_fuel = True
        self.store = wasmtime.Store(wasmtime.Engine(config))
        module = wasmtime.Module(self.store.engine, unit.finish())
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)

    def result(self, name: str, a: int, b: int) -> object:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        # What is planted may well never end.
        self.store.set_fuel(FUEL)
        return function(self.store, a, b)


def differences(module: Module) -> list[tuple[str, int, int, object, int]]:
    result = []
    for formula in FORMULAS:
        for a, b in arguments():
            try:
                given = module.result(formula.__name__, a, b)
            except wasmtime.Trap:
                given = None
            if given != formula(a, b):
                result.append((formula.__name__, a, b, given, formula(a, b)))
                break
    return result


def test_comes_to_the_same(plan: Plan) -> None:
    assert differences(Module(plan)) == []


PLANTED = {
    "less for at most": ("i64.le_s", "i64.lt_s"),
    "at most for less": ("i64.lt_s", "i64.le_s"),
    "more for at least": ("i64.ge_s", "i64.gt_s"),
    "at least for more": ("i64.gt_s", "i64.ge_s"),
    "unequal for equal": ("i64.eq", "i64.ne"),
    "and for or": ("i64.or", "i64.and"),
    "or for exclusive or": ("i64.xor", "i64.or"),
    "or for and": ("i64.and", "i64.or"),
    "difference for sum": ("i64.add", "i64.sub"),
    "sum for product": ("i64.mul", "i64.add"),
    "right for left": ("i64.shl", "i64.shr_u"),
    "without the sign": ("i64.shr_s", "i64.shr_u"),
    "the other of two": ("select", "drop"),
    "counted from the other end": ("i64.clz", "i64.ctz"),
    "bits that are not set": ("i64.popcnt", "i64.clz"),
    "not for nothing": ("i32.eqz", "i64.eqz"),
    "a lower number for a higher": ("f64.gt", "f64.lt"),
    "below for at most": ("f64.le", "f64.lt"),
    "a quotient for a product": ("f64.mul", "f64.div"),
    "a product for a quotient": ("f64.div", "f64.mul"),
    "a difference for a sum": ("f64.add", "f64.sub"),
    "no root": ("f64.sqrt", "f64.abs"),
    "no other sign": ("f64.neg", "f64.abs"),
    "without extending": ("i64.rem_u", "i64.div_u"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_notices_another_instruction(plan: Plan, planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, instead = PLANTED[planted]
    monkeypatch.setitem(wasm.OPS, wanted, wasm.OPS[instead])
    # What instructions are written as is kept.
    wasm.op.cache_clear()
    try:
        assert _is_noticed(plan)
    finally:
        wasm.op.cache_clear()


def _is_noticed(plan: Plan) -> bool:
    try:
        return differences(Module(plan)) != []
    except wasmtime.WasmtimeError:  # a module that is none
        return True


HELPERS_PLANTED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "division as in C": (
        "floor_divide",
        lambda: wasm.local_get(0) + wasm.local_get(1) + wasm.op("i64.div_s"),
    ),
    "the rest as in C": (
        "floor_modulo",
        lambda: wasm.local_get(0) + wasm.local_get(1) + wasm.op("i64.rem_s"),
    ),
    "nothing from the end": ("from_the_end", lambda: wasm.local_get(0)),
    "a part of everything": ("span", lambda: wasm.local_get(0)),
    "a copy that is none": ("copy", lambda: wasm.local_get(0)),
    "rows that are not cleared": ("zeros", lambda: wasm.local_get(0) + wasm.const(32) + wasm.op("i64.shl")),
}


@pytest.mark.parametrize("planted", HELPERS_PLANTED)
def test_notices_another_helper(plan: Plan, planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, code = HELPERS_PLANTED[planted]
    before = HELPERS[name]
    wrong = helpers.Helper(before.params, before.locals_, lambda _unit: code())
    monkeypatch.setitem(cast("dict[str, helpers.Helper]", HELPERS), name, wrong)
    assert _is_noticed(plan)
