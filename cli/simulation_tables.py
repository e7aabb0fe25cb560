"""What many games show, in tables for the terminal."""

from collections.abc import Sequence

import click

from rulesdsl.checked_game import Game
from rulesdsl.simulate import tables
from rulesdsl.simulate.figures import places, with_error
from rulesdsl.simulate.idle_rules import not_exercised
from rulesdsl.simulate.listened import Listened, standing_first, standing_out
from rulesdsl.simulate.summary import ENDS, OUTCOMES, Summary
from rulesdsl.simulate.tables import between, percent
from rulesdsl.simulate.verdict import verdict

MOST_PIECES = 12
MOST_MESSAGES = 3
MOST_VALUES = 6


def about(summary: Summary) -> str:
    """What was played."""
    setup = summary.setup
    bots = ", ".join(setup.bots) if len(set(setup.bots)) > 1 else setup.bots[0]
    if setup.rotate:
        bots += ", changing seats"
    options = "".join(f", {name} {value}" for name, value in setup.options)
    who = f"{setup.players} players" if setup.players > 1 else "1 player"
    games = "1 game" if summary.games == 1 else f"{summary.games:,} games"
    return f"{games} of {who} ({bots}){options}, seed {setup.seed}"


def show(game: Game, summary: Summary) -> None:
    click.echo(f"{click.style(game.title, bold=True)}: {about(summary)}\n")
    click.echo(verdict(summary))
    if summary.decided:
        for table in (tables.seats(summary), tables.bots(summary), tables.teams(summary)):
            if table:
                click.echo()
                columns(table)
    _ends(summary)
    if summary.decided:
        _length(summary)
        _sheet(summary)
    if not summary.setup.details:
        click.echo("\n--details adds who leads when, actions, pieces and rules that no game needed")
        return
    _details(summary.listened)
    _taken(summary.listened)
    _rules(game, summary.listened)


def _ends(summary: Summary) -> None:
    ends = [f"{summary.outcomes[name]:,} {ENDS[name]}" for name in OUTCOMES if summary.outcomes[name]]
    click.echo(f"\ngames: {', '.join(ends)}")
    for message, count in summary.messages.most_common(MOST_MESSAGES):
        click.echo(f"  {count:,} times: {message}")


def _length(summary: Summary) -> None:
    length = summary.length
    click.echo(
        f"decisions with a choice in a game: {with_error(length.moments)} on average;"
        f" {length.quantile(0.05)} (5 %), {length.quantile(0.5)} (half), {length.quantile(0.95)} (95 %)"
    )
    click.echo(
        f"options at such a decision: {summary.options / max(summary.decisions, 1):.1f} on average,"
        f" at most {summary.most_options}"
    )
    margins = summary.margins
    if margins.counts:
        click.echo(
            f"between first and second: {with_error(margins.moments)} points on average;"
            f" {margins.quantile(0.05)} (5 %), {margins.quantile(0.5)} (half),"
            f" {margins.quantile(0.95)} (95 %)"
        )


def _sheet(summary: Summary) -> None:
    """The score sheet: what a player gets by each row, and winners."""
    numbers = tables.sheet(summary)
    if numbers:
        click.echo("\non the score sheet, a player and a winner on average:")
        columns(numbers)
    for name, row in tables.sheet_rows(summary):
        if len(row.times) > 1:
            times = ", ".join(f"{time.mean:.{places(time)}f}" for time in row.times)
            click.echo(f"  {name}, time by time: {times}")
        if row.words:
            whole = row.words.total()
            figures = [
                f"{words} {percent(count / whole)}" for words, count in row.words.most_common(MOST_VALUES)
            ]
            click.echo(f"  {name}: {', '.join(figures)}")
    if numbers:
        click.echo("± is the standard error; a row in brackets is a note, which counts for nothing")


def _details(listened: Listened) -> None:
    click.echo()
    if listened.half_time_games:
        click.echo(
            f"the lead changes {with_error(listened.lead_changes)} times; who leads at half-time wins"
            f" {percent(listened.half_time.value)} ({between(listened.half_time)})"
        )
    if listened.forced_share is not None:
        click.echo(
            f"decisions with one option, which nobody is asked: {percent(listened.forced_share)} of all"
        )


def _taken(listened: Listened) -> None:
    """Actions and pieces. A star: beyond chance, with control for many comparisons."""
    for word, of, names in (
        ("action", listened.actions, sorted(listened.actions)),
        ("piece", listened.pieces, standing_first(listened.pieces)[:MOST_PIECES]),
    ):
        if of:
            click.echo()
            columns(tables.taken(word, of, names, "*"))
    if len(listened.pieces) > MOST_PIECES:
        click.echo(f"  and {len(listened.pieces) - MOST_PIECES} more (--json shows all)")
    if standing_out(listened.actions) or standing_out(listened.pieces):
        click.echo("* clear beyond chance; at most 5 % of these marks are false")


def _rules(game: Game, listened: Listened) -> None:
    idle = not_exercised(game, listened.rules)
    if idle.never:
        click.echo(f"\nrules never exercised: {', '.join(idle.never)}")
    if idle.untold:
        click.echo(f"\nrules whose lines do nothing, so that nothing tells of them: {', '.join(idle.untold)}")


def columns(rows: Sequence[Sequence[str]]) -> None:
    """A table: the first column to the left, numbers to the right."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(widths[0]) if index == 0 else cell.rjust(widths[index])
            for index, cell in enumerate(row)
        ]
        line = "  " + "  ".join(cells).rstrip()
        click.echo(click.style(line, dim=True) if number == 0 else line)
