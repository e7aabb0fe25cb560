"""The question above the table: what is asked, what was chosen so far, and the options that lie nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesdsl.engine.labels.english import listed, plain
from rulesdsl.engine.labels.things import SeenDecision, SeenOption, Thing, Value
from rulesdsl.table.boards import covered_spots, spots_of_places
from rulesdsl.table.cards import value_chip
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Lit, Scene


def ask(scene: Scene, lit: Lit) -> Markup:
    """What the viewer is asked, or whom the table waits for."""
    view = scene.view
    if scene.trouble:
        body = joined(tag("p", scene.trouble, class_="trouble"))
    elif view.over:
        won = listed([view.players[player] for player in view.winners])
        verdict = scene.sheet.verdict() if scene.sheet else []
        body = tag("p", " ".join(verdict) or f"The game is over: {won or 'nobody wins'}.", class_="prompt")
    elif scene.note_only:
        body = joined(
            tag("p", "There is nothing for you to choose this time.", class_="prompt"),
            tag("p", "Say so like everybody else, and nobody learns it.", class_="note"),
            _button(0, "That is fine", "option lit"),
        )
    elif view.decision is not None and view.decision.options:
        body = joined(*_question(scene, view.decision, lit))
    else:
        looks_on = scene.viewer is None and scene.step is None
        note = tag("p", "You look on: what all at the table know is here.", class_="note")
        body = joined(tag("p", _waiting(scene), class_="waiting"), note if looks_on else None)
    return joined(body, _who_has_decided(scene), _tools(scene), _undo_request(scene))


def _question(scene: Scene, decision: SeenDecision, lit: Lit) -> Iterator[Markup]:
    name = scene.seats[scene.viewer].name if scene.viewer is not None else ""
    yield tag("p", decision.prompt or f"{name}, what do you do?", class_="prompt")
    # What is called by one letter in the file says nothing by its name.
    settled = [
        f"{plain(key)}: {_value_text(value)}" if len(key) > 1 else _value_text(value)
        for key, value in decision.chosen.items()
    ]
    if scene.time is not None:
        settled.append(f"{scene.time[0]} of {scene.time[1]}")
    if settled:
        yield tag("p", ", ".join(settled), class_="note")
    if scene.demands:
        yield tag("ul", *(tag("li", demand) for demand in scene.demands), class_="demands")
    if decision.picked:
        chosen = [tag("li", _value_text(part)) for part in decision.picked]
        yield tag("div", "So far: ", tag("ul", *chosen, class_="picked"), class_="so-far")
    left = tuple(option for option in lit.left() if option.kind != "text")
    yield from (_entry(option) for option in decision.options if option.kind == "text")
    there = {each.number for each in left}
    shown = [option for option in decision.options if option.number not in there and option.kind != "text"]
    if shown:
        where = tag("button", "what is lit", type="button", data_do="show", class_="in-text")
        yield tag("p", "Choose ", where, " on the table", ", or:" if left else ".", class_="note")
    if left:
        spots = spots_of_places(scene)
        about = {option.number: covered_spots(scene, option, spots) for option in left}
        sorts = _sorts(scene, left)
        if len({*map(tuple, about.values())}) > 1:
            yield _narrowing(scene, sorts)
        for index, sort in enumerate(sorts):
            for option in sorts[sort]:
                about[option.number].append(f"sort-{index}")
        made = (_option(option, " ".join(about[option.number])) for option in left)
        yield tag("div", *made, class_=classes("options", _style(left)))
    places = [
        option for option in shown if isinstance(option.value, Thing) and not hasattr(option.value, "zone")
    ]
    if places:
        # On a small screen a list is hit more easily than a place on a map.
        inner = tag("div", *map(_option, places), class_="options")
        yield tag(
            "details", tag("summary", f"The {len(places)} lit places as a list"), inner, class_="as-list"
        )


def _entry(option: SeenOption) -> Markup:
    """Where a text is written."""
    entry = tag(
        "input",
        id="entry",
        name="entry",
        maxlength=str(option.value),
        autocomplete="off",
        spellcheck="false",
        aria_label=option.text,
        placeholder=option.text,
    )
    button = tag("button", "That is it", type="submit", class_="option lit")
    return tag("form", entry, button, class_="write", data_write=str(option.number))


def _style(options: tuple[SeenOption, ...]) -> str:
    numbers = all(isinstance(option.value, int) or option.kind in ("done", "decline") for option in options)
    return "numbers" if numbers and len(options) > 3 else ""


def _sorts(scene: Scene, options: Sequence[SeenOption]) -> dict[tuple[str, str], list[SeenOption]]:
    """The options that are placements by what is laid, if there is more than one such thing."""
    sorts: dict[tuple[str, str], list[SeenOption]] = {}
    for option in options:
        kind = option.value.kind if isinstance(option.value, Thing) else ""
        for look in scene.design.attributes.get(kind, ()) if kind in scene.design.placements else ():
            name = option.get(look.name)
            if isinstance(name, str):
                sorts.setdefault((look.values, name), []).append(option)
    return sorts if len(sorts) > 1 else {}


def _narrowing(scene: Scene, sorts: Iterable[tuple[str, str]]) -> Markup:
    """Who clicks places on the table sees the options about these alone, one after the other."""
    laid = [
        tag(
            "button",
            value_chip(scene.design, kind, name) or name,
            type="button",
            id=f"sort-{index}",
            aria_pressed="false",
        )
        for index, (kind, name) in enumerate(sorts)
    ]
    return tag(
        "div",
        tag("p", "Click places on the table to see what is possible there.", class_="note", role="status"),
        tag("button", "Next", type="button", data_do="next", hidden=True),
        tag("button", "Take it", type="button", data_do="take", hidden=True),
        tag("button", "All again", type="button", data_do="all", hidden=True),
        tag("div", *laid, class_="sorts") if laid else None,
        id="narrowing",
    )


def _option(option: SeenOption, about: str = "") -> Markup:
    style = classes("option", "lit", option.kind in ("decline", "done") and "quiet") or ""
    return _button(option.number, option.text, style, about or None)


def _button(number: int, text: str, style: str, cells: str | None = None) -> Markup:
    return tag(
        "button",
        tag("span", str(number + 1), class_="number", aria_hidden="true"),
        text,
        type="button",
        class_=style,
        data_option=str(number),
        data_cells=cells,
    )


def _value_text(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_value_text, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _waiting(scene: Scene) -> str:
    decision = scene.view.decision
    if scene.answered:
        return "You have decided. The others are still at it."
    if decision is None or decision.player is None:
        return "The others are deciding." if scene.viewer is not None else "They are deciding."
    who = scene.seats[decision.player]
    if scene.step is not None:
        return "You were to decide." if decision.player == scene.viewer else f"{who.name} was to decide."
    if decision.player == scene.viewer:
        return "Your move is carried out."
    return f"{who.name} {'thinks' if who.bot else 'is to decide'}."


def _who_has_decided(scene: Scene) -> Markup | None:
    if not scene.deciding:
        return None
    items = [
        tag(
            "li",
            f"{scene.seats[seat].name}: ",
            "has decided" if decided else "is deciding",
            class_=classes(f"seat{seat % 8}", decided and "decided"),
        )
        for seat, decided in scene.deciding
    ]
    return tag("ul", *items, class_="deciding")


def _tools(scene: Scene) -> Markup | None:
    tools = []
    if scene.step is not None:
        return None
    if scene.back:
        tools.append(tag("button", scene.back, type="button", data_do="back"))
    if scene.my_turn and not scene.note_only:
        if scene.hints:
            tools.append(tag("button", "Hint", type="button", data_do="hint"))
        tools.append(tag("button", "What would it bring?", type="button", data_do="brings"))
        tools.append(tag("button", "Why not …?", type="button", data_do="why"))
    return tag("div", *tools, class_="tools") if tools else None


def _undo_request(scene: Scene) -> Markup | None:
    """Somebody asks to take something back that others have learnt from."""
    if scene.asks_back is None:
        return None
    if scene.asks_back == scene.viewer:
        return tag("p", "The others are asked whether you may take that back.", class_="wish")
    name = scene.seats[scene.asks_back].name
    if scene.consents or scene.viewer is None:
        return tag("p", f"{name} asks to take the last choice back.", class_="wish")
    return tag(
        "div",
        tag("p", f"{name} asks to take the last choice back, though others have learnt from it."),
        tag("button", "Agree", type="button", data_do="agree"),
        tag("button", "Refuse", type="button", data_do="refuse"),
        class_="wish",
    )
