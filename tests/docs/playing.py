"""Whole games with players who choose at random, to see that a file can be played."""

from rulesdsl.checked_game import Game
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.start import start

MOST_DECISIONS = 20_000


def failing_examples(game: Game) -> list[str]:
    return [
        f"{result.title}: {result.line}: {result.message} (got {result.got}, expected {result.expected})"
        for program in game.example_programs()
        for result in run_examples(program)
        if not result.ok
    ]


def example_count(game: Game) -> int:
    return sum(len(program.examples) for program in game.example_programs())


def play_at_random(game: Game, seed: int) -> None:
    """One game with the fewest players and one with the most; a fault is an exception."""
    for players in {game.players[0], game.players[-1]}:
        dice = Dice(seed)
        state = start(plan_of(game.program(players)), seed)
        decisions = 0
        while not state.over:
            decision = state.decision
            if decision is not None and decision.written is not None:
                # Whatever the rules think of it: nobody can list what they take.
                state.write_anything()
            state.apply(dice.below(state.option_count))
            decisions += 1
            assert decisions < MOST_DECISIONS, f"{game.title} with {players} players does not end"
