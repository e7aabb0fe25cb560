"""What others call a function leads to what it is called here."""

from pathlib import Path

import pytest

from rulesdsl.grids import COMPASS
from rulesdsl.syntax.common_mistakes import FOREIGN_DIRECTIONS
from tests.check.whole_games import check

GAME = """game "Words"
players 2
places Cell grid 3 by 3
links path of Cell: a1 - a2
state pot: 0..9
state points per Player: 0..9
define x = WRITTEN
flow
  add 1 to pot
score s = pot
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("all(p in players: p.points > 3)", "`every`"),
        ("exists(p in players: p.points > 3)", "`some`"),
        ("adjacent(Cell, a1)", "`neighbours`"),
        ("longest_path(path)", "`longest_trail`"),
        ("round(pot)", "`a / b rounded down`"),
        # Alone it is who plays.
        ("count(all)", "`players`"),
    ],
)
def test_the_help_names_it(tmp_path: Path, written: str, meant: str) -> None:
    [hint] = [
        found.diagnostic.hint or ""
        for found in check(tmp_path, GAME.replace("WRITTEN", written))
        if found.code == "unknown-name"
    ]
    assert meant in hint


def test_foreign_directions_are_directions() -> None:
    assert set(FOREIGN_DIRECTIONS.values()) == set(COMPASS)
