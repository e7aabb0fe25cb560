"""A number that leaves the type that is declared for it is a fault, wherever it is handed on."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.native import native
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in
from tests.engine.texts import program_of
from tests.native.twins import compared

DECISIONS = 10
GAME = """game "Range"
players 2..2
values Suit: red, blue
values Order: stop, go(1..3), give(Suit)
state order: Order, starts stop
state before: 0..9, starts 7
state level per k in 1..3: 0..9
state after: 0..9, starts 7
state small: 1..3, starts 1
state amounts per Suit: -9..9
state n: -9..9
table prize by rank: 1..3
  gives points: 0..9
  | rank | points |
  | 1    | 4      |
  | 2    | 5      |
  | 3    | 6      |
define same(x: 1..3) = x
define twice(x: 1..3) = x * 2
define typed: 1..3 = n
define cases: 1..3 =
  if n = 9 then 1
  otherwise n
define perhaps(x: 1..3 or none): 0..3 = if x is none then 0 else x
define ordered(x: -9..9) = go(x)
define either(x: 1..3 or Suit) = depending on x {1..3 as m gives m, red gives 8, blue gives 9}
define first_of(several: list of 1..3): 0..3 = if several is empty then 0 else first(several)
define reds(goods: 1..3 per Suit) = goods(red)
routine store(x: 1..3)
  set small to x
action try(m from -9..9)
  set n to m
  set amounts to {red: m, blue: 1}
  LINE
flow
  each player in turn
    must try
score points = count(players where you is first(players)) + after + small
winner most total, then shared
"""

LINES = {
    "an argument": "set after to twice(n)",
    "an index": "set level(same(n)) to 3",
    "a definition": "set level(1) to typed",
    "a definition in cases": "set level(cases) to 2",
    "a row of a table": "set after to prize(same(n))",
    "a parameter of a routine": "do store(n)",
    "a value that carries": "set order to ordered(n)",
    "one of two sorts": "set after to either(n)",
    "perhaps nothing": "set after to perhaps(if n = 9 then none else n)",
    "a member of a list": "set after to first_of(list(p in first(players, 1): n))",
    "an amount": "set after to reds(amounts)",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_what_leaves_its_type_is_a_fault(tmp_path: Path, line: str) -> None:
    program = program_of(tmp_path, GAME.replace("LINE", line), 2)
    for option, number in enumerate(range(-9, 9)):
        state = start(program, seed=1)
        if 1 <= number <= 3:
            state.apply(option)
            assert state.plan.layout.state_value(state.cells, "before") == 7
        else:
            with pytest.raises(Fault, match="is expected here") as found:
                state.apply(option)
            assert ("the value", str(number)) in found.value.account.values


KEPT = (
    "where level(k) > 0 and level(k) < 4",
    "where 1 <= level(k) and 3 >= level(k)",
    "where level(k) = 2",
)
OPEN = (
    "",
    "where level(k) > 0",
    "where level(k) > 0 or level(k) < 4",
    "where level(k) > 0 and after < 4",
)


@pytest.mark.parametrize("condition", [*KEPT, *OPEN])
def test_what_a_condition_keeps_in_its_type_is_not_looked_at(tmp_path: Path, condition: str) -> None:
    least = f"define least: 1..3 or none = min(k in 1..3 {condition}: level(k))\nroutine store"
    text = GAME.replace("routine store", least).replace("LINE", "if least is none\n    nothing")
    body = program_of(tmp_path, text, 2).formulas["least"].body
    looked_at = any(item.op is Op.CONFINED for item in instances_in((body,), ir.Apply))
    assert looked_at == (condition in OPEN)


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_machine_code_stops_where_python_does(tmp_path: Path, line: str) -> None:
    plan = Plan(program_of(tmp_path, GAME.replace("LINE", line), 2))
    machine = native(plan)
    assert machine is not None
    assert machine.gaps == []
    assert sum(compared(machine, plan, seed, DECISIONS) for seed in range(1, 9)) > 0


def test_a_title_says_what_would_leave_its_type(tmp_path: Path) -> None:
    program = program_of(tmp_path, GAME.replace("LINE", "may do store(n)"), 2)
    state = start(program, seed=1).apply(0)
    decision = state.decision
    assert decision is not None
    assert [option.text for option in decision.seen.options] == ["Store −9", "pass"]
    with pytest.raises(Fault, match="is expected here"):
        state.apply(0)
