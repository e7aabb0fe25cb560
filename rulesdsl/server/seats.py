"""Sitting down: the page of a seat, of onlookers or of the host, and the links to them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulesdsl.checked_game import InvalidGame
from rulesdsl.server import pages
from rulesdsl.server.live import HOST, PERSON, path_of
from rulesdsl.server.requests import html, json_of, place_of
from rulesdsl.server.server import COOKIE, Server
from rulesdsl.server.session import WATCHER
from rulesdsl.server.store import new_token
from rulesdsl.table.page import table

A_YEAR = 365 * 24 * 3600


@frozen
class Seats:
    server: Server

    async def place(self, request: Request) -> Response:
        """The page of a seat, of onlookers or of the host; for who does not sit there yet, the way to it."""
        game_id, seat = place_of(request)
        kept = self.server.kept(game_id)
        if not self.server.sits(request, game_id, seat):
            return html(pages.sit(kept.title))
        if seat == HOST:
            return await self._host(request, {})
        live = await self.server.live(game_id)
        drawn, _, _ = live.drawn(seat)
        scene = live.scene(seat)
        shown = table(scene, drawn)
        name = live.session.names[seat] if seat != WATCHER else None
        look = f"/game/{game_id}/look.css"
        base = path_of(game_id, seat)
        return html(pages.at_the_table(kept.title, shown, base, name, look))

    async def sit(self, request: Request) -> Response:
        game_id, seat = place_of(request)
        token = (await json_of(request)).get("token")
        if not isinstance(token, str) or not self.server.store.opens(game_id, seat, token):
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
            secure=request.url.scheme == "https" or self.server.address.startswith("https:"),
        )
        return response

    async def _host(self, request: Request, fresh: Mapping[str, str]) -> Response:
        game_id, _ = place_of(request)
        live = await self.server.live(game_id)
        notes = []
        try:
            changed = (
                self.server.shelf.game(live.kept.file, live.kept.variants).fingerprint != live.kept.rules
            )
        except (KeyError, InvalidGame):
            changed = True
        if changed:
            notes.append("The file has changed since; this game goes on by the rules that it began with.")
        return html(
            pages.host(
                live.kept.title, game_id, live.seats(), over=live.session.over, fresh=fresh, notes=notes
            )
        )

    async def new_link(self, request: Request) -> Response:
        game_id, seat = place_of(request)
        if not self.server.sits(request, game_id, HOST):
            raise HTTPException(403, "That is for the host.")
        kept = self.server.kept(game_id)
        if not (seat == WATCHER or (seat < len(kept.kinds) and kept.kinds[seat] == PERSON)):
            raise HTTPException(404, "There is no such seat.")
        token = new_token()
        self.server.store.replace_token(game_id, seat, token)
        word = "watch" if seat == WATCHER else str(seat)
        return await self._host(request, {word: self.server.link(request, game_id, seat, token)})
