"""The properties of every game, in every game of the house, at some decisions of games played by chance."""

import pytest

from tests.conftest import SeedsOf
from tests.properties.checks import check_all
from tests.properties.settings import LONG, SETTINGS, Setting, tried


@pytest.mark.parametrize("setting", tried(SETTINGS))
def test_everything_holds(setting: Setting, seeds_of: SeedsOf) -> None:
    program = setting.program
    for seed in seeds_of(1, LONG):
        check_all(program, 2 + seed, thin=2)
