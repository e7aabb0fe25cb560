"""Random games end in no bug report, and generated code does with them what their lines say."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesdsl.checked_game import Game, example_programs
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.plan import Plan
from tests.conftest import SeedsOf
from tests.engine.side_by_side import play_side_by_side
from tests.properties.random_games import MANY, Writer, valid_game

PARTS = 20
"""The seeds are tried in so many tests."""
FEW = 120
CHOICES = 40


def play_everything(game: Game, seed: int) -> None:
    """With every number of players, compared at every decision; then the examples.

    Half of the games look after every line whether a standing rule was overlooked.
    """
    for players in game.players:
        play_side_by_side(Plan(game.program(players), watched=seed % 2 == 1), seed, most=CHOICES)
    for program, report in example_programs(game, game.examples):
        if not report.has_errors:
            run_examples(program, shuffles=2)


@pytest.fixture(autouse=True)
def _few_collections() -> Iterator[None]:
    """What a game leaves behind is cleared away after it, and nothing older is looked through for that."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games(part: int, tmp_path: Path, seeds_of: SeedsOf) -> None:
    seeds = seeds_of(FEW, MANY)[part::PARTS]
    valid = 0
    problems: list[Exception] = []
    for number, seed in enumerate(seeds):
        text = Writer(seed).game()
        try:
            made = valid_game(text, tmp_path)
            if made is not None:
                valid += 1
                game, text = made
                play_everything(game, seed)
        except Exception as problem:  # noqa: BLE001 - all of them are told
            problem.add_note(f"the random game of seed {seed}:\n{text}")
            problems.append(problem)
        if number % 10 == 9:
            gc.collect()
    if problems:
        raise ExceptionGroup("random games that end in a bug report", problems)
    assert valid >= len(seeds) // 2
