"""`rulesdsl test`."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from rulesdsl.check.tree_walk import rules_of
from rulesdsl.checked_game import Game
from rulesdsl.engine.examples.run import Result, Stopped, run_example
from rulesdsl.syntax import ast

from .exit_status import ExitStatus
from .game_options import games_argument, variant_option
from .loading import game_files, loaded, plural
from .output_options import format_option
from .unread_settings import say_what_is_not_read


@click.command("test")
@games_argument
@click.option(
    "--only", metavar="WORDS", help="Only examples that have these words in their title or cite this rule."
)
@variant_option
@click.option("--verbose", is_flag=True, help="Show the examples that pass, too.")
@format_option("text", "json")
def command(
    files: tuple[Path, ...], only: str | None, variants: tuple[Path, ...], verbose: bool, output_format: str
) -> ExitStatus:
    """Run the examples in the files; a failing one is shown as given, got and expected.

    Folders are searched for .game files. Of a variant its own examples have to come out right; how many of
    its base's come out otherwise is told, and no failure.

    \b
    Examples:
      rulesdsl test road_trip
      rulesdsl test games/ --only RT-12
      rulesdsl test mine.game --verbose
    """
    say_what_is_not_read(files)
    results: list[tuple[Path, Result]] = []
    invalid = 0
    wanted = game_files(files)
    for path in wanted:
        try:
            game = loaded(path, variants)
        except click.exceptions.Exit:
            # What is wrong with it has been said; the other files are tested all the same.
            invalid += 1
            continue
        found = sorted(_results(game, only), key=_place)
        results += [(path, result) for result in found]
        if output_format == "text":
            _show(path, found, variants, verbose=verbose)
            of_the_base = [
                one for one in game.examples if one.span.source is not game.top and _wanted(one, only)
            ]
            _show_inherited(list(_results(game, only, inherited=True)), len(of_the_base), verbose=verbose)
    failed = sum(not result.ok for _, result in results)
    if output_format == "json":
        click.echo(
            json.dumps([_as_data(path, result) for path, result in results], indent=2, ensure_ascii=False)
        )
    elif len(wanted) > 1 or invalid:
        parts = [plural(len(results), "example"), f"{failed} failed"]
        if invalid:
            parts.append(f"{plural(invalid, 'file')} not valid")
        click.echo(f"\n{', '.join(parts)}")
    return ExitStatus.FOUND_PROBLEMS if failed or invalid else ExitStatus.FINE


def _results(game: Game, only: str | None, *, inherited: bool = False) -> Iterator[Result]:
    for program in game.example_programs(inherited=inherited):
        for example in program.examples:
            if only is None or only.lower() in example.title.lower() or only in example.rules:
                yield run_example(program, example)


def _wanted(example: ast.ExampleDecl, only: str | None) -> bool:
    return only is None or only.lower() in example.title.value.lower() or only in rules_of(example.cite)


def _place(result: Result) -> int:
    """Examples are run in groups, by players and options, and shown in the order of the file."""
    return result.span.start if result.span else 0


def _show(path: Path, results: list[Result], variants: tuple[Path, ...], *, verbose: bool) -> None:
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


def _show_inherited(results: list[Result], count: int, *, verbose: bool) -> None:
    """The examples of the base under a variant: that they come out otherwise is what a variant is for."""
    otherwise = [result for result in results if not result.ok]
    if not count:
        return
    come = "comes" if len(otherwise) == 1 else "come"
    told = f"  of the base's {plural(count, 'example')} {len(otherwise) or 'none'} {come} out otherwise"
    if left := count - len(results):
        told += f", {left} {'speaks' if left == 1 else 'speak'} of what is not there any more"
    click.echo(told)
    if verbose:
        for result in otherwise:
            click.echo(f"    {result.title}")


def _show_failure(path: Path, result: Result) -> None:
    place = f"{result.span.source.name}:{result.span.line}" if result.span else str(path)
    rules = click.style(f"  [{' '.join(result.rules)}]", dim=True) if result.rules else ""
    click.echo(f'{click.style(result.outcome, fg="red", bold=True)} "{result.title}"{rules}')
    click.echo(f"  at {place}: {result.line}")
    if result.given:
        click.echo("  given")
        for line in result.given:
            click.echo(f"    {line.text}")
    if result.got or result.expected:
        click.echo(f"  got       {result.got}")
        click.echo(f"  expected  {result.expected}")
    if result.message and not (result.got and result.message.startswith("got ")):
        click.echo(f"  {result.message}")
    if result.stopped is not None:
        _show_stop(path, result.stopped)
    click.echo()


def _show_stop(path: Path, stopped: Stopped) -> None:
    span = stopped.span
    place = f"{span.source.name}:{span.line}" if span else str(path)
    click.echo(f"  at {place}: {stopped.line}")
    click.echo(f"  {stopped.message}")
    click.echo(f"  {stopped.hint}")


def _as_data(path: Path, result: Result) -> dict[str, object]:
    return {
        "file": str(path),
        "title": result.title,
        "outcome": result.outcome,
        "rules": list(result.rules),
        "message": result.message,
        "line": result.span.line if result.span else None,
        "text": result.line,
        "given": [line.text for line in result.given],
        "got": result.got,
        "expected": result.expected,
        "note": result.stopped.message if result.stopped else "",
    }
