"""Many games on many workers: in order, a few chunks under way at a time, the same whatever the workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from functools import lru_cache
from pathlib import Path
from sys import maxsize
from threading import get_ident
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack

from rulesdsl.bots import Engine
from rulesdsl.native import installed
from rulesdsl.simulate.games import play
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.setups import Setup, Table, left_to_python
from rulesdsl.simulate.summary import Summary

if TYPE_CHECKING:
    from rulesdsl.simulate.native_games import NativeGames

T = TypeVar("T")

CHUNKS: dict[str, int] = {"random": 40, "random-moves": 10, "greedy": 5}
"""Games that are sent to a worker at once, by the slowest bot; one of any other kind."""
MOST_AT_ONCE = 500
"""The same where the machine plays."""
EACH = 3
"""Chunks under way for each worker: one that is played, others so that nobody waits."""
LOOK = 0.2
"""Seconds between two looks whether a run has been stopped."""


MANY = 20
"""Of so many games one is played to see how long they are."""
WORTH_IT = 20_000
"""Decisions in all games of a run from which on it pays to make machine code of the rules."""
DECISIONS_AT_ONCE = 20_000
"""About so many are sent to a worker at once where the machine plays."""


@lru_cache(maxsize=8)
def _table(setup: Setup, cache_dir: str | None, engine: Engine | None = None) -> Table:
    return setup.load(Path(cache_dir) if cache_dir is not None else None, engine)


@lru_cache(maxsize=32)
def _native_games(setup: Setup, cache_dir: str | None, _thread: int) -> NativeGames | None:
    """A machine is for one thread. None if the game is not to be had as machine code."""
    # Only where it is wanted: what is imported here takes longer than many a run.
    from rulesdsl.simulate.native_games import NativeGames  # noqa: PLC0415

    return NativeGames.of(_table(setup, cache_dir), Path(cache_dir) if cache_dir is not None else None)


def play_chunk(
    setup: Setup, first: int, count: int, cache_dir: str | None = None, engine: Engine | None = None
) -> list[Row]:
    """What a worker does; the game is loaded once in each of them. `engine`: None leaves it to the bots."""
    natively = _machine_for(setup, cache_dir, engine)
    if natively is not None:
        return list(natively.rows(setup, first, count))
    table = _table(setup, cache_dir, engine)
    return [play(table, setup, number) for number in range(first, first + count)]


def sum_chunk(
    setup: Setup, first: int, count: int, cache_dir: str | None = None, engine: Engine | None = None
) -> Summary:
    """The same, of which the worker hands over what there is to add."""
    table = _table(setup, cache_dir, engine)
    # All different words are kept: which of them count for themselves depends on the games before.
    summary = Summary(setup, table.program.winner, most_words=maxsize)
    natively = _machine_for(setup, cache_dir, engine)
    if natively is not None:
        natively.add_games(summary, first, count)
    else:
        for number in range(first, first + count):
            summary.add(play(table, setup, number))
    return summary


def _machine_for(setup: Setup, cache_dir: str | None, engine: Engine | None) -> NativeGames | None:
    whole = engine == "native" and not left_to_python(setup)
    return _native_games(setup, cache_dir, get_ident()) if whole else None


def _decisions(setup: Setup, cache_dir: str | None, first: int, end: int) -> int:
    """About how many there are in a game, from one of those that are to be played; 0 of a few games."""
    return play(_table(setup, cache_dir), setup, first).decisions if end - first >= MANY else 0


class Work(TypedDict, total=False):
    """How games are played.

    `executor` is anything with the interface of `concurrent.futures`; None plays in this process.
    `engine`: who plays; None: machine code, where it can be had and the games are many. Rows are the same.
    """

    executor: Executor | None
    workers: int
    cache_dir: Path | None
    engine: Engine | None
    stopped: Callable[[], bool]


def play_games(setup: Setup, first: int, end: int, **work: Unpack[Work]) -> Iterator[Row]:
    """The games numbered from `first` up to `end`, in this order, as they are done."""
    for rows in _played(play_chunk, setup, first, end, **work):
        yield from rows


def sum_games(setup: Setup, first: int, end: int, **work: Unpack[Work]) -> Iterator[Summary]:
    """Summaries of the same games, to be taken in this order: what a game needs is done where it is played.

    Not where somebody listens to them.
    """
    assert not setup.details
    return _played(sum_chunk, setup, first, end, **work)


def _played(
    play_some: Callable[[Setup, int, int, str | None, Engine | None], T],
    setup: Setup,
    first: int,
    end: int,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    cache_dir: Path | None = None,
    engine: Engine | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[T]:
    """What comes of each chunk of games, in order.

    Only a few are under way at a time, so that memory does not grow with the number of games.
    Once `stopped` is true, what has begun is finished and handed out, and nothing else is begun.
    """
    folder = str(cache_dir) if cache_dir is not None else None
    size = min(CHUNKS.get(kind, 1) for kind in setup.bots)
    using, whole = engine, False
    if engine != "python" and not left_to_python(setup) and installed() and not stopped():
        many = _decisions(setup, folder, first, end)
        if engine == "native" or many * (end - first) >= WORTH_IT:
            whole, using = True, "native"
            size = max(1, min(MOST_AT_ONCE, DECISIONS_AT_ONCE // max(1, many)))
            # Made here, it is kept where all workers find it.
            if folder is not None:
                _native_games(setup, folder, get_ident())
    if executor is None:
        if not whole:
            size = 1
        while first < end and not stopped():
            count = min(size, end - first)
            yield play_some(setup, first, count, folder, using)
            first += count
        return
    # Of few games everybody has some.
    share = -(-(end - first) // (EACH * workers))
    size = max(1, min(share, size))
    under_way: deque[Future[T]] = deque()
    following = first
    try:
        while under_way or following < end:
            while following < end and len(under_way) < EACH * workers and not stopped():
                count = min(size, end - following)
                under_way.append(executor.submit(play_some, setup, following, count, folder, using))
                following += count
            if stopped():
                following = end
                while under_way and under_way[-1].cancel():
                    under_way.pop()
            if not under_way:
                return
            done, _ = wait([under_way[0]], timeout=LOOK)
            if done:
                yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
