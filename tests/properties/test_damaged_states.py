"""A state with something changed in it is refused, or can be played on."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import HEADER
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.positions.validation import NoState
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from tests.loading import load, without_texts

ROOT = Path(__file__).parents[2]
GAMES = without_texts([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")])

POSITIONS = 4
LONG = 150
"""So many positions of each game with `--long`."""
CHANGES = 12
MOST_MOVES = 250


def somewhere(program: ir.Program, stream: Dice, seed: int) -> State:
    """A position in a game played by chance."""
    state = start(program, seed)
    state.take_forced = bool(stream.below(5))
    for _ in range(stream.below(100)):
        if state.over:
            break
        state.apply(stream.below(state.option_count))
    return state


def change(cells: list[int], data_end: int, stream: Dice) -> tuple[int, int]:
    """A cell and what is put into it: mostly something near, or something that stands elsewhere."""
    low, high = [(0, len(cells)), (0, len(cells)), (0, HEADER), (data_end, len(cells))][stream.below(4)]
    at = low + stream.below(max(1, min(high, len(cells)) - low)) if low < len(cells) else 0
    near = (
        cells[at] + 1,
        cells[at] - 1,
        0,
        1,
        -1,
        ir.NONE,
        cells[stream.below(len(cells))],
        stream.below(60),
        2**70,
    )
    return at, near[stream.below(len(near))]


def play_on(state: State, stream: Dice) -> None:
    """To the end, with whatever one looks at; a fault of the rules is an answer, too."""
    players = range(state.plan.program.players)
    try:
        for player in players:
            view(state, player).to_text()
        for _ in range(MOST_MOVES):
            if state.over:
                break
            state.apply(stream.below(state.option_count))
        for player in players:
            view(state, player).to_text()
            state.total(player)
    except Fault:
        pass


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_one_cell_is_changed(path: Path, pytestconfig: pytest.Config) -> None:
    game = load(path)
    stream = Dice(seed=11)
    found: Counter[str] = Counter()
    for seed in range(LONG if pytestconfig.getoption("--long") else POSITIONS):
        program = game.program(game.players[stream.below(len(game.players))])
        state = somewhere(program, stream, seed)
        fields = json.loads(state.to_json())
        whole = fields["cells"]
        assert State.from_json(program, state.to_json()) == state
        for _ in range(CHANGES):
            at, value = change(whole, state.plan.layout.data_end, stream)
            if whole[at] == value:
                continue
            fields["cells"] = [*whole[:at], value, *whole[at + 1 :]]
            try:
                other = State.from_json(program, json.dumps(fields))
            except NoState as refused:
                assert str(refused).startswith("this state is damaged: ")  # noqa: PT017 -- many are tried
                found["refused"] += 1
                continue
            found["played on"] += 1
            try:
                play_on(other, stream)
            except Exception as problem:
                name = state.plan.cell_ranges.names[at]
                raise AssertionError(
                    f"cell {at} ({name}) from {whole[at]} to {value}: {problem!r}"
                ) from problem
    assert found["refused"] > found.total() // 5


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_cells_are_changed(path: Path) -> None:
    game = load(path)
    program = game.program(game.players[-1])
    fields = json.loads(start(program, 1).to_json())
    size = len(fields["cells"])
    no_numbers: tuple[object, ...] = (False, 0.0, None, "0", [], {})
    for cells in (
        *([one] * size for one in (0, -1, 1, 10**40, ir.NONE)),
        *([wrong, *fields["cells"][1:]] for wrong in no_numbers),
        fields["cells"][:-1],
        [*fields["cells"], 0],
        [],
    ):
        with pytest.raises(NoState, match="this state is damaged: "):
            State.from_json(program, json.dumps({**fields, "cells": cells}))
