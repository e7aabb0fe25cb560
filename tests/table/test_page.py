"""What a page shows of a position: what lies where, what can be or was chosen, what is written down."""

import re
from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl.drawings.boards import drawn_board
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.showing import FEW, SOME, Showing, showing
from rulesdsl.engine.views.view import view
from rulesdsl.engine.views.view_text import SeenZone
from rulesdsl.grids import Grid
from rulesdsl.score_sheet import score_sheet
from rulesdsl.table.cards import CELL
from rulesdsl.table.design import Design, design_of
from rulesdsl.table.lit import Pointing
from rulesdsl.table.markup import Kept, Markup
from rulesdsl.table.page import changes, parts
from rulesdsl.table.scene import Scene, Seat
from rulesdsl.table.sheet import sheet
from rulesdsl.table.spots import filled
from tests.loading import load

GAME = """game "Camp"
players 2..2

values Slot: left, right, top

pieces Tool for each number in 1..6
pieces Die for each side in 1..2

places Field grid 3 by 2

state face per Die: 1..6, starts 3
state at per Player: Field or none

zone shed: set of Tool, starts with Tool
zone hand per Player: set of Tool, seen by owner
zone pack per Player per Slot: slot of Tool
zone cup: row of Die, starts with Die

action stow(
    tool from your hand "What?", place from Slot where your pack(place) is empty "Where?"
) "Stow {tool}"
  move tool to your pack(place)

action walk(to from Field "Where to?") "Walk to {to}"
  set your at to to

flow
  deal 2 from shed to hand
  phase turns 4 times
    each player in turn
      must stow or walk
    score turns

score tools each turns = count(your hand)
winner most total, then shared
"""


@pytest.fixture(scope="module")
def camp(tmp_path_factory: pytest.TempPathFactory) -> tuple[State, Design]:
    path = tmp_path_factory.mktemp("camp") / "camp.game"
    path.write_text(GAME)
    game = load(path)
    program = game.program(2)
    return start(program, 1), design_of(game, program)


def page(camp: tuple[State, Design], *answers: str) -> dict[str, str]:
    """What the player sees who is asked when these options were taken."""
    made = in_parts(camp, *answers)
    return {key: str(filled(html, made)) for key, html in made.items()}


def in_parts(camp: tuple[State, Design], *answers: str) -> dict[str, Markup]:
    state = camp[0].clone()
    for answer in answers:
        assert state.decision is not None
        seen = view(state, state.decision.player).decision
        assert seen is not None
        state.apply(next(one.number for one in seen.options if answer in one.text))
    assert state.decision is not None
    seat = state.decision.player
    seen_now = view(state, seat)
    seats = tuple(map(Seat, seen_now.players))
    return parts(Scene(view=seen_now, design=camp[1], seats=seats, viewer=seat, question="1"))


def test_an_empty_place_is_where_its_key_is_chosen(camp: tuple[State, Design]) -> None:
    before, asked = page(camp), page(camp, "Stow", "tool")
    assert "data-option" not in before["seat-0"].split("pack")[1]
    assert len(re.findall(r'<button[^>]*class="slot empty lit"', asked["seat-0"])) == 3
    # The question has no buttons for them but in the list that is folded.
    assert asked["ask"].index("as-list") < asked["ask"].index('class="options"')
    # Another player's places stand for nothing that can be chosen.
    assert "lit" not in asked["seat-1"]


def test_what_was_chosen_in_an_earlier_step_is_marked(camp: tuple[State, Design]) -> None:
    assert " chosen" not in page(camp, "Stow")["seat-0"]
    assert page(camp, "Stow", "tool")["seat-0"].count(" chosen") == 1


def test_a_state_of_one_piece_stands_on_it_and_nowhere_else(camp: tuple[State, Design]) -> None:
    shared = page(camp)["shared"]
    assert shared.count('class="attribute note-on-it"') == 2
    assert "<dt>face</dt>" not in shared


def test_a_player_stands_on_a_board_as_a_pawn(camp: tuple[State, Design]) -> None:
    made = page(camp, "Walk", "2")
    assert 'class="token pawn seat0"' in made["boards"]
    assert "<dt>at</dt>" not in made["seat-0"]
    # One board needs no heading of its own.
    assert "<h2>" not in made["boards"]


def test_hexagons_are_drawn_as_such(tmp_path: Path) -> None:
    path = tmp_path / "hexagons.game"
    path.write_text(GAME.replace("grid 3 by 2", "hexagon 2"))
    game = load(path)
    program = game.program(2)
    comb = start(program, 1), design_of(game, program)
    asked = page(comb, "Walk")["boards"]
    # The whole cell is clicked, not a place in its middle.
    assert len(re.findall(r'data-option="\d+"[^>]*class="place hexagon lit"[^>]*><polygon', asked)) == 7
    assert asked.count("<polygon") == asked.count("data-option") == 7
    assert 'class="letters pawn"' not in asked
    assert 'class="letters pawn"' in page(comb, "Walk", "b2")["boards"]


def test_boards_are_drawn_with_all_their_cells() -> None:
    hexagons = drawn_board("x", Grid(5, 5, "flat", six_sided=True), by_number=False)
    assert hexagons.count("<polygon") == 19
    assert "other end" not in hexagons
    wrapped = drawn_board("x", Grid(5, 4, "pointy", wraps=(True, False)), by_number=True)
    assert "rows go on at their other end" in wrapped
    assert drawn_board("x", Grid(3, 2), by_number=False).count("<rect") == 1 + 6
    assert drawn_board("x", Grid(3, 2, wraps=(True, True)), by_number=False).count("stroke-dasharray") == 4


def test_the_sheet_says_what_would_be_written_down_now(camp: tuple[State, Design]) -> None:
    state = camp[0]
    now = sheet(score_sheet(state, 0, ahead=True), Kept())
    assert now is not None
    # The other hand is not counted, but how many lie there is no secret.
    assert now.count('class="more"') == 2
    assert "+2" in now
    plain = sheet(score_sheet(state, 0), Kept())
    assert plain is not None
    assert "more" not in plain


def test_what_a_zone_shows_by_itself(camp: tuple[State, Design]) -> None:
    zones = {(zone.name, zone.owner): zone for zone in view(camp[0], 0).zones}
    hand, shed = zones["hand", 0], zones["shed", None]

    def many(zone: SeenZone, number: int, shape: str = "set") -> SeenZone:
        pieces = tuple(evolve(shed.pieces[0], label=f"tool {at}") for at in range(number))
        return evolve(zone, pieces=pieces, count=number, shape=shape, refilled=True)

    assert showing(hand, 0) is Showing.FACES
    assert showing(evolve(hand, owner=1), 0) is Showing.NAMES
    assert showing(many(hand, 0), 0) is Showing.NOTHING
    assert showing(many(shed, FEW), 0) is Showing.FACES
    assert showing(many(shed, FEW + 1), 0) is Showing.NAMES
    assert showing(many(shed, SOME + 1), 0) is Showing.NUMBER
    assert showing(evolve(many(shed, FEW + 1), refilled=False), 0) is Showing.NUMBER
    assert showing(many(shed, 3, "pile"), 0) is Showing.TOP


def test_of_a_board_only_what_has_changed_is_exchanged(camp: tuple[State, Design]) -> None:
    before, after = in_parts(camp, "Walk", "a1"), in_parts(camp, "Walk", "a1", "Walk", "b2")
    assert {key for key in changes(before, after) if "spot" in key or key == "boards"} == {"spot-0-4"}
    whole = changes({}, after)
    assert not any(key.startswith("spot") for key in whole)
    assert whole["boards"] == filled(after["boards"], after)
    assert "<!--" not in whole["boards"]


def test_cells_are_called_in_the_margin_as_by_their_names(camp: tuple[State, Design]) -> None:
    assert re.findall(r'<th scope="(?:row|col)">(\w+)</th>', page(camp, "Walk")["boards"]) == [
        "2",
        "1",
        *"abc",
    ]


QUILT = """game "Quilt"
players 2..2
places Cell grid 4 by 4{tiling}
pieces Patch
  shape: Shape
  worth: 1..3
  | patch | shape | worth |
  | bend  | XX    | 2     |
  |       | .X    |       |
values Stitch
  shape: Shape
  | stitch | shape |
  | pair   | XX    |
placements Spot of Patch as patch on Cell, turned
zone basket: set of Patch, starts with Patch
state left: set of Stitch, starts Stitch
action sew(spot from Spot "Where?") "Sew {{spot}}"
  remove pair from left
flow
  phase sewing 2 times
    each player in turn
      must sew
score worth = sum(basket.worth)
winner most total, then shared
"""


def quilt(folder: Path, tiling: str) -> Scene:
    path = folder / "quilt.game"
    path.write_text(QUILT.format(tiling=tiling))
    game = load(path)
    program = game.program(2)
    seen = view(start(program, 1), 0)
    return Scene(seen, design_of(game, program), (Seat("Anna"), Seat("Ben")), 0, question="1")


@pytest.mark.parametrize(
    ("tiling", "corners", "wide", "high"),
    [("", 4, 2.0, 2.0), (", hexagons", 6, 2.0, 2.02), (", flat hexagons", 6, 2.02, 2.0)],
)
def test_shapes_are_drawn_as_on_the_board_where_they_are_laid(
    tiling: str, corners: int, wide: float, high: float, tmp_path: Path
) -> None:
    shared = str(parts(quilt(tmp_path, tiling))["shared"])
    drawn = re.findall(r"<svg .*?</svg>", shared)
    # Of the value that is left, and on the card; what is drawn is not written as well.
    assert [svg.count("<polygon") for svg in drawn] == [2, 3]
    points = re.findall(r'points="([^"]*)"', drawn[1])
    assert {len(each.split()) for each in points} == {corners}
    sizes = re.findall(r'(?:width|height)="([0-9.]+)"', drawn[1])
    assert [float(size) for size in sizes] == pytest.approx([CELL * wide + 2, CELL * high + 2], abs=0.2)
    assert ">XX / .X<" not in shared


@pytest.mark.parametrize("tiling", ["", ", hexagons"])
def test_a_placement_says_which_cells_of_the_board_it_covers(tiling: str, tmp_path: Path) -> None:
    scene = evolve(quilt(tmp_path, tiling), pointing=Pointing(listed=100))
    made = parts(scene)
    board = filled(made["boards"], made)
    options = dict(re.findall(r'data-option="(\d+)" data-cells="([^"]*)"', str(made["ask"])))
    assert scene.view.decision is not None
    assert len(options) == len(scene.view.decision.options) >= 18
    for option in scene.view.decision.options:
        spots = options[str(option.number)].split()
        labels = [re.search(rf'id="{spot}".*?aria-label="Choose (\w+)\b', board) for spot in spots]
        assert isinstance(option.value, Thing)
        assert tuple(label and label[1] for label in labels) == option.value.attributes["cells"]


MOVES = """game "Hops"
players 2
places Cell grid 3 by 2
pieces Frog for each side in players
zone on per Cell: slot of Frog
zone box per Player: set of Frog, starts with (f in Frog where f.side is you)
define mine per Player = (f in on where f.side is you)
action hop(frog from your mine, to from (c in Cell where on(c) is empty)) "Hop"
  move frog to on(to)
flow
  for p in players
    move p.box to on(if p is first(players) then a1 else c2)
  phase hops 2 times
    each player in turn
      must hop as one choice
score done = count(your mine)
winner most total, then shared
"""


def test_a_whole_move_is_about_all_places_it_names(tmp_path: Path) -> None:
    path = tmp_path / "hops.game"
    path.write_text(MOVES)
    game = load(path)
    program = game.program(2)
    seen = view(start(program, 1), 0)
    asked = str(parts(Scene(seen, design_of(game, program), (Seat("Anna"), Seat("Ben")), 0))["ask"])
    # From a1 to each of the four that are empty.
    about = [set(spots.split()) for spots in re.findall(r'data-cells="([^"]*)"', asked)]
    assert about == [{"spot-0-0", f"spot-0-{to}"} for to in (1, 2, 3, 4)]
