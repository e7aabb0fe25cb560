"""Boards, rings and maps as drawings, with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from attrs import define, field

from rulesdsl.drawings.picture import INK, LAND
from rulesdsl.engine.labels.labels import counted, plain
from rulesdsl.engine.labels.things import SeenOption, Thing
from rulesdsl.engine.views.view_text import SeenState, SeenZone
from rulesdsl.table.design import Drawing
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Lit, Scene

MOST_TOKENS = 5
"""So many tokens are drawn at one place of a map; the rest is a number."""
RADIUS = 12.0


@define
class Token:
    """Something that stands at a place: one or two letters on a colour, and its words."""

    letters: str
    words: str
    style: str
    owner: int | None = None


@define
class Place:
    """What stands at a place of a drawing."""

    tokens: list[Token] = field(factory=list)
    unseen: tuple[SeenOption, ...] = ()


def drawn_names(scene: Scene) -> frozenset[str]:
    """The zones and states that stand on a drawing, and so nowhere else."""
    found = set()
    for drawing in scene.design.drawings:
        kinds = frozenset(drawing.kinds)
        names = frozenset(drawing.names)
        found |= {one.name for one in scene.view.zones if _at(one, kinds, names)}
        found |= {one.name for one in scene.view.states if _at(one, kinds, names)}
        found |= {one.name for one in scene.view.states if _pawn(one, kinds, names)}
    return frozenset(found)


def _at(one: SeenZone | SeenState, kinds: frozenset[str], names: frozenset[str]) -> str | None:
    """The place of a drawing that a zone or state is one of."""
    if len(one.keys) == 1:
        key = one.keys[0]
        if isinstance(key, Thing) and key.kind in kinds:
            return _name_in(key, names)
    return None


def _pawn(state: SeenState, kinds: frozenset[str], names: frozenset[str]) -> str | None:
    """The place that a state says."""
    if state.keys or not isinstance(state.value, Thing) or state.value.kind not in kinds:
        return None
    return _name_in(state.value, names)


def _name_in(thing: Thing, names: frozenset[str]) -> str | None:
    return next((name for name in (thing.name, thing.label) if name in names), None)


def boards(scene: Scene, lit: Lit) -> Iterator[tuple[str, Markup]]:
    """Each drawing with its name."""
    for drawing in scene.design.drawings:
        places = _places(scene, drawing, lit)
        asked = {
            option.value.kind
            for option in (scene.view.decision.options if scene.view.decision else ())
            if isinstance(option.value, Thing)
        }
        bare = not any(place.tokens for place in places) and not asked & {*drawing.kinds, drawing.name}
        if bare and drawing.shape != "map":
            continue
        match drawing.shape:
            case "grid":
                picture = _grid(drawing, places, lit)
            case "ring":
                picture = _ring(drawing, places, lit)
            case _:
                picture = _map(drawing, places, lit)
        yield (
            drawing.name,
            tag(
                "section",
                tag("h2", plain(drawing.name)),
                tag(
                    "div",
                    picture,
                    class_="scroll",
                    tabindex="0",
                    role="group",
                    aria_label=plain(drawing.name),
                ),
                class_=f"board {drawing.shape}",
            ),
        )


# ---------------------------------------------------------------------- what stands where


def _places(scene: Scene, drawing: Drawing, lit: Lit) -> list[Place]:
    kinds, names = frozenset(drawing.kinds), frozenset(drawing.names)
    places = {name: Place() for name in drawing.names}
    for number, zone in enumerate(scene.view.zones):
        name = _at(zone, kinds, names)
        if name is None or not zone.count:
            continue
        place = places[name]
        for piece in zone.pieces:
            place.tokens.append(_piece(scene, piece, zone))
            place.unseen += lit.piece(piece)
        hidden = zone.count - len(zone.pieces)
        if hidden:
            place.tokens.append(Token(f"{hidden}", counted(hidden, zone.hidden_noun), "back", zone.owner))
            place.unseen += lit.unseen(number)
    if drawing.of_pieces:
        _add_pieces_that_are_places(scene, kinds, places)
    usual = _usual_flags(scene, kinds, names)
    for state in scene.view.states:
        name = _at(state, kinds, names)
        counted_there = drawing.shape == "ring" and state.text == "0"
        if name is not None and (not state.bare or counted_there) and state.name not in usual:
            places[name].tokens.append(_mark(scene, state))
        name = _pawn(state, kinds, names)
        if name is not None and not state.bare:
            whose = scene.seats[state.owner].name if state.owner is not None else plain(state.name)
            places[name].tokens.append(Token(whose[:1], state.label, _seat_style(state.owner), state.owner))
    return [places[name] for name in drawing.names]


def _usual_flags(scene: Scene, kinds: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    """The flags of places that many places have: to draw them would hide what stands there."""
    flags: dict[str, list[bool]] = {}
    for state in scene.view.states:
        if isinstance(state.value, bool) and _at(state, kinds, names) is not None:
            flags.setdefault(state.name, []).append(state.value)
    return frozenset(name for name, found in flags.items() if 4 * sum(found) > len(found))


def _add_pieces_that_are_places(scene: Scene, kinds: frozenset[str], places: dict[str, Place]) -> None:
    """On a map whose places are cards: where each of them lies, but for those in piles."""
    for zone in scene.view.zones:
        if zone.shape == "pile":
            continue
        for piece in zone.pieces:
            place = places.get(piece.name) or places.get(piece.label)
            if piece.kind in kinds and place is not None:
                letter = plain(zone.name)[:1].upper()
                place.tokens.append(Token(letter, f"in {zone.label}", _seat_style(zone.owner), zone.owner))


def _seat_style(owner: int | None) -> str:
    return "nobody" if owner is None else f"seat{owner % 8}"


def _piece(scene: Scene, piece: Thing, zone: SeenZone) -> Token:
    design = scene.design
    looks = [
        (look, design.values[look.values][str(piece.attributes.get(look.name))])
        for look in design.attributes.get(piece.kind, ())
        if look.values and str(piece.attributes.get(look.name)) in design.values.get(look.values, {})
    ]
    style = looks[0][1].style if looks else _seat_style(zone.owner)
    said = {str(piece.attributes.get(look.name)).lower() for look, _ in looks[:1]}
    letters = _letters([word for word in piece.label.split() if word.lower() not in said])
    symbol = looks[0][1].symbol if looks else "●"
    return Token(letters or symbol, piece.label, style, zone.owner)


def _letters(words: Sequence[str]) -> str:
    if len(words) == 1 and len(words[0]) <= 2:
        return words[0]
    return "".join(word[0] for word in words[:2]).upper()


def _mark(scene: Scene, state: SeenState) -> Token:
    """A state of a place: whose it is by its colour, its value in letters."""
    value = state.value
    if isinstance(value, bool):
        return Token("✓", plain(state.name), _seat_style(state.owner), state.owner)
    if isinstance(value, Thing):
        look = scene.design.values.get(value.kind, {}).get(value.label)
        if look is not None:
            words = value.label.split()
            rest = [word for word in words if f"k-{word.lower()}" != look.style]
            letters = look.symbol if look.given or not rest else _letters(rest)
            return Token(letters, value.label, look.style, state.owner)
        painted = next(
            (
                scene.design.values[one.values][str(value.attributes.get(one.name))].style
                for one in scene.design.attributes.get(value.kind, ())
                if one.values
                and str(value.attributes.get(one.name)) in scene.design.values.get(one.values, {})
            ),
            _seat_style(state.owner),
        )
        said = {str(one).lower() for one in value.attributes.values()}
        words = value.label.split()
        rest = [word for word in words[1:] if word.lower() not in said] if len(words) > 2 else words[1:]
        return Token(_letters(rest or words), value.label, painted, state.owner)
    if isinstance(value, int) and state.text in (seat.name for seat in scene.seats):
        return Token(state.text[:1], f"{plain(state.name)}: {state.text}", _seat_style(value), value)
    return Token(state.text[:3], f"{plain(state.name)}: {state.text}", _seat_style(state.owner), state.owner)


def _words(label: str, place: Place) -> str:
    there = ", ".join(token.words for token in place.tokens)
    return f"{label}: {there}" if there else label


# ---------------------------------------------------------------------- a board of cells


def _grid(drawing: Drawing, places: Sequence[Place], lit: Lit) -> Markup:
    """Row 1 is the lowest, as on paper with coordinates."""
    rows = []
    for row in reversed(range(drawing.rows)):
        cells = [tag("th", str(row + 1), scope="row")]
        for column in range(drawing.columns):
            at = row * drawing.columns + column
            options = (*lit.named(drawing.kinds, drawing.names[at]), *places[at].unseen)
            cells.append(
                tag(
                    "td",
                    _cell(drawing.labels[at], places[at], options),
                    class_="dark" if (row + column) % 2 else None,
                )
            )
        rows.append(tag("tr", *cells))
    feet = [tag("th", str(column + 1), scope="col") for column in range(drawing.columns)]
    return tag("table", tag("tbody", *rows), tag("tfoot", tag("tr", tag("td"), *feet)), class_="grid")


def _cell(label: str, place: Place, options: Sequence[SeenOption]) -> Markup:
    tokens = [tag("span", token.letters, class_=classes("token", token.style)) for token in place.tokens[:4]]
    words = _words(label, place)
    if options:
        return _choosable("button", options, words, *tokens, class_="cell lit", type="button")
    return tag("span", *tokens, class_="cell", data_name=label, title=words, role="img", aria_label=words)


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
    return _svg(side, side, ground, inner)


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
    return _svg(picture.width, picture.height, ground, joined(*inner, Markup(picture.names)))


def _way(options: Sequence[SeenOption], lines: Sequence[str]) -> Markup:
    body = Markup("".join(lines))
    if not options:
        return body
    return _choosable("g", options, options[0].text, body, class_="way lit", role="button", tabindex="0")


def _svg(width: float, height: float, ground: Markup, inner: Markup | list[Markup]) -> Markup:
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
        body = [
            tag(
                "circle",
                cx=f"{x:.1f}",
                cy=f"{y:.1f}",
                r=f"{RADIUS + 6 if numbered else RADIUS}",
                fill=LAND,
                stroke=colour,
                stroke_width="3",
            ),
        ]
        above = list(_tokens(place.tokens, x, y))
        if numbered and not place.tokens:
            above.append(_letters_at(str(at + 1), x, y, "place-number"))
        if options:
            drawn.append(
                _choosable(
                    "g",
                    options,
                    words,
                    *body,
                    tag("title", words),
                    class_="place lit",
                    role="button",
                    tabindex="0",
                )
            )
        else:
            drawn.append(
                tag(
                    "g",
                    *body,
                    tag("title", words),
                    class_="place",
                    data_name=drawing.labels[at],
                    role="img",
                    aria_label=words,
                )
            )
        # What stands there lies above the place, and lets clicks through to it.
        drawn.append(tag("g", *above, class_="tokens", aria_hidden="true"))
    return drawn


def _tokens(tokens: Sequence[Token], x: float, y: float) -> Iterator[Markup]:
    """One in the middle; several side by side over the place."""
    shown = list(tokens[:MOST_TOKENS])
    if len(tokens) > MOST_TOKENS:
        shown[-1] = Token(f"+{len(tokens) - MOST_TOKENS + 1}", "", "nobody")
    wide = 15.0
    left = x - wide * (len(shown) - 1) / 2
    for at, token in enumerate(shown):
        centre = left + wide * at
        yield tag("circle", cx=f"{centre:.1f}", cy=f"{y:.1f}", r="9", class_=classes("token", token.style))
        yield _letters_at(token.letters, centre, y, classes("letters", token.style))


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
