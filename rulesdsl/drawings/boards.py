"""Boards and shapes of cells as pictures: squares and hexagons; where their cells lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi, sin, sqrt

from attrs import frozen

from rulesdsl.drawings.layout import Point
from rulesdsl.drawings.picture import COLOURS, INK, LAND, MARGIN, TITLE, WIDEST, head, written
from rulesdsl.grids import Grid
from rulesdsl.shapes import Shape

CELL = 72.0
SHADE = "#f1ead8"
LIGHT = "#f8f3e6"


@frozen
class Hexagons:
    """The cells of a board of hexagons: their middles and their corners, on a sheet of this size."""

    width: float
    height: float
    middles: tuple[Point, ...]
    corners: tuple[tuple[Point, ...], ...]
    fills: tuple[str, ...]
    """Three shades, so that no two neighbours have the same."""


@frozen
class DrawnShape:
    """The corners of the cells of a shape, whose middles are 1 apart, on a sheet of this size."""

    width: float
    height: float
    cells: tuple[tuple[Point, ...], ...]


def drawn_shape(shape: Shape, tiling: str) -> DrawnShape:
    middles = [middle_of(tiling, right, up) for right, up in shape]
    raw = [[(x + right, y + up) for right, up in corners_around(tiling)] for x, y in middles]
    xs, ys = ([corner[axis] for corners in raw for corner in corners] for axis in (0, 1))
    left, high = min(xs), max(ys)
    cells = tuple(tuple((x - left, high - y) for x, y in corners) for corners in raw)
    return DrawnShape(max(xs) - left, high - min(ys), cells)


def middle_of(tiling: str, right: int, up: int) -> Point:
    """Of a cell so many columns further right and rows higher than another, where neighbours are 1 apart."""
    low = sqrt(3) / 2
    match tiling:
        case "flat":
            return right * low, up + right / 2
        case "pointy":
            return right + up / 2, up * low
        case _:
            return float(right), float(up)


def corners_around(tiling: str) -> list[Point]:
    """The corners of a cell, as they lie around its middle."""
    sides, reach, turn = (4, 1 / sqrt(2), pi / 4) if tiling == "squares" else (6, 1 / sqrt(3), 0.0)
    turn = pi / 6 if tiling == "pointy" else turn
    angles = [2 * pi * corner / sides + turn for corner in range(sides)]
    return [(reach * cos(angle), reach * sin(angle)) for angle in angles]


def hexagons(board: Grid, apart: float, margin: float = MARGIN, top: float = 0.0) -> Hexagons:
    """The cells with their middles so far apart; row 1 is the lowest."""
    offsets = [board.offset(*cell) for cell in board.cells]
    raw = [middle_of(board.tiling, *offset) for offset in offsets]
    left, bottom = min(x for x, _ in raw), min(y for _, y in raw)
    right, high = max(x for x, _ in raw), max(y for _, y in raw)
    edge = margin + apart / 2
    middles = [(edge + (x - left) * apart, top + edge + (high - y) * apart) for x, y in raw]
    around = corners_around(board.tiling)
    corners = [tuple((x + apart * right, y + apart * up) for right, up in around) for x, y in middles]
    return Hexagons(
        width=(right - left) * apart + 2 * edge,
        height=top + (high - bottom) * apart + 2 * edge,
        middles=tuple(middles),
        corners=tuple(corners),
        fills=tuple((LAND, SHADE, LIGHT)[(right + 2 * up) % 3] for right, up in offsets),
    )


def corners_text(corners: Iterable[Point], middle: Point = (0, 0), scale: float = 1) -> str:
    """As polygons have them."""
    return " ".join(f"{middle[0] + x * scale:.1f},{middle[1] + y * scale:.1f}" for x, y in corners)


def polygon(corners: Sequence[Point], fill: str, label: str) -> str:
    points = corners_text(corners)
    return f'<polygon points="{points}" fill="{fill}" stroke="{INK}"><title>{escape(label)}</title></polygon>'


def drawn_board(title: str, board: Grid, *, by_number: bool) -> str:
    """Row 1 is the lowest, as on paper with coordinates; what columns are called stands beside squares, and
    in hexagons.
    """
    if board.tiling == "squares":
        return _squares(title, board, board.columns_called(by_number=by_number))
    return _hexagons(title, board, board.cells_called(by_number=by_number))


def _hexagons(title: str, board: Grid, called: Sequence[str]) -> str:
    across = board.columns + (1 if board.shift else board.rows) / 2
    drawn = hexagons(board, min(CELL, (WIDEST - 2 * MARGIN) / across), top=TITLE)
    parts = [head(drawn.width, drawn.height, title)]
    for (column, row), name, (x, y), corners, fill in zip(
        board.cells, called, drawn.middles, drawn.corners, drawn.fills, strict=True
    ):
        parts.append(polygon(corners, fill, f"column {column}, row {row}"))
        parts.append(written(x, y + 5, name, "middle"))
    parts += _joined_edges(board, drawn.width, drawn.height)
    return "\n".join([*parts, "</svg>", ""])


def _squares(title: str, board: Grid, called: Sequence[str]) -> str:
    columns, rows = board.columns, board.rows
    side = min(CELL, (WIDEST - 2 * MARGIN) / columns)
    width, height = columns * side + 2 * MARGIN, rows * side + MARGIN + TITLE
    parts = [head(width, height, title)]
    top = TITLE + MARGIN / 3
    for row in range(rows):
        for column in range(columns):
            x, y = MARGIN + column * side, top + (rows - 1 - row) * side
            fill = LAND if (row + column) % 2 else SHADE
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" fill="{fill}"'
                f' stroke="{INK}">'
                f"<title>column {column + 1}, row {row + 1}</title></rect>"
            )
    right, bottom = MARGIN + columns * side, top + rows * side
    if board.wraps[0]:
        parts += [_joined_edge((x, top), (x, bottom)) for x in (MARGIN, right)]
    if board.wraps[1]:
        parts += [_joined_edge((MARGIN, y), (right, y)) for y in (top, bottom)]
    parts += [
        written(MARGIN + (column + 0.5) * side, top + rows * side + 22, name, "middle")
        for column, name in enumerate(called)
    ]
    parts += [
        written(MARGIN - 12, top + (rows - 0.5 - row) * side + 5, str(row + 1), "end") for row in range(rows)
    ]
    return "\n".join([*parts, "</svg>", ""])


def _joined_edge(first: Point, second: Point) -> str:
    """An edge over which the board goes on at its other end."""
    return (
        f'<line x1="{first[0]:.1f}" y1="{first[1]:.1f}" x2="{second[0]:.1f}" y2="{second[1]:.1f}"'
        f' stroke="{COLOURS[0]}" stroke-width="5" stroke-dasharray="9 6"/>'
    )


def _joined_edges(board: Grid, width: float, height: float) -> list[str]:
    """Of hexagons it is said in words."""
    ends = [name for name, wraps in zip(("rows", "columns"), board.wraps, strict=True) if wraps]
    if not ends:
        return []
    return [
        written(width / 2, height - MARGIN / 3, f"{' and '.join(ends)} go on at their other end", "middle")
    ]
