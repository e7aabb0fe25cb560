"""What callers give that makes no sense is refused in words, before anything is looked up with it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulesdsl import Game, Option, State, load, outcomes, sample, start, view
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.explanation.why import why
from rulesdsl.library import UnknownGame

GAME = """
game "Steps"
players 2..3
option far: 1..3 normally 2
state at per Player: 0..9
action step(number from 1..far "How many?") "Step {number}"
  add number to your at
flow
  phase round 2 times
    each player in turn
      may step
define twice(number: 1..3) = number * 2
score reached = your at
winner most total, then shared
"""

NO_NUMBERS = (True, 1.0, "1", None, (1,), [1], b"1", object())


class Two(IntEnum):
    STEP = 0


class Index:
    def __index__(self) -> int:
        return 1


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return load(file_of(tmp_path, GAME))


@pytest.fixture
def state(game: Game) -> State:
    return start(game.program(2), seed=1)


def file_of(folder: Path, text: str) -> Path:
    path = folder / "steps.game"
    path.write_text(text, encoding="utf-8")
    return path


def refused(kind: type[Exception], words: str, call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind or kind is ValueError
    assert words in str(caught.value)


def other_option(state: State) -> Option:
    """An option that this decision does not have."""
    decision = state.decision
    assert decision is not None
    return attrs.evolve(decision.options[0], value=3)


@pytest.mark.parametrize("given", NO_NUMBERS)
def test_only_numbers_are_numbers(game: Game, state: State, given: object) -> None:
    check_numbers(game, state, given)


def check_numbers(game: Game, state: State, given: Any) -> None:  # noqa: ANN401 -- whatever somebody gives
    before = state.clone()
    calls: list[Callable[[], Any]] = [
        lambda: state.apply(given),
        lambda: outcomes(state, given),
        lambda: outcomes(state, 0, limit=given),
        lambda: view(state, given),
        lambda: sample(state, given, Dice(1)),
        lambda: state.score("reached", given),
        lambda: state.total(given),
        lambda: start(game.program(2), seed=given),
        lambda: Dice(given),
    ]
    if given is not None:
        calls.append(lambda: game.program(given))
    for call in calls:
        refused(TypeError, "not ", call)
    assert state == before


@pytest.mark.parametrize("number", [-1, 2, 10**30, 10**5000], ids=["-1", "2", "10^30", "10^5000"])
def test_players_are_counted_from_0(state: State, number: int) -> None:
    for call in (
        lambda: view(state, number),
        lambda: sample(state, number, Dice(1)),
        lambda: state.score("reached", number),
        lambda: state.total(number),
    ):
        refused(IndexError, "the players are 0 to 1", call)


def test_what_counts_as_a_number_is_taken(state: State) -> None:
    assert state.clone().apply(Two.STEP) == state.clone().apply(0)
    assert state.clone().apply(Index()) == state.clone().apply(1)
    assert view(state, Index()).viewer == 1  # type: ignore[arg-type]


def test_options_that_there_are_not(state: State) -> None:
    refused(IndexError, "there is no option 3; there are 0 to 2", lambda: state.apply(3))
    refused(IndexError, "there is no option -1", lambda: state.apply(-1))
    refused(ValueError, "no option of the decision", lambda: state.apply(other_option(state)))


def test_a_game_that_is_over_says_so(state: State) -> None:
    option = other_option(state)
    while not state.over:
        state.apply(1)
    for given in (0, -1, option):
        refused(IndexError, "the game is over", partial(state.apply, given))
        refused(IndexError, "the game is over", partial(outcomes, state, given))


def test_names_that_there_are_not(state: State) -> None:
    refused(ValueError, "no score 'reach'; did you mean 'reached'?", lambda: state.score("reach", 0))
    refused(ValueError, "no formula 'abc'; there are ", lambda: state.evaluate("abc"))
    refused(TypeError, "is a text, not ['reached']", lambda: state.score(["reached"], 0))  # type: ignore[arg-type]
    refused(TypeError, "is a text, not None", lambda: state.evaluate(None))  # type: ignore[arg-type]


def test_values_that_a_formula_does_not_take(state: State) -> None:
    assert state.evaluate("twice", 3) == 6
    refused(ValueError, "twice is worked out for number; 0 values", lambda: state.evaluate("twice"))
    refused(ValueError, "4 cannot be number of twice", lambda: state.evaluate("twice", 4))
    refused(ValueError, "'x' cannot be number", lambda: state.evaluate("twice", "x"))  # type: ignore[arg-type]


def test_a_game_is_no_program_and_a_program_no_state(game: Game, state: State) -> None:
    program: Any = game.program(2)
    refused(TypeError, "game.program(2), not a thing of type Game", lambda: start(game))  # type: ignore[arg-type]
    refused(TypeError, "start(program), not a thing of type Program", lambda: view(program, 0))
    refused(TypeError, "start(program)", lambda: sample(program, 0, Dice(1)))
    refused(TypeError, "start(program)", lambda: outcomes(program, 0))
    refused(TypeError, "Dice(seed=1), not 1", lambda: sample(state, 0, 1))  # type: ignore[arg-type]
    refused(TypeError, "is a function", lambda: start(program, source=5))  # type: ignore[arg-type]


def test_names_of_players(state: State) -> None:
    assert view(state, 0, ("Anna", "Ben")).players == ("Anna", "Ben")
    refused(ValueError, "2 players, and 1 names", lambda: view(state, 0, ("Anna",)))
    refused(TypeError, "a name for each", lambda: view(state, 0, "AB"))  # type: ignore[arg-type]
    refused(TypeError, "is a text, not 1", lambda: view(state, 0, (1, 2)))  # type: ignore[arg-type]


def test_programs_that_there_are_not(game: Game) -> None:
    refused(ValueError, "is for 2 to 3 players, not 4", lambda: game.program(4))
    refused(ValueError, "no option `near`", lambda: game.program(2, {"near": 1}))
    refused(ValueError, "takes 1..3, not 4", lambda: game.program(2, {"far": 4}))
    refused(TypeError, "options are values by their names", lambda: game.program(2, "far"))  # type: ignore[arg-type]


def test_files_that_there_are_not(tmp_path: Path) -> None:
    path: Any
    refused(UnknownGame, "no file `nowhere`", lambda: load("nowhere"))
    for path in (None, 5, b"road_trip"):
        refused(TypeError, "a game is loaded by a path", partial(load, path))
    here = file_of(tmp_path, GAME)
    variants: Any
    for variants in ("house.game", None, 5):
        refused(TypeError, "paths in a list", partial(load, here, variants=variants))
    refused(TypeError, "a variant is a path, not 5", lambda: load(here, variants=[5]))  # type: ignore[list-item]
    assert load(here, cache_dir=str(tmp_path / "kept")).title == load(here, cache_dir=tmp_path / "kept").title


def test_nothing_to_throw_for() -> None:
    refused(ValueError, "nothing to choose from", lambda: Dice(1).below(0))


def test_what_why_is_asked(state: State) -> None:
    assert why(state, 0, "step", {"number": "2"}) is None
    assert why(state, 0, "step", {"number": 2}) is None  # type: ignore[dict-item]
    reason = why(state, 0, "step", {"number": 3})  # type: ignore[dict-item]
    assert reason is not None
    assert reason.text == why(state, 0, "step", {"number": "3"}).text  # type: ignore[union-attr]
    refused(IndexError, "there is no player 99", lambda: why(state, 99, "step"))
    refused(TypeError, "a player is a whole number", lambda: why(state, None, "step"))  # type: ignore[arg-type]
    refused(TypeError, "the name of an action, not 5", lambda: why(state, 0, 5))  # type: ignore[arg-type]
    for wrong in ("number", ["number"], {5: "1"}, {"number": None}, {"number": True}):
        refused(TypeError, "by ", partial(why, state, 0, "step", wrong))  # type: ignore[arg-type]
