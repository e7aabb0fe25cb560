"""A table on several processes: each game is in one of them, and outlives it."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulesdsl.server.limits import Limits
from rulesdsl.server.server import Server
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.store import NoStore, Share, Store, worker_of
from rulesdsl.server.workers import FIRST_LINE, worker_for
from tests.server.tables import Guest, Lobby

pytestmark = pytest.mark.skipif(
    not (hasattr(socket, "send_fds") and Path("/proc/self/task").exists()),
    reason="connections are handed on, and processes looked for, as Linux does",
)
PIG = Path(__file__).parents[2] / "examples" / "classics" / "pig.game"
MAIN = "from rulesdsl.cli.main import main; main()"
WORKERS = 2
GAME = "0123456789abcdef"
OWN = worker_of(GAME, WORKERS)


@contextmanager
def serving(store: Path) -> Iterator[tuple[Lobby, subprocess.Popen[str]]]:
    command = [sys.executable, "-c", MAIN, "serve", str(PIG), "--port", "0", "--store", str(store)]
    with subprocess.Popen(
        [*command, "--workers", str(WORKERS)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout
        first = process.stdout.readline()
        try:
            yield Lobby(int(first.rpartition(":")[2])), process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lobby]:
    with serving(tmp_path_factory.mktemp("store") / "games.db") as (lobby, _):
        yield lobby


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes below it that play, in their order."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(one) for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def until(holds: Callable[[], bool], seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def tables_of_both(lobby: Lobby) -> list[list[Guest]]:
    """A game for each worker."""
    found: dict[int, list[Guest]] = {}
    while len(found) < WORKERS:
        guests = lobby.open_game("pig", ["person", "person"])
        found[worker_of(guests[0].path.split("/")[2], WORKERS)] = guests
    return [found[number] for number in range(WORKERS)]


def move(guests: list[Guest]) -> None:
    mover = next(guest for guest in guests[:2] if guest.question())
    answer = {"question": mover.question(), "option": mover.options()[0]}
    assert mover.do("answer", answer).status == 200


def test_games_go_on_in_both_and_outlive_them(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with serving(store) as (lobby, process):
        tables = tables_of_both(lobby)
        heard = [guests[1].stream() for guests in tables]
        for stream, guests in zip(heard, tables, strict=True):
            assert next(stream)["afresh"]
            move(guests)
            assert not next(stream)["over"]
        for number, killed in enumerate(workers_of(process)):
            os.kill(killed, signal.SIGKILL)
            assert until(lambda killed=killed: killed not in workers_of(process))  # type: ignore[misc]
            for guests in tables:
                assert until(lambda guests=guests: _answers(guests[0])), number  # type: ignore[misc]
                move(guests)
        with pytest.raises(NoStore, match="another server"):
            Store(store)
        made = [guests[0].path.split("/")[2] for guests in tables]
    assert process.returncode == 0
    kept = Store(store)
    assert [len(kept.choices(game)) for game in made] == [1 + WORKERS] * WORKERS


def _answers(guest: Guest) -> bool:
    try:
        return bool(re.search("data-question", guest.page()))
    except (OSError, http.client.HTTPException):
        return False


def test_workers_end_with_the_process_that_listens(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as (lobby, process):
        assert lobby.guest().ask("/").status == 200
        workers = workers_of(process)
        assert len(workers) == WORKERS
        process.kill()
        process.wait(30)
        assert until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    # A machine is left as it was: the store can be used again.
    Store(tmp_path / "games.db").close()


def test_a_connection_that_says_nothing_or_little_holds_nobody_up(here: Lobby) -> None:
    silent = [socket.create_connection(("127.0.0.1", here.port)) for _ in range(20)]
    for number, connection in enumerate(silent):
        connection.sendall(b"GET /ga"[: number % 8])
    assert here.guest().ask("/").status == 200
    for connection in silent:
        connection.close()


def test_a_game_that_is_asked_for_in_another_spelling_is_not_played_twice(here: Lobby) -> None:
    guest = tables_of_both(here)[1][0]
    assert guest.ask(guest.path.replace("/game/", "/%67ame/")).status == 421


@pytest.mark.parametrize(
    ("said", "worker"),
    [
        (b"GET", None),
        (b"GET /game/", None),
        (b"GET /game/0123", None),
        (b"GET /game/0123456789abcdef", None),
        (b"GET /game/0123456789abcdef/seat/0", OWN),
        (b"GET /game/0123456789abcdef?x HTTP/1.1\r\n", OWN),
        (b"POST /game/0123456789abcdef/seat/0/answer HTTP/1.1\r\nHost: x\r\n\r\n", OWN),
        (b"GET / HTTP/1.1\r\n", 0),
        (b"GET /game/%30123456789abcdef/watch HTTP/1.1\r\n", 0),
        (b"\x16\x03\x01\n", 0),
        (b"x" * FIRST_LINE, 0),
    ],
)
def test_the_first_line_says_whose_a_connection_is(said: bytes, worker: int | None) -> None:
    assert worker_for(said, WORKERS) == worker


def test_what_is_forgotten_is_ones_own(tmp_path: Path) -> None:
    server = Server(Shelf({"pig": PIG}), Store(tmp_path / "games.db"))
    made = {server.begin("pig", ["person", "person"], {})[0].id for _ in range(12)}
    server.store.close()
    own = {game for game in made if worker_of(game, WORKERS) == 1}
    gone = Store(tmp_path / "games.db", Share(1, WORKERS)).forget_older_than(time.time() + 1)
    assert set(gone) == own != made


def test_limits_are_divided() -> None:
    assert Limits(streams=3).part(2).streams == 2
