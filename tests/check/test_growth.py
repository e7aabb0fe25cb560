"""Whatever there is very much of in a file, each takes the same work to check, or it is refused in words."""

import sys
from pathlib import Path
from types import FrameType

import pytest

from bench.many_lines import KINDS, check
from rulesdsl.diagnostics import MOST_ERRORS, Report

FEW, MANY = 60, 240
GROWTH_AT_MOST = 1.5
"""How many more calls one line may take among many than among few."""


def calls(text: str, folder: Path) -> int:
    """How many functions are called, and generators gone on with: the same on every machine."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        check(text, folder)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_among_many_takes_no_more_work_than_among_few(kind: str, tmp_path: Path) -> None:
    check(KINDS[kind](2), tmp_path)
    none, few, many = (calls(KINDS[kind](size), tmp_path) for size in (1, FEW, MANY))
    assert (many - none) / MANY <= GROWTH_AT_MOST * (few - none) / FEW


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("option", "there are 2,000 options; at most 50 can be looked at"),
        ("phase", "there are 2,000 phases; at most 250 can be looked at"),
        ("cost", "there are 2,000 cost lines in one action; at most 20 can be looked at"),
        ("definition of the one before", "is built on others more than 200 levels deep"),
        ("definition of the one behind", "too deep to be looked at"),
    ],
)
def test_what_is_too_much_is_refused_in_words(kind: str, words: str, tmp_path: Path) -> None:
    [found] = check(KINDS[kind](2_000), tmp_path).errors
    assert words in found.message


@pytest.mark.parametrize("kind", ["unknown name", "misspelt name", "wrong type", "name given twice"])
def test_after_very_many_errors_no_more_are_looked_for(kind: str, tmp_path: Path) -> None:
    found: Report = check(KINDS[kind](400), tmp_path)
    assert len(found.errors) == MOST_ERRORS + 1
    assert found.unfinished
