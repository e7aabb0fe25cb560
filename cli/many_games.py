"""Playing many games: what `simulate` and `compare` share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click

from rulesdsl.pipeline import Game, InvalidGame, UnknownOption
from rulesdsl.simulate.setups import Setup, UnknownBot
from rulesdsl.source import SourceError

from .exit_status import CannotDo, ExitStatus
from .loading import cache_folder, options_of, show_on_standard_error
from .output_options import for_a_person
from .seats import number_of_players

games_option = click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many games to play.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes play; by default one for each core.",
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://192.168.1.2:8786."
)


def setup_for(
    game: Game,
    file: Path,
    players: int | None,
    seed: int,
    bot: str | None,
    seats: tuple[tuple[int, str], ...],
    options: tuple[tuple[str, str], ...],
    variants: tuple[Path, ...],
) -> Setup:
    """What is played, checked before any worker sees it."""
    number = number_of_players(game, players)
    kinds = [bot or "random"] * number
    for seat, kind in seats:
        if seat > number:
            raise CannotDo(f"there is no seat {seat}: {number} play {game.title}")
        kinds[seat - 1] = kind
    setup = Setup(
        str(file.resolve()),
        tuple(str(one.resolve()) for one in variants),
        number,
        tuple(sorted(options_of(options).items())),
        tuple(kinds),
        seed,
    )
    try:
        setup.load(cache_folder())
    except UnknownBot as unknown:
        raise CannotDo(str(unknown)) from None
    except UnknownOption as unknown:
        raise CannotDo(str(unknown)) from None
    except InvalidGame as invalid:
        show_on_standard_error(invalid.report)
        raise click.exceptions.Exit(ExitStatus.FOUND_PROBLEMS) from None
    except (OSError, SourceError) as error:
        raise CannotDo(f"the preferences cannot be read: {error}") from None
    return setup


@contextmanager
def players_at_work(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Those who play: processes of this machine, or a cluster."""
    if cluster is not None:
        try:
            from distributed import Client
        except ImportError:
            raise CannotDo("a cluster needs Dask: pip install 'rulesdsl[simulate]'") from None
        try:
            client = Client(cluster, timeout=10)
        except (OSError, TimeoutError, ValueError) as error:
            raise CannotDo(f"there is no cluster at {cluster}: {error}") from None
        with client:
            yield client.get_executor(), max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        return
    many = workers or os.cpu_count() or 1
    if many == 1:
        yield None, 1
        return
    executor = ProcessPoolExecutor(many)
    try:
        yield executor, many
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def progress(total: int, done: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left, on a terminal; silence elsewhere."""
    if not sys.stderr.isatty() or not for_a_person():
        yield lambda _count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done, rate="")

        def advance(count: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=count, rate=f"{speed:.0f} games/s" if speed else "")

        yield advance
