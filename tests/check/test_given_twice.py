"""What is given twice in one call is refused, wherever it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from tests.loading import load

GAME = """game "Twice"
players 2
pieces Card for each n in 1..3, m in 1..3
zone cards: set of Card, starts with Card
state coin per Player: 0..99
define double(n: 1..3, m: 1..3) = n + m
routine put(n: 1..3, m: 1..3 normally 1)
  add n + m to your coin
action go(n from 1..3, m from 1..3) "Go {{n}} {{m}}"
  add n + m to your coin
action pay(n: 1..3, m: 1..3 normally 1) "Pay"
  add n + m to your coin
flow
  each player in turn
    must go
    {line}
winner most your coin, then shared

example "tried"
  players Anna, Ben
  {tried}
  expect Anna.coin = 3
"""
CALLS = {
    "piece": "add count(c in cards where c is Card({given})) to your coin",
    "routine": "do put({given})",
    "definition": "add double({given}) to your coin",
    "offered action": "must pay({given})",
}
TRIED = {
    "played": "Anna plays go({given})",
    "chosen": "Anna chooses go({given})",
    "not played": "Anna cannot go({given})",
    "with what is given where it is offered": "Anna plays pay({given})",
    "routine": "Anna does put({given})",
}
ONCE = "n: 1, m: 2"
TWICE = ("n: 1, n: 2", "1, n: 2", "n: 1, n: 1")


def codes(tmp_path: Path, line: str, tried: str) -> list[str]:
    path = tmp_path / "twice.game"
    path.write_text(GAME.format(line=line, tried=tried), encoding="utf-8")
    try:
        load(path)
    except InvalidGame as invalid:
        return [error.code for error in invalid.report.errors]
    return []


@pytest.mark.parametrize("name", CALLS)
def test_in_rules(tmp_path: Path, name: str) -> None:
    assert codes(tmp_path, CALLS[name].format(given=ONCE), "play") == []
    for given in TWICE:
        assert codes(tmp_path, CALLS[name].format(given=given), "play") == ["duplicate-name"], given


@pytest.mark.parametrize("name", TRIED)
def test_in_examples(tmp_path: Path, name: str) -> None:
    assert codes(tmp_path, "add 1 to your coin", TRIED[name].format(given=ONCE)) == []
    for given in TWICE:
        assert codes(tmp_path, "add 1 to your coin", TRIED[name].format(given=given)) == ["duplicate-name"], (
            given
        )


@pytest.mark.parametrize(
    "line",
    [
        "add 1 to your level(spot: left)",
        "set grade(b: left, a: right) to 2",
        "add count(your box(spot: left)) to your coin",
        "add kinds(kind: left) to your coin",
    ],
)
def test_what_says_which_of_several_is_meant_has_no_names(tmp_path: Path, line: str) -> None:
    game = GAME.replace("flow\n", f"{PLACES}flow\n", 1)
    path = tmp_path / "named.game"
    path.write_text(game.format(line=line, tried="Anna plays go(1, 2)"), encoding="utf-8")
    with pytest.raises(InvalidGame) as invalid:
        load(path)
    assert [error.code for error in invalid.value.report.errors] == ["unknown-argument"]


PLACES = """values Spot: left, right
zone box per Player per spot in Spot: set of Card
state level per Player per Spot: 0..9
state grade per Spot per Spot: 0..9
define kinds = tally(s in Spot: s)
"""
