"""Zones and states: what lies where, and what is counted, outside of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.things import SeenPiece, Thing, Value
from rulesdsl.engine.views.showing import FEW, Showing, showing, worth_telling
from rulesdsl.engine.views.view_text import SeenState, SeenZone
from rulesdsl.table.cards import backs, card, chosen_by, has_shape, value_chip
from rulesdsl.table.design import Design
from rulesdsl.table.lit import NO_PRESS, Lit
from rulesdsl.table.markup import EMPTY, Markup, classes, tag
from rulesdsl.table.scene import Scene
from rulesdsl.table.spots import choosable

MOST_SLOTS = 16
"""So many places for one card each are drawn, also those that are empty."""
NO_LIT = Lit()
"""Where nothing can be chosen."""


def zones_of(scene: Scene, lit: Lit, owner: int | None, drawn: frozenset[str]) -> Iterator[Markup]:
    """The zones of a player, or of nobody, that stand on no board."""
    numbered = [
        (number, zone)
        for number, zone in enumerate(scene.view.zones)
        if zone.owner == owner and zone.name not in drawn
    ]
    for name, group in groupby(numbered, key=lambda zone: zone[1].name):
        zones = list(group)
        if not any(zone.count or zone.refilled for _, zone in zones):
            continue
        if not zones[0][1].index:
            yield _zone(scene, lit, *zones[0])
            continue
        full = [(number, zone) for number, zone in zones if zone.count]
        if all(zone.shape == "slot" for _, zone in zones) and (full or len(zones) <= FEW):
            yield _slots(scene, lit, name, zones if len(zones) <= MOST_SLOTS else full)
        elif full:
            inner = [_zone(scene, lit, number, zone, title=", ".join(zone.index)) for number, zone in full]
            yield tag("section", tag("h3", plain(name)), tag("div", *inner, class_="group"), class_="zones")
        else:
            yield tag("section", _heading("h3", plain(name), 0), class_="zone empty")


def _heading(level: str, title: str, count: int) -> Markup:
    return tag(level, title, tag("span", str(count) if count else "none", class_="count"))


def _zone(scene: Scene, lit: Lit, number: int, zone: SeenZone, *, title: str | None = None) -> Markup:
    """`title`: what it is called among others of its name."""
    notes = scene.notes
    on_cards = tuple(notes.get((piece.kind, piece.name), ()) for piece in zone.pieces) if notes else ()
    eyes = scene.viewer_or_nobody if zone.owner is not None else None
    key = ("zone", zone, number, title, eyes, lit.about(number), _words_of(on_cards), scene.view.players)

    def drawn() -> tuple[Markup, frozenset[object]]:
        before = lit.drawn
        made = _zone_drawn(scene, lit, number, zone, title)
        return made, lit.drawn - before

    made, also = scene.kept.get_with(key, drawn)
    lit.note_drawn(also)
    return made


def _words_of(notes: tuple[tuple[SeenState, ...], ...]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"{index}.{state.name}", state.text) for index, states in enumerate(notes) for state in states
    )


def _zone_drawn(scene: Scene, lit: Lit, number: int, zone: SeenZone, title: str | None) -> Markup:
    name = plain(zone.name) if title is None else title
    level = "h3" if title is None else "h4"
    shown = Showing.FACES if lit.is_asked_of(number) and zone.count else showing(zone, scene.viewer_or_nobody)
    own = zone.owner is not None and zone.owner == scene.viewer and zone.shape == "set" and zone.count > 3
    style = classes("zone", zone.shape, own and "own", not zone.count and "empty")
    if shown is Showing.NOTHING:
        return tag("section", _heading(level, name, 0), class_=style, data_zone=str(number))
    content = contents(scene, lit, number, zone, brief=shown is Showing.NAMES)
    cards = tag("div", *content, class_="cards")
    if shown is Showing.NUMBER:
        heading = tag("summary", name, tag("span", str(zone.count), class_="count"))
        return tag("details", heading, cards, class_=style, id=f"zone-{number}")
    return tag("section", _heading(level, name, zone.count), cards, class_=style, data_zone=str(number))


def contents(scene: Scene, lit: Lit, number: int, zone: SeenZone, *, brief: bool = False) -> Iterator[Markup]:
    """What lies there: known cards, backs for the rest; a pile from the top."""
    hidden = zone.count - len(zone.pieces)

    def drawn(piece: SeenPiece) -> Markup:
        return card(scene, piece, lit.piece(piece), brief=brief, chosen=lit.is_chosen(piece))

    if zone.shape == "row":
        known = {piece.at: piece for piece in zone.pieces}
        press = lit.unseen(number) if hidden else NO_PRESS
        for index in range(1, zone.count + 1):
            if index in known:
                yield drawn(known[index])
            else:
                yield backs(1, zone.hidden_noun, press)
                press = NO_PRESS
        return
    if zone.shape == "pile" and hidden:
        yield from map(drawn, zone.pieces)
    elif zone.shape == "pile":
        # What lies below the top of an open pile is there to be looked at, but does not fill the table.
        top, *below = zone.pieces
        yield drawn(top)
        if below:
            cards = list(map(drawn, below))
            many = len(below) > 1 and not any("data-option" in card or "data-point" in card for card in cards)
            inner = tag("div", *cards, class_="cards")
            yield (
                tag("details", tag("summary", f"{len(below)} below"), inner, class_="below")
                if many
                else inner
            )
    else:
        yield from _gathered(scene, lit, zone.pieces, brief=brief)
    if hidden:
        yield backs(hidden, zone.hidden_noun, lit.unseen(number), down=zone.hidden_down == hidden)


def _gathered(scene: Scene, lit: Lit, pieces: Iterable[SeenPiece], *, brief: bool) -> Iterator[Markup]:
    """Those that are alike lie on each other."""
    alike: dict[tuple[str, str, bool], list[SeenPiece]] = {}
    for piece in pieces:
        alike.setdefault((piece.kind, piece.label, piece.down), []).append(piece)
    for same in alike.values():
        chosen = any(map(lit.is_chosen, same))
        yield card(scene, same[0], lit.piece(*same), len(same), brief=brief, chosen=chosen)


def _slots(scene: Scene, lit: Lit, name: str, zones: Sequence[tuple[int, SeenZone]]) -> Markup:
    """Places for one card each, side by side. Those of whoever looks, and those of nobody, stand for what
    their keys are: where a key can be chosen, its empty place can.
    """
    cells = []
    for number, zone in zones:
        key = tag("span", ", ".join(zone.index), class_="key")
        if zone.count:
            cells.append(tag("div", key, *contents(scene, lit, number, zone, brief=True), class_="slot"))
            continue
        mine = zone.owner in (None, scene.viewer) and len(zone.keys) == 1
        only = zone.keys[0] if mine and scene.is_alone(zone) else None
        press = lit.thing(only) if isinstance(only, Thing) else NO_PRESS
        cells.append(chosen_by(press, key, press.words, "slot", "empty"))
    return tag("section", tag("h3", plain(name)), tag("div", *cells, class_="slots"), class_="zone")


# ---------------------------------------------------------------------- states


def states_of(scene: Scene, lit: Lit, owner: int | None, drawn: frozenset[str]) -> Markup | None:
    """What is counted and kept in mind there, but for what stands on a drawing or a card."""
    on_cards = {state for states in scene.notes.values() for state in states}
    mine = tuple(
        state
        for state in scene.view.states
        if state.owner == owner and state.name not in drawn and state not in on_cards
    )

    def made() -> tuple[Markup, frozenset[object]]:
        before = lit.drawn
        rows = _states(scene, lit, mine)
        return rows, lit.drawn - before

    rows, also = scene.kept.get_with(("states", mine, lit.about_goods), made)
    lit.note_drawn(also)
    return rows or None


def _states(scene: Scene, lit: Lit, mine: Sequence[SeenState]) -> Markup:
    rows: list[Markup] = []
    for name, group in groupby(mine, key=lambda state: state.name):
        shown = list(worth_telling(list(group)))
        if not shown:
            continue
        if lit.about_goods:
            rows.append(_state_text(scene.design, name, shown, lit))
            continue
        key = ("state", name, tuple((_is_called(state.value), state.text, state.index) for state in shown))
        rows.append(scene.kept.get(key, partial(_state_text, scene.design, name, shown, NO_LIT)))
    return tag("dl", *rows, class_="states") if rows else EMPTY


def _is_called(value: Value) -> tuple[str, str] | None:
    return (value.kind, value.label) if isinstance(value, Thing) else None


def _state_text(design: Design, name: str, states: Sequence[SeenState], lit: Lit) -> Markup:
    """One state, or all of its name."""
    return _row(name, _entries(design, states, lit) if states[0].index else _value(design, states[0]))


def _row(name: str, value: Markup) -> Markup:
    return tag("div", tag("dt", plain(name)), tag("dd", value), class_="state")


def _entries(design: Design, states: Sequence[SeenState], lit: Lit) -> Markup:
    """One beside the other; those that nothing tells apart are gathered."""
    alike: dict[tuple[Markup, str], list[SeenState]] = {}
    for state in states:
        alike.setdefault((_keys(design, state), state.text), []).append(state)
    entries = [_entry(keys, text, same, lit) for (keys, text), same in alike.items()]
    if len(entries) > FEW:
        return tag("details", tag("summary", f"{len(states)}"), tag("span", *entries, class_="entries"))
    return tag("span", *entries, class_="entries")


def _entry(keys: Markup, text: str, same: Sequence[SeenState], lit: Lit) -> Markup:
    """A button, where it is one of the kinds of a bundle that can be chosen."""
    times = tag("span", f" ×{len(same)}", class_="copies") if len(same) > 1 else None
    body = (keys, times, None if text == "yes" else tag("b", text))
    press = lit.goods(*(key for state in same for key in state.keys if isinstance(key, Thing)))
    if not press:
        return tag("span", *body, class_="keyed")
    words = ", ".join(same[0].index)
    style = classes("keyed", *press.styles)
    return choosable("button", press, words, *filter(None, body), class_=style, type="button")


def _keys(design: Design, state: SeenState) -> Markup:
    return tag(
        "span", *(_thing(design, key) or str(text) for key, text in zip(state.keys, state.index, strict=True))
    )


def _value(design: Design, state: SeenState) -> Markup:
    members = state.value if isinstance(state.value, tuple) else ()
    if any(isinstance(item, Thing) and has_shape(design, item.kind, item.label) for item in members):
        chips = (_thing(design, item) or str(item) for item in members)
        return tag("span", *chips, class_="entries")
    return _thing(design, state.value) or tag("b", state.text)


def _thing(design: Design, value: Value) -> Markup | None:
    return value_chip(design, value.kind, value.label) if isinstance(value, Thing) else None
