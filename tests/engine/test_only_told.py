"""What is worked out only to be told is left out while nobody listens, unless it may be a fault."""

from pathlib import Path

import pytest

from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from tests.engine.texts import begun

GAME = """\
game "Told"
players 2..2
values Colour: red, blue
state worth per Colour: 0..9
state n: 1..9, starts 1
action more "One more"
  add 1 to n
action idle "Idle"
  nothing
flow
  phase play
    turn of each player
    until n > 4
    must more or idle
    for c in Colour where {}
      say "{{c}} is worth little"
    set worth(red) to n
"""


def state(tmp_path: Path, condition: str) -> State:
    return begun(tmp_path, GAME.format(condition))


def test_a_loop_that_only_tells_stands_under_the_listening(tmp_path: Path) -> None:
    game = state(tmp_path, "worth(c) < 3")
    silent = game.clone()
    lines = game.plan.source.splitlines()
    (first, *_) = [index for index, line in enumerate(lines) if line.lstrip().startswith("for v")]
    assert any("S.log is not None" in line for line in lines[first - 4 : first])
    while not game.over:
        assert game.apply(0).cells == silent.apply(0).cells
    assert game.log


def test_what_may_be_a_fault_is_one_whether_anybody_listens_or_not(tmp_path: Path) -> None:
    listening = state(tmp_path, "6 mod (4 - n) > 0")
    for game in (listening, listening.clone()):
        game.apply(0).apply(0)
        with pytest.raises(Fault):
            game.apply(0)
