"""What the screen calls a thing can be typed on a keyboard, and is understood as it stands there, too."""

from pathlib import Path

import pytest

from rulesdsl.engine.labels.english import as_typed
from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.table.design import design_of
from rulesdsl.table.lit import Lit, Pointing
from tests.cli.program import Run
from tests.loading import load

GAME = """
game "Cairns"
players 2..2
places Spot growing around stone, hexagons, at most 12
state stone per Spot: Player or none
state depth: -9..9
define free = (s in Spot where stone(s) is none)
action lay(spot from free "Where?", by from -2..1 "How deep?") "Lay a stone on {spot}"
  set stone(spot) to you
  set depth to by
flow
  phase stones 3 times
    each player in turn
      must lay
score own = count(s in Spot where stone(s) is you)
winner most total, then shared
"""
ON_SCREEN = ("spot 0/−1", "−2")
ON_KEYS = ("spot 0/-1", "-2")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "cairns.game"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.mark.parametrize(("spot", "depth"), [ON_SCREEN, ON_KEYS, ("Spot_0/-1", "-2")])
def test_at_the_terminal(rulesdsl: Run, small: Path, spot: str, depth: str) -> None:
    lines = ["1", spot, depth, f"look {spot}", f"why {spot}", "quit"]
    shown = rulesdsl(
        "play", small, "--seed", "1", "--seat", "1=you", "--seat", "2=you", typed="\n".join(lines)
    ).out
    assert "there is no" not in shown
    assert "Anna lays a stone on spot 0/0" in shown
    assert "Ben lays a stone on spot 0/−1" in shown
    assert "depth  −2" in shown
    assert f"`{spot}` is not among spot 0/−2" in shown
    assert "spot 0/−1\n  stone: Ben\n" in shown
    assert "that can be" not in shown
    # What a board that grows is made of is nobody's business.
    assert not any(name in shown for name in ("spot.", "right 0", "up 1"))


@pytest.mark.parametrize("words", [ON_SCREEN[0], ON_KEYS[0]])
def test_where_options_are_looked_for_on_the_page(small: Path, words: str) -> None:
    game = load(small)
    program = game.program(2)
    state = start(program, 1).apply(0)
    seen = view(state, 1).decision
    lit = Lit.of(seen, design_of(game, program), Pointing(words=words))
    assert [option.text for option in lit.left] == ["spot 0/−1"]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Spot −1/2", "spot -1/2"),
        ("Banff – Jasper", "banff - jasper"),
        ("8 × coin", "8 x coin"),
        ("the miller’s “cat”", 'the miller\'s "cat"'),
        ("discard_pile", "discard pile"),
        ("one  more …", "one more ..."),
    ],
)
def test_a_name_and_what_is_typed_for_it(name: str, typed: str) -> None:
    assert as_typed(name) == typed == as_typed(typed)
    assert typed.isascii()
