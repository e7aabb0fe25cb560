"""Cells, lines and rings."""

import re
from cmath import phase
from itertools import pairwise, product
from math import degrees, isclose, sqrt
from pathlib import Path

import pytest

from rulesdsl.drawings.boards import hexagons
from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.graphs import distance, neighbours
from rulesdsl.grids import OFFSETS, Grid, ring
from rulesdsl.paper.boards import pictures
from rulesdsl.pipeline import load
from rulesdsl.table.design import design_of
from rulesdsl.table.markup import Kept
from rulesdsl.table.page import parts
from rulesdsl.table.scene import Scene, Seat


def test_cells_are_numbered_row_by_row() -> None:
    board = Grid(4, 3)
    assert board.cell_count == 12
    assert [(board.column(cell), board.row(cell)) for cell in (0, 3, 4, 11)] == [
        (1, 1),
        (4, 1),
        (1, 2),
        (4, 3),
    ]
    assert all(board.cell(board.column(cell), board.row(cell)) == cell for cell in range(12))


def test_off_the_board_is_no_cell() -> None:
    board = Grid(4, 3)
    assert board.cell(0, 1) is None
    assert board.cell(5, 1) is None
    assert board.cell(1, 4) is None
    assert board.step(3, 1, 0) is None
    assert board.step(3, -1, 2) == 10


def test_cells_beside_and_aslant() -> None:
    beside, around = Grid(4, 3).adjacent, Grid(4, 3, diagonals=True).adjacent
    assert neighbours(beside, 5) == (1, 4, 6, 9)
    assert neighbours(around, 5) == (0, 1, 2, 4, 6, 8, 9, 10)
    assert neighbours(beside, 3) == (2, 7)
    assert distance(beside, 0, 11) == 5
    assert distance(around, 0, 11) == 3


def test_lines_of_three_on_three_by_three() -> None:
    assert Grid(3, 3).lines(3) == (
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (0, 3, 6),
        (1, 4, 7),
        (2, 5, 8),
        (0, 4, 8),
        (6, 4, 2),
    )


def test_rays_go_to_the_edge_in_eight_directions() -> None:
    assert Grid(4, 3).rays(5) == ((6, 7), (4,), (9,), (1,), (10,), (0,), (2,), (8,))
    assert Grid(4, 3).rays(0) == ((1, 2, 3), (), (4, 8), (), (5, 10), (), (), ())
    assert Grid(1, 1).rays(0) == ((),) * 8


def test_lines_of_four_on_seven_by_six() -> None:
    found = Grid(7, 6).lines(4)
    assert len(found) == 69
    assert len({frozenset(line) for line in found}) == 69
    board = Grid(7, 6)
    for line in found:
        steps = {
            (board.column(after) - board.column(cell), board.row(after) - board.row(cell))
            for cell, after in pairwise(line)
        }
        assert len(steps) == 1
        assert steps < {(1, 0), (0, 1), (1, 1), (1, -1)}


def test_lines_of_one_and_lines_too_long() -> None:
    assert Grid(2, 2).lines(1) == ((0,), (1,), (2,), (3,))
    assert Grid(3, 1).lines(3) == ((0, 1, 2),)
    assert Grid(3, 3).lines(4) == ()
    with pytest.raises(ValueError, match="at least one cell"):
        Grid(3, 3).lines(0)


def test_a_ring_closes() -> None:
    assert neighbours(ring(5), 0) == (1, 4)
    assert distance(ring(40), 3, 38) == 5
    assert ring(2).links == ((0, 1),)
    assert ring(1).links == ()
    with pytest.raises(ValueError, match="at least one cell"):
        ring(0)


def test_an_empty_grid_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one column"):
        Grid(3, 0)


HEXES = (
    Grid(4, 4, "pointy"),
    Grid(4, 4, "flat"),
    Grid(5, 5, "pointy", six_sided=True),
    *(Grid(4, 4, tiling, shift=shift) for tiling in ("pointy", "flat") for shift in (1, -1)),
)


@pytest.mark.parametrize("board", HEXES, ids=str)
def test_hexagons_have_six_neighbours_one_in_each_direction(board: Grid) -> None:
    for cell in range(board.cell_count):
        steps = [board.step(cell, *way) for way in board.directions.values()]
        assert sorted(other for other in steps if other is not None) == list(neighbours(board.adjacent, cell))
        assert [
            ray[0] if ray else None for ray in (board.ray(cell, way) for way in board.directions.values())
        ] == steps
    inside = [cell for cell in range(board.cell_count) if len(neighbours(board.adjacent, cell)) == 6]
    assert len(inside) in (4, 7)


@pytest.mark.parametrize("shift", [1, -1])
@pytest.mark.parametrize("tiling", ["pointy", "flat"])
def test_a_rectangle_of_hexagons_lies_as_it_is_drawn(tiling: str, shift: int) -> None:
    """Neighbours, steps, rays and distances, by where the middles of the cells lie on the sheet."""
    board = Grid(6, 5, tiling, shift=shift)
    assert board.cells == Grid(6, 5).cells
    low = sqrt(3) / 2

    def lies(cell: int) -> complex:
        column, row = board.cells[cell]
        if tiling == "pointy":
            return complex(column + (shift / 2 if row % 2 == 0 else 0), row * low)
        return complex(column * low, row + (shift / 2 if column % 2 == 0 else 0))

    drawn = hexagons(board, 1.0)
    for cell in range(board.cell_count):
        beside = [other for other in range(board.cell_count) if isclose(abs(lies(other) - lies(cell)), 1)]
        assert list(neighbours(board.adjacent, cell)) == beside
        for way, offset in board.directions.items():
            other = board.step(cell, *offset)
            assert (other is None) == all(bearing(lies(to) - lies(cell)) != way for to in beside)
            if other is not None:
                assert bearing(lies(other) - lies(cell)) == way
            for far, on in enumerate(board.ray(cell, offset), start=1):
                assert other is not None
                assert isclose(abs(lies(cell) + far * (lies(other) - lies(cell)) - lies(on)), 0, abs_tol=1e-9)
        x, y = drawn.middles[cell]
        first_x, first_y = drawn.middles[0]
        assert isclose(abs(complex(x - first_x, first_y - y) - (lies(cell) - lies(0))), 0, abs_tol=1e-9)
    # Along both sides, from corner to corner.
    for corner, far in (((1, 5), 4), ((6, 1), 5)):
        end = board.cell(*corner)
        assert end is not None
        assert distance(board.adjacent, 0, end) == far


def bearing(way: complex) -> str:
    """The direction of the compass into which one goes."""
    eighth = round(degrees(phase(way)) / 45) if round(degrees(phase(way))) % 90 == 0 else None
    straight = {0: "east", 2: "north", 4: "west", -4: "west", -2: "south"}
    if eighth is not None:
        return straight[eighth]
    return ("north" if way.imag > 0 else "south") + ("east" if way.real > 0 else "west")


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("shifted", ["  3  ·   ·", "  2    ·   ·", "  1  1   ·", "     a   b"]),
        ("shifted right", ["  3  ·   ·", "  2    ·   ·", "  1  1   ·", "     a   b"]),
        ("shifted left", ["  3    ·   ·", "  2  ·   ·", "  1    1   ·", "     a   b"]),
        (
            "flat, shifted",
            ["  3      ·", "  3  ·", "  2      ·", "  2  ·", "  1      ·", "  1  1", "     a   b"],
        ),
        (
            "flat, shifted down",
            ["  3  ·", "  3      ·", "  2  ·", "  2      ·", "  1  1", "  1      ·", "     a   b"],
        ),
        (
            "flat",
            [
                *("         ·", "  3  ·", "         ·", "  2  ·", "         ·", "  1  1", "     a   b"),
                "    rows rise to the right, half a cell each column",
            ],
        ),
    ],
)
def test_a_view_shows_rows_as_they_are_shifted(tmp_path: Path, said: str, lines: list[str]) -> None:
    file = tmp_path / "map.game"
    file.write_text(
        f'game "Map"\nplayers 1..1\nplaces Field grid 2 by 3, hexagons, {said}\n'.replace(
            "hexagons, flat", "flat hexagons"
        )
        + "state corn per Field: 0..3\nflow\n  set corn(a1) to 1\n"
        "score s = sum(f in Field: corn(f))\nwinner most total, then shared\n"
    )
    seen = view(start(load(file).program(1)), 0)
    drawn = seen.to_text().split("\n\n")[1].splitlines()
    assert [line.rstrip() for line in drawn] == lines
    ((_, grid),) = seen.grids
    assert grid.shift == (0 if said == "flat" else -1 if said.endswith(("left", "down")) else 1)


BOARD = """
game "Board"
players 2..2
places Cell grid WRITTEN
state mark per Cell: Player or none
action put(WHAT) "Put"
  for spot in WHERE
    set mark(spot) to you
flow
  each player in turn
    must put
"""


@pytest.mark.parametrize(
    ("what", "where", "called"),
    [
        ("cell from Cell", "{cell}", "abc"),
        ("c from Cell, column from 1..3", "{c}", "123"),
        ("column from 1..3", "(c in Cell where c.column = column)", "123"),
        ("n from 1..3", "(c in Cell where c.column = n)", "abc"),
    ],
)
def test_columns_are_called_as_they_are_chosen(tmp_path: Path, what: str, where: str, called: str) -> None:
    """At the terminal, on the page and on paper; letters as in the names of cells, or numbers."""
    file = tmp_path / "board.game"
    text = BOARD.replace("WRITTEN", "3 by 2").replace("WHAT", what).replace("WHERE", where)
    file.write_text(text + "score s = 0\nwinner most total, then shared\n")
    game = load(file)
    program = game.program(2)
    (_, grid), *_ = view(start(program, 1), 0).grids
    assert grid.columns_called == tuple(called)
    (drawing,) = design_of(game, program).drawings
    assert drawing.printed == tuple(called)
    ((_, picture),) = pictures(game, program)
    assert re.findall(r"<text[^>]*>(\w)</text>", picture) == [*called, "1", "2"]


@pytest.mark.parametrize(
    ("what", "where", "called"),
    [
        ("cell from Cell", "{cell}", ["a1", "b1", "c1", "a2", "b2", "c2"]),
        (
            "column from 1..3",
            "(c in Cell where c.column = column)",
            ["1/1", "2/1", "3/1", "1/2", "2/2", "3/2"],
        ),
    ],
)
@pytest.mark.parametrize("kind", ["hexagons", "flat hexagons", "hexagons, shifted"])
def test_hexagons_are_called_as_they_are_chosen(
    tmp_path: Path, kind: str, what: str, where: str, called: list[str]
) -> None:
    """In each of them stands its name, or the numbers of its column and row: on the page and on paper."""
    file = tmp_path / "board.game"
    text = BOARD.replace("WRITTEN", f"3 by 2, {kind}").replace("WHAT", what).replace("WHERE", where)
    file.write_text(text + "score s = 0\nwinner most total, then shared\n")
    game = load(file)
    program = game.program(2)
    ((_, picture),) = pictures(game, program)
    assert re.findall(r"<text[^>]*>(\w+(?:/\w+)?)</text>", picture)[-6:] == called
    state, design = start(program, 1), design_of(game, program)
    seen = view(state, 0)
    scene = Scene(seen, design, tuple(map(Seat, seen.players)), 0, question="1", kept=Kept())
    names = re.findall(r'<text[^>]*cell-name"[^>]*>([^<]*)<', parts(scene)["boards"])
    assert names == called


@pytest.mark.parametrize(
    "written",
    [
        "6 by 4",
        "6 by 4, diagonals",
        "6 by 4, diagonals, wrapped",
        "6 by 4, hexagons",
        "6 by 4, flat hexagons, wrapped rows",
        "6 by 4, hexagons, shifted right",
        "6 by 4, hexagons, shifted left, wrapped columns",
        "6 by 4, flat hexagons, shifted up, wrapped",
        "6 by 4, flat hexagons, shifted down, wrapped rows",
    ],
)
def test_a_board_is_said_as_it_is_written(tmp_path: Path, written: str) -> None:
    file = tmp_path / "board.game"
    text = BOARD.replace("WRITTEN", written).replace("WHAT", "cell from Cell").replace("WHERE", "{cell}")
    file.write_text(text + "score s = 0\nwinner most total, then shared\n")
    (graph,) = load(file).program(2).graphs.values()
    assert str(graph.board) == written


def test_a_rectangle_of_hexagons_can_be_joined() -> None:
    tube = Grid(6, 4, "pointy", wraps=(True, True), shift=1)
    assert tube.endless
    assert all(len(neighbours(tube.adjacent, cell)) == 6 for cell in range(24))


def test_a_hexagon_of_hexagons() -> None:
    board = Grid(9, 9, "pointy", six_sided=True)
    assert board.cell_count == 61
    assert board.cell(1, 1) is None
    assert board.cell(5, 1) == 0
    middle = board.cell(5, 5)
    assert middle is not None
    assert [len(ray) for ray in board.rays(middle)] == [4] * 6
    # Straight through the middle, and with it eight parallel rows, along three axes.
    assert len(board.lines(9)) == 3
    assert len(board.lines(5)) == 3 * sum(length - 4 for length in (5, 6, 7, 8, 9, 8, 7, 6, 5))


def test_steps_back_lead_back() -> None:
    for board in (
        *HEXES,
        Grid(4, 3),
        Grid(4, 3, wraps=(True, True)),
        Grid(3, 4, "flat", wraps=(False, True)),
    ):
        for cell in range(board.cell_count):
            for right, up in board.directions.values():
                other = board.step(cell, right, up)
                assert other is None or board.step(other, -right, -up) == cell


def test_joined_edges() -> None:
    torus = Grid(4, 3, wraps=(True, True))
    assert torus.endless
    assert all(len(neighbours(torus.adjacent, cell)) == 4 for cell in range(12))
    assert distance(torus.adjacent, 0, 11) == 2
    assert torus.ray(0, (1, 0)) == (1, 2, 3)
    assert len(torus.ray(0, (1, 1))) == 11
    # Each row of four is one line of four, wherever one begins.
    assert [line for line in torus.lines(4) if torus.row(line[0]) == torus.row(line[1])] == [
        (0, 1, 2, 3),
        (4, 5, 6, 7),
        (8, 9, 10, 11),
    ]
    ring = Grid(5, 2, wraps=(True, False))
    assert not ring.endless
    assert neighbours(ring.adjacent, 0) == (1, 4, 5)
    # Over two columns a cell lies beside the other one twice, over one beside itself.
    assert neighbours(Grid(2, 1, wraps=(True, False)).adjacent, 0) == (1,)
    assert neighbours(Grid(1, 1, wraps=(True, True)).adjacent, 0) == ()


def test_what_cannot_be_a_board_is_refused() -> None:
    with pytest.raises(ValueError, match="no tiling"):
        Grid(3, 3, "round")
    with pytest.raises(ValueError, match="at most"):
        Grid(10**9, 10**9)


@pytest.mark.parametrize("wraps", [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("tiling", list(OFFSETS))
def test_the_longest_ray_is_that_of_all_cells(tiling: str, wraps: tuple[bool, bool]) -> None:
    for columns, rows, shift in product(range(1, 6), range(1, 6), (0, 1, -1)):
        shifted = rows if tiling == "pointy" else columns
        joined = wraps[1] if tiling == "pointy" else wraps[0]
        if shift and (tiling == "squares" or (joined and shifted % 2)):
            continue
        board = Grid(columns, rows, tiling, wraps=wraps, shift=shift)
        rays = [ray for cell in range(board.cell_count) for ray in board.rays(cell)]
        assert board.longest_ray == max(map(len, rays))


def test_rays_are_followed_where_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a great board whose edges are joined, all rays of all cells are millions of steps."""
    file = tmp_path / "great.game"
    file.write_text(
        """game "Great"
players 2..2
places Cell grid 100 by 100, diagonals, wrapped
state snail per Player: Cell, starts c1
action crawl(c from neighbours(Cell, your snail) "Where?") "Crawl to {c}"
  set your snail to c
flow
  each player in turn
    must crawl
score beside = count(neighbours(Cell, your snail))
winner most total, then shared
""",
        "utf-8",
    )
    followed: list[int] = []
    ray = Grid.ray

    def counted(board: Grid, cell: int, offset: tuple[int, int]) -> tuple[int, ...]:
        followed.append(cell)
        return ray(board, cell, offset)

    monkeypatch.setattr(Grid, "ray", counted)
    state = start(load(file).program(2), 1)
    assert state.option_count == 8
    assert len(followed) < 20
