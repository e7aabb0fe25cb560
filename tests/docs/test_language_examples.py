"""The files in examples/language: one construct each, complete, with examples that hold."""

from pathlib import Path

import pytest

from tests.docs.fences import CHECKOUT
from tests.docs.playing import example_count, failing_examples, play_at_random
from tests.loading import load

FILES = sorted((CHECKOUT / "examples" / "language").glob("*.game"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_for_a_construct_is_a_game(path: Path) -> None:
    game = load(path)
    assert [(each.span.line, each.code, each.message) for each in game.report] == []
    assert example_count(game) > 0
    assert failing_examples(game) == []
    for seed in range(1, 4):
        play_at_random(game, seed)


def test_the_first_line_says_what_a_file_is_about() -> None:
    assert FILES
    for path in FILES:
        first = path.read_text("utf-8").splitlines()[0]
        assert first.startswith("# ")
        assert first.endswith(".")


def test_every_game_of_the_project_is_in_a_folder_that_tests_go_through() -> None:
    folders = {"games", "examples/classics", "examples/house_rules", "examples/language"}
    games = (path for top in ("games", "examples") for path in (CHECKOUT / top).rglob("*.game"))
    assert {path.relative_to(CHECKOUT).parent.as_posix() for path in games} == folders
