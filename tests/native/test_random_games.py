"""Random games are native as a whole, and come to the same in the machine as in Python."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import Game
from rulesdsl.engine.plan import Plan
from rulesdsl.native import native, not_native
from tests.conftest import SeedsOf
from tests.loading import load
from tests.native.twins import compared
from tests.properties.trying_games import try_games

PARTS = 2
"""The seeds are tried in so many tests."""
FEW, MANY = 12, 2_000
"""So many games are tried, and with `--long`."""
GAMES, DECISIONS = 2, 40
"""Of each number of players so many, each up to so many decisions."""


def play_everything(game: Game, seed: int) -> int:
    """With one number of players, compared at every decision; gives how many decisions there were."""
    plan = Plan(game.program(game.players[seed % len(game.players)]))
    machine = native(plan)
    if machine is None:
        # With texts that players write it is for Python, and says so.
        (reason,) = not_native(plan)
        assert "text" in reason
        return 0
    assert machine.gaps == []
    return sum(compared(machine, plan, start, DECISIONS) for start in range(1, 1 + GAMES))


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games(part: int, tmp_path: Path, seeds_of: SeedsOf) -> None:
    played: list[int] = []
    try_games(seeds_of(FEW, MANY)[part::PARTS], tmp_path, lambda *game: played.append(play_everything(*game)))
    assert sum(played) > 0


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
