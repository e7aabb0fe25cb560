"""`rulesdsl validate`."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import click

from rulesdsl.diagnostics import LATER_CHECKS, Report
from rulesdsl.diagnostics.catalogue import CATALOGUE
from rulesdsl.diagnostics.render import concise, counts, full, github, json, sarif
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.game_files import LARGEST_FILE, Files
from rulesdsl.pipeline import check_file, everything_wrong_with
from rulesdsl.source import Source

from .exit_status import CannotDo, ExitStatus
from .game_options import STANDARD_INPUT, complete_game, game_file_folder_or_input
from .loading import cache_folder, game_files, plural
from .output_guard import for_commands
from .output_options import for_a_person
from .unread_settings import say_what_is_not_read

RENDERERS: dict[str, Callable[[Report], str]] = {
    "text": lambda report: full.render(report, color=for_a_person()),
    "concise": concise.render,
    "json": json.render,
    "github": github.render,
    "sarif": sarif.render,
}
# How often a watched file is looked at, in seconds.
LOOK = 0.3


def codes(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> frozenset[str]:
    """`uncited-rule,rules`: codes, and areas that stand for all codes in them."""
    areas: dict[str, set[str]] = {}
    for entry in CATALOGUE.values():
        areas.setdefault(entry.area, set()).add(entry.code)
    found: set[str] = set()
    for word in (word.strip() for listed in given for word in listed.split(",")):
        if word in CATALOGUE:
            found.add(word)
        elif word in areas:
            found |= areas[word]
        elif word:
            nearest = suggest(word, [*CATALOGUE, *areas])
            meant = f"; did you mean `{nearest}`?" if nearest else ""
            raise click.BadParameter(
                f"there is no code and no area `{word}`{meant}; `rulesdsl explain` lists them"
            )
    return frozenset(found)


@click.command("validate")
@click.argument(
    "files", metavar="FILE...", type=game_file_folder_or_input, nargs=-1, shell_complete=complete_game
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(list(RENDERERS)),
    help="For whom the output is.  [default: text; inside GitHub Actions github]",
)
@click.option(
    "--select", callback=codes, multiple=True, metavar="CODES", help="Show only these codes or areas."
)
@click.option(
    "--ignore", callback=codes, multiple=True, metavar="CODES", help="Leave out these codes or areas."
)
@click.option("--strict", is_flag=True, help="Warnings, too, make the exit status 1.")
@click.option(
    "--stdin-filename", metavar="NAME", help="Check the text on standard input as if it were this file."
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until interrupted.")
def command(
    files: tuple[Path, ...],
    output_format: str | None,
    select: frozenset[str],
    ignore: frozenset[str],
    strict: bool,
    stdin_filename: str | None,
    watch: bool,
) -> ExitStatus:
    """Check games and variants: everything that is wrong, without playing.

    Folders are searched for .game files. A variant is checked together with its base.

    \b
    Examples:
      rulesdsl validate mine.game
      rulesdsl validate games/ --strict
      rulesdsl validate mine.game --ignore uncited-rule
      rulesdsl validate games/ --format sarif > rulesdsl.sarif
      rulesdsl validate --stdin-filename mine.game - < draft.game
    """
    if output_format is None:
        output_format = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    github = output_format == "github"
    from_input = stdin_filename is not None or STANDARD_INPUT in files
    if from_input and (watch or any(path != STANDARD_INPUT for path in files)):
        raise CannotDo("either standard input or files, not both")
    if not from_input and not files:
        raise click.UsageError("Missing argument 'FILE...'.")
    say_what_is_not_read(() if from_input else files)

    def check() -> tuple[ExitStatus, set[Path]]:
        if from_input:
            name = Path(stdin_filename or "<stdin>")
            report, read = _checked([name], {name: sys.stdin.buffer.read()})
            wanted = [name]
        else:
            wanted = game_files(files)
            report, read = _checked(wanted, {})
        shown = _chosen(report, select, ignore)
        click.echo(RENDERERS[output_format](shown), nl=False, file=for_commands() if github else None)
        if output_format == "text":
            _sum_up(shown, len(wanted))
        failed = shown.has_errors or (strict and bool(shown.warnings))
        return (ExitStatus.FOUND_PROBLEMS if failed else ExitStatus.FINE), read

    if watch:
        _watch(check)
    return check()[0]


def _checked(paths: Iterable[Path], texts: dict[Path, bytes]) -> tuple[Report, set[Path]]:
    """All that is wrong with the files, and the files that were read for it."""
    report = Report()
    read: set[Path] = set()
    for path in paths:
        if texts:
            found = Report()
            check_file(path, _Files(texts), found)
        else:
            found, made_of = everything_wrong_with(path, Files(cache_folder()))
            read |= made_of
        report.extend(found)
        report.unfinished = report.unfinished or found.unfinished
    return report, read


class _Files(Files):
    """Files on the disk, but for those whose text is given."""

    def __init__(self, texts: Mapping[Path, bytes]) -> None:
        super().__init__(cache_folder())
        self._texts = texts

    def game_source(self, path: Path) -> Source:
        text = self._texts.get(path)
        if text is None:
            return super().game_source(path)
        return self.keep(Source.from_bytes(str(path), text, limit=LARGEST_FILE), path.parent)


def _chosen(report: Report, select: frozenset[str], ignore: frozenset[str]) -> Report:
    chosen = Report(unfinished=report.unfinished)
    chosen.extend(
        found for found in report if (not select or found.code in select) and found.code not in ignore
    )
    return chosen


def _sum_up(report: Report, files: int) -> None:
    counted = counts.render(report)
    checked = plural(files, "file")
    if counted:
        colour = "red" if report.has_errors else "yellow"
        click.echo(f"\n{click.style(counted, fg=colour, bold=True)} in {checked}")
        if report.unfinished:
            click.echo(LATER_CHECKS)
    else:
        click.echo(click.style(f"{checked} checked, nothing found", fg="green"))


def _watch(check: Callable[[], tuple[ExitStatus, set[Path]]]) -> None:
    """Check, wait for a change, check again; only an interrupt ends it."""
    while True:
        if sys.stdout.isatty():
            click.clear()
        try:
            _, read = check()
        except click.ClickException as error:
            # A file that is gone for a moment comes back: editors write a new one and rename it.
            error.show()
            read = set()
        click.echo(f"\nwaiting for changes of {plural(len(read), 'file')}; Ctrl-C ends", err=True)
        before = _states(read)
        while _states(read) == before:
            time.sleep(LOOK)
            if not read:
                break


def _states(paths: Iterable[Path]) -> dict[Path, tuple[int, int] | None]:
    found: dict[Path, tuple[int, int] | None] = {}
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            found[path] = None
        else:
            found[path] = (status.st_mtime_ns, status.st_size)
    return found
