"""Players who are sorted decide in that order, one after the other; where that cannot be, it is an error."""

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
    ("key", "expected"),
    [("your wealth", [3, 1, 0, 2]), ("-your wealth", [2, 0, 1, 3]), ("your steps", [0, 1, 2, 3])],
)
def test_in_order_of_what_each_has(tmp_path: Path, key: str, expected: list[int]) -> None:
    assert order(tmp_path, f"each player in order of {key}", "  must step or wait") == expected


def test_those_of_some_in_order_of_what_each_has(tmp_path: Path) -> None:
    lines = (
        "each player of (p in players where p.wealth > 1) in order of -your wealth",
        "  must step or wait",
    )
    assert order(tmp_path, *lines) == [2, 0, 1]


@pytest.mark.parametrize(
    ("whose", "how_long", "expected"),
    [
        ("lead", "walk 3 times", [1, 1, 1]),
        ("lead", "walk", None),
        ("first(p in players where p.steps < 2)", "walk 3 times", [0, 0, 1]),
        ("first(p in players where p.steps < 1)", "walk", [0, 1, 2, 3]),
        ("the_only(p in players where p.steps = 0)", "walk", []),
    ],
)
def test_where_it_is_nobody_s_turn_the_phase_is_over(
    tmp_path: Path, whose: str, how_long: str, expected: list[int] | None
) -> None:
    """Of a phase without an end, nothing in it has to come to that."""
    game = GAME.replace("state asked", "state lead: Player or none\nstate asked").replace(
        "  set first", "  set lead to left(first(players))\n  set first"
    )
    lines = [
        f"  phase {how_long}",
        f"    turn of {whose}",
        "    must step or wait",
        "    add 1 to your steps",
    ]
    text = game.replace("{lines}", "\n".join(lines))
    found = [one.code for one in check(tmp_path, text) if one.code not in ("unused-name", "idle-line")]
    if expected is None:
        assert found == ["endless-phase"]
        return
    assert found == []
    file = tmp_path / "nobody.game"
    file.write_text(text, encoding="utf-8")
    state, asked = start(load(file).program(4), seed=1), []
    while state.player is not None:
        asked.append(state.player)
        state.apply(0)
    assert asked == expected
