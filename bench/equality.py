"""Do both machines come to the same? `python -m bench.equality [--decisions N] [--workers N] [GAME...]`.

Every game, at every number of players and with each option set otherwise, is played at random by the engine
in Python and as machine code, side by side. All cells and all options are compared at every decision,
winners, totals and lengths at the end of each game, and where a rule breaks, that it breaks in both.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import evolve, frozen

from bench.play import CHECKOUT
from rulesdsl.engine.plan import Plan
from rulesdsl.native.machine import Machine
from rulesdsl.pipeline import load
from tests.native.twins import Different, compared
from tests.properties.settings import GAMES, Setting, settings_of

DECISIONS = 10_000_000
MOST_IN_A_GAME = 1_000_000
SETTLED = 20
"""So many games of a setting are always played, however long they are."""


@frozen
class Compared:
    """What came of a setting."""

    setting: Setting
    games: int = 0
    decisions: int = 0
    cells: int = 0
    """How many were compared."""
    difference: str | None = None
    """The first one, or what is not native."""


def settings(paths: Sequence[Path]) -> Iterator[Setting]:
    """Every number of players, and at the greatest each option."""
    for path in paths:
        game = load(path)
        yield from (Setting(path, players) for players in game.players)
        yield from (setting for setting in settings_of(path) if setting.option)


def compare(setting: Setting, decisions: int) -> Compared:
    options = dict([setting.option] if setting.option else [])
    assert setting.players is not None
    plan = Plan(load(setting.path).program(setting.players, options))
    machine = Machine(plan)
    result = Compared(setting)
    if machine.gaps:
        return evolve(result, difference=f"not native: {machine.gaps[0]}")
    while result.decisions < decisions or result.games < min(SETTLED, decisions):
        try:
            made = compared(machine, plan, result.games + 1, MOST_IN_A_GAME)
        except Different as difference:
            return evolve(result, difference=str(difference))
        result = Compared(
            setting, result.games + 1, result.decisions + made, result.cells + (made + 1) * plan.size
        )
        if result.games >= SETTLED and result.decisions == 0:
            break  # nobody is asked anything
    return result


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.equality", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="only these, by the names of their files")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="in all, at least (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (%(default)s)")
    arguments = parser.parse_args()
    paths = [path for path in GAMES if not arguments.games or path.stem in arguments.games]
    if not paths:
        parser.error(f"no such game: {', '.join(arguments.games)}")
    every = list(settings(paths))
    share = -(-arguments.decisions // len(every))
    done: list[Compared] = []
    with ProcessPoolExecutor(arguments.workers) as pool:
        for result in pool.map(compare, every, [share] * len(every)):
            done.append(result)
            path = result.setting.path.relative_to(CHECKOUT).with_suffix("")
            name = str(evolve(result.setting, path=path))
            verdict = result.difference or "the same"
            print(
                f"{name:42} {result.games:9,} games {result.decisions:11,} decisions  {verdict}", flush=True
            )
    differing = sum(result.difference is not None for result in done)
    print(
        f"\n{len(done)} settings, {sum(result.games for result in done):,} games,"
        f" {sum(result.decisions for result in done):,} decisions,"
        f" {sum(result.cells for result in done):,} cells: {differing} settings differ"
    )
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
