import json
from pathlib import Path

from rulesdsl.library import shipped_games
from tests.cli.program import Run


def test_every_shipped_game_is_listed(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("list")
    assert (shown.status, shown.err) == (0, "")
    listed = [line.split()[0] for line in shown.out.splitlines() if not line.startswith(" ")]
    assert listed == sorted(path.stem for path in (checkout / "games").glob("*.game"))
    assert "road_trip" in listed


def test_with_its_title_its_players_and_its_options(rulesdsl: Run) -> None:
    lines = rulesdsl("list").out.splitlines()
    [at] = [number for number, line in enumerate(lines) if line.startswith("road_trip ")]
    assert lines[at].split(maxsplit=1)[1].split("  ")[0] == "Road Trip Europa"
    assert lines[at].endswith("2 to 4 players")
    assert "--option alternate_direction=no  (yes or no): " in lines[at + 1]


def test_the_list_for_programs(rulesdsl: Run) -> None:
    games = {game["name"]: game for game in json.loads(rulesdsl("list", "--format", "json").out)}
    assert {name: Path(game["file"]) for name, game in games.items()} == shipped_games()
    assert games["road_trip"]["title"] == "Road Trip Europa"
    assert games["road_trip"]["players"] == {"least": 2, "most": 4}
    [option] = games["road_trip"]["options"]
    assert (option["name"], option["values"], option["default"]) == ("alternate_direction", "yes or no", "no")
