"""Attributes that are worked out: in lines, from all of a kind, and for the number of copies."""

from pathlib import Path

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
  | metal  | price |
  | gold   | 9     |
  | iron   | 1     |
  | copper | 3     |

pieces Card for each number in 1..20 copies bull_heads
  bull_heads: 1..7 =
    if number mod 10 = 0 then 3
    if number mod 5 = 0 then player_count
    otherwise 1

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
