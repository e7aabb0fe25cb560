"""Boards that grow: which of their places are there in a position, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.events import Grown
from rulesdsl.grids import OFFSETS, Offset


@frozen
class GrowingBoard:
    """Places of a kind that come to be there in play, and the cells that say so."""

    kind: str
    tiling: str
    """squares, pointy or flat hexagons"""
    count: int
    """The address of how many are there."""
    numbered: int
    """The address of how many of them have their number by where they lie."""
    column: int
    row: int
    """The addresses of where the first one lies; the others follow."""
    made_of: tuple[tuple[str, tuple[int, ...]], ...]
    """The kinds of places that are made of these and others, with the one that each is made of."""

    @property
    def of_each(self) -> dict[str, int]:
        """How many places of a kind there are for each of these, which lie one behind the other."""
        return {self.kind: 1} | {kind: parts.count(0) for kind, parts in self.made_of}

    def places(self, cells: list[int]) -> tuple[Offset, ...]:
        """The column and the row of each that is there, by their numbers; first (0, 0)."""
        count = cells[self.count]
        columns = cells[self.column : self.column + count]
        return tuple(zip(columns, cells[self.row : self.row + count], strict=True))


@lru_cache(maxsize=64)
def growing_boards(layout: Layout) -> tuple[GrowingBoard, ...]:
    """Those of a game, in the order of the file."""
    program = layout.program
    return tuple(
        GrowingBoard(
            kind,
            _tiling(program, kind),
            layout.states[f"{kind}.count"].address,
            layout.states[f"{kind}.numbered"].address,
            layout.states[f"{kind}.column"].address,
            layout.states[f"{kind}.row"].address,
            tuple(_made_of(program, kind)),
        )
        for kind in program.nodes
        if f"{kind}.count" in layout.states
    )


def places_grown(layout: Layout, cells: list[int]) -> Grown:
    return tuple(board.places(cells) for board in growing_boards(layout))


def _made_of(program: ir.Program, kind: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Those that are called by one of them and something else."""
    for table in program.tables.values():
        match table:
            case ir.Table(keys=(ir.NodeDomain(other),), type=ir.NodeDomain(of)) if of == kind:
                parts = tuple(value for value in table.values if isinstance(value, int))
                labels = zip(program.nodes[other], parts, strict=True)
                if all(label.startswith(f"{program.nodes[kind][part]} ") for label, part in labels):
                    yield other, parts


def _tiling(program: ir.Program, kind: str) -> str:
    """By the ways in which steps lead."""
    right, up = program.tables[f"{kind}.right"], program.tables[f"{kind}.up"]
    (directions,) = right.keys
    assert isinstance(directions, ir.EnumDomain)
    steps = zip(program.enums[directions.name], right.values, up.values, strict=True)
    ways = {way: (columns, rows) for way, columns, rows in steps if columns or rows}
    return next(tiling for tiling, offsets in OFFSETS.items() if offsets == ways)
