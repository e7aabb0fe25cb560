"""The properties of every game, in every game of the house, at some decisions of a game played by chance."""

from pathlib import Path

import pytest

from rulesdsl.pipeline import load
from tests.properties.checks import check_all

ROOT = Path(__file__).parents[2]
GAMES = sorted([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")])
LOOKS = 8
"""At about how many decisions of a game everything is checked."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_everything_holds(path: Path) -> None:
    game = load(path)
    most = game.players[-1] if path.parent.name != "games" else game.players[0]
    program = game.program(most)
    decisions = check_all(program, 2, every=10**9)
    check_all(program, 2, every=max(1, decisions // LOOKS))
