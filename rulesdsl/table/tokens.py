"""What stands at the places of a drawing: pieces, pawns, marks and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, evolve, field, frozen

from rulesdsl.engine.labels.english import counted, plain
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.views.view_text import SeenState, SeenZone
from rulesdsl.grids import Offset
from rulesdsl.table.design import Drawing, Edges
from rulesdsl.table.goods import goods_of
from rulesdsl.table.lit import LINES, Lit, Part, part_of
from rulesdsl.table.scene import Scene


@frozen
class Token:
    """Something that stands at a place: one or two letters on a colour, and its words.

    `form`: a `piece`; a `pawn` that says where a player is; a `mark` that the game makes; a `number`.
    """

    letters: str
    words: str
    style: str
    form: str = "piece"
    of_state: bool = False
    """It is no piece, but says what a state of the place is."""
    symbol: str = ""
    """Of a listed value, whatever its letters are."""


@define
class Place:
    """What stands at a place of a drawing. `chosen`: in a stage of what is being decided; `parts`: what
    options may be about, besides the place itself.
    """

    label: str
    tokens: list[Token] = field(factory=list)
    parts: tuple[Part, ...] = ()
    chosen: bool = False


def drawn_names(scene: Scene) -> frozenset[str]:
    """The zones and states that stand on a drawing, and so nowhere else."""
    drawn = set()
    for drawing in scene.drawings:
        for all_kinds, all_names in (
            (drawing.kinds, drawing.names),
            *(((edges.kind,), edges.names) for edges in drawing.edges),
        ):
            kinds, names = frozenset(all_kinds), frozenset(all_names)
            drawn |= {zone.name for zone in scene.view.zones if _at(zone, kinds, names)}
            drawn |= {state.name for state in scene.view.states if _at(state, kinds, names)}
            drawn |= {state.name for state in scene.view.states if _pawn(state, kinds, names)}
    return frozenset(drawn)


def _at(thing: SeenZone | SeenState, kinds: frozenset[str], names: frozenset[str]) -> str | None:
    """The place of a drawing that a zone or state is one of."""
    if len(thing.keys) == 1:
        key = thing.keys[0]
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


def places_of_drawing(scene: Scene, drawing: Drawing, lit: Lit) -> list[Place]:
    kinds, names, labels = drawing.kinds, drawing.names, drawing.labels
    places = _places(lit, kinds, names, labels)
    for place, numbers in zip(places.values(), cells_of(scene, drawing), strict=False):
        place.parts = tuple(
            ("value", line, number, None) for line, number in zip(LINES, numbers, strict=True)
        )
    _put_pieces(scene, kinds, places)
    if drawing.of_pieces:
        _add_pieces_that_are_places(scene, frozenset(kinds), places)
    _put_states(scene, kinds, places, zeros=drawing.shape == "ring")
    return list(places.values())


def places_of_edges(scene: Scene, edges: Edges, lit: Lit) -> list[Place]:
    """Each lies at a cell, and is called by it."""
    places = _places(lit, (edges.kind,), edges.names, edges.names)
    _put_pieces(scene, (edges.kind,), places)
    _put_states(scene, (edges.kind,), places, all_flags=True)
    return list(places.values())


def cells_of(scene: Scene, drawing: Drawing) -> tuple[Offset, ...]:
    """The column and the row of each cell of a board that is there."""
    if drawing.shape == "growing":
        return next((grid.cells for _, grid in scene.view.grids if grid.name == drawing.name), ())
    return () if drawing.board is None else drawing.board.cells


def _places(lit: Lit, kinds: Sequence[str], names: Sequence[str], labels: Sequence[str]) -> dict[str, Place]:
    return {
        name: Place(label, chosen=lit.is_chosen_place(kinds, name))
        for name, label in zip(names, labels, strict=True)
    }


def _put_pieces(scene: Scene, all_kinds: Sequence[str], places: Mapping[str, Place]) -> None:
    kinds, names = frozenset(all_kinds), frozenset(places)
    for number, zone in enumerate(scene.view.zones):
        name = _at(zone, kinds, names)
        if name is None or not zone.count:
            continue
        place = places[name]
        for piece in zone.pieces:
            place.tokens.append(_piece(scene, piece, zone))
            part = part_of(piece)
            place.parts += () if part is None else (part,)
            place.parts += goods_of(piece)
        hidden = zone.count - len(zone.pieces)
        if hidden:
            place.tokens.append(Token(f"{hidden}", counted(hidden, zone.hidden_noun), "back"))
            place.parts += (("unseen", number, None, None),)


def _put_states(
    scene: Scene,
    all_kinds: Sequence[str],
    places: Mapping[str, Place],
    *,
    zeros: bool = False,
    all_flags: bool = False,
) -> None:
    """`zeros`: a number is drawn also where it is 0; `all_flags`: a flag however many places have it."""
    kinds, names = frozenset(all_kinds), frozenset(places)
    usual = frozenset[str]() if all_flags else _usual_flags(scene, kinds, names)
    for state in scene.view.states:
        if "." in state.name:
            # Where a place of a board that grows lies: it is drawn there.
            continue
        name = _at(state, kinds, names)
        counted_there = zeros and state.text == "0"
        if name is not None and (not state.bare or counted_there) and state.name not in usual:
            places[name].tokens.append(evolve(_mark(scene, state), of_state=True))
        name = _pawn(state, kinds, names)
        if name is not None and not state.bare:
            places[name].tokens.append(_pawn_token(scene, state))


def _pawn_token(scene: Scene, state: SeenState) -> Token:
    """Where a player is, or what the game has marked."""
    if state.owner is None:
        return Token(plain(state.name)[:1], plain(state.name), "nobody", "mark")
    return Token(scene.seats[state.owner].name[:1], state.label, _seat_style(state.owner), "pawn")


def _usual_flags(scene: Scene, kinds: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    """The flags of places that many places have: to draw them would hide what stands there."""
    flags: dict[str, list[bool]] = {}
    for state in scene.view.states:
        if isinstance(state.value, bool) and _at(state, kinds, names) is not None:
            flags.setdefault(state.name, []).append(state.value)
    return frozenset(name for name, flag in flags.items() if 4 * sum(flag) > len(flag))


def _add_pieces_that_are_places(scene: Scene, kinds: frozenset[str], places: dict[str, Place]) -> None:
    """On a map whose places are cards: where each of them lies, but for those in piles."""
    for zone in scene.view.zones:
        if zone.shape == "pile":
            continue
        for piece in zone.pieces:
            place = places.get(piece.name) or places.get(piece.label)
            if piece.kind in kinds and place is not None:
                letter = plain(zone.name)[:1].upper()
                place.tokens.append(Token(letter, f"in {zone.label}", _seat_style(zone.owner)))


def _seat_style(owner: int | None) -> str:
    return "nobody" if owner is None else f"seat{owner % 8}"


def _piece(scene: Scene, piece: Thing, zone: SeenZone) -> Token:
    design = scene.design
    looks = [
        (look, design.values[look.values][str(piece.attributes.get(look.name))])
        for look in design.attributes.get(piece.kind, ())
        if look.values and str(piece.attributes.get(look.name)) in design.values.get(look.values, {})
    ]
    seat = next(
        (
            piece.attributes.get(look.name)
            for look in design.attributes.get(piece.kind, ())
            if look.player and zone.owner is None and not looks
        ),
        None,
    )
    if isinstance(seat, int):
        # It belongs to somebody, wherever it lies.
        return Token(scene.seats[seat].name[:1], piece.label, _seat_style(seat))
    style = looks[0][1].style if looks else _seat_style(zone.owner)
    shown = {str(piece.attributes.get(look.name)).lower() for look, _ in looks[:1]}
    # What it is called beside its colour and its kind.
    shown |= set(plain(piece.kind).lower().split())
    letters = _letters([word for word in piece.label.split() if word.lower() not in shown])
    symbol = looks[0][1].symbol if looks else "●"
    return Token(letters or symbol, piece.label, style)


def _letters(words: Sequence[str]) -> str:
    if len(words) == 1 and len(words[0]) <= 2:
        return words[0]
    return "".join(word[0] for word in words[:2]).upper()


def _mark(scene: Scene, state: SeenState) -> Token:
    """A state of a place: whose it is by its colour, its value in letters."""
    value = state.value
    if isinstance(value, bool):
        return Token("✓", plain(state.name), _seat_style(state.owner), "mark")
    if isinstance(value, Thing):
        look = scene.design.values.get(value.kind, {}).get(value.label)
        if look is not None:
            words = value.label.split()
            rest = [word for word in words if f"k-{word.lower()}" != look.style]
            letters = look.symbol if look.given or not rest else _letters(rest)
            return Token(letters, value.label, look.style, symbol=look.symbol)
        painted = next(
            (
                scene.design.values[look.values][str(value.attributes.get(look.name))].style
                for look in scene.design.attributes.get(value.kind, ())
                if look.values
                and str(value.attributes.get(look.name)) in scene.design.values.get(look.values, {})
            ),
            _seat_style(state.owner),
        )
        shown = {str(attribute).lower() for attribute in value.attributes.values()}
        words = value.label.split()
        rest = [word for word in words[1:] if word.lower() not in shown] if len(words) > 2 else words[1:]
        return Token(_letters(rest or words), value.label, painted)
    if isinstance(value, int) and state.text in (seat.name for seat in scene.seats):
        return Token(state.text[:1], f"{plain(state.name)}: {state.text}", _seat_style(value))
    form = "number" if isinstance(value, int) else "piece"
    return Token(state.text[:3], f"{plain(state.name)}: {state.text}", _seat_style(state.owner), form)
