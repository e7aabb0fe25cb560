"""Values that carry places, links, names of pieces: options, texts, states written down, cases, data."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import program_of

GAME = """game "Steps"
players 2

values Step: stay, west(Cell) named "west of {Cell}", along(road), ask(name of Card), call(name of Chip)
places Cell grid 2 by 2
places Town: amiens, brest, calais
links road of Town: amiens-brest-calais
pieces Chip
  | chip | name |
  | red  | Red Chip |
pieces Card for each number in 1..2
pieces Order
  step: Step
  | order | step        |
  | one   | west:b2     |
  | two   | stay        |
  | three | call:red    |
zone box: set of Chip, starts with Chip
zone deck: set of Card, starts with Card
zone orders: set of Order, starts with Order
state last: Step, starts along(road(calais, brest))

define carried(step: Step): 0..9 = depending on step {
  west(c) gives c.column * c.row,
  along(r) gives count(x in Town where x is r.a or x is brest),
  ask(card) gives sum((x in deck where x is card).number),
  call(chip) gives count(x in box where x is chip),
  otherwise 0
}
define latest = last
define again(step: Step): Step =
  depending on step {west(c) gives west(c), along(r) gives along(r), otherwise step}

action go(step from Step) "{step}"
  set last to step
define corners = {west(a1), west(b2)}
action after(cell from Cell where last is not west(cell) and west(cell) is in corners) "after {cell}"
  set last to west(cell)

flow
  phase day 4 times
    each player in turn
      must go or after as one choice

score worth = carried(last)
winner most total, then shared
"""

SAID = [
    "stay",
    *(f"west of {cell}" for cell in ("a1", "b1", "a2", "b2")),
    "along amiens – brest",
    "along brest – calais",
    "ask 1",
    "ask 2",
    "call Red Chip",
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    folder: Path = tmp_path_factory.mktemp("steps")
    return program_of(folder, GAME, 2)


def test_all_are_offered_and_said(program: ir.Program) -> None:
    decision = start(program, seed=1).decision
    assert decision is not None
    said = [option.text for option in decision.seen.options]
    assert said == [*SAID, "after a1", "after b2"]


def test_cases_take_apart_what_was_put_together(program: ir.Program) -> None:
    state = start(program, seed=1)
    worths = []
    for at in range(len(SAID)):
        asked = state.clone().apply(at)
        assert asked.evaluate("again", asked.evaluate("latest")) == at
        worths.append(asked.evaluate("carried", at))
    assert worths == [0, 1, 2, 2, 4, 2, 1, 1, 2, 1]


def test_what_is_chosen_is_carried_in_play(program: ir.Program) -> None:
    state = start(program, seed=1).apply(len(SAID) + 1)
    assert state.evaluate("latest") == SAID.index("west of b2")
    decision = state.decision
    assert decision is not None
    assert [option.text for option in decision.seen.options][len(SAID) :] == ["after a1"]


def test_a_state_that_carries_can_be_written_down(program: ir.Program) -> None:
    state = start(program, seed=1)
    assert state.evaluate("latest") == SAID.index("along brest – calais")
    for at in range(len(SAID)):
        asked = state.clone().apply(at)
        assert State.from_json(program, asked.to_json()) == asked


def test_data_name_what_is_carried(program: ir.Program) -> None:
    column = program.tables["Order.step"].values
    assert [SAID[int(str(value))] for value in column] == ["west of b2", "stay", "call Red Chip"]
