"""Random games end in no bug report, and generated code does with them what their lines say."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.checked_game import Game, example_programs
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.plan import Plan
from tests.conftest import SeedsOf
from tests.engine.side_by_side import play_side_by_side
from tests.properties.trying_games import MANY, try_games

PARTS = 20
"""The seeds are tried in so many tests."""
FEW = 60
GAMES, CHOICES = 2, 40
"""Of each number of players so many, each up to so many choices."""


def play_everything(game: Game, seed: int) -> None:
    """With every number of players, compared at every decision; then the examples.

    Half of the games look after every line whether a standing rule was overlooked.
    """
    for players in game.players:
        plan = Plan(game.program(players), watched=seed % 2 == 1)
        for start in range(seed, seed + GAMES):
            play_side_by_side(plan, start, most=CHOICES)
    for program, report in example_programs(game, game.examples):
        if not report.has_errors:
            run_examples(program, shuffles=2)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games(part: int, tmp_path: Path, seeds_of: SeedsOf) -> None:
    try_games(seeds_of(FEW, MANY)[part::PARTS], tmp_path, play_everything, apart=True)
