"""The rules in words, of a game as it is offered and as it is played."""

from __future__ import annotations

from attrs import define, field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulesdsl.checked_game import Game, InvalidGame
from rulesdsl.paper.rules_page import rules_in_words
from rulesdsl.program import Program
from rulesdsl.server import pages
from rulesdsl.server.requests import html
from rulesdsl.server.server import Server
from rulesdsl.source import SourceError
from rulesdsl.table.markup import Markup

MOST_KEPT = 40


@define(eq=False)
class Rules:
    server: Server
    _made: dict[object, Markup] = field(factory=dict)
    """Those that were asked for last."""

    async def rules(self, request: Request) -> Response:
        key = request.path_params["key"]
        if key not in self.server.shelf.files:
            raise HTTPException(404, "There is no such game here.")
        try:
            game = await run_in_threadpool(self.server.shelf.game, key)
        except InvalidGame:
            raise HTTPException(409, "This file has errors.") from None
        return await self._rules_of(game, game.program())

    async def rules_of_game(self, request: Request) -> Response:
        """As this game is played, with its options and house rules."""
        live = await self.server.live(request.path_params["game"])
        kept = live.kept
        try:
            game = await run_in_threadpool(self.server.shelf.game, kept.file, kept.variants)
        except (KeyError, InvalidGame, OSError, SourceError):
            raise HTTPException(409, "The file of this game can no longer be read.") from None
        if game.fingerprint != kept.rules:
            raise HTTPException(409, "The file has changed since this game began, and with it the rules.")
        return await self._rules_of(game, live.kit.program)

    async def _rules_of(self, game: Game, program: Program) -> Response:
        which = program.identity
        if which not in self._made:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            self._made[which] = await run_in_threadpool(rules_in_words, game, program)
        return html(pages.rules(program.title, self._made[which]))
