"""What many games show, in tables for the terminal."""

from collections.abc import Sequence

import click

from rulesdsl.checked_game import Game
from rulesdsl.simulate.figures import Interval
from rulesdsl.simulate.idle_rules import idle_rules
from rulesdsl.simulate.summary import ENDS, OUTCOMES, Summary, Taken
from rulesdsl.simulate.verdict import verdict
from rulesdsl.syntax import ast

MOST_PIECES = 12
MOST_MESSAGES = 3


def least_wins(game: Game) -> bool:
    """Whether who has least wins."""
    winner = next((decl for decl in game.tree.declarations if isinstance(decl, ast.WinnerDecl)), None)
    return winner is not None and bool(winner.ranks) and winner.ranks[0].word.text == "least"


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
    _ends(summary)
    if summary.decided:
        _length(summary)
        _rows(summary)
    _taken(summary)
    idle = idle_rules(game, summary.rules)
    if idle:
        click.echo(f"\nrules never exercised: {', '.join(idle)}")


def _seats(summary: Summary) -> None:
    scored = bool(summary.scores[0].count)
    lines = [("seat", "wins", "95 % interval", *(("score", "5 %", "half", "95 %") if scored else ()))]
    for seat in range(summary.players):
        rate, points = summary.win_rate(seat), summary.points[seat]
        spread = (
            (f"{summary.scores[seat].mean:.1f}", *(str(points.quantile(at)) for at in (0.05, 0.5, 0.95)))
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


def _ends(summary: Summary) -> None:
    ends = [f"{summary.outcomes[name]:,} {ENDS[name]}" for name in OUTCOMES if summary.outcomes[name]]
    click.echo(f"\ngames: {', '.join(ends)}")
    for message, count in summary.messages.most_common(MOST_MESSAGES):
        click.echo(f"  {count:,} times: {message}")


def _length(summary: Summary) -> None:
    length = summary.length
    click.echo(
        f"decisions in a game: {length.quantile(0.05)} (5 %), {length.quantile(0.5)} (half),"
        f" {length.quantile(0.95)} (95 %)"
    )
    click.echo(
        f"options at a decision: {summary.options / max(summary.decisions, 1):.1f} on average,"
        f" at most {summary.most_options}"
    )
    if summary.half_time_games:
        click.echo(
            f"the lead changes {summary.lead_changes.mean:.1f} times;"
            f" who leads at half-time wins {percent(summary.half_time.value)} ({between(summary.half_time)})"
        )
    if summary.margin.count:
        margins = summary.margins
        click.echo(
            f"between first and second: {summary.margin.mean:.1f} points on average; {margins.quantile(0.05)}"
            f" (5 %), {margins.quantile(0.5)} (half), {margins.quantile(0.95)} (95 %)"
        )


def _rows(summary: Summary) -> None:
    if len(summary.share_of_row) < 2:
        return
    click.echo("\nwhere winners get their points:")
    columns(
        [
            ("row", "share", "points"),
            *(
                (name.replace("_", " "), percent(one.mean), f"{summary.rows_of_winner[name].mean:.1f}")
                for name, one in summary.share_of_row.items()
            ),
        ]
    )


def _taken(summary: Summary) -> None:
    """Actions, and the pieces that stand out. A star: beyond chance, with control for many comparisons."""
    starred = set(summary.standing_out(summary.actions))
    if summary.actions:
        click.echo()
        lines = [_line(name, one, name in starred) for name, one in sorted(summary.actions.items())]
        columns([("action", "offered", "taken", "wins with", "wins without", ""), *lines])
    standing = summary.standing_out(summary.pieces)
    if standing:
        click.echo()
        lines = [_line(name, summary.pieces[name], True) for name in standing[:MOST_PIECES]]
        columns([("piece", "offered", "taken", "wins with", "wins without", ""), *lines])
        if len(standing) > MOST_PIECES:
            click.echo(f"  and {len(standing) - MOST_PIECES} more (--json shows all)")
    if starred or standing:
        click.echo("* clear beyond chance; at most 5 % of these marks are false")


def _line(name: str, one: Taken, star: bool) -> tuple[str, ...]:
    return (
        name.replace("_", " "),
        f"{one.offered:,}",
        percent(one.taken / max(one.offered, 1)),
        percent(one.wins_with / one.seats_with) if one.seats_with else "",
        percent(one.wins_without / one.seats_without) if one.seats_without else "",
        "*" if star else "",
    )


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def between(rate: Interval) -> str:
    return f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"


def columns(rows: Sequence[Sequence[str]]) -> None:
    """A table: the first column to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [cell.ljust(widths[0]) if at == 0 else cell.rjust(widths[at]) for at, cell in enumerate(row)]
        line = "  " + "  ".join(cells).rstrip()
        click.echo(click.style(line, dim=True) if number == 0 else line)
