"""How much faster two workers are than one: `python -m bench.workers [--games N]`."""

import argparse
import os
import time
from concurrent.futures import Executor, ProcessPoolExecutor

from rulesdsl.library import resolve
from rulesdsl.pipeline import load
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import Summary

AT_LEAST = 1.7
ROUNDS = 3


def games_per_second(setup: Setup, games: int, executor: Executor, workers: int) -> float:
    summary = Summary(setup)
    began = time.perf_counter()
    for row in play_games(setup, 0, games, executor=executor, workers=workers):
        summary.add(row)
    return summary.games / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers", description="Two workers against one.")
    parser.add_argument("--games", type=int, default=2000, help="how many games are played each time")
    parser.add_argument("--bot", default="random", help="who plays")
    arguments = parser.parse_args()
    path = str(resolve("road_trip").resolve())
    bots = (arguments.bot, arguments.bot)
    setup = Setup(path, (), load(path).fingerprint, 2, (), bots, (), rotate=False, seed=1)
    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        # Once before the clock runs: every worker loads the game.
        for executor, workers in ((one, 1), (two, 2)):
            games_per_second(setup, 40 * workers * 3, executor, workers)
        # In turns, so that a slow minute of the machine is one of both.
        rounds = [
            (
                games_per_second(setup, arguments.games, one, 1),
                games_per_second(setup, arguments.games, two, 2),
            )
            for _ in range(ROUNDS)
        ]
    single, double = (max(speeds) for speeds in zip(*rounds, strict=True))
    ratio = double / single
    print(f"road_trip, {arguments.bot}: 1 worker {single:.0f} games/s, 2 workers {double:.0f} games/s")
    print(f"{ratio:.2f} times as fast; at least {AT_LEAST} {'met' if ratio >= AT_LEAST else 'MISSED'}")
    load_average = os.getloadavg()[0]
    print(f"load of the machine at the end: {load_average:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
