"""A direction that is only named makes the directions of a board known; what a game calls so is its own."""

from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from tests.engine.texts import program_of

GAME = """game "Weathercock"
players 2..2
places Cell grid 3 by 3
{declared}
state cell: Cell, starts a1
define wind = {north}
define is_so = {test}
flow
  each player in turn
    choose c from Cell "Which?"
    set cell to c
score points = cell.row + (if is_so then 1 else 0)
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("declared", "north", "test"),
    [
        ("", "north", "wind is north"),
        ("", "{north, west}", "wind has west"),
        ("values Town: north, south", "north", "count(Town) = 2 and wind is north"),
        ("define north = 3", "north", "wind = 3"),
        ("places Gate: north, south", "north", "wind is first(Gate)"),
        ("state kept per Cell: 0..9", "max(north in Cell: kept(north))", "wind = 0"),
    ],
)
def test_what_it_means(tmp_path: Path, declared: str, north: str, test: str) -> None:
    text = GAME.replace("{declared}", declared).replace("{north}", north).replace("{test}", test)
    assert start(program_of(tmp_path, text)).evaluate("is_so") == 1
