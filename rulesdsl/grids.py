"""Boards of cells and rings: what lies beside each cell, a step away, and in line with it.

Cells are numbered row by row from 0: column 1 of row 1 is cell 0, column 2 of row 1 is cell 1. Row 1 is the
lowest. Each row of pointy hexagons lies half a cell further right than the one below it, each column of flat
ones half a cell higher than the one to its left: then the same offsets lead to the neighbours of both. Where
only every second row or column is shifted (`shift`), cells are counted otherwise, and offsets are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from rulesdsl.graphs import Graph

Offset = tuple[int, int]
"""So many columns to the right, so many rows up."""

DIRECTION = "Direction"
"""What the directions of a game's boards are called as a kind of values."""

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The names of directions, clockwise."""

OFFSETS: Mapping[str, Mapping[str, Offset]] = {
    "squares": dict(
        zip(COMPASS, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)), strict=True)
    ),
    "pointy": {
        "northeast": (0, 1),
        "east": (1, 0),
        "southeast": (1, -1),
        "southwest": (0, -1),
        "west": (-1, 0),
        "northwest": (-1, 1),
    },
    "flat": {
        "north": (0, 1),
        "northeast": (1, 0),
        "southeast": (1, -1),
        "south": (0, -1),
        "southwest": (-1, 0),
        "northwest": (-1, 1),
    },
}
"""For each tiling the way of each direction, clockwise."""

# Along a row, up a column, and the two diagonals: right and up, right and down.
_AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


MOST_CELLS = 20_000
"""What is read from elsewhere must not fill the memory."""


@frozen(cache_hash=True)
class Grid:
    """A board of `columns` by `rows` cells; columns and rows are counted from 1."""

    columns: int = field()
    rows: int = field()
    tiling: str = field(default="squares")
    """squares, pointy or flat hexagons"""
    diagonals: bool = False
    """Whether squares that share only a corner are neighbours."""
    wraps: tuple[bool, bool] = (False, False)
    """Whether a row goes on at its other end, and whether a column does."""
    six_sided: bool = False
    """Whether two corners of a rhombus of hexagons are cut off, so that it has six equal sides."""
    shift: int = 0
    """Of a rectangle of hexagons: rows 2, 4, … lie half a cell further right (1) or left (-1) than others,
    of flat ones columns 2, 4, … half a cell higher or lower. 0: each lies further than the one before it.
    """

    @columns.validator
    @rows.validator
    def _check_size(self, _attribute: object, size: int) -> None:
        if size < 1:
            raise ValueError(f"a grid needs at least one column and one row, not {size}")
        if self.columns * size > MOST_CELLS:
            raise ValueError(f"a grid has at most {MOST_CELLS} cells")

    @tiling.validator
    def _check_tiling(self, _attribute: object, tiling: str) -> None:
        if tiling not in OFFSETS:
            raise ValueError(f"there is no tiling {tiling}")

    def __str__(self) -> str:
        """Its size in words."""
        if self.six_sided:
            side = f"a hexagon with {(self.columns + 1) // 2} cells at a side"
            return f"{side}, flat" if self.tiling == "flat" else side
        return ", ".join([f"{self.columns} by {self.rows}", *self._properties])

    @property
    def _properties(self) -> Iterator[str]:
        """What kind of board it is, as the language says it."""
        if self.diagonals:
            yield "diagonals"
        if self.tiling != "squares":
            yield "flat hexagons" if self.tiling == "flat" else "hexagons"
        if self.shift:
            ways = ("up", "down") if self.tiling == "flat" else ("right", "left")
            yield f"shifted {ways[self.shift < 0]}"
        if any(self.wraps):
            yield {(True, True): "wrapped", (True, False): "wrapped rows"}.get(self.wraps, "wrapped columns")

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The column and the row of each cell."""
        cut = (self.columns - 1) // 2 if self.six_sided else 0
        low, high = 2 + cut, self.columns + self.rows - cut
        return tuple(
            (column, row)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
            if low <= column + row <= high
        )

    @staticmethod
    def letters(column: int) -> str:
        """What a column is called in the names of its cells."""
        letters = ""
        while column:
            column, letter = divmod(column - 1, 26)
            letters = chr(ord("a") + letter) + letters
        return letters

    @staticmethod
    def label(column: int, row: int) -> str:
        """What is printed at a cell."""
        return f"{Grid.letters(column)}{row}"

    def columns_called(self, *, by_number: bool) -> tuple[str, ...]:
        """What stands beside the board for each column, as it does in the names of cells, or its number."""
        return tuple(
            str(column) if by_number else self.letters(column) for column in range(1, self.columns + 1)
        )

    def cells_called(self, *, by_number: bool) -> tuple[str, ...]:
        """What stands in each cell of a drawn board: its name, or the numbers of its column and row."""
        return tuple(
            f"{column}/{row}" if by_number else self.label(column, row) for column, row in self.cells
        )

    @cached_property
    def _numbers(self) -> Mapping[tuple[int, int], int]:
        return {place: number for number, place in enumerate(self.cells)}

    @property
    def cell_count(self) -> int:
        return len(self.cells)

    def column(self, cell: int) -> int:
        return self.cells[cell][0]

    def row(self, cell: int) -> int:
        return self.cells[cell][1]

    def cell(self, column: int, row: int) -> int | None:
        """The cell at this column and row; None if that is off the board."""
        if self.wraps[0]:
            column = (column - 1) % self.columns + 1
        if self.wraps[1]:
            row = (row - 1) % self.rows + 1
        return self._numbers.get((column, row))

    def offset(self, column: int, row: int) -> Offset:
        """How far a column and a row lie from the first, by offsets."""
        right, up = column - 1, row - 1
        if self.shift and self.tiling == "flat":
            up -= self._lean(right)
        elif self.shift:
            right -= self._lean(up)
        return right, up

    def _lean(self, number: int) -> int:
        """By how many cells less a row or column lies further, where only every second one is shifted."""
        return (number - self.shift * (number % 2)) // 2

    def step(self, cell: int, right: int, up: int) -> int | None:
        """The cell so many columns to the right and rows up; None if that is off the board."""
        across, along = self.offset(*self.cells[cell])
        across, along = across + right, along + up
        if self.shift and self.tiling == "flat":
            along += self._lean(across)
        elif self.shift:
            across += self._lean(along)
        return self.cell(across + 1, along + 1)

    @property
    def directions(self) -> Mapping[str, Offset]:
        return OFFSETS[self.tiling]

    @property
    def endless(self) -> bool:
        """Whether a step never leads off the board."""
        return self.wraps == (True, True)

    @cached_property
    def axes(self) -> tuple[Offset, ...]:
        """One of each two opposite directions."""
        known = self.directions.values()
        return tuple(axis for axis in _AXES if axis in known)

    @cached_property
    def adjacent(self) -> Graph:
        """The neighbours of each cell."""
        return self._graph(_AXES[:2] if self.tiling == "squares" and not self.diagonals else self.axes)

    def _graph(self, offsets: tuple[Offset, ...]) -> Graph:
        links: dict[frozenset[int], tuple[int, int]] = {}
        for cell in range(self.cell_count):
            for right, up in offsets:
                other = self.step(cell, right, up)
                # Where a board goes on at its other end, two cells can lie beside each other twice.
                if other is not None and other != cell:
                    links.setdefault(frozenset((cell, other)), (cell, other))
        return Graph(self.cell_count, tuple(links.values()))

    def ray(self, cell: int, offset: Offset) -> tuple[int, ...]:
        """The cells straight on to the edge, nearest first; where there is no edge, until it is back."""
        ray: list[int] = []
        reached = self.step(cell, *offset)
        while reached is not None and reached != cell:
            ray.append(reached)
            reached = self.step(reached, *offset)
        return tuple(ray)

    def rays(self, cell: int) -> tuple[tuple[int, ...], ...]:
        """Those in all directions: along its row, right and left, then along its column, up and down, then
        the diagonals, both ways each. At the edge of the board some have no cells.
        """
        return tuple(self.ray(cell, (way * right, way * up)) for right, up in self.axes for way in (1, -1))

    @cached_property
    def longest_ray(self) -> int:
        if not any(self.wraps):
            return max(self.columns, self.rows) - 1
        # Along what is joined one cell sees what the next one sees.
        alike = 2 if self.shift else 1
        first = [
            cell
            for cell, (column, row) in enumerate(self.cells)
            if (column <= alike or not self.wraps[0]) and (row <= alike or not self.wraps[1])
        ]
        return max(len(ray) for cell in first for ray in self.rays(cell))

    def lines(self, n: int) -> tuple[tuple[int, ...], ...]:
        """Every straight line of `n` cells, once.

        First those along a row, then along a column, then the diagonals right and up, then right and down; in
        each direction by the first cell. A line of one cell has no direction and comes once.
        """
        if n < 1:
            raise ValueError(f"a line has at least one cell, not {n}")
        lines: dict[frozenset[int], tuple[int, ...]] = {}
        for offset in self.axes if n > 1 else self.axes[:1]:
            for first in range(self.cell_count):
                line = (first, *self.ray(first, offset)[: n - 1])
                if len(line) == n:
                    lines.setdefault(frozenset(line), line)
        return tuple(lines.values())


def ring(n: int) -> Graph:
    """A closed track of `n` cells: each is linked to the next, and the last to the first.

    With two cells there is one link, with one cell there is none.
    """
    if n < 1:
        raise ValueError(f"a ring needs at least one cell, not {n}")
    if n <= 2:
        return Graph(n, ((0, 1),) * (n - 1))
    return Graph(n, tuple((cell, (cell + 1) % n) for cell in range(n)))
