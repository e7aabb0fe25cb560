"""A new game: set up, and played to its first decision."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.engine.chance import ChanceSource
from rulesdsl.engine.core.arguments import whole_number
from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.dice import seeded
from rulesdsl.engine.explanation.fault_report import fault_of, gone_again
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.runtime.setup import starting_cells
from rulesdsl.engine.state import State


def setup(
    given: ir.Program | Plan,
    seed: int = 1,
    *,
    log: bool = False,
    source: ChanceSource | None = None,
    take_forced: bool = True,
) -> State:
    """The position at the start, before any line of the flow."""
    plan = plan_for(given)
    if type(seed) is not int:
        seed = whole_number(seed, "a seed")
    state = State(plan, [0] * plan.size)
    if log:
        state.log = []
    state.source = source
    state.take_forced = take_forced
    state.cells[DICE] = seeded(seed)
    starting_cells(state, Note())
    return state


def start(
    given: ir.Program | Plan,
    seed: int = 1,
    *,
    log: bool = False,
    source: ChanceSource | None = None,
    take_forced: bool = True,
) -> State:
    """A new game at its first decision, or with `take_forced` at the first that leaves a choice."""
    plan = plan_for(given)
    state = None
    try:
        state = setup(plan, seed, log=log, source=source, take_forced=take_forced)
        state.run_from(plan.entries["flow"])
    except Exception as problem:
        cells = [0] * plan.size if state is None else state.cells
        fault = fault_of(plan, cells, problem, lambda: gone_again(setup(plan, seed), None))
        if fault is None:
            raise
        fault.at_start = True
        if fault is problem:
            raise
        raise fault from None
    return state
