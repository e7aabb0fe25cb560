"""`rulesdsl simulate`."""

import json
from contextlib import nullcontext
from pathlib import Path

import click

from rulesdsl.check.tree_walk import nodes_in
from rulesdsl.pipeline import Game
from rulesdsl.simulate.assertions import Assertion, BadAssertion, read_assertion
from rulesdsl.simulate.figures import Interval
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.storing import Journal, OtherRun, to_parquet
from rulesdsl.simulate.summary import OUTCOMES, Summary, Taken
from rulesdsl.simulate.verdict import verdict
from rulesdsl.syntax import ast

from .exit_status import CannotDo, ExitStatus
from .game_options import (
    bot_option,
    game_argument,
    option_option,
    players_option,
    seat_option,
    seed_option,
    variant_option,
)
from .loading import cache_folder, loaded
from .many_games import cluster_option, games_option, players_at_work, progress, setup_for, workers_option
from .writing import write_whole

PARQUET = ".parquet"


@click.command("simulate")
@game_argument
@games_option
@players_option
@seed_option
@bot_option
@seat_option
@option_option
@variant_option
@workers_option
@cluster_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep every game, as .csv or .parquet; a run that was cut off goes on where it was.",
)
@click.option("--report", "report_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html",
              help="Write the report as one HTML file.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print every figure as JSON (no times in it).")
@click.option("--assert", "assertions", multiple=True, metavar="CLAIM",
              help='Fail unless a figure is as claimed: "seat_advantage < 0.05".')  # fmt: skip
def command(
    file: Path,
    games: int,
    players: int | None,
    seed: int | None,
    bot: str | None,
    seats: tuple[tuple[int, str], ...],
    options: tuple[tuple[str, str], ...],
    variants: tuple[Path, ...],
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    report_file: Path | None,
    as_json: bool,
    assertions: tuple[str, ...],
) -> ExitStatus:
    """Play many games with bots on all cores and say what they show.

    \b
    Examples:
      rulesdsl simulate road_trip --games 2000
      rulesdsl simulate road_trip --players 4 --bot greedy --report balance.html
      rulesdsl simulate road_trip --games 5000 --assert "seat_advantage < 0.05"
      rulesdsl simulate road_trip --games 100000 --out games.csv
    """
    claims = [_claim(text) for text in assertions]
    game = loaded(file, variants)
    setup = setup_for(game, file, players, 1 if seed is None else seed, bot, seats, options, variants)
    summary = Summary(setup.players, _least_wins(game))
    interrupted = False
    try:
        _play(game, setup, games, summary, workers, cluster, out)
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        click.echo(json.dumps(as_data(game, setup, summary), indent=2, ensure_ascii=False))
    else:
        show(game, setup, summary)
    if report_file is not None:
        _write_report(report_file, game, setup, summary)
    if interrupted:
        raise KeyboardInterrupt
    return _hold(claims, summary)


def _claim(text: str) -> Assertion:
    try:
        return read_assertion(text)
    except BadAssertion as bad:
        raise CannotDo(str(bad)) from None


def _least_wins(game: Game) -> bool:
    winner = next((d for d in game.tree.declarations if isinstance(d, ast.WinnerDecl)), None)
    return winner is not None and bool(winner.ranks) and winner.ranks[0].word.text == "least"


def _play(
    game: Game,
    setup: Setup,
    games: int,
    summary: Summary,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
) -> None:
    parquet = out is not None and out.suffix == PARQUET
    journal_file = None if out is None else out.with_suffix(".csv") if parquet else out
    try:
        journal = None if journal_file is None else Journal(journal_file, setup, game.fingerprint)
    except OtherRun as other:
        raise CannotDo(f"{other}; choose another file, or delete it") from None
    except OSError as error:
        raise CannotDo(f"{journal_file} cannot be written: {error.strerror}") from None
    first = 0
    with journal or nullcontext():
        if journal is not None:
            for row in journal.rows():
                if row.number < games:
                    summary.add(row)
            first = min(journal.done, games)
        with (
            players_at_work(workers, cluster) as (executor, many),
            progress(games, first, game.title) as advance,
        ):
            rows = play_games(setup, first, games, executor=executor, workers=many, cache_dir=cache_folder())
            for row in rows:
                summary.add(row)
                advance(1)
                if journal is not None:
                    journal.add(row)
                    if row.number % 50 == 0:
                        journal.flush()
    if parquet and out is not None and journal_file is not None:
        try:
            to_parquet(journal_file, out)
        except ImportError:
            raise CannotDo(
                f"{PARQUET} files need pyarrow: pip install 'rulesdsl[simulate]'; the games are in {journal_file}"
            ) from None
        journal_file.unlink()


def _hold(claims: list[Assertion], summary: Summary) -> ExitStatus:
    status = ExitStatus.FINE
    for claim in claims:
        try:
            holds, value = claim.holds(summary.figures())
        except BadAssertion as bad:
            raise CannotDo(str(bad)) from None
        if not holds:
            click.echo(f"not so: {claim.text}; {claim.figure} is {value:.4g}", err=True)
            status = ExitStatus.FOUND_PROBLEMS
    return status


# ---------------------------------------------------------------- words


def show(game: Game, setup: Setup, summary: Summary) -> None:
    """The summary for people."""
    about = f"{summary.games:,} games of {setup.players} players ({', '.join(setup.bots)}), seed {setup.seed}"
    click.echo(f"{click.style(game.title, bold=True)}: {about}\n")
    click.echo(verdict(summary) + "\n")
    lines = [("seat", "wins", "95 % interval", "mean score")]
    for seat in range(summary.players):
        rate = summary.win_rate(seat)
        score = f"{summary.scores[seat].mean:.1f}" if summary.scores[seat].count else ""
        lines.append(
            (f"{seat + 1}", _percent(rate.value), f"{_percent(rate.low)} to {_percent(rate.high)}", score)
        )
    _columns(lines)
    ends = [f"{name} {summary.outcomes[name]:,}" for name in OUTCOMES if summary.outcomes[name]]
    click.echo(f"\nends: {', '.join(ends)}")
    for message, count in summary.messages.most_common(3):
        click.echo(f"  {count:,} times: {message}")
    if not summary.decided:
        return
    length = summary.length
    click.echo(
        f"decisions in a game: {length.quantile(0.05)} (5 %), {length.quantile(0.5)} (half),"
        f" {length.quantile(0.95)} (95 %); options {summary.options / max(summary.decisions, 1):.1f} on average,"
        f" at most {summary.most_options}"
    )
    if summary.half_time_games:
        click.echo(
            f"the lead changes {summary.lead_changes.mean:.1f} times; the leader at half-time wins"
            f" {_percent(summary.half_time_wins / summary.half_time_games)}"
        )
    if summary.margin.count:
        click.echo(f"margin of the winner: {summary.margin.mean:.1f} on average")
    if summary.share_of_row:
        click.echo("\nshare of each row in the winner's score:")
        _columns(
            [(name.replace("_", " "), _percent(one.mean), f"{summary.rows_of_winner[name].mean:.1f} points")
             for name, one in summary.share_of_row.items()]
        )  # fmt: skip
    if summary.actions:
        click.echo("\nactions:")
        _columns([("action", "offered", "taken", "wins with", "wins without"), *_taken(summary.actions)])
    standing = summary.standing_out(summary.pieces)
    if standing:
        click.echo("\npieces whose takers win more or less often, beyond chance:")
        _columns(
            [("piece", "wins with", "wins without"), *[_row(name, one) for name, one, _ in standing[:12]]]
        )
    idle = idle_rules(game, summary)
    if idle:
        click.echo(f"\nrules never exercised: {', '.join(idle)}")


def _taken(actions: dict[str, Taken]) -> list[tuple[str, ...]]:
    return [
        (
            name.replace("_", " "),
            f"{one.offered:,}",
            _percent(one.taken / max(one.offered, 1)),
            *_row(name, one)[1:],
        )
        for name, one in sorted(actions.items())
    ]


def _row(name: str, one: Taken) -> tuple[str, ...]:
    with_it = _percent(one.wins_with / one.seats_with) if one.seats_with else ""
    return name, with_it, _percent(one.wins_without / one.seats_without) if one.seats_without else ""


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _columns(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(widths[0]) if at == 0 else cell.rjust(widths[at]) for at, cell in enumerate(row)]
        click.echo("  " + "  ".join(cells).rstrip())


def idle_rules(game: Game, summary: Summary) -> list[str]:
    """Rule ids that are cited in what is played (not in examples) and were never carried out."""
    cited: dict[str, None] = {}
    for decl in game.tree.declarations:
        if isinstance(decl, ast.ActionDecl | ast.RoutineDecl | ast.FlowDecl | ast.AlwaysDecl):
            for node in nodes_in(decl):
                if isinstance(node, ast.Cite):
                    cited.update(dict.fromkeys(name.text for name in node.rules))
    return [rule for rule in cited if rule not in summary.rules]


# ---------------------------------------------------------------- data


def as_data(game: Game, setup: Setup, summary: Summary) -> dict[str, object]:
    """Everything as data, the same for the same games."""
    return {
        "game": game.title,
        "rules": game.fingerprint,
        "players": setup.players,
        "bots": list(setup.bots),
        "options": dict(setup.options),
        "seed": setup.seed,
        "games": summary.games,
        "outcomes": {name: summary.outcomes[name] for name in OUTCOMES},
        "messages": dict(sorted(summary.messages.items())),
        "seats": [
            {"seat": seat + 1, "wins": interval_data(summary.win_rate(seat)),
             "score": interval_data(summary.scores[seat].interval)}
            for seat in range(summary.players)
        ],
        "figures": {name: _rounded(value) for name, value in sorted(summary.figures().items())},
        "length": {str(value): count for value, count in sorted(summary.length.counts.items())},
        "margin": {str(value): count for value, count in sorted(summary.margins.counts.items())},
        "actions": {name: _counts(one) for name, one in sorted(summary.actions.items())},
        "pieces": {name: _counts(one) for name, one in sorted(summary.pieces.items())},
        "rules_never_exercised": idle_rules(game, summary),
    }  # fmt: skip


def _rounded(value: float) -> float:
    return round(value, 9)


def interval_data(one: Interval) -> dict[str, float]:
    return {"value": _rounded(one.value), "low": _rounded(one.low), "high": _rounded(one.high)}


def _counts(one: Taken) -> dict[str, float]:
    return {
        "offered": one.offered,
        "taken": one.taken,
        "seats_with": one.seats_with,
        "wins_with": _rounded(one.wins_with),
        "seats_without": one.seats_without,
        "wins_without": _rounded(one.wins_without),
    }


def _write_report(target: Path, game: Game, setup: Setup, summary: Summary) -> None:
    from rulesdsl.simulate.report import report

    about = f"{summary.games:,} games of {setup.players} players ({', '.join(setup.bots)}), seed {setup.seed}"
    cited = tuple(idle_rules(game, Summary(setup.players)))
    try:
        text = report(game.title, about, summary, cited)
    except ImportError:
        raise CannotDo("reports need altair: pip install 'rulesdsl[simulate]'") from None
    write_whole(target, text)
