"""Games from files, and what their user is told when there is none to be had."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from rulesdsl import pipeline
from rulesdsl import program as ir
from rulesdsl.checked_game import Game, InvalidGame, UnknownOption
from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.diagnostics.render import counts, full
from rulesdsl.game_files import Files
from rulesdsl.library import SUFFIX
from rulesdsl.pipeline import load
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import ast, parse
from rulesdsl.syntax.limits import MAX_FILE_BYTES

from .exit_status import CannotDo, ExitStatus
from .output_guard import first_that_acts


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


def loaded(path: Path, variants: Iterable[Path] = ()) -> Game:
    """The game; when it is not valid, all that is wrong goes to standard error."""
    try:
        game = load(path, variants=tuple(variants), cache_dir=cache_folder())
    except InvalidGame as invalid:
        show_on_standard_error(invalid.report)
        raise click.exceptions.Exit(ExitStatus.FOUND_PROBLEMS) from None
    # What is said of each file alone is for `validate`; this only shows when they are put together.
    together = Report([found for found in game.report if found.code == "variants-disagree"])
    if together:
        show_on_standard_error(together)
    return game


def made(variant: Path) -> None:
    """Carries a variant out on its base, without checking what becomes of it; complains as `loaded` does."""
    report = Report()
    pipeline.read_tree(variant, [], Files(cache_folder()), report)
    if report.has_errors:
        show_on_standard_error(report)
        raise click.exceptions.Exit(ExitStatus.FOUND_PROBLEMS)


def program_for(game: Game, players: int, options: Iterable[tuple[str, str]] = ()) -> ir.Program:
    """What the engine runs for so many players with these options."""
    try:
        return game.program(players, options_of(options))
    except InvalidGame as invalid:
        show_on_standard_error(invalid.report)
        raise click.exceptions.Exit(ExitStatus.FOUND_PROBLEMS) from None
    except UnknownOption as unknown:
        raise CannotDo(str(unknown)) from None


def options_of(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """What was set on the command line; each option once."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if found.setdefault(name, value) != value:
            raise CannotDo(f"option {name} is set twice, to {found[name]} and to {value}")
    return found


def read_source(path: Path, report: Report) -> Source | None:
    """The text of a file; when it is no text, the report says why."""
    # One byte more than is read tells that there is more.
    with path.open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    try:
        return Source.from_bytes(str(path), data, limit=MAX_FILE_BYTES)
    except SourceError as error:
        report.add(Diagnostic.of_source_error(error))
        return None


def read_tree(path: Path) -> tuple[Source, ast.GameFile | ast.VariantFile]:
    """What is written in a file, whether or not it can be played."""
    report = Report()
    source = read_source(path, report)
    tree = parse(source, report, cache_dir=cache_folder()) if source else None
    if source is None or tree is None:
        show_on_standard_error(report)
        raise click.exceptions.Exit(ExitStatus.FOUND_PROBLEMS)
    return source, tree


def show_on_standard_error(report: Report) -> None:
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    click.echo(full.render(report, color=colour), err=True)
    click.echo(counts.render(report), err=True)


def game_files(paths: Iterable[Path]) -> list[Path]:
    """The files that are meant: those named, and every game in the folders named; each once."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(
                file
                for file in path.rglob(f"*{SUFFIX}")
                if file.is_file() and not any(part.startswith(".") for part in file.relative_to(path).parts)
            )
            if not inside:
                raise CannotDo(f"there is no {SUFFIX} file in the folder {path}")
            steering = first_that_acts(map(str, inside))
            if steering is not None:
                raise CannotDo(f"the name of {steering} has a control character in it; rename the file")
            found |= dict.fromkeys(inside)
        else:
            found[path] = None
    return list(found)


def plural(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
