"""Random games are native as a whole, and come to the same in the machine as in Python."""

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import native, not_native
from tests.conftest import SeedsOf
from tests.loading import load
from tests.native.twins import compared
from tests.properties.random_games import MANY, Writer, valid_game

PARTS = 2
"""The seeds are tried in so many tests."""
FEW = 12
GAMES, DECISIONS = 2, 40
"""Of each number of players so many, each up to so many decisions."""


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games(part: int, tmp_path: Path, seeds_of: SeedsOf) -> None:
    played = 0
    for seed in seeds_of(FEW, MANY)[part::PARTS]:
        made = valid_game(Writer(seed).game(), tmp_path)
        if made is None:
            continue
        game, text = made
        plan = Plan(game.program(game.players[seed % len(game.players)]))
        machine = native(plan)
        if machine is None:
            # With texts that players write it is for Python, and says so.
            (reason,) = not_native(plan)
            assert "text" in reason
            continue
        assert machine.gaps == [], f"the random game of seed {seed}:\n{text}"
        for start in range(1, 1 + GAMES):
            try:
                played += compared(machine, plan, start, DECISIONS)
            except Exception as problem:
                raise AssertionError(f"the random game of seed {seed}:\n{text}") from problem
    assert played > 0


RECORDED = """game "Pegs"
players 2..2
pieces Peg for each rank in 1..4

zone tray: pile of Peg, starts with Peg shuffled
zone board per Player: row of Peg
  at most 1, old one goes to bin
zone bin: pile of Peg

flow
  phase rounds 2 times
    each player in turn
      draw 1 from tray to your board
    score rounds

score pegs each rounds = 2
score extra_pegs each rounds = 1
winner most total, then shared
"""
"""Rows that are the same for all, and a piece that another one makes way for."""


def test_rows_of_known_numbers_and_pieces_that_give_way(tmp_path: Path) -> None:
    file = tmp_path / "pegs.game"
    file.write_text(RECORDED, encoding="utf-8")
    plan = Plan(load(file).program(2))
    machine = native(plan)
    assert machine is not None
    assert machine.gaps == []
    assert compared(machine, plan, 1, DECISIONS) == 0
    assert machine.total(0) == 6
