"""`rulesdsl validate`."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import click
from attrs import frozen

from rulesdsl.diagnostics import LATER_CHECKS, Diagnostic, Report, Severity, entry
from rulesdsl.diagnostics.catalogue import CATALOGUE
from rulesdsl.diagnostics.render import concise, counts, full, github, gitlab, json, sarif
from rulesdsl.diagnostics.suggest import or_meant
from rulesdsl.project import Accepted, BadBaseline, without_accepted

from . import junit
from .checking import Checked, check_text, checked
from .exit_status import CannotDo, ExitStatus
from .game_options import STANDARD_INPUT, games_or_input_argument
from .loading import plural, show_on_standard_error
from .output_guard import for_commands
from .output_options import for_a_person, format_option_of_checks
from .projects import judged, project_around, wanted_files
from .whole_files import write_whole


@frozen
class Findings:
    """What is told: the findings, of which files, and where their pages lie."""

    report: Report
    files: Sequence[Path]
    documentation: str | None


def _junit(findings: Findings) -> str:
    """A case for each file."""
    of_file: dict[Path, list[Diagnostic]] = {path: [] for path in findings.files}
    for diagnostic in findings.report:
        of_file.setdefault(Path(diagnostic.span.source.name), []).append(diagnostic)
    cases = []
    for path, diagnostics in of_file.items():
        errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
        first = errors[0] if errors else None
        cases.append(
            junit.Case(
                suite="validate",
                name=str(path),
                file=str(path),
                line=first.span.line if first else None,
                failed=counts.render(Report(list(errors))) if errors else None,
                details="".join(map(full_text, errors)),
                output="".join(
                    full_text(diagnostic) for diagnostic in diagnostics if diagnostic not in errors
                ),
            )
        )
    return junit.written(cases)


def full_text(diagnostic: Diagnostic) -> str:
    return f"{diagnostic}\n"


RENDERERS: dict[str, Callable[[Findings], str]] = {
    "text": lambda findings: full.render(findings.report, color=for_a_person()),
    "concise": lambda findings: concise.render(findings.report),
    "json": lambda findings: json.render(findings.report),
    "github": lambda findings: github.render(findings.report),
    "gitlab": lambda findings: gitlab.render(findings.report),
    "junit": _junit,
    "sarif": lambda findings: sarif.render(findings.report, documentation=findings.documentation),
}
# How often a watched file is looked at, in seconds.
LOOK = 0.3


def codes(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> frozenset[str]:
    """`uncited-rule,rules`: codes, and areas that stand for all codes in them."""
    areas: dict[str, set[str]] = {}
    for line in CATALOGUE.values():
        areas.setdefault(line.area, set()).add(line.code)
    known: set[str] = set()
    for word in (word.strip() for listed in given for word in listed.split(",")):
        if word in CATALOGUE:
            known.add(word)
        elif word in areas:
            known |= areas[word]
        elif word:
            meant = or_meant(word, [*CATALOGUE, *areas])
            raise click.BadParameter(
                f"there is no code and no area `{word}`{meant}; `rulesdsl explain` lists them"
            )
    return frozenset(known)


@click.command("validate")
@games_or_input_argument
@format_option_of_checks(RENDERERS)
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
@click.option(
    "--write-baseline", is_flag=True, help="Accept all that is found now: write it into the baseline."
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until interrupted.")
def command(
    files: tuple[Path, ...],
    output_format: str,
    select: frozenset[str],
    ignore: frozenset[str],
    strict: bool,
    stdin_filename: str | None,
    write_baseline: bool,
    watch: bool,
) -> ExitStatus:
    """Check games and variants: everything that is wrong, without playing.

    Folders are searched for .game files. A variant is checked together with its base. Without FILE, all files
    of the project are checked (see `rulesdsl config`).

    \b
    Examples:
      rulesdsl validate
      rulesdsl validate games/ --strict
      rulesdsl validate mine.game --ignore uncited-rule
      rulesdsl validate games/ --format sarif > rulesdsl.sarif
      rulesdsl validate --stdin-filename mine.game - < draft.game
    """
    github = output_format == "github"
    from_input = stdin_filename is not None or STANDARD_INPUT in files
    if from_input and (watch or write_baseline or any(path != STANDARD_INPUT for path in files)):
        raise CannotDo("either standard input or files, not both")

    def check() -> tuple[ExitStatus, set[Path]]:
        if from_input:
            name = Path(stdin_filename or "<stdin>")
            wanted = [name]
            report, read = _checked({name: (check_text(name, sys.stdin.buffer.read()), set[Path]())})
        else:
            wanted = wanted_files(files)
            report, read = _checked(checked(wanted))
        if write_baseline:
            return _write_baselines(report, wanted, whole=not files), read
        shown = _chosen(_beyond_baselines(report, wanted, whole=not files), select, ignore)
        documentation = project_around(wanted[0]).setting("documentation").value
        output = RENDERERS[output_format](Findings(shown, wanted, documentation))
        click.echo(output, nl=False, file=for_commands() if github else None)
        if output_format == "text":
            _sum_up(shown, len(wanted))
        failed = any(_fails(diagnostic, strict=strict) for diagnostic in shown)
        return (ExitStatus.FOUND_PROBLEMS if failed else ExitStatus.FINE), read

    if watch:
        _watch(check)
    return check()[0]


def _checked(checked_files: Mapping[Path, Checked]) -> tuple[Report, set[Path]]:
    """All that is wrong with the files, as their projects see it, and the files that were read for it."""
    report, read = Report(), set[Path]()
    for part, made_of in checked_files.values():
        report.extend(judged(part))
        report.unfinished = report.unfinished or part.unfinished
        read |= made_of
    return report, read


def _beyond_baselines(report: Report, paths: Sequence[Path], *, whole: bool) -> Report:
    """Without what is accepted; what is accepted and gone is told where the whole project was looked at."""
    for project in dict.fromkeys(project_around(path) for path in paths):
        file = project.baseline
        if file is None or not file.exists():
            continue
        report, gone = without_accepted(report, _accepted(file), project)
        if whole and gone:
            many = plural(gone.total(), "finding")
            click.echo(
                f"note: {many} of {file} {'is' if gone.total() == 1 else 'are'} gone;"
                " --write-baseline writes it anew",
                err=True,
            )
    return report


def _accepted(file: Path) -> Accepted:
    try:
        return Accepted.read(file)
    except BadBaseline as bad:
        raise CannotDo(str(bad)) from None


def _write_baselines(report: Report, paths: Sequence[Path], *, whole: bool) -> ExitStatus:
    """Each project's own; what was accepted in files that are not looked at now stays so."""
    projects = dict.fromkeys(project_around(path) for path in paths)
    if any(project.baseline is None for project in projects):
        raise CannotDo(
            'no file is named for the baseline; write `baseline = "baseline.json"` in the settings'
        )
    for project in projects:
        file = project.baseline
        assert file is not None
        # Whatever else stands there is somebody's work, and not to be lost.
        before = _accepted(file) if file.exists() else Accepted()
        looked_at = {name for path in paths if (name := project.name_of(path)) is not None}
        here = [
            diagnostic
            for diagnostic in report
            if project_around(Path(diagnostic.span.source.name)) is project
        ]
        accepted = Accepted.of(map(project.key_of, here))
        if not whole:
            accepted = accepted.beside(before, looked_at)
        write_whole(file, accepted.written())
        click.echo(f"{plural(accepted.counts.total(), 'finding')} accepted in {file}")
    # What breaks a promise of the language is not accepted, whatever a project says of warnings.
    errors = Report(
        [diagnostic for diagnostic in report if entry(diagnostic.code).severity is Severity.ERROR]
    )
    if errors:
        show_on_standard_error(errors)
        click.echo("errors are not accepted: mend them", err=True)
        return ExitStatus.FOUND_PROBLEMS
    return ExitStatus.FINE


def _chosen(report: Report, select: frozenset[str], ignore: frozenset[str]) -> Report:
    chosen = Report(unfinished=report.unfinished)
    chosen.extend(
        diagnostic
        for diagnostic in report
        if (not select or diagnostic.code in select) and diagnostic.code not in ignore
    )
    return chosen


def _fails(diagnostic: Diagnostic, *, strict: bool) -> bool:
    if diagnostic.severity is Severity.ERROR:
        return True
    path = Path(diagnostic.span.source.name)
    return strict or bool(project_around(path).setting("strict", path).value)


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
    stamps: dict[Path, tuple[int, int] | None] = {}
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            stamps[path] = None
        else:
            stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
