"""A bundle that is chosen is told by what is in it, to those who may know it."""

from pathlib import Path

from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.engine.texts import program_of

GAME = """game "Gifts"
players 2
values Good: oak, wool, fish
state stock per Player per Good: 0..5, starts 3
flow
  phase rounds 1 times
    each player in turn
      choose gift per kind in Good from 0..min(2, your stock(kind)) "What do you give?"
      for kind in Good
        remove gift(kind) from your stock(kind)
score rest = sum(g in Good: your stock(g))
winner most total, then shared
"""


def told(folder: Path, answers: list[int], seen_by: str = "") -> list[str]:
    program = program_of(folder, GAME)
    header = Header("Gifts", "gifts.game", "", "", ("Anna", "Ben"), 1, seen_by=seen_by)
    lines = tell_game(program, header, lambda _: answers.pop(0))
    return [line.strip() for line in lines if " chooses " in line]


def test_a_bundle_behind_choose_is_told_by_what_is_in_it(tmp_path: Path) -> None:
    stock = "stock: oak 1 (−2), fish 2 (−1)"
    first, second = told(tmp_path, [2, 0, 1, 0, 0, 0])
    assert first == f"Anna chooses 2 oak, 1 fish – {stock}"
    assert second == "Ben chooses none"


def test_who_may_not_know_it_is_not_told_that_it_is_nothing(tmp_path: Path) -> None:
    first, second = told(tmp_path, [2, 0, 1, 0, 0, 0], seen_by="Ben")
    assert first.startswith("Anna chooses how many of each")
    assert second == "Ben chooses none"
    assert told(tmp_path, [0, 0, 0, 0, 0, 1], seen_by="Ben")[0] == "Anna chooses how many of each"
