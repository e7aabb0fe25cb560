"""Who plays better, with how little thought: `python -m bench.strength [--games N] [--seed S] [GAME ...]`.

For each game: greedy against random, and Monte-Carlo tree search against greedy with growing budgets. The
first budget that wins clearly is only a candidate: of several budgets that are tried, one is lucky now and
then. It is confirmed on games of other seeds, more of them, and only these are counted. A budget that is not
confirmed is given up for the next one, with seeds that are fresh again.

With --equal-time MS the bot that looks ahead plays against itself: with as many iterations as machine code
makes in this time against as many as Python makes (both choose the same with equally many).

Everybody moves on by one seat after each game. A match by hand:
`rulesdsl simulate GAME --seat 1=mcts:40 --seat 2=greedy --rotate --games 200`.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from attrs import asdict, frozen

from bench.play import CHECKOUT
from rulesdsl.bots import Engine
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.library import resolve
from rulesdsl.pipeline import load
from rulesdsl.seating import bot_of
from rulesdsl.simulate.figures import Interval
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import Summary

LARGE = (
    "road_trip",
    "lets_take_a_hike",
    "tour_du_monde",
    "trekking_the_world",
    "trekking_through_history",
)
CONNECT_FOUR = "examples/classics/connect_four.game"
GAMES = (CONNECT_FOUR, *LARGE)
LARGE_WANTED = 3
"""On so many of the large games, and on connect four, each kind of bot must beat the next."""
BUDGETS = (5, 10, 20, 40, 80, 160, 320)
TIMES_AS_MANY = 3
"""So many times the games are played to confirm a budget."""
TRIED = 200
"""Iterations of which the time is taken."""
MOST_DECISIONS = 200
"""Decisions of which the time is taken."""
EACH = 1000
"""Matches to which one --seed gives seeds of their own."""


@frozen
class Match:
    """How often the better bot wins; a shared victory is shared."""

    better: str
    worse: str
    seed: int
    games: int
    wins: Interval
    unfinished: int
    milliseconds: float

    @property
    def clear(self) -> bool:
        """The interval of two that share all victories does not touch one half, nor that of the other."""
        return self.wins.low > 1 / 2

    def line(self, what: str) -> str:
        share = f"{100 * self.wins.value:5.1f} % ({100 * self.wins.low:.1f} to {100 * self.wins.high:.1f})"
        left = f", {self.unfinished} without an end" if self.unfinished else ""
        return (
            f"  {self.better:>9} against {self.worse:<7}{share:<26}{self.games:>6} games from seed"
            f" {self.seed}{left}  {self.milliseconds:8.2f} ms a decision  {what}"
        )


@frozen
class Verdict:
    """What is known of one game: the matches that count, and whether both were won clearly."""

    game: str
    matches: tuple[Match, ...]

    @property
    def met(self) -> bool:
        return len(self.matches) == 2 and all(match.clear for match in self.matches)


class Table:
    """One game on which bots are matched, each match with seeds of its own."""

    def __init__(self, file: str, seed: int, executor: Executor, workers: int) -> None:
        self.path = str(resolve(file).resolve())
        self.executor, self.workers = executor, workers
        self.seed = seed * EACH

    def match(self, better: str, worse: str, games: int) -> Match:
        self.seed += 1
        rules = load(self.path).fingerprint
        setup = Setup(self.path, (), rules, 2, (), (better, worse), (), rotate=True, seed=self.seed)
        summary = Summary(setup)
        for row in play_games(setup, 0, games, executor=self.executor, workers=self.workers):
            summary.add(row)
        return Match(
            better,
            worse,
            self.seed,
            summary.decided,
            summary.win_rate_of(better),
            summary.games - summary.decided,
            milliseconds(self.path, better),
        )


def milliseconds(path: str, kind: str, engine: Engine | None = None) -> float:
    """What a decision with a choice takes, in the middle of those of one game at random."""
    bot, state, chance = bot_of(kind, engine), start(load(path).program(2), 1), Dice(1)
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


def matches(table: Table, games: int, budgets: Sequence[int]) -> Iterator[tuple[str, Match, bool]]:
    """What was played, in words, and whether it counts."""
    first = table.match("greedy", "random", games)
    yield ("counts: better" if first.clear else "counts: not clear"), first, True
    for budget in budgets:
        tried = table.match(f"mcts:{budget}", "greedy", games)
        if not tried.clear:
            yield "not clear", tried, False
            continue
        yield "promising", tried, False
        again = table.match(f"mcts:{budget}", "greedy", TIMES_AS_MANY * games)
        yield ("counts: confirmed" if again.clear else "not confirmed"), again, again.clear
        if again.clear:
            return


def at_equal_time(table: Table, games: int, time_of_each: float) -> Match:
    """Machine code against Python, both with about so many milliseconds for a decision."""
    native, python = (
        max(1, round(TRIED * time_of_each / milliseconds(table.path, f"mcts:{TRIED}", engine)))
        for engine in ("native", "python")
    )
    return table.match(f"mcts:{native}", f"mcts:{python}", games)


def arguments_of(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="Who plays better.")
    parser.add_argument("files", metavar="GAME", nargs="*", default=GAMES, help="shipped games or files")
    parser.add_argument("--games", type=int, default=200, help="how many games a budget is tried on")
    parser.add_argument("--seed", type=int, default=1, help="where the dice begin")
    parser.add_argument(
        "--equal-time", type=float, metavar="MS", help="machine code against Python, in this time"
    )
    parser.add_argument("--budgets", type=int, nargs="+", default=BUDGETS, help="iterations to try, in order")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes play")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the matches that count")
    return parser.parse_args(words)


def is_met(verdicts: Sequence[Verdict]) -> bool:
    """Whether the bar is met: on connect four, and on enough of the large games."""
    won = {verdict.game for verdict in verdicts if verdict.met}
    return CONNECT_FOUR in won and len(won & set(LARGE)) >= LARGE_WANTED


def main(words: Sequence[str] | None = None) -> int:
    arguments = arguments_of(words)
    if arguments.json:
        arguments.json = arguments.json.absolute()
    os.chdir(CHECKOUT)
    verdicts: list[Verdict] = []
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as executor:
        for file in arguments.files:
            print(file, flush=True)
            counted: list[Match] = []
            table = Table(file, arguments.seed, executor, arguments.workers)
            if arguments.equal_time:
                match = at_equal_time(table, arguments.games, arguments.equal_time)
                print(match.line("better" if match.clear else "not clear"), flush=True)
                continue
            for words_, match, counts in matches(table, arguments.games, arguments.budgets):
                print(match.line(words_), flush=True)
                counted += [match] if counts else []
            verdicts.append(Verdict(file, tuple(counted)))
            if len(counted) < 2:
                print("  no budget of those tried is enough", flush=True)
    if arguments.equal_time:
        return 0
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(verdict) for verdict in verdicts], indent=1), "utf-8")
    print("\nshares of the better bot with 95 % intervals; ms: a decision with a choice, the middle one")
    won = [verdict.game for verdict in verdicts if verdict.met]
    print(f"mcts beats greedy beats random, clearly: {', '.join(won) or 'nowhere'}")
    if set(arguments.files) >= set(GAMES):
        met = is_met(verdicts)
        print(f"on connect four and {LARGE_WANTED} of the large games: {'met' if met else 'MISSED'}")
        return int(not met)
    return 0


if __name__ == "__main__":
    sys.exit(main())
