"""What `import rulesdsl` gives: its names, how they explain themselves, how things print."""

import builtins
import pickle
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulesdsl
from rulesdsl import InvalidGame, load, play, start
from rulesdsl.diagnostics import Report
from rulesdsl.engine import events

BROKEN = """game "Broken"
players 2..2
pieces Card for each rank in 1..8
zone deck: pile of Card, starts with Card shuffled
zone hand per Player: set of Card
flow
  deal 2 from dekc to hand
score cards = count(your hadn)
winner most total, then shared
"""


def test_only_public_names_are_listed_and_each_is_there() -> None:
    listed = [name for name in dir(rulesdsl) if not name.startswith("__")]
    assert set(listed) == set(rulesdsl.__all__) - {"__version__"}
    assert {"load", "start", "view", "sample", "play", "Turn", "Dice"} <= set(listed)
    for name in rulesdsl.__all__:
        assert getattr(rulesdsl, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'laod'"):
        rulesdsl.laod  # noqa: B018


def test_what_the_pages_name_can_be_imported() -> None:
    """Every class and every error in code marks on the page, and every class on the page of fields."""
    names = set()
    for page in ("python_api.md", "python_fields.md"):
        text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
        names |= set(re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?:\([^`]*)?`", text))
        names |= set(re.findall(r"^## (\w+)$", text, re.MULTILINE)) if page == "python_fields.md" else set()
    assert {"Fault", "NoState", "SeenPhase", "TooManyOutcomes", "TooManySteps"} <= names
    others = vars(builtins).keys() | vars(events).keys() | {"Card", "Suit", "Cell"}
    assert names - others <= set(rulesdsl.__all__)


def test_nothing_is_imported_before_it_is_used() -> None:
    script = (
        "import sys, rulesdsl; dir(rulesdsl); print([name for name in sys.modules if 'rulesdsl.' in name])"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_help_explains_the_names() -> None:
    text = pydoc.plain(pydoc.render_doc(rulesdsl))
    assert "load(path: 'str | Path'" in text
    assert "play(state: 'State'" in text
    assert "class Turn" in text
    assert "`view(state, player)` is what a player sees" in text


def test_what_the_docstring_shows_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert rulesdsl.__doc__ is not None
    lines = [line.strip() for line in rulesdsl.__doc__.splitlines() if line.startswith("    ")]
    exec("\n".join(lines), {})  # noqa: S102 - our own words
    assert capsys.readouterr().out.startswith("Anna: Which country do you visit?\n  0  ")


def test_games_and_states_print_in_one_line() -> None:
    game = load("road_trip")
    program = game.program(2)
    state = start(program, seed=1)
    assert repr(game) == "<Game Road Trip Europa for 2 to 4 players>"
    assert repr(program) == "<Program of Road Trip Europa for 2>"
    begun = "Road Trip Europa: round 1, pick 1; Anna decides (7 options); Anna 0, Ben 0"
    assert (str(state), repr(state)) == (begun, f"<State of {begun}>")
    over = str(play(state, ["random", "random"]))
    assert over.startswith("Road Trip Europa; over, won by ")
    assert over.endswith(f"; Anna {state.total(0)}, Ben {state.total(1)}")


def test_an_invalid_game_tells_everything_that_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "broken.game"
    file.write_text(BROKEN, "utf-8")
    with pytest.raises(InvalidGame) as caught:
        load(file)
    assert str(caught.value).splitlines() == [
        f"{file}:7:15: error[unknown-zone]: there is no zone `dekc`",
        "  help: did you mean `deck`?",
        f"{file}:8:26: error[unknown-attribute]: a player has no `hadn`",
        "  help: did you mean `hand`?",
    ]
    assert repr(caught.value) == "InvalidGame(<Report of 2 errors and 0 warnings>)"
    assert str(caught.value.report).startswith(f"{file}:7:15: error[unknown-zone]")
    # As it comes back from another process.
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert str(again) == str(caught.value)
    assert isinstance(again.report, Report)
