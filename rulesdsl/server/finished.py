"""Games that are over: stepped through, and taken home as texts."""

from __future__ import annotations

from attrs import frozen
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulesdsl.server import pages
from rulesdsl.server.live import HOST
from rulesdsl.server.requests import download, html
from rulesdsl.server.server import Server
from rulesdsl.server.stepping import scene_after, seen_trace, whole_trace
from rulesdsl.table.page import table


@frozen
class Finished:
    server: Server

    async def steps(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        if not live.session.over:
            raise HTTPException(409, "A game is stepped through when it is over.")
        wanted = request.query_params.get("step", "0")
        number = int(wanted) if wanted.isdecimal() and len(wanted) < 9 else 0
        scene = await run_in_threadpool(scene_after, live, seat, number)
        return html(pages.stepped(scene.view.title, table(scene), f"/game/{live.kept.id}/look.css"))

    async def story(self, request: Request) -> Response:
        """What this seat has seen and heard, as text."""
        live, seat = await self.server.seated(request)
        return download("\n".join(seen_trace(live, seat)) + "\n", f"{live.kept.file}.txt")

    async def trace(self, request: Request) -> Response:
        """The whole game, which lays everything open: for the host, when it is over."""
        game_id = request.path_params["game"]
        if not self.server.sits(request, game_id, HOST):
            raise HTTPException(403, "That is for the host.")
        live = await self.server.live(game_id)
        if not live.session.over:
            raise HTTPException(409, "The whole game is laid open when it is over.")
        lines = await run_in_threadpool(whole_trace, live)
        return download("\n".join(lines) + "\n", f"{live.kept.file}.trace")
