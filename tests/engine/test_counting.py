"""Who wins is worked out with every definition asked once; nothing is left over from another position."""

from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from tests.loading import load

GAMES = ["games/road_trip", "games/trekking_through_history", "examples/classics/gin_rummy"]


def one_by_one(plan: Plan, cells: list[int]) -> tuple[int, ...]:
    """The winners by the functions that remember nothing."""
    winner = plan.program.winner
    assert winner is not None
    left = list(range(plan.program.players))
    for key in winner.keys:
        found = {player: plan.function(key.formula)(cells, player) for player in left}
        goal = (max if key.most else min)(found.values())
        left = [player for player in left if found[player] == goal]
    return tuple(left)


@pytest.mark.parametrize("name", GAMES)
def test_positions_one_after_the_other_have_their_own_winners(checkout: Path, name: str) -> None:
    game = load(checkout / f"{name}.game")
    plan = plan_of(game.program(game.players[-1]))
    stream = Dice(4)
    state = start(plan, 9)
    seen = set()
    while not state.over:
        state.apply(stream.below(state.option_count))
        winners = state.winners()
        assert winners == one_by_one(plan, list(state.cells))
        seen.add(winners)
    assert len(seen) > 1
