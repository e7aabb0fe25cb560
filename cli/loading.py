"""Games from files, and what their user is told when there is none to be had.

What reads and checks games is imported where it is used: a command that finds all that it needs kept has no
use for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.diagnostics.render import counts, full
from rulesdsl.named_files import start_of
from rulesdsl.source import Source, SourceError

from .exit_status import CannotDo, ExitStatus
from .projects import judged

if TYPE_CHECKING:
    from rulesdsl import program as ir
    from rulesdsl.checked_game import Game
    from rulesdsl.syntax import ast

    from .game_options import GameOptions


def cache_folder() -> Path | None:
    """Where tables that take long to make are kept for the next start; None if nothing can be kept."""
    wanted = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        # An empty HOME would be the root of everything.
        home = Path.home() if os.environ.get("HOME", "unset") else None
        if not wanted.is_absolute() and (home is None or not home.is_dir()):
            return None
        folder = (wanted if wanted.is_absolute() or home is None else home / ".cache") / "rulesdsl"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def game_or_faults(path: Path, variants: Iterable[Path] = ()) -> Game | Report:
    """The game, or all that is wrong with it."""
    from rulesdsl.checked_game import InvalidGame
    from rulesdsl.pipeline import load

    try:
        return load(path, variants=tuple(variants), cache_dir=cache_folder())
    except InvalidGame as invalid:
        return invalid.report


def loaded(path: Path, variants: Iterable[Path] = ()) -> Game:
    """The game; when it is not valid, all that is wrong goes to standard error."""
    game = game_or_faults(path, variants)
    if isinstance(game, Report):
        leave_with(game)
    if warned := disagreement_of_variants(game):
        click.echo(warned, err=True)
    return game


def disagreement_of_variants(game: Game) -> str:
    """What is said of each file alone is for `validate`; this only shows when they are put together."""
    together = judged(
        Report([diagnostic for diagnostic in game.report if diagnostic.code == "variants-disagree"])
    )
    return f"{full.render(together, color=_coloured())}\n{counts.render(together)}" if together else ""


def check_variant(variant: Path) -> None:
    """Carries a variant out on its base, without checking what becomes of it; complains as `loaded` does."""
    from rulesdsl import pipeline
    from rulesdsl.game_files import Files

    report = Report()
    pipeline.read_tree(variant, [], Files(cache_folder()), report)
    if report.has_errors:
        leave_with(report)


def program_for(game: Game, players: int, options: Iterable[tuple[str, str]] = ()) -> ir.Program:
    """What the engine runs for so many players with these options."""
    from rulesdsl.checked_game import InvalidGame, UnknownOption

    try:
        return game.program(players, options_of(options))
    except InvalidGame as invalid:
        leave_with(invalid.report)
    except UnknownOption as unknown:
        raise CannotDo(str(unknown)) from None


def number_of_players(game: Game, wanted: int | None) -> int:
    least, most = game.players[0], game.players[-1]
    if wanted is None:
        return least
    if wanted not in game.players:
        fit = f"{least} to {most} can" if least != most else f"exactly {least} can"
        raise CannotDo(f"{wanted} cannot play {game.title}; {fit}")
    return wanted


def game_and_program(path: Path, chosen: GameOptions) -> tuple[Game, ir.Program]:
    """A game, and what the engine runs of it."""
    game = loaded(path, chosen.variants)
    return game, program_for(game, number_of_players(game, chosen.players), chosen.options)


def options_of(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """What was set on the command line; each option once."""
    chosen: dict[str, str] = {}
    for name, value in pairs:
        if chosen.setdefault(name, value) != value:
            raise CannotDo(f"option {name} is set twice, to {chosen[name]} and to {value}")
    return chosen


def read_source(path: Path, report: Report) -> Source | None:
    """The text of a file; when it is no text, the report says why."""
    from rulesdsl.syntax.limits import MAX_FILE_BYTES

    data = start_of(path, MAX_FILE_BYTES)
    try:
        return Source.from_bytes(str(path), data, limit=MAX_FILE_BYTES)
    except SourceError as error:
        report.add(Diagnostic.of_source_error(error))
        return None


def read_tree(path: Path) -> tuple[Source, ast.GameFile | ast.VariantFile]:
    """What is written in a file, whether or not it can be played."""
    from rulesdsl.syntax import parse

    report = Report()
    source = read_source(path, report)
    tree = parse(source, report, cache_dir=cache_folder()) if source else None
    if source is None or tree is None:
        leave_with(report)
    return source, tree


def leave_with(report: Report) -> NoReturn:
    """All that is wrong, and the end of the command."""
    show_on_standard_error(report)
    raise click.exceptions.Exit(ExitStatus.FOUND_PROBLEMS)


def show_on_standard_error(diagnostics: Report) -> None:
    report = judged(diagnostics)
    click.echo(full.render(report, color=_coloured()), err=True)
    click.echo(counts.render(report), err=True)


def _coloured() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def plural(count: int, singular: str, many: str | None = None) -> str:
    return f"{count} {singular if count == 1 else many or singular + 's'}"
