"""`rulesdsl trace`."""

from pathlib import Path

import click

from rulesdsl.trace.narrate import tell_game

from .exit_status import ExitStatus
from .game_options import GameOptions, game_argument, table_options
from .loading import loaded
from .run import chooser, header_of
from .seats import player_called, table
from .whole_files import write_whole


@click.command("trace")
@game_argument
@table_options
@click.option("--json", "as_json", is_flag=True, help="JSON, one event on a line.")
@click.option(
    "--as", "viewer", metavar="PLAYER", help="Only what this player sees; by name or number of the seat."
)
@click.option(
    "--verbose",
    is_flag=True,
    help="Everything: also the moves and numbers that go without saying, and the options not taken.",
)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
def command(
    file: Path,
    chosen: GameOptions,
    as_json: bool,
    viewer: str | None,
    verbose: bool,
    output: Path | None,
) -> ExitStatus:
    """Play one game with bots and write its trace: text to read aloud, which `rulesdsl replay` plays again.

    \b
    Examples:
      rulesdsl trace road_trip --seed 7 --output game.trace
      rulesdsl trace road_trip --players 3 --as Ben
      rulesdsl trace road_trip --seed 7 --json | grep '"event": "moved"'
    """
    around = table(loaded(file, chosen.variants), chosen)
    seat = None if viewer is None else player_called(viewer, around.names)
    header = header_of(file, chosen, around, seat, verbose=verbose)
    broke = False
    lines = []
    for line in tell_game(around.program, header, chooser(around), as_json=as_json):
        broke = broke or line.startswith(("fault: ", '{"event": "fault"'))
        if output is None:
            click.echo(line)
        else:
            lines.append(line)
        if broke:
            click.echo(line, err=True)
    if output is not None:
        write_whole(output, "".join(f"{line}\n" for line in lines))
    return ExitStatus.FAULT_IN_PLAY if broke else ExitStatus.FINE
