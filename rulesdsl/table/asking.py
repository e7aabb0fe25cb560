"""The question above the table: what is asked, what was chosen so far, and the options that lie nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesdsl.engine.labels.english import listed, plain
from rulesdsl.engine.labels.things import SeenDecision, SeenOption, Value
from rulesdsl.table.boards import covered_spots, spots_of_places
from rulesdsl.table.cards import value_chip
from rulesdsl.table.lit import MOST_LISTED, MOST_WORDS, NOWHERE, Lit, Sort
from rulesdsl.table.markup import Markup, classes, joined, tag
from rulesdsl.table.scene import Scene


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
    # What is called by one letter in the file says nothing by its name, and a name is said once.
    settled = [
        words if len(key) == 1 or words.startswith(plain(key)) else f"{plain(key)}: {words}"
        for key in decision.chosen
        if (words := decision.called(key))
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
    yield from (_entry(option) for option in decision.options if option.kind == "text")
    listed, places = lit.listed(), lit.places()
    if lit.on_the_table or lit.narrows:
        where = tag("button", "what is lit", type="button", data_do="show", class_="in-text")
        there = "" if lit.on_the_table else " to see what is possible there"
        yield tag("p", "Choose ", where, " on the table", there, ", or:" if listed else ".", class_="note")
    finding = _finding(scene, lit) if lit.pointing != NOWHERE or len(lit.left) > MOST_LISTED else None
    if finding is not None and (listed or not places):
        yield finding
    if listed:
        yield _list(scene, lit, listed, _style(listed))
    if places:
        # On a small screen a list is hit more easily than a place on a map.
        inner = (None if listed else finding, _list(scene, lit, places))
        yield tag("details", tag("summary", "What is lit as a list"), *inner, class_="as-list")


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


def _style(options: Sequence[SeenOption]) -> str:
    numbers = all(isinstance(option.value, int) or option.kind in ("done", "decline") for option in options)
    return "numbers" if numbers and len(options) > 3 else ""


def _finding(scene: Scene, lit: Lit) -> Markup:
    """Of many options those are kept that are about all that was pointed at, and that say what is written."""
    left, size = len(lit.left), len(lit.options)
    many = left > MOST_LISTED
    status = f"{left:,} of {size:,}" if left < size else f"{size:,} possibilities"
    sorts = [_sorts(scene, heading, row) for heading, row in lit.sorts().items()]
    search = tag(
        "input",
        id="search",
        type="search",
        value=lit.pointing.words,
        maxlength=str(MOST_WORDS),
        autocomplete="off",
        spellcheck="false",
        aria_label="Words that it must say",
        placeholder="Words that it must say",
    )
    wanted = lit.pointing != NOWHERE
    return tag(
        "div",
        tag("p", status, class_="note", role="status"),
        search if size > MOST_LISTED else None,
        tag("button", "Next", type="button", data_do="next") if wanted and left > 1 else None,
        tag("button", "Take it", type="button", data_do="take") if wanted and left else None,
        tag("button", "One step back", type="button", data_do="unpoint") if wanted else None,
        *sorts,
        id="finding",
        class_=classes(wanted and "begun", many and "many"),
    )


def _sorts(scene: Scene, heading: str, row: Sequence[Sort]) -> Markup:
    made = [
        tag(
            "button",
            value_chip(scene.design, sort.kind, sort.label) or sort.label,
            type="button",
            disabled=not sort.press,
            **sort.press.attributes if sort.press else {},
        )
        for sort in row
    ]
    # A number alone does not say of what it is.
    numbers = heading and all(sort.label.isdigit() for sort in row)
    title = tag("span", heading, class_="note", aria_hidden="true") if numbers else None
    return tag("div", title, *made, class_="sorts", role="group", aria_label=heading or "what")


def _list(scene: Scene, lit: Lit, options: Sequence[SeenOption], style: str = "") -> Markup:
    """The first of them as buttons, and more if wished; each with the places that it is about."""
    shown = options[: lit.pointing.listed]
    spots = spots_of_places(scene)
    made = [_option(option, " ".join(covered_spots(scene, option, spots))) for option in shown]
    more = len(options) - len(shown)
    again = tag("button", f"{min(more, MOST_LISTED)} more of {more:,}", type="button", data_do="more")
    return tag("div", *made, again if more else None, class_=classes("options", style))


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
