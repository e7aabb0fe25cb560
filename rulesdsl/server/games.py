"""All games of a server: those in memory, those in the store, and those that are forgotten in time."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from attrs import define, field

from rulesdsl.bots import Bot
from rulesdsl.engine.faults import Fault
from rulesdsl.server.live import LiveGame
from rulesdsl.server.moments import Choice
from rulesdsl.server.session import Session
from rulesdsl.server.shelf import Kit
from rulesdsl.server.store import DAMAGED, KeptGame, NoGame, Store
from rulesdsl.trace.record import Differs

MOST_IDLE = 20
"""So many games are kept in memory in which nothing happens and at which nobody looks."""
THREADS = 2
HOUR, DAY = 3600.0, 86400.0


@define(eq=False)
class Games:
    """All games of a server, those in memory and those in the store."""

    store: Store
    bots_for: Callable[[KeptGame], Mapping[int, Bot]]
    """Who plays in the seats that are no person's; `NoGame` if one of them cannot be had."""
    live: OrderedDict[str, LiveGame] = field(factory=OrderedDict)
    pool: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(THREADS))
    _kits: dict[str, Kit] = field(factory=dict)
    _opening: dict[str, asyncio.Lock] = field(factory=dict)

    async def open(self, game_id: str) -> LiveGame | None:
        """The game as it stands; None if there is none of that name, `NoGame` if it cannot be played on."""
        live = self.live.get(game_id)
        if live is not None:
            self.live.move_to_end(game_id)
            return live
        lock = self._opening.setdefault(game_id, asyncio.Lock())
        async with lock:
            live = self.live.get(game_id)
            if live is None:
                kept = self.store.game(game_id)
                if kept is None:
                    return None
                begun = (self.store.choices(game_id), self.store.names(game_id), self.store.epoch(game_id))
                loop = asyncio.get_running_loop()
                live = await loop.run_in_executor(self.pool, self.opened, kept, *begun)
                session = live.session
                if session.block is not None:
                    session.ahead = self.store.ahead(game_id, session.block)
                session.changes_of_mind = self.store.changes_of_mind(game_id)
                self.live[game_id] = live
                self._put_away()
                live.let_bots_play()
        self._opening.pop(game_id, None)
        return live

    def opened(
        self, kept: KeptGame, choices: Sequence[Choice], names: tuple[str, ...], epoch: int
    ) -> LiveGame:
        """A game from what is kept of it; `NoGame` if it cannot be gone on with."""
        kit = self._kits.get(kept.program)
        is_new = kit is None
        if kit is None:
            kit = Kit.unpacked(kept.program)
            if kit is None:
                raise NoGame(
                    "this game was begun with another version of rulesdsl, which must be used to go on"
                )
            # Games of one program share it, and all that was made from it.
            self._kits[kept.program] = kit
        if not len(kept.kinds) == len(names) == kit.program.players:
            raise NoGame(DAMAGED)
        bots = self.bots_for(kept)
        try:
            session = Session.begin(kit.program, kept.seed, names, bots, choices, epoch)
        except (Differs, Fault) as wrong:
            raise NoGame(f"this game cannot be gone on with: {wrong}") from None
        if is_new:
            # A program and what was made from it stay, and are many things: to look through them for what
            # nobody uses any more would hold up every table.
            gc.freeze()
        return LiveGame(kept, kit, session, self.store, self.pool)

    def close(self) -> None:
        """Let everybody go who listens."""
        for game in self.live.values():
            game.closing = True
            game.changed()

    def forget_older_than(self, moment: float) -> int:
        """Games in which nobody has decided anything since are gone, but for those that somebody looks at."""
        looked_at = [key for key, game in self.live.items() if +game.streams]
        gone = self.store.forget_older_than(moment, looked_at)
        for key in gone:
            self.live.pop(key, None)
        return len(gone)

    async def forget_in_time(self, days: float) -> None:
        """Forget games that are so old, now and from hour to hour."""
        while True:
            self.forget_older_than(time.time() - days * DAY)
            await asyncio.sleep(HOUR)

    def _put_away(self) -> None:
        """Those that were asked for last stay; the others are played again from the store when they are."""
        idle = [key for key, game in self.live.items() if game.idle]
        for key in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self.live[key]
