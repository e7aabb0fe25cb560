"""Whether what leaves no choice is taken by itself can be said before the first decision."""

from pathlib import Path

import pytest

from rulesdsl import load, start

GAME = """
game "Forced"
players 2..2

state steps per Player: 0..9

action step "Step"
  add 1 to your steps

action leap "Leap"
  add 2 to your steps

flow
  each player in turn
    must step
  each player in turn
    must step or leap

score way = your steps
winner most total, then shared
"""


@pytest.mark.parametrize(("forced", "taken"), [(True, [2, 2]), (False, [1, 1, 2, 2])])
def test_a_game_begins_at_the_first_decision(tmp_path: Path, taken: list[int], *, forced: bool) -> None:
    file = tmp_path / "forced.game"
    file.write_text(GAME, encoding="utf-8")
    state = start(load(file).program(2), seed=1, take_forced=forced)
    assert state.take_forced is forced
    counts = []
    while state.player is not None:
        counts.append(state.option_count)
        state.apply(0)
    assert counts == taken
    assert [state.total(player) for player in (0, 1)] == [2, 2]
