"""Random games as machine code beside OpenSpiel's own games, which are written in C++.

Those are driven in three ways: option by option from Python, as most programs do it; as whole games by its
own players at random, in C++; and, where a game begins with a player and not with chance, as the rollouts of
its search, the quickest way of all. Of hearts, hands are counted: its game is one hand.
"""

import random
from collections.abc import Callable, Iterator

import pyspiel
from attrs import frozen

from bench.figures import Figure
from bench.natively import MOST, figure, ratio
from bench.play import plan_for, play_engine
from rulesdsl.engine.plan import Plan
from rulesdsl.native import native

FROM_PYTHON, INSIDE = 10, 1
"""So many times as many games as it plays when driven from Python, and within."""
HANDS_COUNTED = 200
"""In so many games of ours."""


@frozen
class Game:
    name: str
    title: str
    """OpenSpiel's name is also that of our file."""
    players: int


GAMES = (
    Game("tic_tac_toe", "tic-tac-toe", 2),
    Game("connect_four", "connect four", 2),
    Game("kuhn_poker", "Kuhn poker", 2),
    Game("hearts", "a hand of hearts", 4),
)


def figures() -> Iterator[Figure]:
    for game in GAMES:
        yield from beside(game)


def beside(game: Game) -> Iterator[Figure]:
    plan = plan_for(f"examples/classics/{game.name}", game.players)
    machine = native(plan)
    assert machine is not None
    hands = hands_in_a_game(plan)
    blocks = iter(range(1, 10**6))

    def mine(count: int) -> None:
        first = next(blocks) * MOST
        assert not any(block.stopped for block in machine.blocks(range(first, first + count)))

    ways = [
        ("OpenSpiel from Python", from_python(game), FROM_PYTHON),
        ("OpenSpiel's players at random", by_players(game), INSIDE),
    ]
    if not pyspiel.load_game(game.name).new_initial_state().is_chance_node():
        ways.append(("OpenSpiel's rollouts", by_rollouts(game), INSIDE))
    for way, theirs, bar in ways:
        times, seconds, others = ratio(mine, theirs)
        # A game of ours is so many of its.
        yield figure(f"{game.title}: machine code / {way}", (times * hands, seconds / hands, others), bar)


def hands_in_a_game(plan: Plan) -> float:
    chances = random.Random(1)
    return sum(play_engine(plan, seed, chances)[0] for seed in range(HANDS_COUNTED)) / HANDS_COUNTED


def from_python(game: Game) -> Callable[[int], None]:
    theirs = pyspiel.load_game(game.name)
    chance = random.Random(1).random

    def play(count: int) -> None:
        for _ in range(count):
            state = theirs.new_initial_state()
            while not state.is_terminal():
                # Chance in these games is always as likely one way as another.
                options = state.legal_actions()
                state.apply_action(options[int(chance() * len(options))])

    return play


def by_players(game: Game) -> Callable[[int], None]:
    theirs = pyspiel.load_game(game.name)
    seeds = iter(range(1, 10**9))
    players = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.players)]

    def play(count: int) -> None:
        for _ in range(count):
            pyspiel.evaluate_bots(theirs.new_initial_state(), players, next(seeds))

    return play


def by_rollouts(game: Game) -> Callable[[int], None]:
    theirs = pyspiel.load_game(game.name)
    seeds = iter(range(1, 10**9))
    state = theirs.new_initial_state()

    def play(count: int) -> None:
        seed = next(seeds)
        rollouts = pyspiel.RandomRolloutEvaluator(count, seed)
        # One visit of the position at which a game begins, worth so many games.
        pyspiel.MCTSBot(theirs, rollouts, 1.0, 1, 1, False, seed, False).step(state)

    return play
