"""Random games: how many a second, and how many next to the same game written by hand in Python.

By hand means two things: the twins in tests/reference, classes that are written to be read, and the tight
loops in `tight`, which are written for speed alone. Only the first have a bar.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import frozen

from bench import tight
from bench.figures import Figure, best, seconds
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from rulesdsl.pipeline import load
from tests.reference.connect_four import ConnectFour
from tests.reference.hearts import Hearts
from tests.reference.lets_take_a_hike import LetsTakeAHike
from tests.reference.outside import RandomChance, RandomChoices
from tests.reference.road_trip import RoadTrip
from tests.reference.tic_tac_toe import TicTacToe

CHECKOUT = Path(__file__).parent.parent

AT_LEAST = 1 / 3
ROUNDS = 5
SHARE = 0.25
"""How long a batch of games takes, in seconds."""
PAIRS_OF_BATCHES = 41
SHARE_OF_A_PAIR = 0.05
"""Short batches, so that both of a pair meet the same moment of the machine."""


@frozen
class Pair:
    """A game and the same by hand; playing that gives the number of hands, for games of many hands."""

    name: str
    file: str
    players: int
    twin: Callable[[RandomChoices, RandomChance], int]
    barred: bool = True
    yardstick: str = "plain Python"


def hands_of_hearts(choices: RandomChoices, chance: RandomChance) -> int:
    game = Hearts(choices, chance)
    game.play()
    return game.round


def once(game: TicTacToe | ConnectFour | RoadTrip | LetsTakeAHike) -> int:
    game.play()
    return 1


def road_trip(players: int) -> Callable[[RandomChoices, RandomChance], int]:
    return lambda choices, chance: once(RoadTrip(players, choices, chance))


def hike(players: int) -> Callable[[RandomChoices, RandomChance], int]:
    return lambda choices, chance: once(LetsTakeAHike(players, choices, chance))


def tight_loop(name: str, players: int, play: Callable[[tight.Random], object]) -> Pair:
    """Whole games beside the tight loop; of hearts both count hands."""

    def twin(choices: RandomChoices, _chance: RandomChance) -> int:
        played = play(choices.random.random)
        return len(played) if isinstance(played, list) else 1

    file = f"examples/classics/{name.replace(' ', '_').replace('-', '_')}"
    shown = "a hand of hearts" if name == "hearts" else name
    return Pair(shown, file, players, twin, barred=False, yardstick="tight Python")


PAIRS = [
    Pair("tic-tac-toe", "examples/classics/tic_tac_toe", 2, lambda choices, _: once(TicTacToe(choices))),
    Pair("connect four", "examples/classics/connect_four", 2, lambda choices, _: once(ConnectFour(choices))),
    Pair("a hand of hearts", "examples/classics/hearts", 4, hands_of_hearts),
    *(
        Pair(f"road trip, {players} players", "games/road_trip", players, road_trip(players))
        for players in (2, 3, 4)
    ),
    *(
        Pair(
            f"let's take a hike, {players} players",
            "games/lets_take_a_hike",
            players,
            hike(players),
            barred=False,
        )
        for players in (2, 5)
    ),
    tight_loop("tic-tac-toe", 2, tight.tic_tac_toe),
    tight_loop("connect four", 2, tight.connect_four),
    tight_loop("hearts", 4, tight.hearts),
]

LARGE_GAMES = (
    "road_trip",
    "lets_take_a_hike",
    "tour_du_monde",
    "trekking_the_world",
    "trekking_through_history",
)


def play_engine(plan: Plan, seed: int, chances: random.Random) -> tuple[int, int]:
    """One random game: how many hands it had (one, if it has none), and how many decisions."""
    state = start(plan, seed=seed)
    decisions = 0
    chance = chances.random
    while not state.over:
        state.apply(int(chance() * state.option_count))
        decisions += 1
    # Its twin counts the points, too, and says who has won.
    assert state.winners() is not None
    if "penalty" in plan.layout.scores:
        return len(plan.layout.recorded(state.cells, "penalty", 0)), decisions
    return 1, decisions


def plan_for(file: str, players: int) -> Plan:
    return plan_of(load(CHECKOUT / f"{file}.game").program(players))


def batch_size(play: Callable[[], object], share: float) -> int:
    play()
    return max(1, int(share / best(3, play)))


def beside_plain(pair: Pair) -> Figure:
    """The engine and the twin in turns, batch after batch: of all pairs of batches the one in the middle."""
    plan = plan_for(pair.file, pair.players)
    chances, choices, chance = random.Random(1), RandomChoices(1), RandomChance(1)
    seeds = iter(range(1, 10**9))
    hands = {"engine": 0, "plain": 0}

    def engine() -> None:
        hands["engine"] = sum(play_engine(plan, next(seeds), chances)[0] for _ in range(sizes[0]))

    def plain() -> None:
        hands["plain"] = sum(pair.twin(choices, chance) for _ in range(sizes[1]))

    sizes = [1, 1]
    sizes = [batch_size(engine, SHARE_OF_A_PAIR), batch_size(plain, SHARE_OF_A_PAIR)]
    rates: dict[str, list[float]] = {"engine": [], "plain": []}
    for number in range(PAIRS_OF_BATCHES):
        both = (("engine", engine), ("plain", plain))
        for name, work in both if number % 2 else reversed(both):
            taken = seconds(work)
            rates[name].append(hands[name] / taken)
    ratios = sorted(mine / its for mine, its in zip(rates["engine"], rates["plain"], strict=True))
    low, middle, high = (ratios[len(ratios) * part // 4] for part in (1, 2, 3))
    return Figure(
        "games",
        f"{pair.name}: engine / {pair.yardstick}",
        middle,
        "x",
        bar=AT_LEAST if pair.barred else None,
        at_least=True,
        details=f"{max(rates['engine']):,.0f} against {max(rates['plain']):,.0f} a second;"
        f" middle of {len(ratios)} pairs of batches, half of them {low:.3f} to {high:.3f}",
    )


def decisions_each_second(name: str) -> Iterator[Figure]:
    game = load(CHECKOUT / "games" / f"{name}.game")
    players = max(game.players)
    plan = plan_of(game.program(players))
    chances = random.Random(1)
    seeds = iter(range(1, 10**9))
    counted: list[int] = []

    def play() -> None:
        counted.append(play_engine(plan, next(seeds), chances)[1])

    def play_all() -> None:
        for _ in range(games):
            play()

    games = batch_size(play, SHARE)
    rates = []
    for _ in range(ROUNDS):
        counted.clear()
        taken = seconds(play_all)
        rates.append((sum(counted) / taken, games / taken))
    decisions, each_second = max(rates)
    yield Figure(
        "decisions",
        f"{name}, {players} players",
        decisions,
        "decisions/s",
        details=f"{each_second:,.1f} games a second",
    )


def figures() -> Iterator[Figure]:
    for pair in PAIRS:
        yield beside_plain(pair)
    for name in LARGE_GAMES:
        yield from decisions_each_second(name)
