"""`rulesdsl rules`."""

from collections.abc import Sequence
from pathlib import Path

import click

from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.named_files import OtherKind, OutsideFolder
from rulesdsl.rule_list import Comparison, Standing, Use, compare, read_rule_list, uses
from rulesdsl.source import Source
from rulesdsl.syntax import ast

from .exit_status import CannotDo, ExitStatus
from .game_options import game_argument
from .loading import plural, read_source, read_tree, show_on_standard_error
from .output_options import format_option, json_text, width


@click.command("rules")
@game_argument
@click.option(
    "--list", "rule_list", type=click.Path(path_type=Path), metavar="LIST", help="Another rule list."
)
@format_option("text", "json")
def command(file: Path, rule_list: Path | None, output_format: str) -> ExitStatus:
    """Hold the rule list of a game against its file.

    For each rule: the lines that carry it out, the examples that try it. A rule that no line carries out
    is missing, unless the file says that it is left out; a rule that is cited and not in the list is unknown.
    Either makes the exit status 1.

    \b
    Examples:
      rulesdsl rules road_trip
      rulesdsl rules mine.game --list rulebook.md
      rulesdsl rules mine.game --format json
    """
    cited, listed = _uses_and_list(file)
    report = Report()
    if rule_list is not None:
        source = read_source(rule_list, report)
    elif listed is not None:
        files = Files()
        files.keep(listed.span.source, Path(listed.span.source.name).parent)
        source = files.rule_list(listed, report)
    else:
        raise CannotDo(f'{file} names no rule list; write one as `rules "LIST.md"`, or give it with --list')
    if source is None:
        show_on_standard_error(report)
        return ExitStatus.FOUND_PROBLEMS
    rules = read_rule_list(source)
    if not rules.rules:
        raise CannotDo(f"{source.name} has no rules; a rule is an item such as `- RT-01 Shuffle the cards.`")
    comparison = compare(rules, cited)
    if output_format == "json":
        click.echo(json_text(_as_data(comparison)))
    else:
        _show(comparison, file)
    return ExitStatus.FINE if comparison.complete else ExitStatus.FOUND_PROBLEMS


def _uses_and_list(file: Path) -> tuple[list[Use], ast.Text | None]:
    """All that the file and its bases cite, and where the last base names its rule list."""
    seen: set[Path] = set()
    cited: list[Use] = []
    while True:
        if file.resolve() in seen:
            raise CannotDo(f"{file} is a variant of itself")
        seen.add(file.resolve())
        source, tree = read_tree(file)
        cited += uses(source, tree)
        match tree:
            case ast.GameFile(headings):
                lines = [line for line in headings if isinstance(line, ast.RulesLine)]
                return cited, lines[0].path if lines else None
            case ast.VariantFile(base=base):
                file = base_file(file, base.value)


def base_file(variant: Path, base: str) -> Path:
    """Where the game lies that a variant is of: beside it, or among those that come with rulesdsl."""
    from rulesdsl.library import base_of

    try:
        return base_of(variant, base)
    except (OutsideFolder, OtherKind) as problem:
        raise CannotDo(f"the base of {variant}: {problem}") from None
    except OSError:
        raise CannotDo(f"{variant} is a variant of {base}, which is not there") from None


def _show(comparison: Comparison, file: Path) -> None:
    here = str(file)
    id_width = max(len(standing.rule.id) for standing in comparison.standings)
    section = ""
    for standing in comparison.standings:
        if standing.rule.section != section:
            section = standing.rule.section
            click.echo(
                ("\n" if standing is not comparison.standings[0] else "") + click.style(section, bold=True)
            )
        standing_text, colour = _standing_text(standing, here)
        start = f"  {standing.rule.id:<{id_width}}  "
        room = max(20, width() - len(start))
        click.echo(start + _cut(standing.rule.text, room))
        click.echo(" " * len(start) + click.style(standing_text, fg=colour))
    for use in comparison.unknown:
        place = f"{use.span.source.name}:{use.span.line}"
        click.echo(
            f"\n{click.style('unknown', fg='red')}  {use.id} is cited at {place} ({use.inside}),"
            " and not in the list"
        )
    for rule in comparison.repeated:
        click.echo(
            f"\n{click.style('repeated', fg='red')}  {rule.id} is in the list twice,"
            f" again in line {rule.span.line}"
        )
    click.echo(f"\n{_summary(comparison)}")


def _standing_text(standing: Standing, here: str) -> tuple[str, str | None]:
    if standing.missing:
        tried = f"; tried by {_places(standing.examples, here)}" if standing.examples else ""
        return f"missing: no line carries it out{tried}", "red"
    parts = []
    if standing.written:
        parts.append(f"written at {_places(standing.written, here)}")
    if standing.omitted:
        parts.append(f"left out, {standing.omitted[0].inside}")
    if standing.examples:
        parts.append(
            f"tried by {plural(len(standing.examples), 'example')} ({_places(standing.examples, here)})"
        )
    elif standing.written:
        parts.append("tried by no example")
    return ", ".join(parts), "yellow" if standing.untried else "green"


def _places(cited: Sequence[Use], here: str) -> str:
    """Lines; the file is said where it is not the one asked about."""
    places = [
        str(use.span.line)
        if use.span.source.name == here
        else f"{Path(use.span.source.name).name}:{use.span.line}"
        for use in cited
    ]
    word = "line" if len(places) == 1 else "lines"
    return f"{word} {', '.join(dict.fromkeys(places))}"


def _summary(comparison: Comparison) -> str:
    standings = comparison.standings
    counted = [
        (len(standings), "rule", "rules", ""),
        (sum(bool(standing.written) for standing in standings), "written", "written", "green"),
        (sum(bool(standing.examples) for standing in standings), "tried", "tried", "green"),
        (sum(bool(standing.omitted) for standing in standings), "left out", "left out", ""),
        (len(comparison.missing), "missing", "missing", "red"),
        (len(comparison.unknown), "unknown", "unknown", "red"),
        (len(comparison.repeated), "repeated", "repeated", "red"),
    ]
    shown = [
        click.style(f"{count} {singular if count == 1 else many}", fg=colour or None)
        for index, (count, singular, many, colour) in enumerate(counted)
        if count or index == 0
    ]
    return ", ".join(shown)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def _as_data(comparison: Comparison) -> dict[str, object]:
    return {
        "rules": [
            {
                "id": standing.rule.id,
                "section": standing.rule.section,
                "text": standing.rule.text,
                "written": [_place(use) for use in standing.written],
                "examples": [_place(use) for use in standing.examples],
                "omitted": [_place(use) for use in standing.omitted],
                "missing": standing.missing,
            }
            for standing in comparison.standings
        ],
        "unknown": [{"id": use.id, **_place(use)} for use in comparison.unknown],
        "repeated": [
            {"id": rule.id, **_line(rule.span.source, rule.span.line)} for rule in comparison.repeated
        ],
    }


def _place(use: Use) -> dict[str, object]:
    return {**_line(use.span.source, use.span.line), "inside": use.inside}


def _line(source: Source, line: int) -> dict[str, object]:
    return {"file": source.name, "line": line}
