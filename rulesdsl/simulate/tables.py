"""What many games show, in tables: rows of words, the first of them the head."""

from __future__ import annotations

from collections.abc import Iterable

from rulesdsl.simulate.comparing import Difference
from rulesdsl.simulate.figures import Interval, wilson, with_error
from rulesdsl.simulate.listened import Taken, standing_out
from rulesdsl.simulate.summary import SheetRow, Summary

Table = list[tuple[str, ...]]

QUANTILES = (0.05, 0.5, 0.95)


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def between(rate: Interval) -> str:
    return f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"


def seats(summary: Summary) -> Table:
    scored = any(points.counts for points in summary.points)
    table: Table = [("seat", "wins", "95 % interval", *(("score", "5 %", "half", "95 %") if scored else ()))]
    for seat, points in enumerate(summary.points):
        rate = summary.win_rate(seat)
        spread = (with_error(points.moments), *(str(points.quantile(share)) for share in QUANTILES))
        table.append((str(seat + 1), percent(rate.value), between(rate), *(spread if scored else ())))
    return table


def bots(summary: Summary) -> Table:
    """The kinds of bots, where there are several."""
    table: Table = [("bot", "wins", "95 % interval", "equal share")]
    for kind in summary.wins_of:
        rate = summary.win_rate_of(kind)
        table.append((kind, percent(rate.value), between(rate), percent(summary.equal_share(kind))))
    return table if summary.wins_of else []


def teams(summary: Summary) -> Table:
    """The teams, where there are some."""
    scored = any(team.points.count for team in summary.teams.values())
    table: Table = [("team", "games", "wins", "95 % interval", *(("score",) if scored else ()))]
    for name, team in sorted(summary.teams.items()):
        rate = wilson(team.wins, team.games)
        points = (with_error(team.points),) if scored else ()
        table.append((name, f"{team.games:,}", percent(rate.value), between(rate), *points))
    return table if summary.teams else []


def sheet_rows(summary: Summary) -> list[tuple[str, SheetRow]]:
    """The rows of the score sheet, and the notes in brackets."""
    notes = ((f"({name})", note) for name, note in summary.notes.items())
    return [(name.replace("_", " "), row) for name, row in (*summary.scores.items(), *notes)]


def sheet(summary: Summary) -> Table:
    """What a player gets by each row, and winners; nothing where no row is a number."""
    shares = len(summary.scores) > 1
    head = ("row", "player", "winner", *(("of a winner's points",) if shares else ()))
    rows = [
        (
            name,
            with_error(row.mean),
            with_error(row.winners),
            *((percent(row.share.mean) if row.share.count else "",) if shares else ()),
        )
        for name, row in sheet_rows(summary)
        if row.mean.count
    ]
    return [head, *rows] if rows else []


def taken(word: str, of: dict[str, Taken], names: Iterable[str], mark: str) -> Table:
    """Actions or pieces: how often taken, and how those fare who took them; marked what is beyond chance."""
    clear = set(standing_out(of))
    rows = [
        (
            name.replace("_", " "),
            f"{of[name].offered:,}",
            percent(of[name].taken / max(of[name].offered, 1)),
            *("" if share is None else percent(share) for share in of[name].shares),
            mark if name in clear else "",
        )
        for name in names
    ]
    return [(word, "offered", "taken", "wins with", "wins without", ""), *rows]


def changes(word: str, differences: Iterable[Difference], mark: str) -> Table:
    """What is not the same under two rules, marked where it is beyond chance; nothing where all is."""
    rows = [
        (*difference.cells(), mark if difference.clear else "")
        for difference in differences
        if not difference.same
    ]
    return [(word, "base", "variant", "change", "95 % interval", ""), *rows] if rows else []
