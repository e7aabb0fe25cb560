"""The greatest of what is known not to be empty is a number, of what may be empty perhaps none."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.start import start
from rulesdsl.pipeline import load

GAME = """game "Never Empty"
players 2..3
values Face: moon, star, wild
state few: 0..2
state many: 2..4, starts 2
state chosen: Face or none
define real = Face - {{wild}}
define either = if few = 0 then real else Face
flow
  each player in turn
    choose n from 0..2 "How many?"
    set few to n
score points = {value}
winner most total, then shared
"""
NEVER = {
    "max(n in few..many: n)": 2,
    "max(n in 1..many: n)": 2,
    "max(1..many)": 2,
    "max(f in real: count(real))": 2,
    "max(f in either: 1)": 1,
    "max(f in Face - {moon, star}: 3)": 3,
    "max(f in first(Face, many): 5)": 5,
    "max(w in combinations(real, few, repeated: yes): count(w))": 0,
    "max(w in combinations(real, few): 1 + count(w))": 1,
    "max(w in combinations(first(Face, many), few): 1 + count(w))": 1,
    "max(p in others: 4)": 4,
}
PERHAPS = [
    "max(n in 1..few: n)",
    "max(n in many..3: n)",
    "max(f in Face - {moon, star, wild}: 1)",
    "max(f in real - {chosen} - {moon}: 1)",
    "max(f in first(Face, few): 1)",
    "max(w in combinations(real, many): count(w))",
    "max(w in combinations(real - Face, few, repeated: yes): count(w))",
    "max(f in (if few = 0 then real else Face - Face): 1)",
]


def loaded(folder: Path, value: str) -> Path:
    path = folder / "small.game"
    path.write_text(GAME.format(value=value), encoding="utf-8")
    return path


@pytest.mark.parametrize("value", NEVER)
def test_there_is_always_one(tmp_path: Path, value: str) -> None:
    state = start(load(loaded(tmp_path, value)).program(2))
    assert state.evaluate("now points", 0) == NEVER[value]


@pytest.mark.parametrize("value", PERHAPS)
def test_there_may_be_none(tmp_path: Path, value: str) -> None:
    with pytest.raises(InvalidGame, match=r"`points` is .* or none"):
        load(loaded(tmp_path, value))
