"""Zones and states: what lies where, and what is counted, outside of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rulesdsl.engine.labels.labels import plain
from rulesdsl.engine.labels.things import SeenOption, SeenPiece, Thing, Value
from rulesdsl.engine.views.view_text import SeenState, SeenZone
from rulesdsl.table.cards import backs, card, value_chip
from rulesdsl.table.design import Design
from rulesdsl.table.markup import Markup, classes, tag
from rulesdsl.table.scene import Lit, Scene

MANY = 24
"""A zone with more different cards is folded."""
FEW_ENTRIES = 16


def zones_of(scene: Scene, lit: Lit, owner: int | None, drawn: frozenset[str]) -> Iterator[Markup]:
    """The zones of a player, or of nobody, that stand on no board."""
    numbered = [
        (number, zone)
        for number, zone in enumerate(scene.view.zones)
        if zone.owner == owner and zone.name not in drawn
    ]
    for name, group in groupby(numbered, key=lambda one: one[1].name):
        zones = list(group)
        if not any(zone.count or zone.refilled for _, zone in zones):
            continue
        own = owner is not None and owner == scene.viewer
        if not zones[0][1].index:
            yield _zone(scene, lit, *zones[0], own=own)
            continue
        full = [(number, zone) for number, zone in zones if zone.count]
        if full and all(zone.shape == "slot" for _, zone in zones):
            yield _slots(scene, lit, name, zones if len(zones) <= FEW_ENTRIES else full)
        elif full:
            inner = [
                _zone(scene, lit, number, zone, own=own, title=", ".join(zone.index)) for number, zone in full
            ]
            yield tag("section", tag("h3", plain(name)), tag("div", *inner, class_="group"), class_="zones")
        else:
            yield tag(
                "section", tag("h3", plain(name)), tag("p", "empty", class_="note"), class_="zone empty"
            )


def _zone(
    scene: Scene, lit: Lit, number: int, zone: SeenZone, *, own: bool, title: str | None = None
) -> Markup:
    known = len({piece.label for piece in zone.pieces})
    content = tag("div", *contents(scene, lit, number, zone), class_="cards")
    said = plain(zone.name) if title is None else title
    heading = (said, tag("span", str(zone.count), class_="count"))
    style = classes(
        "zone",
        zone.shape,
        own and zone.shape == "set" and zone.count > 3 and "own",
        not zone.count and "empty",
    )
    asked = any(
        isinstance(option.value, SeenPiece) and option.value.zone == number
        for option in (scene.view.decision.options if scene.view.decision else ())
    )
    if (known > MANY or (not zone.refilled and known > 1)) and not asked:
        return tag("details", tag("summary", *heading), content, class_=style, id=f"zone-{number}")
    level = "h3" if title is None else "h4"
    return tag("section", tag(level, *heading), content, class_=style, data_zone=str(number))


def contents(scene: Scene, lit: Lit, number: int, zone: SeenZone) -> Iterator[Markup]:
    """What lies there: known cards, backs for the rest; a pile from the top."""
    hidden = zone.count - len(zone.pieces)
    if not zone.count:
        yield tag("span", "empty", class_="note")
        return
    if zone.shape == "row":
        known = {piece.at: piece for piece in zone.pieces}
        options = lit.unseen(number) if hidden else ()
        for at in range(1, zone.count + 1):
            if at in known:
                yield card(scene, known[at], lit.piece(known[at]))
            else:
                yield backs(1, zone.hidden_noun, options)
                options = ()
        return
    if zone.shape == "pile" and hidden:
        yield from (card(scene, piece, lit.piece(piece)) for piece in zone.pieces)
    elif zone.shape == "pile":
        # What lies below the top of an open pile is there to be looked at, but does not fill the table.
        top, *below = zone.pieces
        yield card(scene, top, lit.piece(top))
        if below:
            drawn = [card(scene, piece, lit.piece(piece)) for piece in below]
            many = len(below) > 1 and not any("data-option" in one for one in drawn)
            inner = tag("div", *drawn, class_="cards")
            yield (
                tag("details", tag("summary", f"{len(below)} below"), inner, class_="below")
                if many
                else inner
            )
    else:
        yield from _gathered(scene, lit, zone.pieces)
    if hidden:
        yield backs(hidden, zone.hidden_noun, lit.unseen(number), down=zone.hidden_down == hidden)


def _gathered(scene: Scene, lit: Lit, pieces: Iterable[SeenPiece]) -> Iterator[Markup]:
    """Those that are alike lie on each other."""
    alike: dict[tuple[str, str, bool], list[SeenPiece]] = {}
    for piece in pieces:
        alike.setdefault((piece.kind, piece.label, piece.down), []).append(piece)
    for same in alike.values():
        options: dict[int, SeenOption] = {one.number: one for piece in same for one in lit.piece(piece)}
        yield card(scene, same[0], tuple(options.values()), len(same))


def _slots(scene: Scene, lit: Lit, name: str, zones: Sequence[tuple[int, SeenZone]]) -> Markup:
    """Places for one card each, side by side."""
    cells = [
        tag(
            "div",
            tag("span", ", ".join(zone.index), class_="key"),
            *(contents(scene, lit, number, zone) if zone.count else ()),
            class_=classes("slot", not zone.count and "empty"),
        )
        for number, zone in zones
    ]
    return tag("section", tag("h3", plain(name)), tag("div", *cells, class_="slots"), class_="zone")


# ---------------------------------------------------------------------- states


def states_of(scene: Scene, owner: int | None, drawn: frozenset[str]) -> Markup | None:
    """Numbers are told when they are 0, too; what is no, none or empty is not worth a line."""
    mine = [state for state in scene.view.states if state.owner == owner and state.name not in drawn]
    rows: list[Markup] = []
    for name, group in groupby(mine, key=lambda state: state.name):
        states = list(group)
        if states[0].index:
            entries = [state for state in states if not state.bare]
            if entries:
                rows.append(_row(name, _entries(scene.design, entries)))
        elif not states[0].bare or states[0].text == "0":
            rows.append(_row(name, _value(scene, states[0])))
    return tag("dl", *rows, class_="states") if rows else None


def _row(name: str, value: Markup) -> Markup:
    return tag("div", tag("dt", plain(name)), tag("dd", value), class_="state")


def _entries(design: Design, states: Sequence[SeenState]) -> Markup:
    said = [
        tag(
            "span",
            _keys(design, state),
            None if state.text == "yes" else tag("b", state.text),
            class_="entry",
        )
        for state in states
    ]
    if len(said) > FEW_ENTRIES:
        return tag("details", tag("summary", f"{len(said)}"), *said)
    return tag("span", *said)


def _keys(design: Design, state: SeenState) -> Markup:
    return tag(
        "span", *(_thing(design, key) or str(text) for key, text in zip(state.keys, state.index, strict=True))
    )


def _value(scene: Scene, state: SeenState) -> Markup:
    return _thing(scene.design, state.value) or tag("b", state.text)


def _thing(design: Design, value: Value) -> Markup | None:
    return value_chip(design, value.kind, value.label) if isinstance(value, Thing) else None
