"""The file in which games are kept, written from several threads of one process."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulesdsl.server.moments import Choice
from rulesdsl.server.store import KeptGame, Store

THREADS, GAMES, CHOICES = 8, 10, 20


@pytest.fixture
def _threads_that_take_turns_quickly() -> object:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("_threads_that_take_turns_quickly")
def test_games_that_are_begun_and_played_in_threads_are_all_there(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")

    def play(thread: int) -> None:
        for number in range(GAMES):
            game = f"{thread}-{number}"
            store.add(
                KeptGame(
                    id=game,
                    file="pig",
                    title="Pig",
                    rules="0",
                    program="{}",
                    options=(),
                    variants=(),
                    kinds=("person",),
                    seed=number,
                ),
                ["Anna"],
                {0: game},
                0.0,
            )
            for choice in range(CHOICES):
                store.add_choice(game, choice, Choice(0, "throw", "0", 0), 1.0)
                assert store.opens(game, 0, game)
                assert len(store.choices(game)) == choice + 1

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(play, range(THREADS)))
    assert store.count() == THREADS * GAMES
    store.close()
