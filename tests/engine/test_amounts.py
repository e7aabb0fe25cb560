"""Bundles: a number for each of a kind, chosen one after the other, added and taken away key by key."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State
from rulesdsl.native.compiler import compiled
from tests.engine.texts import begun, program_of, read

GAME = """game "Bundles"
players 2..2
values Good: wood, wool, fish
state store per Player per Good: 0..9
state pot per Good: 0..9
action sell(
    give per kind in Good from 0..min(2, your store(kind)) where CONDITION "How much {kind}?"
) "Sell {give}"
  cost remove give from your store
  add give to pot
flow
  set first(players).store to {wood: 2, fish: 1}
  player first(players)
    may sellHOW
"""
GOODS = (0, 1, 2)


def game(folder: Path, condition: str = "sum(give) > 0", how: str = "") -> State:
    return begun(folder, GAME.replace("CONDITION", condition).replace("HOW", how))


def bundles(state: State) -> list[tuple[int, ...]]:
    """What is in the pot at the end of every way to play."""
    if state.over:
        return [tuple(read(state, "pot", good) for good in GOODS)]  # type: ignore[misc]
    return [end for index in range(state.option_count) for end in bundles(state.clone().apply(index))]


CONDITIONS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "sum(give) > 0": lambda give: sum(give) > 0,
    "sum(give) = 2": lambda give: sum(give) == 2,
    "give <= {wood: 1, fish: 1} and sum(give) > 0": lambda give: give[0] <= 1 and sum(give) > 0,
    "give(wood) = give(fish)": lambda give: give[0] == give[2],
    "give != {}": lambda give: sum(give) > 0,
    "give = {wood: 2, fish: 1}": lambda give: give == (2, 0, 1),
    "max(give) = 2": lambda give: max(give) == 2,
}


@pytest.mark.parametrize("how", ["", " as one choice"])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_bundle_that_is_possible_is_offered_once(tmp_path: Path, condition: str, how: str) -> None:
    allowed = [give for give in product((0, 1, 2), (0,), (0, 1)) if CONDITIONS[condition](give)]
    # The first option is to sell, or the bundles themselves; to decline leaves the pot empty.
    assert sorted(bundles(game(tmp_path, condition, how))) == sorted([*allowed, (0, 0, 0)])


def test_only_what_can_be_completed_is_offered(tmp_path: Path) -> None:
    state = game(tmp_path, "sum(give) = 3")
    state.apply(0)
    # Nothing else has three in all, so that all of it is taken by itself.
    assert state.over
    assert [read(state, "store", 0, good) for good in GOODS] == [0, 0, 0]


def test_each_number_is_asked_for_by_its_kind(tmp_path: Path) -> None:
    state = game(tmp_path)
    labels = Labels.of(state.plan.layout)
    assert state.decision is not None
    assert labels.words(state.decision.prompt) == "How much wood?"
    told = [option_text(state, state.decision, option, labels) for option in state.decision.options]
    assert told[:3] == ["0", "1", "2"]


@pytest.mark.parametrize("how", ["", " as one choice"])
def test_nothing_of_it_lacks_in_machine_code(tmp_path: Path, how: str) -> None:
    text = GAME.replace("CONDITION", "sum(give) > 0").replace("HOW", how)
    assert compiled(Plan(program_of(tmp_path, text)))[1] == []


def test_amounts_are_those_before_the_first_is_changed(tmp_path: Path) -> None:
    text = """game "Twice"
players 1..1
values Good: wood, wool
state store per Good: 0..9, starts 2
define all_of_it = sum(store)
flow
  add {wood: all_of_it, wool: all_of_it} to store
  remove store from store
"""
    state = begun(tmp_path, text.replace("  remove store from store\n", ""), 1)
    assert [read(state, "store", good) for good in (0, 1)] == [6, 6]
    state = begun(tmp_path, text.replace("all_of_it, wool: all_of_it", "3, wool: 1"), 1)
    assert [read(state, "store", good) for good in (0, 1)] == [0, 0]


def test_nothing_in_braces_is_none_of_each(tmp_path: Path) -> None:
    text = """game "Emptied"
players 1..1
values Good: wood, wool
state store per Good: 0..9, starts 2
state emptied: 0..9
flow
  add {} to store
  if store = {}
    add 1 to emptied
  set store to {}
  if store = {}
    add 5 to emptied
"""
    state = begun(tmp_path, text, 1)
    assert [read(state, "store", good) for good in (0, 1)] == [0, 0]
    assert read(state, "emptied") == 5


def test_a_condition_on_too_many_bundles_is_refused(tmp_path: Path) -> None:
    text = (
        GAME.replace("min(2, your store(kind))", "90")
        .replace("CONDITION", "sum(give) = 3")
        .replace("HOW", "")
    )
    with pytest.raises(AssertionError, match="753,571 ways") as found:
        program_of(tmp_path, text)
    assert isinstance(found.value.__cause__, InvalidGame)


def test_without_a_condition_there_may_be_as_many_as_one_likes(tmp_path: Path) -> None:
    text = GAME.replace("min(2, your store(kind))", "9").replace(" where CONDITION", "").replace("HOW", "")
    state = begun(tmp_path, text)
    # None, one or two of the wood, or to decline.
    assert state.option_count == 4
