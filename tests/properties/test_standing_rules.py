"""No standing rule is overlooked in any game of the house."""

import pytest

from rulesdsl.engine.analysis.dataflow import Dataflow
from tests.conftest import SeedsOf
from tests.properties.settings import LONG, SETTINGS, Setting, tried
from tests.properties.watching import plays_watched


@pytest.mark.parametrize(
    "setting", tried(setting for setting in SETTINGS if setting.path.parent.name != "house_rules")
)
def test_no_standing_rule_is_overlooked(setting: Setting, seeds_of: SeedsOf) -> None:
    program = setting.program
    if Dataflow(program).items:
        plays_watched(program, *(1 + seed for seed in seeds_of(1, LONG)))
