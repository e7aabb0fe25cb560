"""Whose turn it is, at every number of players, in the games where the rulebook says who begins."""

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from tests.loading import load


@pytest.mark.parametrize("players", range(2, 7))
def test_tour_du_monde_begins_every_round_with_the_first_seat_and_goes_clockwise(players: int) -> None:
    """TM-12, TM-13."""
    program = load("tour_du_monde").program(players)
    rounds = 0
    for seed in range(5):
        state, dice = start(program, seed, log=True), Dice(seed)
        while not state.over:
            state.apply(dice.below(state.option_count))
        expected = 0
        assert state.log is not None
        for event in state.log:
            if not isinstance(event, ev.PassBegun):
                continue
            if event.phase == "round":
                rounds, expected = rounds + 1, 0
            if event.phase == "turns":
                assert event.player == expected
                expected = (expected + 1) % players
    assert rounds == 15
