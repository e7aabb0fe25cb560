"""The number of a phase has a value where the phase is known to be going on; elsewhere it may be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.checked_game import InvalidGame
from rulesdsl.program_walk import instances_in
from tests.engine.texts import begun, example_results, read
from tests.loading import load

HEAD = """
game "Days"
players 2..2
state pot: 0..99
state level per n in 1..3: 0..9
state coin per Player: 0..99
"""
TOLD_APART = """values Way: sea, land
routine up(w: Way) for sea
  add day to pot
routine up(w: Way) for land
  add 1 to pot"""
NEEDS = {
    "definition": ("define today = level(day)", "add today to pot"),
    "definition of a player": ("define today per Player = level(day) + your coin", "add Anna.today to pot"),
    "definition by definition": ("define inner = day + 1\ndefine today = inner * 2", "add today to pot"),
    "routine": ("routine up\n  add day to pot", "do up"),
    "routine in a routine": ("routine up\n  add day to pot\nroutine outer\n  do up", "do outer"),
    "routine told apart": (TOLD_APART, "do up(sea)"),
    "action": ('action work "Work"\n  add level(day) to your coin', "each player in turn\n  must work"),
    "condition of an action": (
        'action work "Work"\n  when level(day) < 9\n  add 1 to your coin',
        "each player in turn\n  may work",
    ),
    "choice of an action": (
        'action work(n from 1..day) "Work {n}"\n  add n to your coin',
        "each player in turn\n  must work",
    ),
    "cost of an action": (
        'action work "Work"\n  cost remove day from pot\n  add 1 to your coin',
        "each player in turn\n  may work",
    ),
    "menu": (
        'menu doing "What?"\naction work "Work" in menu doing\n  add day to your coin',
        "each player in turn\n  must doing",
    ),
    "text": ('routine tell\n  say "{level(day)}"', "do tell"),
}
"""What needs the number of `day`, and the line that comes to it."""
SCORE = "score points = your coin + pot\nwinner most total, then shared\n"


def indented(lines: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in lines.split("\n"))


def game_text(declared: str, call: str, *, outside: bool) -> str:
    call = call.replace("Anna.", "first(players).")
    flow = f"flow\n  phase day 3 times\n{indented(call, 4)}{indented(call, 2) if outside else ''}"
    return f"{HEAD}{declared}\n{flow}{SCORE}"


def codes_of(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "days.game"
    path.write_text(text, encoding="utf-8")
    try:
        load(path)
    except InvalidGame as invalid:
        return [error.code for error in invalid.report.errors]
    return []


@pytest.mark.parametrize("name", NEEDS)
def test_it_has_a_value_in_what_is_only_reached_inside(tmp_path: Path, name: str) -> None:
    declared, call = NEEDS[name]
    assert codes_of(tmp_path, game_text(declared, call, outside=False)) == []


@pytest.mark.parametrize("name", NEEDS)
def test_it_may_be_none_in_what_is_reached_outside_too(tmp_path: Path, name: str) -> None:
    declared, call = NEEDS[name]
    assert "may-be-none" in codes_of(tmp_path, game_text(declared, call, outside=True))


ANY_TIME = {
    "score": "score extra = day * 2\n",
    "note": "note extra = level(day)\n",
    "rule": "always early\n  when level(day) > 8 and pot < 5\n  add 5 to pot\n",
    "winner": "define best = day + 1\nscore extra = best\n",
}


@pytest.mark.parametrize("name", ANY_TIME)
def test_it_may_be_none_in_what_is_asked_for_at_any_time(tmp_path: Path, name: str) -> None:
    text = HEAD + ANY_TIME[name] + "flow\n  phase day 3 times\n    add 1 to pot\n" + SCORE
    assert codes_of(tmp_path, text) == ["may-be-none"]


COMPARED = (
    HEAD
    + """
state hit: 0..9
define today = day
define early = day < 2
define late = day >= 2
define nothing = day is none
always early_hit
  when day < 2 and hit = 0 and pot = 0
  set hit to 5
routine look
  if early
    add 1 to pot
  if late
    add 10 to pot
  if nothing
    add 40 to pot
flow
  do look
  set hit to hit
  phase day 2 times
    do look
  do look
""".replace("  set hit to hit\n", "")
    + SCORE
)


def test_comparisons_with_none_are_no(tmp_path: Path) -> None:
    state = begun(tmp_path, COMPARED)
    assert read(state, "pot") == 40 + 1 + 10 + 40
    assert read(state, "hit") == 0


EACH = (
    HEAD
    + """
score wages each day = level(day) + day
flow
  phase day 2 times
    add 3 to level(day)
    score day
"""
    + SCORE
)


def test_what_is_written_down_in_a_phase_is_worked_out_in_it(tmp_path: Path) -> None:
    state = begun(tmp_path, EACH)
    assert state.plan.layout.recorded(state.cells, "wages", 0) == (4, 5)
    assert state.evaluate("now wages", 0) == 0


IN_EXAMPLES = (
    HEAD
    + """
routine up
  add 1 to level(day)
  add day to pot
define today = level(day)
action work "Work"
  when level(day) < 9
  add day to your coin
flow
  phase day 3 times
    do up
    add today to pot
    each player in turn
      must work
"""
    + SCORE
)


def failures(tmp_path: Path, lines: str) -> list[str]:
    path = tmp_path / "days.game"
    path.write_text(f'{IN_EXAMPLES}example "tried"\n  players Anna, Ben\n{lines}', encoding="utf-8")
    results = example_results(path)
    assert results
    return [result.message for result in results if not result.ok]


@pytest.mark.parametrize(
    "lines",
    [
        "  do up\n  expect level(1) = 1\n",
        "  given day = 2\n  do up\n  expect level(2) = 1 and pot = 2\n",
        "  Anna plays work\n  expect Anna.coin = 1\n",
        "  given day = 3\n  Anna plays work\n  expect Anna.coin = 3\n",
        "  given level(1) = 9\n  Anna cannot work\n",
        "  expect today is none and day is none\n",
        "  given day = 2\n  expect level(day) = 0 and today = 0\n",
        "  do day\n  Anna plays work\n  Ben plays work\n  expect pot = 2\n",
    ],
)
def test_examples_are_in_the_first_pass_unless_they_say_which(tmp_path: Path, lines: str) -> None:
    assert failures(tmp_path, lines) == []


@pytest.mark.parametrize("line", ["do up(day)", "expect level(day) = 0", "expect level(today) = 0"])
def test_an_example_outside_of_a_phase_has_no_number(tmp_path: Path, line: str) -> None:
    text = IN_EXAMPLES.replace("routine up\n", "routine up(n: 1..3)\n").replace("do up\n", "do up(day)\n")
    assert codes_of(
        tmp_path, f'{text}example "tried"\n  players Anna, Ben\n  {line}\n  expect pot >= 0\n'
    ) == ["may-be-none"]


def test_known_numbers_are_read_without_asking(tmp_path: Path) -> None:
    """No test for none is written where the phase is known to be going on."""
    path = tmp_path / "days.game"
    path.write_text(IN_EXAMPLES, encoding="utf-8")
    program = load(path).program(2)
    counters = list(instances_in((program.procs, program.formulas), ir.Counter))
    assert counters
    assert not any(isinstance(counter.type, ir.OptionalDomain) for counter in counters)
