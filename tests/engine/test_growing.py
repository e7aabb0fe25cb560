"""Boards that grow: against known numbers of shapes, and against a board of cells on which nothing grows."""

import itertools
import json
import random
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.explanation.why import why
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.graphs import distance
from rulesdsl.grids import COMPASS, OFFSETS, Grid
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.engine.texts import program_of
from tests.loading import load

GAME = """game "Pebbles"
players 2..2
limit steps 100000
places Spot growing around stone{kind}, at most {most}
places Side for each spot in Spot, way in Direction
state stone per Spot: Player or none
define free = (s in Spot where stone(s) is none)
define laid = (s in Spot where stone(s) is not none)
define mine per Player = (s in Spot where stone(s) is you)
define beside(s: Spot) = neighbours(Spot, s)
define one_on(s: Spot, d: Direction) = step(s, d)
define two_on(s: Spot, d: Direction) = step(s, d, turned(d, 1))
define straight_on(s: Spot, d: Direction) = ray(s, d)
define far(a: Spot, b: Spot) = distance(Spot, a, b)
define near(a: Spot) = within(Spot, a, 2)
define herds = regions(Spot, laid)
define linked(a: Spot, b: Spot) = connected(Spot, a, b)
define at(c: -3..3, r: -3..3) = Spot(c, r)
define across(s: Side) = Side(step(s.spot, s.way), opposite(s.way))
define rays_of(s: Spot) = rays(Spot, s)
define threes = lines(Spot, 3)
define own_pairs per Player = lines(your mine, 2)
define ones = count(lines(laid, 1))
define sides = Side
define all_columns = Spot.column
define all_spots = Spot
action lay(s from free) "Lay {s}"
  set stone(s) to you
flow
  phase go {turns} times
    turn of each player
    must lay
score points = count(your mine)
winner most total, then shared
"""
KINDS = {
    "": (1, 2, 6, 19, 63),
    ", diagonals": (1, 4, 20, 110),
    ", hexagons": (1, 3, 11, 44, 186),
    ", flat hexagons": (1, 3, 11, 44, 186),
}
"""How many shapes of so many cells there are (fixed polyominoes, polyplets, polyhexes), which is known."""
TILINGS = {"": "squares", ", diagonals": "squares", ", hexagons": "pointy", ", flat hexagons": "flat"}


def begun(folder: Path, kind: str, most: int, turns: int) -> State:
    text = GAME.replace("{kind}", kind).replace("{most}", str(most)).replace("{turns}", str(turns))
    return start(program_of(folder, text))


def place(state: State, spot: int) -> tuple[int, int]:
    layout = state.plan.layout
    column, row = (layout.state_value(state.cells, f"Spot.{name}", spot) for name in ("column", "row"))
    assert isinstance(column, int)
    assert isinstance(row, int)
    return column, row


def spot_at(state: State, column: int, row: int) -> int:
    return next(spot for spot in spots(state, "all_spots") if place(state, spot) == (column, row))


def spots(state: State, name: str, *args: int) -> list[int]:
    """What a formula gives that gives several places or numbers."""
    value = state.evaluate(name, *args)
    assert isinstance(value, tuple)
    return [spot for spot in value if isinstance(spot, int)]


def laid(state: State) -> frozenset[tuple[int, int]]:
    return frozenset(place(state, spot) for spot in spots(state, "laid"))


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_as_many_shapes_as_is_known(tmp_path: Path, kind: str) -> None:
    def shape(cells: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        left, low = min(column for column, _ in cells), min(row for _, row in cells)
        return frozenset((column - left, row - low) for column, row in cells)

    first = begun(tmp_path, kind, 6, 6)
    # The first stone has no other choice.
    shapes = {shape(laid(first)): first}
    for known in KINDS[kind]:
        assert len(shapes) == known
        further: dict[frozenset[tuple[int, int]], State] = {}
        for state in shapes.values():
            for option in range(state.option_count):
                after = state.clone().apply(option)
                further.setdefault(shape(laid(after)), after)
        shapes = further


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_as_on_a_board_that_is_large_enough(tmp_path: Path, kind: str, seed: int) -> None:
    state = begun(tmp_path, kind, 14, 14)
    dice = random.Random(seed)
    while not state.over:
        state.apply(dice.randrange(state.option_count))
    board = Grid(61, 61, TILINGS[kind], diagonals="diagonals" in kind)
    count = len(spots(state, "all_columns"))
    cell_of = {}
    for spot in range(count):
        column, row = place(state, spot)
        cell = board.cell(column + 31, row + 31)
        assert cell is not None
        cell_of[spot] = cell
    assert len(set(cell_of.values())) == count
    spot_of = {cell: spot for spot, cell in cell_of.items()}
    stones = {cell_of[spot] for spot in spots(state, "laid")}
    assert len(stones) == 14
    around = {other for cell in stones for other in board.adjacent.next_to[cell]}
    assert set(spot_of) == stones | around
    ways = [way for way in COMPASS if way in OFFSETS[board.tiling]]
    for spot, cell in cell_of.items():
        beside = [spot_of[other] for other in board.adjacent.next_to[cell] if other in spot_of]
        assert state.evaluate("beside", spot) == tuple(sorted(beside))
        for number, way in enumerate(ways):
            ahead = board.step(cell, *board.directions[way])
            assert state.evaluate("one_on", spot, number) == (
                -(2**31) if ahead is None else spot_of.get(ahead, -(2**31))
            )
            ray = []
            for other in board.ray(cell, board.directions[way]):
                if other not in spot_of:
                    break
                ray.append(spot_of[other])
            assert state.evaluate("straight_on", spot, number) == tuple(ray)
            side = spot * len(ways) + number
            facing = -(2**31)
            if ahead is not None and ahead in spot_of:
                facing = spot_of[ahead] * len(ways) + (number + len(ways) // 2) % len(ways)
            assert state.evaluate("across", side) == facing
        other = dice.choice(list(cell_of))
        assert state.evaluate("far", spot, other) == distance(board.adjacent, cell, cell_of[other])
        assert state.evaluate("linked", spot, other) == 1
        near = [other for other in cell_of if (distance(board.adjacent, cell, cell_of[other]) or 0) <= 2]
        assert state.evaluate("near", spot) == tuple(near)
        assert state.evaluate("rays_of", spot) == tuple(
            tuple(spot_of[other] for other in itertools.takewhile(spot_of.__contains__, ray))
            for ray in board.rays(cell)
        )
    own = {cell_of[spot] for spot in spots(state, "mine", 0)}
    for name, args, length, among in (("threes", (), 3, set(spot_of)), ("own_pairs", (0,), 2, own)):
        lines = state.evaluate(name, *args)
        assert isinstance(lines, tuple)
        whole = [line for line in board.lines(length) if among.issuperset(line)]
        assert sorted(lines) == sorted(tuple(spot_of[cell] for cell in line) for line in whole)
    assert state.evaluate("ones") == 14
    assert state.evaluate("herds") == (state.evaluate("laid"),)
    assert state.evaluate("sides") == tuple(range(count * len(ways)))


@pytest.mark.parametrize(("kind", "beside"), [("", 202), (", diagonals", 206), (", hexagons", 204)])
def test_a_hundred_in_a_row(tmp_path: Path, kind: str, beside: int) -> None:
    state = begun(tmp_path, kind, 100, 100)
    east = 2 if "hexagons" not in kind else 1
    for column in range(99):
        end = state.evaluate("one_on", spot_at(state, column, 0), east)
        assert isinstance(end, int)
        state.apply(spots(state, "free").index(end))
    assert state.over
    assert state.evaluate("far", 0, spot_at(state, 99, 0)) == 99
    count = len(spots(state, "all_columns"))
    assert count == 100 + beside


def test_more_than_was_said_is_a_fault(tmp_path: Path) -> None:
    state = begun(tmp_path, "", 3, 6)
    state.apply(0).apply(0)
    with pytest.raises(Fault, match="Spot grows around at most 3 places"):
        state.apply(0)


def test_a_position_is_written_down_and_read(tmp_path: Path) -> None:
    state = begun(tmp_path, ", hexagons", 9, 9)
    for _ in range(4):
        state.apply(state.option_count - 1)
    again = State.from_json(state.plan, state.to_json())
    assert again.to_json() == state.to_json()
    assert again.evaluate("herds") == state.evaluate("herds")
    assert laid(again) == laid(state)


def squares_seen(text: str) -> list[str]:
    """The lines of the board in a view."""
    return text.split("\n\n")[1].splitlines()


def test_the_board_is_drawn_as_far_as_it_is_there(tmp_path: Path) -> None:
    state = begun(tmp_path, "", 9, 9)
    # The first stone has no other choice.
    assert squares_seen(view(state, 0).to_text()) == [
        "  1       ·",
        "  0  ·   Anna  ·",
        " −1       ·",
        "     −1   0    1",
    ]
    west = next(spot for spot in spots(state, "free") if place(state, spot) == (-1, 0))
    state.apply(spots(state, "free").index(west))
    assert squares_seen(view(state, 0).to_text()) == [
        "  1       ·    ·",
        "  0  ·   Ben  Anna  ·",
        " −1       ·    ·",
        "     −2   −1   0    1",
    ]


def test_each_row_of_pointy_hexagons_lies_half_a_cell_further_right(tmp_path: Path) -> None:
    state = begun(tmp_path, ", hexagons", 9, 9)
    assert squares_seen(view(state, 0).to_text()) == [
        "  1       ·    ·",
        "  0    ·   Anna  ·",
        " −1       ·    ·",
        "     −1   0    1",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_places_are_called_by_where_they_lie(tmp_path: Path, kind: str) -> None:
    state = begun(tmp_path, kind, 9, 9)
    dice = random.Random(5)
    named: dict[str, str] = {}
    while not state.over:
        assert state.decision is not None
        seen = view(state, state.decision.player)
        assert seen.decision is not None
        for option, spot in zip(seen.decision.options, spots(state, "free"), strict=True):
            column, row = place(state, spot)
            assert option.text == f"spot {column}/{row}".replace("-", "−")
            assert option.attributes == {"column": column, "row": row}
            # The same place is called so for the whole game.
            assert isinstance(option.value, Thing)
            assert named.setdefault(option.value.name, option.text) == option.text
        assert str(seen.decision) == str(state.decision.seen)
        state.apply(dice.randrange(state.option_count))
    ((name, grid),) = view(state, 0).grids
    assert (name, grid.grows) == ("stone", True)
    assert grid.tiling == TILINGS[kind]
    assert grid.cells == tuple(place(state, spot) for spot in range(len(grid.cells)))


def test_traces_call_them_so_and_what_is_made_of_them(tmp_path: Path) -> None:
    program = program_of(tmp_path, GAME.replace("{kind}", "").replace("{most}", "3").replace("{turns}", "3"))
    header = Header("Pebbles", "pebbles.game", "", "", ("Anna", "Ben"), 1)
    lines = list(tell_game(program, header, lambda state: state.option_count - 1))
    laid_on = [line.strip() for line in lines if line.strip().startswith(("Anna lays", "Ben lays"))]
    assert laid_on == ["Anna lays spot 0/0 (no other choice)", "Ben lays spot 0/1", "Anna lays spot 0/2"]
    told = [json.loads(line) for line in tell_game(program, header, lambda _: 0, as_json=True)]
    assert [event["title"] for event in told if event["event"] == "chosen"][1] == "Lay spot 0/−1"
    state = begun(tmp_path, "", 3, 3)
    labels = Labels.of(state.plan.layout, cells=state.cells)
    # The first place, then row by row.
    numbered = [labels.value(number, ir.NodeDomain("Spot")) for number in range(5)]
    assert numbered == ["spot 0/0", "spot 0/−1", "spot −1/0", "spot 1/0", "spot 0/1"]
    assert labels.value(4 * 8 + 1, ir.NodeDomain("Side")) == "spot 0/1 northeast"
    # One that is not there yet has its number.
    assert labels.value(7, ir.NodeDomain("Spot")) == "spot 8"


def test_what_is_asked_for_by_where_it_lies(tmp_path: Path) -> None:
    state = begun(tmp_path, "", 9, 9)
    assert why(state, 1, "lay", {"s": "spot -1/0"}) is None
    reason = why(state, 1, "lay", {"s": "spot 0/0"})
    assert reason is not None


LINES_OF = """
game "Lines"
players 2..2
places Spot BOARD
state stone per Spot: Player or none
define free = (s in Spot where stone(s) is none)
define own per Player = (s in Spot where stone(s) is you)
define of_definition per Player = count(lines(your own, 3))
define of_condition per Player = count(lines((s in Spot where stone(s) is you), 3))
define of_both per Player = count(lines(your own + free, 3))
define of_either per Player = count(lines((s in Spot where stone(s) is you or stone(s) is none), 3))
action lay(spot from free) "Lay"
  set stone(spot) to you
flow
  phase stones 16 times
    turn of each player
    must lay if possible
score own_lines = your of_definition
"""


@pytest.mark.parametrize("board", ["growing around stone, diagonals, at most 20", "grid 5 by 4, hexagons"])
def test_lines_within_any_set_look_each_cell_up(tmp_path: Path, board: str) -> None:
    text = LINES_OF.replace("BOARD", board) + "winner most total, then shared\n"
    program = program_of(tmp_path, text)
    # A set that were gone through for each cell of each line would take time by the square of the board.
    formula = program.formulas["of_definition"]
    assert [part for part in instances_in(formula, ir.Apply) if part.op is Op.IN] == []
    stream, met = Dice(3), set()
    for seed in range(3):
        state = start(program, seed)
        while not state.over:
            state.apply(stream.below(state.option_count))
            for player in range(2):
                found = [state.evaluate(f"of_{name}", player) for name in ("definition", "both")]
                assert found == [state.evaluate(f"of_{name}", player) for name in ("condition", "either")]
                met.add(found[0])
    assert len(met) > 2


NOWHERE = """game "Spots"
players 2
places Spot growing around tile, at most 40
state tile per Spot: Player or none
action lay(s from Spot where tile(s) is none) "Lay on {s}"
  set tile(s) to you
action lay_there(s: Spot) "Lay on {s}"
  set tile(s) to you
flow
  phase turns 3 times
    each player in turn
      must lay
  each player in turn
    must lay_there(Spot(0, 0))
winner most count(s in Spot where tile(s) is you), then shared

example "nowhere"
  players Anna, Ben
"""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Anna cannot lay(Spot(5, 5))", ""),
        ("Anna plays lay(Spot(5, 5))", "this cannot be played here"),
        ("Anna cannot lay_there(Spot(5, 5))", "Anna can lay there"),
        ("Anna plays lay_there(Spot(5, 5))", "there is no such key"),
        ("Anna chooses Spot(5, 5)", "Anna has nothing to decide here"),
        ("given tile(Spot(5, 5)) = Anna", "there is no such key"),
        ("expect tile(Spot(5, 5)) is none", "there is no such key"),
        ("play\n  Ben plays lay(Spot(5, 5))", "is not offered"),
        ("play\n  Ben cannot lay(Spot(5, 5))", ""),
        ("play\n  Ben chooses Spot(5, 5)", "there is no such key"),
    ],
)
def test_examples_name_places_that_are_not_there(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "spots.game"
    path.write_text(f"{NOWHERE}  {line}\n  expect tile(Spot(0, 0)) is not Ben\n", encoding="utf-8")
    (program,) = load(path).example_programs()
    (result,) = run_examples(program)
    assert (result.ok, why in result.message) == (not why, True), result.message
