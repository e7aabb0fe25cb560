"""Many tables at once: `python -m bench.soak [--games 100] [--seats 4] [--seconds 600] [--workers 2]`.

Every seat has a page that listens; in every game somebody decides once a second, and where one is over,
another begins. Told are errors, how long it takes from an answer to the other pages, what an answer costs
the server and what it costs whoever asks, and how the server's memory grows. What comes in is hardly looked
at, so that there is more of the machine for the server.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from attrs import define, field

LINK = re.compile(r'href="http://[^"#]+(/game/[^"#]+/seat/\d+)#([\w-]+)"')
COOKIE = re.compile(rb"set-cookie: ([^;]+)", re.IGNORECASE)
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
OPTION = re.compile(rb'data-option=\\"(\d+)')
QUESTION = b'"question":'
END = b"\n\n\r\n"
"""Behind an event that is pushed."""
ATTEMPTS = 3
PATIENCE = 10.0
"""So long a page waits to be told."""
SERVER = """
import socket, sys
from pathlib import Path
from rulesdsl.library import shipped_games
from rulesdsl.server.limits import Limits
from rulesdsl.server.workers import Setting, serve, serve_with_workers

if __name__ == "__main__":
    wide = Limits(games=10**6, games_an_hour=1e9, pace=1e9, burst=1e9, streams=10**5)
    setting = Setting(shipped_games(), {}, None, Path(sys.argv[1]), limits=wide)
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(listening.getsockname()[1], flush=True)
    workers = int(sys.argv[2])
    if workers == 1:
        serve(setting.server(), listening)
    else:
        serve_with_workers(setting, listening, workers)
"""


@define
class Figures:
    games: int = 0
    answers: int = 0
    errors: list[str] = field(factory=list)
    delays: list[float] = field(factory=list)
    memory: list[int] = field(factory=list)
    """Of the server, every five seconds."""
    spent: float = 0.0
    """Seconds of CPU of the server."""
    own: float = 0.0
    """Seconds of CPU of whoever asks."""
    told: int = 0
    """Bytes that were pushed."""


@define(eq=False)
class Connection(asyncio.Protocol):
    """One connection that asks one thing after the other, as a browser does."""

    port: int
    _transport: asyncio.Transport | None = None
    _got: bytearray = field(factory=bytearray)
    _answered: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._got += data
        top = self._got.find(b"\r\n\r\n")
        length = LENGTH.search(self._got, 0, top) if top >= 0 else None
        if length and len(self._got) >= top + 4 + int(length[1]):
            self._give()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._transport = None
        self._give()

    def _give(self) -> None:
        if self._answered and not self._answered.done():
            self._answered.set_result(bytes(self._got))
        self._got.clear()

    async def ask(self, path: str, cookie: str, body: str, sort: str = "application/json") -> bytes:
        """What comes back; asked again if the connection was closed meanwhile, as pages do."""
        for _ in range(ATTEMPTS):
            if found := await self._ask(path, cookie, body, sort):
                return found
        return b""

    async def _ask(self, path: str, cookie: str, body: str, sort: str) -> bytes:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        assert self._transport
        self._answered = loop.create_future()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {sort}\r\n"
        head += f"Cookie: {cookie}\r\nContent-Length: {len(body.encode())}\r\n"
        self._transport.write(f"{head}\r\n{body}".encode())
        return await self._answered

    def close(self) -> None:
        if self._transport:
            self._transport.close()


@define(eq=False)
class Page(asyncio.Protocol):
    """One seat that listens: what it was told last."""

    path: str
    cookie: str
    connection: Connection
    figures: Figures
    question: str = ""
    over: bool = False
    said: bytes = b""
    """What was pushed last."""
    heard: asyncio.Event = field(factory=asyncio.Event)
    _got: bytearray = field(factory=bytearray)
    _transport: asyncio.Transport | None = None
    _closing: bool = False

    async def listen(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self.connection.port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        head = f"GET {self.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        self._got += data
        self.figures.told += len(data)
        at = self._got.rfind(QUESTION) if self._got.endswith(END) else -1
        if at >= 0:
            self.said = bytes(self._got)
            self.question = self.said[at:].split(b'"', 4)[3].decode()
            self.over = b'"over": true' in self.said[at:]
            self._got.clear()
            self.heard.set()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self._closing:
            self.figures.errors.append("a stream ended")

    def close(self) -> None:
        self._closing = True
        self.connection.close()
        if self._transport:
            self._transport.close()


async def open_table(port: int, figures: Figures, wanted: argparse.Namespace) -> list[Page]:
    """The pages of a new game, each with its seat."""
    seats = {f"seat{number}": "person" for number in range(1, wanted.seats + 1)}
    form = urlencode({"players": wanted.seats, **seats})
    host = Connection(port)
    found = await host.ask(f"/new/{wanted.game}", "", form, "application/x-www-form-urlencoded")
    host.close()
    pages = []
    for path, token in dict.fromkeys(LINK.findall(unescape(found.decode()))):
        connection = Connection(port)
        cookie = COOKIE.search(await connection.ask(f"{path}/sit", "", json.dumps({"token": token})))
        assert cookie
        pages.append(Page(path, cookie[1].decode(), connection, figures))
    figures.games += 1
    return pages


async def keep_playing(
    port: int, pages: list[Page], figures: Figures, chance: random.Random, wanted: argparse.Namespace
) -> None:
    """One game after the other until time is over, each with pages that listen."""
    until = time.monotonic() + wanted.seconds
    while time.monotonic() < until:
        for page in pages:
            await page.listen()
        for page in pages:
            await page.heard.wait()
        await decide(pages, figures, chance, until)
        for page in pages:
            page.close()
        if time.monotonic() < until:
            pages = await open_table(port, figures, wanted)


async def decide(pages: list[Page], figures: Figures, chance: random.Random, until: float) -> None:
    """One game: somebody who is asked answers, once a second."""
    await asyncio.sleep(chance.random())
    while time.monotonic() < until and pages and not pages[0].over:
        begun = time.monotonic()
        asked = [page for page in pages if page.question]
        if not asked:
            await asyncio.sleep(0.2)
            continue
        page = chance.choice(asked)
        # Whatever else there is, the first option is always offered.
        options = OPTION.findall(page.said) or [b"0"]
        for other in pages:
            other.heard.clear()
        body = json.dumps({"question": page.question, "option": int(chance.choice(options))})
        given = await page.connection.ask(f"{page.path}/answer", page.cookie, body)
        figures.answers += 1
        if b" 200 " not in given[:16]:
            figures.errors.append(given[-100:].decode())
        for other in pages:
            try:
                async with asyncio.timeout(PATIENCE):
                    await other.heard.wait()
                if other is not page:
                    figures.delays.append(time.monotonic() - begun)
            except TimeoutError:
                figures.errors.append("a page was not told")
        await asyncio.sleep(max(0.0, 1 - (time.monotonic() - begun)))


def processes(pid: int) -> list[int]:
    """A process and its workers."""
    workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(below for worker in workers for below in processes(int(worker)))]


def spent_by(pid: int) -> float:
    ticks = 0
    for process in processes(pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def size_of(pid: int) -> int:
    pages = [int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in processes(pid)]
    return sum(pages) * os.sysconf("SC_PAGESIZE")


WEIGHED = 5.0


async def weigh(pid: int, figures: Figures, until: float) -> None:
    while time.monotonic() < until:
        figures.memory.append(size_of(pid))
        await asyncio.sleep(WEIGHED)


async def soak(port: int, pid: int, wanted: argparse.Namespace) -> Figures:
    figures, chance = Figures(), random.Random(1)
    tables = [await open_table(port, figures, wanted) for _ in range(wanted.games)]
    print(f"{len(tables)} games at once, {wanted.seats} pages at each", flush=True)
    before, own, until = spent_by(pid), time.process_time(), time.monotonic() + wanted.seconds
    await asyncio.gather(
        weigh(pid, figures, until),
        *(keep_playing(port, pages, figures, chance, wanted) for pages in tables),
    )
    figures.spent, figures.own = spent_by(pid) - before, time.process_time() - own
    return figures


def report(found: Figures) -> None:
    delays = sorted(found.delays)
    at = [delays[min(len(delays) - 1, int(len(delays) * share))] * 1000 for share in (0.5, 0.95, 0.99)]
    print(f"{found.games} games, {found.answers} answers")
    print(f"{len(found.errors)} errors {sorted(set(found.errors))[:3]}")
    print(
        f"an answer costs the server {found.spent / found.answers * 1000:.2f} ms of CPU, whoever asks"
        f" {found.own / found.answers * 1000:.2f} ms; {found.told / found.answers / 1000:.1f} kB are pushed"
    )
    print(f"from an answer to another page: half {at[0]:.0f} ms, 95 % {at[1]:.0f} ms, 99 % {at[2]:.0f} ms")
    minutes = {minute: int(minute * 60 / WEIGHED) for minute in (1, 5, 10)}
    last = len(found.memory) - 1
    weighed = [
        f"{found.memory[min(at, last)] / 1e6:.0f} MB after {minute} min"
        for minute, at in minutes.items()
        if at <= last + 1
    ]
    print(f"memory: {', '.join(weighed)}; {found.memory[last] / 1e6:.0f} MB at the end")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--game", default="road_trip")
    parser.add_argument("--workers", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "games.db"), str(wanted.workers)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            try:
                found = asyncio.run(soak(int(server.stdout.readline()), server.pid, wanted))
            finally:
                server.kill()
    report(found)


if __name__ == "__main__":
    main()
