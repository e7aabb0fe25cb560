"""What stands in braces: the same things on both sides, or the same list."""

import pytest

from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import program_of

GAME = """game "Lists"
players 1..1
state a: 0..9, starts 2
state b: 0..9, starts 1
define both_listed = {a, b} = {1, 2}
define both_listed_apart = {a, b} is not {1, 2}
define other_numbers = {a, b} = {1, 3}
define twice_the_same = {a, a} = {2, 1}
define a_list_in_order = list(n in {a, b}: n) = {2, 1}
define a_list_out_of_order = list(n in {a, b}: n) = {1, 2}
flow
  say "{a}"
score points = a
winner most total, then shared
"""


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> State:
    return start(program_of(tmp_path_factory.mktemp("lists"), GAME, 1))


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("both_listed", True),
        ("both_listed_apart", False),
        ("other_numbers", False),
        ("twice_the_same", False),
        ("a_list_in_order", True),
        ("a_list_out_of_order", False),
    ],
)
def test_order_makes_a_difference_to_lists_only(lists: State, name: str, holds: bool) -> None:  # noqa: FBT001
    assert bool(lists.evaluate(name)) is holds
    assert bool(Reading(lists.plan.layout, lists.cells).formula(name)) is holds


def test_a_list_of_values_is_in_the_order_of_its_key(tmp_path_factory: pytest.TempPathFactory) -> None:
    text = GAME.replace("flow", "define turned = list(n in 1..4 where n > 1 by 9 - n: n * n)\nflow")
    state = start(program_of(tmp_path_factory.mktemp("turned"), text, 1))
    assert state.evaluate("turned") == Reading(state.plan.layout, state.cells).formula("turned") == (16, 9, 4)
