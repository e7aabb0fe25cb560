"""A game that is lost has no winner, whoever has how much."""

import json
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from rulesdsl.score_sheet import score_sheet
from tests.loading import load

GAME = """\
game "Dam"
players 2..3

state stones per Player: 0..9
state broken: yes or no

flow
  each player in turn
    choose n from 1..3 "How many stones?"
    add n to your stones
  if sum(players.stones) < 4
    set broken to yes

score carried = your stones

winner nobody when broken, otherwise most total, then shared
"""


def played(folder: Path, *choices: int, text: str = GAME) -> State:
    (folder / "dam.game").write_text(text, "utf-8")
    state = start(load(folder / "dam.game").program(len(choices)), seed=1)
    for choice in choices:
        state.apply(choice - 1)
    assert state.over
    return state


def test_nobody_wins_where_the_condition_holds(tmp_path: Path) -> None:
    state = played(tmp_path, 1, 2)
    assert state.winners() == ()
    sheet = score_sheet(state)
    assert sheet.verdict() == ["Nobody wins."]
    assert sheet.ranks == ()
    assert json.loads(json.dumps(sheet.to_json()))["winners"] == []


def test_else_it_is_won_as_ever(tmp_path: Path) -> None:
    state = played(tmp_path, 3, 2)
    assert state.winners() == (0,)
    sheet = score_sheet(state)
    assert sheet.verdict() == ["Anna wins."]
    assert sheet.ranks == (1, 2)


def test_all_win_together_where_nothing_ranks_them(tmp_path: Path) -> None:
    together = GAME.replace("otherwise most total, then shared", "otherwise shared").replace(
        "score c", "note c"
    )
    assert played(tmp_path, 3, 2, text=together).winners() == (0, 1)
    assert played(tmp_path, 1, 2, text=together).winners() == ()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("when broken", "when 3", "type-mismatch"),
        ("when broken", "when brokn", "unknown-name"),
        ("when broken", "when your stones = 1", "outside-a-turn"),
        (", then shared", "", "tie-left-open"),
    ],
)
def test_what_is_wrong_in_it_is_told(tmp_path: Path, old: str, new: str, code: str) -> None:
    (tmp_path / "dam.game").write_text(GAME.replace(old, new), "utf-8")
    report = Report()
    check_file(tmp_path / "dam.game", Files(), report)
    assert code in {found.code for found in report}
