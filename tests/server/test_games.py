"""Which games are kept in memory, and which are played again from the store when somebody comes back."""

import asyncio
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from rulesdsl.server.games import MOST_IDLE
from rulesdsl.server.live import LiveGame
from rulesdsl.server.server import Server
from rulesdsl.server.session import WATCHER
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.stepping import scene_after
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
        # Who throws a 1 at once, which nobody is asked about, is not the one who is asked.
        asked = first.session.state.player
        assert asked is not None
        question = first.session.question(asked)
        assert question is not None
        await first.answer(asked, question.number, 0)
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


def test_a_store_runs_no_file_that_is_not_offered(tmp_path: Path, checkout: Path) -> None:
    (tmp_path / "mine.py").write_text(
        f"import os\nos.mkdir({str(tmp_path / 'has_run')!r})\ndef choose(turn): return turn.options[0]\n",
        "utf-8",
        "utf-8",
    )
    kind, pig = str(tmp_path / "mine.py"), checkout / "examples" / "classics" / "pig.game"
    shelf, store = Shelf({"pig": pig}), Store(tmp_path / "games.db")
    offering = Server(shelf, store, bots=("random", kind))
    game = offering.begin("pig", ["person", kind], {})[0].id
    (tmp_path / "has_run").rmdir()
    with pytest.raises(HTTPException, match="--bot does not offer it"):
        asyncio.run(Server(shelf, store).live(game))
    assert not (tmp_path / "has_run").exists()
    assert asyncio.run(offering.live(game)).kept.kinds == ("person", kind)


MOAT = """game "Moat"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state points per Player: 0..9
flow
  deal 1 from deck to hand
  phase rounds 2 times
    player first(players)
      choose number from 1..3 "How many?"
      add number to your points
    player last(players)
      may "Reveal it?"
        when max(your hand.rank) > 0
        show your hand
      may "Reveal it now?"
        when max(your hand.rank) > 0
        show your hand
score made = your points
winner most total, then shared
"""


def test_what_somebody_declines_in_silence_is_neither_pushed_nor_a_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesdsl.server.live.HEARTBEAT", 0.05)
    path = tmp_path / "moat.game"
    path.write_text(MOAT)
    server = Server(Shelf({"moat": path}), Store(tmp_path / "games.db"))

    async def answer(live: LiveGame, seat: int) -> None:
        question = live.session.question(seat)
        assert question is not None
        assert question.state is not None
        assert question.state.decision is not None
        kinds = [option.kind for option in question.state.decision.options]
        await live.answer(seat, question.number, kinds.index("decline") if "decline" in kinds else 0)

    async def play() -> None:
        live = await server.live(server.begin("moat", ["person", "person"], {})[0].id)
        page = live.updates(0)
        await anext(page)
        await answer(live, 0)
        assert await anext(page)
        await answer(live, 1)
        assert await anext(page) is None
        await answer(live, 1)
        news = await anext(page)
        assert news is not None
        assert news["question"]
        for seat in (0, 1, 1):
            await answer(live, seat)
        assert live.session.over
        assert len(live.session.choices) == 6
        # Anna has made two choices, and knows of no other one.
        assert [scene_after(live, seat, 99).step for seat in (0, 1, WATCHER)] == [(2, 2), (6, 6), (2, 2)]
        await page.aclose()

    asyncio.run(play())
