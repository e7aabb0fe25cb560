"""A case with several patterns binds each name as the one says that fits; in formulas, lines and routines."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.examples.run import run_examples
from tests.engine.texts import example_results
from tests.loading import load

GAME = """game "Orders"
players 2
values Suit: red, blue
places Town: a, b, c
links road of Town: a - b - c
values Order: give(Suit), go(Town), take(Suit), pay(1..3), ride(Town), win(4..6), use(road), stay, mend(road)
state n per Suit: 0..9
state seen per Town: 0..9
state sum_of: 0..99

define suit(x: Order) = depending on x {give(s), take(s) gives s, otherwise none}
define town(x: Order) = depending on x {go(t), ride(t) gives t, otherwise none}
define way(x: Order) = depending on x {use(r), mend(r) gives r, otherwise none}
define much(x: Order) = depending on x {pay(p), win(p) gives p, otherwise 0}
define tens(x: 1..9) = depending on x {1, 3, 5..6 as v gives 10 * v, otherwise 0}

routine note_it(x: Order) for give(s), take(s)
  add 1 to n(s)
routine note_it(x: Order) for go(t), ride(t)
  add 1 to seen(t)
routine note_it(x: Order) for pay, win, use, mend, stay
  add 1 to sum_of

action act(o from Order) "{o}"
  depending on o
    take(s), give(s): add 1 to n(s)
    ride(t), go(t): add 1 to seen(t)
    win(p), pay(p): add p to sum_of
    use, mend, stay: add 9 to sum_of
  do note_it(o)
flow
  each player in turn
    must act
score points = much(pay(1)) + sum_of + sum(n) + sum(seen) + tens(3) + count(o in Order where suit(o) is red)
winner most total, then shared

example "in formulas"
  players Anna, Ben
  expect suit(give(red)) is red and suit(give(blue)) is blue and suit(take(red)) is red
  expect town(go(b)) is b and town(ride(c)) is c and town(stay) is none
  expect way(use(road(a, b))) is road(a, b) and way(mend(road(b, c))) is road(b, c)
  expect much(pay(2)) = 2 and much(win(5)) = 5
  expect tens(1) = 10 and tens(2) = 0 and tens(3) = 30 and tens(4) = 0 and tens(5) = 50 and tens(6) = 60
example "in lines and routines"
  players Anna, Ben
  Anna plays act(give(red))
  expect n(red) = 2 and n(blue) = 0
  Ben plays act(ride(b))
  expect seen(b) = 2 and seen(a) = 0 and seen(c) = 0
example "the others"
  players Anna, Ben
  Anna plays act(take(blue))
  expect n(blue) = 2
  Ben plays act(win(4))
  expect sum_of = 5
"""


def faults(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    file = tmp_path / "orders.game"
    file.write_text(text, "utf-8")
    try:
        load(file)
    except InvalidGame as invalid:
        return [(error.code, error.primary.span.text) for error in invalid.report.errors]
    return []


def test_the_pattern_that_fits_says_what_a_name_is(tmp_path: Path) -> None:
    file = tmp_path / "orders.game"
    file.write_text(GAME, "utf-8")
    results = example_results(file)
    assert [result.message for result in results if not result.ok] == []
    assert len(results) == 3


@pytest.mark.parametrize(
    ("cases", "found"),
    [
        ("{give(s), stay gives s, otherwise none}", [("unknown-name", "stay")]),
        ("{give(s), go(s) gives s, otherwise none}", [("type-mismatch", "s")]),
        ("{go(day), ride(day) gives none, stay gives none, otherwise none}", [("shadowed-name", "day")]),
        # A name behind one of several is of that one; behind the last it is for all.
        ("{give, stay as s gives red, otherwise none}", []),
        ("{stay as s, give gives suit(s), otherwise none}", [("unknown-name", "give")]),
        ("{give(s) as s gives s, otherwise none}", [("duplicate-name", "s")]),
        # What is not read need not stand in each.
        ("{give(s), stay gives red, otherwise none}", []),
        ("{give(s), go(s) gives red, otherwise none}", []),
    ],
)
def test_names_that_cannot_be(tmp_path: Path, cases: str, found: list[tuple[str, str]]) -> None:
    game = GAME.replace("{give(s), take(s) gives s, otherwise none}", cases)
    game = game.replace(
        "  each player in turn\n    must", "  phase day 3 times\n    each player in turn\n      must"
    )
    assert faults(tmp_path, game.partition("example")[0]) == found


WHOLE = """game "Whole"
players 2
values Suit: red, blue
values Order: give(Suit), take(Suit), stay
pieces Card for each suit in Suit, rank in 1..3
zone deck: set of Card, starts with Card
state pot: 0..99
define kept(x: TYPE): TYPE or none = depending on x {CASE as w gives w, otherwise none}
routine put(x: TYPE)
  depending on x
    CASE as w: add (if w is VALUE then 1 else 9) to pot
    otherwise: nothing
flow
  do put(VALUE)
  each player in turn
    may "Go on?"
      do put(VALUE)
example "whole"
  players Anna, Ben
  play
  expect kept(VALUE) is RESULT
  expect pot = POT
score points = your left_over
define left_over per Player = count(deck)
winner most total, then shared
"""


@pytest.mark.parametrize(
    "kind",
    [
        "1..9 5 5",
        "1..9 1,3,5 3",
        "1..9 1..2,7..8 7",
        "Suit red red",
        "Suit red,blue blue",
        "Order give(s) give(blue)",
        "Order give(red) give(red)",
        "Order give(s),take(t) take(blue)",
        "Order give,stay stay",
        "Order give give(red)",
        "Card Card Card(red,2)",
    ],
)
def test_what_stands_behind_as_is_the_whole_value(tmp_path: Path, kind: str) -> None:
    of, case, value = kind.split(" ")
    text = WHOLE.replace("TYPE", of).replace("CASE", case).replace("VALUE", value)
    file = tmp_path / "whole.game"
    file.write_text(text.replace("RESULT", value).replace("POT", "1"), "utf-8")
    program = next(iter(load(file).example_programs()))
    assert [result.message for result in run_examples(program) if not result.ok] == []


SORTS = """game "Sorts"
players 2
values Suit: red, blue
define code(x: Suit or 1..3 or Player) = depending on x {
  red gives 1, blue gives 2, 1 gives 3, 2 gives 4, 3 gives 5, otherwise if x is first(players) then 6 else 7
}
define met(x: Suit or 1..3 or Player): Suit or 1..3 or Player or none = depending on x {
  PATTERNS as y gives y, otherwise none
}
define number(x: Suit or 1..3 or Player) = depending on x {PATTERNS as y gives code(y), otherwise 0}
action act(x from Suit)
  nothing
flow
  each player in turn
    must act
score points = sum(list(n in 1..3: number(n)))
winner most total, then shared
example "what a name is"
  players Anna, Ben
LINES
"""
VALUES = ("red", "blue", "1", "2", "3", "Anna", "Ben")


@pytest.mark.parametrize(
    ("patterns", "met"),
    [
        ("3", "3"),
        ("1, 3", "1 3"),
        ("1..2, 3", "1 2 3"),
        ("3, 1..2", "1 2 3"),
        ("1..2 as y, 3", "1 2 3"),
        ("red, blue", "red blue"),
        ("Suit", "red blue"),
        ("Player", "Anna Ben"),
        ("red, 2", "red 2"),
        ("Suit, 1", "red blue 1"),
        ("2..3, Player, blue", "2 3 Anna Ben blue"),
    ],
)
def test_a_name_is_what_was_met_of_values_of_several_sorts(tmp_path: Path, patterns: str, met: str) -> None:
    lines = []
    for code, value in enumerate(VALUES, 1):
        is_met = value in met.split()
        lines.append(f"  expect met({value}) is {value if is_met else 'none'}")
        lines.append(f"  expect number({value}) = {code if is_met else 0}")
    file = tmp_path / "sorts.game"
    file.write_text(SORTS.replace("PATTERNS", patterns).replace("LINES", "\n".join(lines)), "utf-8")
    results = example_results(file)
    assert [result.message for result in results if not result.ok] == []
    assert len(results) == 1
