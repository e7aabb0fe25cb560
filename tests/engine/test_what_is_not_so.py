"""A failing expectation says what each of its parts came to, however they are joined."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.examples.results import Result
from tests.engine.texts import example_results

GAME = """
game "Pay"
players 2..2

pieces Card for each rank in 1..9

zone deck: set of Card, starts with Card
zone hand per Player: set of Card

state points per Player: 0..20
state mood per Player: 0..3
state done per Player: yes or no

action pay(n from 1..3) "Pay {n}"
  add n to your points

action gain(n from 1..your mood) "Gain {n}"
  add n to your points

flow
  phase round 3 times
    each player in turn
      must pay or gain if possible

score paid = if your done then your points + your mood else count(your hand)
winner most total, then shared
"""

TABLE = [
    ("Anna.points = 3", "got 1, expected 3"),
    ("Anna.points > 3", "got 1, compared with 3"),
    ("Ben.points = 0 and Anna.points = 3", "`Anna.points = 3` is not so: got 1, expected 3"),
    (
        "Anna.points = 3 or Ben.points = 2",
        "`Anna.points = 3` is not so: got 1, expected 3; `Ben.points = 2` is not so: got 0, expected 2",
    ),
    (
        "Anna.points = 3 or (Anna.points = 1 and Ben.points > 0)",
        "`Anna.points = 3` is not so: got 1, expected 3; `Ben.points > 0` is not so: got 0, compared with 0",
    ),
    ("not (Anna.points = 1)", "`Anna.points = 1` is so: `Anna.points` is 1"),
    ("not not Anna.done", "`Anna.done` is not so: `Anna.done` is no"),
    (
        "not (Anna.points = 1 and (Anna.done or Ben.points = 0))",
        "`Anna.points = 1` is so: `Anna.points` is 1; `Ben.points = 0` is so: `Ben.points` is 0",
    ),
    ("if Anna.points > 2 then yes else no", "`Anna.points > 2` is not so: got 1, compared with 2"),
    (
        "if Anna.points > 0 then Ben.done else yes",
        "`Anna.points > 0` is so: `Anna.points` is 1; `Ben.done` is not so: `Ben.done` is no",
    ),
    (
        "some(p in players: p.points > 3)",
        "this is not so: for Anna `p.points` is 1; for Ben `p.points` is 0",
    ),
    (
        "some(p in players where p.points > 0: p.mood > 1)",
        "this is not so: for Anna `p.mood` is 1; for Ben `p.points` is 0",
    ),
    ("every(p in players: p.points > 0)", "this is not so: for Ben `p.points` is 0"),
    ("every(p in players: p.points = 0 and p.mood = 0)", "this is not so: for Anna `p.points` is 1"),
    (
        "not some(p in players: p.points > 0)",
        "`some(p in players: p.points > 0)` is so: for Anna `p.points` is 1",
    ),
    ("some(c in Ben.hand: c.rank > 3)", "this is not so: nothing is in `Ben.hand`"),
    ("Anna.done", "this is not so: `Anna.done` is no"),
    ("Anna.hand has Card(3)", "this is not so: there is card 4 and card 5"),
    ("(p in players where p.points > 3) has Anna", "this is not so: there is nobody"),
    ("Anna.points is in {2, 3}", "got 1, compared with 2 and 3"),
    ("Anna.hand is empty", "this is not so: there is card 4 and card 5"),
    ("Ben.hand is not empty", "this is not so: there is nothing"),
    ("all_even", "this is not so: for Anna `p.points` is 1"),
    ("is_rich(Ben)", "this is not so: `p.points` is 0"),
    (
        "not is_rich(Anna) or Ben.done",
        "`is_rich(Anna)` is so: `p.points` is 1; `Ben.done` is not so: `Ben.done` is no",
    ),
]


PIECES = """
game "Mugs"
players 2..2
pieces Mug for each size in 1..2 copies 2
pieces Joker copies 3
pieces Thing are Mug or Joker
zone bag: set of Thing, starts with Mug
zone shelf: row of Thing, starts with Joker
zone hand per Player: set of Thing
zone hook: slot of Thing
action hang(mug from shelf) "Hang up"
  cost move mug to hook
flow
  move bag to shelf
  phase round 3 times
    each player in turn
      may hang
score things = count(your hand) + count(hook)
winner most total, then shared

example "it"
  players Anna, Ben
  given shelf = {Mug(1), Joker}
  given Anna.hand = {Joker, Mug(1)}
  given hook = Mug(2)
"""
OF_PIECES = [
    ("expect first(shelf) is Mug(2)", "got mug 1, expected mug 2"),
    ("expect first(shelf) = Mug(2)", "got mug 1, expected mug 2"),
    ("expect first(shelf) is in {Mug(2), Joker}", "got mug 1, compared with mug 2 and a joker"),
    ("expect first(shelf) is Joker", "got mug 1, expected a joker"),
    ("expect last(shelf) is Mug", "got a joker, expected a mug"),
    ("expect shelf = {Joker, Joker}", "got mug 1 and a joker, expected 2 jokers"),
    (
        "expect shelf = Anna.hand",
        "got mug 1 and a joker, expected mug 1 and a joker, others of that name",
    ),
    ("expect first(shelf) = first(Anna.hand)", "got mug 1, expected mug 1, another of that name"),
    ("expect shelf != {Mug(1), Joker}", "got mug 1 and a joker, compared with mug 1 and a joker"),
    ("Anna plays hang(Mug(1))", "`move mug to hook` does not hold: the number in `hook` is 1"),
]


@pytest.mark.parametrize(("line", "message"), OF_PIECES)
def test_pieces_are_told_apart(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "mugs.game"
    file.write_text(f"{PIECES}  {line}\n", encoding="utf-8")
    [found] = example_results(file)
    assert not found.ok
    assert message in found.message


def _failed(tmp_path: Path, lines: str) -> Result:
    file = tmp_path / "pay.game"
    head = "  players Anna, Ben\n"
    given = "  given Anna.points = 1\n  given Anna.mood = 1\n  given Anna.hand = {Card(4), Card(5)}\n"
    even = "define all_even = every(p in players: p.points mod 2 = 0)\n"
    rich = "define is_rich(p: Player) = p.points > 0\n"
    file.write_text(f'{GAME}\n{even}{rich}\nexample "it"\n{head}{given}{lines}', encoding="utf-8")
    [found] = example_results(file)
    assert not found.ok
    return found


@pytest.mark.parametrize(("condition", "message"), TABLE)
def test_what_a_condition_came_to(tmp_path: Path, condition: str, message: str) -> None:
    found = _failed(tmp_path, f"  expect {condition}\n")
    assert found.message == message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Anna plays gain(3)", "`3` is not in `1..your mood`, out of which n is chosen; there is 1"),
    ],
)
@pytest.mark.parametrize("before", ["", "  do round\n"])
def test_a_number_that_is_not_there(tmp_path: Path, before: str, line: str, message: str) -> None:
    assert message in _failed(tmp_path, f"{before}  {line}\n").message


@pytest.mark.parametrize("does", ["plays", "cannot"])
def test_a_number_that_is_never_there_is_a_mistake(tmp_path: Path, does: str) -> None:
    with pytest.raises(InvalidGame, match=r"4 is none of 1\.\.3, from which `n` is chosen"):
        _failed(tmp_path, f"  Anna {does} pay(4)\n")


BARTER = """game "Barter"
players 2..2
values Good: oak, fish
state store per Player per Good: 0..20
state sold: 0..90
action sell(give per kind in Good from 0..min(3, your store(kind)) where sum(give) = 2) "Sell {give}"
  add sum(give) to sold
flow
  phase market 2 times
    each player in turn
      may sell
score goods = sold
winner most goods, then shared
example "it"
  players Anna, Ben
  given Anna.store = {oak: 3, fish: 1}
"""


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{oak: 1}", "`{oak: 1}` cannot be chosen: for give fish there is only 1"),
        ("{oak: 3}", "no give fish meets `sum(give) = 2`: give oak is 3"),
        (
            "{oak: 5}",
            "`{oak: 5}` is not in `0..min(3, your store(kind))`, out of which give oak is chosen",
        ),
    ],
)
def test_a_bundle_that_comes_to_something_else(tmp_path: Path, given: str, message: str) -> None:
    file = tmp_path / "barter.game"
    file.write_text(f"{BARTER}  Anna plays sell({given})\n", encoding="utf-8")
    [found] = example_results(file)
    assert message in found.message
