"""Every way in which rules can break says where, in which part of the rules, by which id, and on what."""

from __future__ import annotations

import pickle
from itertools import combinations
from pathlib import Path

import pytest
from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.faults import Fault, TooManySteps
from rulesdsl.engine.runtime import recording
from rulesdsl.engine.start import start
from tests.engine.texts import program_of


@frozen
class Breaks:
    """`lines` of a game that break. `at`: the text of the place; `values`: those that are told, or some."""

    name: str
    lines: str
    at: str
    message: str
    rule: str
    values: tuple[tuple[str, str], ...]
    flow: str = "each player in turn\n      must go"
    rules: tuple[str, ...] = ("R-1",)
    under_way: tuple[tuple[str, int], ...] = (("play", 1),)
    at_start: bool = True


GAME = """game "Breaking"
players 2..2
rules "breaking.md"
limit steps 400
values Colour: red, green, blue
pieces Card for each rank in 1..6
zone deck: pile of Card, starts with Card
zone hand per Player: set of Card
state pot: 0..5, starts 3
state round: 0..400
{lines}
flow  [R-9]
  phase play 3 times  [R-8]
    {flow}
"""

GO = 'action go "Go"  [R-1]\n  '
STAY = 'action stay "Stay"\n  set pot to 1\n'
CHIPS = """pieces Chip for each n in 1..40
  worth: 0..99999 = (n * n * 79 + n * 1301) mod 99999
zone chips: set of Chip, starts with Chip
action go(some of chips as these where sum(these.worth) = 1750131 + round) "Go"
  set pot to 0
"""
ALL_TOWNS = [f"town_{letter}" for letter in "abcdefghijkl"]
ALL_ROADS = "".join(f"  | {one} | {other} |\n" for one, other in combinations(ALL_TOWNS, 2))
TOWNS = f"""places Town from "towns.csv" named by town
links road of Town
  | a | b |
{ALL_ROADS}action go "Go"  [R-1]
  set round to longest_trail(road)
"""
AGAINST = """always up  [R-2]
  when pot = {here}
  set pot to 2
always down
  when pot = 2
  set pot to {here}
"""

CASES = (
    Breaks(
        "range",
        GO + "add 4 to pot",
        "add 4 to pot",
        "pot would leave its range 0..5",
        "action go",
        (("pot would be", "7"), ("`pot`", "3")),
    ),
    Breaks(
        "range of one of many",
        GO + "each player in turn\n    for c in deck where c.rank > 4\n      remove c.rank from pot",
        "remove c.rank from pot",
        "pot would leave its range 0..5",
        "action go",
        (("pot would be", "-2"), ("`pot`", "3"), ("`c.rank`", "5")),
    ),
    Breaks(
        "members of a set",
        "state seen: set of 1..3\n" + GO + "add pot + 1 to seen",
        "add pot + 1 to seen",
        "seen would leave its range",
        "action go",
        (("seen would be", "4"), ("`pot`", "3")),
    ),
    Breaks(
        "a routine with arguments",
        GO + "do more(pot)\nroutine more(by: 0..9)  [R-2]\n  for n in 1..2\n    add by + n to pot",
        "add by + n to pot",
        "pot would leave its range 0..5",
        "routine more",
        (("pot would be", "7"), ("`pot`", "3"), ("by", "3"), ("n", "1")),
        rules=("R-2",),
    ),
    Breaks(
        "division in a definition",
        "define share = 6 / (pot - 3) rounded down\n" + GO + "set round to share",
        "6 / (pot - 3) rounded down",
        "division by 0",
        "define share",
        (("the divisor", "0"), ("`pot`", "3")),
        rules=("R-8",),
    ),
    Breaks(
        "division rounded up",
        GO + "set round to 6 / (pot - 3) rounded up",
        "6 / (pot - 3) rounded up",
        "division by 0",
        "action go",
        (("the divisor", "0"), ("`pot`", "3")),
    ),
    Breaks(
        "remainder",
        GO + "set round to 6 mod (pot - 3)",
        "6 mod (pot - 3)",
        "mod needs a positive number",
        "action go",
        (("the divisor", "0"), ("`pot`", "3")),
    ),
    Breaks(
        "table",
        "table prize by n: 1..2\n  gives won: 0..9\n  | n | won |\n  | 1 | 4 |\n  | 2 | 5 |\n"
        + GO
        + "set round to prize(pot)",
        "prize(pot)",
        "the table prize.won has no row for this",
        "action go",
        (("the key", "3"), ("`pot`", "3")),
    ),
    Breaks(
        "index of a state",
        "state held per n in 1..2: 0..5\n" + GO + "add 1 to held(pot)",
        "add 1 to held(pot)",
        "there is no such state with this index",
        "action go",
        (("the index", "3"), ("`pot`", "3")),
    ),
    Breaks(
        "index of a zone",
        "zone box per n in 1..2: set of Card\n" + GO + "move top(deck) to box(pot)",
        "box(pot)",
        "there is no such zone with this index",
        "action go",
        (("the index", "3"), ("`pot`", "3")),
    ),
    Breaks(
        "end",
        GO + "end later",
        "end later",
        "later is not going on",
        "action go",
        (("going on", "play 1"),),
        flow="each player in turn\n      must go\n  phase later 2 times\n    set round to 1",
    ),
    Breaks(
        "record",
        "score kept each play = pot\n" + GO + "set pot to 1",
        "score play",
        "kept cannot be written down once more",
        "phase play",
        (("columns", "3"),),
        flow="score play\n    score play\n    each player in turn\n      must go",
        rules=("R-8",),
        under_way=(("play", 2),),
    ),
    Breaks(
        "draw",
        GO + "roll die from 1..6\n  draw die from deck to your hand",
        "draw die from deck to your hand",
        "there is nothing left to draw from the deck",
        "action go",
        (("wanted", "4"), ("drawn", "0"), ("die", "4"), ("the number in `deck`", "0")),
        under_way=(("play", 2),),
    ),
    Breaks(
        "deal",
        GO + "set pot to 1",
        "deal die from deck to hand",
        "there is nothing left to deal from the deck",
        "phase play",
        (("wanted", "14"), ("dealt", "2"), ("die", "7"), ("the number in `deck`", "0")),
        flow="roll die from 0..9\n    deal die from deck to hand\n    each player in turn\n      must go",
        rules=("R-8",),
        under_way=(("play", 3),),
    ),
    Breaks(
        "chance of nothing",
        GO + "choose lucky from 1..round by chance\n  set round to lucky",
        "choose lucky from 1..round by chance",
        "there is nothing for chance to choose from",
        "action go",
        (("`round`", "0"),),
    ),
    Breaks(
        "chance of too few",
        GO + "choose 4 of 1..pot as lucky by chance\n  set round to sum(lucky)",
        "choose 4 of 1..pot as lucky by chance",
        "there are not so many to choose by chance",
        "action go",
        (("wanted", "4"), ("there are", "3"), ("`pot`", "3")),
    ),
    Breaks(
        "a full slot",
        "zone on per c in Colour: slot of Card\n"
        'action go(c from Colour) "Go"  [R-1]\n  draw 1 from deck to on(c)',
        "draw 1 from deck to on(c)",
        "there is no room left in the on red",
        "action go",
        (("to come", "card 2"), ("room", "1"), ("there", "card 1")),
        at_start=False,
    ),
    Breaks(
        "a piece that is not taken",
        "zone box: set of Card, takes c where c.rank < 4\n" + GO + "draw 1 from deck to box",
        "draw 1 from deck to box",
        "the box does not take this piece",
        "action go",
        (("piece", "card 4"), ("the number in `deck`", "3")),
        under_way=(("play", 2),),
    ),
    Breaks(
        "nothing can be done",
        GO + "when pot > 3\n  remove 1 from pot",
        "must go",
        "nothing that must be done here can be done",
        "phase play",
        (("asked", "Anna"), ("go", "`pot > 3` does not hold: `pot` is 3")),
        rules=("R-8",),
    ),
    Breaks(
        "too many sets",
        CHIPS + STAY,
        "must go or stay",
        "too many options: more than 200,000 sets to choose from at once",
        "phase play",
        (("to choose from", "40"), ("of them", "1 to 40"), ("asked", "Anna")),
        flow="each player in turn\n      must go or stay",
        rules=("R-8",),
    ),
    Breaks(
        "too woven a map",
        TOWNS,
        "longest_trail(road)",
        "a longest trail over 66 links: more than 64",
        "action go",
        (),
    ),
    Breaks(
        "decisions without end",
        'action go "Go"  [R-1]\n  set pot to 1\naction leave "Leave"\n  when pot = 4\n  set pot to 5',
        "phase around",
        "the game goes on for more than 400 steps",
        "phase around",
        (("action go", "266 times among the last steps"), ("phase around", "133 times among the last steps")),
        flow="phase around\n      until pot = 5\n      each player in turn\n        must go or leave",
        rules=("R-8",),
        under_way=(("play", 1), ("around", 134)),
    ),
    Breaks(
        "a choice repeated without end",
        GO + "set pot to 1",
        "may go repeatedly",
        "the game goes on for more than 400 steps",
        "phase play",
        (("asked", "Anna"),),
        flow="each player in turn\n      may go repeatedly",
        rules=("R-8",),
        at_start=False,
    ),
    Breaks(
        "rules against each other",
        GO + "set pot to 1\n" + AGAINST.format(here=1),
        "always up",
        "the game goes on for more than 400 steps",
        "always up",
        (("always up", "199 times among the last steps"), ("always down", "199 times among the last steps")),
        rules=("R-2",),
    ),
    Breaks(
        "rules against each other before the first phase",
        GO + "set pot to 1\n" + AGAINST.format(here=3),
        "always up",
        "the game goes on for more than 400 steps",
        "always up",
        (("always up", "200 times among the last steps"), ("always down", "200 times among the last steps")),
        rules=("R-2",),
        under_way=(),
    ),
    Breaks(
        "a loop that is too long",
        GO + "for n in 1..500\n    set round to n mod 7",
        "n in 1..500",
        "the game goes on for more than 400 steps",
        "action go",
        (("passes of this loop", "500"),),
    ),
)


def broken(folder: Path, case: Breaks) -> Fault:
    """The fault to which the first option leads each time."""
    listed = "".join(f"- R-{number} A rule.\n" for number in range(1, 10))
    (folder / "breaking.md").write_text(f"# Rules\n\n{listed}", "utf-8")
    (folder / "towns.csv").write_text("\n".join(["town", *ALL_TOWNS]), "utf-8")
    text = GAME.format(lines=case.lines, flow=case.flow)
    if "score" in case.lines:
        text += "winner most total, then shared\n"
    program = program_of(folder, text)
    with pytest.raises(Fault) as caught:
        _played(program)
    return caught.value


def _played(program: ir.Program) -> None:
    state = start(program, 1)
    while not state.over:
        state.apply(0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fault_says_where_and_on_what(tmp_path: Path, case: Breaks) -> None:
    fault = broken(tmp_path, case)
    assert fault.message == case.message
    assert fault.span is not None
    assert fault.span.text.startswith(case.at)
    assert (fault.rule, fault.rules, fault.under_way) == (case.rule, case.rules, case.under_way)
    assert fault.values[: len(case.values)] == case.values
    assert fault.at_start == case.at_start
    assert isinstance(fault, TooManySteps) == ("steps" in case.message)
    assert ("before the first decision: " in str(fault)) == case.at_start


def test_a_fault_keeps_all_it_says_when_it_is_sent(tmp_path: Path) -> None:
    fault = broken(tmp_path, CASES[0])
    sent = pickle.loads(pickle.dumps(fault))  # noqa: S301 -- our own
    assert (str(sent), sent.account, sent.details()) == (str(fault), fault.account, fault.details())
    assert fault.details() == ["in action go [R-1], during play 1", "pot would be: 7", "`pot`: 3"]


SHORT_LOOPS = """game "Loops"
players 1..1
state n: 0..9
flow
  player first(players)
    may "Go on?"
      repeat 20 times
        repeat 20 times
          set n to (n + 1) mod 10
score points = n
winner most total, then shared
"""


def test_more_than_can_be_told_is_a_fault_and_the_state_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "MOST_TOLD", 300)
    told = start(program_of(tmp_path, SHORT_LOOPS, 1), log=True)
    before = told.clone()
    with pytest.raises(Fault, match="more happens here at once than can be told") as fault:
        told.apply(0)
    assert dict(fault.value.values)["events"] == "300"
    assert told == before
    told.log = None
    assert told.apply(0).over
