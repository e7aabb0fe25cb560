"""The addresses of the server, and what each of them gives."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

import segno
from attrs import define, field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp

from rulesdsl.bots import BadBot, Bot
from rulesdsl.checked_game import Game, InvalidGame, UnknownOption
from rulesdsl.engine.labels.labels import names as usual_names
from rulesdsl.paper.rules_page import rules_in_words
from rulesdsl.program import Program
from rulesdsl.seating import UnknownBot, bot_of, is_written, seated
from rulesdsl.server import pages
from rulesdsl.server.games import Games, NoGame
from rulesdsl.server.guard import Guard
from rulesdsl.server.limits import Buckets, Limits
from rulesdsl.server.live import HOST, PERSON, LiveGame, path_of
from rulesdsl.server.session import WATCHER, Late
from rulesdsl.server.shelf import Kit, Shelf
from rulesdsl.server.stepping import as_it_was, seen_trace, whole_trace
from rulesdsl.server.store import KeptGame, Store, new_token
from rulesdsl.source import SourceError
from rulesdsl.table.markup import Markup
from rulesdsl.table.page import table

NAME = re.compile(r"[^\W_](?:[\w .'’-]{0,22}[\w.])?")
SEAT = re.compile(r"[0-9]{1,2}")
"""The host has a seat in the store whose number is longer, and another address."""
SEED_BITS = 64
A_YEAR = 365 * 24 * 3600
COOKIE = "seat"
MOST_RULES = 40
STATIC = {
    "table.css": "text/css",
    "table.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "rules.css": "text/css",
}


@define(eq=False)
class Server:
    """`address`: where it is found from outside, if that is not where it is asked."""

    shelf: Shelf
    store: Store
    bots: tuple[str, ...] = ("random", "greedy", "mcts:100")
    limits: Limits = field(factory=Limits)
    address: str = ""
    keep_days: float = 0
    """Games in which nobody has decided anything for so many days are forgotten; of 0 none."""
    hosts: frozenset[str] = frozenset()
    games: Games = field(init=False)
    _opened: Buckets = field(init=False)
    _kits: dict[object, tuple[Kit, str]] = field(factory=dict)
    _rules: dict[object, Markup] = field(factory=dict)
    """The rules in words of the games that were asked for last."""

    def __attrs_post_init__(self) -> None:
        self.games = Games(self.store, self._bots_for)
        self._opened = Buckets(self.limits.games_an_hour / 3600, self.limits.games_an_hour)

    # ------------------------------------------------------------------ new games

    def begin(
        self,
        key: str,
        kinds: Sequence[str],
        options: Mapping[str, str],
        variants: Sequence[str] = (),
        *,
        seed: int | None = None,
        names: Sequence[str] | None = None,
    ) -> tuple[KeptGame, dict[int, str]]:
        """A new game, with the token of each seat; UnknownOption, UnknownBot, InvalidGame if none is."""
        which = (key, tuple(variants), tuple(kinds), tuple(sorted(options.items())))
        game = self.shelf.game(key, variants)
        if which not in self._kits:
            made = seated(game, len(kinds), options, [kind for kind in kinds if kind != PERSON])
            kit = self.shelf.kit(key, made.program, variants)
            self._kits[which] = kit, kit.packed()
        kept = KeptGame(
            id=secrets.token_hex(8),
            file=key,
            title=game.title,
            rules=game.fingerprint,
            program=self._kits[which][1],
            options=tuple(options.items()),
            variants=tuple(variants),
            kinds=tuple(kinds),
            seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        )
        people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
        tokens = {seat: new_token() for seat in (*people, WATCHER, HOST)}
        called = tuple(names) if names else usual_names(len(kinds))
        every = {seat: tokens.get(seat, new_token()) for seat in (*range(len(kinds)), WATCHER, HOST)}
        self.store.add(kept, called, every, time.time())
        return kept, tokens

    def _bots_for(self, kept: KeptGame) -> Mapping[int, Bot]:
        kinds = {seat: kind for seat, kind in enumerate(kept.kinds) if kind != PERSON}
        if not any(map(is_written, kinds.values())):
            return {seat: bot_of(kind) for seat, kind in kinds.items()}
        # Bots that somebody has written may be made for the game as it stands in its file.
        try:
            game = self.shelf.game(kept.file, kept.variants)
            if game.fingerprint != kept.rules:
                raise NoGame("the rules have changed, for which its bots were written")
            made = seated(game, len(kept.kinds), dict(kept.options), list(kinds.values()))
        except (KeyError, InvalidGame, OSError, SourceError, BadBot, UnknownBot) as wrong:
            raise NoGame(f"its bots cannot be had: {wrong}") from None
        return {seat: made.bots[kind] for seat, kind in kinds.items()}

    # ------------------------------------------------------------------ pages around the table

    async def lobby(self, _request: Request) -> Response:
        games = []
        for key in self.shelf.files:
            try:
                game = await run_in_threadpool(self.shelf.game, key)
            except InvalidGame:
                games.append((key, f"{key} (has errors)", ""))
            else:
                games.append((key, game.title, _players(game)))
        titles = Counter(title for _, title, _ in games)
        return _html(
            pages.lobby(
                [
                    (key, title if titles[title] == 1 else f"{title} ({key.replace('_', ' ')})", players)
                    for key, title, players in games
                ]
            )
        )

    async def new(self, request: Request) -> Response:
        key = request.path_params["key"]
        if key not in self.shelf.files:
            raise HTTPException(404, "There is no such game here.")
        try:
            game = await run_in_threadpool(self.shelf.game, key)
            if request.method == "POST":
                return await self._create(request, key, game)
        except InvalidGame as wrong:
            words = "; ".join(str(error).splitlines()[0] for error in wrong.report.errors)
            return _html(pages.message("This file has errors", words), 409)
        return await run_in_threadpool(self._form, key, game)

    def _form(self, key: str, game: Game, trouble: str = "") -> Response:
        about = f"For {_players(game)}."
        options, bots = self.shelf.options(key), self.bots
        made = pages.new_game(
            key, game.title, about, game.players, options, self.shelf.house_rules(key), bots, trouble
        )
        return _html(made, 400 if trouble else 200)

    async def _create(self, request: Request, key: str, game: Game) -> Response:
        form = {name: [str(text) for text in given] for name, given in (await _fields(request)).items()}
        wanted = form.get("players", [""])[0]
        players = {str(number): number for number in game.players}
        if wanted not in players:
            return self._form(key, game, "So many cannot play it.")
        kinds = [form.get(f"seat{seat + 1}", [PERSON])[0] for seat in range(players[wanted])]
        if any(kind not in (PERSON, *self.bots) for kind in kinds):
            return self._form(key, game, "There is no such bot here.")
        variants = [name for name in form.get("variant", []) if name in self.shelf.variants]
        options = {
            name.removeprefix("option."): given[0]
            for name, given in form.items()
            if name.startswith("option.")
        }
        client = request.client.host if request.client else ""
        if self.store.count() >= self.limits.games:
            return self._form(key, game, "There are as many games as this server takes.")
        if not self._opened.takes(client, time.monotonic()):
            return self._form(key, game, "You have opened many games lately; wait a little.")
        try:
            kept, tokens = await run_in_threadpool(self.begin, key, kinds, options, variants)
        except (UnknownOption, UnknownBot) as wrong:
            return self._form(key, game, str(wrong))
        except (BadBot, OSError, SourceError) as wrong:
            return self._form(key, game, f"A bot cannot be had: {wrong}")
        return self._links(request, kept, tokens)

    def _links(self, request: Request, kept: KeptGame, tokens: Mapping[int, str]) -> Response:
        called = usual_names(len(kept.kinds))
        made = []
        for seat, token in tokens.items():
            label = {WATCHER: "Onlookers", HOST: "Host (new links, the whole game at its end)"}.get(seat)
            href = self.link(request, kept.id, seat, token)
            made.append((label or f"Seat {seat + 1}: {called[seat]}", href, qr_code(href)))
        own = next((href for (_, href, _), seat in zip(made, tokens, strict=True) if 0 <= seat < HOST), "")
        return _html(pages.links(kept.title, made, own))

    def link(self, request: Request, game_id: str, seat: int, token: str) -> str:
        """The token stands behind `#`: browsers send that to nobody."""
        base = self.address or str(request.base_url).rstrip("/")
        return f"{base}{path_of(game_id, seat)}#{token}"

    # ------------------------------------------------------------------ sitting down

    async def place(self, request: Request) -> Response:
        """The page of a seat, of onlookers or of the host; for who does not sit there yet, the way to it."""
        game_id, seat = _place(request)
        kept = self.store.game(game_id)
        if kept is None:
            raise HTTPException(404, "There is no such game.")
        if not self._sits(request, game_id, seat):
            return _html(pages.sit(kept.title))
        if seat == HOST:
            return await self._host(request, {})
        live = await self._live(game_id)
        drawn, _, _ = live.drawn(seat)
        scene = live.scene(seat)
        shown = table(scene, drawn)
        name = live.session.names[seat] if seat != WATCHER else None
        look = f"/game/{game_id}/look.css"
        base = path_of(game_id, seat)
        return _html(pages.at_the_table(kept.title, shown, base, name, look))

    async def sit(self, request: Request) -> Response:
        game_id, seat = _place(request)
        token = (await _json(request)).get("token")
        if not isinstance(token, str) or not self.store.opens(game_id, seat, token):
            return JSONResponse(
                {"said": "This link opens no seat; perhaps it was replaced by a newer one."}, 403
            )
        response = JSONResponse({"said": "You sit."})
        response.set_cookie(
            COOKIE,
            token,
            max_age=A_YEAR,
            path=path_of(game_id, seat),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https" or self.address.startswith("https:"),
        )
        return response

    def _sits(self, request: Request, game_id: str, seat: int) -> bool:
        token = request.cookies.get(COOKIE)
        return token is not None and self.store.opens(game_id, seat, token)

    async def _seat(self, request: Request) -> tuple[LiveGame, int]:
        """The game and the seat of whoever asks; nobody else gets further than here."""
        game_id, seat = _place(request)
        if seat == HOST or not self._sits(request, game_id, seat):
            raise HTTPException(403, "You do not sit there.")
        return await self._live(game_id), seat

    async def _live(self, game_id: str) -> LiveGame:
        try:
            live = await self.games.open(game_id)
        except NoGame as wrong:
            raise HTTPException(409, f"This game is kept, but {wrong}.") from None
        if live is None:
            raise HTTPException(404, "There is no such game.")
        return live

    # ------------------------------------------------------------------ at the table

    async def stream(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        if sum(sum(game.streams.values()) for game in self.games.live.values()) >= self.limits.streams:
            raise HTTPException(503, "So many pages are open that no more are taken.")
        if live.full(seat):
            raise HTTPException(503, "So many pages are open at this seat that no more are taken.")

        async def events() -> AsyncIterator[str]:
            yield "retry: 1000\n\n"
            async for change in live.updates(seat):
                yield (
                    ": still here\n\n"
                    if change is None
                    else f"data: {json.dumps(change, ensure_ascii=False)}\n\n"
                )

        return StreamingResponse(
            events(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
        )

    async def answer(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        given = await _json(request)
        question, option = given.get("question"), given.get("option")
        if not isinstance(question, str) or not isinstance(option, int) or isinstance(option, bool):
            raise HTTPException(400, "An answer names a question and an option.")
        try:
            await live.answer(seat, question, option)
        except Late as late:
            return JSONResponse({"said": str(late)}, 409)
        return JSONResponse({"said": ""})

    async def back(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        if seat == WATCHER:
            raise HTTPException(403, "Onlookers take nothing back.")
        return JSONResponse({"said": await live.take_back(seat)})

    async def consent(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        if seat == WATCHER:
            raise HTTPException(403, "Onlookers are not asked.")
        await live.consent(seat, agreed=(await _json(request)).get("agreed") is True)
        return JSONResponse({"said": ""})

    async def hint(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        option = await live.hint(seat)
        if option is None:
            return JSONResponse({"said": "You are not asked anything now."}, 409)
        return JSONResponse({"said": f"The greedy bot would take: {option[1]}", "option": option[0]})

    async def brings(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        return JSONResponse({"said": "\n".join(await live.brings(seat))})

    async def why(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        asked = (await _json(request)).get("asked")
        if not isinstance(asked, str) or not asked.strip() or len(asked) > 200:
            return JSONResponse({"said": "Why what? Name an action, a card or a place."}, 400)
        return JSONResponse({"said": "\n".join(live.why_not(seat, asked))})

    async def name(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        wanted = (await _json(request)).get("name")
        said = _name_refused(wanted, seat, live.session.names)
        if said:
            return JSONResponse({"said": said}, 400)
        assert isinstance(wanted, str)
        await live.rename(seat, wanted.strip())
        return JSONResponse({"said": ""})

    async def look(self, request: Request) -> Response:
        live = await self._live(request.path_params["game"])
        return Response(live.kit.design.css(), media_type="text/css", headers={"Cache-Control": "max-age=60"})

    # ------------------------------------------------------------------ the rules in words

    async def rules(self, request: Request) -> Response:
        key = request.path_params["key"]
        if key not in self.shelf.files:
            raise HTTPException(404, "There is no such game here.")
        try:
            game = await run_in_threadpool(self.shelf.game, key)
        except InvalidGame:
            raise HTTPException(409, "This file has errors.") from None
        return await self._rules_of(game, game.program())

    async def rules_of_game(self, request: Request) -> Response:
        """As this game is played, with its options and house rules."""
        live = await self._live(request.path_params["game"])
        kept = live.kept
        try:
            game = await run_in_threadpool(self.shelf.game, kept.file, kept.variants)
        except (KeyError, InvalidGame, OSError, SourceError):
            raise HTTPException(409, "The file of this game can no longer be read.") from None
        if game.fingerprint != kept.rules:
            raise HTTPException(409, "The file has changed since this game began, and with it the rules.")
        return await self._rules_of(game, live.kit.program)

    async def _rules_of(self, game: Game, program: Program) -> Response:
        which = program.identity
        if which not in self._rules:
            if len(self._rules) >= MOST_RULES:
                self._rules.clear()
            self._rules[which] = await run_in_threadpool(rules_in_words, game, program)
        return _html(pages.rules(program.title, self._rules[which]))

    # ------------------------------------------------------------------ games that are over

    async def steps(self, request: Request) -> Response:
        live, seat = await self._seat(request)
        if not live.session.over:
            raise HTTPException(409, "A game is stepped through when it is over.")
        wanted = request.query_params.get("step", "0")
        number = int(wanted) if wanted.isdecimal() and len(wanted) < 9 else 0
        scene = await run_in_threadpool(as_it_was, live, seat, number)
        return _html(pages.stepped(scene.view.title, table(scene), f"/game/{live.kept.id}/look.css"))

    async def told(self, request: Request) -> Response:
        """What this seat has seen and heard, as text."""
        live, seat = await self._seat(request)
        return _download("\n".join(seen_trace(live, seat)) + "\n", f"{live.kept.file}.txt")

    # ------------------------------------------------------------------ the host

    async def _host(self, request: Request, fresh: Mapping[str, str]) -> Response:
        game_id, _ = _place(request)
        live = await self._live(game_id)
        notes = []
        try:
            changed = self.shelf.game(live.kept.file, live.kept.variants).fingerprint != live.kept.rules
        except (KeyError, InvalidGame):
            changed = True
        if changed:
            notes.append("The file has changed since; this game goes on by the rules that it began with.")
        return _html(
            pages.host(
                live.kept.title, game_id, live.seats(), over=live.session.over, fresh=fresh, notes=notes
            )
        )

    async def new_link(self, request: Request) -> Response:
        game_id, seat = _place(request)
        if not self._sits(request, game_id, HOST):
            raise HTTPException(403, "That is for the host.")
        kept = self.store.game(game_id)
        if kept is None or not (seat == WATCHER or (seat < len(kept.kinds) and kept.kinds[seat] == PERSON)):
            raise HTTPException(404, "There is no such seat.")
        token = new_token()
        self.store.replace_token(game_id, seat, token)
        word = "watch" if seat == WATCHER else str(seat)
        return await self._host(request, {word: self.link(request, game_id, seat, token)})

    async def trace(self, request: Request) -> Response:
        """The whole game, which lays everything open: for the host, when it is over."""
        game_id = request.path_params["game"]
        if not self._sits(request, game_id, HOST):
            raise HTTPException(403, "That is for the host.")
        live = await self._live(game_id)
        if not live.session.over:
            raise HTTPException(409, "The whole game is laid open when it is over.")
        lines = await run_in_threadpool(whole_trace, live)
        return _download("\n".join(lines) + "\n", f"{live.kept.file}.trace")

    # ------------------------------------------------------------------ all of it

    @asynccontextmanager
    async def _open(self, _app: Starlette) -> AsyncIterator[None]:
        """From when the server is opened until it is closed."""
        tasks = []
        if self.keep_days:
            tasks.append(asyncio.create_task(self.games.forget_in_time(self.keep_days)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()

    def app(self) -> ASGIApp:
        seat = "/game/{game}/seat/{seat}"
        watch = "/game/{game}/watch"
        host = "/game/{game}/host"
        routes = [
            Route("/", self.lobby),
            Route("/new/{key}", self.new, methods=["GET", "POST"]),
            Route("/rules/{key}", self.rules),
            Route("/game/{game}/rules", self.rules_of_game),
            Route("/static/{name}", static),
            Route("/game/{game}/look.css", self.look),
            Route(f"{host}/trace", self.trace),
            Route(host + "/link/watch", self.new_link, methods=["POST"]),
            Route(host + "/link/{seat}", self.new_link, methods=["POST"]),
        ]
        deeds: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "answer": self.answer,
            "back": self.back,
            "consent": self.consent,
            "hint": self.hint,
            "brings": self.brings,
            "why": self.why,
            "name": self.name,
        }
        for place in (seat, watch, host):
            routes += [Route(place, self.place), Route(f"{place}/sit", self.sit, methods=["POST"])]
        for place in (seat, watch):
            routes += [Route(f"{place}/stream", self.stream), Route(f"{place}/steps", self.steps)]
            routes += [Route(f"{place}/told", self.told)]
        routes += [Route(f"{seat}/{name}", deed, methods=["POST"]) for name, deed in deeds.items()]
        inner = Starlette(routes=routes, exception_handlers={HTTPException: refused}, lifespan=self._open)
        return Guard(inner, self.limits, self.hosts)


def _place(request: Request) -> tuple[str, int]:
    seat = request.path_params.get("seat")
    if seat is None:
        words = request.url.path.split("/")
        seat = WATCHER if "watch" in words[3:] else HOST
    elif not SEAT.fullmatch(seat):
        raise HTTPException(404, "There is no such seat.")
    return str(request.path_params["game"]), int(seat)


def _players(game: Game) -> str:
    low, high = game.players[0], game.players[-1]
    return f"{low} to {high} players" if low != high else f"{low} player{'s' if low > 1 else ''}"


def _name_refused(wanted: object, seat: int, names: Sequence[str]) -> str:
    if not isinstance(wanted, str) or not NAME.fullmatch(wanted.strip()):
        return "A name has letters, numbers, spaces, dots and dashes, at most 24 of them."
    others = [name.casefold() for index, name in enumerate(names) if index != seat]
    return "Somebody else at the table has that name." if wanted.strip().casefold() in others else ""


async def refused(request: Request, wrong: Exception) -> Response:
    """What cannot be given, in words: on a page, or for the script."""
    status, said = 500, "Something went wrong."
    if isinstance(wrong, HTTPException):
        status, said = wrong.status_code, wrong.detail
    if request.method == "POST" and "/new/" not in request.url.path:
        return JSONResponse({"said": said}, status)
    return _html(pages.message("Not here", said), status)


async def static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        return RedirectResponse("/", 303)
    room = "rulesdsl.paper" if name == "rules.css" else "rulesdsl.table"
    text = (files(room) / name).read_text("utf-8")
    return Response(text, media_type=STATIC[name], headers={"Cache-Control": "max-age=300"})


def qr_code(text: str) -> Markup:
    """A link to be read by a telephone."""
    return Markup(segno.make(text, error="m").svg_inline(scale=4, light="#fff", border=2))


def _html(made: Markup, status: int = 200) -> HTMLResponse:
    return HTMLResponse(made, status)


def _download(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _json(request: Request) -> dict[str, Any]:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise HTTPException(415, "Only JSON is taken here.")
    try:
        content = json.loads(await request.body())
        # Halves of characters, which JSON can write, are no text.
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise HTTPException(400, "That is no JSON.") from None
    return content if isinstance(content, dict) else {}


async def _fields(request: Request) -> dict[str, list[str]]:
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return parse_qs(body, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        raise HTTPException(400, "A form has not so many fields.") from None
