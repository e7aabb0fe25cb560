"""What is kept of a page is what would be drawn anew, whatever was answered or taken back meanwhile."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.library import shipped_games
from rulesdsl.server.live import LiveGame
from rulesdsl.server.session import WATCHER, Session
from rulesdsl.server.shelf import Kit
from rulesdsl.server.store import KeptGame, Store
from rulesdsl.table.design import design_of
from tests.loading import load

NAMES = ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize(("key", "answers"), [("road_trip", 34), ("lets_take_a_hike", 30)])
def test_what_is_kept_of_a_page_is_what_would_be_drawn_anew(key: str, answers: int) -> None:
    game = load(shipped_games()[key])
    program = game.program(len(NAMES))
    design = design_of(game, program)
    kept = KeptGame("1", key, game.title, "", "", (), (), ("person",) * len(NAMES), 7)
    store, dice = Store(":memory:"), Dice(3)
    with ThreadPoolExecutor(1) as pool:
        live = LiveGame(kept, Kit(program, design), Session.begin(program, 7, NAMES, {}), store, pool)

        async def play() -> None:
            for at in range(answers):
                for seat in range(len(NAMES)):
                    question = live.session.question(seat)
                    if question is None:
                        continue
                    decision = live.session.decision(seat)
                    options = 1 if decision is None else len(decision.options)
                    await live.answer(seat, question.number, dice.below(options))
                    if at % 5 == 4:
                        await live.take_back(seat)
                    same()

        def same() -> None:
            afresh = LiveGame(kept, Kit(program, design), live.session, store, pool, wish=live.wish)
            for seat in (*range(len(NAMES)), WATCHER):
                assert live.drawn(seat) == afresh.drawn(seat)

        asyncio.run(play())
    store.close()
