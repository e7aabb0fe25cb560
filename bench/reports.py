"""What the ordinary report of `simulate` costs: the same games in the loop of docs/python_api.md beside it.

Both play in turns, and what counts is the time of this process, whatever else the machine does. The loop
throws its dice at each decision and takes what the bots of the report choose there, so that both play the
very same games. It asks who has won, as nobody plays a game without; it counts, sums up and keeps nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import evolve, frozen

from bench.figures import Figure
from bench.play import CHECKOUT, batch_size
from rulesdsl.bots.bot import BotChance
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
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


@frozen
class KnownGame:
    """A game by its number, with what the bots of the report choose in it."""

    number: int
    seed: int
    choices: tuple[int, ...]

    @classmethod
    def of(cls, table: Table, setup: Setup, number: int) -> KnownGame:
        seed = setup.seed_of(number)
        chance, choices = BotChance(seed), list[int]()
        state = start(table.program, seed)
        while (seat := state.player) is not None:
            bot = table.bots[setup.kind_at(seat, number)]
            choices.append(bot.choose(state, seat, chance.stream(seat, len(choices) + 1)))
            state.apply(choices[-1])
        return cls(number, seed, tuple(choices))


def bare_loop(table: Table, game: KnownGame) -> State:
    dice, choices = Dice(seed=7), iter(game.choices)
    state = start(table.program, game.seed)
    while not state.over:
        dice.below(state.option_count)
        state.apply(next(choices))
    state.winners()
    return state


def work_time(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def table_and_setup(file: str) -> tuple[Table, Setup]:
    """A game with the fewest players, all of them random."""
    path = Path(CHECKOUT / f"{file}.game").resolve()
    game = load(path)
    players = game.players[0]
    setup = Setup(
        str(path), (), game.fingerprint, players, (), ("random",) * players, (), rotate=False, seed=1
    )
    return setup.table(game), setup


def ratio(file: str, *, details: bool = False) -> tuple[float, str]:
    """The middle of many pairs of batches, and how long a game takes in each."""
    table, setup = table_and_setup(file)
    setup = evolve(setup, details=details)
    summary = Summary(setup, table.program.winner)
    known = [KnownGame.of(table, setup, 0)]

    def bare() -> None:
        for game in known:
            bare_loop(table, game)

    def report() -> None:
        for game in known:
            summary.add(play(table, setup, game.number))

    report()
    games = batch_size(bare, SHARE_OF_A_PAIR)
    works: list[tuple[Callable[[], None], Callable[[], None]]] = [(bare, report), (report, bare)]
    taken: list[tuple[float, float]] = []
    for pair in range(PAIRS_OF_BATCHES):
        known = [KnownGame.of(table, setup, number) for number in range(pair * games, (pair + 1) * games)]
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
