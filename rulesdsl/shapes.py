"""Shapes of cells, drawn as pictures: their turns and mirror images, and where on a board they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rulesdsl.grids import Grid, Offset

SHAPE = "Shape"
"""What shapes are called as a kind of values."""

Shape = tuple[Offset, ...]
"""So many columns to the right and rows up from the lowest row and the first column, in order."""

PICTURE = re.compile(r"[X.]+(?: */ *[X.]+)*")


def shape_of(picture: str) -> Shape | None:
    """What a picture shows, its rows from the top down with `/` between; None if it is none."""
    if not PICTURE.fullmatch(picture) or "X" not in picture:
        return None
    rows = picture.replace(" ", "").split("/")
    return _moved(
        (right, len(rows) - 1 - down)
        for down, row in enumerate(rows)
        for right, sign in enumerate(row)
        if sign == "X"
    )


def picture_of(shape: Shape) -> str:
    width, height = (1 + max(offset[axis] for offset in shape) for axis in (0, 1))
    rows = (
        "".join("X" if (right, up) in shape else "." for right in range(width))
        for up in reversed(range(height))
    )
    return " / ".join(rows)


def images(shape: Shape, tiling: str, *, turned: bool, mirrored: bool) -> tuple[Shape, ...]:
    """The shape and what it becomes when it is turned or turned over, each once."""
    known = [*turns(shape, tiling)] if turned else [shape]
    if mirrored:
        known += [turned_over(item, tiling) for item in known]
    return tuple(dict.fromkeys(known))


def turns(shape: Shape, tiling: str) -> tuple[Shape, ...]:
    """The shape as it lies, turned once clockwise, twice, and so on; some of them may be the same."""
    ways = _ways(tiling)
    known = [shape]
    for _ in ways[1:]:
        known.append(_image(known[-1], ways, ways[1:] + ways[:1]))
    return tuple(known)


def turned_over(shape: Shape, tiling: str) -> Shape:
    """What lies to the right lies to the left: a way up stays, or becomes the one beside it."""
    ways = _ways(tiling)
    return _image(shape, ways, ways[::-1] if tiling == "pointy" else ways[:1] + ways[:0:-1])


@lru_cache(maxsize=2**15)
def footprint(board: Grid, shape: Shape, first: int) -> tuple[int, ...]:
    """The cells on which a shape lies whose lowest row begins on the first; none if it does not fit there."""
    right, up = min(shape, key=lambda offset: (offset[1], offset[0]))
    cells = {board.step(first, other - right, higher - up) for other, higher in shape}
    there = sorted(cell for cell in cells if cell is not None)
    return tuple(there) if len(there) == len(shape) else ()


def placements(board: Grid, shape: Shape, *, turned: bool, mirrored: bool) -> tuple[tuple[int, ...], ...]:
    """All sets of cells that the shape can cover, each once."""
    covered: dict[tuple[int, ...], None] = {}
    for image in images(shape, board.tiling, turned=turned, mirrored=mirrored):
        for first in range(board.cell_count):
            right, up = image[0]
            cells = {board.step(first, other - right, higher - up) for other, higher in image}
            if None not in cells and len(cells) == len(image):
                covered[tuple(sorted(cell for cell in cells if cell is not None))] = None
    return tuple(covered)


def _ways(tiling: str) -> list[Offset]:
    """The ways to the neighbours of a cell, clockwise from the one up, or up and right: a turn leads each to
    the next.
    """
    if tiling == "squares":
        return [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]


def _image(shape: Shape, ways: list[Offset], become: list[Offset]) -> Shape:
    """The shape where the two ways along its axes become others."""
    (across, along), (other_across, other_along) = become[ways.index((1, 0))], become[ways.index((0, 1))]
    return _moved(
        (right * across + up * other_across, right * along + up * other_along) for right, up in shape
    )


def _moved(offsets: Iterator[Offset]) -> Shape:
    """Moved to where offsets begin."""
    moved = tuple(offsets)
    left, low = (min(offset[axis] for offset in moved) for axis in (0, 1))
    return tuple(sorted((right - left, up - low) for right, up in moved))
