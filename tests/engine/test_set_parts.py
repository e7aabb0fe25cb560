"""Conditions on a chosen set that read more than its members: what is chosen behind it, what a formula around
goes through. The options are those that are legal, and no other.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.start import setup
from tests.engine.side_by_side import play_side_by_side
from tests.engine.texts import program_of
from tests.properties.brute_force import nothing_else_is_legal
from tests.properties.checks import random_play

CARDS = """\
game "Sets"
players 3..3
values Suit: ash, elm
pieces Card for each suit in Suit, rank in 1..3
zone deck: set of Card, starts with Card
zone box per Player: set of Card
  takes c where c.rank != your wish
zone bin: set of Card
state wish per Player: 0..3, starts 0

action give(PARAMS)
  WHEN
  move cards to bin

flow
  set first(players).wish to 1
  set left(first(players)).wish to 2
  set right(first(players)).wish to 3
  each player in turn
    must give if possible

score points = your wish
winner most total, then shared
"""

BEHIND = 'some of deck as cards "Which?", to from others "Whose?"'
BEFORE = 'to from others "Whose?", some of deck as cards "Which?"'
ALONE = 'some of deck as cards "Which?"'
AMOUNTS = 'some of deck as cards "Which?", n per s in Suit from 0..1 "How many?"'

CONDITIONS = [
    ("BEHIND", "when sum(c in cards: if c.rank < to.wish then c.rank else 0) = 3"),
    ("BEHIND", "when every(c in cards: takes(to.box, c))"),
    ("BEHIND", "when max(c in cards: c.rank + to.wish) = 5"),
    ("BEHIND", "cost move cards to to.box"),
    ("BEFORE", "when every(c in cards: takes(to.box, c))"),
    ("BEFORE", "cost move cards to to.box"),
    ("ALONE", "when every(p in others: sum(c in cards: if c.rank = p.wish then 1 else 0) = 1)"),
    ("ALONE", "when some(p in others: every(c in cards: c.rank = p.wish))"),
    ("ALONE", "when sum(p in others: min(c in cards: c.rank * p.wish)) > 6"),
    ("ALONE", "when count(c in cards where some(p in others: p.wish = c.rank)) = 2"),
    ("ALONE", "when sum(c in cards: count(p in others where p.wish = c.rank)) = 2"),
    ("AMOUNTS", "when sum(c in cards: n(ash) * c.rank) = sum(n) + 1"),
]


@pytest.mark.parametrize(("params", "when"), CONDITIONS)
def test_a_set_is_offered_where_all_that_follows_can_be_legal(tmp_path: Path, params: str, when: str) -> None:
    text = CARDS.replace("PARAMS", globals()[params]).replace("WHEN", when)
    program = program_of(tmp_path, text, 3)
    decisions = 0
    for state in random_play(program, 1):
        if not state.over and state.option_count:
            nothing_else_is_legal(state)
            decisions += 1
    assert decisions > 1
    assert play_side_by_side(setup(program).plan, 1) > 0
