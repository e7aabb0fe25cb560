"""A map hangs together."""

from pathlib import Path

from tests.check.whole_games import check, only


def game(last: str) -> str:
    return f"""
        game "Small"
        players 2..3
        places Town
          | town    |
          | harbour |
          | mill    |
          | castle  |
          | abbey   |
        links road of Town
          | a       | b     |
          | harbour | mill  |
          | castle  | {last} |
        state coach per Player: Town, starts harbour
        action drive(goal from neighbours(road, your coach)) "Drive to {{goal}}"
          set your coach to goal
        flow
          phase day 5 times
            each player in turn
              must drive if possible
        score far = if your coach is castle then 1 else 0
        winner most total, then shared
        """


def test_a_map_in_two_parts(tmp_path: Path) -> None:
    found = only(check(tmp_path, game("abbey")), "graph-not-connected")
    assert found.message == "2 of the 4 places of `road` cannot be reached from the others: `castle`, `abbey`"
    assert found.marked == "road"


def test_a_node_without_a_link(tmp_path: Path) -> None:
    found = only(check(tmp_path, game("mill ")), "graph-not-connected")
    assert found.message == "1 of the 4 places of `road` cannot be reached from the others: `abbey`"


def test_a_map_that_hangs_together(tmp_path: Path) -> None:
    whole = game("mill ").replace("| castle  | mill  |", "| castle  | mill  |\n          | abbey   | mill  |")
    assert check(tmp_path, whole) == []


FERRIES = """
game "Coast"
players 2
places Town: port, castle, mill, abbey
links road of Town: port - castle - mill
links ferry of Town: WRITTEN
state coach per Player: Town, starts port
action drive(goal from neighbours(road, your coach)) "Drive to {goal}"
  set your coach to goal
action sail(goal from neighbours(ferry, your coach)) "Sail to {goal}"
  set your coach to goal
flow
  phase day 5 times
    each player in turn
      must drive or sail if possible
score far = if your coach is mill then 1 else 0
winner most total, then shared
"""


def test_kinds_of_links_join_the_same_places_together(tmp_path: Path) -> None:
    assert check(tmp_path, FERRIES.replace("WRITTEN", "port - abbey")) == []
    found = only(check(tmp_path, FERRIES.replace("WRITTEN", "port - mill")), "graph-not-connected")
    assert (
        found.message == "1 of the 4 places of `road` and `ferry` cannot be reached from the others: `abbey`"
    )
    assert found.marked == "road"
