"""Players who are sorted decide in that order, one after the other; where that cannot be, it is an error."""

import re
from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from tests.check.whole_games import check
from tests.loading import load

GAME = """
game "Sorted"
players 4..4

state wealth per Player: 0..9
state steps per Player: 0..9
state rank_of per Player: 0..9
state asked: 0..9

define by_wealth = (p in players by p.wealth)

action step "Step"
  add 1 to asked
  set your rank_of to asked

action wait "Wait"
  add 1 to asked
  set your rank_of to asked

flow
  set first(players).wealth to 5
  set left(first(players)).wealth to 3
  set left(left(first(players))).wealth to 7
  set last(players).wealth to 1
{lines}
  add first(players).steps to asked

score place = your rank_of + your steps
winner least total, then shared
"""
ASK = "    must step or wait"


def order(folder: Path, *lines: str) -> list[int]:
    file = folder / "sorted.game"
    file.write_text(GAME.replace("{lines}", "\n".join(f"  {line}" for line in lines)), encoding="utf-8")
    state, found = start(load(file).program(4), seed=1), []
    while state.player is not None:
        found.append(state.player)
        state.apply(0)
    return found


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("(p in players by p.wealth)", [3, 1, 0, 2]),
        ("(p in players where p.wealth > 1 by p.wealth)", [1, 0, 2]),
        ("(p in (q in players by q.wealth) where p.wealth > 1)", [1, 0, 2]),
        ("(p in players by -p.wealth)", [2, 0, 1, 3]),
        ("by_wealth", [3, 1, 0, 2]),
        ("first(by_wealth, 2)", [3, 1]),
        ("(p in players where p.wealth > 1)", [0, 1, 2]),
        ("players", [0, 1, 2, 3]),
    ],
)
def test_the_order(tmp_path: Path, players: str, expected: list[int]) -> None:
    assert order(tmp_path, f"each player of {players} in turn", "  must step or wait") == expected


def test_the_order_that_has_a_name(tmp_path: Path) -> None:
    lines = (
        "let ranked = (p in players by p.wealth)",
        "each player of ranked in turn",
        "  must step or wait",
    )
    assert order(tmp_path, *lines) == [3, 1, 0, 2]


def test_without_a_decision(tmp_path: Path) -> None:
    lines = [
        "each player of (p in players by p.wealth) in turn",
        "  add 1 to asked",
        "  set your rank_of to asked",
    ]
    file = tmp_path / "sorted.game"
    file.write_text(GAME.replace("{lines}", "\n".join(f"  {line}" for line in lines)), encoding="utf-8")
    state = start(load(file).program(4), seed=1)
    assert [state.score("place", player) for player in range(4)] == [3, 2, 4, 1]


@pytest.mark.parametrize(
    ("lines", "marked"),
    [
        (
            ["each player of (p in players by p.wealth) in turn from first(players)", "  must step or wait"],
            "first(players)",
        ),
        (
            [
                "phase walk 3 times",
                "  turn of each player of (p in players by p.wealth)",
                "  must step or wait",
            ],
            "(p in players by p.wealth)",
        ),
    ],
)
def test_no_order_of_its_own_beside_that_of_the_seats(tmp_path: Path, lines: list[str], marked: str) -> None:
    found = check(tmp_path, GAME.replace("{lines}", "\n".join(f"  {line}" for line in lines)))
    assert (found[0].code, found[0].marked) == ("misplaced-declaration", marked)


@pytest.mark.parametrize(
    ("whose", "how_long"),
    [
        ("lead", "walk 3 times"),
        ("first(p in players where p.steps < 2)", "walk 3 times"),
        ("the_only(p in players where p.steps = 0)", "walk"),
    ],
)
def test_whose_turn_it_is_may_be_nobody(tmp_path: Path, whose: str, how_long: str) -> None:
    """Who follows the help has a game that ends, also where all are equal."""
    game = GAME.replace("state asked", "state lead: Player or none\nstate asked").replace(
        "  set first", "  set lead to left(first(players))\n  set first"
    )
    until = [] if "times" in how_long else ["  until some(p in players: p.steps > 3)"]
    wrong = [
        f"phase {how_long}",
        f"  turn of {whose}",
        *until,
        "  must step or wait",
        "  add 1 to your steps",
    ]
    found = check(tmp_path, game.replace("{lines}", "\n".join(f"  {line}" for line in wrong)))
    assert [one.code for one in found] == ["may-be-none"]
    hint = found[0].diagnostic.hint or ""
    assert re.findall("`(.*?)`", hint)[1:] == [
        "let who = …",
        "if who is not none",
        "player who",
        "else",
        "end walk",
    ]
    right = [
        f"phase {how_long}",
        *until,
        f"  let who = {whose}",
        "  if who is not none",
        "    player who",
        "      must step or wait",
        "      add 1 to your steps",
        "  else",
        "    end walk",
    ]
    text = game.replace("{lines}", "\n".join(f"  {line}" for line in right))
    assert not [one for one in check(tmp_path, text) if one.code == "may-be-none"]
    file = tmp_path / "followed.game"
    file.write_text(text, encoding="utf-8")
    state = start(load(file).program(4), seed=1)
    for _ in range(200):
        if state.over:
            break
        state.apply(0)
    assert state.over
