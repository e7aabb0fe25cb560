"""The arguments and options that mean the same in every command that has them."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from attrs import frozen
from click.shell_completion import CompletionItem

from rulesdsl import library

from .output_guard import offered
from .output_options import Decorator


def game_file(wanted: str) -> Path:
    """The file at a path, or of a shipped game."""
    path = game_file_or_folder(wanted)
    if path.is_dir():
        raise click.BadParameter(f"{wanted} is a folder, and one file is wanted here")
    return path


def game_file_or_folder(wanted: str) -> Path:
    try:
        return library.resolve(wanted)
    except library.UnknownGame as unknown:
        more = "" if unknown.suggestion else "; `rulesdsl list` shows them"
        raise click.BadParameter(f"{unknown}{more}") from None


YOU = "you"
STANDARD_INPUT = Path("-")


def game_file_folder_or_input(wanted: str) -> Path:
    return STANDARD_INPUT if wanted == "-" else game_file_or_folder(wanted)


def complete_game(
    _context: click.Context, _argument: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    names = [name for name in library.shipped_games() if name.startswith(incomplete)]
    # Files first: bash forgets what came before a request for files.
    return [CompletionItem(incomplete, type="file"), *map(CompletionItem, names)]


def name_and_value(text: str) -> tuple[str, str]:
    """`rounds=3`; spaces around either part do not count."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise click.BadParameter(f"{text} is not of the form NAME=VALUE")
    return name, value


def seat_and_kind(text: str) -> tuple[int, str]:
    """`2=random`; seats count from 1."""
    seat, equals, kind = (part.strip() for part in text.partition("="))
    if not (equals and kind and seat.isascii() and seat.isdigit() and int(seat) >= 1):
        raise click.BadParameter(f"{text} is not of the form 2=KIND")
    return int(seat), kind


MOST_SHOWN = 200
"""So many files are offered in a completion at the most."""


def complete_bot(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(kind) for kind in bots_like(incomplete)]


def complete_seat(context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`2=greedy`; where more than the usual two play, --players comes before."""
    seat, equals, kind = incomplete.partition("=")
    seats = [seat] if equals else [str(number + 1) for number in range(context.params.get("players") or 2)]
    kinds = bots_like(kind)
    if context.info_name == "play" and YOU.startswith(kind):
        kinds.append(YOU)
    return [
        CompletionItem(f"{number}={name}")
        for number in seats
        if equals or number.startswith(seat)
        for name in kinds
    ]


def bots_like(incomplete: str) -> list[str]:
    """Bots whose names begin so, and the files that could be meant."""
    from rulesdsl.bot_names import NAMES, PREFERENCES, PYTHON, SEARCHING, WRITTEN

    kinds = [kind for kind in (*NAMES, f"{SEARCHING}200") if kind.startswith(incomplete)]
    if incomplete.startswith(WRITTEN):
        return [f"{WRITTEN}{file}" for file in _files(incomplete.removeprefix(WRITTEN), PREFERENCES)]
    written = _files("", PREFERENCES) if WRITTEN.startswith(incomplete) else []
    return [*kinds, *(f"{WRITTEN}{file}" for file in written), *_files(incomplete, PYTHON)]


def _files(begun: str, ending: str) -> list[str]:
    """Those with this ending whose names begin so, in the folder that the beginning names."""
    folder, slash, _ = begun.rpartition("/")
    beside = Path(f"{folder}/") if slash else Path()
    try:
        files = sorted(beside.glob(f"*{ending}"))[:MOST_SHOWN]
    except OSError:
        return []
    return [str(file) for file in files if str(file).startswith(begun) and offered(file)]


game_argument = click.argument("file", type=game_file, shell_complete=complete_game)


def _games(kind: Callable[[str], Path]) -> Decorator:
    return click.argument("files", metavar="[FILE]...", type=kind, nargs=-1, shell_complete=complete_game)


games_argument = _games(game_file_or_folder)
games_or_input_argument = _games(game_file_folder_or_input)
players_option = click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="How many play; by default the fewest who can."
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0, max=2**64 - 1),
    metavar="S",
    help="Where the dice begin: with the same seed and decisions it is the same game.",
)
bot_option = click.option(
    "--bot",
    metavar="KIND",
    shell_complete=complete_bot,
    help="Who plays in every seat without a --seat of its own: random (if not said otherwise; each option as"
    " likely), random-moves (each whole move as likely), greedy, mcts, mcts:N with N iterations a decision,"
    " prefer:FILE with written preferences, or FILE.py with a bot of your own.",
)
seat_option = click.option(
    "--seat",
    "seats",
    type=seat_and_kind,
    multiple=True,
    metavar="2=KIND",
    shell_complete=complete_seat,
    help="Who plays in one seat; again for another.",
)
option_option = click.option(
    "--option",
    "options",
    type=name_and_value,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the game; again for another.",
)
variant_option = click.option(
    "--variant",
    "variants",
    type=game_file,
    multiple=True,
    metavar="FILE",
    shell_complete=complete_game,
    help="Play with a house rule; several apply in this order.",
)


@frozen
class GameOptions:
    """What the command line sets of a game that is played: how many play, who, by which rules."""

    players: int | None = None
    seed: int | None = None
    bot: str | None = None
    seats: tuple[tuple[int, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    variants: tuple[Path, ...] = ()


def together(name: str, made: type, **options: Decorator) -> Decorator:
    """These options, handed on as one thing that is made of them and goes by this name."""

    def decorator(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def collected(**given: Any) -> Any:  # noqa: ANN401 - as click calls it
            return command(**{name: made(**{option: given.pop(option) for option in options})}, **given)

        decorated: Callable[..., Any] = collected
        for option in reversed(options.values()):
            decorated = option(decorated)
        return decorated

    return decorator


def game_options_with(**options: Decorator) -> Decorator:
    """What is set of a game, as `chosen`."""
    return together("chosen", GameOptions, **options)


_seated = {"players": players_option, "seed": seed_option, "bot": bot_option, "seats": seat_option}
game_options = game_options_with(players=players_option, options=option_option, variants=variant_option)
table_options = game_options_with(**_seated, options=option_option, variants=variant_option)
# Of a command to which variants are something else.
table_options_but_variants = game_options_with(**_seated, options=option_option)
