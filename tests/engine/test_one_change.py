"""Lines of a `together` block start from the position before it, whatever blocks and routines they are in."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from tests.engine.side_by_side import play_side_by_side
from tests.loading import load

GAME = """game "One change"
players 2
state a: 0..9, starts 1
state b: 0..9, starts 2
state c per Player: 0..9, starts 0
state d per Player: 0..9, starts 0
state e: 0..9
routine swap
  set a to b
  set b to a
routine by_another
  do swap
routine cross(p: Player)
  set p.c to left(p).d
  set p.d to left(p).c
flow
  set first(players).c to 3
  set last(players).d to 4
LINES
score numbers = a * 10 + b
score own = your c * 10 + your d
score extra = e
winner most total, then shared
"""

SWAPPED = {"numbers": (21, 21), "own": (30, 4), "extra": (0, 0)}
CROSSED = {"numbers": (12, 12), "own": (40, 3), "extra": (0, 0)}

BLOCKS = {
    "set a to b / set b to a": SWAPPED,
    "do swap": SWAPPED,
    "do by_another": SWAPPED,
    "if a = 1 /   do swap": SWAPPED,
    "if a = 2 /   nothing / else /   do swap": SWAPPED,
    "repeat 1 times /   do swap": SWAPPED,
    "for n in 3..3 /   do swap": SWAPPED,
    "together /   do swap": SWAPPED,
    "depending on a /   1: do swap /   otherwise: nothing": SWAPPED,
    "let n = a / set a to b / set b to n": SWAPPED,
    "do swap / set e to a": {**SWAPPED, "extra": (1, 1)},
    "set e to 5 / if e = 5 /   do swap": {"numbers": (12, 12), "own": (30, 4), "extra": (5, 5)},
    "for p in players /   do cross(p)": CROSSED,
    "each player in turn /   do cross(you)": CROSSED,
    "each player in turn /   set your c to left(you).d /   set your d to left(you).c": CROSSED,
    "for p in players /   set p.c to left(p).d / for p in players /   set p.d to left(p).c": CROSSED,
}


def written(folder: Path, block: str) -> Path:
    file = folder / "one_change.game"
    lines = "".join(f"    {line.removeprefix(' ')}\n" for line in block.split(" /"))
    file.write_text(GAME.replace("LINES", f"  together\n{lines.rstrip()}"), "utf-8")
    return file


@pytest.mark.parametrize("block", BLOCKS)
def test_all_starts_from_the_position_before(tmp_path: Path, block: str) -> None:
    plan = Plan(load(written(tmp_path, block)).program(2))
    play_side_by_side(plan, 1)
    state = start(plan, 1)
    assert {name: tuple(state.score(name, player) for player in (0, 1)) for name in SWAPPED} == BLOCKS[block]


@pytest.mark.parametrize(
    "block",
    [
        "add 1 to a / add 1 to a",
        "for n in 1..2 /   add n to a",
        "repeat 2 times /   add 1 to a",
        "each player in turn /   add 1 to a",
        "each player in turn /   together /     add 1 to a",
        "each player in turn /   if a = 1 /     add 1 to a",
        "for n in 1..2 /   do swap / add 1 to a",
    ],
)
def test_a_change_that_would_be_lost_is_an_error(tmp_path: Path, block: str) -> None:
    with pytest.raises(InvalidGame) as invalid:
        load(written(tmp_path, block))
    assert {error.code for error in invalid.value.report.errors} == {"lost-change"}
