"""Many tables at once: `python -m bench.soak [--games 100] [--seats 4] [--seconds 600] [--workers 2]`.

Every seat has a page that listens; in every game somebody decides once a second, and where one is over,
another begins. Told are errors, how long it takes from an answer to the other pages, what an answer costs
the server, and how its memory grows.
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
class Page:
    """One seat that listens: the question that it was told last, and when."""

    path: str
    cookie: str
    question: str = ""
    options: list[int] = field(factory=list)
    parts: dict[str, str] = field(factory=dict)
    heard: asyncio.Event = field(factory=asyncio.Event)
    over: bool = False


@define
class Figures:
    games: int = 0
    answers: int = 0
    errors: list[str] = field(factory=list)
    delays: list[float] = field(factory=list)
    memory: list[int] = field(factory=list)
    spent: float = 0.0
    """Seconds of CPU of the server."""
    told: int = 0
    """Letters that were pushed."""


async def ask(
    port: int, path: str, cookie: str = "", body: str | None = None, sort: str = "json"
) -> tuple[int, str, str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    head += f"Cookie: {cookie}\r\n" if cookie else ""
    if body is not None:
        kind = "application/json" if sort == "json" else "application/x-www-form-urlencoded"
        head += f"Content-Type: {kind}\r\nContent-Length: {len(body.encode())}\r\n"
    writer.write(f"{head}\r\n{body or ''}".encode())
    await writer.drain()
    data = (await reader.read()).decode()
    writer.close()
    top, _, text = data.partition("\r\n\r\n")
    given = re.search(r"set-cookie: ([^;]+)", top, re.IGNORECASE)
    return int(top.split(" ", 2)[1]), text, given[1] if given else ""


async def listen(port: int, page: Page, figures: Figures) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    head = f"GET {page.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {page.cookie}\r\n\r\n"
    writer.write(head.encode())
    await writer.drain()
    while line := await reader.readline():
        if not line.startswith(b"data: "):
            continue
        figures.told += len(line)
        change = json.loads(line[6:])
        page.parts |= change["parts"]
        page.question, page.over = change["question"], change["over"]
        page.heard.set()
    figures.errors.append("a stream ended")


async def open_table(port: int, wanted: argparse.Namespace) -> list[Page]:
    """The pages of a new game, each with its seat."""
    seats = {f"seat{number}": "person" for number in range(1, wanted.seats + 1)}
    form = urlencode({"players": wanted.seats, **seats})
    _, text, _ = await ask(port, f"/new/{wanted.game}", body=form, sort="form")
    pages = []
    for path, token in dict.fromkeys(LINK.findall(unescape(text))):
        _, _, cookie = await ask(port, f"{path}/sit", body=json.dumps({"token": token}))
        pages.append(Page(path, cookie))
    return pages


async def keep_playing(
    port: int, pages: list[Page], figures: Figures, chance: random.Random, wanted: argparse.Namespace
) -> None:
    """One game after the other until time is over, each with pages that listen."""
    until = time.monotonic() + wanted.seconds
    while time.monotonic() < until:
        listening = [asyncio.create_task(listen(port, page, figures)) for page in pages]
        for page in pages:
            await page.heard.wait()
        await decide(port, pages, figures, chance, until)
        for task in listening:
            task.cancel()
        if time.monotonic() < until:
            pages = await open_table(port, wanted)
            figures.games += 1


async def decide(port: int, pages: list[Page], figures: Figures, chance: random.Random, until: float) -> None:
    """One game: somebody who is asked answers, once a second."""
    await asyncio.sleep(chance.random())
    while time.monotonic() < until and not pages[0].over:
        begun = time.monotonic()
        asked = [page for page in pages if page.question]
        if not asked:
            await asyncio.sleep(0.2)
            continue
        page = chance.choice(asked)
        options = [
            int(one) for html in page.parts.values() for one in re.findall(r'data-option="(\d+)', html)
        ]
        for other in pages:
            other.heard.clear()
        body = json.dumps({"question": page.question, "option": chance.choice(options)})
        status, text, _ = await ask(port, f"{page.path}/answer", page.cookie, body)
        figures.answers += 1
        if status != 200:
            figures.errors.append(f"{status}: {text[:100]}")
        for other in pages:
            try:
                await asyncio.wait_for(other.heard.wait(), 10)
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


async def weigh(pid: int, figures: Figures, until: float) -> None:
    while time.monotonic() < until:
        figures.memory.append(size_of(pid))
        await asyncio.sleep(5)


async def soak(port: int, pid: int, wanted: argparse.Namespace) -> Figures:
    figures, chance = Figures(), random.Random(1)
    tables = [await open_table(port, wanted) for _ in range(wanted.games)]
    figures.games = len(tables)
    print(f"{len(tables)} games at once, {wanted.seats} pages at each", flush=True)
    before, until = spent_by(pid), time.monotonic() + wanted.seconds
    await asyncio.gather(
        weigh(pid, figures, until),
        *(keep_playing(port, pages, figures, chance, wanted) for pages in tables),
    )
    figures.spent = spent_by(pid) - before
    return figures


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
    delays = sorted(found.delays)
    at = [delays[min(len(delays) - 1, int(len(delays) * share))] * 1000 for share in (0.5, 0.95, 0.99)]
    middle = found.memory[len(found.memory) // 2] if found.memory else 0
    print(f"{found.games} games, {found.answers} answers")
    print(f"{len(found.errors)} errors {sorted(set(found.errors))[:3]}")
    print(
        f"an answer costs the server {found.spent / found.answers * 1000:.1f} ms of CPU"
        f" and {found.told / found.answers / 1000:.1f} kB to its pages"
    )
    print(f"from an answer to another page: half {at[0]:.0f} ms, 95 % {at[1]:.0f} ms, 99 % {at[2]:.0f} ms")
    print(
        f"memory: {middle / 1e6:.0f} MB in the middle, {found.memory[-1] / middle:.2f} times that at the end"
    )


if __name__ == "__main__":
    main()
