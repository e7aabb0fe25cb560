"""Boards, rings and maps as drawings, with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import cos, pi, sin

from rulesdsl.drawings.picture import INK, LAND
from rulesdsl.engine.labels.labels import plain
from rulesdsl.engine.labels.things import SeenOption, Thing
from rulesdsl.table.design import Drawing
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Lit, Scene
from rulesdsl.table.tokens import Place, Token, places_of_drawing

MOST_TOKENS = 5
"""So many tokens are drawn at one place of a map; the rest is a number."""
RADIUS = 12.0


def boards(scene: Scene, lit: Lit) -> Iterator[Markup]:
    """Each drawing, with its name if there are several."""
    places = [(drawing, places_of_drawing(scene, drawing, lit)) for drawing in scene.design.drawings]
    asked = {
        option.value.kind
        for option in (scene.view.decision.options if scene.view.decision else ())
        if isinstance(option.value, Thing)
    }
    shown = [
        (drawing, found)
        for drawing, found in places
        if drawing.shape == "map"
        or any(place.tokens for place in found)
        or asked & {*drawing.kinds, drawing.name}
    ]
    for drawing, found in shown:
        match drawing.shape:
            case "grid":
                picture = _grid(drawing, found, lit)
            case "ring":
                picture = _ring(drawing, found, lit)
            case _:
                picture = _map(drawing, found, lit)
        name = plain(drawing.name)
        scrolled = tag("div", picture, class_="scroll", tabindex="0", role="group", aria_label=name)
        heading = tag("h2", name) if len(shown) > 1 else None
        yield tag("section", heading, scrolled, class_=f"board {drawing.shape}")


def _words(label: str, place: Place) -> str:
    there = ", ".join(token.words for token in place.tokens)
    return f"{label}: {there}" if there else label


# ---------------------------------------------------------------------- a board of cells


def _grid(drawing: Drawing, places: Sequence[Place], lit: Lit) -> Markup:
    """Row 1 is the lowest, as on paper with coordinates."""
    columns, lines = _coordinates(drawing)
    rows = []
    for row in reversed(range(drawing.rows)):
        cells = [tag("th", lines[row], scope="row")]
        for column in range(drawing.columns):
            at = row * drawing.columns + column
            options = (*lit.named(drawing.kinds, drawing.names[at]), *places[at].unseen)
            cell = _cell(drawing.labels[at], places[at], options)
            cells.append(tag("td", cell, class_="dark" if (row + column) % 2 else None))
        rows.append(tag("tr", *cells))
    feet = [tag("th", column, scope="col") for column in columns]
    return tag("table", tag("tbody", *rows), tag("tfoot", tag("tr", tag("td"), *feet)), class_="grid")


def _coordinates(drawing: Drawing) -> tuple[list[str], list[str]]:
    """What columns and rows are called: what the names of their cells begin and end with, else numbers."""
    wide, high = drawing.columns, drawing.rows
    columns = [_beginning(drawing.labels[at::wide]) for at in range(wide)]
    backwards = [label[::-1] for label in drawing.labels]
    rows = [_beginning(backwards[at * wide : (at + 1) * wide])[::-1] for at in range(high)]
    named = all(
        drawing.labels[row * wide + column] == columns[column] + rows[row]
        for row in range(high)
        for column in range(wide)
    )
    if named and len({*columns}) == wide and len({*rows}) == high:
        return columns, rows
    return [str(at + 1) for at in range(wide)], [str(at + 1) for at in range(high)]


def _beginning(words: Sequence[str]) -> str:
    """The letters with which all of them begin."""
    letters = takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))
    return "".join(same[0] for same in letters)


def _cell(label: str, place: Place, options: Sequence[SeenOption]) -> Markup:
    tokens = [
        tag("span", token.letters, class_=classes("token", token.form, token.style))
        for token in place.tokens[:4]
    ]
    words = _words(label, place)
    style = classes("cell", bool(options) and "lit", place.chosen and "chosen")
    if options:
        return _choosable("button", options, words, *tokens, class_=style, type="button")
    return tag("span", *tokens, class_=style, data_name=label, title=words, role="img", aria_label=words)


def _choosable(
    name: str, options: Sequence[SeenOption], words: str, *body: Markup, **attributes: str | None
) -> Markup:
    return tag(
        name,
        *body,
        data_option=" ".join(str(one.number) for one in options),
        data_say=None if len(options) == 1 else "\n".join(one.text for one in options),
        aria_label=f"Choose {words}",
        **attributes,
    )


# ---------------------------------------------------------------------- rings and maps


def _ring(drawing: Drawing, places: Sequence[Place], lit: Lit) -> Markup:
    size = len(drawing.names)
    radius = max(110.0, size * 62 / (2 * pi))
    side = 2 * (radius + 60)
    points = [
        (side / 2 + radius * sin(2 * pi * at / size), side / 2 - radius * cos(2 * pi * at / size))
        for at in range(size)
    ]
    around = tag(
        "circle",
        cx=f"{side / 2:.1f}",
        cy=f"{side / 2:.1f}",
        r=f"{radius:.1f}",
        fill="none",
        stroke=INK,
        stroke_opacity="0.5",
        stroke_width="2",
    )
    ground = joined(tag("rect", width="100%", height="100%", class_="ground"), around)
    inner = _nodes(drawing, places, lit, points, [INK] * size, numbered=True)
    return _svg(side, side, ground, joined(*inner, _pawns(places, points)))


def _map(drawing: Drawing, places: Sequence[Place], lit: Lit) -> Markup:
    picture = drawing.picture
    assert picture is not None
    ways = [
        _way(lit.named((drawing.name,), f"{drawing.labels[a]} – {drawing.labels[b]}"), lines)
        for (a, b), lines in zip(drawing.links, picture.ways, strict=True)
    ]
    ground = joined(
        tag("rect", width="100%", height="100%", class_="ground"),
        Markup(picture.ground),
        tag("g", *ways, stroke=INK, stroke_opacity="0.55", stroke_width="2", fill="none"),
        Markup(picture.legend),
    )
    inner = _nodes(drawing, places, lit, picture.points, picture.colours)
    above = joined(*inner, Markup(picture.names), _pawns(places, picture.points))
    return _svg(picture.width, picture.height, ground, above)


def _way(options: Sequence[SeenOption], lines: Sequence[str]) -> Markup:
    body = Markup("".join(lines))
    if not options:
        return body
    return _choosable("g", options, options[0].text, body, class_="way lit", role="button", tabindex="0")


def _svg(width: float, height: float, ground: Markup, inner: Markup) -> Markup:
    return tag(
        "svg",
        ground,
        inner,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        font_family="Helvetica, Arial, sans-serif",
        font_size="12",
        role="group",
        data_wide=f"{width:.0f}",
    )


def _nodes(
    drawing: Drawing,
    places: Sequence[Place],
    lit: Lit,
    points: Sequence[tuple[float, float]],
    colours: Sequence[str],
    *,
    numbered: bool = False,
) -> list[Markup]:
    drawn = []
    for at, ((x, y), place, colour) in enumerate(zip(points, places, colours, strict=True)):
        options = (*lit.named(drawing.kinds, drawing.names[at]), *place.unseen)
        words = _words(drawing.labels[at], place)
        radius = RADIUS + 6 if numbered else RADIUS
        style = classes("place", bool(options) and "lit", place.chosen and "chosen")
        circle = tag(
            "circle",
            cx=f"{x:.1f}",
            cy=f"{y:.1f}",
            r=f"{radius}",
            fill=LAND,
            stroke=colour,
            stroke_width="3",
        )
        inner = (circle, tag("title", words))
        if options:
            drawn.append(_choosable("g", options, words, *inner, class_=style, role="button", tabindex="0"))
        else:
            name = drawing.labels[at]
            drawn.append(tag("g", *inner, class_=style, data_name=name, role="img", aria_label=words))
        above = list(_tokens(place.tokens, x, y))
        if numbered and not place.tokens:
            above.append(_letters_at(str(at + 1), x, y, "place-number"))
        # What stands there lies above the place, and lets clicks through to it.
        drawn.append(tag("g", *above, class_="tokens", aria_hidden="true"))
    return drawn


def _tokens(tokens: Sequence[Token], x: float, y: float) -> Iterator[Markup]:
    """One in the middle, several side by side over the place; marks beside what they belong to."""
    lying = [token for token in tokens if token.form in ("piece", "number")]
    shown = lying[:MOST_TOKENS]
    if len(lying) > MOST_TOKENS:
        shown[-1] = Token(f"+{len(lying) - MOST_TOKENS + 1}", "", "nobody")
    for token, at in zip(shown, _beside(len(shown), x, 17.0), strict=True):
        if token.form == "number" and len(shown) == 1:
            yield _letters_at(token.letters, at, y + 2, "place-number")
        else:
            yield _disc(token, at, y, 10 if len(shown) == 1 else 9)
    marks = [token for token in tokens if token.form == "mark"]
    aside = 14.0 if shown else 0.0
    for token, at in zip(marks, _beside(len(marks), x + aside, 13.0), strict=True):
        yield _disc(token, at, y + aside, 6)


def _disc(token: Token, x: float, y: float, radius: int) -> Markup:
    style = classes("token", token.form, token.style)
    circle = tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=str(radius), class_=style)
    return joined(circle, _letters_at(token.letters, x, y, classes("letters", token.form, token.style)))


def _pawns(places: Sequence[Place], points: Sequence[tuple[float, float]]) -> Markup:
    """They stand up from their places, above all else."""
    drawn = []
    for place, (x, y) in zip(places, points, strict=True):
        pawns = [token for token in place.tokens if token.form == "pawn"]
        for token, at in zip(pawns, _beside(len(pawns), x, 19.0), strict=True):
            shape = f"M{x:.1f} {y - 2:.1f}L{at - 8:.1f} {y - 19:.1f}A10 10 0 1 1 {at + 8:.1f} {y - 19:.1f}Z"
            drawn.append(tag("path", d=shape, class_=classes("pawn", token.style)))
            drawn.append(_letters_at(token.letters, at, y - 25, "letters pawn"))
    return tag("g", *drawn, class_="tokens", aria_hidden="true")


def _beside(number: int, x: float, wide: float) -> list[float]:
    left = x - wide * (number - 1) / 2
    return [left + wide * at for at in range(number)]


def _letters_at(letters: str, x: float, y: float, style: str | None) -> Markup:
    return tag(
        "text",
        letters,
        x=f"{x:.1f}",
        y=f"{y + 4:.1f}",
        text_anchor="middle",
        class_=style,
        aria_hidden="true",
    )
