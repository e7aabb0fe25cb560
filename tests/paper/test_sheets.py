"""What is printed of shipped games and of classics: every piece once, all of it where it can be cut."""

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rulesdsl.checked_game import Game
from rulesdsl.library import shipped_games
from rulesdsl.paper.faces import Faces
from rulesdsl.paper.lettering import CUT, fitted, width_of
from rulesdsl.paper.printing import sheets_of
from rulesdsl.paper.sheet import PAPERS, Placed, Sheet
from rulesdsl.table.design import design_of, without_quotes
from tests.loading import load

CLASSICS = Path(__file__).parents[2] / "examples/classics"
NAMES = (*shipped_games(), *(f"{CLASSICS}/{name}.game" for name in ("chess", "crazy_eights", "yacht")))
GAMES = [pytest.param(name, id=Path(name).stem) for name in NAMES]
SVG = "{http://www.w3.org/2000/svg}"
SLACK = 0.05


@cache
def game_of(file: str) -> Game:
    return load(file)


@cache
def printed(file: str, paper: str = "a4", *, backs: bool = False) -> tuple[Sheet, ...]:
    game = game_of(file)
    return tuple(sheets_of(game, game.program(game.players[-1]), PAPERS[paper], backs=backs))


def texts_in(placed: Placed) -> list[tuple[float, float, float, float, str]]:
    """Left, right, top and foot of every line of text, as wide as it may be at most."""
    found = []
    for one in ET.fromstring(f"<svg>{placed.drawn}</svg>").iter("text"):  # noqa: S314 - our own
        size, x, y = (float(one.attrib[name]) for name in ("font-size", "x", "y"))
        wide = width_of(one.text or "", size)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[one.attrib["text-anchor"]]
        found.append((left, left + wide, y - size, y, one.text or ""))
    return found


def test_what_is_on_cards_is_called_as_at_the_table() -> None:
    def said(file: str) -> set[str]:
        return {line[-1] for sheet in printed(file) for placed in sheet.placed for line in texts_in(placed)}

    # A souvenir says its country, which has a name of its own, and no event says its name twice.
    assert "France" in said("tour_du_monde")
    assert "france" not in said("tour_du_monde")
    assert "maori waka" not in said("trekking_through_history")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("file", GAMES)
def test_every_piece_is_on_one_sheet(file: str, paper: str) -> None:
    game = game_of(file)
    program = game.program(game.players[-1])
    labels = Faces(design_of(game, program), program).labels
    pieces = sum(kind.count for kind in program.piece_kinds)
    wanted = Counter(without_quotes(labels.piece(piece)) for piece in range(pieces))
    found = Counter(
        one.name for sheet in printed(file, paper) if sheet.part == "cards" for one in sheet.placed
    )
    assert found == wanted


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("file", GAMES)
def test_nothing_overlaps_or_leaves_the_page(file: str, paper: str) -> None:
    for sheet in printed(file, paper, backs=True):
        assert {sheet.width, sheet.height} == {PAPERS[paper].width, PAPERS[paper].height}
        for one in sheet.placed:
            assert min(one.box.left, one.box.top) >= 5, one
            assert one.box.right <= sheet.width - 5, one
            assert one.box.bottom <= sheet.height - 5, one
        for first, second in combinations((placed.box for placed in sheet.placed), 2):
            apart = (
                first.right <= second.left + SLACK
                or second.right <= first.left + SLACK
                or first.bottom <= second.top + SLACK
                or second.bottom <= first.top + SLACK
            )
            assert apart, sheet.title


@pytest.mark.parametrize("file", GAMES)
def test_texts_stay_in_what_they_stand_on(file: str) -> None:
    for sheet in printed(file, backs=True):
        if sheet.part == "boards":
            continue
        for one in sheet.placed:
            for left, right, top, foot, text in texts_in(one):
                assert -SLACK <= left <= right <= one.box.width + SLACK, (sheet.title, one.name, text)
                assert -SLACK <= top <= foot <= one.box.height + SLACK, (sheet.title, one.name, text)


@pytest.mark.parametrize("file", GAMES)
def test_lines_of_text_do_not_cover_each_other(file: str) -> None:
    for sheet in printed(file):
        for placed in {one.name: one for one in sheet.placed}.values() if sheet.part != "boards" else ():
            for one, other in combinations(texts_in(placed), 2):
                over = min(one[1], other[1]) - max(one[0], other[0]) > 0.3 and (
                    min(one[3], other[3]) - max(one[2], other[2]) > 0.3
                )
                assert not over, (sheet.title, one, other)


def test_backs_lie_behind_their_cards() -> None:
    sheets = printed("road_trip", backs=True)
    front, behind = sheets[0], sheets[1]
    turned = {(round(front.width - one.box.right, 2), round(one.box.top, 2)) for one in front.placed}
    assert {(round(one.box.left, 2), round(one.box.top, 2)) for one in behind.placed} == turned
    assert {one.drawn for one in behind.placed} == {behind.placed[0].drawn}


def test_cards_of_one_pile_have_one_back() -> None:
    """An item and a hazard are drawn from the same pile."""
    sheets = [one for one in printed("lets_take_a_hike", backs=True) if one.title.endswith("backs")]
    assert len({placed.drawn for sheet in sheets for placed in sheet.placed}) == 1


@pytest.mark.parametrize("file", GAMES)
def test_sheets_are_svg_that_loads_nothing(file: str) -> None:
    for sheet in printed(file):
        page = ET.fromstring(sheet.svg())  # noqa: S314 - our own
        assert page.attrib["width"] == f"{sheet.width}mm"
        tags = {one.tag.removeprefix(SVG) for one in page.iter()}
        assert tags <= {"svg", "g", "title", "rect", "path", "line", "circle", "text"}
        assert not {
            name for one in page.iter() for name in one.attrib if "href" in name or name.startswith("on")
        }


def test_a_text_is_made_smaller_then_broken_then_cut() -> None:
    large = fitted("Ox", 50, 10, 6, 2)
    assert (large.size, large.lines) == (6, ("Ox",))
    smaller = fitted("A rather long name of a card", 50, 10, 6, 2)
    assert smaller.size < 6
    assert smaller.height <= 10
    assert " ".join(smaller.lines) == "A rather long name of a card"
    endless = fitted("word " * 500, 20, 10, 6, 2)
    assert endless.size == 2
    assert endless.height <= 10
    assert endless.lines[-1].endswith(CUT)
    one_word = fitted("x" * 60, 20, 30, 6, 2)
    assert "".join(one_word.lines) == "x" * 60
    assert all(width_of(line, one_word.size) <= 20 for line in one_word.lines)


SHAPED = """game "Shaped"
players 2..2
places Cell grid 4 by 4{tiling}
pieces Tile
  shape: Shape
  | tile | shape |
  | bend | XX    |
  |      | .X    |
pieces Patch
  shape: Shape
  worth: 1..3
  cost: 1..3
  | patch | shape | worth | cost |
  | long  | XXXX  | 2     | 3    |
zone tiles: set of Tile, starts with Tile
zone patches: set of Patch, starts with Patch
flow
  let there = count(patches)
score all = sum(patches.worth) + sum(patches.cost) + count(tiles)
winner most total, then shared
"""


@pytest.mark.parametrize(("tiling", "corners"), [("", 4), (", hexagons", 6), (", flat hexagons", 6)])
def test_shapes_are_drawn_on_tokens_and_cards(tiling: str, corners: int, tmp_path: Path) -> None:
    file = tmp_path / "shaped.game"
    file.write_text(SHAPED.format(tiling=tiling))
    placed = {item.name: item for sheet in printed(str(file)) for item in sheet.placed}
    # On the card in the corner and below its name.
    for name, cells in (("bend", 3), ("long", 8)):
        box, drawn = placed[name].box, ET.fromstring(f"<svg>{placed[name].drawn}</svg>")  # noqa: S314 - our own
        polygons = [item.attrib["points"].split() for item in drawn.iter("polygon")]
        assert [len(points) for points in polygons] == [corners] * cells
        for x, y in (map(float, point.split(",")) for points in polygons for point in points):
            # Inside of the frame.
            assert 2 < x < box.width - 2
            assert 2 < y < box.height - 2
        assert not [text for *_, text in texts_in(placed[name]) if "X" in text]
