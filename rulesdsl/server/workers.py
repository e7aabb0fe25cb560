"""A table on several cores: each game is played in one of several processes, which is handed its connections.

One process listens. It looks at the first line of what a connection asks for, which names the game, and hands
the connection on as it is; nothing that players send or are sent goes through it. Each worker answers one
question a connection, so that the next may be for another game.
"""

from __future__ import annotations

import multiprocessing
import re
import selectors
import signal
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from attrs import define, field, frozen
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulesdsl.server.app import app_of
from rulesdsl.server.limits import Limits
from rulesdsl.server.server import Server
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.store import Share, Store, worker_of

GAME = re.compile(rb"[A-Z]+ /game/([0-9a-f]{1,64})[/? ]")
FIRST_LINE = 2048
"""So much of what is asked for is looked at to find the game."""
PATIENCE = 10.0
"""So long a connection may say nothing."""
PAUSE = 0.05
MOST_WAITING = 1000
"""So many connections may have said nothing yet."""
QUICKLY = 5.0
"""A worker that ends sooner than this after its start is not started again for ever."""
MOST_FAILURES = 5
STOPPING = 3.0
"""So long a worker has to let go of those who listen."""


class WorkersFail(Exception):
    """Workers end as soon as they are started."""


@frozen
class Setting:
    """What a server is made of, in whichever process."""

    files: Mapping[str, Path]
    variants: Mapping[str, Path]
    cache: Path | None
    store: Path
    address: str = ""
    hosts: frozenset[str] = frozenset()
    keep_days: float = 0
    bots: tuple[str, ...] = ()
    limits: Limits = field(factory=Limits)

    def server(self, share: Share | None = None) -> Server:
        """`NoStore` if its store cannot be used."""
        made = Server(
            Shelf(self.files, self.variants, self.cache),
            Store(self.store, share),
            limits=self.limits if share is None else self.limits.part(share.workers),
            address=self.address,
            keep_days=self.keep_days,
            hosts=self.hosts,
        )
        made.bots = (*made.bots, *self.bots)
        return made


def serve(server: Server, listening: socket.socket, app: ASGIApp | None = None) -> None:
    """Answer what comes in, until the process is told to end."""
    config = uvicorn.Config(
        app or app_of(server),
        # Other loops would not ask a socket that is `Handed` for its connections.
        loop="asyncio",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )

    class Ending(uvicorn.Server):
        """Lets pages go that listen, so that the end does not wait for them."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            server.games.close()
            super().handle_exit(sig, frame)

    Ending(config).run(sockets=[listening])


class Handed(socket.socket):
    """Connections that another process has accepted, in place of a socket that listens."""

    _ended = False

    def listen(self, backlog: int = 0, /) -> None:
        """Nothing is to be done: the other process listens."""
        del backlog

    def accept(self) -> tuple[socket.socket, Any]:
        mark, handles, _, _ = socket.recv_fds(self, 1, 1)
        if mark and handles:
            connection = socket.socket(fileno=handles[0])
            try:
                return connection, connection.getpeername()
            except OSError:
                connection.close()
                raise ConnectionAbortedError from None
        if not self._ended:
            # Whoever listens is gone, and nothing comes in any more.
            self._ended = True
            signal.raise_signal(signal.SIGTERM)
        raise BlockingIOError


@define
class OwnGames:
    """Only games of this share, and one question a connection: the next may be for another worker."""

    app: ASGIApp
    share: Share

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def closing(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        parts = scope.get("path", "").split("/")
        if parts[1:2] == ["game"] and len(parts) > 2 and not self.share.has(parts[2]):
            await PlainTextResponse("This game is played elsewhere; ask again.", 421)(scope, receive, closing)
        else:
            await self.app(scope, receive, closing)


def work(setting: Setting, share: Share, channel: socket.socket) -> None:
    """What a worker does, in a process of its own."""
    handed = Handed(fileno=channel.detach())
    server = setting.server(share)
    try:
        with suppress(KeyboardInterrupt):
            serve(server, handed, OwnGames(app_of(server), share))
    finally:
        server.store.close()


@define(eq=False)
class Worker:
    """A process, and the way to it."""

    setting: Setting
    share: Share
    process: SpawnProcess = field(init=False)
    channel: socket.socket = field(init=False)
    failures: int = 0
    _started: float = 0

    def start(self) -> None:
        self.channel, its_end = socket.socketpair()
        self.channel.setblocking(False)
        with its_end:
            context = multiprocessing.get_context("spawn")
            self.process = context.Process(target=work, args=(self.setting, self.share, its_end), daemon=True)
            self.process.start()
        self._started = time.monotonic()

    def start_again(self) -> None:
        """After it has ended, whatever the reason; `WorkersFail` if it does so each time."""
        self.failures = self.failures + 1 if time.monotonic() - self._started < QUICKLY else 0
        if self.failures >= MOST_FAILURES:
            raise WorkersFail(f"a worker ends at once, with status {self.process.exitcode}")
        self.channel.close()
        self.process.join()
        self.start()

    def take(self, connection: socket.socket) -> bool:
        """Hand a connection on; False if there is no room on the way just now."""
        try:
            socket.send_fds(self.channel, [b"."], [connection.fileno()])
        except BlockingIOError:
            return False
        except OSError:
            # The worker is gone, and is started again; who asked asks again.
            pass
        connection.close()
        return True

    def stop(self) -> None:
        if not self._started:
            return
        self.channel.close()
        self.process.join(STOPPING)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@define(eq=False)
class Router:
    """The process that listens. It looks at the first line of what is asked for, and reads nothing."""

    listening: socket.socket
    workers: tuple[Worker, ...]
    _selector: selectors.DefaultSelector = field(factory=selectors.DefaultSelector)
    _waiting: dict[socket.socket, float] = field(factory=dict)
    """Connections that have not said yet what they ask for, and until when they may."""
    _unfinished: list[socket.socket] = field(factory=list)
    """Those of them that are looked at again in a moment."""

    def run(self) -> None:
        """Until the process is told to end."""
        self.listening.setblocking(False)
        self._selector.register(self.listening, selectors.EVENT_READ, self._accept)
        try:
            for worker in self.workers:
                self._start(worker)
            while True:
                for key, _ in self._selector.select(PAUSE if self._unfinished else 1.0):
                    key.data()
                again, self._unfinished = self._unfinished, []
                for connection in again:
                    self._look_at(connection)
                self._drop_silent()
        finally:
            for worker in self.workers:
                worker.stop()
            for connection in self._waiting:
                connection.close()
            self._selector.close()

    def _start(self, worker: Worker, *, again: bool = False) -> None:
        if again:
            self._selector.unregister(worker.process.sentinel)
            worker.start_again()
        else:
            worker.start()
        self._selector.register(
            worker.process.sentinel, selectors.EVENT_READ, lambda: self._start(worker, again=True)
        )

    def _accept(self) -> None:
        try:
            connection, _ = self.listening.accept()
        except OSError:
            # It was closed again, or there is no room for more.
            time.sleep(PAUSE / 10)
            return
        if len(self._waiting) >= MOST_WAITING:
            connection.close()
            return
        connection.setblocking(False)
        self._waiting[connection] = time.monotonic() + PATIENCE
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._first_bytes(connection))

    def _first_bytes(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        self._look_at(connection)

    def _look_at(self, connection: socket.socket) -> None:
        """Hand a connection on, or look at it again in a moment."""
        try:
            request = connection.recv(FIRST_LINE, socket.MSG_PEEK)
        except BlockingIOError:
            request = None
        except OSError:
            request = b""
        number = None if not request else worker_for(request, len(self.workers))
        if request == b"" or (number is not None and self.workers[number].take(connection)):
            del self._waiting[connection]
            connection.close()
        else:
            self._unfinished.append(connection)

    def _drop_silent(self) -> None:
        now = time.monotonic()
        for connection in [silent for silent, until in self._waiting.items() if until < now]:
            del self._waiting[connection]
            if connection in self._unfinished:
                self._unfinished.remove(connection)
            else:
                self._selector.unregister(connection)
            connection.close()


def worker_for(request: bytes, workers: int) -> int | None:
    """Which worker a question is for, by default the first; None as long as that cannot be said."""
    match = GAME.match(request)
    if match:
        return worker_of(match[1].decode(), workers)
    return 0 if b"\n" in request or len(request) >= FIRST_LINE else None


def serve_with_workers(setting: Setting, listening: socket.socket, workers: int) -> None:
    """Answer what comes in, in so many processes; `WorkersFail` if they cannot be kept alive."""
    # Held as long as they work: no other server may use the store.
    store = Store(setting.store, Share(0, workers))
    try:
        shares = [Share(number, workers) for number in range(workers)]
        Router(listening, tuple(Worker(setting, share) for share in shares)).run()
    finally:
        store.close()
