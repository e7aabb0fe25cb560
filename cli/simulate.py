"""`rulesdsl simulate`."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import click

from rulesdsl.simulate.assertions import Assertion, BadAssertion, read_assertion
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.storing import DamagedRow, Journal, OtherRun
from rulesdsl.simulate.summary import DETAILS, Summary
from rulesdsl.syntax import ast

from .exit_status import CannotDo, ExitStatus
from .game_options import GameOptions, game_argument, table_options
from .loading import loaded
from .many_games import (
    Hall,
    Machines,
    advise,
    check_engine,
    games_option,
    gentle_stop,
    hall,
    machine_options,
    progress,
    rotate_option,
    setup_for,
)
from .output_options import json_text
from .simulation_data import as_data
from .simulation_tables import about, show
from .whole_files import can_be_written, write_whole

PARQUET = ".parquet"
FORMS = (".csv", PARQUET)


@click.command("simulate")
@game_argument
@games_option
@table_options
@rotate_option
@machine_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep every game, as .csv or .parquet; a run that was cut off goes on where it was.",
)
@click.option("--report", "report_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html",
              help="Write the report as one HTML file (needs `rulesdsl[simulate]`).")  # fmt: skip
@click.option("--details", is_flag=True,
              help="Also who leads when, actions, pieces and idle rules: several times slower.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print every figure as JSON (no times in it).")
@click.option("--assert", "assertions", multiple=True, metavar="CLAIM",
              help='Fail unless a figure is as claimed: "seat_advantage < 0.05".')  # fmt: skip
def command(
    file: Path,
    games: int,
    chosen: GameOptions,
    rotate: bool,
    machines: Machines,
    out: Path | None,
    report_file: Path | None,
    details: bool,
    as_json: bool,
    assertions: tuple[str, ...],
) -> ExitStatus:
    """Play many games with bots on all cores and say what they show.

    The same seed gives the same games, whatever the number of workers. Bots: random, random-moves, greedy,
    mcts, mcts:ITERATIONS, prefer:FILE for written preferences, and FILE.py for one of your own.

    \b
    Examples:
      rulesdsl simulate road_trip --games 2000
      rulesdsl simulate road_trip --players 4 --bot greedy --report balance.html
      rulesdsl simulate road_trip --games 5000 --assert "seat_advantage < 0.05"
      rulesdsl simulate road_trip --games 100000 --out games.csv
      rulesdsl simulate road_trip --seat 1=mcts:50 --seat 2=greedy --rotate
    """
    claims = [_claim(text) for text in assertions]
    if out is not None and out.suffix not in FORMS:
        raise CannotDo(f"games are kept as {' or '.join(FORMS)}, and {out} is neither")
    if out is not None and out.exists() and not out.is_file():
        raise CannotDo(f"games are kept in files, and {out} is no ordinary file")
    need_extra("reports", "altair", wanted=report_file is not None)
    need_extra(f"{PARQUET} files", "pyarrow", wanted=out is not None and out.suffix == PARQUET)
    game = loaded(file, chosen.variants)
    setup = setup_for(game, file, chosen, rotate=rotate, details=details)
    summary = Summary(setup, setup.table(game).program.winner)
    # Now, and not after an hour of play.
    rows = [decl for decl in game.tree.declarations if isinstance(decl, ast.ScoreDecl | ast.NoteDecl)]
    known = dict.fromkeys(f"{figure}_{decl.name.text}" for decl in rows for figure in ("mean", "share"))
    for claim in claims:
        _complaint(claim, summary, known)
        if claim.figure in DETAILS and not details:
            raise CannotDo(f"{claim.figure} is known with --details only")
    can_be_written(report_file)
    check_engine(machines.engine, setup, game)
    with hall(machines) as players_hall:
        _play(players_hall, game.title, setup, games, summary, out)
    advise(machines.engine, setup, summary)
    if report_file is not None:
        from rulesdsl.simulate.report import report

        write_whole(report_file, report(game, about(summary), summary))
    if as_json:
        click.echo(json_text(as_data(game, setup, summary)))
    else:
        show(game, summary)
    if summary.games < games:
        again = "; the same command goes on from here" if out is not None else ""
        click.echo(f"stopped after {summary.games:,} of {games:,} games{again}", err=True)
        raise KeyboardInterrupt
    return _hold(claims, summary, known)


def need_extra(what: str, module: str, *, wanted: bool) -> None:
    """Say at once what is not installed, not when all games are played."""
    if wanted and find_spec(module) is None:
        raise CannotDo(f"{what} need {module}: pip install 'rulesdsl[simulate]'")


def _claim(text: str) -> Assertion:
    try:
        return read_assertion(text)
    except BadAssertion as bad:
        raise CannotDo(str(bad)) from None


def _complaint(claim: Assertion, summary: Summary, known: Mapping[str, None]) -> str | None:
    """Why a claim does not hold; `known` are figures that there may not be before the first game."""
    try:
        return claim.complaint({**known, **summary.figures()})
    except BadAssertion as bad:
        raise CannotDo(str(bad)) from None


def _hold(claims: list[Assertion], summary: Summary, known: Mapping[str, None]) -> ExitStatus:
    status = ExitStatus.FINE
    for claim in claims:
        complaint = _complaint(claim, summary, known)
        if complaint is not None:
            click.echo(f"not so: {claim.text}; {complaint}", err=True)
            status = ExitStatus.FOUND_PROBLEMS
    return status


def _play(workers: Hall, title: str, setup: Setup, games: int, summary: Summary, out: Path | None) -> None:
    if out is None:
        with progress(games, 0, title) as advance, gentle_stop() as stopped:
            if setup.details:
                for row in workers.play(setup, 0, games, stopped):
                    summary.add(row)
                    advance(1)
            else:
                for some in workers.sums(setup, 0, games, stopped):
                    summary.take(some)
                    advance(some.games)
        return
    journal = _journal(out, setup)
    with journal:
        for row in journal.rows():
            if row.number < games:
                summary.add(row)
        with progress(games, summary.games, title) as advance, gentle_stop() as stopped:
            for row in workers.play(setup, journal.done, games, stopped):
                journal.add(row)
                summary.add(row)
                advance(1)
    if journal.path != out and summary.games == games:
        from rulesdsl.simulate.parquet import to_parquet

        to_parquet(journal.path, out)


def _journal(out: Path, setup: Setup) -> Journal:
    """The games that are there already, ready for more."""
    path = out.with_name(f"{out.name}.part") if out.suffix == PARQUET else out
    try:
        if path != out and out.exists() and not path.exists():
            from rulesdsl.simulate.parquet import from_parquet

            from_parquet(out, path, setup)
        return Journal(path, setup)
    except OtherRun as other:
        raise CannotDo(f"{other}; choose another file, or delete it") from None
    except DamagedRow as damaged:
        raise CannotDo(
            f"{damaged}; delete that line and all below it, and the same command plays these games again"
        ) from None
