"""What bots cost: the time of a greedy decision, and of one iteration of the tree search."""

import time
from collections.abc import Iterator

from bench.figures import Figure
from bench.play import CHECKOUT, LARGE_GAMES
from rulesdsl.bots import Bot, Greedy, MonteCarlo
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.pipeline import load

FILES = (
    "examples/classics/connect_four",
    "examples/classics/gin_rummy",
    *(f"games/{name}" for name in LARGE_GAMES),
)
DECISIONS = 40
ITERATIONS = 10


def milliseconds(file: str, bot: Bot) -> float:
    """What a decision with a choice takes, on average over the first of a game that goes on at random."""
    game = load(CHECKOUT / f"{file}.game")
    state, chance = start(game.program(), 1), Dice(1)
    made, taken = 0, 0.0
    while not state.over and made < DECISIONS:
        player = state.player
        assert player is not None
        if state.option_count > 1:
            began = time.process_time()
            bot.choose(state, player, Dice(made))
            taken += time.process_time() - began
            made += 1
        state.apply(chance.below(state.option_count))
    return 1000 * taken / made


def figures() -> Iterator[Figure]:
    for file in FILES:
        name = file.rpartition("/")[2].replace("_", " ")
        yield Figure("bots", f"{name}: a greedy decision", milliseconds(file, Greedy()), "ms")
        searched = milliseconds(file, MonteCarlo(ITERATIONS)) / ITERATIONS
        yield Figure("bots", f"{name}: an iteration of mcts", searched, "ms")
