"""The pages around the table: the games that are offered, a new game, its links, how to sit down."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulesdsl.server.shelf import OptionLine
from rulesdsl.table.markup import EMPTY, Child, Markup, joined, tag
from rulesdsl.table.scene import Seat

RULES = re.compile(r"/(?:seat/\d+|watch)$")
"""What the address of a place at the table has behind that of its game."""


def page(title: str, *body: Child, script: bool = True, look: str = "", **attributes: str | None) -> Markup:
    """A whole page. Everything that it loads comes from here."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("link", rel="stylesheet", href="/static/table.css"),
        tag("link", rel="stylesheet", href=look) if look else None,
        tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        tag("script", src="/static/table.js", defer=True) if script else None,
    )
    return joined(Markup("<!doctype html>\n"), tag("html", head, tag("body", *body, **attributes), lang="en"))


def _plain(title: str, *body: Child, script: bool = True, data_sit: str | None = None) -> Markup:
    """A page of text and forms."""
    return page(title, tag("main", *body, class_="plain"), script=script, data_sit=data_sit)


def lobby(games: Sequence[tuple[str, str, str]]) -> Markup:
    """All games: key, title, for how many."""
    items = [
        tag("li", tag("a", tag("b", title), tag("span", players, class_="note"), href=f"/new/{key}"))
        for key, title, players in games
    ]
    return _plain("Games", tag("h1", "What shall we play?"), tag("ul", *items, class_="games"))


def new_game(
    key: str,
    title: str,
    about: str,
    players: Sequence[int],
    options: Sequence[OptionLine],
    variants: Sequence[str],
    bots: Sequence[str],
    trouble: str = "",
) -> Markup:
    """The form for a new game."""
    seats = [
        tag(
            "label",
            f"Seat {number + 1}",
            tag(
                "select",
                tag("option", "a person", value="person"),
                *(tag("option", f"bot: {kind}", value=kind) for kind in bots),
                name=f"seat{number + 1}",
            ),
            data_seat=str(number + 1),
        )
        for number in range(players[-1])
    ]
    return _plain(
        title,
        tag("p", tag("a", "All games", href="/")),
        tag("h1", title),
        tag("p", about, " ", tag("a", "The rules", href=f"/rules/{key}")),
        tag("p", trouble, class_="trouble", role="alert") if trouble else None,
        tag(
            "form",
            tag(
                "label",
                "Players",
                tag(
                    "select",
                    *(tag("option", str(player), value=str(player)) for player in players),
                    name="players",
                ),
            ),
            tag("fieldset", tag("legend", "Who plays"), *seats),
            tag("fieldset", tag("legend", "Options"), *map(_option, options)) if options else None,
            tag(
                "fieldset",
                tag("legend", "House rules"),
                *(
                    tag(
                        "label",
                        tag("input", type="checkbox", name="variant", value=name),
                        name.replace("_", " "),
                        class_="check",
                    )
                    for name in variants
                ),
            )
            if variants
            else None,
            tag("button", "Open the table", type="submit", class_="option"),
            method="post",
            action=f"/new/{key}",
        ),
    )


def _option(line: OptionLine) -> Markup:
    title = line.text or line.name.replace("_", " ")
    if line.values:
        chosen = [tag("option", value, value=value, selected=value == line.normal) for value in line.values]
        return tag("label", title, tag("select", *chosen, name=f"option.{line.name}"))
    entry = tag("input", name=f"option.{line.name}", value=line.normal, maxlength="80")
    return tag("label", f"{title} ({line.takes})", entry)


def links(title: str, made: Sequence[tuple[str, str, Markup | None]], own: str) -> Markup:
    """The links of a new game, each with what it is for; they are shown this once."""
    items = [
        tag(
            "li",
            tag("b", label),
            tag("a", href, href=href, rel="noreferrer", class_="link"),
            tag("button", "Copy", type="button", data_copy=href),
            tag("details", tag("summary", "QR code"), code) if code else None,
        )
        for label, href, code in made
    ]
    return _plain(
        title,
        tag("h1", title),
        tag(
            "p",
            "Whoever opens a seat's link sits there, also on a second device. Give each to one player.",
        ),
        tag("ul", *items, class_="links"),
        tag("p", "These links are shown this once. The host's page can make new ones.", class_="note"),
        tag("p", tag("a", "Sit down", href=own, class_="option")) if own else None,
    )


def sit(title: str) -> Markup:
    """For somebody who opens a link for the first time: the script takes the token out of the address."""
    return _plain(
        title,
        tag("h1", title),
        tag("p", "Sitting down …", id="sitting", role="status"),
        tag("noscript", tag("p", "The table needs JavaScript, from this server alone.")),
        data_sit="yes",
    )


def at_the_table(title: str, table: Markup, base: str, name: str | None, look: str) -> Markup:
    """The table with what stands around it: the name to be given, messages, the dialogue."""
    naming = (
        tag(
            "form",
            tag(
                "label",
                "Your name ",
                tag("input", name="name", value=name, maxlength="24", autocomplete="nickname"),
            ),
            tag("button", "Change", type="submit"),
            id="naming",
        )
        if name is not None
        else EMPTY
    )
    return page(
        title,
        tag("a", "To what is asked", href="#ask", class_="skip"),
        table,
        tag(
            "footer",
            naming,
            tag("p", tag("a", "The rules", href=RULES.sub("/rules", base), target="_blank", rel="noopener")),
            tag("p", id="connection", role="status"),
        ),
        tag("div", id="message", role="status", aria_live="polite"),
        tag("dialog", id="dialog", aria_label="Choose"),
        data_base=base,
        look=look,
    )


def rules(title: str, content: Markup) -> Markup:
    """The rules of a game in words."""
    return page(f"{title}: the rules", tag("main", content), script=False, look="/static/rules.css")


def stepped(title: str, table: Markup, look: str) -> Markup:
    """One position of a game that is over."""
    return page(title, table, look=look)


def host(
    title: str,
    game_id: str,
    seats: Sequence[Seat],
    *,
    over: bool,
    fresh: Mapping[str, str],
    notes: Sequence[str],
) -> Markup:
    """What the host can do: new links, and the whole game once it is over."""
    rows = [
        tag(
            "tr",
            tag("th", seat.name, scope="row"),
            tag("td", seat.bot or ("here" if seat.here else "away")),
            tag("td", _new_link(game_id, str(number), fresh) if not seat.bot else None),
        )
        for number, seat in enumerate(seats)
    ]
    rows.append(
        tag(
            "tr",
            tag("th", "Onlookers", scope="row"),
            tag("td"),
            tag("td", _new_link(game_id, "watch", fresh)),
        )
    )
    return _plain(
        title,
        tag("h1", f"{title}: the host's page"),
        *(tag("p", note, class_="note") for note in notes),
        tag("table", tag("tbody", *rows), class_="sheet"),
        tag("p", "A new link closes the one before.", class_="note"),
        tag("p", tag("a", "The whole game as a trace", href=f"/game/{game_id}/host/trace"))
        if over
        else tag(
            "p",
            "When the game is over, it can be taken home as a trace that lays everything open.",
            class_="note",
        ),
    )


def _new_link(game_id: str, seat: str, fresh: Mapping[str, str]) -> Markup:
    made = fresh.get(seat)
    return joined(
        tag(
            "form",
            tag("button", "New link", type="submit"),
            method="post",
            action=f"/game/{game_id}/host/link/{seat}",
        ),
        tag("a", made, href=made, class_="link", rel="noreferrer") if made else None,
    )


def message(title: str, text: str) -> Markup:
    """A page that says why there is nothing else."""
    home = tag("p", tag("a", "All games", href="/"))
    return _plain(title, tag("h1", title), tag("p", text), home, script=False)
