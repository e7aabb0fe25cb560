"""Playing many games: what `simulate` and `compare` share."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
from attrs import evolve, frozen

from rulesdsl.bots import Engine
from rulesdsl.checked_game import Game
from rulesdsl.native import installed, not_native
from rulesdsl.seating import bot_texts, trials_of
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.running import play_games, sum_games
from rulesdsl.simulate.setups import OtherRules, Setup, left_to_python
from rulesdsl.simulate.summary import Summary

from .exit_status import CannotDo
from .game_options import GameOptions, together
from .loading import cache_folder, loaded, number_of_players, options_of
from .seats import kinds_in_seats, seating_in_words
from .workers import cores
from .workers import workers as workers_of

T = TypeVar("T")

games_option = click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many games to play.",
)
rotate_option = click.option(
    "--rotate", is_flag=True, help="After each game everybody moves on by one seat, for a fair match of bots."
)


@frozen
class Machines:
    """What many games are played on: so many processes, or a cluster; Python, or machine code."""

    workers: int | None
    cluster: str | None
    engine: Engine | None


machine_options = together(
    "machines",
    Machines,
    workers=click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many processes play; by default one for each core.",
    ),
    cluster=click.option(
        "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://localhost:8786."
    ),
    engine=click.option(
        "--engine",
        type=click.Choice(["python", "native"]),
        help="Who plays where bots are random, and thinks for `greedy` and `mcts`: Python, or machine code"
        " (needs `rulesdsl[native]`). By default machine code where it is faster; the games are the same.",
    ),
)
USUAL_SEED = 1
EXTRA = "rulesdsl[native]"
MOST_GAPS = 3
MANY_DECISIONS = 500_000
"""In so many it is told what would be faster."""
CLUSTER_PATIENCE = 10
"""Seconds until a cluster must have answered."""


def setup_for(
    game: Game,
    file: Path,
    chosen: GameOptions,
    *,
    rotate: bool = False,
    details: bool = False,
) -> Setup:
    """What is played, checked before any worker sees it."""
    number = number_of_players(game, chosen.players)
    kinds = kinds_in_seats(game, number, chosen)
    # Workers stand elsewhere: what they are sent names files by their whole paths.
    variants = [variant.resolve() for variant in chosen.variants]
    game_file = loaded(file.resolve(), variants)
    with seating_in_words():
        setup = Setup(
            path=str(file.resolve()),
            variants=tuple(map(str, variants)),
            rules=game_file.fingerprint,
            players=number,
            options=tuple(sorted(options_of(chosen.options).items())),
            bots=kinds,
            bot_texts=bot_texts(kinds),
            rotate=rotate,
            seed=USUAL_SEED if chosen.seed is None else chosen.seed,
            details=details,
        )
        program = setup.table(game_file).program
    return evolve(setup, program=program.mark)


@frozen
class Hall:
    """Where many games are played: on how many workers, and where these keep what takes long to make."""

    executor: Executor | None
    workers: int
    cache_dir: Path | None
    engine: Engine | None = None

    def play(self, setup: Setup, first: int, end: int, stopped: Callable[[], bool]) -> Iterator[Row]:
        """A row for each game."""
        return self._played(play_games, setup, first, end, stopped)

    def sums(self, setup: Setup, first: int, end: int, stopped: Callable[[], bool]) -> Iterator[Summary]:
        """The same games, summed up where they are played."""
        return self._played(sum_games, setup, first, end, stopped)

    def _played(
        self,
        games: Callable[..., Iterator[T]],
        setup: Setup,
        first: int,
        end: int,
        stopped: Callable[[], bool],
    ) -> Iterator[T]:
        try:
            yield from games(
                setup,
                first,
                end,
                executor=self.executor,
                workers=self.workers,
                cache_dir=self.cache_dir,
                engine=self.engine,
                stopped=stopped,
            )
        except OtherRules as other:
            raise CannotDo(str(other)) from None
        except BrokenExecutor:
            raise CannotDo("a worker died, perhaps for want of memory; try with fewer --workers") from None


def check_engine(engine: Engine | None, setup: Setup, game: Game) -> None:
    """Machine code that was asked for and cannot be had: at once, and in words."""
    if engine != "native":
        return
    if not installed():
        raise CannotDo(f"machine code needs wasmtime: pip install '{EXTRA}'")
    why = left_to_python(setup)
    gaps = [] if why else not_native(setup.table(game).program)
    if why or gaps:
        click.echo(f"played in Python: {why or '; '.join(gaps[:MOST_GAPS])}", err=True)


def advise(engine: Engine | None, setup: Setup, summary: Summary) -> None:
    """What would have been faster, where somebody has waited."""
    if engine is None and not installed():
        length = summary.length.moments
        trials = max(map(trials_of, setup.bots)) if left_to_python(setup) else 1
        if length.count * length.mean * trials >= MANY_DECISIONS:
            click.echo(f"machine code would play many times as fast: pip install '{EXTRA}'", err=True)


@contextmanager
def hall(machines: Machines) -> Iterator[Hall]:
    """Processes of this machine, or a cluster."""
    many = machines.workers or cores()
    if machines.cluster is not None:
        with _cluster(machines.cluster) as parties:
            yield evolve(parties, engine=machines.engine)
    elif many == 1:
        yield Hall(None, 1, cache_folder(), machines.engine)
    else:
        with workers_of(many) as executor:
            yield Hall(executor, many, cache_folder(), machines.engine)


@contextmanager
def _cluster(address: str) -> Iterator[Hall]:
    try:
        from distributed import Client
    except ImportError:
        raise CannotDo("a cluster needs Dask: pip install 'rulesdsl[simulate]'") from None
    try:
        client = Client(address, timeout=CLUSTER_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotDo(f"there is no cluster at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise CannotDo(f"the cluster at {address} has no workers")
        # Dask takes equal calls for one, so that each is told to be played.
        yield Hall(client.get_executor(pure=False), threads, None)


@contextmanager
def gentle_stop() -> Iterator[Callable[[], bool]]:
    """Ctrl-C asks to stop: what is being played is finished first. A second one ends at once."""
    asked = False

    def ask(_signal: int, _frame: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        click.echo("finishing the games that have begun; Ctrl-C again stops at once", err=True)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:  # as for a program that was started in the background
        signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(total: int, done: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left, on a terminal; silence elsewhere."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
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
            bar.update(task, advance=count, rate=_rate(bar.tasks[0].speed))

        yield advance


def _rate(speed: float | None) -> str:
    if not speed:
        return ""
    return f"{speed:,.0f} games/s" if speed >= 10 else f"{speed:.1f} games/s"
