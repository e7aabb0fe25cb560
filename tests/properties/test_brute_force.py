"""Trying everything out finds an option that lacks and one that should not be there."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from rulesdsl.engine.state import State
from tests.loading import load
from tests.properties.brute_force import nothing_else_is_legal
from tests.properties.checks import random_play

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"


def positions(name: str, players: int) -> Iterator[State]:
    """Where somebody decides in a game."""
    program = load(CLASSICS / f"{name}.game").program(players)
    return (state for state in islice(random_play(program, 3), 40) if state.option_count > 2)


@pytest.mark.parametrize(
    ("name", "players"), [("tic_tac_toe", 2), ("hearts", 4), ("go_fish", 3), ("gops", 3)]
)
def test_an_option_that_lacks_is_found(name: str, players: int) -> None:
    looked_at = 0
    for state in positions(name, players):
        decision = state.decision
        if decision is None or decision.picked:
            continue
        nothing_else_is_legal(state)
        poorer = state.clone()
        poorer.codes = poorer.open_codes()[1:]
        with pytest.raises(AssertionError, match="legal only"):
            nothing_else_is_legal(poorer)
        looked_at += 1
    assert looked_at > 4


def test_an_option_that_breaks_a_rule_is_found() -> None:
    """In tic-tac-toe a cell that is taken."""
    for state in islice(positions("tic_tac_toe", 2), 1, 4):
        richer = state.clone()
        taken = min(set(range(9)) - set(richer.open_codes()))
        richer.codes = [*richer.open_codes(), taken]
        with pytest.raises(AssertionError, match=r"offered only: \{"):
            nothing_else_is_legal(richer)
