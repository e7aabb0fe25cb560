"""`rulesdsl run`."""

from collections.abc import Callable
from pathlib import Path

import click

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.score_sheet import final_sheet
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from rulesdsl.trace.narrator import Narrator

from .exit_status import ExitStatus
from .faults import show_fault
from .game_options import GameOptions, game_argument, table_options
from .loading import loaded, plural
from .output_options import format_option, json_text
from .score_table import show_sheet
from .seats import Table, table
from .story import Story
from .whole_files import write_whole


@click.command("run")
@game_argument
@table_options
@click.option("--quiet", is_flag=True, help="Show the score sheet and the winner only.")
@click.option(
    "--trace", "trace_file", type=click.Path(path_type=Path), metavar="FILE", help="Write a trace, too."
)
@format_option("text", "json")
def command(
    file: Path,
    chosen: GameOptions,
    quiet: bool,
    trace_file: Path | None,
    output_format: str,
) -> ExitStatus:
    """Play one whole game with bots: what happens, then the score sheet and the winner.

    \b
    Examples:
      rulesdsl run road_trip
      rulesdsl run road_trip --players 4 --seed 7 --quiet
      rulesdsl run road_trip --bot greedy --seat 2=random
      rulesdsl run road_trip --option alternate_direction=yes --trace game.trace
    """
    game = loaded(file, chosen.variants)
    around = table(game, chosen)
    program = around.program
    if trace_file is not None:
        # Before the game is shown: nobody should watch a game whose trace cannot be kept.
        header = header_of(file, chosen, around)
        write_whole(trace_file, "".join(f"{line}\n" for line in tell_game(program, header, chooser(around))))
    if output_format == "json":
        return _as_json(program, around)
    if not quiet:
        click.echo(f"{opening(game, chosen, around)}\n")
    return _show(program, around, quiet=quiet, drawn=chosen.seed is None)


def header_of(
    file: Path, chosen: GameOptions, around: Table, viewer: int | None = None, *, verbose: bool = False
) -> Header:
    """The head of a trace of what is played at a table."""
    return Header.of(
        around.program,
        file=str(file),
        seed=around.seed,
        players=around.names,
        options=dict(chosen.options),
        variants=tuple(map(str, chosen.variants)),
        viewer=viewer,
        verbose=verbose,
    )


def opening(game: Game, chosen: GameOptions, around: Table) -> str:
    """What is played: with what was not asked for, and how to have it again."""
    players = plural(len(around.names), "player")
    fewest = "" if chosen.players is not None or len(game.players) == 1 else " (the fewest)"
    again = " (drawn)" if chosen.seed is None else ""
    return f"{click.style(game.title, bold=True)}: {players}{fewest}, seed {around.seed}{again}"


def chooser(around: Table) -> Callable[[State], int]:
    """The bots of a table, as one who chooses."""
    choices = 0

    def choose(state: State) -> int:
        nonlocal choices
        choices += 1
        return around.choose(state, choices)

    return choose


def _show(program: ir.Program, around: Table, *, quiet: bool, drawn: bool) -> ExitStatus:
    choose = chooser(around)
    story: Story | None = None
    try:
        state = start(program, around.seed, log=not quiet)
        if not quiet:
            story = Story(Narrator(program, Labels.of(state.plan.layout, around.names)), around.names)
            story.tell(state)
        while not state.over and state.decision is not None:
            state.apply(choose(state))
            if story:
                story.tell(state)
        sheet = final_sheet(state, around.names)
        if story:
            story.finish()
    except Fault as fault:
        if story:
            story.finish()
        click.echo(f"seed {around.seed}, {program.players} players", err=True)
        show_fault(fault)
        return ExitStatus.FAULT_IN_PLAY
    if story:
        click.echo()
    show_sheet(sheet)
    if quiet and drawn:
        click.echo(f"seed {around.seed}", err=True)
    return ExitStatus.FINE


def _as_json(program: ir.Program, around: Table) -> ExitStatus:
    choose = chooser(around)
    head = {
        "game": program.title,
        "seed": around.seed,
        "options": dict(program.options),
        "bots": list(around.kinds),
    }
    try:
        state = start(program, around.seed)
        while not state.over and state.decision is not None:
            state.apply(choose(state))
        sheet = final_sheet(state, around.names)
    except Fault as fault:
        click.echo(json_text(head | {"fault": str(fault)}))
        show_fault(fault)
        return ExitStatus.FAULT_IN_PLAY
    click.echo(json_text(head | sheet.to_json()))
    return ExitStatus.FINE
