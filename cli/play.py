"""`rulesdsl play`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from rulesdsl.check.for_copies import only_for_copies
from rulesdsl.engine.faults import Fault
from rulesdsl.library import UnknownGame
from rulesdsl.seating import PREFERENCES, file_of, is_program, is_written, with_absolute_path
from rulesdsl.trace.record import Differs

from .conversation import Conversation, Left
from .exit_status import CannotDo, ExitStatus
from .game_options import GameOptions, complete_game, game_file, table_options
from .loading import loaded
from .run import opening
from .saved_games import SavedGame, mark, read_saved, recorded
from .seats import table
from .sitting import Sitting


@click.command("play")
@click.argument("file", type=game_file, required=False, shell_complete=complete_game)
@table_options
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a saved game.",
)
@click.option(
    "--trust-bots",
    is_flag=True,
    help="Open whatever files a saved game names as bots. Python files can do whatever you can.",
)
def command(
    file: Path | None,
    chosen: GameOptions,
    resume: Path | None,
    trust_bots: bool,
) -> ExitStatus:
    """Play a game yourself, against bots or with others at this keyboard.

    You sit in the first seat, unless you give yourself others with --seat 2=you. At every decision you can
    type the number of an option or the beginning of its words; `help` tells what else there is: why something
    is not possible, a hint, taking back, saving. Ending the game keeps it.

    A saved game that names a Python file as a bot does not run it unasked: it may be somebody else's.

    \b
    Examples:
      rulesdsl play road_trip
      rulesdsl play road_trip --players 4 --seat 3=you --bot greedy
      rulesdsl play road_trip --seat 1=you --seat 2=you
      rulesdsl play --resume road_trip.saved
    """
    if resume is not None:
        if file or chosen != GameOptions():
            raise CannotDo("--resume FILE goes on with the game as it was saved; nothing else can be set")
        saved = read_saved(resume)
        return _converse(*_resumed(saved, resume, trust_bots=trust_bots), resume)
    if trust_bots:
        raise CannotDo("--trust-bots is for --resume FILE; bots that you name yourself run anyway")
    if file is None:
        raise click.UsageError("Missing argument 'FILE' (or --resume FILE).")
    game = loaded(file, chosen.variants)
    around = table(game, chosen, with_you=True)
    program = around.program
    click.echo(opening(game, chosen, around))
    template = SavedGame(
        game=game.title,
        file=str(file.resolve()),
        rules=program.fingerprint,
        seed=around.seed,
        options=chosen.options,
        variants=tuple(str(variant.resolve()) for variant in chosen.variants),
        seats=tuple(map(with_absolute_path, around.kinds)),
        choices=(),
        position="",
    )
    sitting = Sitting.begin(program, around)
    sitting.aside = only_for_copies(game.tree, program)
    return _converse(sitting, template, None)


def _resumed(saved: SavedGame, path: Path, *, trust_bots: bool) -> tuple[Sitting, SavedGame]:
    try:
        file = recorded(saved.file)
    except UnknownGame:
        raise CannotDo(f"{path} is a game of {saved.file}, which is not there any more") from None
    gone = [variant for variant in saved.variants if not Path(variant).is_file()]
    if gone:
        raise CannotDo(f"{path} is played with {gone[0]}, which is not there any more")
    game = loaded(file, map(recorded, saved.variants))
    if len(saved.seats) not in game.players:
        raise CannotDo(f"{path} has {len(saved.seats)} players, which {game.title} is not for")
    if game.fingerprint != saved.rules:
        raise CannotDo(f"the rules of {game.title} have changed since {path} was saved")
    taste = [file_of(kind) for kind in saved.seats if is_written(kind)]
    lost = [name for name in taste if not Path(name).is_file()]
    if lost:
        raise CannotDo(f"{path} is played against the bot in {lost[0]}, which is not there any more")
    if not trust_bots:
        tastes = [file_of(kind) for kind in saved.seats if is_written(kind) and not is_program(kind)]
        # A link may lead to something else.
        unusual = [
            name
            for name in tastes
            if not all(place.endswith(PREFERENCES) for place in (name, str(Path(name).resolve())))
        ]
        if unusual:
            raise CannotDo(
                f"{path} names {unusual[0]} as a bot; only `{PREFERENCES}` files are opened as preferences"
                " for a saved game; if you know it, run it with --trust-bots"
            )
        _ask_about(path, dict.fromkeys(file_of(kind) for kind in saved.seats if is_program(kind)))
    seats = tuple(enumerate(saved.seats, start=1))
    played = GameOptions(len(seats), saved.seed, seats=seats, options=saved.options)
    around = table(game, played, with_you=True)
    try:
        sitting = Sitting.again(around.program, around, saved.choices)
    except (Differs, Fault) as differs:
        raise CannotDo(f"{path} cannot be gone on with: {differs}") from None
    sitting.aside = only_for_copies(game.tree, around.program)
    if mark(sitting.state) != saved.position:
        raise CannotDo(f"{path} was saved by another version, which plays {game.title} otherwise")
    click.echo(f"{click.style(game.title, bold=True)}: going on with {path}")
    return sitting, saved


def _ask_about(path: Path, programs: Iterable[str]) -> None:
    """Each program that a saved game would run is named; whoever opens the game says whether it may."""
    for program in programs:
        what = f"{path} is played against the bot in {program}, a program that can do whatever you can"
        if not sys.stdin.isatty():
            raise CannotDo(f"{what}; if you know it, run it with --trust-bots")
        click.echo(f"{what}.")
        if not click.confirm("Shall it run?"):
            raise CannotDo(f"{path} is not gone on with: its bot may not run")


def _converse(sitting: Sitting, template: SavedGame, saved_as: Path | None) -> ExitStatus:
    conversation = Conversation(sitting, template, saved_as)
    try:
        return conversation.hold()
    except Left as left:
        return left.status
