"""Sums, the least and the greatest of what lies with others are worked out where it lies: no row is made,
and among two players the only other one is asked without a loop.
"""

from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.start import start
from tests.engine.texts import program_of

GAME = """game "Gathered"
players 2..4
values Rank
  strength: -3..7 or none
  | rank  | strength |
  | jack  | -3       |
  | queen |          |
  | king  | 5        |
  | ace   | 7        |
pieces Card for each rank in Rank, number in 1..3
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone shown per Player: slot of Card, seen by all
zone hand per Player: set of Card, seen by all
state stake per Player: -2..9
state aim per Player: 1..6 or none
DEFINITIONS
action stake_on(n from -2..9)
  set your stake to n
action aim_at(n from 1..6)
  set your aim to n
action show_one "Show one"
  when deck is not empty
  draw 1 from deck to your hand
  if your shown is empty
    move first(your hand) to your shown
flow
  phase betting up to 8 times
    turn of each player
    must stake_on or aim_at or show_one
score points = your stake
winner most total, then shared
"""
FORMULAS = {
    f"{op}_{name}": f"{op}({text})"
    for name, text in {
        "stakes": "others.stake",
        "stakes_of_some": "p in others where p.stake > 1: p.stake * 2",
        "aims": "p in others where p.aim is not none: p.aim",
        "ranks": "others.shown.rank.strength",
        "in_hands": "others.hand.rank.strength",
        "in_both": "p in players where p is not you: p.stake + count(p.hand)",
    }.items()
    for op in ("sum", "max", "min")
}
QUESTIONS = {
    "some_aim": "some(p in others: p.stake > 3 and p.aim is not none)",
    "every_aim": "every(p in others: p.stake > 3 or p.aim is none)",
    "how_many": "count(p in others where p.stake > 3)",
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_come_to_what_they_mean(tmp_path: Path, players: int) -> None:
    lines = [f"define {name} per Player = {text}" for name, text in {**FORMULAS, **QUESTIONS}.items()]
    program = program_of(tmp_path, GAME.replace("DEFINITIONS", "\n".join(lines)), players)
    different: dict[str, set[object]] = {}
    for seed in range(12):
        state, chance = start(program, seed), Dice(seed)
        while state.player is not None:
            reading = Reading(state.plan.layout, state.cells)
            for name in (*FORMULAS, *QUESTIONS):
                for player in range(players):
                    value = state.evaluate(name, player)
                    assert value == reading.formula(name, player), (name, player)
                    different.setdefault(name, set()).add(value)
            state.apply(chance.below(state.option_count))
    assert all(len(values) > 1 for values in different.values())
