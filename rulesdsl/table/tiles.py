"""Boards on which tiles are laid: those that grow, and those whose cells have places at their sides.

A cell is large enough for the name of what lies there; what stands at its sides is drawn as bands along them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from attrs import frozen

from rulesdsl.drawings.boards import corners_around, corners_text, middle_of
from rulesdsl.drawings.layout import Point
from rulesdsl.grids import Offset
from rulesdsl.table.design import Drawing, Edges
from rulesdsl.table.lit import Lit, Press
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.spots import (
    MARK,
    Spots,
    described,
    disc,
    drawn_pawns,
    drawn_place,
    drawn_tokens,
    letters_at,
    pawns_mark,
    side_by_side,
    svg,
)
from rulesdsl.table.tokens import Place, Token, cells_of

APART = 76.0
"""So far from each other lie the middles of cells."""
BAND = 0.24
"""So much of the way from a side to the middle belongs to what stands at the side."""
LINE = 0.1
"""The same of what stands between two cells, to both of them."""
HIT = 0.6
"""So much of the way belongs to who wants to click a side."""
MARGIN = 6.0
FITS = 7
"""A board of more columns or rows is scrolled."""
LONGEST = 10
"""A longer word is not written on a tile."""


@frozen
class Sheet:
    """Where the cells lie on it. `left`, `top`: where it begins, from the first cell that was ever there."""

    width: float
    height: float
    left: float
    top: float
    middles: tuple[Point, ...]
    corners: tuple[Point, ...]
    """Around the middle of each."""


def sheet_of(tiling: str, cells: Sequence[Offset]) -> Sheet:
    around = tuple((right * APART, -up * APART) for right, up in corners_around(tiling))
    raw = [(x * APART, -y * APART) for x, y in (middle_of(tiling, *cell) for cell in cells)]
    xs, ys = zip(*raw, strict=True)
    wide, high = (max(corner[axis] for corner in around) + MARGIN for axis in (0, 1))
    left, top = min(xs) - wide, min(ys) - high
    return Sheet(
        max(xs) + wide - left,
        max(ys) + high - top,
        left,
        top,
        tuple((x - left, y - top) for x, y in raw),
        around,
    )


def is_wide(cells: Sequence[Offset]) -> bool:
    """Whether a board of these is scrolled."""
    return any(max(along) - min(along) >= FITS for along in zip(*cells, strict=True))


def tiles(
    drawing: Drawing,
    places: Sequence[Place],
    edges: Sequence[tuple[Edges, Sequence[Place]]],
    lit: Lit,
    spots: Spots,
) -> Markup:
    """The cells that are there; of each what lies on it, and above all of them what stands at their sides."""
    assert drawing.board is not None
    cells = cells_of(spots.scene, drawing)
    if drawing.board.shift:
        cells = tuple(drawing.board.offset(*cell) for cell in cells)
    sheet = sheet_of(drawing.board.tiling, cells)
    at_sides: dict[int, list[_Side]] = {}
    for kind, sides in edges:
        for index, place in enumerate(sides):
            press = lit.named((kind.kind,), kind.names[index], *place.parts)
            if place.tokens or press or place.chosen:
                way = _way(drawing.board.tiling, kind.ways[index])
                at_sides.setdefault(kind.cells[index], []).append(
                    _Side(place, press, way, between=kind.between)
                )
    for index, (place, middle) in enumerate(zip(places, sheet.middles, strict=True)):
        press = lit.named(drawing.kinds, drawing.names[index], *place.parts)
        around = tuple(at_sides.get(index, ()))
        named = not any(side.is_filled and not side.between for side in around)
        key = (place.label, middle, press, tuple(place.tokens), place.chosen, named)
        spots.put(
            f"{index}",
            spots.kept(("cell", *key), partial(_cell, sheet, middle, place, press, tinted=named)),
        )
        keys = (middle, *(side.key for side in around))
        spots.put(f"sides-{index}", spots.kept(("sides", *keys), partial(_sides, sheet, middle, around)))
    spots.put("pawns", drawn_pawns(places, sheet.middles))
    return spots.kept(("frame", cells), lambda: _frame(sheet, spots))


def _frame(sheet: Sheet, spots: Spots) -> Markup:
    numbers = range(len(sheet.middles))
    ground = joined(
        tag("rect", width="100%", height="100%", class_="ground"),
        *(spots.mark("g", f"{index}") for index in numbers),
    )
    above = joined(*(spots.mark("g", f"sides-{index}") for index in numbers), pawns_mark(spots))
    return svg(sheet.width, sheet.height, ground, above, (sheet.left, sheet.top))


def _cell(sheet: Sheet, middle: Point, place: Place, press: Press, *, tinted: bool) -> Markup:
    """`tinted`: what lies there is drawn in its colour, as nothing at its sides says more."""
    x, y = middle
    pieces = [token for token in place.tokens if token.form == "piece" and not token.of_state]
    tile = pieces[0] if len(pieces) == 1 and pieces[0].style != "back" else None
    style = classes(
        "place",
        "tile",
        *press.styles,
        place.chosen and "chosen",
        not place.tokens and "free",
        tile is not None and "laid",
        tile is not None and tinted and tile.style,
    )
    words = described(place.label, place)
    outline = tag("polygon", points=corners_text(sheet.corners, middle))
    made = drawn_place(place.label, words, press, style, outline)
    if tile is None:
        above = list(drawn_tokens(place.tokens, x, y))
    else:
        above = [letters_at(line, x, y + down, "tile-name") for line, down in _lines(tile)]
        others = [token for token in place.tokens if token is not tile and token.form != "pawn"]
        above += [
            disc(token, across, y + 16, MARK + 1)
            for token, across in zip(others, side_by_side(len(others), x, MARK + 1), strict=True)
        ]
    if not place.tokens:
        above.append(letters_at(place.label.rsplit(" ", 1)[-1], x, y, "place-number"))
    return joined(made, tag("g", *above, class_="tokens", aria_hidden="true"))


def _lines(tile: Token) -> Iterator[tuple[str, float]]:
    """What it is called, a word in each line; its letters if a word is too long."""
    words = tile.words.split()
    if len(words) > 2 or any(len(word) > LONGEST for word in words):
        words = [tile.letters]
    for number, word in enumerate(words):
        yield word, 12 * number - 6 * (len(words) - 1)


# ---------------------------------------------------------------------- what stands at the sides


@frozen
class _Side:
    place: Place
    press: Press
    way: Point
    """From the middle of its cell to that of the neighbour."""
    between: bool

    @property
    def is_filled(self) -> bool:
        return any(token.of_state for token in self.place.tokens)

    @property
    def key(self) -> tuple[object, ...]:
        return (
            self.place.label,
            self.way,
            self.press,
            tuple(self.place.tokens),
            self.place.chosen,
        )


def _way(tiling: str, way: Offset) -> Point:
    right, up = middle_of(tiling, *way)
    return right * APART, -up * APART


def _sides(sheet: Sheet, middle: Point, sides: Sequence[_Side]) -> Markup:
    return joined(*(_side(sheet, middle, side) for side in sides))


def _side(sheet: Sheet, middle: Point, side: _Side) -> Markup:
    band, centre = _band(sheet.corners, side, LINE if side.between else BAND)
    place = side.place
    words = described(place.label, place)
    painted = next((token for token in place.tokens if token.of_state), None)
    style = classes(
        "side",
        *side.press.styles,
        place.chosen and "chosen",
        painted is not None and "painted",
        painted is not None and painted.style,
    )
    inner = [tag("polygon", points=corners_text(band, middle))]
    if side.press:
        # A finger is wider than a line or a band.
        hit = corners_text(_band(sheet.corners, side, BAND if side.between else HIT)[0], middle)
        inner.append(tag("polygon", points=hit, class_="hit"))
    made = drawn_place(place.label, words, side.press, style, *inner)
    x, y = middle[0] + centre[0], middle[1] + centre[1]
    above = []
    if painted is not None and painted.form != "mark":
        above.append(letters_at(painted.symbol or painted.letters, x, y, "side-sign"))
    others = [token for token in place.tokens if token is not painted]
    above += [
        disc(token, across, y, MARK + 3)
        for token, across in zip(others, side_by_side(len(others), x, MARK + 3), strict=True)
    ]
    return joined(made, tag("g", *above, class_="tokens", aria_hidden="true") if above else None)


def _band(corners: Sequence[Point], side: _Side, depth: float) -> tuple[list[Point], Point]:
    """Along the side of a cell, and its middle; around a corner, if the way leads over that."""
    across, along = side.way
    far = [x * across + y * along for x, y in corners]
    ends = [corner for corner, reach in zip(corners, far, strict=True) if reach > max(far) - 1]
    if len(ends) == 1:
        x, y = ends[0]
        return [(x, y), (x * (1 - 2 * depth), y), (x, y * (1 - 2 * depth))], (
            x * (1 - depth),
            y * (1 - depth),
        )
    inner = [(x * (1 - depth), y * (1 - depth)) for x, y in ends]
    # As deep in the neighbour, if it belongs to both.
    outer = [(x + (across - x) * depth, y + (along - y) * depth) for x, y in ends] if side.between else ends
    band = [*reversed(outer), *inner]
    return band, (sum(x for x, _ in band) / 4, sum(y for _, y in band) / 4)
