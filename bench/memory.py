"""Whether many games take no more memory than a few: `python -m bench.memory [--games N] [--game GAME]`.

Runs `rulesdsl simulate` itself, once without and once with each form of results on disk, and asks the system
how much memory the largest of its processes had at its peak.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from bench.play import CHECKOUT

PROGRAM = Path(sysconfig.get_path("scripts")) / "rulesdsl"
USUAL_GAME = CHECKOUT / "examples" / "classics" / "tic_tac_toe.game"
OUTPUTS = ("", "games.csv", "games.parquet")
STEP = 10
"""Each run has so many times the games of the one before."""
FEWEST = 1000
AT_MOST = 1.1
"""So many times the memory that the fewest games take."""
MEGABYTE = 1024
"""The system counts in kilobytes."""


@frozen
class Run:
    games: int
    peak: float
    seconds: float


def run(game: str, games: int, output: str, workers: int) -> Run:
    """One whole run in a process of its own, and in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        words = [str(PROGRAM), "simulate", game, "--games", str(games), "--workers", str(workers), "--json"]
        words += ["--out", output] if output else []
        began = time.perf_counter()
        with subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL) as started:
            _, status, usage = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
        if started.returncode:
            sys.exit(f"simulate ended with {started.returncode}")
        return Run(games, usage.ru_maxrss / MEGABYTE, time.perf_counter() - began)


def sizes(most: int) -> list[int]:
    """1,000, 10,000 and so on, up to the number that is asked for."""
    found = [FEWEST]
    while found[-1] * STEP < most:
        found.append(found[-1] * STEP)
    return [*found, most] if most > FEWEST else [most]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description="Memory of many games.")
    parser.add_argument("--games", type=int, default=100_000, help="how many games the last run has")
    parser.add_argument("--game", default=str(USUAL_GAME), help="what is played; best something quick")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play")
    arguments = parser.parse_args(words)
    # The first start of all checks the game; those after it find it checked.
    run(arguments.game, 1, "", arguments.workers)
    most = 0.0
    for output in OUTPUTS:
        runs: list[Run] = []
        for games in sizes(arguments.games):
            runs.append(run(arguments.game, games, output, arguments.workers))
            ratio = runs[-1].peak / runs[0].peak
            most = max(most, ratio)
            print(
                f"{output or 'nothing kept':<13} {games:>9,} games {runs[-1].peak:7.1f} MB at the peak,"
                f" {ratio:.2f} times the first; {runs[-1].games / runs[-1].seconds:,.0f} games/s",
                flush=True,
            )
    print(f"at most {most:.2f} times; at most {AT_MOST} {'met' if most <= AT_MOST else 'MISSED'}")
    return int(most > AT_MOST)


if __name__ == "__main__":
    sys.exit(main())
