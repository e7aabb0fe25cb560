"""`end game` ends the game at once, wherever it stands: no line behind it is carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import program_of, read

TWO_NUMBERS = """
game "Over"
players 2..2
state a: 0..9
state b: 0..9
"""

RULE = "always full\n  when a = 2\n  end game\n"
RULE_BY_ROUTINE = "routine over\n  end game\nalways full\n  when a = 2\n  do over\n  add 5 to b\n"
RULE_IN_LOOPS = (
    "always full\n  when a = 2\n  for p in players\n    repeat 2 times\n"
    "      if b < 9\n        end game\n      add 5 to b\n  add 5 to b\n"
)
RULE_FOR_ALL = "always full for p in players\n  when a = 2\n  end game\n"
RULE_THAT_ASKS = "always full\n  when a = 2\n  each player in turn\n    must stop\n"
STOP = 'action stop "Stop"\n  end game\n  add 5 to b\n'
ROUTINE = "routine look\n  if a = 2\n    end game\n"
IN_LOOPS = "routine look\n  for p in players\n    repeat 2 times\n      if a = 2\n        end game\n"
NESTED = "routine deeper\n  if a = 2\n    end game\n  set b to 0\nroutine look\n  do deeper\n  set b to 0\n"

GO = "routine go\n  add 1 to a\n"
STEP = 'action walk "Walk"\n  add 1 to a\n'
STEP_THAT_ENDS = 'action walk "Walk"\n  add 1 to a\n  if a = 2\n    end game\n'
STEP_BY_ROUTINE = f'{ROUTINE}action walk "Walk"\n  add 1 to a\n  do look\n'

WAYS = {
    "a rule": (RULE, "add 1 to a"),
    "a rule that calls": (RULE_BY_ROUTINE, "add 1 to a"),
    "a rule with loops": (RULE_IN_LOOPS, "add 1 to a"),
    "a rule for each player": (RULE_FOR_ALL, "add 1 to a"),
    "a rule in a routine": (RULE + GO, "do go"),
    "a rule after a loop": (RULE, "repeat 1 times\n      add 1 to a"),
    "a routine": (ROUTINE, "add 1 to a\n    do look"),
    "a routine called twice": (ROUTINE, "do look\n    add 1 to a\n    do look"),
    "a routine with loops": (IN_LOOPS, "add 1 to a\n    do look"),
    "a routine in a routine": (NESTED, "add 1 to a\n    do look"),
    "an action": (STEP_THAT_ENDS, "each player of first(players, 1) in turn\n      must walk"),
    "an action by a routine": (STEP_BY_ROUTINE, "each player of first(players, 1) in turn\n      must walk"),
    "a rule in an action": (RULE + STEP, "each player of first(players, 1) in turn\n      must walk"),
    "a rule that asks": (STOP + RULE_THAT_ASKS, "add 1 to a"),
}

ASK = '\n    each player of first(players, 1) in turn\n      choose n from 1..2 "Which?"'


def played(state: State) -> State:
    """With the first option each time."""
    for _ in range(100):
        if state.over:
            return state
        state.apply(0)
    raise AssertionError("the game goes on")


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize(("before", "behind"), [("", ""), (ASK, ""), ("", ASK), (ASK, ASK)])
@pytest.mark.parametrize("way", WAYS)
def test_no_line_behind_is_carried_out(
    tmp_path: Path, way: str, before: str, behind: str, *, log: bool
) -> None:
    declared, lines = WAYS[way]
    text = (
        f"{TWO_NUMBERS}{declared}flow\n  phase round 5 times{before}\n    {lines}{behind}\n    add 1 to b\n"
    )
    state = played(start(program_of(tmp_path, text), 1, log=log))
    assert (read(state, "a"), read(state, "b")) == (2, 1)
    assert State.from_json(state.plan, state.to_json()) == state
    assert state.decision is None
    if log:
        assert state.log is not None
        assert isinstance(state.log[-1], ev.GameOver)
        assert sum(isinstance(event, ev.GameOver) for event in state.log) == 1
