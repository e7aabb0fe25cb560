"""How long games are: `python -m bench.lengths [--games N] [--seconds S] [GAME...]`.

Counts the decisions of games of random choices at every number of players, as a Markdown table. A decision
is one that is put to a player: what leaves no choice is taken by itself and not counted, and each member of
a set that is chosen counts as one.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import define, field

from bench.play import CHECKOUT, LARGE_GAMES
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import start
from rulesdsl.library import UnknownGame, resolve
from rulesdsl.pipeline import load
from rulesdsl.simulate.figures import Histogram

CLASSICS = sorted((CHECKOUT / "examples" / "classics").glob("*.game"))
HEADINGS = (
    "game",
    "players",
    "games",
    "fewest",
    "5 %",
    "half",
    "mean",
    "95 %",
    "most",
    "options",
    "ms a game",
)
SHARES = (0.0, 0.05, 0.5, 0.95, 1.0)


@define
class Lengths:
    """Of many games: how many decisions each had, how many options there were in all, and the time."""

    decisions: Histogram = field(factory=Histogram)
    options: int = 0
    seconds: float = 0.0

    @property
    def cells(self) -> tuple[str, ...]:
        games = self.decisions.total
        total = sum(length * times for length, times in self.decisions.counts.items())
        fewest, low, half, high, most = (f"{self.decisions.quantile(share):,}" for share in SHARES)
        options = f"{self.options / max(1, total):.1f}"
        mean, each = f"{total / games:,.1f}", f"{self.seconds / games * 1e3:,.1f}"
        return str(games), fewest, low, half, mean, high, most, options, each


def play(plan: Plan, seed: int, lengths: Lengths) -> None:
    """One game of random choices."""
    began = time.perf_counter()
    state, choices = start(plan, seed), Dice(seed + 10**6)
    decisions = 0
    while not state.over:
        count = state.option_count
        state.apply(choices.below(count))
        decisions += 1
        lengths.options += count
    lengths.decisions.add(decisions)
    lengths.seconds += time.perf_counter() - began


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lengths", description="How long games are.")
    parser.add_argument("--games", type=int, default=100, help="how many games at each number of players")
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="no further game is begun after that long"
    )
    parser.add_argument("names", metavar="GAME", nargs="*", help="usually the shipped games and the classics")
    arguments = parser.parse_args(words)
    try:
        paths: list[Path] = [resolve(name) for name in arguments.names or LARGE_GAMES]
    except UnknownGame as unknown:
        parser.error(str(unknown))
    print(f"| {' | '.join(HEADINGS)} |\n|---|{'---:|' * (len(HEADINGS) - 1)}", flush=True)
    for path in paths if arguments.names else [*paths, *CLASSICS]:
        game = load(path)
        for players in game.players:
            plan, lengths = plan_of(game.program(players)), Lengths()
            for seed in range(1, arguments.games + 1):
                play(plan, seed, lengths)
                if lengths.seconds > arguments.seconds:
                    break
            print(f"| {' | '.join((path.stem, str(players), *lengths.cells))} |", flush=True)


if __name__ == "__main__":
    main()
