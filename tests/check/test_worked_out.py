"""Attributes that are worked out: in lines, from all of a kind, and for the number of copies."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.pipeline import load

GAME = """game "Heads"
players 2..3

places Cell grid 4 by 3
  goal: Cell or none = first(c in Cell where c.row = 3 and c.column = column)
  corner: yes or no = column = 1 and row = 1
  near: set of Cell = (c in Cell where c.row = row)
  worth: 0..9 =
    let far = max(c in Cell where c.row = row: c.column)
    if corner then far
    if row = 2 then 5
    otherwise 0

values Metal
  price: 1..9
  next: Metal or none = first(m in Metal where m.price > price by m.price)
  cheaper: list of Metal = (m in Metal where m.price < price by -m.price)
  part: 0..100 = 100 * price / sum(Metal.price) rounded down
  dearest: yes or no = price = max(Metal.price) and count(distinct((Metal - gold).next)) = 2
  | metal  | price |
  | gold   | 9     |
  | iron   | 1     |
  | copper | 3     |

pieces Card for each number in 1..20 copies bull_heads
  bull_heads: 1..7 =
    if number mod 10 = 0 then 3
    if number mod 5 = 0 then player_count
    otherwise 1
  share: 0..400 = sum(Card.number) - number

zone deck: pile of Card, starts with Card

flow
  shuffle deck

score cards = count(deck)
winner most total, then shared

example "what was worked out"
  players Anna, Ben
  expect count(deck) = 26 and sum(distinct(deck.number)) = 210
  expect sum(deck.bull_heads) = 42
  expect sum(Cell.worth) = 24
  expect count(c in Cell where c.goal is Cell(2, 3)) = 3
  expect Cell(2, 1).near = {Cell(1, 1), Cell(2, 1), Cell(3, 1), Cell(4, 1)}
  expect iron.next is copper and copper.next is gold and gold.next is none
  expect gold.cheaper = {copper, iron} and first(gold.cheaper) is copper
  expect gold.part = 69 and gold.dearest and not iron.dearest
  expect max(deck.share) = 289

example "copies that depend on how many play"
  players Anna, Ben, Cleo
  expect count(deck) = 28
"""


def test_the_examples_hold(tmp_path: Path) -> None:
    file = tmp_path / "heads.game"
    file.write_text(GAME, "utf-8")
    game = load(file)
    found = [result for program in game.example_programs() for result in run_examples(program)]
    assert [(result.title, result.outcome, result.message) for result in found] == [
        ("what was worked out", "ok", ""),
        ("copies that depend on how many play", "ok", ""),
    ]


@pytest.mark.parametrize(
    ("attribute", "code"),
    [
        ("x: Card = first(c in Card where c.rank > 9)", "type-mismatch"),
        ("x: 0..9 = max(c in Card where c.rank > 9: c.rank)", "type-mismatch"),
        ("x: Player = first(p in players where 1 > 2)", "type-mismatch"),
        ("x: Suit = north_team", "type-mismatch"),
        ("x: Suit = rank", "type-mismatch"),
        ("x: 0..9 = yes", "type-mismatch"),
        ("x: yes or no = 1", "type-mismatch"),
        ("x: Card = red", "type-mismatch"),
        ("x: 1..3 = {1, 2}", "type-mismatch"),
        ("x: set of Suit = Team", "type-mismatch"),
        ("x: set of 1..2 = {7}", "out-of-range"),
        ("x: 0..3 or none = rank", "out-of-range"),
    ],
)
def test_what_is_worked_out_is_of_its_type(tmp_path: Path, attribute: str, code: str) -> None:
    with pytest.raises(InvalidGame) as refused:
        load(_with(tmp_path, attribute))
    assert [diagnostic.code for diagnostic in refused.value.report] == [code]


def test_many_lines_for_many_pieces_are_refused(tmp_path: Path) -> None:
    lets = "".join(f"    let y{n} = {n}\n" for n in range(1, 9_000))
    with pytest.raises(InvalidGame) as refused:
        load(_with(tmp_path, f"x: 0..9 =\n{lets}    rank"))
    assert "too-much-work" in [diagnostic.code for diagnostic in refused.value.report]


def test_one_thing_is_a_set_of_one_and_a_number_a_case_of_a_union(tmp_path: Path) -> None:
    for attribute, asked in (
        ("x: set of Suit = suit", "every(c in Card: c.x = {c.suit})"),
        (
            "x: Suit or 1..6 = rank",
            "every(c in Card: depending on c.x {1..6 as n gives n = c.rank, otherwise no})",
        ),
    ):
        [program] = load(_with(tmp_path, attribute, asked)).example_programs()
        assert [result.outcome for result in run_examples(program)] == ["ok"]


def _with(folder: Path, attribute: str, asked: str = "count(deck) > 3") -> Path:
    """A game whose cards have this attribute, and an example that asks for something of it."""
    file = folder / "game.game"
    file.write_text(
        f"""game "Types"
players 2..2
values Suit: red, blue
values Team: north_team, south_team
pieces Card for each suit in Suit, rank in 1..6
  {attribute}
zone deck: pile of Card, starts with Card
flow
  shuffle deck
score cards = count(deck)
winner most total, then shared
example "it is so"
  players Anna, Ben
  do look
  expect {asked}
routine look
  nothing
""",
        "utf-8",
    )
    return file
