"""Random games as machine code: beside the engine in Python, tight loops in plain Python, and C.

Both of a pair play in turns, and what counts is the time of this process, whatever else the machine does.
"""

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from bench import tight
from bench.c_loops import compiled_road_trip, has_compiler, play_road_trip
from bench.figures import Figure
from bench.play import plan_for, play_engine
from bench.reports import work_time
from rulesdsl.bots import MonteCarlo
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.environments.batch import Batch
from rulesdsl.native import native

PAIRS_OF_BATCHES = 9
SHARE = 0.2
"""Seconds for each batch, about."""
MOST = 50_000
SIDE_BY_SIDE, STEPS = 4_096, 60
OF_OURS, OF_C = 20_000, 500_000
"""Games in a batch beside C, whose time is told in hundredths of a second."""
ITERATIONS, THOUGHT = 1_000, 20
"""Of the bot that looks ahead, and so many of its decisions."""


@frozen
class Game:
    name: str
    file: str
    players: int
    bar: float
    """So many times as many games as the engine in Python."""
    loop: Callable[[tight.Random], object] | None = None
    """The same in plain Python."""


GAMES = (
    Game("tic-tac-toe", "examples/classics/tic_tac_toe", 2, 40, tight.tic_tac_toe),
    Game("connect four", "examples/classics/connect_four", 2, 40, tight.connect_four),
    Game("Kuhn poker", "examples/classics/kuhn_poker", 2, 20),
    Game("hearts", "examples/classics/hearts", 4, 40, tight.hearts),
    Game("road trip", "games/road_trip", 2, 40),
    Game("let's take a hike", "games/lets_take_a_hike", 2, 20),
    Game("tour du monde", "games/tour_du_monde", 2, 20),
    Game("trekking through history", "games/trekking_through_history", 2, 20),
    Game("trekking the world", "games/trekking_the_world", 2, 20),
)


Work = Callable[[int], object]


def taken(work: Work, count: int) -> float:
    return work_time(lambda: work(count))


def quickest(work: Work) -> int:
    """How many of these fill a batch."""
    work(1)
    many = 1
    while many < MOST:
        time = taken(work, many)
        if time > SHARE / 4:
            return max(1, int(many * SHARE / time))
        many *= 4
    return many


def ratio(first: Work, other: Work) -> tuple[float, float, float]:
    """How many times as many the first does, the middle of many pairs; how long each takes, at its best."""
    sizes = quickest(first), quickest(other)
    return middle(
        [
            (taken(first, sizes[0]) / sizes[0], taken(other, sizes[1]) / sizes[1])
            for _ in range(PAIRS_OF_BATCHES)
        ]
    )


def middle(pairs: list[tuple[float, float]]) -> tuple[float, float, float]:
    ratios = sorted(its / mine for mine, its in pairs)
    return ratios[len(ratios) // 2], min(mine for mine, _ in pairs), min(its for _, its in pairs)


def figure(name: str, found: tuple[float, float, float], bar: float | None = None) -> Figure:
    times, mine, its = found
    return Figure(
        "native",
        name,
        times,
        "x",
        bar=bar,
        at_least=True,
        details=f"{1 / mine:,.0f} against {1 / its:,.0f} a second",
    )


def of_game(game: Game) -> Iterator[Figure]:
    plan = plan_for(game.file, game.players)
    machine = native(plan)
    assert machine is not None
    chances = random.Random(1)
    seeds, blocks = iter(range(1, 10**9)), iter(range(1, 10**6))

    def mine(count: int) -> None:
        first = next(blocks) * MOST
        assert not any(block.stopped for block in machine.blocks(range(first, first + count)))

    def engine(count: int) -> None:
        for _ in range(count):
            play_engine(plan, next(seeds), chances)

    yield figure(f"{game.name}: machine code / engine", ratio(mine, engine), game.bar)
    loop = game.loop
    if loop is not None:

        def tightly(count: int) -> None:
            for _ in range(count):
                loop(chances.random)

        yield figure(f"{game.name}: machine code / tight Python", ratio(mine, tightly))


def beside_c(players: int) -> Figure:
    """Road Trip by hand in C, a process of its own."""
    machine = native(plan_for("games/road_trip", players))
    assert machine is not None
    seeds = iter(range(1, 10**9))

    def mine(count: int) -> None:
        list(machine.games([next(seeds) for _ in range(count)]))

    def its(count: int) -> float:
        before = os.times().children_user
        play_road_trip(program, players, count, next(seeds))
        return (os.times().children_user - before) / count

    with tempfile.TemporaryDirectory() as folder:
        program = compiled_road_trip(Path(folder))
        pairs = [(taken(mine, OF_OURS) / OF_OURS, its(OF_C)) for _ in range(PAIRS_OF_BATCHES)]
    return figure(f"road trip, {players} players: machine code / C by hand", middle(pairs), 0.5)


def of_batch(name: str, file: str, bar: float) -> Figure:
    """Steps of many games side by side, with what is open and what is seen."""
    batch = Batch(plan_for(file, 2), SIDE_BY_SIDE)
    chances = np.random.default_rng(1)
    times = []
    for _ in range(STEPS):
        chosen = (batch.mask * chances.random(batch.mask.shape, np.float32)).argmax(axis=1)

        def step(numbers: NDArray[np.int64] = chosen) -> None:
            batch.step(numbers)
            assert batch.observation.any()

        times.append(work_time(step))
    middling = SIDE_BY_SIDE / sorted(times)[STEPS // 2]
    details = f"{SIDE_BY_SIDE} games side by side, {batch.observation.shape[1]} numbers seen"
    return Figure("native", f"{name}: steps a second", middling, "", bar, at_least=True, details=details)


def of_search(name: str, file: str, bar: float) -> Iterator[Figure]:
    """A decision of `mcts:1000`, the middle one of a game at random, and how much longer Python thinks."""
    thinkers = MonteCarlo(ITERATIONS, "native"), MonteCarlo(ITERATIONS, "python")
    state, chance = start(plan_for(file, 2), 1), Dice(1)
    times: list[tuple[float, float]] = []
    while not state.over and len(times) <= THOUGHT:
        player = state.player
        assert player is not None
        if state.option_count > 1:
            mine, its = (work_time(partial(bot.choose, state, player, Dice(1))) for bot in thinkers)
            times.append((mine, its))
        state.apply(chance.below(state.option_count))
    # The first has made the machine.
    mine = median(took for took, _ in times[1:])
    yield Figure("native", f"{name}: a decision of mcts:{ITERATIONS}", 1000 * mine, "ms", bar)
    ratios = [its / took for took, its in times[1:]]
    yield Figure("native", f"{name}: mcts in Python / machine code", median(ratios), "x", at_least=True)


def figures() -> Iterator[Figure]:
    for game in GAMES:
        yield from of_game(game)
    yield from of_search("connect four", "examples/classics/connect_four", 20)
    yield from of_search("road trip", "games/road_trip", 100)
    yield of_batch("connect four", "examples/classics/connect_four", 1_000_000)
    yield of_batch("road trip", "games/road_trip", 200_000)
    if has_compiler():
        yield beside_c(2)
