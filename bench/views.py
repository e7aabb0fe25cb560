"""What it costs to look: a view, an observation, beside an action in the same game, in CPU time."""

from collections.abc import Iterator

from bench.figures import Figure
from bench.play import plan_for
from bench.reports import work_time
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.environments.observations import observations

DECISIONS = 2_000
AT_MOST = 20

GAMES = (
    ("examples/classics/tic_tac_toe", 2),
    ("examples/classics/connect_four", 2),
    ("examples/classics/leduc_poker", 2),
    ("examples/classics/hearts", 4),
    ("games/road_trip", 2),
    ("games/road_trip", 4),
    ("games/lets_take_a_hike", 2),
    ("games/tour_du_monde", 2),
    ("games/trekking_the_world", 2),
    ("games/trekking_through_history", 2),
)


def figures() -> Iterator[Figure]:
    for file, players in GAMES:
        yield from of_game(file, players)


def of_game(file: str, players: int) -> Iterator[Figure]:
    plan = plan_for(file, players)
    sees, dice, seed = observations(plan), Dice(1), 1
    state = start(plan, seed)
    viewed = observed = applied = 0.0
    for _ in range(DECISIONS):
        if state.over:
            seed += 1
            state = start(plan, seed)
        player, now = state.player, state
        assert player is not None
        choice = dice.below(state.option_count)
        viewed += work_time(lambda now=now, player=player: view(now, player))
        observed += work_time(lambda now=now, player=player: sees.of(now, player))
        applied += work_time(lambda now=now, choice=choice: now.apply(choice))
    name = f"{file.rpartition('/')[2].replace('_', ' ')}, {players} players"
    took = f"an action takes {1e6 * applied / DECISIONS:.1f} µs"
    yield Figure("views", f"{name}: view / action", viewed / applied, "x", AT_MOST, details=took)
    yield Figure("views", f"{name}: observation / action", observed / applied, "x", AT_MOST, details=took)
