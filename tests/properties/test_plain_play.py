"""Generated code comes to the same positions as lines that are walked, cell by cell, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.facts import FACES, Facts
from tests.conftest import SeedsOf
from tests.engine.hidden_cards import hidden_cards
from tests.engine.side_by_side import play_side_by_side
from tests.engine.test_facts import CARDS, LOOKS_AT_FACES
from tests.engine.texts import program_of
from tests.properties.settings import LONG, SETTINGS, Setting, tried

FEW = 60
"""So many choices are made in a game unless many are played."""


@pytest.mark.parametrize("setting", tried(SETTINGS))
def test_lines_mean_the_same_as_generated_code(
    setting: Setting, pytestconfig: pytest.Config, seeds_of: SeedsOf
) -> None:
    long = pytestconfig.getoption("--long")
    plan = plan_of(setting.program)
    for seed in seeds_of(1, LONG):
        play_side_by_side(plan, 1 + seed, most=10_000 if long else FEW)


@pytest.mark.parametrize("seed", range(1, 9))
def test_where_nearly_everything_is_hidden(seed: int) -> None:
    assert play_side_by_side(plan_of(hidden_cards()), seed) > 6


def test_a_line_after_which_a_rule_is_forgotten_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_of(tmp_path, CARDS + LOOKS_AT_FACES[0] + "\nflow\n  flip first(table) face down\n")
    play_side_by_side(Plan(program), 1)
    changes = Facts.changes
    monkeypatch.setattr(
        Facts,
        "changes",
        lambda self, stmt: (
            changes(self, stmt) - {FACES} if isinstance(stmt, ir.Flip) else changes(self, stmt)
        ),
    )
    with pytest.raises(AssertionError, match="walked"):
        play_side_by_side(Plan(program), 1)
