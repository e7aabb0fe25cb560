import json
from pathlib import Path

from rulesdsl.library import shipped_games
from tests.cli.program import Run


def test_every_shipped_game_is_listed_on_a_line(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("list")
    assert (shown.status, shown.err) == (0, "")
    listed = [line.split()[0] for line in shown.out.splitlines()]
    assert listed == sorted(path.stem for path in (checkout / "games").glob("*.game"))
    assert "road_trip" in listed


def test_the_list_for_programs(rulesdsl: Run) -> None:
    games = json.loads(rulesdsl("list", "--format", "json").out)
    assert {game["name"]: Path(game["file"]) for game in games} == shipped_games()
