"""Before a game: those that are offered, the form for a new one, its links."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

import segno
from attrs import frozen
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulesdsl.bots import BadBot
from rulesdsl.checked_game import Game, InvalidGame, UnknownOption
from rulesdsl.engine.labels.english import players_between
from rulesdsl.engine.labels.labels import names as usual_names
from rulesdsl.seating import UnknownBot
from rulesdsl.server import pages
from rulesdsl.server.live import HOST, PERSON
from rulesdsl.server.requests import fields_of, html
from rulesdsl.server.server import Server
from rulesdsl.server.session import WATCHER
from rulesdsl.server.store import KeptGame
from rulesdsl.source import SourceError
from rulesdsl.table.markup import Markup
from rulesdsl.texts import FreeText


@frozen
class Lobby:
    server: Server

    async def lobby(self, _request: Request) -> Response:
        games = []
        for key in self.server.shelf.files:
            try:
                game = await run_in_threadpool(self.server.shelf.game, key)
            except InvalidGame:
                games.append((key, f"{key} (has errors)", ""))
            else:
                games.append((key, game.title, players_of(game)))
        titles = Counter(title for _, title, _ in games)
        return html(
            pages.lobby(
                [
                    (key, title if titles[title] == 1 else f"{title} ({key.replace('_', ' ')})", players)
                    for key, title, players in games
                ]
            )
        )

    async def new(self, request: Request) -> Response:
        key = request.path_params["key"]
        if key not in self.server.shelf.files:
            raise HTTPException(404, "There is no such game here.")
        try:
            game = await run_in_threadpool(self.server.shelf.game, key)
            if request.method == "POST":
                return await self._create(request, key, game)
        except InvalidGame as wrong:
            words = "; ".join(str(error).splitlines()[0] for error in wrong.report.errors)
            return html(pages.message("This file has errors", words), 409)
        return await run_in_threadpool(self._form, key, game)

    def _form(self, key: str, game: Game, trouble: str = "") -> Response:
        about = f"For {players_of(game)}."
        options, bots = self.server.shelf.options(key), self.server.bots
        made = pages.new_game(
            key, game.title, about, game.players, options, self.server.shelf.house_rules(key), bots, trouble
        )
        return html(made, 400 if trouble else 200)

    async def _create(self, request: Request, key: str, game: Game) -> Response:
        form = {name: [str(text) for text in given] for name, given in (await fields_of(request)).items()}
        wanted = form.get("players", [""])[0]
        players = {str(number): number for number in game.players}
        if wanted not in players:
            return self._form(key, game, "So many cannot play it.")
        kinds = [form.get(f"seat{seat + 1}", [PERSON])[0] for seat in range(players[wanted])]
        if any(kind not in (PERSON, *self.server.bots) for kind in kinds):
            return self._form(key, game, "There is no such bot here.")
        variants = [name for name in form.get("variant", []) if name in self.server.shelf.variants]
        options = {
            name.removeprefix("option."): given[0]
            for name, given in form.items()
            if name.startswith("option.")
        }
        client = request.client.host if request.client else ""
        if self.server.store.count() >= self.server.limits.games:
            return self._form(key, game, "There are as many games as this server takes.")
        if not self.server.opened.takes(client, time.monotonic()):
            return self._form(key, game, "You have opened many games lately; wait a little.")
        try:
            kept, tokens = await run_in_threadpool(self.server.begin, key, kinds, options, variants)
        except (UnknownOption, UnknownBot, FreeText) as wrong:
            return self._form(key, game, str(wrong))
        except (BadBot, OSError, SourceError) as wrong:
            return self._form(key, game, f"A bot cannot be had: {wrong}")
        return self._links(request, kept, tokens)

    def _links(self, request: Request, kept: KeptGame, tokens: Mapping[int, str]) -> Response:
        called = usual_names(len(kept.kinds))
        made = []
        for seat, token in tokens.items():
            label = {WATCHER: "Onlookers", HOST: "Host (new links, the whole game at its end)"}.get(seat)
            href = self.server.link(request, kept.id, seat, token)
            made.append((label or f"Seat {seat + 1}: {called[seat]}", href, qr_code(href)))
        own = next((href for (_, href, _), seat in zip(made, tokens, strict=True) if 0 <= seat < HOST), "")
        return html(pages.links(kept.title, made, own))


def players_of(game: Game) -> str:
    return players_between(game.players[0], game.players[-1])


def qr_code(text: str) -> Markup:
    """A link to be read by a telephone."""
    return Markup(segno.make(text, error="m").svg_inline(scale=4, light="#fff", border=2))
