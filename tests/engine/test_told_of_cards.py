"""What everybody was told of cards that their owner does not see: a game of hints, played at random."""

import random
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.native.compiler import compiled
from tests.loading import load


@pytest.fixture(scope="module")
def program(checkout: Path) -> ir.Program:
    return load(checkout / "examples" / "classics" / "lantern_row.game").program(3)


def told_of(state: State, player: int) -> list[str | None]:
    """The colour that was told of each card in a hand, from the left."""
    layout, colours = state.plan.layout, state.plan.program.enums["Colour"]
    place = layout.zones["hand"]
    marks = [
        layout.state_value(state.cells, "is_colour", piece)
        for piece in layout.pieces_in(state.cells, place.first + player)
    ]
    return [None if mark == ir.NONE else colours[mark] for mark in marks if isinstance(mark, int)]


def test_the_owner_reads_what_was_told_by_place_and_it_goes_with_the_card(program: ir.Program) -> None:
    assert sum(told_in_a_game(program, seed) for seed in range(5)) > 100


def told_in_a_game(program: ir.Program, seed: int) -> int:
    """How often something was read; everybody reads what was told, and nothing else."""
    dice, told = random.Random(seed), 0
    state = start(program, seed=seed)
    for _ in range(60):
        if state.over:
            break
        for player, name in enumerate(("Anna", "Ben", "Cleo")):
            shown = " ".join(str(view(state, player)).split())
            for number, colour in enumerate(told_of(state, player), 1):
                told += colour is not None
                assert (f"lantern {number} of {name}'s hand: {colour}" in shown) == (colour is not None)
        state.apply(dice.randrange(state.option_count))
    return told


@pytest.mark.parametrize("seed", range(3))
def test_what_was_told_is_so_in_every_position_that_could_be_the_true_one(
    program: ir.Program, seed: int
) -> None:
    dice = random.Random(seed)
    state = start(program, seed=seed)
    for number in range(24):
        if state.over:
            break
        for player in range(3) if number % 4 == 0 else ():
            drawn = sample(state, player, Dice(seed=number, stream=7))
            assert str(view(drawn, player)) == str(view(state, player))
        state.apply(dice.randrange(state.option_count))


def test_nothing_of_it_lacks_in_machine_code(program: ir.Program) -> None:
    assert compiled(Plan(program))[1] == []
