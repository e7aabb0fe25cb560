"""A thing of one sort and the same thing where it may be of several are equal wherever two things meet."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from tests.engine.texts import example_results
from tests.loading import load

GAME = """game "Either"
players 2
values Suit: red, blue
values Tone: low, high
places Town: a, b
state u: Tone or Suit or none
state v: Suit or Tone, starts low
state w: Town or 1..7 or Suit, starts 1
state s: Suit, starts red
state n: 0..9, starts 0
state suits: set of Suit
define either = {v}
define other = {u}
define wide = {w}
define several = union(x in 1..2: {v})
define further = union(x in 1..2: {u})
define alone(x: Suit or Tone) = {x}
action go(x from Suit "?") "Go {x}"
  set s to x
  set u to x
  set v to x
  set w to x
  add x to suits
flow
  each player in turn
    must go
score points = 0
winner most total, then shared

example "table"
  players Anna, Ben
  Anna plays go(blue)
  given n = 7
LINE
"""

HOLDS = (
    "u is in Suit",
    "Suit has u",
    "not (Tone has v)",
    "u is not in Tone",
    "v is in suits and u is in suits and s is in suits and w is in suits",
    "u is in either and v is in other and s is in either and w is in either and w is in further",
    "suits has v and other has v and wide has v and wide has u and several has u",
    "w is in wide and w is not in 1..7 and w is not in Town",
    "n is not in wide",
    "red is not in either and low is not in either and red is not in several",
    "suits = either and either = other and other = suits and wide = suits and wide = other",
    "either = {blue} and other = {s} and suits = {v} and suits = several and several = further",
    "count(either + other) = 2 and count(suits + either) = 1 and count(wide + other) = 2",
    "count(several + further) = 1 and count(suits + further) = 1 and several + further = suits",
    "suits - other = {} and either - {s} = {} and other - suits = {} and Suit - other = {red}",
    "Tone - other = Tone and Suit - either - wide = {red} and Suit - several = {red}",
    "alone(red) + either = {red, blue} and Suit - (alone(red) + either) = {}",
    "alone(v) = other and v is in alone(s)",
    "count(x in Suit where x is in either) = 1 and count(x in either where x is in Suit) = 1",
    "some(x in other: x is v) and every(x in either: x is u) and every(x in suits: x is w)",
    "some(x in several: x is u) and every(x in several: x is in suits)",
)


@pytest.mark.parametrize("condition", HOLDS)
def test_the_same_is_the_same(tmp_path: Path, condition: str) -> None:
    file = tmp_path / "either.game"
    file.write_text(GAME.replace("LINE", f"  expect {condition}"), "utf-8")
    results = example_results(file)
    assert [result.message for result in results] == [""]


PIECES = """game "Things"
players 2
values Suit: red, blue
pieces Card
  | card |
  | c1   |
  | c2   |
pieces Coin
  | coin |
  | m1   |
pieces Chip
  | chip |
  | k1   |
  | k2   |
pieces Thing are Card or Chip
zone deck: row of Card, starts with Card
zone chips: row of Thing, starts with Chip
zone coins: row of Coin, starts with Coin
state card: Card or Suit, starts red
state thing: Suit or Thing, starts red
state wide: Thing or Suit or none, starts red
state called: name of Chip or Suit, starts red
define card_is_named = card is c2
define called_is = called is k2
action take(taken from chips "?") "Take {taken}"
  set thing to taken
  set wide to thing
action draw_one(drawn from deck "?") "Draw {drawn}"
  set card to drawn
  set wide to card
action name_one(k from chips where k is Chip "?") "Name {k}"
  set called to k
flow
  each player in turn
    must take or draw_one or name_one
score points = (if card_is_named then 1 else 0) + (if called_is then 2 else 0) + count(coins)
score more = if wide is thing and wide is in Suit then 1 else 0
winner most total, then shared

example "pieces"
  players Anna, Ben
LINES
"""

OF_PIECES = {
    "no chip is a suit": "given card = blue / expect not some(x in chips: card is x)",
    "in the other order": "given thing = blue / expect not some(x in chips: thing is x)",
    "one of two kinds": "Anna plays take(k2) / expect thing is last(chips) and thing is not in Suit",
    "handed on": "Anna plays take(k1) / expect wide is thing and wide is first(chips) and wide is not red",
    "a kind of several": "Anna plays draw_one(c2) / expect wide is card and wide is in deck and card is c2",
    "by its name": "Anna plays draw_one(c2) / expect card_is_named and not called_is",
    "another name": "Anna plays draw_one(c1) / expect not card_is_named",
    "a later kind": "Anna plays name_one(k2) / expect called_is and called is k2 and called is not in Suit",
    "none": "given wide = none / expect wide is not thing and wide is not in chips",
}


@pytest.mark.parametrize("what", OF_PIECES)
def test_pieces_among_other_sorts(tmp_path: Path, what: str) -> None:
    file = tmp_path / "things.game"
    lines = "".join(f"  {line}\n" for line in OF_PIECES[what].split(" / "))
    file.write_text(PIECES.replace("LINES\n", lines), "utf-8")
    results = example_results(file)
    assert [result.message for result in results] == [""]


def test_a_piece_that_may_be_of_another_kind_is_tested_first(tmp_path: Path) -> None:
    file = tmp_path / "things.game"
    text = PIECES.replace("LINES\n", "").replace("  set thing to taken\n", "  set card to taken\n")
    file.write_text(text.replace("  set wide to thing\n", ""), "utf-8")
    with pytest.raises(InvalidGame) as invalid:
        load(file)
    assert "a Card is expected, but this may be a Chip" in [it.message for it in invalid.value.report.errors]


@pytest.mark.parametrize(
    ("kind", "message"),
    {
        "set of Suit or Tone": "a set of Suit stands alone: it is not told from something else",
        "Tone or list of 1..3": "a list of numbers stands alone: it is not told from something else",
        "0..3 per Suit or Tone": "stands alone: it is not told from something else",
        "text of at most 3 letters or Suit": "a text stands alone: it is not told from something else",
        "1..3 or 5..7": "a number 5..7 is of the same sort as a number 1..3",
        "Suit or 1..3 or Suit": "a Suit stands here twice",
    }.items(),
)
def test_what_cannot_be_told_apart_is_no_type(tmp_path: Path, kind: str, message: str) -> None:
    file = tmp_path / "either.game"
    file.write_text(
        GAME.replace("LINE", "").replace("state u", f"define never(x: {kind}) = 1\nstate u"), "utf-8"
    )
    with pytest.raises(InvalidGame) as invalid:
        load(file)
    assert [error.code for error in invalid.value.report.errors] == ["type-mismatch"]
    assert message in invalid.value.report.errors[0].message
