"""The yardsticks of the bench play the same games as we do: as long, as many points, won as often."""

import random
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

from bench import c_loops, tight
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.start import start
from tests.loading import load
from tests.reference.outside import RandomChance, RandomChoices
from tests.reference.road_trip import RoadTrip

CLASSICS = Path("examples/classics")


def close(share: float, expected: float, games: int) -> bool:
    """Within five standard errors of a share."""
    return abs(share - expected) <= 5 * sqrt(expected * (1 - expected) / games)


def test_tic_tac_toe_is_won_as_often_as_is_known() -> None:
    """Of random games 737 of 1,260 are won by the first, 121 by the second in 420, 8 of 63 by nobody."""
    dice = random.Random(1).random
    games = 20_000
    won = Counter(tight.tic_tac_toe(dice) for _ in range(games))
    assert close(won[0] / games, 737 / 1260, games)
    assert close(won[1] / games, 121 / 420, games)
    assert close(won[-1] / games, 8 / 63, games)


def test_connect_four_is_won_as_often_as_by_the_engine() -> None:
    dice = random.Random(1)
    games = 3_000
    won = Counter(tight.connect_four(dice.random) for _ in range(games))
    plan = plan_of(load(CLASSICS / "connect_four.game").program(2))
    firsts = 0
    for seed in range(games):
        state = start(plan, seed=seed)
        while not state.over:
            state.apply(dice.randrange(state.option_count))
        firsts += state.winners() == (0,)
    assert close(won[0] / games, firsts / games, games // 2)


def test_a_game_of_hearts_has_as_many_hands_and_each_26_points_or_78() -> None:
    dice = random.Random(1)
    games = [tight.hearts(dice.random) for _ in range(100)]
    assert {sum(hand) for game in games for hand in game} <= {26, 78}
    plan = plan_of(load(CLASSICS / "hearts.game").program(4))
    lengths = []
    for seed in range(100):
        state = start(plan, seed=seed)
        while not state.over:
            state.apply(dice.randrange(state.option_count))
        lengths.append(len(plan.layout.recorded(state.cells, "penalty", 0)))
    ours, theirs = sum(lengths) / 100, sum(map(len, games)) / 100
    assert abs(ours - theirs) < 1.0


@pytest.mark.skipif(not c_loops.has_compiler(), reason="gcc is not installed")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_road_trip_in_c_scores_as_in_python(tmp_path: Path, players: int) -> None:
    program = c_loops.compiled_road_trip(tmp_path)
    many = c_loops.play_road_trip(program, players, 20_000, seed=5)
    assert sum(many.wins) >= 20_000
    assert 0.98 * 14 * 4 / 2 * players < many.decisions / 20_000 <= 14 * 4 / 2 * players
    choices, chance = RandomChoices(1), RandomChance(2)
    totals = []
    for _ in range(400):
        game = RoadTrip(players, choices, chance)
        game.play()
        totals += [sheet.total for sheet in game.sheets]
    mean = sum(totals) / len(totals)
    spread = sqrt(sum((total - mean) ** 2 for total in totals) / len(totals))
    assert abs(sum(many.totals) / (20_000 * players) - mean) < 5 * spread / sqrt(len(totals))
