"""What a clone costs at a decision point, early in a game and late."""

import random
from collections.abc import Iterator
from functools import partial

from bench.figures import Figure, best_of_each
from bench.play import LARGE_GAMES, plan_for
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State

UNDER_MICROSECONDS = 5.0
NO_SLOWER_LATE = 1.25
CLONES = 5000


def early_and_late(name: str) -> tuple[State, State]:
    """A decision after a tenth of a game, and one of the last of the same game."""
    state = start(plan_for(f"games/{name}", 4), seed=1)
    chances = random.Random(1)
    passed = []
    while not state.over:
        passed.append(state.clone())
        state.apply(int(chances.random() * state.option_count))
    return passed[len(passed) // 10], passed[-5]


def clone_often(state: State) -> None:
    for _ in range(CLONES):
        state.clone()


def figures() -> Iterator[Figure]:
    for name in LARGE_GAMES:
        early, late = early_and_late(name)
        first, last = best_of_each(9, [partial(clone_often, early), partial(clone_often, late)])
        microseconds = max(first, last) / CLONES * 1e6
        yield Figure(
            "clones",
            f"clone, {name}",
            microseconds,
            "us",
            bar=UNDER_MICROSECONDS,
            details=f"{len(early.cells)} cells",
        )
        yield Figure(
            "clones", f"clone, {name}: late in the game / early", last / first, "x", bar=NO_SLOWER_LATE
        )
