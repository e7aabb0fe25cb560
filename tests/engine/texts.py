"""Small games written for one test."""

from __future__ import annotations

from pathlib import Path

from rulesdsl import program as ir
from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.examples.results import Result
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load

NOBODY_IS_BETTER = """
score nothing_counted = 0
winner most total, then shared
"""


def example_results(path: Path) -> list[Result]:
    """What comes of all examples of a file."""
    return [result for program in load(path).example_programs() for result in run_examples(program)]


def program_of(folder: Path, text: str, players: int = 2) -> ir.Program:
    """The program of a game text, in which everybody wins if it does not say who does."""
    path = folder / "small.game"
    path.write_text(text if "\nwinner" in text else text + NOBODY_IS_BETTER, encoding="utf-8")
    try:
        return load(path).program(players)
    except InvalidGame as invalid:
        found = "; ".join(f"{one.span.line}: {one.message}" for one in invalid.report.errors)
        raise AssertionError(found) from invalid


def begun(folder: Path, text: str, players: int = 2, seed: int = 1) -> State:
    return start(program_of(folder, text, players), seed, log=True)


def read(state: State, name: str, *index: int) -> object:
    """The value of a state."""
    return state.plan.layout.state_value(state.cells, name, *index)


def names_in(state: State, zone: str, *index: int) -> list[str]:
    """The names of the pieces in a zone, in reading order."""
    layout = state.plan.layout
    program = state.plan.program
    there = layout.pieces_in(state.cells, layout.instance(zone, *index))
    return [program.piece_names[program.piece_name_of[piece]] for piece in there]


def offered(state: State) -> list[str]:
    """The options of the open decision, in words."""
    decision = state.decision
    assert decision is not None
    labels = Labels.of(state.plan.layout)
    return [option_text(state, decision, option, labels) for option in decision.options]


def pick(state: State, value: int) -> State:
    """Take the option with this value."""
    decision = state.decision
    assert decision is not None
    for at, option in enumerate(decision.options):
        if option.kind == "value" and option.value == value:
            return state.apply(at)
    raise AssertionError(f"{value} is not offered: {decision.options}")


def pick_kind(state: State, kind: str) -> State:
    """Take the option of this kind (decline, done)."""
    decision = state.decision
    assert decision is not None
    return state.apply([option.kind for option in decision.options].index(kind))
