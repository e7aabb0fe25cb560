"""`rulesdsl perft`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesdsl.bots import Engine
from rulesdsl.engine.core.layout import SITE
from rulesdsl.engine.core.sites import in_the_middle
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.determinization.outcomes import outcomes
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.native import installed, native
from rulesdsl.program_walk import asks_for_text
from rulesdsl.texts import FreeText

from .exit_status import CannotDo, ExitStatus
from .game_options import GameOptions, game_argument, game_options, seed_option
from .loading import cache_folder, game_and_program
from .many_games import EXTRA
from .output_options import format_option, json_text

if TYPE_CHECKING:
    from rulesdsl.native.counting import NativeCounter

# From so many sequences on it pays to make machine code of the rules; of so many it is told what would help.
WORTH_IT, MANY_SEQUENCES = 2_000, 100_000
# Each decision is counted inside the one before; nobody waits for the numbers of a tenth of this.
DEEPEST = 200


@click.command("perft")
@game_argument
@click.option(
    "--depth", type=click.IntRange(0, DEEPEST), required=True, metavar="N", help="How many decisions deep."
)
@click.option(
    "--chance", is_flag=True, help="Every outcome of chance counts, instead of the one that the seed gives."
)
@click.option("--divide", is_flag=True, help="Also count what begins with each of the first decisions.")
@game_options
@seed_option
@click.option(
    "--engine",
    type=click.Choice(["python", "native"]),
    help="Who counts: Python, or machine code (needs `rulesdsl[native]`), which does not count --chance. By"
    " default machine code where it is faster; the numbers are the same.",
)
@format_option("text", "json")
def command(
    file: Path,
    depth: int,
    chance: bool,
    divide: bool,
    chosen: GameOptions,
    seed: int | None,
    engine: Engine | None,
    output_format: str,
) -> ExitStatus:
    """Count the sequences of decisions from the start, depth by depth, to compare with known numbers.

    A decision with several parts, such as a card and where to put it, counts as one. A game that ends
    before a depth is not counted there. What chance does before the first decision comes from the seed.

    \b
    Examples:
      rulesdsl perft tic_tac_toe.game --depth 9
      rulesdsl perft pig.game --depth 3 --chance
      rulesdsl perft connect_four.game --depth 4 --divide
    """
    _, program = game_and_program(file, chosen)
    if asks_for_text(program):
        raise FreeText
    first = start(program, 1 if seed is None else seed)
    first.take_forced = False
    counter = _Counter(chance)
    if not chance:
        counter.machine = _machine(engine, counter, first, depth)
    counted = counter.counts(first, depth)
    parts = counter.divided(first, depth) if divide and depth else []
    if engine is None and not installed() and counted[-1][0] >= MANY_SEQUENCES:
        click.echo(f"machine code would count many times as fast: pip install '{EXTRA}'", err=True)
    if output_format == "json":
        data: dict[str, object] = {
            "depths": [
                {"depth": index, "sequences": sequences, "over": over}
                for index, (sequences, over) in enumerate(counted)
            ]
        }
        if divide:
            data["divided"] = [{"decision": decision, "sequences": count} for decision, count in parts]
        click.echo(json_text(data))
        return ExitStatus.FINE
    for index, (sequences, over) in enumerate(counted):
        click.echo(f"depth {index}: {sequences:,}" + (f", {over:,} of them over" if over else ""))
    for decision, count in parts:
        click.echo(f"  {decision}: {count:,}")
    return ExitStatus.FINE


Counts = list[tuple[int, int]]


def _machine(engine: Engine | None, counter: _Counter, first: State, depth: int) -> NativeCounter | None:
    """Machine code that counts, where it is asked for or there is much to count."""
    if engine == "python" or not installed():
        if engine == "native":
            raise CannotDo(f"machine code needs wasmtime: pip install '{EXTRA}'")
        return None
    is_much = any(counter.by_depth(first, number)[-1][0] >= WORTH_IT for number in range(depth))
    if engine is None and not is_much:
        return None
    from rulesdsl.native.counting import NativeCounter

    machine = native(first.plan, cache_folder())
    return None if machine is None or machine.gaps else NativeCounter(machine, depth)


class _Counter:
    """Counts sequences by their length: how many there are, and after how many of them the game is over.

    What was counted for a position once is kept: many orders of moves lead to the same position.
    """

    def __init__(self, chance: bool) -> None:
        self._chance = chance
        self._kept: dict[tuple[State, int], Counts] = {}
        self.machine: NativeCounter | None = None

    def counts(self, state: State, depth: int) -> Counts:
        """For every length up to `depth`, by machine code where there is some."""
        if self.machine is not None:
            from rulesdsl.native.machine import Stopped

            try:
                return [self.machine.counted(state, length) for length in range(depth + 1)]
            except Stopped:
                # A rule that breaks says so in Python.
                self.machine = None
        return self.by_depth(state, depth)

    def by_depth(self, state: State, depth: int) -> Counts:
        """For every length up to `depth`."""
        if depth == 0 or state.over or state.decision is None:
            return [(1, int(state.over))] + [(0, 0)] * depth
        key = (state, depth)
        if key not in self._kept:
            after = [
                counts
                for option in range(state.option_count)
                for following in self._following(state, option)
                for counts in [self._after(following, depth)]
            ]
            longer = [tuple(map(sum, zip(*column, strict=True))) for column in zip(*after, strict=True)]
            self._kept[key] = [(1, 0), *((sequences, over) for sequences, over in longer)]
        return self._kept[key]

    def _after(self, state: State, depth: int) -> Counts:
        """A part of a decision brings us no deeper, the last part does."""
        if _in_the_middle(state):
            return self.by_depth(state, depth)[1:]
        return self.by_depth(state, depth - 1)

    def divided(self, state: State, depth: int, before: tuple[str, ...] = ()) -> list[tuple[str, int]]:
        """How many sequences of this length begin with each decision, said part by part."""
        decision = state.decision
        if decision is None:
            return []
        labels = Labels.of(state.plan.layout, cells=state.cells)
        parts: list[tuple[str, int]] = []
        for index, option in enumerate(decision.options):
            words = (*before, option_text(state, decision, option, labels))
            ends = []
            for following in self._following(state, index):
                if _in_the_middle(following):
                    parts += self.divided(following, depth, words)
                else:
                    ends.append(self.counts(following, depth - 1)[-1][0])
            if ends:
                parts.append((", ".join(words), sum(ends)))
        return parts

    def _following(self, state: State, option: int) -> list[State]:
        if self._chance:
            positions = [following for _, _, following in outcomes(state, option)]
        else:
            positions = [state.clone().apply(option)]
        for following in positions:
            following.take_forced = False
        return positions


def _in_the_middle(state: State) -> bool:
    """Has a part of the open decision been made?"""
    site = state.cells[SITE]
    return site != 0 and bool(in_the_middle(state.cells, state.plan.sites[site - 1]))
