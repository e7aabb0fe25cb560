"""A thing of one sort and the same thing where it may be of several are equal wherever two things meet."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.examples.run import run_examples
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
    results = [result for program in load(file).example_programs() for result in run_examples(program)]
    assert [result.message for result in results] == [""]


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
