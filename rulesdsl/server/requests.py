"""What comes in, read, and what goes out: shared by all that answers requests."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from rulesdsl.server import pages
from rulesdsl.server.live import HOST
from rulesdsl.server.session import WATCHER
from rulesdsl.table.markup import Markup

SEAT = re.compile(r"[0-9]{1,2}")
"""The host has a seat in the store whose number is longer, and another address."""
ADDRESSES = {
    "Not Found": "There is nothing at this address.",
    "Method Not Allowed": "That cannot be asked for at this address.",
}
"""What the library says of addresses, in words."""


def place_of(request: Request) -> tuple[str, int]:
    seat = request.path_params.get("seat")
    if seat is None:
        words = request.url.path.split("/")
        seat = WATCHER if "watch" in words[3:] else HOST
    elif not SEAT.fullmatch(seat):
        raise HTTPException(404, "There is no such seat.")
    return str(request.path_params["game"]), int(seat)


async def json_of(request: Request) -> dict[str, Any]:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise HTTPException(415, "Only JSON is taken here.")
    try:
        content = json.loads(await request.body())
        # Halves of characters, which JSON can write, are no text.
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise HTTPException(400, "That is no JSON.") from None
    return content if isinstance(content, dict) else {}


async def fields_of(request: Request) -> dict[str, list[str]]:
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return parse_qs(body, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        raise HTTPException(400, "A form has not so many fields.") from None


async def refused(request: Request, wrong: Exception) -> Response:
    """What cannot be given, in words: on a page, or for the script."""
    status, message = 500, "Something went wrong."
    if isinstance(wrong, HTTPException):
        status, message = wrong.status_code, ADDRESSES.get(wrong.detail, wrong.detail)
    if request.method == "POST" and "/new/" not in request.url.path:
        return JSONResponse({"said": message}, status)
    return html(pages.message("Not here", message), status)


def html(made: Markup, status: int = 200) -> HTMLResponse:
    return HTMLResponse(made, status)


def download(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
