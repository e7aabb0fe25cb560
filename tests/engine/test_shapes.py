"""Shapes against what is known of polyominoes and polyhexes, and their placements against a plain search."""

from cmath import exp
from itertools import combinations
from math import pi
from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.environments.minimax import solve
from rulesdsl.grids import Grid
from rulesdsl.shapes import Shape, footprint, images, picture_of, placements, shape_of, turned_over, turns
from tests.classics.test_known_numbers import sequences, unforced
from tests.engine.texts import program_of

PENTOMINOES = {
    "f": ".XX / XX. / .X.",
    "i": "XXXXX",
    "l": "XXXX / X...",
    "n": "XXX. / ..XX",
    "p": "XXX / XX.",
    "t": "XXX / .X. / .X.",
    "u": "X.X / XXX",
    "v": "X.. / X.. / XXX",
    "w": "X.. / XX. / .XX",
    "x": ".X. / XXX / .X.",
    "y": "XXXX / .X..",
    "z": "XX. / .X. / .XX",
}
BOARDS = [
    Grid(4, 4),
    Grid(5, 3),
    Grid(4, 4, "pointy"),
    Grid(4, 4, "flat"),
    Grid(5, 5, "pointy", six_sided=True),
    Grid(4, 4, wraps=(True, True)),
    Grid(5, 4, "pointy", wraps=(True, False)),
]


def shape(picture: str) -> Shape:
    known = shape_of(picture)
    assert known is not None
    return known


def all_images(known: Shape, tiling: str) -> tuple[Shape, ...]:
    return images(known, tiling, turned=True, mirrored=True)


def grown(tiling: str, size: int) -> set[Shape]:
    """All shapes of so many cells that hang together, each as it lies: a cell is added in every place."""
    ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if tiling != "squares":
        ways += [(1, -1), (-1, 1)]
    shapes: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        more: set[Shape] = set()
        for known in shapes:
            for right, up in known:
                for across, along in ways:
                    cells = {*known, (right + across, up + along)}
                    if len(cells) > len(known):
                        left, low = (min(cell[axis] for cell in cells) for axis in (0, 1))
                        more.add(tuple(sorted((column - left, row - low) for column, row in cells)))
        shapes = more
    return shapes


@pytest.mark.parametrize(
    ("tiling", "fixed", "one_sided", "free"),
    [
        # https://oeis.org: A001168, A000988, A000105; A001207, A006535, A000228
        ("squares", (1, 2, 6, 19, 63, 216), (1, 1, 2, 7, 18, 60), (1, 1, 2, 5, 12, 35)),
        ("pointy", (1, 3, 11, 44, 186), (1, 1, 3, 10, 33), (1, 1, 3, 7, 22)),
        ("flat", (1, 3, 11, 44), (1, 1, 3, 10), (1, 1, 3, 7)),
    ],
)
def test_as_many_shapes_as_are_known(
    tiling: str, fixed: tuple[int, ...], one_sided: tuple[int, ...], free: tuple[int, ...]
) -> None:
    for size, (as_drawn, turned, either_way) in enumerate(zip(fixed, one_sided, free, strict=True), 1):
        shapes = grown(tiling, size)
        assert len(shapes) == as_drawn
        only_turned = {frozenset(images(item, tiling, turned=True, mirrored=False)) for item in shapes}
        assert len(only_turned) == turned
        assert len({frozenset(all_images(item, tiling)) for item in shapes}) == either_way
        assert all(shape_of(picture_of(item)) == item for item in shapes)


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_everything_that_hangs_together_is_covered_by_a_placement(board: Grid, size: int) -> None:
    graph = board.adjacent
    links = {frozenset(link) for link in graph.links}
    joined = set()
    for cells in combinations(range(board.cell_count), size):
        reached, todo = {cells[0]}, [cells[0]]
        while todo:
            here = todo.pop()
            near = {cell for cell in cells if cell not in reached and frozenset((here, cell)) in links}
            reached |= near
            todo += near
        if len(reached) == size:
            joined.add(cells)
    shapes = {min(all_images(item, board.tiling)) for item in grown(board.tiling, size)}
    covered = [cells for item in shapes for cells in placements(board, item, turned=True, mirrored=True)]
    assert set(covered) == joined
    if not any(board.wraps):
        # On a ring one shape can cover what another one covers.
        assert len(covered) == len(joined)


def ways_to_fill(board: Grid) -> int:
    """How often the twelve pentominoes cover a board, each once."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(board.cell_count)]
    for number, picture in enumerate(PENTOMINOES.values()):
        for cells in placements(board, shape(picture), turned=True, mirrored=True):
            at[cells[0]].append((1 << number, sum(1 << cell for cell in cells)))
    everything = (1 << board.cell_count) - 1

    def fill(covered: int, used: int) -> int:
        if covered == everything:
            return 1
        first = (~covered & (covered + 1)).bit_length() - 1
        return sum(
            fill(covered | cells, used | tile)
            for tile, cells in at[first]
            if not used & tile and not covered & cells
        )

    return fill(0, 0)


def test_pentominoes_fill_three_by_twenty_in_two_ways_and_their_mirror_images() -> None:
    assert (
        sum(len(placements(Grid(10, 6), shape(p), turned=True, mirrored=True)) for p in PENTOMINOES.values())
        == 2056
    )
    assert ways_to_fill(Grid(3, 20)) == 8


@pytest.mark.parametrize("picture", ["", ".", "XX/..Y", "X|X", "XX//X", "/X", "ell"])
def test_what_is_no_picture(picture: str) -> None:
    assert shape_of(picture) is None


def test_empty_edges_of_a_picture_make_no_difference() -> None:
    assert shape_of("... / .X. / .XX / ...") == shape_of("X./XX")
    assert picture_of(shape("... / .X. / .XX / ...")) == "X. / XX"


DOMINOES = """game "Dominoes"
players 1
places Cell grid {columns} by {rows}
values Tile
  shape: Shape
  | tile | shape |
  | bone | XX |
placements Lie of Tile as tile on Cell, turned
state covered per Cell: yes or no
define gap = first(Cell where not covered)
action lay(lie from Lie where gap is in cells and every(cells: not covered)) "Lay {{lie}}"
  for cell in lie.cells
    set covered(cell) to yes
flow
  phase laying {times} times
    turn of each player
    must lay if possible
score left = count(Cell where not covered)
score tiles = count(distinct(Lie.tile))
winner most total, then shared
"""


@pytest.mark.parametrize(("columns", "rows", "ways"), [(2, 2, 2), (3, 4, 11), (4, 4, 36), (5, 6, 1183)])
def test_dominoes_cover_boards_in_as_many_ways_as_is_known(
    tmp_path: Path, columns: int, rows: int, ways: int
) -> None:
    times = columns * rows // 2
    text = DOMINOES.format(columns=columns, rows=rows, times=times)
    assert sequences(unforced(program_of(tmp_path, text, 1)), times) == ways


@pytest.mark.parametrize(("columns", "rows", "ways"), [(6, 6, 6_728), (8, 8, 12_988_816)])
def test_dominoes_cover_large_boards_in_as_many_ways_as_is_known(
    tmp_path: Path, columns: int, rows: int, ways: int
) -> None:
    """Position by position: what covers the same cells goes on in the same ways."""
    known: dict[State, int] = {}

    def endings(state: State) -> int:
        if state.over:
            return int(view(state, 0).score("left").values == (0,))
        if state not in known:
            known[state] = sum(endings(state.clone().apply(option)) for option in range(state.option_count))
        return known[state]

    text = DOMINOES.format(columns=columns, rows=rows, times=columns * rows // 2)
    assert endings(start(program_of(tmp_path, text, 1))) == ways


CRAM = """game "Cram"
players 2
places Cell grid {columns} by {rows}
values Tile
  shape: Shape
  | tile | shape |
  | bone | XX |
placements Lie of Tile as tile on Cell, turned
state covered per Cell: yes or no
state last: Player or none
define room = (Lie where tile is bone and every(cells: not covered))
define laid_last per Player = last is you
action lay(lie from room) "Lay {{lie}}"
  for cell in lie.cells
    set covered(cell) to yes
  set last to you
flow
  phase laying up to 99 times
    turn of each player
    until room is empty
    must lay
winner most laid_last, then shared
"""


@pytest.mark.parametrize(
    ("columns", "rows", "first_wins"), [(2, 2, False), (2, 3, True), (4, 3, True), (4, 4, False)]
)
def test_cram_is_won_by_whom_it_is_known_to_be_won(
    tmp_path: Path,
    columns: int,
    rows: int,
    first_wins: bool,  # noqa: FBT001
) -> None:
    solved = solve(program_of(tmp_path, CRAM.format(columns=columns, rows=rows), 2))
    assert (solved.values[0] > solved.values[1]) is first_wins


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_what_lies_on_a_first_cell_is_what_can_be_laid(board: Grid) -> None:
    for picture in ("X", "XX", "X.X", "X. / XX", ".XX / XX.", ".X / X. / .X"):
        known = shape(picture)
        laid = {
            footprint(board, image, first)
            for image in all_images(known, board.tiling)
            for first in range(board.cell_count)
        }
        assert laid - {()} == set(placements(board, known, turned=True, mirrored=True))
        assert all(
            first in cells for first in range(board.cell_count) if (cells := footprint(board, known, first))
        )


def as_drawn(places: list[complex]) -> frozenset[complex]:
    """Where middles of cells lie to each other."""
    first = min(places, key=lambda place: (round(place.imag, 6), round(place.real, 6)))
    return frozenset(complex(round((p - first).real, 6), round((p - first).imag, 6)) for p in places)


def middle(board: Grid, cell: int) -> complex:
    """Of a cell, by what is said of boards: neighbours are 1 apart."""
    column, row = board.column(cell), board.row(cell)
    low = 3**0.5 / 2

    def further(line: int) -> float:
        return {0: line / 2, 1: (line + 1) % 2 / 2, -1: line % 2 / 2}[board.shift]

    match board.tiling:
        case "pointy":
            return complex(column + further(row), row * low)
        case "flat":
            return complex(column * low, row + further(column))
        case _:
            return complex(column, row)


@pytest.mark.parametrize(
    "board",
    [
        Grid(5, 4),
        Grid(4, 5, diagonals=True),
        *(Grid(5, 4, tiling, shift=shift) for tiling in ("pointy", "flat") for shift in (0, 1, -1)),
        *(Grid(5, 5, tiling, six_sided=True) for tiling in ("pointy", "flat")),
    ],
    ids=lambda board: f"{board.tiling} {board.shift} {board}",
)
def test_shapes_turned_and_turned_over_look_so(board: Grid) -> None:
    """Against where cells lie on the sheet: what is turned over is what the mirror shows."""
    middles = [middle(board, cell) for cell in range(board.cell_count)]
    lying: dict[frozenset[complex], set[tuple[int, ...]]] = {}
    for size in (1, 2, 3):
        for cells in combinations(range(board.cell_count), size):
            lying.setdefault(as_drawn([middles[cell] for cell in cells]), set()).add(cells)
    shapes = {
        *grown(board.tiling, 2),
        *grown(board.tiling, 3),
        *map(shape, ("X.X", "X / . / X", "X. / .. / XX")),
    }
    sixth = exp(-2j * pi / (4 if board.tiling == "squares" else 6))
    for known in shapes:
        plain = placements(board, known, turned=False, mirrored=False)
        if not plain:
            continue
        there = [middles[cell] for cell in plain[0]]
        assert {*plain} == lying[as_drawn(there)]
        over = lying.get(as_drawn([-place.conjugate() for place in there]), set())
        assert {*placements(board, known, turned=False, mirrored=True)} == {*plain} | over
        for image, by in ((turned_over(known, board.tiling), over), (turns(known, board.tiling)[1], None)):
            laid = {*placements(board, image, turned=False, mirrored=False)}
            expected = lying.get(as_drawn([place * sixth for place in there]), set()) if by is None else by
            assert laid == expected


@pytest.mark.parametrize(("tiling", "many"), [("squares", 4), ("pointy", 6), ("flat", 6)])
def test_turning_on_leads_back_and_two_turnings_over_too(tiling: str, many: int) -> None:
    for known in grown(tiling, 4):
        turned = turns(known, tiling)
        assert len(turned) == many
        assert turns(turned[-1], tiling)[1] == known
        assert turned_over(turned_over(known, tiling), tiling) == known
        # The other way round in the mirror.
        assert turned_over(turned[1], tiling) == turns(turned_over(known, tiling), tiling)[-1]


ASKED = """game "Stamps"
players 2..2
places Cell grid 4 by 4{kind}
values Stamp
  shape: Shape
  size: 0..9 = count(shape)
  corner: set of Cell = footprint(turned(shape, 2), a1)
  | stamp | shape |
  | ell   | X. / X. / XX |
  | bar   | XXX |
state held: Shape, starts ell.shape
define sizes = list(s in Stamp: count(s.shape))
define size_held = count(held)
define below(c: Cell) = footprint(held, c)
define on(c: Cell) = footprint(turned(held, 1), c)
define over(c: Cell) = footprint(mirrored(held), c)
define back(n: -9..9) = turned(turned(held, n), -n) is held
define in_the_corner = ell.corner
define twice = mirrored(mirrored(held)) is held
flow
  set held to turned(held, 0)
  each player in turn
    choose c from Cell where footprint(turned(held, 1), c) is not empty "Where?"
    set held to mirrored(held)
score points = sum(Stamp.size) + size_held
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("kind", "tiling"), [("", "squares"), (", hexagons", "pointy"), (", wrapped", "squares")]
)
def test_a_game_asks_shapes(tmp_path: Path, kind: str, tiling: str) -> None:
    state = start(program_of(tmp_path, ASKED.replace("{kind}", kind)))
    board = Grid(4, 4, tiling, wraps=(bool("wrapped" in kind),) * 2)
    ell = shape("X. / X. / XX")
    assert state.evaluate("sizes") == (4, 3)
    assert state.evaluate("size_held") == 4
    assert state.evaluate("now points", 0) == 11
    for cell in range(board.cell_count):
        assert state.evaluate("below", cell) == footprint(board, ell, cell)
        assert state.evaluate("on", cell) == footprint(board, turns(ell, tiling)[1], cell)
        assert state.evaluate("over", cell) == footprint(board, turned_over(ell, tiling), cell)
    assert all(state.evaluate("back", n) for n in range(-9, 10))
    assert state.evaluate("twice")
    assert state.evaluate("in_the_corner") == footprint(board, turns(ell, tiling)[2], 0)
    fitting = [cell for cell in range(board.cell_count) if state.evaluate("on", cell)]
    assert state.option_count == len(fitting)
    state.apply(0)
    assert state.evaluate("below", 5) == footprint(board, turned_over(ell, tiling), 5)
