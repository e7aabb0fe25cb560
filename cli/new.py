"""`rulesdsl new`."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click

from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.library import SUFFIX, shipped_games
from rulesdsl.pipeline import read_tree as read_game
from rulesdsl.syntax import ast
from rulesdsl.variants import Setting, settings_of
from rulesdsl.version import LANGUAGE

from .exit_status import CannotDo
from .game_options import complete_game, game_file
from .loading import cache_folder, leave_with
from .whole_files import write_whole

GAME = """\
game "{title}"
players 2..4
language {language}

# What can be set before the game begins.
option target: 5..50, normally 20 "Points to win"

# What there is: twelve cards with a number each, three of every number.
pieces Card for each value in 1..4 copies 3

# Where the cards lie, and who sees them.
zone deck: pile of Card, seen by nobody
  starts with Card shuffled
  renewed from discard_pile

zone hand per Player: set of Card, seen by owner
zone discard_pile: pile of Card, seen by all

# What is written down.
state points per Player: 0..60

# What a player may do.
action play(card from your hand "Which card do you play?") "Play {{card}}"
  move card to discard_pile
  add card.value to your points
  draw up to 1 from deck to your hand

# How the game goes.
flow
  deal 2 from deck to hand
  phase turns
    turn of each player
    until some(p in players: p.points >= target)
    must play

score cards = your points

winner most total, then shared

# Examples are tests: `rulesdsl test {file}` runs them.
example "a card brings its value"
  players Anna, Ben
  given Anna.points = 10
  given Anna.hand = {{Card(3), Card(4)}}
  Anna plays play(Card(3))
  expect Anna.points = 13
"""

VARIANT = """\
variant "{title}" of "{base}"
language {language}

# One change after the other; take away the # of what you want, and write your own.
{hints}"""


@click.command("new")
@click.argument("name")
@click.option(
    "--from",
    "base",
    type=game_file,
    metavar="BASE",
    shell_complete=complete_game,
    help="Start a variant of BASE.",
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def command(name: str, base: Path | None, force: bool) -> None:
    """Write a file to start from: NAME.game, which can be checked and played as it is.

    \b
    Examples:
      rulesdsl new my_game
      rulesdsl new long_road --from road_trip
    """
    path = Path(name if name.endswith(SUFFIX) else name + SUFFIX)
    if not re.fullmatch(r"[^\s.\"{}\\#][^\s\"{}\\#]*", path.name) or not path.name.isprintable():
        raise CannotDo(f"{name!r} is no good name for a file: write it without blanks, quotes and brackets")
    if (path.exists() or path.is_symlink()) and not force:
        raise CannotDo(f"{path} is there already; --force writes over it")
    if not path.parent.is_dir():
        raise CannotDo(f"there is no folder {path.parent}")
    title = path.name.removesuffix(SUFFIX).replace("_", " ").strip().capitalize() or "New game"
    if base is None:
        text = GAME.format(title=title, file=path, language=LANGUAGE)
    else:
        text = VARIANT.format(language=LANGUAGE, title=title, base=_way_to(base, path), hints=_hints(base))
    write_whole(path, text)
    click.echo(f"wrote {path}; next: rulesdsl run {path}")


def _way_to(base: Path, variant: Path) -> str:
    """How the variant names its base: a shipped game by its name alone, another file by the way to it."""
    if base in shipped_games().values():
        return base.name
    try:
        return base.resolve().relative_to(variant.parent.resolve()).as_posix()
    except ValueError:
        raise CannotDo(
            f"{variant} cannot be a variant of {base}: a base lies in the folder of its variant, or below it"
        ) from None


# Of tables with more rows the first stands for all.
SHORT = 8


def _hints(base: Path) -> str:
    """Changes that the base allows, as comments: each with the value that holds now."""
    files, report = Files(cache_folder()), Report()
    tree = read_game(base, [], files, report)
    if tree is None or report.has_errors:
        leave_with(report)
    lines: list[str] = []
    settings = settings_of(tree, files.data)
    for (table, _), group in groupby(settings, key=lambda each: (each.table, each.column)):
        lines += _set_lines(table, list(group))
    for declaration in tree.all(ast.ScoreDecl):
        lines.append(f"remove score {declaration.name.text}")
    return "".join(f"# {line}\n" for line in lines)


def _set_lines(table: str, settings: list[Setting]) -> Iterator[str]:
    shown = settings if not table or len(settings) <= SHORT else settings[:1]
    for setting in shown:
        more = f"  # one of {len(settings)} in {table}" if len(shown) < len(settings) else ""
        yield f"set {setting.name} to {setting.value}{more}"
