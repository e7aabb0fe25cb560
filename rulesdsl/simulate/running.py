"""Many games on many workers: in order, a few chunks under way at a time, the same whatever the workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from functools import lru_cache
from pathlib import Path

from rulesdsl.simulate.games import play
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.setups import Setup, Table

CHUNKS: dict[str, int] = {"random": 40, "random-moves": 10, "greedy": 5}
"""Games that are sent to a worker at once, by the slowest bot; one of any other kind."""
EACH = 3
"""Chunks under way for each worker: one that is played, others so that nobody waits."""
LOOK = 0.2
"""Seconds between two looks whether a run has been stopped."""


@lru_cache(maxsize=8)
def _table(setup: Setup, cache_dir: str | None) -> Table:
    return setup.load(Path(cache_dir) if cache_dir is not None else None)


def play_chunk(setup: Setup, first: int, count: int, cache_dir: str | None = None) -> list[Row]:
    """What a worker does; the game is loaded once in each of them."""
    table = _table(setup, cache_dir)
    return [play(table, setup, number) for number in range(first, first + count)]


def play_games(
    setup: Setup,
    first: int,
    end: int,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    cache_dir: Path | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Row]:
    """The games numbered from `first` up to `end`, in this order, as they are done.

    `executor` is anything with the interface of `concurrent.futures`; None plays in this process.
    Only a few chunks are under way at a time, so that memory does not grow with the number of games.
    Once `stopped` is true, what has begun is finished and handed out, and nothing else is begun.
    """
    folder = str(cache_dir) if cache_dir is not None else None
    if executor is None:
        table = _table(setup, folder)
        for number in range(first, end):
            if stopped():
                return
            yield play(table, setup, number)
        return
    # Of few games everybody has some.
    share = -(-(end - first) // (EACH * workers))
    size = max(1, min(share, *(CHUNKS.get(kind, 1) for kind in setup.bots)))
    under_way: deque[Future[list[Row]]] = deque()
    following = first
    try:
        while under_way or following < end:
            while following < end and len(under_way) < EACH * workers and not stopped():
                count = min(size, end - following)
                under_way.append(executor.submit(play_chunk, setup, following, count, folder))
                following += count
            if stopped():
                following = end
                while under_way and under_way[-1].cancel():
                    under_way.pop()
            if not under_way:
                return
            done, _ = wait([under_way[0]], timeout=LOOK)
            if done:
                yield from under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
