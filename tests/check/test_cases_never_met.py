"""Cases that are never met: one for a number that there cannot be is an error, unless other settings have it,
and one for what is known to be something else is none."""

from pathlib import Path

import pytest

from tests.check.whole_games import check
from tests.engine.texts import example_results

GAME = """game "Cases"
players 2..3
option longer: 1..5, normally 3
option beyond: 4..5, normally 4
values Suit: red, blue
state pot: 0..9
state rest: 0..9 or none
define worth(x: TYPE) = depending on x {CASE gives 2, otherwise 0}
routine r(x: TYPE) for CASE
  add 1 to pot
routine r(x: TYPE) for OTHERS
  nothing
flow
  for n in 1..3
    do r(n)
  depending on pot
    LINE: nothing
    otherwise: nothing
  depending on rest
    LINE: nothing
    otherwise: nothing
score s = pot + sum(n in 1..3: worth(n))
winner most total, then shared
"""
TYPED = ("define worth", "routine r(x: TYPE) for CASE")
LINES = ("depending on pot", "depending on rest")


def never_met(tmp_path: Path, kind: str, case: str, others: str, line: str) -> list[int]:
    text = GAME.replace("TYPE", kind).replace("CASE", case).replace("OTHERS", others).replace("LINE", line)
    found = [one for one in check(tmp_path, text) if "is in this case" in one.diagnostic.message]
    assert {one.code for one in found} <= {"out-of-range"}
    return [one.diagnostic.span.line for one in found]


def line_of(words: str) -> int:
    return next(number for number, line in enumerate(GAME.split("\n"), 1) if line.strip().startswith(words))


@pytest.mark.parametrize("case", ["4", "0", "4..9", "5..5"])
def test_beyond_what_a_parameter_can_be(tmp_path: Path, case: str) -> None:
    found = never_met(tmp_path, "1..3", case, "1..3", "3")
    assert found == [line_of("define worth"), line_of("routine r")]


@pytest.mark.parametrize("case", ["10", "10..12", "-1"])
def test_beyond_what_a_state_can_be(tmp_path: Path, case: str) -> None:
    found = never_met(tmp_path, "1..3", "3", "1..2", case)
    assert found == [line_of(words) + 1 for words in LINES]


@pytest.mark.parametrize(
    ("kind", "case", "others"),
    [
        ("1..3", "3", "1..2"),
        ("1..3", "3..9", "1..2"),
        ("1..3", "0..1", "2..3"),
        # With other settings there are such.
        ("1..longer", "4", "1..3"),
        ("1..3", "beyond", "1..3"),
        ("1..player_count", "3", "1..2"),
    ],
)
def test_what_can_be_is_no_mistake(tmp_path: Path, kind: str, case: str, others: str) -> None:
    assert never_met(tmp_path, kind, case, others, "9") == []


KNOWN = """game "Errand"
players 2
values Suit: ash, elm
values Errand: rest, heed(Suit), spare(Suit), wait(2..4), fetch(name of Card)
pieces Card
  | card |
  | c1   |
  | c2   |
zone cards: set of Card, starts with Card
state either: Suit or 4..6 or Player, starts ash
state n per Player: 0..99
flow
  each player in turn
    depending on ERRAND
      heed(kept), spare(kept):
        add (depending on kept {ash gives 1, elm gives 2}) to your n
      wait(kept):
        add (depending on kept {2 gives 3, 3..4 gives 4}) to your n
      fetch(kept):
        add (depending on kept {c1 gives 5, c2 gives 6}) to your n
      rest:
        add 7 to your n
score points = your n
winner most total, then shared

example "it"
  players Anna, Ben
  play
  expect Anna.points = POINTS
"""


@pytest.mark.parametrize(
    ("errand", "points"),
    [
        ("rest", 7),
        ("heed(ash)", 1),
        ("spare(elm)", 2),
        ("wait(2)", 3),
        ("wait(4)", 4),
        ("fetch(c1)", 5),
        ("fetch(c2)", 6),
    ],
)
def test_what_is_known_meets_one_case_and_the_others_are_about_any_value(
    tmp_path: Path, errand: str, points: int
) -> None:
    file = tmp_path / "errand.game"
    file.write_text(KNOWN.replace("ERRAND", errand).replace("POINTS", str(points)), "utf-8")
    results = example_results(file)
    assert [result.message for result in results] == [""]
