"""What every house rule of the project changes, in the words of `rulesdsl diff`."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.program import Run

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
RULES = sorted([*EXAMPLES.glob("house_rules/*.game"), EXAMPLES / "classics" / "jack_of_diamonds.game"])


def base_of(rule: Path) -> str:
    """The file of the base where it lies beside, else the shipped game of that name."""
    head = next(line for line in rule.read_text(encoding="utf-8").splitlines() if line.startswith("variant"))
    named = rule.parent / head.split('"')[3]
    return str(named) if named.exists() else named.stem


@pytest.mark.parametrize("rule", RULES, ids=[rule.stem for rule in RULES])
def test_in_words(rule: Path, rulesdsl: Run, snapshot: SnapshotAssertion) -> None:
    said = rulesdsl("diff", base_of(rule), rule)
    assert said.status == 0
    assert said.out == snapshot


def test_there_are_at_least_ten() -> None:
    assert len(RULES) >= 10
