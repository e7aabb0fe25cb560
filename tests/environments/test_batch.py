"""Games side by side are, game by game, those of the engine: cells, what is open and seen, how they end."""

import gc
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments import batch as batch_room
from rulesdsl.environments.actions import NoSuchAction
from rulesdsl.environments.batch import Batch
from rulesdsl.environments.returns import returns_of
from rulesdsl.pipeline import load
from tests.environments.games import EACH, called, classic
from tests.selection import cases

SHORT = {"tic_tac_toe", "kuhn_poker", "go_fish", "love_letter", "23_choosing_sets"}
"""A few in which together pieces are chosen that nobody knows, alike ones, sets, and numbers."""


def compared(batch: Batch, seeds: list[int], steps: int) -> int:
    """Steps of a batch beside as many games of the engine; how many decisions were looked at."""
    plan, made = batch.plan, 0
    batch.reset(seeds)
    states = [start(plan, seed) for seed in seeds]
    seeds = list(seeds)
    chance = Dice(7)
    for _ in range(steps):
        chosen = []
        for game, state in enumerate(states):
            look(batch, game, state)
            numbers = batch.actions.numbers(state)
            chosen.append(numbers[chance.below(len(numbers))] if numbers else -1)
            made += bool(numbers)
        batch.step(chosen)
        for game, (state, number) in enumerate(zip(states, chosen, strict=True)):
            if number < 0:
                continue
            batch.actions.apply(state, number)
            assert bool(batch.over[game]) == (state.player is None)
            worth = [0.0] * batch.players
            if state.player is None:
                worth = [float(value) for value in returns_of(state, batch.returns)]
                if batch.again:
                    seeds[game] += batch.games
                    states[game] = start(plan, seeds[game])
            assert batch.results[game].tolist() == worth
    return made


def look(batch: Batch, game: int, state: State) -> None:
    cells = batch.cells[game].tolist()
    cells[DICE] %= 2**64
    assert cells == [int(cell) for cell in state.cells]
    assert batch.mask[game].tolist() == list(map(bool, batch.actions.mask(state)))
    player = -1 if state.player is None else state.player
    assert batch.player[game] == player
    assert batch.observations is not None
    if player >= 0:
        seen = np.array(batch.observations.of(state, player), np.float32)
        different = np.flatnonzero(seen != batch.observation[game])
        names = [batch.observations.names[place] for place in different]
        assert not names, (names, seen[different], batch.observation[game][different])
    else:
        assert not batch.observation[game].any()


@pytest.mark.parametrize("path", cases(EACH, lambda path: path.stem in SHORT, called))
def test_each_is_the_game_of_the_engine(path: Path, pytestconfig: pytest.Config) -> None:
    long = pytestconfig.getoption("--long")
    game = load(path)
    for players in game.players if long else game.players[:1]:
        batch = Batch(Plan(game.program(players)), 3, again=players % 2 == 0)
        made = compared(batch, [1, 5, 2**40], 100 if long else 25)
        assert made or start(batch.plan, 1).over, "somebody is asked, but where nobody ever is"


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_is_the_same_in_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_room, "installed", lambda: False)
    assert compared(Batch(Plan(classic(name)), 2, returns="points"), [3, 4], 20)


def first_open(batch: Batch) -> list[int]:
    return [int(number) for number in batch.mask.argmax(axis=1)]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_game_that_takes_too_many_steps_is_broken_off(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_room, "installed", lambda: engine == "native")
    plan = Plan(evolve(classic("tic_tac_toe"), step_limit=6))
    on, still = Batch(plan, 2), Batch(plan, 2, again=False)
    lengths = []
    for _ in range(3):
        for batch in (on, still):
            batch.step(first_open(batch))
        lengths.append(on.length.tolist())
    assert lengths == [[1, 1], [2, 2], [0, 0]]
    for batch in (on, still):
        assert batch.broken_off.all()
        assert not batch.over.any()
        assert not batch.results.any()
    assert on.seed.tolist() == [2, 3]
    assert on.mask.all()
    assert still.player.tolist() == [-1, -1]
    assert not still.mask.any()


def test_what_cannot_be_chosen_is_refused_and_changes_nothing() -> None:
    batch = Batch(classic("tic_tac_toe"), 3)
    batch.step([0, 1, 2])
    before = batch.cells.copy()
    for wrong, said in (([1, 1, 1], "game 1: action 1"), ([1, 2, 9], "game 2: .*none at all")):
        with pytest.raises(NoSuchAction, match=said):
            batch.step(wrong)
    with pytest.raises(ValueError, match="3 actions are wanted"):
        batch.step([1])
    assert (batch.cells == before).all()
    with pytest.raises(ValueError, match="3 seeds are wanted"):
        batch.reset([1, 2])
    with pytest.raises(ValueError, match="none below 0"):
        batch.reset(-1)
    with pytest.raises(ValueError, match="one game or more"):
        Batch(classic("tic_tac_toe"), 0)


def test_arrays_are_read_only_and_outlive_the_batch() -> None:
    batch = Batch(classic("tic_tac_toe"), 1_000, observe=False)
    with pytest.raises(ValueError, match="observe=False"):
        _ = batch.observation
    mask = batch.mask
    with pytest.raises(ValueError, match="read-only"):
        mask[0, 0] = False
    del batch
    gc.collect()
    assert mask.all()


def test_a_result_says_by_what_it_can_be_had_again() -> None:
    batch = Batch(classic("tic_tac_toe"), 2)
    batch.reset(7)
    made = batch.provenance
    assert (made["seed"], made["games"], made["actions"]) == (7, 2, batch.actions.mark)


def test_a_state_is_a_game_of_its_own() -> None:
    batch = Batch(classic("tic_tac_toe"), 2)
    state = batch.state(1)
    state.apply(0)
    assert batch.length.tolist() == [0, 0]
    assert batch.mask.all()
    assert len(batch) == 2
    assert repr(batch) == "<2 games of Tic-tac-toe side by side>"
