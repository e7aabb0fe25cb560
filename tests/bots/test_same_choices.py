"""However the bots are made quicker, they choose what they chose."""

from pathlib import Path

import pytest

from rulesdsl.bots import Bot, Greedy, MonteCarlo
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from tests.bots.plain_bots import PlainGreedy, PlainSearch
from tests.loading import load
from tests.simulate.setting import CLASSICS, GAMES

TABLES = [
    *((GAMES / f"{name}.game", players) for name in ("road_trip", "lets_take_a_hike") for players in (2, 3)),
    (GAMES / "tour_du_monde.game", 2),
    (GAMES / "trekking_through_history.game", 2),
    (CLASSICS / "connect_four.game", 2),
    (CLASSICS / "hearts.game", 4),
    (CLASSICS / "leduc_poker.game", 2),
    (CLASSICS / "gops.game", 2),
    (CLASSICS / "yacht.game", 1),
]
DECISIONS = 12


@pytest.mark.parametrize(
    ("bot", "plain"), [(Greedy(), PlainGreedy()), (MonteCarlo(8), PlainSearch(8))], ids=["greedy", "mcts"]
)
@pytest.mark.parametrize(("path", "players"), TABLES, ids=lambda value: getattr(value, "stem", value))
def test_the_quick_bot_chooses_as_the_plain_one(path: Path, players: int, bot: Bot, plain: Bot) -> None:
    state, chance = start(load(path).program(players), 3), Dice(7)
    compared = 0
    for number in range(DECISIONS):
        if state.over:
            break
        player = state.player
        assert player is not None
        if state.option_count > 1:
            # The same chance afterwards, too: then nothing was drawn that the other did not draw.
            one, other = Dice(number), Dice(number)
            assert bot.choose(state, player, one) == plain.choose(state, player, other)
            assert one.below(2**31) == other.below(2**31)
            compared += 1
        state.apply(chance.below(state.option_count))
    assert compared >= 2
