"""The properties of every game, in a small one where nearly everything is hidden."""

import pytest

from tests.engine.hidden_cards import hidden_cards
from tests.properties.checks import check_all

PROGRAM = hidden_cards()


@pytest.mark.parametrize("seed", range(1, 9))
def test_everything_holds_at_every_decision(seed: int) -> None:
    assert check_all(PROGRAM, seed) > 6
