"""Kinds between which others are declared, and their names: something can be kept for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from tests.engine.texts import example_results
from tests.loading import load

GAME = """game "Kinds Apart"
players 2
values Suit: red, blue
pieces Card
  | card |
  | c1 |
  | c2 |
pieces Coin
  | coin |
  | m1 |
  | m2 |
  | m3 |
pieces Chip
  | chip |
  | k1 |
  | k2 |
pieces Thing are Card or Chip
table price by thing: Thing
  gives cost: 0..9
  gives twice: 0..20
  | thing | cost | twice |
  | c1 | 1 | 2 |
  | c2 | 2 | 4 |
  | k1 | 3 | 6 |
  | k2 | 4 | 8 |
table worth by name: name of Chip
  gives worth: 0..9
  | name | worth |
  | k1 | 5 |
  | k2 | 6 |
table rank by what: name of Chip or Suit, thing: Thing or Suit
  gives rank: 0..99
RANKS
zone things: row of Thing, starts with Thing
zone coins: row of Coin, starts with Coin
zone tray per t in Thing: set of Coin
state mark per Thing: 1..9, starts 1
state other per Thing: 0..9
state either: Thing or Suit, starts red
state called: name of Chip or Suit, starts blue
state likes per Player: name of Chip, starts k1
state stars: 0..99
define liked = tally(p in players: p.likes)
define level per x in Thing = mark(x) * 2
define sort_of = depending on either {Card gives 1, Chip gives 2, red, blue gives 3}
define name_of = depending on called {k1 gives 1, k2 gives 2, red, blue gives 3}
routine given_map(m: 0..20 per Thing)
  set stars to sum(m)
routine wide
  do given_map(mark)
routine copy_all
  set other to mark
flow
  each player in turn
    say "x"
score points = stars
winner most total, then shared

example "it"
  players Anna, Ben
LINES
"""

RANKS = "\n".join(
    ["  | what | thing | rank |"]
    + [
        f"  | {what} | {thing} | {10 * tens + ones} |"
        for tens, what in enumerate(("k1", "k2", "red", "blue"), 1)
        for ones, thing in enumerate(("c1", "c2", "k1", "k2", "red", "blue"), 1)
    ]
)
LINES = [
    "given mark(k2) = 5 / expect sum(mark) = 8",
    "given mark(k2) = 5 / expect min(mark) = 1 and max(mark) = 5",
    "given mark = tally(things) + tally(things) / given mark(k2) = 1 / expect min(mark) = 1",
    "given mark(k2) = 5 / do copy_all / expect other = mark and other(k2) = 5",
    "given mark(k2) = 5 / expect sum(mark - tally(things)) = 4",
    "given mark(k2) = 5 / do wide / expect stars = 8",
    "expect min(tally(things)) = 1 and max(tally(things)) = 1",
    "expect count(x in tally(things) where x = 1) = 4",
    "expect count(x in mark where x = 1) = 4",
    "expect count(ranked(mark)) = 4",
    "expect price(k2).cost = 4 and price(k1).cost = 3 and price(c1).twice = 2 and price(c2).cost = 2",
    "expect sum(x in Thing: price(x).cost) = 10",
    "expect sum(x in Thing: level(x)) = 8",
    "given mark(k2) = 5 / expect level(k2) = 10",
    "expect sort_of = 3",
    "given either = k2 / expect sort_of = 2",
    "given either = c2 / expect sort_of = 1",
    "given called = k2 / expect name_of = 2",
    "expect name_of = 3",
    "given tray(k2) = {m1} / expect count(tray(k2)) = 1 and count(tray(k1)) = 0",
    "given Anna.likes = k1 / given Ben.likes = k1 / expect min(liked) = 0",
    "given Anna.likes = k1 / given Ben.likes = k2 / expect min(liked) = 1 and max(liked) = 1",
    "given Anna.likes = k1 / given Ben.likes = k2 / expect count(x in liked where x = 1) = 2",
    "given Anna.likes = k1 / given Ben.likes = k1 / expect liked is not {} and max(liked) = 2",
    "expect worth(k1) = 5 and worth(k2) = 6",
    "given Ben.likes = k2 / expect sum(p in players: worth(p.likes)) = 11",
    "expect rank(k1, c1) = 11 and rank(k2, k2) = 24 and rank(blue, red) = 45 and rank(red, k1) = 33",
    "given either = k1 / given called = k2 / expect rank(called, either) = 23",
    "given either = blue / expect rank(called, either) = 46",
]


@pytest.mark.parametrize("lines", LINES)
def test_something_is_kept_for_each(tmp_path: Path, lines: str) -> None:
    file = tmp_path / "kinds.game"
    example = "".join(f"  {line}\n" for line in lines.split(" / "))
    file.write_text(GAME.replace("RANKS", RANKS).replace("LINES\n", example), "utf-8")
    results = example_results(file)
    assert [result.message for result in results] == [""]


KNOTS = """game "Knots"
players 2
pieces Ant copies 2
pieces Bee copies 2
pieces Cow copies 2
pieces Dog copies 2
pieces Flying are Ant or Bee
pieces Milked are Ant or Cow
pieces Kept are Ant or Dog
zone ants: set of Ant, starts with Ant
state tired per Flying: 0..3, starts 1
DECLARED
flow
  say "It is {sum(tired)}"
score points = your total
winner shared
"""


@pytest.mark.parametrize(
    "declared",
    [
        "state full per Kept: 0..3",
        "state full: 0..3 per Kept",
        "zone hut per kept in Kept: set of Bee",
        "pieces Hut\n  rent per Kept: 0..3",
        "table rent by day: 1..2\n  gives coins per Kept: 0..3",
    ],
)
def test_more_names_than_can_be_side_by_side(tmp_path: Path, declared: str) -> None:
    file = tmp_path / "knots.game"
    file.write_text(KNOTS.replace("DECLARED", declared), "utf-8")
    with pytest.raises(InvalidGame) as invalid:
        load(file)
    assert "nothing can be kept for each of these" in [it.message for it in invalid.value.report.errors]


APART = """game "Kept"
players 2
values Suit: red, blue
pieces Ant
  | ant |
  | a1 |
  | a2 |
pieces Bee
  | bee |
  | b1 |
pieces Cow
  | cow |
  | w1 |
pieces Dog
  | dog |
  | d1 |
  | d2 |
pieces Flying are Ant or Bee
pieces Milked are Ant or Cow
pieces Kept are Ant or Dog
table price by what: Kept
  gives price: 0..9
  | what | price |
  | a1 | 1 |
  | a2 | 2 |
  | d1 | 3 |
  | d2 | 4 |
table worth by what: name of Kept or Suit
  gives worth: 0..9
  | what | worth |
  | a1 | 1 |
  | a2 | 2 |
  | d1 | 3 |
  | d2 | 4 |
  | red | 5 |
  | blue | 6 |
zone kept: row of Kept, starts with Kept
zone bees: row of Bee, starts with Bee
zone cows: row of Cow, starts with Cow
state either: Kept or Suit, starts red
state called: name of Kept or Suit, starts blue
state likes: name of Kept, starts d2
define sort_of = depending on either {Ant gives 1, Dog gives 2, red, blue gives 3}
define name_of = depending on called {a1, a2 gives 1, d1 gives 2, d2 gives 3, red, blue gives 4}
flow
  say "Moo"
score points = worth(likes)
winner most total, then shared


example "it"
  players Anna, Ben
LINES
"""
"""Three names for an ant and something else: that of Ant and Dog has others between."""


@pytest.mark.parametrize(
    "lines",
    [
        "expect min(tally(kept)) = 1 and max(tally(kept)) = 1 and count(x in tally(kept) where x = 1) = 4",
        "expect price(d1) = 3 and price(a2) = 2 and sum(k in Kept: price(k)) = 10",
        "expect worth(d2) = 4 and worth(likes) = 4 and worth(blue) = 6",
        "given either = d2 / expect sort_of = 2",
        "given either = a2 / expect sort_of = 1",
        "expect sort_of = 3",
        "given called = d1 / expect name_of = 2 and worth(called) = 3",
        "expect name_of = 4 and worth(called) = 6",
        "given either = d1 / expect not either is in Suit and some(k in kept: either is k)",
    ],
)
def test_what_lies_between_is_none_of_them(tmp_path: Path, lines: str) -> None:
    file = tmp_path / "apart.game"
    file.write_text(APART.replace("LINES\n", "".join(f"  {line}\n" for line in lines.split(" / "))), "utf-8")
    assert [result.message for result in example_results(file)] == [""]


@pytest.mark.parametrize("line", ["set likes to tag", "set likes to last(things)"])
def test_a_name_that_may_be_of_another_kind(tmp_path: Path, line: str) -> None:
    file = tmp_path / "names.game"
    file.write_text(
        f"""game "Names"
players 2
pieces Card
  | card |
  | c1 |
pieces Chip
  | chip |
  | k1 |
pieces Thing are Card or Chip
zone things: row of Thing, starts with Thing
state likes: name of Chip or none
state tag: name of Thing, starts c1
flow
  {line}
winner shared
""",
        "utf-8",
    )
    with pytest.raises(InvalidGame) as invalid:
        load(file)
    messages = [it.message for it in invalid.value.report.errors]
    assert "the name of a Chip is expected, but this may be a Card" in messages
