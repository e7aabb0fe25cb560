"""What a server has: games to choose from, those that are played, and who may sit where."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulesdsl.bots import BadBot, Bot
from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.labels.labels import names as usual_names
from rulesdsl.seating import UnknownBot, bot_of, file_of, is_written, seated, with_absolute_path
from rulesdsl.server.games import Games
from rulesdsl.server.limits import Buckets, Limits
from rulesdsl.server.live import HOST, PERSON, LiveGame, path_of
from rulesdsl.server.requests import place_of
from rulesdsl.server.session import WATCHER
from rulesdsl.server.shelf import Kit, Shelf
from rulesdsl.server.store import KeptGame, NoGame, Store, new_token
from rulesdsl.source import SourceError
from rulesdsl.texts import FreeText

SEED_BITS = 64
COOKIE = "seat"


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
    opened: Buckets = field(init=False)
    """How many games each address may still open."""
    _kits: dict[object, tuple[Kit, str]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.games = Games(self.store, self._bots_for)
        self.opened = Buckets(self.limits.games_an_hour / 3600, self.limits.games_an_hour)

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
        # A store may be somebody else's: what it names is not opened unless it is offered here.
        # Bots that somebody has written may be made for the game as it stands in its file.
        try:
            if not any(map(is_written, kinds.values())):
                return {seat: bot_of(kind) for seat, kind in kinds.items()}
            offered = {with_absolute_path(kind) for kind in self.bots}
            for kind in filter(is_written, kinds.values()):
                if with_absolute_path(kind) not in offered:
                    name = Path(file_of(kind)).name
                    raise NoGame(f"the bot in {name} plays in it, and --bot does not offer it here")
            game = self.shelf.game(kept.file, kept.variants)
            if game.fingerprint != kept.rules:
                raise NoGame("the rules have changed, for which its bots were written")
            made = seated(game, len(kept.kinds), dict(kept.options), list(kinds.values()))
        except (KeyError, InvalidGame, OSError, SourceError, BadBot, UnknownBot, FreeText) as wrong:
            raise NoGame(f"its bots cannot be had: {wrong}") from None
        return {seat: made.bots[kind] for seat, kind in kinds.items()}

    # ------------------------------------------------------------------ who asks

    def link(self, request: Request, game_id: str, seat: int, token: str) -> str:
        """The token stands behind `#`: browsers send that to nobody."""
        base = self.address or str(request.base_url).rstrip("/")
        return f"{base}{path_of(game_id, seat)}#{token}"

    def sits(self, request: Request, game_id: str, seat: int) -> bool:
        token = request.cookies.get(COOKIE)
        return token is not None and self.store.opens(game_id, seat, token)

    async def seated(self, request: Request) -> tuple[LiveGame, int]:
        """The game and the seat of whoever asks; nobody else gets further than here."""
        game_id, seat = place_of(request)
        if seat == HOST or not self.sits(request, game_id, seat):
            raise HTTPException(403, "You do not sit there.")
        return await self.live(game_id), seat

    async def live(self, game_id: str) -> LiveGame:
        with kept_or_said():
            live = await self.games.open(game_id)
        if live is None:
            raise HTTPException(404, "There is no such game.")
        return live

    def kept(self, game_id: str) -> KeptGame:
        """What never changes of a game."""
        with kept_or_said():
            kept = self.store.game(game_id)
        if kept is None:
            raise HTTPException(404, "There is no such game.")
        return kept

    @asynccontextmanager
    async def running(self, _app: object) -> AsyncIterator[None]:
        """From when the server is opened until it is closed."""
        tasks = []
        if self.keep_days:
            tasks.append(asyncio.create_task(self.games.forget_in_time(self.keep_days)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


@contextmanager
def kept_or_said() -> Iterator[None]:
    """Tells whoever asks for a game why it cannot be played on."""
    try:
        yield
    except NoGame as wrong:
        raise HTTPException(409, f"This game is kept, but {wrong}.") from None
