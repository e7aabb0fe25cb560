"""Choices that use up what they are made from, and what ends the game before nothing is left."""

from pathlib import Path

import pytest

from tests.check.whole_games import check, only


def board(until: str, *lines: str, phase: str = "phase play", parts: str = "") -> str:
    body = "\n".join(f"    {line}" for line in lines or ("must place",))
    end = f"    until {until}\n" if until else ""
    turn = "" if any("each player" in line for line in lines) else "    turn of each player\n"
    return f"""game "Board"
players 2..2
places Cell grid 3 by 3
pieces Stone for each holder in players copies 5
zone stones per Player: set of Stone, starts with (s in Stone where s.holder is you)
zone board per Cell: slot of Stone
state mark per Cell: Player or none
state on: yes or no, starts yes
define won per Player = some(line in lines(Cell, 3): every(cell in line: mark(cell) is you))
define free(cell: Cell) = mark(cell) is none
define full = not some(cell in Cell: free(cell))
{parts}
action place(cell from Cell where free(cell)) "Mark {{cell}}"
  set mark(cell) to you

action lay(cell from Cell where board(cell) is empty, stone from your stones) "Lay on {{cell}}"
  move stone to board(cell)

action rest "Rest"
  nothing

flow
  {phase}
{turn}{end}{body}
  each player in turn
    may lay
    may rest

score cells = count(c in Cell where mark(c) is you) + count(c in Cell where board(c) is not empty)
note over = (if on then 1 else 0) + (if full then 1 else 0) + (if your won then 1 else 0)
winner most total, then shared
"""


WON = "some(p in players: p.won)"


@pytest.mark.parametrize("until", [WON, "count(c in Cell where mark(c) is none) < 0 or " + WON])
def test_nothing_left_where_something_must_be_chosen(tmp_path: Path, until: str) -> None:
    found = [one for one in check(tmp_path, board(until)) if one.code != "always-false"]
    assert [one.code for one in found] == ["may-find-nothing"]
    assert found[0].message == "every `cell` may be used up here, and then there is nothing to choose"
    assert (found[0].line, found[0].because) == ("must place", ["state mark per Cell: Player or none"])


@pytest.mark.parametrize(
    "game",
    [
        board(f"{WON} or full"),
        board(f"{WON} or every(cell in Cell: mark(cell) is not none)"),
        board(f"{WON} or count(cell in Cell where free(cell)) = 0"),
        board(WON, "must place or rest"),
        board(WON, "if not full", "  must place", "else", "  end play"),
        board(WON, "may place", phase="phase play up to 40 times"),
        board(WON, phase="phase play up to 9 times"),
        board("", "each player in turn", "  must place", phase="phase play 4 times"),
        # Something makes room again.
        board(WON, "must place", "for cell in Cell where won_by_nobody", "  set mark(cell) to none").replace(
            "define full", "define won_by_nobody = count(c in Cell where mark(c) is none) = 0\ndefine full"
        ),
    ],
)
def test_something_is_always_left(tmp_path: Path, game: str) -> None:
    assert check(tmp_path, game) == []


@pytest.mark.parametrize(
    "game",
    [
        board("", "each player in turn", "  must place", phase="phase play 5 times"),
        # The board is looked at before a pass, and each pass takes two places of nine.
        board("full", "each player in turn", "  must place"),
    ],
)
def test_more_is_taken_in_a_pass_than_is_left(tmp_path: Path, game: str) -> None:
    assert only(check(tmp_path, game), "may-find-nothing").line == "must place"


def test_slots_are_used_up(tmp_path: Path) -> None:
    found = only(check(tmp_path, board(WON, "must lay", "must place or rest")), "may-find-nothing")
    assert found.because == ["zone board per Cell: slot of Stone"]
    few = board(WON, "must lay", "must place or rest").replace("copies 5", "copies 4")
    assert check(tmp_path, few) == []


def test_nobody_can_do_anything_any_more(tmp_path: Path) -> None:
    found = only(check(tmp_path, board(WON, "must place if possible")), "only-passes-left")
    assert found.marked == "play"
    assert found.message == "`play` never ends once every `cell` is used up"
    assert found.because == ["must place if possible", "state mark per Cell: Player or none"]


@pytest.mark.parametrize(
    "game",
    [
        board(f"{WON} or full", "must place if possible"),
        board(f"{WON} or play > 20", "must place if possible"),
        board(WON, "must place if possible", phase="phase play up to 40 times"),
        board(WON, "must place if possible", "if full", "  end play"),
        board(f"{WON} or not on", "must place if possible", "set on to no"),
    ],
)
def test_something_ends_it_when_nobody_can_do_anything(tmp_path: Path, game: str) -> None:
    assert check(tmp_path, game) == []


def test_routines_that_are_called_from_many_places_are_walked_through_once(tmp_path: Path) -> None:
    """Each of forty routines calls the next one twice."""
    routines = "".join(f"routine r{n}\n  do r{n + 1}\n  do r{n + 1}\n" for n in range(40))
    text = board("full", "do r0", parts=f"{routines}routine r40\n  if on\n    must place\n")
    assert "may-find-nothing" not in {item.code for item in check(tmp_path, text)}
