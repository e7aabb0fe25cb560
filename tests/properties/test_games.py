"""The properties of every game, in every game of the house, at some decisions of games played by chance."""

import pytest

from tests.properties.checks import check_all
from tests.properties.settings import LONG, SETTINGS, Setting, tried


@pytest.mark.parametrize("setting", tried(SETTINGS))
def test_everything_holds(setting: Setting, pytestconfig: pytest.Config) -> None:
    program = setting.program
    for seed in range(2, 2 + (LONG if pytestconfig.getoption("--long") else 1)):
        check_all(program, seed, thin=2)
