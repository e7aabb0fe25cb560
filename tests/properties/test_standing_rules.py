"""No standing rule is overlooked in any game of the house."""

import pytest

from rulesdsl.engine.analysis.dataflow import Dataflow
from tests.properties.settings import LONG, SETTINGS, Setting, tried
from tests.properties.watching import plays_watched


@pytest.mark.parametrize(
    "setting", tried(setting for setting in SETTINGS if setting.path.parent.name != "house_rules")
)
def test_no_standing_rule_is_overlooked(setting: Setting, pytestconfig: pytest.Config) -> None:
    program = setting.program
    if Dataflow(program).items:
        plays_watched(program, *range(1, 1 + (LONG if pytestconfig.getoption("--long") else 1)))
