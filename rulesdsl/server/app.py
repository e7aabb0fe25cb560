"""The addresses of the server, and what answers at each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from rulesdsl.server.finished import Finished
from rulesdsl.server.guard import Guard
from rulesdsl.server.lobby import Lobby
from rulesdsl.server.playing import Playing
from rulesdsl.server.requests import refused
from rulesdsl.server.rules import Rules
from rulesdsl.server.seats import Seats
from rulesdsl.server.server import Server

STATIC = {
    "table.css": "text/css",
    "table.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "rules.css": "text/css",
}


def app_of(server: Server) -> ASGIApp:
    """All that a server answers."""
    lobby, seats, playing = Lobby(server), Seats(server), Playing(server)
    rules, finished = Rules(server), Finished(server)
    seat = "/game/{game}/seat/{seat}"
    watch = "/game/{game}/watch"
    host = "/game/{game}/host"
    routes = [
        Route("/", lobby.lobby),
        Route("/new/{key}", lobby.new, methods=["GET", "POST"]),
        Route("/rules/{key}", rules.rules),
        Route("/game/{game}/rules", rules.rules_of_game),
        Route("/static/{name}", static),
        Route("/game/{game}/look.css", playing.look),
        Route(f"{host}/trace", finished.trace),
        Route(host + "/link/watch", seats.new_link, methods=["POST"]),
        Route(host + "/link/{seat}", seats.new_link, methods=["POST"]),
    ]
    deeds: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "answer": playing.answer,
        "point": playing.point,
        "back": playing.back,
        "consent": playing.consent,
        "hint": playing.hint,
        "brings": playing.brings,
        "why": playing.why,
        "name": playing.name,
    }
    for place in (seat, watch, host):
        routes += [Route(place, seats.place), Route(f"{place}/sit", seats.sit, methods=["POST"])]
    for place in (seat, watch):
        routes += [Route(f"{place}/stream", playing.stream), Route(f"{place}/steps", finished.steps)]
        routes += [Route(f"{place}/told", finished.story)]
    routes += [Route(f"{seat}/{name}", deed, methods=["POST"]) for name, deed in deeds.items()]
    inner = Starlette(routes=routes, exception_handlers={HTTPException: refused}, lifespan=server.running)
    return Guard(inner, server.limits, server.hosts)


async def static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        return RedirectResponse("/", 303)
    room = "rulesdsl.paper" if name == "rules.css" else "rulesdsl.table"
    text = (files(room) / name).read_text("utf-8")
    return Response(text, media_type=STATIC[name], headers={"Cache-Control": "max-age=300"})
