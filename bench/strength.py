"""Who plays better, with how little thought: `python -m bench.strength [--games N] [GAME ...]`.

For each game: greedy against random, and Monte-Carlo tree search against greedy with growing budgets until
the intervals of their wins no longer touch. Everybody moves on by one seat after each game. A match by hand:
`rulesdsl simulate GAME --seat 1=mcts:40 --seat 2=greedy --rotate --games 200`.
"""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from statistics import median

from bench.play import CHECKOUT
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import start
from rulesdsl.library import resolve
from rulesdsl.pipeline import load
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup, bot_of
from rulesdsl.simulate.summary import Summary

GAMES = ("examples/classics/connect_four.game", "road_trip", "lets_take_a_hike", "trekking_through_history")
BUDGETS = (5, 10, 20, 40, 80, 160, 320)
MOST_DECISIONS = 200
"""Decisions of which the time is taken."""


def match(path: str, better: str, worse: str, games: int, executor: Executor, workers: int) -> Summary:
    setup = Setup(path, (), load(path).fingerprint, 2, (), (better, worse), (), rotate=True, seed=1)
    summary = Summary(setup)
    for row in play_games(setup, 0, games, executor=executor, workers=workers):
        summary.add(row)
    return summary


def milliseconds(path: str, kind: str) -> float:
    """What a decision with a choice takes, in the middle of those of one game at random."""
    bot, state, chance = bot_of(kind), start(load(path).program(2), 1), Dice(1)
    times: list[float] = []
    while not state.over and len(times) < MOST_DECISIONS:
        player = state.player
        assert player is not None
        began = time.process_time()
        bot.choose(state, player, Dice(len(times)))
        if state.option_count > 1:
            times.append(time.process_time() - began)
        state.apply(chance.below(state.option_count))
    return 1000 * median(times)


def lines(path: str, games: int, executor: Executor, workers: int) -> Iterator[str]:
    for kind, other in (("greedy", "random"), *((f"mcts:{budget}", "greedy") for budget in BUDGETS)):
        summary = match(path, kind, other, games, executor, workers)
        wins, others = summary.win_rate_of(kind), summary.win_rate_of(other)
        apart = wins.low > others.high
        said = f"{100 * wins.value:5.1f} % ({100 * wins.low:.1f} to {100 * wins.high:.1f})"
        clear = "better" if apart else "not clear"
        took = f"{milliseconds(path, kind):.2f} ms a decision"
        yield f"  {kind:>9} against {other:<7} {said}  {summary.decided} games  {clear}  {took}"
        if apart and other == "greedy":
            return
    yield "  no budget of those tried is enough"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="Who plays better.")
    parser.add_argument("files", metavar="GAME", nargs="*", default=GAMES, help="shipped games or files")
    parser.add_argument("--games", type=int, default=200, help="how many games each match has")
    arguments = parser.parse_args()
    workers = os.cpu_count() or 1
    os.chdir(CHECKOUT)
    with ProcessPoolExecutor(workers) as executor:
        for file in arguments.files:
            print(file, flush=True)
            for line in lines(str(resolve(file).resolve()), arguments.games, executor, workers):
                print(line, flush=True)


if __name__ == "__main__":
    main()
