"""A repository of forty games: bases, variants of them, and tables, written by this script.

python -m tests.project.forty_games FOLDER
"""

import sys
from pathlib import Path

BASES = 10
"""Each with two variants, and another game that has a table: forty files."""

BASE = """\
game "Race {number}"
players 2..3
language 1

option goal: 5..50, normally {goal} "Points to win"

state points per Player: 0..60

action walk(steps from 1..3 "How far?") "Walk {{steps}}"
  add steps to your points

action jump "Jump"
  when your points >= 5
  roll die from 1..6
  add die to your points

flow
  phase turns
    turn of each player
    until some(p in players: p.points >= goal)
    must walk or jump

score way = your points

winner most total, then shared

example "three steps are three points"
  players Anna, Ben
  given Anna.points = 4
  Anna plays walk(3)
  expect Anna.points = 7
"""
VARIANT = """\
variant "Race {number} to {goal}" of "race_{number}.game"

set goal to {goal}

add example "two steps are two points"
  players Anna, Ben
  Anna plays walk(2)
  expect Anna.points = 2
"""
FISH = """\
game "Fish {number}"
players 2..3

pieces Fish from "fish_{number}.csv" named by id
  weight: 1..9

zone pond: set of Fish, starts with Fish
zone net per Player: set of Fish

action land(fish from pond) "Land {{fish}}"
  move fish to your net

flow
  phase casts 2 times
    each player in turn
      must land

score weight_landed = sum(your net.weight)

winner most total, then shared

example "a pike weighs six"
  players Anna, Ben
  Anna plays land(pike)
  expect Anna.weight_landed = 6
"""
TABLE = "id,weight,copies\npike,6,2\ncarp,4,4\n"
SETTINGS = """\
files = ["games"]
baseline = "accepted.json"

[severity]
unused-name = "error"
"""


def write(folder: Path) -> list[Path]:
    """The files of the games; beside them the tables, above them the settings."""
    games = folder / "games"
    games.mkdir(parents=True)
    (folder / "rulesdsl.toml").write_text(SETTINGS, "utf-8")
    texts: dict[str, str] = {}
    for number in range(1, BASES + 1):
        texts[f"race_{number}.game"] = BASE.format(number=number, goal=5 + number)
        for goal in (20, 30):
            texts[f"race_{number}_to_{goal}.game"] = VARIANT.format(number=number, goal=goal)
        texts[f"fish_{number}.game"] = FISH.format(number=number)
        (games / f"fish_{number}.csv").write_text(TABLE, "utf-8")
    for name, text in texts.items():
        (games / name).write_text(text, "utf-8")
    return [games / name for name in sorted(texts)]


if __name__ == "__main__":
    print(*write(Path(sys.argv[1])), sep="\n")
