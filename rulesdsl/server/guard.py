"""What stands before every page: who may ask, how often and how much, and what a browser may do with it."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from attrs import define, field
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulesdsl.server.limits import Buckets, Limits

HEADERS: Mapping[str, str] = {
    # Nothing is loaded from elsewhere, and nothing that stands in a page is carried out.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOCAL = frozenset({"localhost", "testserver"})
TOO_LARGE = "That is more than is taken here."
MOST_DIGITS = 18


@define
class Guard:
    """`hosts`: names by which the server may be asked for; addresses of numbers are always among them, so
    that only names of other people's sites are not.
    """

    app: ASGIApp
    limits: Limits
    hosts: frozenset[str]
    _asking: Buckets = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._asking = Buckets(self.limits.pace, self.limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.limits.largest_body:
                raise HTTPException(413, TOO_LARGE)
            return message

        try:
            await self.app(scope, limited, _with_headers(send))
        except ClientDisconnect:
            # Nobody is there any more to be told.
            return

    def _refused(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return PlainTextResponse("This server is not known by that name.", 421)
        client = scope.get("client")
        if not self._asking.takes(client[0] if client else "", time.monotonic()):
            return PlainTextResponse("Slower, please.", 429, {"Retry-After": "2"})
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > MOST_DIGITS or int(length) > self.limits.largest_body:
            return PlainTextResponse(TOO_LARGE, 413)
        if scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin")
            site = headers.get("sec-fetch-site")
            # A form of ours comes without its origin, because pages tell nobody where they are.
            known = (
                origin is None
                or origin.partition("://")[2] == host
                or (origin == "null" and site == "same-origin")
            )
            if not known or site not in (None, "same-origin", "none"):
                return PlainTextResponse("That comes from another site.", 403)
        elif "transfer-encoding" in headers:
            return PlainTextResponse(TOO_LARGE, 413)
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in LOCAL or name in self.hosts:
                return True
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
