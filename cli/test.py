"""`rulesdsl test`."""

from collections.abc import Sequence
from pathlib import Path

import click

from rulesdsl.diagnostics import Report
from rulesdsl.diagnostics.render import github

from . import junit
from .examples import Named, Outcome, Place, Stop, Tried, tested
from .exit_status import ExitStatus
from .game_options import games_argument, variant_option
from .loading import plural, show_on_standard_error
from .output_guard import for_commands
from .output_options import format_option_of_checks, json_text
from .projects import judged, wanted_files

FORMATS = ("text", "github", "json", "junit")


@click.command("test")
@games_argument
@click.option(
    "--only", metavar="WORDS", help="Only examples that have these words in their title or cite this rule."
)
@variant_option
@click.option("--verbose", is_flag=True, help="Show the examples that pass, too.")
@format_option_of_checks(FORMATS)
def command(
    files: tuple[Path, ...],
    only: str | None,
    variants: tuple[Path, ...],
    verbose: bool,
    output_format: str,
) -> ExitStatus:
    """Run the examples in the files; a failing one is shown as given, got and expected.

    Folders are searched for .game files; without FILE, all files of the project are meant. Of a variant its
    own examples have to come out right; how many of its base's come out otherwise is told, and no failure.

    \b
    Examples:
      rulesdsl test
      rulesdsl test road_trip
      rulesdsl test games/ --only RT-12
      rulesdsl test mine.game --verbose
    """
    wanted = wanted_files(files)
    outcomes: dict[Path, Outcome] = {}
    for path, result in zip(wanted, tested(wanted, variants), strict=True):
        outcome = outcomes[path] = judged(result) if isinstance(result, Report) else result
        if isinstance(outcome, Report):
            # The other files are tested all the same.
            if output_format == "github":
                click.echo(github.render(outcome), nl=False, file=for_commands())
            elif output_format == "text":
                show_on_standard_error(outcome)
            continue
        if outcome.warned:
            click.echo(outcome.warned, err=True)
        if output_format in ("text", "github"):
            _show(path, _of(outcome.own, only), variants, verbose=verbose)
            if output_format == "github":
                _annotate(path, _of(outcome.own, only))
            others = [example for example in outcome.of_the_base if example.has(only)]
            _show_inherited(_of(outcome.inherited, only), others, verbose=verbose)
    results = [
        (path, example)
        for path, outcome in outcomes.items()
        if not isinstance(outcome, Report)
        for example in _of(outcome.own, only)
    ]
    failed = sum(not outcome.ok for _, outcome in results)
    invalid = sum(isinstance(outcome, Report) for outcome in outcomes.values())
    if output_format == "json":
        outcomes_as_data = [
            _as_data(path, result)
            for path, outcome in outcomes.items()
            for result in (_invalid(outcome) if isinstance(outcome, Report) else _of(outcome.own, only))
        ]
        click.echo(json_text(outcomes_as_data))
    elif output_format == "junit":
        click.echo(_junit(outcomes, only), nl=False)
    elif len(wanted) > 1 or invalid:
        parts = [plural(len(results), "example"), f"{failed} failed"]
        if invalid:
            parts.append(f"{plural(invalid, 'file')} not valid")
        click.echo(f"\n{', '.join(parts)}")
    return ExitStatus.FOUND_PROBLEMS if failed or invalid else ExitStatus.FINE


def _of(results: Sequence[Tried], only: str | None) -> list[Tried]:
    return [result for result in results if result.has(only)]


def _invalid(report: Report) -> list[Tried]:
    """The errors of a file whose examples cannot be run, told in the place of these."""
    return [
        Tried(
            title="the file is valid",
            outcome="invalid",
            message=f"{error.code}: {error.message}",
            place=Place(error.span.source.name, error.span.line),
            rules=(),
        )
        for error in report.errors
    ]


def _annotate(path: Path, results: list[Tried]) -> None:
    """A failing example beside its line, as a command to the runner."""
    for result in results:
        if result.ok:
            continue
        properties = {"title": f"rulesdsl: example {result.outcome}", "file": str(path)}
        if result.place is not None:
            properties |= {"file": result.place.file, "line": str(result.place.line)}
        message = "\n".join([f'"{result.title}"', *_details(result)])
        click.echo(github.command("error", properties, message), file=for_commands())


def _details(result: Tried) -> list[str]:
    """What there is to say of a failure, without where."""
    return [*_given(result), f"at        {result.line}", *_compared(result)]


def _given(result: Tried) -> list[str]:
    return ["given", *(f"  {line}" for line in result.given)] if result.given else []


def _compared(result: Tried) -> list[str]:
    lines = []
    if result.got or result.expected:
        lines += [f"got       {result.got}", f"expected  {result.expected}"]
    if result.message and not (result.got and result.message.startswith("got ")):
        lines.append(result.message)
    return lines


def _junit(outcomes: dict[Path, Outcome], only: str | None) -> str:
    """A suite for each file, a case for each example; a file that is not valid is a case that fails."""
    cases = []
    for path, outcome in outcomes.items():
        if isinstance(outcome, Report):
            errors = "".join(f"{error}\n" for error in outcome.errors)
            failed = f"the file is not valid: {plural(len(outcome.errors), 'error')}"
            cases.append(junit.Case(str(path), "is valid", str(path), None, failed, errors))
            continue
        for example in _of(outcome.own, only):
            failed_so = (
                None if example.ok else example.message or f"got {example.got}, expected {example.expected}"
            )
            details = "" if example.ok else "\n".join(_details(example)) + "\n"
            line = example.place.line if example.place else None
            note = f"{example.stopped.message}\n" if example.stopped else ""
            cases.append(junit.Case(str(path), example.title, str(path), line, failed_so, details, note))
    return junit.written(cases)


def _show(path: Path, results: list[Tried], variants: tuple[Path, ...], *, verbose: bool) -> None:
    for result in results:
        if not result.ok:
            _show_failure(path, result)
        elif verbose:
            click.echo(f"{click.style('ok', fg='green')}    {result.title}")
        if result.ok and result.stopped is not None:
            click.echo(f'{click.style("note", fg="yellow", bold=True)} "{result.title}"')
            _show_stop(path, result.stopped)
            click.echo()
    what = f"{' + '.join(map(str, variants))} on {path}" if variants else str(path)
    passed = sum(result.ok for result in results)
    if passed == len(results):
        many = (
            ("no examples of its own" if variants else "no examples")
            if not results
            else f"{plural(passed, 'example')} {'passes' if passed == 1 else 'pass'}"
        )
        click.echo(f"{what}: {click.style(many, fg='green' if results else 'yellow')}")
    else:
        count = click.style(f"{len(results) - passed} of {plural(len(results), 'example')} failed", fg="red")
        click.echo(f"{what}: {count}")


def _show_inherited(results: list[Tried], of_the_base: list[Named], *, verbose: bool) -> None:
    """The examples of the base under a variant: that they come out otherwise is what a variant is for."""
    otherwise = [result for result in results if not result.ok]
    count = len(of_the_base)
    if not count:
        return
    come = "comes" if len(otherwise) == 1 else "come"
    summary = f"  of the base's {plural(count, 'example')} {len(otherwise) or 'none'} {come} out otherwise"
    if left := count - len(results):
        summary += f", {left} {'speaks' if left == 1 else 'speak'} of what is not there any more"
    click.echo(summary)
    if verbose:
        for result in otherwise:
            click.echo(f"    {result.title}")


def _show_failure(path: Path, result: Tried) -> None:
    place = _at(result.place, path)
    rules = click.style(f"  [{' '.join(result.rules)}]", dim=True) if result.rules else ""
    click.echo(f'{click.style(result.outcome, fg="red", bold=True)} "{result.title}"{rules}')
    click.echo(f"  at {place}: {result.line}")
    for line in (*_given(result), *_compared(result)):
        click.echo(f"  {line}")
    if result.stopped is not None:
        _show_stop(path, result.stopped)
    click.echo()


def _at(place: Place | None, path: Path) -> str:
    return f"{place.file}:{place.line}" if place else str(path)


def _show_stop(path: Path, stopped: Stop) -> None:
    click.echo(f"  at {_at(stopped.place, path)}: {stopped.line}")
    click.echo(f"  {stopped.message}")
    click.echo(f"  {stopped.hint}")


def _as_data(path: Path, result: Tried) -> dict[str, object]:
    return {
        "file": str(path),
        "title": result.title,
        "outcome": result.outcome,
        "rules": list(result.rules),
        "message": result.message,
        "line": result.place.line if result.place else None,
        "text": result.line,
        "given": list(result.given),
        "got": result.got,
        "expected": result.expected,
        "note": result.stopped.message if result.stopped else "",
    }
