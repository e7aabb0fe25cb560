"""Boards that grow, and what stands at the sides of cells, on the page of a table."""

import re
from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.table.design import Design, design_of
from rulesdsl.table.page import parts
from rulesdsl.table.scene import Scene, Seat
from rulesdsl.table.spots import filled
from tests.loading import load

GAME = """game "Hedges"
players 2..2
values Crop: corn, clover
pieces Tile
  crop: Crop
  | tile  | crop   |
  | field | corn   |
  | lawn  | clover |
  | yard  | corn   |
pieces Guard for each side in players copies 2
places Plot KIND
places Edge for each plot in Plot, way in {WAYS}
zone bag: set of Tile, starts with Tile
zone tile per Plot: slot of Tile
zone post per Edge: slot of Guard
zone guards per Player: set of Guard, starts with (g in Guard where g.side is you)
state crop per Edge: Crop or none
state hedge per Edge: yes or no
define free = (p in Plot where tile(p) is empty)
action lay(t from bag "Which tile?", plot from free "Where?") "Lay {t} on {plot}"
  move t to tile(plot)
  for e in Edge where e.plot is plot
    set crop(e) to t.crop
define open_edges = (e in Edge where crop(e) is not none and post(e) is empty)
action watch(edge from open_edges "Which edge?") "Watch {edge}"
  set hedge(edge) to yes
  move first(your guards) to post(edge)
flow
  phase days 3 times
    each player in turn
      may lay
      may watch
score points = count(e in Edge where hedge(e))
winner most total, then shared
"""
GROWING = "growing around tile, at most 3"
FOUR, TWO = "north, east, south, west", "north, east"


def begun(folder: Path, kind: str = GROWING, ways: str = FOUR) -> tuple[State, Design]:
    path = folder / "hedges.game"
    path.write_text(GAME.replace("KIND", kind).replace("WAYS", ways))
    game = load(path)
    program = game.program(2)
    return start(program, 1), design_of(game, program)


def scene(table: tuple[State, Design]) -> Scene:
    state, design = table
    assert state.decision is not None
    seen = view(state, state.decision.player)
    return Scene(seen, design, tuple(map(Seat, seen.players)), seen.viewer, question="1")


def drawn(table: tuple[State, Design]) -> str:
    made = parts(scene(table))
    return filled(made["boards"], made)


def answer(state: State, text: str) -> None:
    assert state.decision is not None
    seen = view(state, state.decision.player).decision
    assert seen is not None
    state.apply(next(option.number for option in seen.options if text in option.text))


def lay(state: State, *texts: str) -> None:
    """Which tile, and where, if there is a choice."""
    for text in texts:
        answer(state, text)


def cells(html: str) -> list[str]:
    """What the cells of a drawing say of themselves, to be chosen or not."""
    said = re.findall(r'<g(?:[^>]* )?class="place tile[^"]*"[^>]*>', html)
    return [re.sub(r'.*aria-label="([^"]*)".*', r"\1", cell) for cell in said]


def test_what_is_there_of_a_board_that_grows_is_drawn_and_can_be_chosen(tmp_path: Path) -> None:
    state, design = begun(tmp_path)
    assert cells(drawn((state, design))) == []
    lay(state, "field")
    answer(state, "pass")
    answer(state, "lawn")
    around = ["plot 0/−1", "plot −1/0", "plot 1/0", "plot 0/1"]
    assert cells(drawn((state, design))) == ["plot 0/0: field", *(f"Choose {plot}" for plot in around)]
    assert view(state, 1).decision is not None
    assert len(set(re.findall(r'data-option="(\d+)"', drawn((state, design))))) == 4


def test_a_cell_that_is_drawn_where_another_was_is_called_otherwise(tmp_path: Path) -> None:
    state, design = begun(tmp_path)
    lay(state, "field")
    answer(state, "pass")
    before = scene((state, design))
    parts(before)
    lay(state, "lawn", "−1/0")
    after = Scene(view(state, 1), design, before.seats, 1, question="2", kept=before.kept)
    made = parts(after)
    labels = [cell.removeprefix("Choose ").split(":")[0] for cell in cells(filled(made["boards"], made))]
    assert len(labels) == len(set(labels)) == 8
    assert "plot −2/0" in labels


@pytest.mark.parametrize("kind", [GROWING, "grid 2 by 2"])
def test_what_stands_at_a_side_is_drawn_there_and_nowhere_else(tmp_path: Path, kind: str) -> None:
    state, design = begun(tmp_path, kind)
    lay(state, "lawn", *(() if kind == GROWING else ("a1",)))
    html = drawn((state, design))
    assert len(re.findall(r'<g[^>]*class="side lit painted c1"', html)) == 4
    answer(state, "north")
    html = drawn((state, design))
    assert len(re.findall(r'class="side painted c1"', html)) == 4
    assert html.count('class="token piece seat0"') == 1
    made = parts(scene((state, design)))
    assert "<dt>crop</dt>" not in made["shared"]
    assert ">post<" not in made["shared"]


def test_an_edge_of_two_cells_stands_between_them(tmp_path: Path) -> None:
    def bands(ways: str) -> list[list[float]]:
        state, design = begun(tmp_path, ways=ways)
        lay(state, "field")
        html = drawn((state, design))
        found = re.findall(r'class="side[^"]* painted[^"]*"[^>]*><polygon points="([^"]*)"', html)
        return [[float(number) for number in re.split("[ ,]", points)] for points in found]

    north, east = bands(TWO)
    # The cell lies from 82 to 158. Of four each cell has its own half.
    assert min(north[1::2]) < 82 < max(north[1::2])
    assert min(east[::2]) < 158 < max(east[::2])
    assert all(82 <= along <= 158 for band in bands(FOUR) for along in band)


def test_json_has_only_what_is_there(tmp_path: Path) -> None:
    state, _ = begun(tmp_path)
    lay(state, "field")
    answer(state, "north")
    seen = view(state, 0)
    there = seen.to_json()
    assert len([zone for zone in seen.zones if zone.name == "tile"]) > 5
    assert [zone["label"] for zone in there["zones"] if zone["name"] == "tile"] == [
        f"the tile (plot {place})" for place in ("0/0", "0/−1", "−1/0", "1/0", "0/1")
    ]
    assert len([zone for zone in there["zones"] if zone["name"] == "post"]) == 20
    assert len([each for each in there["states"] if each["name"] == "crop"]) == 20
    # What lies behind them is where it says it is.
    for number, zone in enumerate(there["zones"]):
        assert all(piece["zone"] == number for piece in zone["pieces"])
    assert sum(len(zone["pieces"]) for zone in there["zones"]) == 3 + 4
