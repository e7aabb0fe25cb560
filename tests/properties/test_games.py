"""The properties of every game, in every game of the house, at some decisions of a game played by chance."""

from pathlib import Path

import pytest

from rulesdsl.pipeline import load
from tests.properties.checks import check_all

ROOT = Path(__file__).parents[2]
GAMES = sorted([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")])
LOOKS = 8
"""At about how many decisions of a game everything is checked."""


LONG = 200
"""So many games are played at each number of players with `--long`."""


def counts_of(path: Path) -> list[tuple[Path, int]]:
    """The shipped games at every number of players, the others at the greatest."""
    players = load(path).players
    return [(path, count) for count in (players if path.parent.name == "games" else players[-1:])]


SETTINGS = [one for path in GAMES for one in counts_of(path)]


@pytest.mark.parametrize(("path", "players"), SETTINGS, ids=lambda one: getattr(one, "stem", one))
def test_everything_holds(path: Path, players: int, pytestconfig: pytest.Config) -> None:
    program = load(path).program(players)
    for seed in range(2, 2 + (LONG if pytestconfig.getoption("--long") else 1)):
        decisions = check_all(program, seed, every=10**9)
        check_all(program, seed, every=max(1, decisions // LOOKS))
