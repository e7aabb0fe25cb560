"""Every `game` fence is checked, its examples are run, and whole games are played."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import Game, InvalidGame
from rulesdsl.diagnostics import Diagnostic
from rulesdsl.pipeline import load
from tests.docs.fences import Fence, all_fences
from tests.docs.folder import fill, write
from tests.docs.playing import failing_examples, play_at_random

FENCES = all_fences("game")


@pytest.fixture(scope="session")
def parser_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("parser_table")


def loaded(fence: Fence, folder: Path, parser_table: Path) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    fill(folder, fence.page, up_to=fence)
    path = write(folder, fence)
    try:
        game = load(path, cache_dir=parser_table)
    except InvalidGame as invalid:
        return None, tuple(invalid.report)
    return game, tuple(game.report)


def told(found: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{each.span.line}: {each.code}: {each.message}" for each in found]


@pytest.mark.parametrize("fence", [fence for fence in FENCES if fence.code is None], ids=str)
def test_a_game_in_the_documentation_can_be_played(fence: Fence, tmp_path: Path, parser_table: Path) -> None:
    game, found = loaded(fence, tmp_path, parser_table)
    if fence.frame is None:
        assert not found, told(found)
    assert game is not None, told(found)
    assert failing_examples(game) == []
    if fence.frame is None:
        play_at_random(game, seed=1)


@pytest.mark.parametrize("fence", [fence for fence in FENCES if fence.code is not None], ids=str)
def test_what_is_shown_as_wrong_is_found(fence: Fence, tmp_path: Path, parser_table: Path) -> None:
    _, found = loaded(fence, tmp_path, parser_table)
    assert fence.code in {each.code for each in found}
