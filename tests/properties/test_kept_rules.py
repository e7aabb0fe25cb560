"""Standing rules and what stops a phase are kept after every effect, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.runtime.lines import Overlooked
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.facts import Facts, Thing
from tests.engine.texts import program_of, read
from tests.properties.kept_rules import CONDITIONS, CONTEXTS, EFFECTS, kept, stopped

NAMES = list(EFFECTS)
ONE_IN = 8
"""So many pairs of an effect and a condition are tried without `--long`, of those that stop a phase."""


def played(plan: Plan, effect: int, condition: int) -> State:
    """A game in which the first player picks this twice; of what else is asked the first option is taken."""
    picks = {len(EFFECTS): effect, len(CONDITIONS) + 1: condition}
    state = start(plan, effect)
    try:
        while not state.over:
            state.apply(picks.get(state.option_count, 0))
    except Fault:
        # The second time there is nothing left that it could be done with.
        pass
    return state


def all_effects(plan: Plan) -> list[State]:
    return [played(plan, effect, 0) for effect in range(len(EFFECTS))]


def turned(state: State) -> set[str]:
    """The conditions that were seen to turn after the game had begun."""
    begun = start(state.plan, 1)
    return {
        condition
        for number, condition in enumerate(CONDITIONS, 1)
        if read(state, f"turned{number}") != read(begun, f"turned{number}")
    }


@pytest.mark.parametrize("context", CONTEXTS)
def test_no_rule_is_overlooked(context: str, tmp_path: Path) -> None:
    plan = Plan(program_of(tmp_path, kept(CONTEXTS[context])), watched=True)
    by_effect = dict(zip(EFFECTS, map(turned, all_effects(plan)), strict=True))
    assert not [name for name, conditions in by_effect.items() if not conditions]
    assert not set(CONDITIONS).difference(*by_effect.values())


@pytest.mark.parametrize("context", CONTEXTS)
def test_every_phase_is_stopped(context: str, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    plan = Plan(program_of(tmp_path, stopped(CONTEXTS[context])), watched=True)
    step = 1 if pytestconfig.getoption("--long") else ONE_IN
    pairs = [(effect, condition) for effect in range(len(EFFECTS)) for condition in range(len(CONDITIONS))]
    stops = 0
    for effect, condition in pairs[list(CONTEXTS).index(context) % step :: step]:
        state = played(plan, effect, condition + 1)
        assert not read(state, "missed"), (NAMES[effect], list(CONDITIONS)[condition])
        stops += bool(read(state, "stops"))
    assert stops >= 3


@pytest.mark.parametrize(
    "line", [ir.Move, ir.Draw, ir.Deal, ir.Flip, ir.Assign, ir.Include, ir.Shuffle, ir.Record]
)
def test_a_line_whose_changes_are_not_known_is_found(
    line: type[ir.Stmt], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = Facts.changes

    def forgetful(self: Facts, stmt: ir.Stmt) -> frozenset[Thing]:
        return frozenset() if isinstance(stmt, line) else changes(self, stmt)

    program = program_of(tmp_path, kept(CONTEXTS["the flow"]))
    monkeypatch.setattr(Facts, "changes", forgetful)
    plan = Plan(program, watched=True)
    with pytest.raises(Overlooked):
        all_effects(plan)
