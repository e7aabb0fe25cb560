"""Games in other people's frameworks: their own checks, and the engine's game with the same seed."""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import NoSuchAction, actions
from rulesdsl.environments.gymnasium_env import SeatEnv
from rulesdsl.environments.memory import ImperfectRecall
from rulesdsl.environments.pettingzoo_env import TogetherEnv, TurnsEnv
from rulesdsl.environments.returns import returns_of
from rulesdsl.seating import play
from tests.environments.games import PLAYED, called, classic, fewest
from tests.selection import cases

FEW = ("tic_tac_toe", "kuhn_poker", "gops", "liars_dice", "pig")
"""Every framework's checks are run on these; on all of them with --long."""
CYCLES = 20

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(params=cases(PLAYED, lambda path: path.stem in FEW, called))
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_pettingzoo_plays_in_turn(path: Path) -> None:
    program = fewest(path)
    api_test(TurnsEnv(program), num_cycles=CYCLES)
    seed_test(lambda: TurnsEnv(program), num_cycles=CYCLES)


def test_pettingzoo_plays_at_once(path: Path) -> None:
    parallel_api_test(TogetherEnv(fewest(path)), num_cycles=CYCLES)


def test_gymnasium_takes_one_seat(path: Path) -> None:
    check_env(SeatEnv(fewest(path)), skip_render_check=True)


# ---------------------------------------------------------------------- the same game


@pytest.mark.parametrize("name", ["liars_dice", "go_fish"])
def test_the_same_seed_is_the_game_of_the_engine(name: str) -> None:
    program = classic(name)
    env, there = TurnsEnv(program, rows=4_000), actions(program)
    for seed in range(3):
        env.reset(seed=seed)
        state = start(program, seed)
        for agent in env.agent_iter():
            seen, _, over, broken_off, _ = env.last()
            if over or broken_off:
                env.step(None)
                continue
            assert agent == f"player_{state.player}"
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            assert legal == there.legal_actions(state)
            chosen = legal[seed % len(legal)]
            there.apply(state, chosen)
            env.step(chosen)
        assert state.over
        assert not env.agents
        assert env.playing.state == state


def test_a_seat_between_bots_plays_the_game_that_play_plays() -> None:
    program = classic("liars_dice", 3)
    there = actions(program)
    chosen: list[int] = []

    env = SeatEnv(program, 1, ["greedy", "random", "random"])
    seen, _ = env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        number = int(np.flatnonzero(seen["action_mask"])[0])
        chosen.append(number)
        seen, reward, over, broken_off, info = env.step(number)
        assert not broken_off
        assert "illegal" not in info
    left = iter(chosen)

    class Same:
        def choose(self, state: State, _player: int, _stream: Dice) -> int:
            return there.option(state, next(left))

    state = play(start(program, 5), ["greedy", Same(), "random"], 5)
    assert state == env.playing.state
    assert reward == float(returns_of(state, "victory")[1])


def test_all_choose_at_once_and_nobody_sees_what_the_others_choose() -> None:
    env = TogetherEnv(classic("gops", 3))
    observed, _ = env.reset(seed=3)
    assert all(seen["action_mask"][:-1].sum() == 13 for seen in observed.values())
    first = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observed.items()}
    after, _, _, _, _ = env.step(first)
    # Every bid was laid and counted in one step.
    assert all(seen["action_mask"][:-1].sum() == 12 for seen in after.values())
    with pytest.raises(NoSuchAction):
        env.step(dict.fromkeys(env.agents, first["player_0"]))


@pytest.mark.parametrize(("name", "players"), [("gops", 3), ("hearts", 4), ("go_fish", 2)])
def test_all_at_once_is_the_game_of_the_engine(name: str, players: int) -> None:
    """What was chosen at once is chosen one after the other in the engine, in the order of the seats."""
    program = classic(name, players)
    env, there = TogetherEnv(program, max_steps=60), actions(program)
    state = start(program, 5)
    observed, _ = env.reset(seed=5)
    while env.agents:
        waiting: dict[int, list[int]] = {}
        # In a secret block each goes through all stages of the own choice before the others are asked.
        before = env.playing.steps
        while env.agents and env.playing.steps == before:
            chosen = {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in observed.items()}
            for seat, number in enumerate(chosen.values()):
                if number != env.wait:
                    waiting.setdefault(seat, []).append(number)
            observed, *_ = env.step(chosen)
        while state.player is not None and waiting.get(state.player) and state != env.playing.state:
            there.apply(state, waiting[state.player].pop(0))
        assert state == env.playing.state


def test_who_is_not_asked_waits() -> None:
    env = TogetherEnv(classic("tic_tac_toe"))
    observed, _ = env.reset(seed=1)
    assert observed["player_1"]["action_mask"].tolist() == [0] * 9 + [1]
    with pytest.raises(ValueError, match="player_1 is not asked"):
        env.step({"player_0": 0, "player_1": 3})
    with pytest.raises(ValueError, match="player_0 must choose"):
        env.step({"player_1": env.wait})
    observed, _, _, _, _ = env.step({"player_0": 0, "player_1": env.wait})
    assert observed["player_0"]["action_mask"].tolist() == [0] * 9 + [1]


# ---------------------------------------------------------------------- what goes wrong


def test_what_cannot_be_chosen_loses_or_is_refused() -> None:
    env = SeatEnv(classic("tic_tac_toe"))
    env.reset(seed=1)
    env.step(0)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    strict = SeatEnv(classic("tic_tac_toe"), illegal="raise")
    strict.reset(seed=1)
    strict.step(0)
    with pytest.raises(NoSuchAction, match=r"action 0 \(place cell a1\) cannot be chosen now"):
        strict.step(0)


@pytest.mark.parametrize("made", [TurnsEnv, TogetherEnv, SeatEnv])
def test_where_a_view_is_not_enough_it_is_said(made: Callable[..., object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ImperfectRecall, match="take the information state"):
            made(classic("leduc_poker"))
        made(classic("leduc_poker"), rows=100)


def test_a_game_that_takes_too_long_is_broken_off() -> None:
    env = TurnsEnv(classic("pig"), max_steps=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_result_says_by_what_it_can_be_had_again() -> None:
    env = TurnsEnv(classic("pig"))
    env.reset(seed=9)
    said = env.playing.provenance
    assert said["seed"] == 9
    assert said["actions"] == actions(classic("pig")).mark
    assert {"game", "rules", "files", "players", "rulesdsl", "returns"} <= set(said)
