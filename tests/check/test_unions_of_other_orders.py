"""A value of several sorts stays what it is where sorts stand otherwise, or the range is wider."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from tests.engine.texts import example_results
from tests.loading import load

GAME = """game "Either"
players 2
values Suit: red, blue
values Tone: low, high
state w: Suit or none
state n: 1..7 or none
state q: 1..7 or Suit or none
state u: Suit or Tone, starts red
state v: Tone or Suit, starts low
state x3: 0..3 or Suit, starts 0
state z9: 0..9 or Suit, starts 0
state s5: -2..5 or Suit, starts 0
define z(x: Suit or none): 1..7 or Suit or none = x
define takes_it(x: 1..7 or Suit or none) = x is none
define conv(s: Suit or Tone): Tone or Suit = s
define wide(x: 0..3 or Suit): 0..9 or Suit = x
action go(s from Suit, k from 0..3) "{s} {k}"
  set w to s
  set q to w
  set u to s
  set v to u
  set x3 to k
  set z9 to x3
  set s5 to x3
flow
  each player in turn
    must go
score points = (if q is none and w is none then 0 else 1) + (if u is v then 1 else 0)
winner most total, then shared

example "none stays none"
  players Anna, Ben
  expect z(none) is none and z(w) is none and z(red) is red and takes_it(w) and takes_it(n)
  given w = blue
  expect z(w) is blue and not takes_it(w)
example "what it was it is"
  players Anna, Ben
  expect conv(red) is red and conv(high) is high and conv(u) is red
  expect wide(2) is 2 and wide(blue) is blue
  Anna plays go(blue, 3)
  expect q is blue and v is blue and u is v and z9 is 3 and s5 is 3 and x3 is z9 and z9 is s5
  expect u is blue and not (v is high) and Anna.points = 2
example "another is another"
  players Anna, Ben
  given u = red
  given v = low
  given x3 = blue
  given z9 = 5
  expect u is not v and x3 is not z9
"""


def test_values_of_several_sorts(tmp_path: Path) -> None:
    file = tmp_path / "either.game"
    file.write_text(GAME, "utf-8")
    results = example_results(file)
    assert [result.message for result in results if not result.ok] == []
    assert len(results) == 3


WITH_NONE = """game "Perhaps"
players 2
values Suit: hearts, spades
state u: 1..7 or Suit or none
define each(x: 1..7 or Suit or none) = depending on x {1..7 as n gives n, hearts gives 9, Suit, none gives 0}
define first(x: 1..7 or Suit or none) = depending on x {none gives 9, otherwise 2}
define last(x: 1..7 or Suit or none) = depending on x {hearts, none gives 9, 1..7, Suit gives 1}
action go "Go"
  depending on u
    none: set u to 3
    1..3: set u to hearts
    otherwise: set u to none
flow
  each player in turn
    must go
score points = each(u)
winner most total, then shared

example "none is a case of its own"
  players Anna, Ben
  expect each(none) = 0 and each(3) = 3 and each(hearts) = 9 and first(none) = 9 and first(spades) = 2
  expect last(none) = 9 and last(hearts) = 9 and last(spades) = 1 and last(2) = 1
  expect u is none
  Anna plays go
  expect u is 3
  Ben plays go
  expect u is hearts
  Anna plays go
  expect u is none
"""


def test_none_is_a_case_of_several_sorts(tmp_path: Path) -> None:
    file = tmp_path / "perhaps.game"
    file.write_text(WITH_NONE, "utf-8")
    results = example_results(file)
    assert [result.message for result in results] == [""]


def test_none_is_no_case_where_none_is_not_possible(tmp_path: Path) -> None:
    file = tmp_path / "perhaps.game"
    file.write_text(
        WITH_NONE.replace("define first(x: 1..7 or Suit or none)", "define first(x: 1..7 or Suit)"), "utf-8"
    )
    with pytest.raises(InvalidGame) as invalid:
        load(file)
    assert "`none` is not a number 1..7 or a Suit" in [one.message for one in invalid.value.report.errors]
