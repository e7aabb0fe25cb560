"""Small games for tests of commands."""

from pathlib import Path

# Nothing is hidden, nothing is left to chance but the die.
RACE = """\
game "Race"
players 2..3
rules "race.md"

option goal: 5..50, normally 10 "Points to win"  [RC-01]

state points per Player: 0..60

action walk(steps from 1..3 "How far?") "Walk {steps}"  [RC-02]
  add steps to your points

action jump "Jump"
  when your points >= 5  [RC-03]
  roll die from 1..6
  add die to your points

flow
  phase turns
    turn of each player
    until some(p in players: p.points >= goal)
    must walk or jump

score way = your points

winner most total, then shared  [RC-04]

example "three steps are three points"  [RC-02]
  players Anna, Ben
  given Anna.points = 4
  Anna plays walk(3)
  expect Anna.points = 7

example "who has not five points cannot jump"  [RC-03]
  players Anna, Ben
  Anna cannot jump
"""

RULES = """\
# Race: the rules

## Set up
- RC-01 Agree on a goal.

## Play
- RC-02 Walk one to three steps.
- RC-03 Jump as far as the die says,
  once you have five points.
- RC-04 Most points win.
"""

LONG_RACE = """\
variant "Long race" of "race.game"

set goal to 20

add note walked = your points
"""

# The same text with one mistake.
BROKEN = RACE.replace("your points >= 5", "your points >= fife")


def line_of(text: str) -> int:
    """The one line of the game in which this stands."""
    [line] = [number for number, line in enumerate(RACE.splitlines(), 1) if text in line]
    return line


def write_race(folder: Path) -> Path:
    """The game with its rule list and a variant, in a folder."""
    (folder / "race.md").write_text(RULES, "utf-8")
    (folder / "long_race.game").write_text(LONG_RACE, "utf-8")
    path = folder / "race.game"
    path.write_text(RACE, "utf-8")
    return path
