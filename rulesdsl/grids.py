"""Boards of squares and rings: which cells lie beside, aslant of and in line with each other.

Cells are numbered row by row from 0: column 1 of row 1 is cell 0, column 2 of row 1 is cell 1.
"""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from rulesdsl.graphs import Graph

# Along a row, down a column, and the two diagonals: right and down, right and up.
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@frozen(cache_hash=True)
class Grid:
    """A board of `columns` by `rows` cells; columns and rows are counted from 1."""

    columns: int = field()
    rows: int = field()

    @columns.validator
    @rows.validator
    def _check_size(self, _attribute: object, size: int) -> None:
        if size < 1:
            raise ValueError(f"a grid needs at least one column and one row, not {size}")

    @property
    def cell_count(self) -> int:
        return self.columns * self.rows

    def column(self, cell: int) -> int:
        return cell % self.columns + 1

    def row(self, cell: int) -> int:
        return cell // self.columns + 1

    def cell(self, column: int, row: int) -> int | None:
        """The cell at this column and row; None if that is off the board."""
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            return (row - 1) * self.columns + column - 1
        return None

    def step(self, cell: int, right: int, down: int) -> int | None:
        """The cell so many columns to the right and rows down; None if that is off the board."""
        return self.cell(self.column(cell) + right, self.row(cell) + down)

    @cached_property
    def orthogonal(self) -> Graph:
        """The cells that share a side."""
        return self._graph(_DIRECTIONS[:2])

    @cached_property
    def diagonal(self) -> Graph:
        """The cells that share a corner and no side."""
        return self._graph(_DIRECTIONS[2:])

    @cached_property
    def all_around(self) -> Graph:
        """The cells that share a side or a corner."""
        return self._graph(_DIRECTIONS)

    def _graph(self, directions: tuple[tuple[int, int], ...]) -> Graph:
        return Graph(
            self.cell_count,
            tuple(
                (cell, other)
                for cell in range(self.cell_count)
                for right, down in directions
                if (other := self.step(cell, right, down)) is not None
            ),
        )


def grid(columns: int, rows: int) -> Grid:
    """The board with this many columns and rows."""
    return Grid(columns, rows)


def lines(columns: int, rows: int, n: int) -> tuple[tuple[int, ...], ...]:
    """Every straight line of `n` cells, once.

    First those along a row, then down a column, then the diagonals right and down, then right and up;
    in each direction by the first cell. A line of one cell has no direction and comes once.
    """
    if n < 1:
        raise ValueError(f"a line has at least one cell, not {n}")
    board = Grid(columns, rows)
    lines = []
    for right, down in _DIRECTIONS if n > 1 else _DIRECTIONS[:1]:
        for first in range(board.cell_count):
            line = [board.step(first, right * i, down * i) for i in range(n)]
            cells = tuple(cell for cell in line if cell is not None)
            if len(cells) == n:
                lines.append(cells)
    return tuple(lines)


def rays(columns: int, rows: int, cell: int) -> tuple[tuple[int, ...], ...]:
    """The cells that lie straight on from a cell to the edge, nearest first, in each of eight directions.

    First those along its row, right and left, then along its column, down and up, then the two
    diagonals, both ways each. At the edge of the board some have no cells.
    """
    board = Grid(columns, rows)
    rays = []
    for right, down in _DIRECTIONS:
        for way in (1, -1):
            ray = []
            reached = board.step(cell, way * right, way * down)
            while reached is not None:
                ray.append(reached)
                reached = board.step(reached, way * right, way * down)
            rays.append(tuple(ray))
    return tuple(rays)


def ring(n: int) -> Graph:
    """A closed track of `n` cells: each is linked to the next, and the last to the first.

    With two cells there is one link, with one cell there is none.
    """
    if n < 1:
        raise ValueError(f"a ring needs at least one cell, not {n}")
    if n <= 2:
        return Graph(n, ((0, 1),) * (n - 1))
    return Graph(n, tuple((cell, (cell + 1) % n) for cell in range(n)))
