"""Every game comes to the same cells in the machine as in Python: at every decision, and at the end."""

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native.machine import Machine
from tests.loading import load, without_texts
from tests.native.twins import compared
from tests.selection import cases

CHECKOUT = Path(__file__).parent.parent.parent
FILES = without_texts([*CHECKOUT.glob("games/*.game"), *CHECKOUT.glob("examples/*/*.game")])
SHORT = {
    *(
        "tic_tac_toe",
        "kuhn_poker",
        "hearts",
        "gin_rummy",
        "07_actions",
        "19_map",
        "20_grid",
        "29_whole_moves",
        "30_directions",
        "31_links_by_hand",
        "33_what_ways_cost",
    ),
}
"""A few in which, together, everything of the language occurs."""
DECISIONS = 60


@pytest.mark.parametrize("file", cases(FILES, lambda file: file.stem in SHORT, lambda file: file.stem))
def test_plays_the_same(file: Path, pytestconfig: pytest.Config) -> None:
    long = pytestconfig.getoption("--long")
    game = load(file)
    for players in game.players if long else game.players[:1]:
        plan = Plan(game.program(players))
        machine = Machine(plan)
        assert machine.gaps == []
        for seed in range(1, 21 if long else 3):
            compared(machine, plan, seed, 10**6 if long else DECISIONS)


def test_says_where_two_differ() -> None:
    """The comparison notices a single cell."""
    plan = Plan(load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2))
    machine = Machine(plan)
    machine.begin(1)
    cells = machine.cells
    cells[13] = 0
    machine.cells = cells
    assert machine.cells == cells
    assert 0 not in machine.options()
