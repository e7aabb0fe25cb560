"""What is taken back is told as it was heard, and what comes afterwards as if nothing had been."""

from pathlib import Path

import pytest
from rulesdsl.cli.seats import Table
from rulesdsl.cli.sitting import Sitting, Undone

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.labels import names
from rulesdsl.seating import bot_of
from tests.loading import load

ROOT = Path(__file__).parent.parent.parent
GAMES = ("games/road_trip", "games/tour_du_monde", "examples/classics/gin_rummy")
CHOICES = 10


@pytest.mark.parametrize("file", GAMES)
def test_what_is_taken_back_is_what_was_heard(file: str) -> None:
    program = load(ROOT / f"{file}.game").program(2)
    sitting = Sitting.begin(program, Table(names(2), ("you", "random"), (None, bot_of("random")), 4, program))
    dice = Dice(11)
    bots_play(sitting)
    sitting.news(0)
    for _ in range(CHOICES):
        option = dice.below(sitting.state.option_count)
        heard = go(sitting, option)
        undone = sitting.undo(0, anyway=True)
        assert isinstance(undone, Undone)
        assert list(undone.lines[: len(heard)]) == heard
        # Nothing of what was taken back is left with whoever tells the story.
        assert go(sitting, option) == heard


def go(sitting: Sitting, option: int) -> list[str]:
    """What the person hears of an option, and of all that bots do until a person is asked again."""
    sitting.choose(option)
    bots_play(sitting)
    heard: list[str] = sitting.news(0)
    return heard


def bots_play(sitting: Sitting) -> None:
    while sitting.state.player not in sitting.people:
        sitting.let_bot_choose()
