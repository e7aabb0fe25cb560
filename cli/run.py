"""`rulesdsl run`."""

import secrets
from collections.abc import Callable
from pathlib import Path

import click

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.score_sheet import score_sheet
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from rulesdsl.trace.narrator import Narrator

from .exit_status import ExitStatus
from .faults import show_fault
from .game_options import (
    bot_option,
    game_argument,
    option_option,
    players_option,
    seat_option,
    seed_option,
    variant_option,
)
from .loading import loaded, plural
from .output_options import format_option
from .score_table import show_sheet
from .seats import Table, number_of_players, table
from .story import Story
from .whole_files import write_whole

# A seed that can be read aloud and typed again.
SEEDS = 1_000_000


@click.command("run")
@game_argument
@players_option
@seed_option
@bot_option
@seat_option
@option_option
@variant_option
@click.option("--quiet", is_flag=True, help="Show the score sheet and the winner only.")
@click.option(
    "--trace", "trace_file", type=click.Path(path_type=Path), metavar="FILE", help="Write a trace, too."
)
@format_option("text", "json")
def command(
    file: Path,
    players: int | None,
    seed: int | None,
    bot: str | None,
    seats: tuple[tuple[int, str], ...],
    options: tuple[tuple[str, str], ...],
    variants: tuple[Path, ...],
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
    game = loaded(file, variants)
    number = number_of_players(game, players)
    drawn = seed is None
    chosen_seed = secrets.randbelow(SEEDS) if seed is None else seed
    around = table(game, number, chosen_seed, bot, seats, options)
    program = around.program
    header = Header.of(
        program,
        file=str(file),
        seed=chosen_seed,
        players=around.names,
        options=dict(options),
        variants=tuple(map(str, variants)),
    )
    if trace_file is not None:
        # Before the game is shown: nobody should watch a game whose trace cannot be kept.
        write_whole(trace_file, "".join(f"{line}\n" for line in tell_game(program, header, chooser(around))))
    if output_format == "json":
        return _as_json(program, around)
    if not quiet:
        click.echo(opening(game, number, chosen_seed, players_said=players is not None, drawn=drawn))
    return _show(program, around, quiet=quiet, drawn=drawn)


def opening(game: Game, players: int, seed: int, *, players_said: bool, drawn: bool) -> str:
    """What is played: with what was not asked for, and how to have it again."""
    fewest = "" if players_said or len(game.players) == 1 else " (the fewest)"
    again = " (drawn)" if drawn else ""
    return f"{click.style(game.title, bold=True)}: {plural(players, 'player')}{fewest}, seed {seed}{again}\n"


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
    show_sheet(score_sheet(state, None, around.names))
    if quiet and drawn:
        click.echo(f"seed {around.seed}", err=True)
    return ExitStatus.FINE


def _as_json(program: ir.Program, around: Table) -> ExitStatus:
    import json

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
    except Fault as fault:
        click.echo(json.dumps(head | {"fault": str(fault)}, indent=2, ensure_ascii=False))
        show_fault(fault)
        return ExitStatus.FAULT_IN_PLAY
    sheet = score_sheet(state, None, around.names).to_json()
    click.echo(json.dumps(head | sheet, indent=2, ensure_ascii=False))
    return ExitStatus.FINE
