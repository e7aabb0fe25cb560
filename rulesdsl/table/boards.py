"""Boards, rings and maps as drawings, with what stands on them.

What stands at one place is a spot, a part of the page of its own: of a map of a hundred places few change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import pi

from rulesdsl.drawings.boards import Hexagons, corners_text, hexagons
from rulesdsl.drawings.picture import INK, LAND, MapPicture, around
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.things import SeenOption, SeenPiece, Thing, Value
from rulesdsl.table.design import Drawing
from rulesdsl.table.lit import LINES, Lit, Press
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Scene
from rulesdsl.table.spots import (
    RADIUS,
    Spots,
    choosable,
    described,
    drawn_pawns,
    drawn_place,
    drawn_tokens,
    letters_at,
    marks,
    pawns_mark,
    svg,
)
from rulesdsl.table.tiles import is_wide, tiles
from rulesdsl.table.tokens import Place, cells_of, places_of_drawing, places_of_edges

WIDE = 560.0
"""A map wider than this is too small to be read on a phone: there it is seen whole, and larger if wished."""
HEXAGON = 38.0
"""So wide is a hexagon in which what stands there is drawn as on a map."""
APART = 62.0
"""So far from each other lie the middles of hexagons, and places on a ring."""


def spots_of_places(scene: Scene) -> dict[tuple[str, str], tuple[str, ...]]:
    """By its kind and name the ids of each place on the drawings; of a link those of its ends."""
    spots: dict[tuple[str, str], tuple[str, ...]] = {}
    for number, drawing in enumerate(scene.drawings):
        for index, name in enumerate(drawing.names):
            for kind in (drawing.name, *drawing.kinds):
                spots[kind, name] = (f"spot-{number}-{index}",)
        for a, b in drawing.links:
            link = f"{drawing.labels[a]} – {drawing.labels[b]}"
            spots[drawing.name, link] = (f"spot-{number}-{a}", f"spot-{number}-{b}")
    return spots


def covered_spots(
    scene: Scene, option: SeenOption, spots: Mapping[tuple[str, str], tuple[str, ...]]
) -> list[str]:
    """The ids of all places that an option is about: the cells of a placement, what a whole move names."""
    covered: dict[str, None] = {}
    waiting: list[Value] = [option.value, *option.values.values()]
    while waiting:
        value = waiting.pop(0)
        match value:
            case tuple():
                waiting += value
            case Thing(kind=kind) if kind in scene.design.placements:
                cells = value.attributes["cells"]
                assert isinstance(cells, tuple)
                board = scene.design.placements[kind]
                covered |= dict.fromkeys(spot for cell in cells for spot in spots.get((board, str(cell)), ()))
            case SeenPiece(zone=int(zone)):
                waiting += scene.view.zones[zone].keys
            case Thing(kind=kind, name=name):
                covered |= dict.fromkeys(spots.get((kind, name), ()))
            case _:
                pass
    return list(covered)


def boards(scene: Scene, lit: Lit) -> tuple[Markup, dict[str, Markup]]:
    """Each drawing, with its name if there are several; and what is in its spots."""
    spots: dict[str, Markup] = {}
    return joined(*_boards(scene, lit, spots)), spots


def _boards(scene: Scene, lit: Lit, spots: dict[str, Markup]) -> Iterator[Markup]:
    places = [
        (number, drawing, places_of_drawing(scene, drawing, lit))
        for number, drawing in enumerate(scene.drawings)
    ]
    shown = [
        (number, drawing, points)
        for number, drawing, points in places
        if drawing.shape == "map"
        or any(place.tokens for place in points)
        or not lit.kinds.isdisjoint(LINES if drawing.board else ())
        or lit.kinds & {*drawing.kinds, drawing.name, *(edges.kind for edges in drawing.edges)}
    ]
    for number, drawing, points in shown:
        own = Spots(number, scene)
        laid = drawing.shape == "growing" or bool(drawing.edges)
        match drawing.shape:
            case _ if laid:
                picture = _with_edges(drawing, points, lit, own)
            case "grid":
                picture = _grid(drawing, points, lit, own)
            case "hexagons":
                picture = _hexagons(drawing, points, lit, own)
            case "ring":
                picture = _ring(drawing, points, lit, own)
            case _:
                picture = _map(drawing, points, lit, own)
        spots |= own.filled
        name = plain(drawing.name)
        scrolled = tag("div", picture, class_="scroll", tabindex="0", role="group", aria_label=name)
        heading = tag("h2", name) if len(shown) > 1 else None
        if laid:
            wide = is_wide(cells_of(scene, drawing))
        elif drawing.shape == "hexagons":
            wide = drawing.board is not None and drawing.board.columns * APART > WIDE
        else:
            wide = drawing.picture is not None and drawing.picture.width > WIDE
        larger = tag("button", "Larger or smaller", type="button", data_do="larger") if wide else None
        style = classes("board", "tiles" if laid else drawing.shape, wide and "wide")
        yield tag("section", heading, scrolled, larger, class_=style)


def _with_edges(drawing: Drawing, places: Sequence[Place], lit: Lit, spots: Spots) -> Markup:
    edges = [(edges, places_of_edges(spots.scene, edges, lit)) for edges in drawing.edges]
    return tiles(drawing, places, edges, lit, spots)


# ---------------------------------------------------------------------- a board of cells


def _grid(drawing: Drawing, places: Sequence[Place], lit: Lit, spots: Spots) -> Markup:
    """Row 1 is the lowest, as on paper with coordinates."""
    _put_places(drawing, places, lit, spots, lambda index, *there: _cell(drawing.labels[index], *there))
    return spots.kept(("frame",), lambda: _empty_grid(drawing, spots))


def _empty_grid(drawing: Drawing, spots: Spots) -> Markup:
    assert drawing.board is not None
    rows = []
    for row in reversed(range(drawing.board.rows)):
        cells = [tag("th", str(row + 1), scope="row")]
        for column in range(drawing.board.columns):
            index = row * drawing.board.columns + column
            cells.append(spots.mark("td", str(index), class_="dark" if (row + column) % 2 else None))
        rows.append(tag("tr", *cells))
    feet = [tag("th", column, scope="col") for column in drawing.printed]
    return tag("table", tag("tbody", *rows), tag("tfoot", tag("tr", tag("td"), *feet)), class_="grid")


def _cell(label: str, place: Place, press: Press) -> Markup:
    tokens = [
        tag("span", token.letters, class_=classes("token", token.form, token.style))
        for token in place.tokens[:4]
    ]
    words = described(label, place)
    style = classes("cell", *press.styles, place.chosen and "chosen")
    if press:
        return choosable("button", press, words, *tokens, class_=style, type="button")
    return tag("span", *tokens, class_=style, data_name=label, title=words, role="img", aria_label=words)


# ---------------------------------------------------------------------- hexagons, rings and maps


def _hexagons(drawing: Drawing, places: Sequence[Place], lit: Lit, spots: Spots) -> Markup:
    assert drawing.board is not None
    drawn = hexagons(drawing.board, APART, margin=APART / 3)
    _put_places(drawing, places, lit, spots, partial(_hexagon, drawn))
    spots.put("pawns", drawn_pawns(places, drawn.middles))
    return spots.kept(("frame",), lambda: _empty_hexagons(drawing, drawn, spots))


def _hexagon(drawn: Hexagons, index: int, place: Place, press: Press) -> Markup:
    """The whole cell, with what stands there."""
    x, y = drawn.middles[index]
    style = classes("place", "hexagon", *press.styles, place.chosen and "chosen")
    words = described(place.label, place)
    outline = tag("polygon", points=corners_text(drawn.corners[index]), fill=drawn.fills[index], stroke=INK)
    larger = f"translate({x:.1f} {y:.1f}) scale({APART / HEXAGON})"
    tokens = tag(
        "g", *drawn_tokens(place.tokens, 0, 0), transform=larger, class_="tokens", aria_hidden="true"
    )
    return joined(drawn_place(place.label, words, press, style, outline), tokens)


def _empty_hexagons(drawing: Drawing, drawn: Hexagons, spots: Spots) -> Markup:
    names = (
        letters_at(label, x, y + APART / 2 - 7, "cell-name")
        for label, (x, y) in zip(drawing.printed, drawn.middles, strict=True)
    )
    ground = tag("rect", width="100%", height="100%", class_="ground")
    named = tag("g", *names, class_="names")
    above = joined(*marks(len(drawing.labels), spots), named, pawns_mark(spots))
    return svg(drawn.width, drawn.height, ground, above)


def _ring(drawing: Drawing, places: Sequence[Place], lit: Lit, spots: Spots) -> Markup:
    size = len(drawing.names)
    radius = max(110.0, size * APART / (2 * pi))
    side = 2 * (radius + 60)
    points = around(size, side / 2, side / 2, radius)

    def node(index: int, place: Place, press: Press) -> Markup:
        return _node(drawing.labels[index], points[index], place, INK, press, number=index + 1)

    _put_places(drawing, places, lit, spots, node)
    spots.put("pawns", drawn_pawns(places, points))
    return spots.kept(("frame",), lambda: _empty_ring(side, radius, size, spots))


def _empty_ring(side: float, radius: float, size: int, spots: Spots) -> Markup:
    circle = tag(
        "circle",
        cx=f"{side / 2:.1f}",
        cy=f"{side / 2:.1f}",
        r=f"{radius:.1f}",
        fill="none",
        stroke=INK,
        stroke_opacity="0.5",
        stroke_width="2",
    )
    ground = joined(tag("rect", width="100%", height="100%", class_="ground"), circle)
    return svg(side, side, ground, joined(*marks(size, spots), pawns_mark(spots)))


def _map(drawing: Drawing, places: Sequence[Place], lit: Lit, spots: Spots) -> Markup:
    picture = drawing.picture
    assert picture is not None
    names = [f"{drawing.labels[a]} – {drawing.labels[b]}" for a, b in drawing.links]
    presses = [lit.named((drawing.name,), name) for name in names]
    spots.put(
        "ways", spots.kept(("ways", *presses), lambda: joined(*map(_way, names, presses, picture.ways)))
    )

    def node(index: int, place: Place, press: Press) -> Markup:
        label, colour = drawing.labels[index], picture.colours[index]
        return _node(label, picture.points[index], place, colour, press, number=None)

    _put_places(drawing, places, lit, spots, node)
    spots.put("pawns", drawn_pawns(places, picture.points))
    return spots.kept(("frame",), lambda: _empty_map(picture, len(places), spots))


def _empty_map(picture: MapPicture, size: int, spots: Spots) -> Markup:
    ground = joined(
        tag("rect", width="100%", height="100%", class_="ground"),
        Markup(picture.ground),
        spots.mark("g", "ways", stroke=INK, stroke_opacity="0.55", stroke_width="2", fill="none"),
        tag("g", Markup(picture.legend), class_="legend"),
    )
    above = joined(*marks(size, spots), tag("g", Markup(picture.names), class_="names"), pawns_mark(spots))
    return svg(picture.width, picture.height, ground, above)


def _way(name: str, press: Press, lines: Sequence[str]) -> Markup:
    body = Markup("".join(lines))
    if not press:
        return body
    style = classes("way", *press.styles)
    return choosable("g", press, name, body, class_=style, role="button", tabindex="0")


def _put_places(
    drawing: Drawing,
    places: Sequence[Place],
    lit: Lit,
    spots: Spots,
    draw: Callable[[int, Place, Press], Markup],
) -> None:
    """What is at each place, as it was drawn before where it looks the same."""
    for index, place in enumerate(places):
        press = lit.named(drawing.kinds, drawing.names[index], *place.parts)
        key = (index, press, tuple(place.tokens), place.chosen)
        spots.put(str(index), spots.kept(key, partial(draw, index, place, press)))


def _node(
    label: str,
    point: tuple[float, float],
    place: Place,
    colour: str,
    press: Press,
    *,
    number: int | None,
) -> Markup:
    """A place with what stands there. `number`: what it is called where nothing does."""
    x, y = point
    words = described(label, place)
    style = classes("place", *press.styles, place.chosen and "chosen")
    circle = tag(
        "circle",
        cx=f"{x:.1f}",
        cy=f"{y:.1f}",
        r=f"{RADIUS if number is None else RADIUS + 6}",
        fill=LAND,
        stroke=colour,
        stroke_width="3",
    )
    made = drawn_place(label, words, press, style, circle)
    above = list(drawn_tokens(place.tokens, x, y))
    if number is not None and not place.tokens:
        above.append(letters_at(str(number), x, y, "place-number"))
    # What stands there lies above the place, and lets clicks through to it.
    return joined(made, tag("g", *above, class_="tokens", aria_hidden="true"))
