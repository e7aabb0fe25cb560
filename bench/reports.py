"""What the ordinary report of `simulate` costs: the same games in the loop of docs/python_api.md beside it.

Both play in turns, and what counts is the time of this process, whatever else the machine does. The loop
asks who has won, as nobody plays a game without; it counts, sums up and keeps nothing.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import evolve

from bench.figures import Figure
from bench.play import CHECKOUT, batch_size
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.pipeline import load
from rulesdsl.simulate.games import play
from rulesdsl.simulate.setups import Setup, Table
from rulesdsl.simulate.summary import Summary

AT_MOST = 1.3
FILES = (
    "examples/classics/connect_four",
    "examples/classics/hearts",
    "games/road_trip",
    "games/lets_take_a_hike",
    "games/tour_du_monde",
    "games/trekking_through_history",
)
SHORTEST = "examples/classics/tic_tac_toe"
"""Seven decisions of three microseconds each: what is done once for each game shows most here."""
PAIRS_OF_BATCHES = 15
SHARE_OF_A_PAIR = 0.15


def bare_loop(table: Table, seeds: Iterator[int]) -> None:
    dice = Dice(seed=7)
    state = start(table.program, next(seeds))
    while not state.over:
        state.apply(dice.below(state.option_count))
    state.winners()


def work_time(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def ratio(file: str, *, details: bool = False) -> tuple[float, str]:
    """The middle of many pairs of batches, and how long a game takes in each."""
    path = Path(CHECKOUT / f"{file}.game").resolve()
    game = load(path)
    players = game.players[0]
    setup = Setup(
        str(path), (), game.fingerprint, players, (), ("random",) * players, (), rotate=False, seed=1
    )
    setup = evolve(setup, details=details)
    table = setup.table(game)
    summary = Summary(setup, table.program.winner)
    seeds, numbers = iter(range(10**9)), iter(range(10**9))

    def bare() -> None:
        for _ in range(games):
            bare_loop(table, seeds)

    def report() -> None:
        for _ in range(games):
            summary.add(play(table, setup, next(numbers)))

    games = 1
    report()
    games = batch_size(bare, SHARE_OF_A_PAIR)
    works: list[tuple[Callable[[], None], Callable[[], None]]] = [(bare, report), (report, bare)]
    taken: list[tuple[float, float]] = []
    for pair in range(PAIRS_OF_BATCHES):
        first, second = works[pair % 2]
        times = {first: work_time(first), second: work_time(second)}
        taken.append((times[report] / times[bare], times[bare] / games))
    taken.sort()
    middle, bare_time = taken[len(taken) // 2]
    return (
        middle,
        f"{1000 * bare_time:.3f} ms a game in the loop, {1000 * middle * bare_time:.3f} ms reported",
    )


def figures() -> Iterator[Figure]:
    for file in FILES:
        name = file.rpartition("/")[2].replace("_", " ")
        value, said = ratio(file)
        yield Figure("reports", f"{name}: simulate / bare loop", value, "x", bar=AT_MOST, details=said)
    value, said = ratio(SHORTEST)
    yield Figure("reports", "tic tac toe: simulate / bare loop", value, "x", details=said)
    value, said = ratio("games/road_trip", details=True)
    yield Figure("reports", "road trip: simulate --details / bare loop", value, "x", details=said)
