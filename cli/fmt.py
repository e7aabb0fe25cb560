"""`rulesdsl fmt`."""

import difflib
import sys
from pathlib import Path

import click

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.named_files import start_of
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import parse
from rulesdsl.syntax.formatter import UnreadableText, format_source
from rulesdsl.syntax.limits import MAX_FILE_BYTES

from .exit_status import CannotDo, ExitStatus
from .game_options import STANDARD_INPUT, games_or_input_argument
from .loading import cache_folder, plural, show_on_standard_error
from .output_options import for_a_person
from .projects import project_around, wanted_files
from .whole_files import write_whole

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("fmt")
@games_or_input_argument
@click.option("--check", is_flag=True, help="Change no file; say which would be changed.")
@click.option("--diff", is_flag=True, help="Change no file; show what would be changed.")
@click.option(
    "--stdin-filename", metavar="NAME", default="<stdin>", help="What the text from standard input is called."
)
def command(files: tuple[Path, ...], check: bool, diff: bool, stdin_filename: str) -> ExitStatus:
    """Lay files out in the one canonical way; comments stay.

    Folders are searched for .game files. Without FILE, all files of the project are meant. With - as FILE the
    text comes from standard input and goes to standard output.

    \b
    Examples:
      rulesdsl fmt
      rulesdsl fmt --check games/
      rulesdsl fmt --diff mine.game
      rulesdsl fmt - < mine.game
    """
    if STANDARD_INPUT in files:
        if len(files) > 1:
            raise CannotDo("either standard input or files, not both")
        return _filter(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), stdin_filename, check=check, diff=diff)
    changed = unreadable = 0
    wanted = wanted_files(files)
    for path in wanted:
        data = start_of(path, MAX_FILE_BYTES)
        new = _formatted(str(path), data)
        if new is None:
            unreadable += 1
            continue
        if new.encode() == data:
            continue
        changed += 1
        if diff:
            show_difference(str(path), data, new)
        elif check:
            click.echo(f"would change {path}")
        else:
            write_whole(path, new)
            click.echo(f"changed {path}")
    unchanged = len(wanted) - changed - unreadable
    done = "would be changed" if check or diff else "changed"
    parts = [
        f"{plural(changed, 'file')} {done}" if changed else "",
        f"{plural(unchanged, 'file')} already in order" if unchanged else "",
        f"{plural(unreadable, 'file')} cannot be read" if unreadable else "",
    ]
    click.echo(", ".join(part for part in parts if part), err=True)
    found_problems = unreadable or (changed and (check or diff))
    return ExitStatus.FOUND_PROBLEMS if found_problems else ExitStatus.FINE


def _filter(data: bytes, name: str, *, check: bool, diff: bool) -> ExitStatus:
    new = _formatted(name, data)
    if new is None:
        return ExitStatus.FOUND_PROBLEMS
    differs = new.encode() != data
    if diff:
        if differs:
            show_difference(name, data, new)
    elif check:
        if differs:
            click.echo(f"would change {name}")
    else:
        click.echo(new, nl=False)
        return ExitStatus.FINE
    return ExitStatus.FOUND_PROBLEMS if differs else ExitStatus.FINE


def _formatted(name: str, data: bytes) -> str | None:
    """The text as it should be; None, and on standard error why, if it cannot be read."""
    report = Report()
    try:
        source = Source.from_bytes(name, data, limit=MAX_FILE_BYTES)
    except SourceError as error:
        report.add(Diagnostic.of_source_error(error))
    else:
        try:
            width = project_around(Path(name)).setting("line-length", Path(name)).value
            return format_source(source, width=width, cache_dir=cache_folder())
        except UnreadableText:
            parse(source, report, cache_dir=cache_folder())
    show_on_standard_error(report)
    return None


def show_difference(name: str, data: bytes, new: str, done: str = "in order") -> None:
    old = data.decode("utf-8", errors="replace")
    lines = difflib.unified_diff(
        old.splitlines(keepends=True),
        new.splitlines(keepends=True),
        f"{name} (as it is)",
        f"{name} ({done})",
    )
    for line in lines:
        # A carriage return would be lost on a terminal, and be the only difference.
        shown = line.rstrip("\n").replace("\r", "␍")
        click.echo(click.style(shown, fg=COLOURS.get(line[0])) if for_a_person() else shown)
