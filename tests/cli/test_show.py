"""A game at a glance, and its pictures."""

import json
import re
from math import dist
from pathlib import Path
from shutil import copyfile, copytree
from xml.etree import ElementTree as ET

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def picture(rulesdsl: Run, *arguments: object) -> ET.Element:
    shown = rulesdsl("show", *arguments)
    assert (shown.status, shown.err) == (0, "")
    return ET.fromstring(shown.out)  # noqa: S314 (a text of our own)


def texts(drawn: ET.Element) -> list[str]:
    return [element.text or "" for element in drawn.iter(f"{SVG}text")]


def test_a_game_at_a_glance(rulesdsl: Run) -> None:
    assert rulesdsl("show", "race.game").out == (
        "Race\n"
        "2 to 3 players\n"
        "\n"
        "Options\n"
        "  goal: 5..50, normally 10  Points to win\n"
        "\n"
        "State\n"
        "  points per Player  0..60\n"
        "\n"
        "Actions\n"
        '  walk(steps from 1..3 "How far?")  Walk {steps}\n'
        "  jump                              Jump\n"
        "\n"
        "Scoring\n"
        "  way     counted at the end\n"
        "  winner  most total, then shared\n"
        "\n"
        "What a house rule can set\n"
        "  set players  2..3\n"
        "  set goal     10\n"
        "\n"
        "Examples\n"
        "  2 examples  `rulesdsl test` runs them\n"
        "\n"
        "Phases\n"
        "  turns  (turn of each player, until some(p in players: p.points >= goal))\n"
    )


def test_what_a_house_rule_can_set(rulesdsl: Run, tmp_path: Path) -> None:
    shown = rulesdsl("show", "trekking_through_history")
    settings = shown.out[shown.out.index("What a house rule can set") :]
    assert "  set players                        2..4\n" in settings
    assert "  set choose_itinerary               yes\n" in settings
    assert "cell(person) by itinerary, row: (itinerary_01, 1) = plain," in settings
    rulesdsl("new", "my_game", "--from", "trekking_through_history")
    written = (tmp_path / "my_game.game").read_text("utf-8")
    single = re.findall(r"^# set (\w+) to ", written, re.MULTILINE)
    assert single == ["players", "choose_itinerary", "crystals"]
    assert all(f"  set {name} " in settings for name in single)


def test_what_is_too_long_for_a_line_goes_on_below(rulesdsl: Run) -> None:
    lines = rulesdsl("show", "lets_take_a_hike").out.splitlines()
    assert max(map(len, lines)) <= 100


def test_with_a_variant(rulesdsl: Run) -> None:
    shown = rulesdsl("show", "race.game", "--variant", "long_race.game")
    assert "goal: 5..50, normally 20" in shown.out
    assert "walked  a note, not in the total" in shown.out


def test_components_are_counted(rulesdsl: Run) -> None:
    shown = rulesdsl("show", "road_trip")
    assert re.search(r"^  28 Country +number 1..7, region Region", shown.out, re.MULTILINE)


def test_for_programs(rulesdsl: Run) -> None:
    data = json.loads(rulesdsl("show", "trekking_the_world", "--format", "json").out)
    assert data["players"] == {"least": 2, "most": 5}
    assert data["graphs"] == ["road"]
    assert {"kind": "Destination", "count": 48} in data["pieces"]


def test_a_map_with_coordinates_is_drawn_with_north_at_the_top(rulesdsl: Run, checkout: Path) -> None:
    drawn = picture(rulesdsl, "trekking_the_world", "--graph", "road")
    at = {
        (circle.findtext(f"{SVG}title") or "").split(" (")[0]: (
            float(circle.get("cx", 0)),
            float(circle.get("cy", 0)),
        )
        for circle in drawn.iter(f"{SVG}circle")
        if circle.find(f"{SVG}title") is not None
    }
    places = (checkout / "games" / "trekking_the_world" / "places.csv").read_text("utf-8").splitlines()[1:]
    assert set(at) == {line.split(",")[1] for line in places}
    assert at["Banff"][0] < at["Eiffel Tower"][0] < at["Taj Mahal"][0]
    assert at["Norwegian Fjords"][1] < at["Timbuktu"][1] < at["Table Mountain"][1]
    assert {"europe", "asia"} <= set(texts(drawn))


def test_ways_over_the_edge_leave_the_map_at_both_sides(rulesdsl: Run) -> None:
    drawn = picture(rulesdsl, "trekking_the_world", "--graph", "road")
    dashed = [line for line in drawn.iter(f"{SVG}line") if line.get("stroke-dasharray")]
    assert len(dashed) == 4
    assert sorted(float(line.get("x2", -1)) for line in dashed) == [0, 0, 1500, 1500]


def test_every_link_is_drawn(rulesdsl: Run, checkout: Path) -> None:
    drawn = picture(rulesdsl, "tour_du_monde", "--graph", "route")
    links = (checkout / "games" / "tour_du_monde" / "links.csv").read_text("utf-8").splitlines()[1:]
    [ways] = [group for group in drawn.iter(f"{SVG}g") if group.get("fill") == "none"]
    over_the_edge = [way for way in ways if way.get("stroke-dasharray")]
    assert len(list(ways)) - len(over_the_edge) / 2 == len(links)


def test_a_map_without_coordinates_lays_joined_places_near_each_other(
    rulesdsl: Run, checkout: Path, tmp_path: Path
) -> None:
    tables = tmp_path / "tour_du_monde"
    copytree(checkout / "games" / "tour_du_monde", tables)
    for name in ("countries.csv", "islands.csv"):
        lines = (tables / name).read_text("utf-8").splitlines()
        assert lines[0].endswith(",longitude,latitude")
        (tables / name).write_text("".join(f"{line.rsplit(',', 2)[0]}\n" for line in lines), "utf-8")
    for name in ("tour_du_monde.game", "tour_du_monde.md"):
        copyfile(checkout / "games" / name, tmp_path / name)
    drawn = picture(rulesdsl, "./tour_du_monde.game", "--graph", "route")
    [ways] = [group for group in drawn.iter(f"{SVG}g") if group.get("fill") == "none"]
    points = [
        (float(circle.get("cx", 0)), float(circle.get("cy", 0)))
        for circle in drawn.iter(f"{SVG}circle")
        if circle.find(f"{SVG}title") is not None
    ]

    def mean(pairs: list[tuple[tuple[float, float], tuple[float, float]]]) -> float:
        return sum(dist(first, second) for first, second in pairs) / len(pairs)

    joined = [
        (
            (float(way.get("x1", 0)), float(way.get("y1", 0))),
            (float(way.get("x2", 0)), float(way.get("y2", 0))),
        )
        for way in ways
    ]
    everybody = [(first, second) for first in points for second in points if first != second]
    assert mean(joined) < mean(everybody) / 2
    assert min(abs(a - c) + abs(b - d) for (a, b), (c, d) in everybody) > 20


def test_a_board_is_drawn_cell_by_cell(rulesdsl: Run, checkout: Path) -> None:
    drawn = picture(rulesdsl, checkout / "examples" / "classics" / "connect_four.game", "--graph", "Cell")
    cells = [
        cell.findtext(f"{SVG}title")
        for cell in drawn.iter(f"{SVG}rect")
        if cell.find(f"{SVG}title") is not None
    ]
    assert len(cells) == 42
    assert "column 7, row 6" in cells


RING = """\
game "Ring"
players 2..2
places Pit ring 12
state seeds per Pit: 0..24
action sow "Sow"
  set seeds(first(Pit)) to 1
flow
  each player in turn
    must sow
score row = seeds(first(Pit))
winner most total, then shared
"""


def test_a_ring_is_drawn_place_by_place(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "ring.game").write_text(RING, "utf-8")
    drawn = picture(rulesdsl, "ring.game", "--graph", "Pit")
    assert texts(drawn)[1:] == [str(number) for number in range(1, 13)]


def test_the_same_picture_every_time(rulesdsl: Run) -> None:
    first, second = (rulesdsl("show", "tour_du_monde", "--graph", "route").out for _ in range(2))
    assert first == second


def test_the_phases_are_drawn_inside_each_other(rulesdsl: Run) -> None:
    drawn = picture(rulesdsl, "road_trip", "--flow")
    said = texts(drawn)
    assert {"round", "pick", "passing", "scoring", "rounds times", "deal picks from stock to hand"} <= set(
        said
    )
    assert said.index("round") < said.index("pick") < said.index("passing")


def test_what_the_engine_runs_is_printed(rulesdsl: Run) -> None:
    shown = rulesdsl("show", "race.game", "--program", "--players", 3)
    assert shown.out.startswith("Program\n  title: 'Race'\n  players: 3\n")
    assert "  states: [State('points', [PlayerDomain()], 0, IntDomain(0, 60), 0, " in shown.out
    assert max(map(len, shown.out.splitlines())) <= 130


def test_what_cannot_be_machine_code_is_told(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = rulesdsl("show", "race.game", "--native")
    assert (shown.status, shown.out) == (0, "all of it can be machine code\n")
    monkeypatch.setattr("rulesdsl.native.not_native", lambda _program: ["take, line 3: why"])
    assert rulesdsl("show", "race.game", "--native").out == "take, line 3: why\n"


def test_into_a_file(rulesdsl: Run, tmp_path: Path) -> None:
    shown = rulesdsl("show", "road_trip", "--flow", "--output", "flow.svg")
    assert (shown.status, shown.out, shown.err) == (0, "", "wrote flow.svg\n")
    assert (tmp_path / "flow.svg").read_text("utf-8") == rulesdsl("show", "road_trip", "--flow").out


CORAL = """\
game "Coral"
players 2
places Spot growing around reef, at most 12
state reef per Spot: yes or no
flow
  nothing
winner shared
"""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("trekking_the_world", "--graph", "raod"), "did you mean `road`?"),
        (("coral.game", "--graph", "Cell"), "there is no map, board or ring `Cell` (there are Spot)"),
        (("coral.game", "--graph", "Sopt"), "did you mean `Spot`?"),
        (("race.game", "--graph", "road"), "Race has none"),
        (("race.game", "--flow", "--program"), "one of --graph, --flow, --rules, --program and --native"),
        (("race.game", "--flow", "--output", "nowhere/x.svg"), "cannot write nowhere/x.svg"),
    ],
)
def test_what_cannot_be_shown(rulesdsl: Run, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    (tmp_path / "coral.game").write_text(CORAL, "utf-8")
    shown = rulesdsl("show", *arguments)
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err


PREFACE = """\
# A licence, or whatever stands above.
game "Told"
players 1..2  # not this

# A race in the hills, as we play it
# at home.

# This is about the state.
state points per Player: 0..9

flow
  each player in turn
    add 1 to your points
winner most points, then shared
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PREFACE, "A race in the hills, as we play it at home."),
        (
            PREFACE.replace(
                "# A race in the hills, as we play it\n# at home.\n\n# This is about the state.\n", ""
            ),
            "",
        ),
        (
            PREFACE.replace("# A race in the hills, as we play it\n# at home.", "# ------- points"),
            "This is about the state.",
        ),
    ],
)
def test_what_the_writer_says_first_is_shown_below_the_title(
    rulesdsl: Run, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "told.game").write_text(text, "utf-8")
    shown = rulesdsl("show", "told.game").out
    assert shown.startswith("Told\n1 to 2 players\n\n" + (f"{said}\n\n" if said else "State\n"))
    assert json.loads(rulesdsl("show", "told.game", "--format", "json").out)["preface"] == said


def test_a_board_that_grows_is_told_in_words(rulesdsl: Run, checkout: Path) -> None:
    game = checkout / "examples" / "classics" / "lanes_and_walls.game"
    shown = rulesdsl("show", game, "--graph", "Spot")
    assert shown.status != 0
    assert "`Spot` is a board of squares that grows in play" in shown.err
    # What is made of its places is no map.
    assert "there is no map, board or ring `Side`" in rulesdsl("show", game, "--graph", "Side").err
