"""Does every game at the table outlive a server that is killed at any moment? `python -m bench.kills`.

A server is killed with SIGKILL at random moments while games are played over HTTP, and started again. In the
end every answer that was taken stands in the store once, in its order, and the trace of every game replays.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import uvicorn

from rulesdsl.library import shipped_games
from rulesdsl.server.app import app_of
from rulesdsl.server.games import Games
from rulesdsl.server.limits import Limits
from rulesdsl.server.server import Server
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.stepping import whole_trace
from rulesdsl.server.store import Store
from rulesdsl.trace.narrate import parse, replay

WIDE = Limits(games=100_000, games_an_hour=1e9, pace=1e9, burst=1e9)
TABLES = (("road_trip", ("person", "person")), ("lets_take_a_hike", ("person", "person", "random")))
LINK = re.compile(r'href="http://[^"#]+(/game/[^"#]+)#([\w-]+)"')


class Gone(Exception):
    """The server died before it had answered."""


class Killed:
    """A server that is started again and again on one socket and one store."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listening.getsockname()[1]
        # Read and compiled before the fork: what is killed is a game at play, not a file being read.
        self.warm = Server(Shelf(shipped_games()), Store(":memory:"), limits=WIDE)
        for key, kinds in TABLES:
            kept, _ = self.warm.begin(key, kinds, {})
            self.warm.games.opened(kept, (), self.warm.store.names(kept.id), 0)
        self.child = 0
        self.kills = 0
        self.dead = False
        self.asking = False
        signal.signal(signal.SIGALRM, lambda *_: self.kill())

    def start(self) -> None:
        self.dead = False
        self.child = os.fork()
        if self.child == 0:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            try:
                server = self.warm
                server.store = server.games.store = Store(self.path)
                config = uvicorn.Config(app_of(server), log_level="warning", access_log=False, lifespan="off")
                uvicorn.Server(config).run(sockets=[self.listening])
            finally:
                os._exit(1)

    def kill(self) -> None:
        """`Gone` for who waits for an answer: the next server takes up what came too late for this one."""
        os.kill(self.child, signal.SIGKILL)
        self.dead = True
        if self.asking:
            raise Gone

    def again(self) -> None:
        """After it has been killed, or is to be."""
        with suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        self.kills += 1
        self.start()

    def ask(
        self, path: str, cookie: str = "", data: object = None, form: object = None
    ) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        headers = {"Cookie": cookie} if cookie else {}
        body = None
        if data is not None:
            body, headers["Content-Type"] = json.dumps(data), "application/json"
        if form is not None:
            body = urlencode(form)  # type: ignore[arg-type]
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.asking = True
            if self.dead:
                raise Gone
            connection.request("GET" if body is None else "POST", path, body, headers)
            found = connection.getresponse()
            return found.status, found.read().decode(), found.getheader("set-cookie", "").split(";")[0]
        except (OSError, http.client.HTTPException):
            raise Gone from None
        finally:
            self.asking = False
            connection.close()


def seats(server: Killed, key: str, kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    """The seats of a new game, each with its cookie."""
    form = {"players": len(kinds), **{f"seat{at + 1}": kind for at, kind in enumerate(kinds)}}
    _, text, _ = server.ask(f"/new/{key}", form=form)
    found = []
    for path, token in dict.fromkeys(LINK.findall(unescape(text))):
        if "/seat/" in path:
            _, _, cookie = server.ask(f"{path}/sit", data={"token": token})
            found.append((path, cookie))
    return found


def play(server: Killed, path: str, cookie: str, chance: random.Random, taken: dict[str, list[str]]) -> bool:
    """One answer of one seat, given again until the server has it; True when the game is over."""
    status, page, _ = server.ask(path, cookie)
    assert status == 200, (status, page)
    if 'class="over"' in page:
        return True
    question = re.findall(r'data-question="([^"]*)"', page)[0]
    options = re.findall(r'data-option="(\d+)', page)
    if not question or not options:
        return False
    answer = {"question": question, "option": int(chance.choice(options))}
    while True:
        try:
            status, text, _ = server.ask(f"{path}/answer", cookie, answer)
        except Gone:
            server.again()
            continue
        assert status == 200, (status, text, answer)
        taken.setdefault(path, []).append(f"{answer['question']}={answer['option']}")
        return False


def check(path: Path, taken: dict[str, list[str]]) -> int:
    """What is in the store against what was taken; how many games there are."""
    store = Store(path)
    games = Games(store, lambda _kept: {})
    for game_id in store.games():
        kept = store.game(game_id)
        assert kept is not None
        choices = store.choices(game_id)
        open_ahead = {
            f"{one.question}={one.option}"
            for block in range(len(choices) + 1)
            for answers in store.ahead(game_id, block).values()
            for one in answers
        }
        for seat, kind in enumerate(kept.kinds):
            if kind != "person":
                continue
            written = [f"{one.question}={one.option}" for one in choices if one.seat == seat]
            assert len(set(written)) == len(written), "an answer is there twice"
            answered = taken.get(f"/game/{game_id}/seat/{seat}", [])
            lost = [one for one in answered if one not in set(written) | open_ahead]
            # Who has nothing to choose in secret says so; that is no choice of the game.
            assert not lost or kept.file == "road_trip", f"lost: {lost}"
            assert [one for one in answered if one in set(written)] == written, "in another order"
        bots = {seat: None for seat, kind in enumerate(kept.kinds) if kind != "person"}
        games.bots_for = lambda _kept, bots=bots: bots  # type: ignore[misc,return-value,assignment]
        live = games.opened(kept, choices, store.names(game_id), store.epoch(game_id))
        if live.session.over:
            trace = parse("\n".join(whole_trace(live)))
            difference = replay(trace, live.kit.program)
            assert difference is None, difference
    store.close()
    return len(store_lines(path))


def store_lines(path: Path) -> list[str]:
    store = Store(path)
    found = store.games()
    store.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end then, however many it were")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    chance = random.Random(wanted.seed)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "games.db"
        server = Killed(store)
        server.start()
        taken: dict[str, list[str]] = {}
        tables: list[list[tuple[str, str]]] = []
        over = 0
        answers = 0
        while server.kills < wanted.kills and time.monotonic() - began < wanted.seconds:
            if len(tables) < len(TABLES):
                key, kinds = TABLES[(over + len(tables)) % len(TABLES)]
                tables.append(seats(server, key, kinds))
            before = server.kills
            try:
                for path, cookie in (table[0] for table in tables):
                    server.ask(path, cookie)
            except Gone:
                server.again()
                continue
            signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.0005, 0.25))
            while server.kills == before:
                table = chance.choice(tables)
                seat = chance.choice(table)
                try:
                    if play(server, *seat, chance, taken):
                        tables.remove(table)
                        over += 1
                        break
                    answers += 1
                except Gone:
                    server.again()
            if server.kills == before:
                # A game ended before the shot came; it comes now, while nobody waits for an answer.
                signal.setitimer(signal.ITIMER_REAL, 0)
                server.kill()
                server.again()
            if server.kills % 100 == 0 and server.kills != before:
                print(f"{server.kills} kills, {answers} answers, {over} games over", flush=True)
        server.kill()
        os.waitpid(server.child, 0)
        games = check(store, taken)
    seconds = time.monotonic() - began
    print(f"{server.kills} kills in {seconds:.0f} s: {answers} answers, {games} games, {over} of them over;")
    print(
        "every answer that was taken is in its game once and in its order, and every game goes on or replays"
    )


if __name__ == "__main__":
    sys.exit(main())
