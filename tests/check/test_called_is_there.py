"""Whatever is called and may be none: below a condition that it is there it is, as the help for it says."""

from pathlib import Path

import pytest

from tests.check.whole_games import check

GAME = """game "Fact"
players 2
places Cell grid 5 by 5
pieces Tile for each n in 1..5
zone bag: pile of Tile, starts with Tile
zone on per Cell: slot of Tile
state at per Player: Cell, starts a1
define holds(c: Cell, d: Direction) = CONDITION
flow
  each player in turn
    for d in {north, east}
      if step(your at, d) is not none
        set your at to step(your at, d)
score s = count(c in Cell where holds(c, north))
winner most total, then shared
"""


@pytest.mark.parametrize(
    "condition",
    [
        "step(c, d) is not none and on(step(c, d)) is empty",
        "step(c, d) is not none and some(on(step(c, d)): n > 1)",
        "step(c, d) is not none and some(t in on(step(c, d)): t.n > 1)",
        "if step(c, d) is none then no else on(step(c, d)) is empty",
    ],
)
def test_a_call_is_known_to_be_there(tmp_path: Path, condition: str) -> None:
    codes = [found.code for found in check(tmp_path, GAME.replace("CONDITION", condition))]
    assert "may-be-none" not in codes
    wrong = condition.replace("step(c, d) is not none", "step(c, north) is not none")
    wrong = wrong.replace("step(c, d) is none", "step(c, north) is none")
    assert "may-be-none" in [found.code for found in check(tmp_path, GAME.replace("CONDITION", wrong))]
