"""What many games show, in tables for the terminal."""

from collections.abc import Sequence

import click

from rulesdsl.checked_game import Game
from rulesdsl.simulate.figures import Interval, places, wilson, with_error
from rulesdsl.simulate.idle_rules import not_exercised
from rulesdsl.simulate.listened import Listened, Taken, standing_out
from rulesdsl.simulate.summary import ENDS, OUTCOMES, Summary
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
        click.echo()
        _seats(summary)
        _bots(summary)
        _teams(summary)
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


def _seats(summary: Summary) -> None:
    scored = any(points.counts for points in summary.points)
    lines = [("seat", "wins", "95 % interval", *(("score", "5 %", "half", "95 %") if scored else ()))]
    for seat in range(summary.players):
        rate, points = summary.win_rate(seat), summary.points[seat]
        spread = (
            (with_error(points.moments), *(str(points.quantile(share)) for share in (0.05, 0.5, 0.95)))
            if scored
            else ()
        )
        lines.append((str(seat + 1), percent(rate.value), between(rate), *spread))
    columns(lines)


def _bots(summary: Summary) -> None:
    if not summary.wins_of:
        return
    click.echo()
    lines = [("bot", "wins", "95 % interval", "equal share")]
    for kind in summary.wins_of:
        rate = summary.win_rate_of(kind)
        lines.append((kind, percent(rate.value), between(rate), percent(summary.equal_share(kind))))
    columns(lines)


def _teams(summary: Summary) -> None:
    if not summary.teams:
        return
    click.echo()
    scored = any(team.points.count for team in summary.teams.values())
    lines = [("team", "games", "wins", "95 % interval", *(("score",) if scored else ()))]
    for name, team in sorted(summary.teams.items()):
        rate = wilson(team.wins, team.games)
        points = (with_error(team.points),) if scored else ()
        lines.append((name, f"{team.games:,}", percent(rate.value), between(rate), *points))
    columns(lines)


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
    rows = [*summary.scores.items(), *((f"({name})", note) for name, note in summary.notes.items())]
    numbers = [(name, row) for name, row in rows if row.mean.count]
    if numbers:
        click.echo("\non the score sheet, a player and a winner on average:")
        shares = len(summary.scores) > 1
        head = ("row", "player", "winner", *(("of a winner's points",) if shares else ()))
        lines = [
            (
                name.replace("_", " "),
                with_error(row.mean),
                with_error(row.winners),
                *((percent(row.share.mean) if row.share.count else "",) if shares else ()),
            )
            for name, row in numbers
        ]
        columns([head, *lines])
    for name, row in rows:
        if len(row.times) > 1:
            times = ", ".join(f"{time.mean:.{places(time)}f}" for time in row.times)
            click.echo(f"  {name.replace('_', ' ')}, time by time: {times}")
        if row.words:
            whole = row.words.total()
            figures = [
                f"{words} {percent(count / whole)}" for words, count in row.words.most_common(MOST_VALUES)
            ]
            click.echo(f"  {name.replace('_', ' ')}: {', '.join(figures)}")
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
    actions, pieces = standing_out(listened.actions), standing_out(listened.pieces)
    head = ("offered", "taken", "wins with", "wins without", "")
    if listened.actions:
        click.echo()
        lines = [_line(name, taken, name in actions) for name, taken in sorted(listened.actions.items())]
        columns([("action", *head), *lines])
    if listened.pieces:
        click.echo()
        names = [*pieces, *(name for name in sorted(listened.pieces) if name not in pieces)]
        lines = [_line(name, listened.pieces[name], name in pieces) for name in names[:MOST_PIECES]]
        columns([("piece", *head), *lines])
        if len(names) > MOST_PIECES:
            click.echo(f"  and {len(names) - MOST_PIECES} more (--json shows all)")
    if actions or pieces:
        click.echo("* clear beyond chance; at most 5 % of these marks are false")


def _rules(game: Game, listened: Listened) -> None:
    idle = not_exercised(game, listened.rules)
    if idle.never:
        click.echo(f"\nrules never exercised: {', '.join(idle.never)}")
    if idle.untold:
        click.echo(f"\nrules whose lines do nothing, so that nothing tells of them: {', '.join(idle.untold)}")


def _line(name: str, taken: Taken, star: bool) -> tuple[str, ...]:
    return (
        name.replace("_", " "),
        f"{taken.offered:,}",
        percent(taken.taken / max(taken.offered, 1)),
        percent(taken.wins_with / taken.seats_with) if taken.seats_with else "",
        percent(taken.wins_without / taken.seats_without) if taken.seats_without else "",
        "*" if star else "",
    )


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def between(rate: Interval) -> str:
    return f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"


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
