"""Slips of the pen that are put right by a fix: what they said is said no more."""

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.diagnostics.fixes import carried_out
from rulesdsl.source import Source
from rulesdsl.syntax import parse
from rulesdsl.syntax.common_mistakes import MISTAKES, Mistake

REPAIRED = [slip for slip in MISTAKES if slip.instead is not None]


def whole(example: str) -> str:
    return example if example.startswith(("game", "players", "rules", "variant")) else f'game "x"\n{example}'


def said_of(text: str) -> Report:
    report = Report()
    parse(Source("test.game", text), report)
    return report


@pytest.mark.parametrize("slip", REPAIRED, ids=[slip.example for slip in REPAIRED])
def test_what_is_put_right_can_be_read(slip: Mistake) -> None:
    text = whole(slip.example)
    (found,) = said_of(text)
    assert found.fix is not None
    assert found.fix.certain
    put_right = carried_out(text, found.fix.edits)
    assert put_right != text
    assert [str(one) for one in said_of(put_right)] == []
