"""`rulesdsl replay`."""

from pathlib import Path

import click

from rulesdsl.library import UnknownGame
from rulesdsl.named_files import start_of
from rulesdsl.source import Source, SourceError
from rulesdsl.trace.header import NoTrace, Trace
from rulesdsl.trace.narrate import parse, replay
from rulesdsl.version import __version__

from .exit_status import CannotDo, ExitStatus
from .game_options import complete_game, game_file
from .loading import loaded, plural, program_for
from .saved_games import recorded

LARGEST_TRACE = 200_000_000


@click.command("replay")
@click.argument("trace_file", metavar="TRACE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--game",
    "other_game",
    type=game_file,
    metavar="FILE",
    shell_complete=complete_game,
    help="The game, where the trace names one that is elsewhere now.",
)
def command(trace_file: Path, other_game: Path | None) -> ExitStatus:
    """Play a recorded game again, and compare line by line.

    The exit status is 1 if anything differs; the first difference is shown.

    \b
    Examples:
      rulesdsl replay game.trace
      rulesdsl replay game.trace --game changed/road_trip.game
    """
    trace = read_trace(trace_file)
    header = trace.header
    path = other_game or _game_file(header.file, trace_file)
    variants = [_game_file(name, trace_file) for name in header.variants]
    game = loaded(path, variants)
    if len(header.players) not in game.players:
        raise CannotDo(f"{trace_file} has {len(header.players)} players, which {game.title} is not for")
    program = program_for(game, len(header.players), header.options)
    if program.fingerprint != header.rules:
        click.echo(f"note: the rules have changed since {trace_file} was written", err=True)
    if header.version != __version__:
        click.echo(
            f"note: {trace_file} was written by rulesdsl {header.version}; this is {__version__}", err=True
        )
    difference = replay(trace, program, lenient=True)
    if difference is None:
        click.echo(
            f"the same game: {plural(len(trace.lines), 'line')}, {plural(len(trace.choices), 'decision')}"
        )
        return ExitStatus.FINE
    click.echo(f"{trace_file}:{difference.line}: here the game is another one")
    click.secho(f"  recorded: {_shown(difference.recorded)}", fg="red")
    click.secho(f"  now:      {_shown(difference.now)}", fg="green")
    if difference.reason:
        click.echo(f"  {difference.reason}")
    return ExitStatus.FOUND_PROBLEMS


def read_trace(path: Path) -> Trace:
    """The trace in a file, or in words why it is none."""
    data = start_of(path, LARGEST_TRACE)
    try:
        return parse(Source.from_bytes(str(path), data, limit=LARGEST_TRACE).text)
    except SourceError as error:
        raise CannotDo(f"{path}: {error.message}") from None
    except NoTrace as error:
        raise CannotDo(f"{path}: {error}") from None


def _game_file(name: str, trace_file: Path) -> Path:
    """A game of a trace: as it was written, or beside the trace."""
    beside = trace_file.parent / Path(name).name
    try:
        return recorded(name)
    except UnknownGame as unknown:
        if beside.is_file():
            return recorded(str(beside))
        raise CannotDo(
            f"{trace_file} is of a game that is not there: {unknown}; name it with --game"
        ) from None


def _shown(line: str | None) -> str:
    return "(no line)" if line is None else line.strip() or "(an empty line)"
