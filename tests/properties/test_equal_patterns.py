"""What lies in the same pattern is the same position: of equal pieces in a row, a pile or a set it makes no
difference which of them lies where.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulesdsl.engine.core.layout import ALT, CHOOSER, DICE, OVER, SITE, STEPS
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.positions import position_of
from rulesdsl.native.machine import Machine
from tests.conftest import SeedsOf
from tests.engine.texts import program_of
from tests.native.twins import compared

GAME = """
game "Patterns"
players 2..2
pieces Coin for each n in 1..2 copies 2
pieces Gem copies 2
pieces Any are Coin or Gem
zone line: SHAPE of AnyEACH, starts with Any ORDER
zone purse per Player: PURSE of AnyEACH
zone gone: GONE of Any
state turns: 0..200
define in_front = READ
action take(TAKEN) "Take"
  move picked to your purse
  THEN
action give(picked from your purse where picked is Gem) "Give"
  let rival = first(others)
  move picked to rival.purse
action leave(LEFT of your purse as picked) "Leave"
  move picked to AWAY
flow
  FIRST
  phase play 3 times
    turn of each player
    may take or give or leave
    add in_front to turns
score gems = count(g in your purse where g is Gem)
winner most total, then shared
"""
"""No line goes through equal pieces one by one or keeps one of them in a state, and nothing is hidden."""

PARTS = {
    "SHAPE": ["row", "row", "pile", "set"],
    "PURSE": ["row", "pile", "set"],
    "GONE": ["row", "pile", "set"],
    "EACH": ["", "", ", one option each", ", one option together"],
    "ORDER": ["", "shuffled"],
    "READ": [
        "1",
        "count(g in line where g is Gem)",
        "count(c in Coin where c is in line and position(c) = 1)",
        "count(a in gone where a is Coin and position(a) = 2)",
    ],
    "TAKEN": ["picked from line", "picked from line where picked is Coin", "2 of line as picked"],
    "LEFT": ["1..2", "1", "2"],
    "AWAY": ["gone", "line"],
    "THEN": [
        "nothing",
        "move first(line, 1) to gone",
        "move (g in line where g is Gem) to gone",
        "move your purse to line",
        "move first(line, 1) to line",
    ],
    "FIRST": ["nothing", "move last(line, 2) to gone", "deal 1 from line to purse"],
}


def random_game(folder: Path, stream: Dice) -> tuple[str, Plan]:
    text = GAME
    for word, ways in PARTS.items():
        text = text.replace(word, ways[stream.below(len(ways))])
    if "line: set" in text:
        # Which is the first of a set, only its number says.
        text = re.sub(r"(first|last)\(line, \d\)", "line", text)
    return text, plan_of(program_of(folder, text))


def positions_met(plan: Plan, most: int) -> list[State]:
    """As many as that, each list of cells once."""
    met: dict[tuple[int, ...], State] = {}
    waiting = [start(plan, 1)]
    for state in waiting:
        if len(met) > most:
            break
        key = (*state.cells[:DICE], *state.cells[DICE + 1 :])
        if met.setdefault(key, state) is state:
            waiting += [state.clone().apply(place) for place in range(state.option_count)]
    return list(met.values())


def pattern(state: State) -> object:
    """What everybody sees, and where in the rules they are: pieces by names, those of sets in no order."""
    plan, cells = state.plan, state.cells
    names = plan.program.piece_name_of
    lying: list[object] = []
    for instance, shape in enumerate(plan.layout.shapes):
        called = [names[piece] for piece in plan.layout.pieces_in(cells, instance)]
        lying.append(sorted(called) if shape == "set" else called)
    return repr(
        (
            lying,
            cells[SITE],
            cells[OVER],
            cells[CHOOSER],
            plan.layout.state_value(cells, "turns"),
            phases(state),
        )
    )


def phases(state: State) -> list[int]:
    return [state.cells[address] for address in state.plan.layout.phases.values()]


def test_what_lies_alike_is_the_same_position(tmp_path: Path, seeds_of: SeedsOf) -> None:
    met = merged = decisions = 0
    for seed in seeds_of(30, 2000):
        text, plan = random_game(tmp_path, Dice(seed))
        whole = [state for state in positions_met(plan, 400) if state.cells[ALT] < 0]
        by_pattern: dict[object, State] = {}
        for state in whole:
            first = by_pattern.setdefault(pattern(state), state)
            state.cells[STEPS] = first.cells[STEPS]
            state.cells[DICE] = first.cells[DICE]
            assert state == first, (seed, text)
            assert hash(state) == hash(first), (seed, text)
            assert position_of(state) == position_of(first), (seed, text)
            again = State.from_json(plan, state.to_json())
            assert (again == first, hash(again)) == (True, hash(first)), (seed, text)
        assert len(set(map(position_of, by_pattern.values()))) == len(by_pattern), (seed, text)
        met += len(whole)
        merged += len(whole) - len(by_pattern)
        machine = Machine(plan)
        assert machine.gaps == []
        decisions += compared(machine, plan, seed, 30)
    assert merged > met // 10, (met, merged)
    assert decisions
