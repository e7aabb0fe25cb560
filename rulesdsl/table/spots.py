"""What drawings of boards are made of: spots, parts of the page of their own, and what stands on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, field

from rulesdsl.table.lit import Press
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Scene
from rulesdsl.table.tokens import Place, Token

MOST_TOKENS = 5
"""So many tokens are drawn at one place of a map; the rest is a number."""
RADIUS = 12.0
GAP = 2.0
"""Between what lies side by side at one place, edge to edge."""
ALONE, BESIDE, CROWDED = 10.0, 9.0, 7.0
"""How large a token is that lies alone, beside another, or among many."""
MARK, PAWN = 6.0, 10.0

SPOT = re.compile(r"<!--(spot-[\w-]+)-->")


@define
class Spots:
    """The spots of one drawing, by their ids; in the drawing itself there is a mark for each."""

    number: int
    scene: Scene
    filled: dict[str, Markup] = field(factory=dict)

    def put(self, where: str, made: Markup) -> None:
        self.filled[f"spot-{self.number}-{where}"] = made

    def mark(self, name: str, where: str, **attributes: str | None) -> Markup:
        """The element of a spot, which is filled later."""
        spot = f"spot-{self.number}-{where}"
        return tag(name, Markup(f"<!--{spot}-->"), id=spot, **attributes)

    def kept(self, key: tuple[object, ...], make: Callable[[], Markup]) -> Markup:
        """As it was drawn before, if it looks the same."""
        return self.scene.kept.get(("spot", self.number, *key), make)


def filled(drawn: Markup, spots: Mapping[str, Markup]) -> Markup:
    """A drawing with its spots in it."""
    return Markup(SPOT.sub(lambda mark: spots[mark[1]], drawn))


def described(label: str, place: Place) -> str:
    there = ", ".join(token.words for token in place.tokens)
    return f"{label}: {there}" if there else label


def choosable(name: str, press: Press, words: str, *body: Markup, **attributes: str | None) -> Markup:
    also = f": {press.words}" if press.words not in words else ""
    return tag(name, *body, aria_label=f"Choose {words}{also}", **press.attributes, **attributes)


def drawn_place(label: str, words: str, press: Press, style: str | None, *inner: Markup) -> Markup:
    """A place in a drawing: to be chosen if it is an option, else a thing to ask about."""
    body = (*inner, tag("title", words))
    if press:
        return choosable("g", press, words, *body, class_=style, role="button", tabindex="0")
    return tag("g", *body, class_=style, data_name=label, role="img", aria_label=words)


def marks(size: int, spots: Spots) -> list[Markup]:
    return [spots.mark("g", str(index)) for index in range(size)]


def pawns_mark(spots: Spots) -> Markup:
    """They stand up from their places, above all else."""
    return spots.mark("g", "pawns", class_="tokens", aria_hidden="true")


def svg(
    width: float, height: float, ground: Markup, inner: Markup, begins: tuple[float, float] | None = None
) -> Markup:
    """`begins`: where on a board without edges its sheet begins, which is seen in its own size."""
    left, top = begins or (0, 0)
    return tag(
        "svg",
        ground,
        inner,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        font_family="Helvetica, Arial, sans-serif",
        font_size="12",
        role="group",
        data_wide=f"{width:.0f}",
        width=None if begins is None else f"{width:.0f}",
        data_left=None if begins is None else f"{left:.0f}",
        data_top=None if begins is None else f"{top:.0f}",
    )


def drawn_tokens(tokens: Sequence[Token], x: float, y: float) -> Iterator[Markup]:
    """One in the middle, several side by side over the place; marks beside what they belong to."""
    lying = [token for token in tokens if token.form in ("piece", "number")]
    shown = lying[:MOST_TOKENS]
    if len(lying) > MOST_TOKENS:
        shown[-1] = Token(f"+{len(lying) - MOST_TOKENS + 1}", "", "nobody")
    radius = {0: ALONE, 1: ALONE, 2: BESIDE}.get(len(shown), CROWDED)
    for token, centre in zip(shown, side_by_side(len(shown), x, radius), strict=True):
        if token.form == "number" and len(shown) == 1:
            yield letters_at(token.letters, centre, y + 2, "place-number")
        else:
            yield disc(token, centre, y, radius)
    marks = [token for token in tokens if token.form == "mark"]
    aside = 14.0 if shown else 0.0
    for token, centre in zip(marks, side_by_side(len(marks), x + aside, MARK), strict=True):
        yield disc(token, centre, y + aside, MARK)


def disc(token: Token, x: float, y: float, radius: float) -> Markup:
    style, tight = classes("token", token.form, token.style), len(token.letters) > 1 and radius < ALONE
    circle = tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.0f}", class_=style)
    return joined(
        circle,
        letters_at(token.letters, x, y, classes("letters", tight and "tight", token.form, token.style)),
    )


def drawn_pawns(places: Sequence[Place], points: Sequence[tuple[float, float]]) -> Markup:
    drawn: list[Markup] = []
    for place, (x, y) in zip(places, points, strict=True):
        pawns = [token for token in place.tokens if token.form == "pawn"]
        for token, head in zip(pawns, side_by_side(len(pawns), x, PAWN), strict=True):
            shape = (
                f"M{x:.1f} {y - 2:.1f}L{head - 8:.1f} {y - 19:.1f}A10 10 0 1 1 {head + 8:.1f} {y - 19:.1f}Z"
            )
            drawn.append(tag("path", d=shape, class_=classes("pawn", token.style)))
            drawn.append(letters_at(token.letters, head, y - 25, "letters pawn"))
    return joined(*drawn)


def side_by_side(number: int, x: float, radius: float) -> list[float]:
    """The middles of so many discs, none of which covers another."""
    wide = 2 * radius + GAP
    left = x - wide * (number - 1) / 2
    return [left + wide * index for index in range(number)]


def letters_at(letters: str, x: float, y: float, style: str | None) -> Markup:
    return tag(
        "text",
        letters,
        x=f"{x:.1f}",
        y=f"{y + 4:.1f}",
        text_anchor="middle",
        class_=style,
        aria_hidden="true",
    )
