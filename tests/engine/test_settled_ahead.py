"""What reads nothing of the position is settled while code is written, for all that variables can be."""

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from tests.engine.side_by_side import play_side_by_side
from tests.engine.texts import program_of

GAME = """game "Ahead"
players 2
values Suit: ash, elm
values Errand: rest, heed(Suit), spare(Suit), fetch(name of Card), wait(1..3)
pieces Card for each suit in Suit, rank in 1..4 copies 2
zone deck: pile of Card, starts with Card shuffled
zone hand per Player: set of Card
zone table per Player: set of Card
flow
  deal 3 from deck to hand
  for x in players
    if x.hand is not empty
      choose lot from x.hand by chance
      deal 1 from deck to table of (p in players where CONDITION)
score points = count(your table)
winner most total, then shared
"""


@pytest.mark.parametrize(
    "condition",
    [
        "not (1 <= (depending on fetch(lot) {heed(s) gives 0, wait(n) gives n, otherwise 2}))",
        "(depending on heed(lot.suit) {heed(s), spare(s) gives s is ash, otherwise no})",
        "(depending on lot.rank {1..2 as low gives low = 1, 3 as high, 4 as high gives high = 3})",
        "p is x or (depending on lot.suit {ash gives yes, elm gives no})",
        "sum(q in players where q is p: lot.rank) > 2",
    ],
)
def test_with_a_name_for_a_value_within(tmp_path: Path, condition: str) -> None:
    plan = Plan(program_of(tmp_path, GAME.replace("CONDITION", condition)))
    for seed in range(1, 9):
        play_side_by_side(plan, seed)
