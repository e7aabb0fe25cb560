"""`rulesdsl fix`."""

from functools import partial
from pathlib import Path

import click

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.game_files import LARGEST_FILE
from rulesdsl.named_files import start_of
from rulesdsl.repairs import repaired
from rulesdsl.source import BYTE_ORDER_MARK, Source, SourceError

from .checking import check_text
from .exit_status import ExitStatus
from .fmt import show_difference
from .game_options import games_argument
from .loading import plural, show_on_standard_error
from .projects import project_around, wanted_files
from .validate import codes
from .whole_files import write_whole


@click.command("fix")
@games_argument
@click.option("--diff", is_flag=True, help="Change no file; show what would be changed.")
@click.option(
    "--select", callback=codes, multiple=True, metavar="CODES", help="Only what has these codes or areas."
)
@click.option("--likely", is_flag=True, help="Also what is only likely, such as `did you mean`.")
def command(files: tuple[Path, ...], diff: bool, select: frozenset[str], likely: bool) -> ExitStatus:
    """Carry out the repairs that are certain: what `validate` finds, and knows how to put right.

    Each repair is checked: it stays only if what was found is gone, and nothing new is found in its place.
    Without FILE, all files of the project are meant.

    \b
    Examples:
      rulesdsl fix --diff
      rulesdsl fix mine.game
      rulesdsl fix mine.game --select allow,syntax-error
      rulesdsl fix mine.game --likely
    """
    changed = unreadable = mended = 0
    for path in wanted_files(files):
        data = start_of(path, LARGEST_FILE)
        try:
            source = Source.from_bytes(str(path), data, limit=LARGEST_FILE)
        except SourceError as error:
            show_on_standard_error(Report([Diagnostic.of_source_error(error)]))
            unreadable += 1
            continue
        attempt = repaired(
            str(path),
            source.text,
            partial(_checked, path),
            lambda diagnostic: _wanted(diagnostic, select, likely=likely),
        )
        if not attempt.mended:
            continue
        changed += 1
        mended += len(attempt.mended)
        new = _as_it_was_written(attempt.text, data)
        if diff:
            show_difference(str(path), data, new, "repaired")
            continue
        write_whole(path, new)
        for diagnostic in attempt.mended:
            assert diagnostic.fix is not None
            title = diagnostic.fix.title
            click.echo(f"{path}:{diagnostic.span.line}: {diagnostic.code}: {title[0].lower()}{title[1:]}")
    would = "would be " if diff else ""
    click.echo(f"{plural(mended, 'finding')} {would}repaired in {plural(changed, 'file')}", err=True)
    return ExitStatus.FOUND_PROBLEMS if unreadable or (diff and changed) else ExitStatus.FINE


def _checked(path: Path, text: str) -> Report:
    return check_text(path, text.encode())


def _wanted(diagnostic: Diagnostic, select: frozenset[str], *, likely: bool) -> bool:
    if diagnostic.fix is None or (select and diagnostic.code not in select):
        return False
    wanted = project_around(Path(diagnostic.span.source.name)).judged(diagnostic) is not None
    return wanted and (likely or diagnostic.fix.certain)


def _as_it_was_written(text: str, data: bytes) -> str:
    """With the ends of lines, and the mark at its beginning, that the file had."""
    if b"\r\n" in data:
        text = text.replace("\n", "\r\n")
    return BYTE_ORDER_MARK + text if data.startswith(BYTE_ORDER_MARK.encode()) else text
