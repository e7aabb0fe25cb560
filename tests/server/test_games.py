"""Which games are kept in memory, and which are played again from the store when somebody comes back."""

import asyncio
from pathlib import Path

from rulesdsl.server.games import MOST_IDLE
from rulesdsl.server.server import Server
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.store import Store


def test_games_that_nobody_looks_at_are_put_away(tmp_path: Path, checkout: Path) -> None:
    pig = checkout / "examples" / "classics" / "pig.game"
    server = Server(Shelf({"pig": pig}), Store(tmp_path / "games.db"))

    def begun() -> str:
        return server.begin("pig", ["person", "person"], {})[0].id

    async def play() -> None:
        looked_at = await server.live(begun())
        page = looked_at.updates(0)
        await anext(page)
        first = await server.live(left := begun())
        question = first.session.question(0)
        assert question is not None
        await first.answer(0, question.number, 0)
        for _ in range(2 * MOST_IDLE):
            await server.live(begun())
        assert len(server.games.live) == MOST_IDLE + 1
        assert server.games.live[looked_at.kept.id] is looked_at
        again = await server.live(left)
        assert again is not first
        assert again.session.choices == first.session.choices
        assert again.drawn(1)[2] == first.drawn(1)[2]
        await page.aclose()

    asyncio.run(play())
