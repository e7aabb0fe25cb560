"""The same games whatever plays them, in memory that does not grow, gone on with after a cut."""

import csv
import gc
import io
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

import pyarrow.parquet as pq
import pytest
from attrs import evolve
from distributed import LocalCluster

from rulesdsl.simulate.parquet import from_parquet, to_parquet
from rulesdsl.simulate.rows import COLUMNS, Row, to_cells
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import OtherRules, Setup
from rulesdsl.simulate.storing import Journal, OtherRun, read_rows
from rulesdsl.simulate.summary import Summary
from tests.simulate.commands import many_games
from tests.simulate.setting import CLASSICS, COIN, GAMES, played, setup_of

ROAD_TRIP = setup_of(GAMES / "road_trip.game", ("greedy", "random", "mcts:3"), rotate=True)


def as_text(rows: Iterator[Row] | list[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    for row in rows:
        writer.writerow(to_cells(row))
    return text.getvalue()


@pytest.fixture(scope="module")
def alone() -> str:
    return as_text(played(ROAD_TRIP, 4))


def test_two_processes_play_what_one_plays(alone: str) -> None:
    with many_games.hall(many_games.Machines(2, None, None)) as hall:
        assert hall.workers == 2
        assert as_text(hall.play(ROAD_TRIP, 0, 4, lambda: False)) == alone


def test_a_cluster_of_two_plays_what_one_plays(alone: str) -> None:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0") as cluster,
        many_games.hall(many_games.Machines(None, cluster.scheduler_address, None)) as hall,
    ):
        assert hall.workers == 2
        assert as_text(hall.play(ROAD_TRIP, 0, 4, lambda: False)) == alone


def test_games_come_in_their_order_from_anybody() -> None:
    setup = setup_of(COIN)
    with ThreadPoolExecutor(3) as executor:
        rows = list(play_games(setup, 5, 300, executor=executor, workers=3))
    assert [row.number for row in rows] == list(range(5, 300))
    assert as_text(rows) == as_text(played(setup, 300)[5:])


def test_another_seed_gives_other_games_and_the_same_the_same() -> None:
    setup = setup_of(COIN)
    assert as_text(played(setup, 20)) == as_text(played(setup, 20))
    assert as_text(played(evolve(setup, seed=2), 20)) != as_text(played(setup, 20))


def test_a_worker_that_finds_other_rules_refuses() -> None:
    with pytest.raises(OtherRules, match="are not those that are to be played"):
        evolve(setup_of(COIN), rules="0123456789abcdef").load()


P = ParamSpec("P")
T = TypeVar("T")


class Counting(Executor):
    """Plays at once, and knows how often it was asked."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.submitted += 1
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_only_a_few_chunks_are_under_way_at_a_time() -> None:
    executor = Counting()
    rows = play_games(setup_of(COIN), 0, 100_000, executor=executor, workers=2)
    next(rows)
    assert executor.submitted <= 6


def test_of_few_games_everybody_has_some() -> None:
    executor = Counting()
    assert len(list(play_games(setup_of(COIN), 0, 12, executor=executor, workers=2))) == 12
    assert executor.submitted == 6


def test_what_has_begun_is_handed_out_when_stopped_and_nothing_else_is_begun() -> None:
    executor = Counting()
    numbers: list[int] = []
    rows = play_games(
        setup_of(COIN), 0, 10_000, executor=executor, workers=2, stopped=lambda: len(numbers) >= 50
    )
    numbers.extend(row.number for row in rows)
    assert numbers == list(range(len(numbers)))
    assert len(numbers) == 40 * executor.submitted < 400


@contextmanager
def traced() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    setup = setup_of(CLASSICS / "connect_four.game")
    summary = Summary(setup)
    grown = []
    with traced(), Journal(tmp_path / "games.csv", setup) as journal:
        for row in play_games(setup, 0, 600):
            journal.add(row)
            summary.add(row)
            if row.number in (200, 599):
                gc.collect()
                grown.append(tracemalloc.get_traced_memory()[0])
    assert summary.games == 600
    # Were as little kept of each game as its number, it would be more.
    assert grown[1] - grown[0] < 10_000


# ---------------------------------------------------------------- results on disk


def write(path: Path, setup: Setup, end: int) -> int:
    """Play up to `end` from where the journal is; how many games had to be played."""
    with Journal(path, setup) as journal:
        first = journal.done
        for row in play_games(setup, first, end):
            journal.add(row)
    return end - first


def test_a_journal_that_was_cut_anywhere_is_gone_on_with(tmp_path: Path) -> None:
    setup = setup_of(COIN)
    whole = tmp_path / "whole.csv"
    assert write(whole, setup, 6) == 6
    data = whole.read_bytes()
    cut = tmp_path / "cut.csv"
    for length in range(0, len(data), 7):
        cut.write_bytes(data[:length])
        again = write(cut, setup, 6)
        assert again == 6 - max(0, data[:length].count(b"\n") - 2)
        assert cut.read_bytes() == data


def test_a_journal_of_other_games_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    setup = setup_of(COIN)
    write(path, setup, 2)
    before = path.read_bytes()
    for other in (evolve(setup, seed=2), evolve(setup, program="f" * 16), evolve(setup, rotate=True)):
        with pytest.raises(OtherRun, match="holds other games"):
            Journal(path, other)
    assert path.read_bytes() == before
    # Where it lies and how it is laid out makes no other game.
    elsewhere = evolve(setup, path="/somewhere/else.game", rules="f" * 16)
    with Journal(path, elsewhere) as journal:
        assert journal.done == 2


def test_a_parquet_file_holds_what_the_journal_held_and_becomes_one_again(tmp_path: Path) -> None:
    setup = setup_of(COIN)
    journal, table = tmp_path / "games.csv", tmp_path / "games.parquet"
    write(journal, setup, 5)
    text, rows = journal.read_bytes(), list(read_rows(journal))
    to_parquet(journal, table)
    assert not journal.exists()
    read = pq.read_table(table)
    assert read.column("number").to_pylist() == [0, 1, 2, 3, 4]
    assert read.column("seed").to_pylist() == [setup.seed_of(number) for number in range(5)]
    assert read.column("decisions").to_pylist() == [row.decisions for row in rows]
    from_parquet(table, journal, setup)
    assert journal.read_bytes() == text
    with pytest.raises(OtherRun):
        from_parquet(table, tmp_path / "other.csv", evolve(setup, seed=9))
    (tmp_path / "none.parquet").write_text("no table", "utf-8")
    with pytest.raises(OtherRun, match="is no parquet file"):
        from_parquet(tmp_path / "none.parquet", tmp_path / "other.csv", setup)
