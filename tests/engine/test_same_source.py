"""The generated source of a program is the same in every process."""

from __future__ import annotations

from pathlib import Path

from tests.engine.texts import NOBODY_IS_BETTER
from tests.hash_seeds import written_twice

GAME = """
game "Order"
players 2..2
pieces Card for each rank in 1..3
zone table: row of Card, starts with Card
state at: 0..9
state seen: 0..99
define first_of = at + 1
define second_of = at * 2
define third_of = at - 3
define fourth_of = at * at
define all_of = first_of + second_of + third_of + fourth_of
flow
  set seen to count(c in table where c.rank > all_of)
"""
WRITTEN = """
from pathlib import Path
from sys import argv
from rulesdsl.engine.plan import plan_of
from tests.loading import load
print(plan_of(load(Path(argv[1])).program(2)).source)
"""


def test_no_order_of_a_set_comes_to_the_source(tmp_path: Path) -> None:
    """Sets of words are in another order wherever Python's hashes have another seed."""
    path = tmp_path / "order.game"
    path.write_text(GAME + NOBODY_IS_BETTER, encoding="utf-8")
    first, second = written_twice(WRITTEN, path)
    assert b"def f3(C):" in first
    assert first == second
