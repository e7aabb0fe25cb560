"""The encoder of the page on the Python API can be used for every game that comes with the project."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesdsl import Contents, View, contents, start, view
from tests.loading import load, without_texts

ROOT = Path(__file__).parents[2]
GAMES = [
    path
    for folder in ("games", "examples/classics", "examples/language")
    for path in without_texts((ROOT / folder).glob("*.game"))
]


@pytest.fixture(scope="module")
def encoded() -> Callable[[Contents, View], list[float]]:
    page = (ROOT / "docs/python_api.md").read_text("utf-8")
    [fence] = [one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "def encoded(" in one]
    space: dict[str, object] = {}
    functions = fence[fence.index("def stands") : fence.rindex("print(")]
    exec(f"from rulesdsl import *\n{functions}", space)  # noqa: S102 -- of our own page
    found = space["encoded"]
    assert callable(found)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_every_game(game: Path, encoded: Callable[[Contents, View], list[float]]) -> None:
    loaded = load(game)
    program = loaded.program(loaded.players[0])
    there, state = contents(program), start(program, seed=1)
    lengths = set()
    for turn in range(40):
        for player in range(program.players):
            numbers = encoded(there, view(state, player))
            assert all(-1 <= one <= 1 for one in numbers)
            lengths.add(len(numbers))
        if state.player is None:
            break
        state.apply(turn % state.option_count)
    assert len(lengths) == 1
