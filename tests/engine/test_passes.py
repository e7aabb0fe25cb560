"""Passes of loops are steps of the game: however loops lie in one another, they come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.core.layout import STEPS
from rulesdsl.engine.faults import TooManySteps
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load

HEAD = """\
game "Loops"
players 2..2
limit steps 1000

pieces Card for each rank in 1..40
zone deck: set of Card, seen by all, starts with Card
zone lane per place in 1..40: set of Card, seen by all
state n: 0..1000000
"""

TAIL = """
    each player in turn
      choose change from 0..1 "Which?"
      add change to n

score points = n
winner most total, then shared
"""


STEPS_OF_THE_PHASE_AND_THE_DECISION = 2


def begun(folder: Path, lines: str, *, log: bool, more: str = "") -> State:
    path = folder / "loops.game"
    indented = "".join(f"    {line}\n" for line in lines.splitlines())
    path.write_text(f"{HEAD}{more}\nflow\n  phase day\n{indented}{TAIL}", "utf-8")
    return start(load(path).program(2), log=log)


def play_on(state: State) -> None:
    while not state.over:
        state.apply(0)


LONG = {
    "ranges": ("for a in 1..40\n  for b in 1..40\n    set n to a + b", "for b"),
    "pieces": ("for a in deck\n  for b in deck\n    set n to a.rank", "for b"),
    "numbers": ("repeat 40 times\n  repeat 40 times\n    set n to 1", "repeat 40 times\n        set"),
    "players": ("for a in 1..40\n  for p in players\n    for b in 1..40\n      set n to b", "for b"),
    "a decision inside": (
        'for a in deck\n  for b in deck\n    set n to 1\n  each player in turn\n    choose i from 1..2 "?"',
        "for b",
    ),
}


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("name", LONG)
def test_loops_in_loops_are_stopped_at_the_line(tmp_path: Path, name: str, log: bool) -> None:  # noqa: FBT001
    lines, place = LONG[name]
    with pytest.raises(TooManySteps, match="goes on for more than 1000 steps") as caught:
        play_on(begun(tmp_path, lines, log=log))
    span = caught.value.span
    assert span is not None
    text = span.source.text
    line = text.count("\n", 0, text.index(place)) + 1
    assert span.source.position(span.start)[0] == line


def test_a_standing_rule_is_stopped(tmp_path: Path) -> None:
    rule = "\nalways wide\n  when n = 7\n  for a in 1..40\n    for b in 1..40\n      set n to a + b + 7\n"
    with pytest.raises(TooManySteps):
        begun(tmp_path, "set n to 7", log=False, more=rule)


def test_a_routine_counts_where_it_is_called(tmp_path: Path) -> None:
    more = "\nroutine fill\n  for b in 1..25\n    set n to b\n"
    state = begun(tmp_path, "repeat 2 times\n  do fill", log=False, more=more)
    assert state.cells[STEPS] == 2 + STEPS_OF_THE_PHASE_AND_THE_DECISION


@pytest.mark.parametrize(
    ("lines", "passes"),
    [
        ("for a in 1..40\n  set n to a", 40),
        ("for a in deck\n  set n to a.rank", 40),
        ("repeat 31 times\n  set n to 1", 31),
        ("repeat 30 times\n  set n to 1", 0),
        ("repeat n - 40 times\n  set n to 1", 0),
        ("repeat n - 40 times\n  each player in turn\n    may set n to 1", 0),
        ("repeat n - 40 times\n  for a in 1..40\n    each player in turn\n      may set n to 1", 0),
        ("for a in 1..6\n  for b in 1..5\n    set n to a + b", 0),
        ("for a in 1..7\n  for b in 1..5\n    set n to a + b", 7),
        ("together\n  for a in 1..40\n    move lane(a) to lane((a mod 40) + 1)", 40),
    ],
)
@pytest.mark.parametrize("log", [False, True])
def test_all_passes_count_when_a_loop_that_can_be_long_begins(
    tmp_path: Path,
    lines: str,
    passes: int,
    log: bool,  # noqa: FBT001
) -> None:
    state = begun(tmp_path, lines, log=log)
    assert state.cells[STEPS] == passes + STEPS_OF_THE_PHASE_AND_THE_DECISION
