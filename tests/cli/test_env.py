"""A game shown as an environment."""

import json
from pathlib import Path

from tests.cli.program import Run


def test_the_spaces_and_three_lines_to_begin_with(rulesdsl: Run, checkout: Path) -> None:
    path = checkout / "examples" / "classics" / "tic_tac_toe.game"
    shown = rulesdsl("env", path, "--actions")
    assert (shown.status, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[:3] == ["Tic-tac-toe, 2 players", "actions: Discrete(9)", "  0 place cell a1"]
    assert "nothing is hidden: an observation is enough" in lines
    names: dict[str, object] = {}
    exec("\n".join(lines[-3:]), names)  # noqa: S102 -- what is printed is meant to be run
    assert names["env"].action_space("player_0").n == 9  # type: ignore[attr-defined]


def test_a_game_that_comes_along_goes_by_its_name(rulesdsl: Run) -> None:
    assert 'load("road_trip").program(3)' in rulesdsl("env", "road_trip", "--players", "3").out


def test_it_says_where_a_view_is_not_enough(rulesdsl: Run, checkout: Path) -> None:
    path = checkout / "examples" / "classics" / "leduc_poker.game"
    shown = rulesdsl("env", path)
    assert "imperfect recall: one observation stands for several information states" in shown.out
    assert "rows=1000" in shown.out
    found = json.loads(rulesdsl("env", path, "--format", "json", "--names").out)
    assert found["actions"] == ["check", "call", "raise", "fold"]
    assert found["observation_is_enough"] is False
