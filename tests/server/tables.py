"""A server for tests, asked as browsers ask."""

import http.client
import json
import re
import threading
import time
from collections.abc import Generator, Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import uvicorn
from attrs import define, field

from rulesdsl.library import shipped_games
from rulesdsl.server.app import app_of
from rulesdsl.server.limits import Limits
from rulesdsl.server.server import Server
from rulesdsl.server.session import Session
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.store import Store

LINK = re.compile(r'href="(http://[^"#]+)#([\w-]+)"')
WIDE = Limits(pace=10_000, burst=10_000, games_an_hour=10_000)


@define
class Answer:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def said(self) -> str:
        return str(json.loads(self.text)["said"])


@define
class Guest:
    """A browser without a screen: it keeps its cookie, and asks for one seat."""

    port: int
    path: str
    cookie: str = ""

    def ask(
        self, path: str, data: object = None, *, form: object = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {"Cookie": self.cookie} if self.cookie else {}
        body = None
        if data is not None:
            body, given["Content-Type"] = json.dumps(data), "application/json"
        if form is not None:
            body, given["Content-Type"] = urlencode(form, doseq=True), "application/x-www-form-urlencoded"  # type: ignore[arg-type]
        connection.request("GET" if body is None else "POST", path, body, {**given, **(headers or {})})
        found = connection.getresponse()
        text = found.read().decode()
        answer = Answer(found.status, {key.lower(): value for key, value in found.getheaders()}, text)
        connection.close()
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    def do(self, what: str, data: object = None) -> Answer:
        return self.ask(f"{self.path}/{what}", {} if data is None else data)

    def page(self) -> str:
        return self.ask(self.path).text

    def question(self) -> str:
        found = re.search(r'data-question="([^"]*)"', self.page())
        assert found
        return found[1]

    def options(self) -> list[int]:
        return sorted(
            {
                int(one)
                for found in re.findall(r'data-option="([\d ]+)"', self.page())
                for one in found.split()
            }
        )

    def stream(self) -> Generator[dict[str, Any], None, None]:
        """What the server pushes, for as long as somebody reads."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"{self.path}/stream", headers={"Cookie": self.cookie})
        found = connection.getresponse()
        try:
            assert found.status == 200, found.read()
            while line := found.fp.readline():
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            connection.close()


@define
class Lobby:
    """A server in whatever process, as browsers come to it."""

    port: int
    links: list[tuple[str, str]] = field(factory=list, init=False)

    def guest(self, path: str = "/") -> Guest:
        return Guest(self.port, path)

    def open_game(self, key: str, kinds: Sequence[str], **options: str) -> list[Guest]:
        """A new game: everybody who has a link, sitting; persons first, then the onlooker and the host."""
        form = {"players": len(kinds), **{f"seat{at + 1}": kind for at, kind in enumerate(kinds)}}
        form |= {f"option.{name}": value for name, value in options.items()}
        made = self.guest().ask(f"/new/{key}", form=form)
        assert made.status == 200, made.text
        self.links = list(dict.fromkeys((unescape(url), token) for url, token in LINK.findall(made.text)))
        return [self.sit(url, token) for url, token in self.links]

    def sit(self, url: str, token: str) -> Guest:
        guest = self.guest(urlsplit(url).path)
        assert guest.do("sit", {"token": token}).status == 200
        return guest


@define
class Running(Lobby):
    """A server in this process."""

    server: Server
    _inner: uvicorn.Server
    _thread: threading.Thread

    def stop(self) -> None:
        self.server.games.close()
        self._inner.should_exit = True
        self._thread.join(30)
        self.server.store.close()


def running(
    store: Path | str = ":memory:",
    files: dict[str, Path] | None = None,
    limits: Limits = WIDE,
    port: int = 0,
    **more: Any,  # noqa: ANN401
) -> Running:
    server = Server(Shelf(files or shipped_games(), **more), Store(store), limits=limits)
    inner = uvicorn.Server(
        uvicorn.Config(
            app_of(server),
            lifespan="off",
            port=port,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=inner.run, daemon=True)
    thread.start()
    for _ in range(600):
        if inner.started:
            break
        time.sleep(0.05)
    port = inner.servers[0].sockets[0].getsockname()[1]
    return Running(port, server, inner, thread)


def forget(session: Session) -> None:
    """Nothing is left of what was worked out before, as when another position was put in its place."""
    session._shared = None
    session._asked.clear()
    session._questions = None, {}
    session.state.codes = session.state.memo = None
