"""A game at the server twice, the second time with another card where one player may not see it: what is sent
to the page of that player, and to those who look on, is the same while all decide in secret, one by one.
"""

import asyncio
from pathlib import Path

import pytest
from attrs import define, field

from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.server.live import LiveGame
from rulesdsl.server.server import Server
from rulesdsl.server.session import NOTED, WATCHER
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.store import Store
from tests.server.tables import forget

ANNA, BEN = 0, 1
ROUNDS = 3

TEXT = """game "Two Worlds"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state points per Player: 0..99
state note per Player: 0..9, seen by owner
flow
  deal 1 from deck to hand
  phase rounds 3 times
    player first(players)
      choose number from 1..3 "How many?"
      add number to your points
{lines}
score made = your points
winner most total, then shared
"""
ALL_AT_ONCE = """    all players in secret
      choose bid from 0..3 "How much?"
      set your note to bid
      {}
"""
OFFER = 'may "Note it?"\n        when max(your hand.rank) > 5\n        set your note to 9'
CASES = {
    "an offer in secret": ALL_AT_ONCE.format(OFFER),
    "another question in secret": ALL_AT_ONCE.format(
        'if max(your hand.rank) > 5\n        choose more from 0..3 "And?"\n        set your note to more'
    ),
    "two offers": ALL_AT_ONCE.format(OFFER + "\n      " + OFFER.replace("Note it", "And now")),
}


@define
class World:
    """One of the games, with all that the server sends to the pages of Anna and of an onlooker."""

    live: LiveGame
    sent: dict[int, list[str]] = field(factory=lambda: {ANNA: [], WATCHER: []})
    _pages: list[asyncio.Task[None]] = field(factory=list)

    async def open(self) -> None:
        for seat in self.sent:
            self._pages.append(asyncio.create_task(self._listen(seat)))
            await self.settle()

    async def _listen(self, seat: int) -> None:
        async for news in self.live.updates(seat):
            if news is not None:
                self.sent[seat].append(repr(news).replace(self.live.kept.id, "ID"))

    async def settle(self) -> None:
        """All that was woken has been sent."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for page in self._pages:
            page.cancel()
        await asyncio.gather(*self._pages, return_exceptions=True)

    def asked(self, seat: int) -> list[str]:
        """The options; one where somebody only has to say that there is nothing to decide."""
        question = self.live.session.question(seat)
        if question is None:
            return []
        if question.state is None or question.state.decision is None:
            return [NOTED]
        return [f"{option.kind} {option.value}" for option in question.state.decision.options]

    async def answer(self, seat: int, option: int) -> None:
        question = self.live.session.question(seat)
        assert question is not None
        await self.live.answer(seat, question.number, option)
        await self.settle()


async def played(server: Server) -> int:
    """How many messages Anna was sent in both."""
    worlds = [World(await server.live(server.begin("two", ["person"] * 2, {})[0].id)) for _ in range(2)]
    await disguised(worlds)
    for world in worlds:
        await world.open()
    for _ in range(40):
        asked = [world.asked(BEN) for world in worlds]
        if asked[0] and asked[0] == asked[1]:
            for world in worlds:
                await world.answer(BEN, 0)
        elif any(asked):
            for world, options in zip(worlds, asked, strict=True):
                if "decline 0" in options or len(options) != len(min(asked, key=len)):
                    decline = next((at for at, one in enumerate(options) if one.startswith("decline")), 0)
                    await world.answer(BEN, decline)
        elif worlds[0].asked(ANNA):
            for world in worlds:
                await world.answer(ANNA, 0)
        else:
            break
    assert all(world.live.session.over for world in worlds)
    choices = [len(world.live.session.choices) for world in worlds]
    for world in worlds:
        await world.close()
    assert choices[0] != choices[1]
    for seat in (ANNA, WATCHER):
        sent = [world.sent[seat] for world in worlds]
        for number, (mine, other) in enumerate(zip(*sent, strict=False)):
            assert mine == other, (seat, number)
        assert len(sent[0]) == len(sent[1])
    return len(worlds[0].sent[ANNA])


async def disguised(worlds: list[World]) -> None:
    """The second as the first, but for Ben's card, which is high in one of them."""
    one, other = (world.live for world in worlds)
    other.session = type(other.session).begin(
        other.session.program, one.session.seed, one.session.names, other.session.bots
    )
    layout, cells = one.session.state.plan.layout, one.session.state.cells
    [held] = layout.pieces_in(cells, layout.instance("hand", BEN))
    deck = layout.pieces_in(cells, layout.instance("deck"))
    replaced = next(piece for piece in deck if (piece > 4) != (held > 4))
    exchange(other.session.state, {held: replaced, replaced: held})
    forget(other.session)


@pytest.mark.parametrize("lines", CASES.values(), ids=CASES)
def test_all_that_is_sent_is_the_same_in_both_worlds(tmp_path: Path, lines: str) -> None:
    path = tmp_path / "two.game"
    path.write_text(TEXT.format(lines=lines), encoding="utf-8")
    server = Server(Shelf({"two": path}), Store(tmp_path / "games.db"))
    try:
        assert asyncio.run(played(server)) > ROUNDS
    finally:
        server.games.close()
