"""`rulesdsl perft`."""

import json
from pathlib import Path

import click

from rulesdsl.engine.chance import outcomes
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State, start

from .exit_status import ExitStatus
from .faults import show_fault
from .game_options import game_argument, option_option, players_option, seed_option, variant_option
from .loading import loaded, program_for
from .output_options import format_option
from .seats import number_of_players


@click.command("perft")
@game_argument
@click.option("--depth", type=click.IntRange(min=0), required=True, metavar="N", help="How many decisions deep.")
@click.option("--chance", is_flag=True, help="Every outcome of chance counts, instead of the one that the seed gives.")
@click.option("--divide", is_flag=True, help="Also count what begins with each of the first decisions.")
@players_option
@seed_option
@option_option
@variant_option
@format_option("text", "json")
def command(
    file: Path,
    depth: int,
    chance: bool,
    divide: bool,
    players: int | None,
    seed: int | None,
    options: tuple[tuple[str, str], ...],
    variants: tuple[Path, ...],
    output_format: str,
) -> ExitStatus:
    """Count the sequences of decisions from the start, depth by depth, to compare with known numbers.

    A decision with several parts, such as a card and where to put it, counts as one. A game that is over
    before a depth is not counted there. What chance does before the first decision comes from the seed.

    \b
    Examples:
      rulesdsl perft tic_tac_toe.game --depth 9
      rulesdsl perft pig.game --depth 3 --chance
      rulesdsl perft connect_four.game --depth 4 --divide
    """
    game = loaded(file, variants)
    program = program_for(game, number_of_players(game, players), options)
    counted = []
    try:
        first = start(program, 1 if seed is None else seed)
        first.take_forced = False
        counter = _Counter(chance)
        for wanted in range(depth + 1):
            sequences = counter.sequences(first, wanted)
            over = counter.over(first, wanted)
            counted.append((wanted, sequences, over))
            if output_format == "text":
                click.echo(f"depth {wanted}: {sequences:,}" + (f", {over:,} of them over" if over else ""))
            if not sequences:
                break
        parts = counter.divided(first, depth) if divide and depth else []
    except Fault as fault:
        show_fault(fault)
        return ExitStatus.FAULT_IN_PLAY
    if output_format == "json":
        data: dict[str, object] = {
            "depths": [{"depth": at, "sequences": count, "over": over} for at, count, over in counted]
        }
        if divide:
            data["divided"] = [{"decision": said, "sequences": count} for said, count in parts]
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return ExitStatus.FINE
    for said, count in parts:
        click.echo(f"  {said}: {count:,}")
    return ExitStatus.FINE


class _Counter:
    """Counts sequences; what was counted for a position once is kept."""

    def __init__(self, chance: bool) -> None:
        self._chance = chance
        self._kept: dict[tuple[State, int, bool], int] = {}

    def sequences(self, state: State, depth: int) -> int:
        return self._count(state, depth, only_over=False)

    def over(self, state: State, depth: int) -> int:
        """Those after which the game is over."""
        return self._count(state, depth, only_over=True)

    def divided(self, state: State, depth: int) -> list[tuple[str, int]]:
        from rulesdsl.engine.labels import Labels
        from rulesdsl.engine.options import option_text

        decision = state.decision
        if decision is None:
            return []
        labels = Labels.of(state.plan.layout)
        return [
            (
                option_text(state, decision, option, labels),
                sum(self._after(following, depth, only_over=False) for following in self._following(state, at)),
            )
            for at, option in enumerate(decision.options)
        ]

    def _count(self, state: State, depth: int, *, only_over: bool) -> int:
        if depth == 0:
            return int(state.over or not only_over)
        if state.over or state.decision is None:
            return 0
        key = (state, depth, only_over)
        if key not in self._kept:
            self._kept[key] = sum(
                self._after(following, depth, only_over=only_over)
                for at in range(state.option_count)
                for following in self._following(state, at)
            )
        return self._kept[key]

    def _after(self, state: State, depth: int, *, only_over: bool) -> int:
        """A part of a decision brings us no deeper, the last part does."""
        return self._count(state, depth if in_the_middle(state) else depth - 1, only_over=only_over)

    def _following(self, state: State, option: int) -> list[State]:
        if self._chance:
            found = [following for _, _, following in outcomes(state, option)]
        else:
            found = [state.clone().apply(option)]
        for following in found:
            following.take_forced = False
        return found


def in_the_middle(state: State) -> bool:
    """Has a part of the open decision been made?"""
    decision = state.decision
    if decision is None:
        return False
    settled = decision.alternative is not None and len(decision.decide.alternatives) > 1
    return settled or bool(decision.chosen) or bool(decision.picked)
