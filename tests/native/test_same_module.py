"""The machine module of a program is the same in every process."""

from __future__ import annotations

from pathlib import Path

from tests.hash_seeds import written_twice

GAME = """game "Ferry"
players 2
pieces Card for each rank in 1..6
zone hold: set of Card, starts with Card
zone cabin per Player: set of Card
zone attic per Player: set of Card
flow
  phase crossing 3 times
    turn of each player
    move hold to your cabin
    move your cabin to hold
score left = count(your cabin)
winner most left, then shared
"""
COMPILED = """
from pathlib import Path
from sys import argv
from rulesdsl.engine.plan import Plan
from rulesdsl.native.compiler import Part, compiled
from tests.loading import load
code, gaps = compiled(Plan(load(Path(argv[1])).program(2)), Part.OUTCOMES)
print(code.hex(), gaps)
"""


def test_no_order_of_a_set_comes_to_the_module(tmp_path: Path) -> None:
    """Cells that are put together in one go lie at a sum of several terms."""
    path = tmp_path / "ferry.game"
    path.write_text(GAME, encoding="utf-8")
    first, second = written_twice(COMPILED, path)
    assert first.endswith(b" []\n")
    assert first == second
