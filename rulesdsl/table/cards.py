"""Cards, tiles, tokens and backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulesdsl.drawings.boards import corners_text, drawn_shape
from rulesdsl.engine.labels.english import counted, plain
from rulesdsl.engine.labels.things import SeenPiece, Thing, Value
from rulesdsl.engine.views.showing import worth_telling
from rulesdsl.engine.views.view_text import SeenState
from rulesdsl.shapes import shape_of
from rulesdsl.table.design import AttributeLook, Design, ValueLook, letters_of, without_quotes
from rulesdsl.table.lit import NO_PRESS, Press
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Scene

MOST_BACKS = 8
"""So many backs lie side by side; of more one, with their number."""
NO_LOOK = ValueLook("", "")
CELL = 11.0
"""So wide is a cell of a shape."""


def card(
    scene: Scene,
    piece: Thing,
    press: Press = NO_PRESS,
    copies: int = 1,
    *,
    brief: bool = False,
    chosen: bool = False,
) -> Markup:
    """A piece that is known, to be chosen if it is an option; several that are alike lie on each other.
    `brief`: its attributes in one line.
    """
    key = (
        "card",
        (piece.kind, piece.name, piece.label, str(piece.attributes)),
        isinstance(piece, SeenPiece) and piece.down,
        press,
        tuple((note.name, note.text) for note in scene.notes.get((piece.kind, piece.name), ())),
        scene.view.players,
        (copies, brief, chosen),
    )
    return scene.kept.get(key, lambda: _card(scene, piece, press, copies, brief=brief, chosen=chosen))


def _card(scene: Scene, piece: Thing, press: Press, copies: int, *, brief: bool, chosen: bool) -> Markup:
    design, players = scene.design, scene.view.players
    looks = design.attributes.get(piece.kind, ())
    shown = [(look, _value(look, piece.attributes.get(look.name), players)) for look in looks]
    shown = [(look, value) for look, value in shown if _worth_showing(piece, look, value)]
    lines = design.sheets.get(piece.label, ())
    notes = scene.notes.get((piece.kind, piece.name), ())
    small = not lines and not any(look.read and not look.values for look, _ in shown) and len(shown) <= 1
    down = isinstance(piece, SeenPiece) and piece.down
    painted = next(
        (design.values.get(look.values, {}).get(str(value)) for look, value in shown if look.values), None
    )
    in_name = _said_in_name(piece, shown)
    body = [
        tag(
            "span",
            *_head(design, piece, shown, small=small),
            tag("span", f" ×{copies}", class_="copies") if copies > 1 else None,
            class_="name",
        ),
        *map(_note, worth_telling(notes)),
        tag("span", *_attributes(design, shown, in_name), class_="attributes")
        if not small and shown
        else None,
        tag("span", *(tag("span", line) for line in lines), class_="lines") if lines and not brief else None,
        tag("span", "face down", class_="note") if down else None,
    ]
    styles = (
        "card",
        small and "small",
        brief and "brief",
        down and "down",
        chosen and "chosen",
        painted.style if painted else "",
    )
    remarks = [_note_in_words(note) for note in worth_telling(notes)]
    words = "; ".join([in_words(piece, shown, copies, down=down), *remarks, *lines])
    return chosen_by(press, joined(*body), words, *styles, name=piece.label)


def _note(state: SeenState) -> Markup:
    """A state of this piece: its value large, its name small."""
    remarks = None if state.text == "yes" else tag("b", state.text)
    return tag("span", tag("span", plain(state.name), class_="label"), remarks, class_="attribute note-on-it")


def _note_in_words(state: SeenState) -> str:
    return plain(state.name) if state.text == "yes" else f"{plain(state.name)} {state.text}"


def chosen_by(press: Press, body: Markup, words: str, *styles: str | bool | None, name: str = "") -> Markup:
    """Something on the table: a button if it is an option, a thing to ask about if it is none."""
    if not press:
        return tag("div", body, class_=classes(*styles), data_name=name or None, title=words or None)
    number = [
        tag("span", str(first + 1), class_="number", aria_hidden="true") for first, _ in press.options[:1]
    ]
    return tag(
        "button",
        *number,
        body,
        type="button",
        class_=classes(*styles, *press.styles),
        **press.attributes,
        data_name=name or None,
        title=words,
    )


def backs(number: int, noun: str, press: Press = NO_PRESS, *, down: bool = False) -> Markup:
    """Pieces that are not known, as their backs."""
    words = counted(number, noun) + (" face down" if down else "")
    drawn = [tag("span", class_="back") for _ in range(number if number <= MOST_BACKS else 1)]
    body = joined(
        tag("span", *drawn, class_="fan", aria_hidden="true"),
        tag("span", words, class_="note"),
    )
    return chosen_by(press, body, press.words or words, "backs")


def value_chip(design: Design, kind: str, value: str) -> Markup | None:
    """A listed value with its colour and symbol; None if it is none of that list."""
    look = design.values.get(kind, {}).get(value)
    if look is None:
        return None
    if look.shape == value:
        return tag("span", sign(look, says=value), class_=classes("value", look.style))
    return tag("span", sign(look), value.replace("_", " "), class_=classes("value", look.style))


def has_shape(design: Design, kind: str, value: str) -> bool:
    return bool(design.values.get(kind, {}).get(value, NO_LOOK).shape)


def sign(look: ValueLook, *styles: str, says: str = "") -> Markup:
    """What a value is known by from afar: its shape, or its symbol. `says`: what no words beside it do."""
    shape = shape_of(look.shape)
    if shape is None:
        return tag("span", look.symbol, class_=classes("symbol", *styles), aria_hidden="true")
    drawn = drawn_shape(shape, look.tiling)
    cells = (tag("polygon", points=corners_text(corners, scale=CELL)) for corners in drawn.cells)
    wide, high = drawn.width * CELL + 2, drawn.height * CELL + 2
    return tag(
        "svg",
        *cells,
        viewBox=f"-1 -1 {wide:.1f} {high:.1f}",
        width=f"{wide:.1f}",
        height=f"{high:.1f}",
        class_=classes("shape", *styles),
        role="img" if says else None,
        aria_label=says or None,
        aria_hidden=None if says else "true",
    )


def in_words(piece: Thing, shown: Sequence[tuple[AttributeLook, Value]], copies: int, *, down: bool) -> str:
    """All that a card says, to be read aloud."""
    remarks = [look.label if look.flag else f"{look.label} {_text(value)}" for look, value in shown]
    in_name = _said_in_name(piece, shown)
    remarks = [text for text, (look, _) in zip(remarks, shown, strict=True) if look.name not in in_name]
    times = f"{copies} × " if copies > 1 else ""
    words = f"{times}{piece.label}{' (face down)' if down else ''}"
    return f"{words}: {', '.join(remarks)}" if remarks else words


def _value(look: AttributeLook, value: Value, players: Sequence[str]) -> Value:
    """Players, and things that have another name in the file, by what they are called."""
    if isinstance(value, str):
        return look.words.get(value, value)
    is_seat = look.player and isinstance(value, int) and 0 <= value < len(players)
    return players[value] if is_seat and isinstance(value, int) else value


def _worth_showing(piece: Thing, look: AttributeLook, value: Value) -> bool:
    """What is none, no, nothing or 0 is not, and not what the name has said."""
    if look.player and str(value) in piece.label.split():
        return False
    if not value or (isinstance(value, Mapping) and not any(value.values())):
        return False
    return letters_of(str(value)) not in {letters_of(piece.name), letters_of(piece.label)}


def _said_in_name(piece: Thing, shown: Sequence[tuple[AttributeLook, Value]]) -> frozenset[str]:
    """A name such as `hearts 12` is made of attributes, and has said them already."""
    words = piece.label.lower().split()
    texts = {_text(value).lower(): look.name for look, value in reversed(shown)}
    return frozenset(texts[word] for word in words) if all(word in texts for word in words) else frozenset()


def _head(
    design: Design, piece: Thing, shown: Sequence[tuple[AttributeLook, Value]], *, small: bool
) -> Iterator[Markup | str]:
    """The name, with the symbol of what it is where the name says no more than its attributes do."""
    in_name = _said_in_name(piece, shown)
    for look, value in shown:
        mark = design.values.get(look.values, {}).get(str(value))
        if mark and (small or look.name in in_name):
            yield sign(mark, mark.style)
            break
    yield without_quotes(piece.label)


def _attributes(
    design: Design, shown: Sequence[tuple[AttributeLook, Value]], in_name: frozenset[str]
) -> Iterator[Markup]:
    for look, value in shown:
        if look.name in in_name:
            continue
        yield tag(
            "span",
            *_attribute(design, look, value),
            class_=classes("attribute", "read" if look.read else "aside"),
        )


def _attribute(design: Design, look: AttributeLook, value: Value) -> Iterator[Markup | str]:
    if look.flag:
        yield look.label
        return
    chip = value_chip(design, look.values, str(value)) if look.values else None
    if chip is not None:
        yield chip
    elif isinstance(value, Mapping):
        yield tag("span", look.label, class_="label")
        yield from _pairs(design, value)
    elif isinstance(value, tuple):
        yield tag("span", look.label, class_="label")
        yield ", ".join(map(str, value))
    else:
        yield tag("span", look.label, class_="label")
        yield tag("b", _text(value))


def _pairs(design: Design, value: Mapping[int | str, Value]) -> Iterator[Markup | str]:
    """What a map says, such as a price in several goods."""
    for key, amount in value.items():
        if amount in (None, 0, False):
            continue
        look = next((values[str(key)] for values in design.values.values() if str(key) in values), NO_LOOK)
        yield tag("span", sign(look), f"{amount} {key}", class_=classes("value", look.style))


def _text(value: Value) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{amount} {key}" for key, amount in value.items() if amount not in (None, 0, False))
    if isinstance(value, tuple):
        return ", ".join(map(_text, value))
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)
