"""Attributes that are worked out before play: whoever asks for them, and wherever they are declared."""

from itertools import permutations
from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from tests.engine.texts import program_of

GEMS = """values Gem
  cost: 1..9
  rank: 0..9 = count(g in Gem where g.cost < cost)
  bays: 0..9 = count(b in Bay where b.room > cost)
  dear: yes or no = bays < 1
  | gem  | cost |
  | ruby | 8    |
  | onyx | 2    |
  | jade | 5    |
"""
BAYS = """places Bay ring 3
  room: 0..9 = number * 2
  half: 0..9 = number
"""
STONES = """pieces Stone for each gem in Gem, n in 1..2 copies gem.rank + n - (if gem.dear then 0 else 1)
  weight: 0..30 = n * gem.cost
"""
PEGS = """pieces Peg for each bay in Bay copies bay.half
  room: 0..9 = bay.room
"""
REST = """
zone bag: set of Stone, starts with Stone
zone box: set of Peg, starts with Peg
define stones = list(g in Gem: count(s in Stone where s.gem is g))
define weights = list(s in Stone: s.weight)
define pegs = list(b in Bay: count(p in Peg where p.bay is b))
define rooms = list(p in Peg: p.room)
flow
  each player in turn
    choose n from 1..2 "How many?"
score points = sum(stones) + sum(weights) + sum(pegs) + sum(rooms)
winner most total, then shared
"""


@pytest.mark.parametrize("order", [*permutations((GEMS, BAYS, STONES, PEGS))], ids=lambda _: "")
def test_copies_read_attributes_wherever_they_are_declared(tmp_path: Path, order: tuple[str, ...]) -> None:
    """Rows of which there are no pieces (an onyx of size 1) have attributes as others have."""
    state = start(program_of(tmp_path, 'game "Gems"\nplayers 2..2\n' + "".join(order) + REST))
    assert state.evaluate("stones") == (7, 1, 3)
    weights, rooms = state.evaluate("weights"), state.evaluate("rooms")
    assert isinstance(weights, tuple)
    assert isinstance(rooms, tuple)
    assert sorted(weights) == [4, 5, 8, 8, 8, 10, 10, 16, 16, 16, 16]
    assert state.evaluate("pegs") == (1, 2, 3)
    assert sorted(rooms) == [2, 4, 4, 6, 6, 6]
