"""States as text and as pickles: what is the same game, what is another, what plays on elsewhere."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulesdsl import Game, State, load, start
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.positions.state_text import FORMAT
from rulesdsl.engine.positions.validation import NoState
from rulesdsl.seating import bot_texts, seated

GAME = """
game "Steps"
players 2..3
option far: 1..3 normally 2
option fair: yes or no normally yes
values Pace: slow, very_quick
option pace: Pace normally slow
state at per Player: 0..99
action step(number from 1..3 "How many?") "Step {number}"
  add number to your at
flow
  phase round 20 times
    each player in turn
      may step
score reached = your at + far + (if fair then 1 else 0) + (if pace is slow then 1 else 0)
winner most total, then shared
"""

VARIANT = """
variant "Short" of "steps.game"
set rounds 3
"""

TWO_TABLES = """
game "Tables"
players 2..2
table one by number: 1..2 from "a.csv"
  gives worth: 0..9
table other by number: 1..2 from "b.csv"
  gives worth: 0..9
state at: 0..99
action step "Step"
  add one(1) + 2 * other(2) to at
flow
  each player in turn
    may step
score reached = at
winner most total, then shared
"""


def written(folder: Path, text: str = GAME, name: str = "steps.game") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return load(written(tmp_path))


@pytest.fixture
def state(game: Game) -> State:
    return start(game.program(2), seed=1).apply(2).apply(0)


def unpickled(data: bytes) -> Any:  # noqa: ANN401 -- whatever was pickled
    return pickle.loads(data)  # noqa: S301 -- by this test


def elsewhere(call: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401 -- whatever comes back
    """What a function comes to in another process, which has nothing of this one."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(call, args)


# ---- the same game


def again(path: str, cache: str | None, moves: int) -> State:
    return play(start(load(path, cache_dir=cache).program(2), seed=1), moves)


def play(state: State, moves: int) -> State:
    for at in range(moves):
        state.apply(at % state.option_count)
    return state


def test_the_same_files_are_the_same_program(tmp_path: Path) -> None:
    here, there = written(tmp_path), written(tmp_path / "there")
    kept = str(tmp_path / "kept")
    first = again(str(here), None, 5)
    for path, cache in ((here, None), (there, None), (here, kept), (here, kept), (there, kept)):
        other = again(str(path), cache, 5)
        assert other == first
        assert hash(other) == hash(first)
        assert other.to_json() == first.to_json()
        assert State.from_json(other.plan.program, first.to_json()) == first
    away = elsewhere(again, str(here), kept, 5)
    assert away == first
    assert away.to_json() == first.to_json()


def test_bots_with_preferences_play_the_same_game(tmp_path: Path, game: Game) -> None:
    written(
        tmp_path,
        "in step choose number by number * number\n",
        "x.prefer",
    )
    kinds = (f"prefer:{tmp_path / 'x.prefer'}", "random")
    program = seated(game, 2, {}, kinds, bot_texts(kinds)).program
    plain = start(game.program(2), seed=1)
    assert program != plain.plan.program
    assert State.from_json(program, plain.to_json()) == plain


def test_what_is_said_as_it_is_anyway_makes_no_difference(game: Game) -> None:
    plain, said = game.program(2), game.program(2, {"far": 2, "fair": True, "pace": "slow"})
    assert start(plain) == start(said)
    assert State.from_json(said, start(plain).to_json()) == start(said)


# ---- another game

OTHERS = {
    "its option far is '2', not '3'": (2, {"far": "3"}),
    "its option fair is 'yes', not 'no'": (2, {"fair": "no"}),
    "its option pace is 'slow', not 'very_quick'": (2, {"pace": "very_quick"}),
    "it has 2 players, not 3": (3, {}),
    "it has 2 players, not 3; its option far is '2', not '1'; its option fair is 'yes', not 'no'": (
        3,
        {"far": "1", "fair": "no"},
    ),
}


@pytest.mark.parametrize("words", OTHERS)
def test_other_players_and_options_are_another_game(game: Game, state: State, words: str) -> None:
    players, options = OTHERS[words]
    program = game.program(players, options)
    with pytest.raises(NoState) as refused:
        State.from_json(program, state.to_json())
    assert str(refused.value) == f"this state is of another game: {words}"


@pytest.mark.parametrize("options", [{"far": "3"}, {"fair": "no"}, {"pace": "very_quick"}])
def test_the_same_cells_under_other_options_are_not_equal(game: Game, options: dict[str, str]) -> None:
    one, other = start(game.program(2)), start(game.program(2, options))
    assert one.cells == other.cells
    assert one != other
    assert hash(one) != hash(other)
    assert len({one, other, one.clone(), other.clone()}) == 2


def test_other_rules_are_another_game(tmp_path: Path, state: State) -> None:
    changed = load(written(tmp_path / "changed", GAME.replace("20 times", "19 times"))).program(2)
    assert start(changed) != start(state.plan.program)
    with pytest.raises(NoState, match="its rules are others, those of changed files or with other variants"):
        State.from_json(changed, state.to_json())
    renamed = load(written(tmp_path / "renamed", GAME.replace('"Steps"', '"Stairs"'))).program(2)
    with pytest.raises(NoState, match="this state is of another game: 'Steps', not 'Stairs'"):
        State.from_json(renamed, state.to_json())


def test_tables_that_change_places_are_other_rules(tmp_path: Path) -> None:
    found = []
    for folder, tables in (("x", (1, 7)), ("y", (7, 1)), ("z", (1, 7))):
        path = written(tmp_path / folder, TWO_TABLES)
        for name, value in zip(("a.csv", "b.csv"), tables, strict=True):
            written(tmp_path / folder, f"number,worth\n1,{value}\n2,{value + 1}\n", name)
        found.append(load(path).fingerprint)
    assert found[0] != found[1]
    assert found[0] == found[2]


def test_other_code_is_said_to_be_other_code(state: State) -> None:
    fields = json.loads(state.to_json())
    fields["code"] = "0" * 16
    with pytest.raises(NoState, match="by a version of rulesdsl that plays the game by other code"):
        State.from_json(state.plan.program, json.dumps(fields))


# ---- no state at all

DEEP = "[" * 200_000
NO_STATES = {
    "": "this is no state of a game: ",
    "1": "this is no state of a game",
    "null": "this is no state of a game",
    "[]": "this is no state of a game",
    "{}": "this is no state of a game",
    "{": "this is no state of a game: ",
    DEEP: "brackets in brackets without end",
    '{"format": ' + DEEP: "brackets in brackets without end",
    "1" * 5000: "this is no state of a game",
    '{"format": 1}': "a state in format 1 cannot be read, only in format 2",
    '{"format": true}': "a state in format True cannot be read",
    '{"format": 2.0}': "a state in format 2.0 cannot be read",
    '{"format": "2"}': "a state in format '2' cannot be read",
    '{"format": null}': "a state in format None cannot be read",
    '{"format": 2}': "this state is damaged: it has no `game`",
}


@pytest.mark.parametrize("text", NO_STATES, ids=lambda text: text[:20])
def test_no_state(game: Game, text: str) -> None:
    with pytest.raises(NoState) as refused:
        State.from_json(game.program(2), text)
    assert NO_STATES[text] in str(refused.value)


@pytest.mark.parametrize("given", [None, b"{}", 5, {}, Path("x")])
def test_only_text_is_read(game: Game, given: Any) -> None:  # noqa: ANN401 -- whatever somebody gives
    with pytest.raises(TypeError, match=r"a state is read from the text that to_json\(\) has written"):
        State.from_json(game.program(2), given)


def test_a_game_is_no_program(game: Game, state: State) -> None:
    with pytest.raises(TypeError, match=r"game\.program\(2\), not a thing of type Game"):
        State.from_json(game, state.to_json())  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["game", "rules", "players", "options", "code", "forced", "cells"])
@pytest.mark.parametrize("wrong", [None, 1.5, [], {}, "x", True, 7, "absent"])
def test_damaged_fields(state: State, field: str, wrong: object) -> None:
    fields = json.loads(state.to_json())
    assert fields["format"] == FORMAT
    if wrong == "absent":
        del fields[field]
    else:
        fields[field] = wrong
    if (field, wrong) == ("forced", True):
        assert State.from_json(state.plan.program, json.dumps(fields)) == state
        return
    with pytest.raises(NoState):
        State.from_json(state.plan.program, json.dumps(fields))


def test_whether_stages_are_taken_by_themselves_is_kept(state: State) -> None:
    state.take_forced = False
    assert State.from_json(state.plan, state.to_json()).take_forced is False
    assert unpickled(pickle.dumps(state)).take_forced is False


# ---- pickles and copies


def test_copies_are_clones(state: State) -> None:
    for other in (copy.copy(state), copy.deepcopy(state), unpickled(pickle.dumps(state))):
        before = state.to_json()
        assert other == state
        assert other.plan is state.plan
        play(other, 7)
        assert other != state
        assert state.to_json() == before


def test_clones_that_are_pickled_together_part(state: State) -> None:
    one, other = unpickled(pickle.dumps((state, state.clone())))
    play(one, 3)
    assert other == state


def test_states_of_one_program_pack_it_once(state: State) -> None:
    alone = len(pickle.dumps(state))
    many = pickle.dumps([start(state.plan.program, seed=seed) for seed in range(50)])
    assert len(many) < alone + 50 * 200
    assert len({id(one.plan) for one in unpickled(many)}) == 1


def test_a_program_that_comes_back_is_the_one_that_went(state: State) -> None:
    program = state.plan.program
    assert unpickled(pickle.dumps(program)) is program
    assert copy.deepcopy(program) is program


def played(state: State, moves: int) -> tuple[State, int]:
    """The state after some moves, and how many plans there are of its program."""
    copies = [unpickled(pickle.dumps(state)) for _ in range(5)]
    return play(state, moves), len({id(plan_of(one.plan.program)) for one in (state, *copies)})


def test_a_state_plays_on_in_another_process(state: State) -> None:
    after, plans = elsewhere(played, state, 9)
    assert plans == 1
    assert after == play(state.clone(), 9)
    assert after.plan is state.plan
    assert after.apply(0) == play(state.clone(), 9).apply(0)
