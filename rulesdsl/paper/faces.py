"""What stands on a card, a token or a player's sheet: from general rules alone, for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.drawings.boards import drawn_shape
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import Thing, Value
from rulesdsl.engine.labels.vocabulary import Vocabulary
from rulesdsl.engine.plan import plan_of
from rulesdsl.paper.lettering import LINE, Fitted, cut_to, fitted, sizes, width_of, wrapped
from rulesdsl.paper.sheet import FAINT, GROUND, INK, Box, Drawn, clean, lines, rectangle, words
from rulesdsl.shapes import shape_of
from rulesdsl.table.design import AttributeLook, Design, ValueLook, letters_of, without_quotes

CARD, LARGE, TOKEN = (63.0, 88.0), (94.0, 128.0), 21.0
"""Poker cards, players' sheets of which four stand on a page, and tokens."""
LINES_OF_SHAPE = 3
"""So many lines high a shape is drawn that stands for itself."""
LEAST = 1.2
"""The height of the smallest letters."""
STYLES: Mapping[str, str] = {
    "c0": "#2f62a0",
    "c1": "#b03a48",
    "c2": "#1f7a35",
    "c3": "#8a6200",
    "c4": "#2a7d9c",
    "c5": "#8d2a6b",
    "c6": "#5c5c5c",
    "c7": "#8a4300",
    "c8": "#17377a",
    "c9": "#4f6b00",
    "k-black": "#22262a",
    "k-blue": "#1f5fbf",
    "k-brown": "#7a4a1e",
    "k-green": "#1c7c34",
    "k-grey": "#6b7278",
    "k-orange": "#c75f00",
    "k-pink": "#c2407f",
    "k-purple": "#6f3aa8",
    "k-red": "#c0272d",
    "k-white": "#ffffff",
    "k-yellow": "#e0b400",
}
"""The colours of values, as the table on the screen has them by day."""


@frozen
class Part:
    """A value as it is printed: a symbol or a shape in its colour, and words."""

    text: str
    symbol: str = ""
    colour: str = INK
    shape: str = ""
    tiling: str = ""


@frozen
class Row:
    label: str
    parts: tuple[Part, ...]
    large: bool = True
    """Rules or scores read it."""


@frozen
class Face:
    """`mark` is the first value that has a colour, by which a card is known from afar."""

    kind: str
    name: str
    mark: Part | None
    rows: tuple[Row, ...]
    lines: tuple[str, ...] = ()
    held: bool = False
    """It is held in hands."""
    ground: str = FAINT
    """Its colour if its values have none."""

    @property
    def size(self) -> tuple[float, float]:
        if self.lines:
            return LARGE
        return (TOKEN, TOKEN) if not self.held and len(self.rows) <= 1 else CARD


@frozen
class Faces:
    """The faces of the pieces of a game."""

    design: Design
    program: ir.Program
    labels: Labels = field(init=False)
    _colours: Mapping[str, str] = field(init=False)
    _held: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        seats = tuple(f"player {seat + 1}" for seat in range(self.program.players))
        object.__setattr__(self, "labels", Labels.of(plan_of(self.program).layout, seats))
        object.__setattr__(self, "_colours", {**STYLES, **dict(self.design.colours)})
        held = (
            name
            for zone in self.program.zones
            if zone.owner_at is not None and zone.seen.word == "owner"
            for name in zone.pieces.kinds
        )
        object.__setattr__(self, "_held", frozenset(held))

    def face(self, piece: int, kind: ir.PieceKind) -> Face:
        thing = Vocabulary.of(self.labels).bare(piece)
        rows, mentioned, mark = [], set[str](), None
        called = thing.label.lower().replace("_", " ")
        looks = self.design.attributes.get(kind.name, ())
        for look in looks:
            value = thing.attributes.get(look.name)
            row = self._row(look, value)
            if row is None or (value == 0 and len(looks) > 1):
                continue
            caption = row.parts[0].text.lower() if len(row.parts) == 1 else ""
            if mark is None and look.values:
                mark = next((part for part in row.parts if part.symbol), None)
            if letters_of(caption) == letters_of(called):
                continue
            if caption and caption in called.split():
                mentioned.add(caption)
            rows.append((caption, row))
        # A name such as `hearts 12` is made of attributes, and has said them already.
        made_of = mentioned if set(called.split()) <= mentioned else set()
        return Face(
            plain(kind.name),
            without_quotes(thing.label),
            mark,
            tuple(row for caption, row in rows if caption not in made_of),
            self.design.sheets.get(thing.label, ()),
            kind.name in self._held,
            self._ground(kind),
        )

    def _ground(self, kind: ir.PieceKind) -> str:
        """Kinds are told apart by their colours where their values have none."""
        kinds = self.program.piece_kinds
        return STYLES[f"c{kinds.index(kind) % 10}"] if len(kinds) > 1 else "#9aa4ab"

    def back(self, kind: ir.PieceKind) -> str:
        """What stands on the back: the same on all kinds that lie in one pile."""
        together = max(
            (zone.pieces.kinds for zone in self.program.zones if kind.name in zone.pieces.kinds),
            key=len,
            default=(kind.name,),
        )
        return self.labels.kind(together)

    def _row(self, look: AttributeLook, value: Value) -> Row | None:
        if value in (None, "", ()) or value is False:
            return None
        label = look.label
        if isinstance(value, str):
            value = look.words.get(value, value)
        if look.flag:
            return Row("", (Part(label),), look.read)
        if look.player and isinstance(value, int):
            return Row(label, (Part(f"player {value + 1}"),), look.read)
        if isinstance(value, Mapping):
            parts = tuple(self._pair(key, amount) for key, amount in value.items() if amount)
            return Row(label, parts, look.read) if parts else None
        if isinstance(value, tuple):
            return Row(label, tuple(self._value(part, look.values) for part in value), look.read)
        return Row(label, (self._value(value, look.values),), look.read)

    def _pair(self, key: int | str, amount: Value) -> Part:
        text = self._value(str(key), "")
        caption = "" if amount is True else f"{_text(amount)} "
        return evolve(text, text=f"{caption}{text.text}")

    def _value(self, value: Value, of: str) -> Part:
        text = _text(value)
        look = self._look(str(value), of)
        if look is None:
            return Part(text)
        # A shape is drawn, and so not written.
        text = "" if text == look.shape else text
        return Part(text, look.symbol, self._colours.get(look.style, INK), look.shape, look.tiling)

    def _look(self, value: str, of: str) -> ValueLook | None:
        if of:
            return self.design.values.get(of, {}).get(value)
        return next((texts[value] for texts in self.design.values.values() if value in texts), None)


def _text(value: Value) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value).replace("-", "−")
        case Thing():
            return value.label
        case tuple():
            return ", ".join(map(_text, value))
        case Mapping():
            return ", ".join(f"{_text(amount)} {key}" for key, amount in value.items() if amount)
        case _:
            return str(value).replace("_", " ")


# ---------------------------------------------------------------- drawn


def drawn(face: Face, size: tuple[float, float]) -> Drawn:
    return face.name, _token(face) if size[0] == TOKEN else _card(face, size)


def back(title: str, called: str, size: tuple[float, float]) -> Drawn:
    """The other side of what is printed with that size."""
    wide, high = size
    edge = min(4.0, wide / 10)
    name = fitted(called, wide - 3 * edge, high / 3, wide / 8, 1.4)
    foot = fitted(title, wide - 3 * edge, high / 4, wide / 16, 1.2)
    inner = Box(edge, edge, wide - 2 * edge, high - 2 * edge)
    return f"back: {called}", (
        rectangle(Box(0, 0, wide, high), stroke="none")
        + rectangle(inner, fill="#dfe6ec", stroke="#5b7389", wide=0.6, corner=2)
        + lines(name, wide / 2, high / 2 - name.height / 2, anchor="middle", bold=True)
        + lines(foot, wide / 2, high - 2 * edge - foot.height, anchor="middle", fill=FAINT)
    )


def _token(face: Face) -> str:
    """A colour and a few words, or a number as large as there is room."""
    side = TOKEN
    part = face.rows[0].parts[0] if face.rows and len(face.rows[0].parts) == 1 else None
    colour = face.mark.colour if face.mark else face.ground
    caption = part.text if part is not None and _is_short(part.text) else face.name
    large_sign = bool(face.mark and face.mark.shape)
    top = (11.7 if large_sign else 7.5) if face.mark else 3.5
    room = side - top - 5.4
    large = fitted(caption, side - 5, room, 8.5 if _is_short(caption) else 3.4, 1.1)
    small = fitted(face.kind if caption != face.kind else "", side - 5, 2.6, 2.1, 1.1)
    return (
        rectangle(Box(0, 0, side, side), fill=GROUND, wide=0.15)
        + rectangle(Box(1.4, 1.4, side - 2.8, side - 2.8), stroke=colour, wide=1.1, corner=3)
        + rectangle(Box(0.8, 0.8, side - 1.6, side - 1.6), wide=0.15, corner=3.5)
        + (_sign(face.mark, side / 2, 9.2 if large_sign else 7.4, 5.6, box=9.0) if face.mark else "")
        + lines(large, side / 2, top + (room - large.height) / 2, anchor="middle", bold=True)
        + lines(small, side / 2, side - 2.6 - small.height, anchor="middle", fill=FAINT)
    )


def _is_short(text: str) -> bool:
    return len(text) <= 3 and (len(text) == 1 or any(letter.isdigit() for letter in text))


def _card(face: Face, size: tuple[float, float]) -> str:
    wide, high = size
    edge = 5.0
    colour = face.mark.colour if face.mark else face.ground
    inner = wide - 2 * edge
    has_symbol = face.mark is not None and bool(face.mark.symbol)
    name = fitted(face.name, inner - (9 if has_symbol else 0), 15, 5.6, 1.6)
    top = 7.0
    parts = [
        rectangle(Box(0, 0, wide, high), fill="#ffffff", wide=0.15),
        rectangle(Box(0, 0, wide, 4.5), fill=colour, stroke=_edge(colour), wide=0.2),
        lines(name, edge, top, bold=True),
        words(face.kind, wide / 2, high - 3.2, 2.3, anchor="middle", fill=FAINT)
        if width_of(face.kind, 2.3) < inner and face.kind != face.name.lower()
        else "",
    ]
    if face.mark is not None and has_symbol:
        parts.append(_sign(face.mark, wide - edge - 3, top + 5.2, 6.5))
    body = Box(edge, top + max(name.height, 7.0) + 2.5, inner, 0)
    body = Box(body.left, body.top, inner, high - 7.0 - body.top)
    if face.lines:
        parts.append(_listing(face.lines, body))
    elif face.rows:
        parts.append(_rows(face.rows, body))
    elif face.mark is not None and has_symbol:
        parts.append(_sign(face.mark, wide / 2, body.top + body.height * 0.62, 30))
    return "".join(parts)


def _sign(part: Part, x: float, y: float, size: float, *, box: float | None = None) -> str:
    """The symbol of a value in its colour, with its foot at y; of a light one the outline is drawn as well.
    A shape fills a square around the middle of the letter instead, or a `box` of that side."""
    outline = ' stroke="#1c2329" stroke-width="0.15"' if _is_light(part.colour) else ""
    shape = shape_of(part.shape)
    if shape is None:
        drawn = words(part.symbol, x, y, size, anchor="middle", fill=part.colour)
        return drawn.replace("<text ", f"<text{outline} ", 1)
    picture = drawn_shape(shape, part.tiling)
    side = size if box is None else box
    cell = side / max(picture.width, picture.height)
    left, top = x - picture.width * cell / 2, y - size * 0.4 - picture.height * cell / 2
    outline = outline or ' stroke="#ffffff" stroke-width="0.15"'
    cells = (
        " ".join(f"{left + right * cell:.2f},{top + down * cell:.2f}" for right, down in corners)
        for corners in picture.cells
    )
    return "".join(f'<polygon points="{points}" fill="{clean(part.colour)}"{outline}/>' for points in cells)


def _listing(caption: tuple[str, ...], box: Box) -> str:
    """Lines of a player's sheet, with a space before each to tick off."""
    size, made = LEAST, [list(caption)]
    for size in sizes(4.2, LEAST):
        made = [wrapped(text, box.width - size * 1.6, size) for text in caption]
        if sum(len(lines) * size * LINE + size * 0.7 for lines in made) <= box.height:
            break
    parts, y = [], box.top
    for listed in made:
        if y + size * LINE > box.bottom:
            break
        parts.append(rectangle(Box(box.left, y + size * 0.12, size, size), stroke=INK, wide=0.2))
        parts.append(lines(Fitted(size, tuple(listed)), box.left + size * 1.6, y))
        y += len(listed) * size * LINE + size * 0.7
    return "".join(parts)


def _rows(rows: tuple[Row, ...], box: Box) -> str:
    """Labels with their values below them, all so large that they fit."""
    laid: list[_Laid] = []
    for size in sizes(_largest(rows), LEAST):
        laid = list(_laid(rows, box.width, size))
        if sum(row.height for row in laid) <= box.height:
            break
    parts, y = [], box.top
    for row in laid:
        if y + row.height > box.bottom + 0.01:
            break
        parts.append(row.drawn(box.left, y))
        y += row.height
    return "".join(parts)


def _largest(rows: tuple[Row, ...]) -> float:
    if len(rows) > 1:
        return 6.4
    return 16.0 if all(_is_short(part.text) for part in rows[0].parts) else 9.0


@frozen
class _Laid:
    """A row as it is laid out: its label and its lines of values, each behind its symbol."""

    label: str
    label_size: float
    size: float
    lines: tuple[tuple[Part, tuple[str, ...]], ...]

    @property
    def height(self) -> float:
        above = self.label_size * LINE if self.label else 0
        return above + sum(len(caption) for _, caption in self.lines) * self.size * LINE + self.size * 0.45

    def drawn(self, left: float, top: float) -> str:
        parts, y = [], top
        if self.label:
            parts.append(words(self.label, left, y + self.label_size * 0.95, self.label_size, fill=FAINT))
            y += self.label_size * LINE
        for part, caption in self.lines:
            shift = self.size * 1.3 if part.symbol else 0
            if part.symbol:
                large = self.size * (1 if part.text else LINES_OF_SHAPE)
                parts.append(_sign(part, left + large * 0.5, y + large * 0.95, large))
            parts.append(lines(Fitted(self.size, caption), left + shift, y, bold=True))
            y += len(caption) * self.size * LINE
        return "".join(parts)


def _laid(rows: tuple[Row, ...], width: float, size: float) -> Iterator[_Laid]:
    for row in rows:
        own = size if row.large else max(size * 0.75, 1.2)
        label_size = min(max(own * 0.55, 1.2), 2.8)
        label = cut_to(wrapped(row.label, width, label_size), 1, width, label_size)
        parts = list(row.parts)
        if len(parts) > 1 and not any(part.symbol for part in parts):
            parts = [Part(", ".join(part.text for part in parts))]
        yield _Laid(
            "".join(label),
            label_size,
            own,
            tuple(
                (
                    part,
                    tuple(wrapped(part.text, width - (own * 1.3 if part.symbol else 0), own))
                    if part.text
                    else ("",) * LINES_OF_SHAPE,
                )
                for part in parts
            ),
        )


# ---------------------------------------------------------------- colours


def _is_light(colour: str) -> bool:
    if not (colour.startswith("#") and len(colour) in (4, 7)):
        return True
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(digits[index : index + 2], 16) for index in (0, 2, 4))
    return 0.3 * red + 0.6 * green + 0.1 * blue > 190


def _edge(colour: str) -> str:
    return FAINT if _is_light(colour) else "none"
