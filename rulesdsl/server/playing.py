"""At the table: what is pushed to a page, and what its player does and asks."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence

from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from rulesdsl.server.moments import Late
from rulesdsl.server.requests import json_of
from rulesdsl.server.server import Server
from rulesdsl.server.session import WATCHER
from rulesdsl.server.store import NAME
from rulesdsl.texts import FreeText, TextRefused


@frozen
class Playing:
    server: Server

    async def stream(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        if (
            sum(sum(game.streams.values()) for game in self.server.games.live.values())
            >= self.server.limits.streams
        ):
            raise HTTPException(503, "So many pages are open that no more are taken.")
        if live.full(seat):
            raise HTTPException(503, "So many pages are open at this seat that no more are taken.")

        changes = live.updates(seat)
        # From here on it counts as one that listens.
        first = await anext(changes, None)

        async def events() -> AsyncIterator[str]:
            yield f"retry: 1000\n\n{event(first)}"
            async for change in changes:
                yield event(change)

        return StreamingResponse(
            events(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
        )

    async def answer(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        given = await json_of(request)
        question, option = given.get("question"), given.get("option")
        if not isinstance(question, str) or not isinstance(option, int) or isinstance(option, bool):
            raise HTTPException(400, "An answer names a question and an option.")
        text = given.get("text")
        if text is not None and not isinstance(text, str):
            raise HTTPException(400, "What is written is a text.")
        try:
            await live.answer(seat, question, option, text)
        except (Late, TextRefused) as refused:
            return JSONResponse({"said": str(refused)}, 409)
        return JSONResponse({"said": ""})

    async def point(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        given = await json_of(request)
        live.point(seat, str(given.get("question")), given)
        return JSONResponse({"said": ""})

    async def back(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        if seat == WATCHER:
            raise HTTPException(403, "Onlookers take nothing back.")
        return JSONResponse({"said": await live.take_back(seat)})

    async def consent(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        if seat == WATCHER:
            raise HTTPException(403, "Onlookers are not asked.")
        await live.consent(seat, agreed=(await json_of(request)).get("agreed") is True)
        return JSONResponse({"said": ""})

    async def hint(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        try:
            option = await live.hint(seat)
        except FreeText as refused:
            return JSONResponse({"said": f"There is no hint: {refused}."}, 409)
        if option is None:
            return JSONResponse({"said": "You are not asked anything now."}, 409)
        return JSONResponse({"said": f"The greedy bot would take: {option[1]}", "option": option[0]})

    async def brings(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        return JSONResponse({"said": "\n".join(await live.brings(seat))})

    async def why(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        asked = (await json_of(request)).get("asked")
        if not isinstance(asked, str) or not asked.strip() or len(asked) > 200:
            return JSONResponse({"said": "Why what? Name an action, a card or a place."}, 400)
        return JSONResponse({"said": "\n".join(live.why_not(seat, asked))})

    async def name(self, request: Request) -> Response:
        live, seat = await self.server.seated(request)
        wanted = (await json_of(request)).get("name")
        refusal = name_refused(wanted, seat, live.session.names)
        if refusal:
            return JSONResponse({"said": refusal}, 400)
        assert isinstance(wanted, str)
        await live.rename(seat, wanted.strip())
        return JSONResponse({"said": ""})

    async def look(self, request: Request) -> Response:
        live = await self.server.live(request.path_params["game"])
        return Response(live.kit.design.css(), media_type="text/css", headers={"Cache-Control": "max-age=60"})


def name_refused(wanted: object, seat: int, names: Sequence[str]) -> str:
    if not isinstance(wanted, str) or not NAME.fullmatch(wanted.strip()):
        return "A name has letters, numbers, spaces, dots and dashes, at most 24 of them."
    others = [name.casefold() for index, name in enumerate(names) if index != seat]
    return "Somebody else at the table has that name." if wanted.strip().casefold() in others else ""


def event(change: Mapping[str, object] | None) -> str:
    """What is pushed; of None only that the server is still there."""
    return ": still here\n\n" if change is None else f"data: {json.dumps(change, ensure_ascii=False)}\n\n"
