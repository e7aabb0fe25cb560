"""The page of a table, in parts that are exchanged one by one when something has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.summary_line import SeenPhase
from rulesdsl.engine.views.scores import Points
from rulesdsl.table.asking import ask
from rulesdsl.table.boards import boards
from rulesdsl.table.lit import Lit
from rulesdsl.table.markup import EMPTY, Markup, classes, joined, tag
from rulesdsl.table.places import states_of, zones_of
from rulesdsl.table.scene import Scene, Seat
from rulesdsl.table.sheet import sheet, story
from rulesdsl.table.spots import filled
from rulesdsl.table.tokens import drawn_names

Parts = Mapping[str, Markup]
"""The inner HTML of each part of the page, by the id of its element. Those in which others are have marks
for them.
"""
BOARDS = "boards"
STORY = "story"
"""The part that only grows: a list of lines."""


@frozen
class Laid:
    """What lies on the table, drawn. It stays as it is as long as the position and the question do."""

    lit: Lit
    boards: Markup
    spots: Mapping[str, Markup]
    """What is in the boards, by place."""
    shared: Markup
    places: tuple[Markup, ...]
    """Of each seat."""
    sheet: Markup


def laid(scene: Scene) -> Laid:
    """What can be chosen is drawn first; the rest becomes buttons."""
    lit = Lit.of(scene.view.decision, scene.design, scene.pointing)
    drawn = drawn_names(scene)
    board, spots = boards(scene, lit)
    return Laid(
        lit=lit,
        boards=board,
        spots=spots,
        shared=_place(scene, lit, None, drawn),
        places=tuple(_place(scene, lit, seat, drawn) for seat in range(len(scene.seats))),
        sheet=_sheet(scene),
    )


def _sheet(scene: Scene) -> Markup:
    made = scene.sheet
    return (
        EMPTY if made is None else scene.kept.get(("sheet", made), lambda: sheet(made, scene.kept) or EMPTY)
    )


def parts(scene: Scene, lying: Laid | None = None) -> dict[str, Markup]:
    """All parts but the story. `lying`: what lies on the table, if that was drawn before."""
    lying = laid(scene) if lying is None else lying
    made = {BOARDS: lying.boards, **lying.spots, "shared": lying.shared, "sheet": lying.sheet}
    for seat, place in enumerate(lying.places):
        made[f"seat-{seat}"] = joined(_nameplate(scene, seat), place)
    made["ask"] = ask(scene, lying.lit)
    made["head"] = _head(scene)
    return made


def changes(before: Parts, now: Parts) -> dict[str, Markup]:
    """What has to be exchanged, whole where what is around it has changed, too."""
    changed = {key: html for key, html in now.items() if before.get(key) != html}
    if BOARDS in changed:
        changed = {key: html for key, html in changed.items() if not key.startswith("spot-")}
        changed[BOARDS] = filled(now[BOARDS], now)
    return changed


def story_items(scene: Scene) -> list[Markup]:
    """The lines of the story as items of a list."""
    return story(scene.story, tuple(seat.name for seat in scene.seats), scene.kept)


def table(scene: Scene, made: Parts | None = None) -> Markup:
    """The whole table, to be put into a page."""
    made_parts = dict(parts(scene)) if made is None else dict(made)
    others = [seat for seat in _around(scene) if seat != scene.viewer]
    return tag(
        "div",
        tag("header", made_parts["head"], id="head"),
        tag(
            "main",
            tag("section", made_parts["ask"], id="ask", aria_live="polite", aria_label="What is asked"),
            tag("div", *(_seat(scene, seat, made_parts) for seat in others), id="others"),
            tag("div", filled(made_parts[BOARDS], made_parts), id=BOARDS),
            tag("section", made_parts["shared"], id="shared", aria_label="The middle of the table"),
            _seat(scene, scene.viewer, made_parts) if scene.viewer is not None else None,
        ),
        tag(
            "aside",
            tag(
                "details",
                tag("summary", "Score"),
                tag(
                    "div",
                    made_parts["sheet"],
                    id="sheet",
                    class_="scroll",
                    tabindex="0",
                    role="group",
                    aria_label="Score",
                ),
                open=True,
                class_="panel",
            )
            if scene.view.scores
            else tag("div", id="sheet"),
            tag(
                "details",
                tag("summary", "What has happened"),
                tag(
                    "ol",
                    *story_items(scene),
                    id=STORY,
                    class_="scroll",
                    tabindex="0",
                    aria_label="What has happened",
                ),
                open=True,
                class_="panel",
            ),
            aria_label="Score and story",
        ),
        id="table",
        data_question=scene.question,
        class_=classes(scene.view.over and "over"),
    )


def _around(scene: Scene) -> Iterator[int]:
    """The seats, from the one behind whoever looks."""
    first = 0 if scene.viewer is None else scene.viewer + 1
    return ((first + index) % len(scene.seats) for index in range(len(scene.seats)))


def _seat(scene: Scene, seat: int, made_parts: Parts) -> Markup:
    mine = seat == scene.viewer
    return tag(
        "section",
        made_parts[f"seat-{seat}"],
        id=f"seat-{seat}",
        class_=classes("seat", f"seat{seat % 8}", "mine" if mine else "other"),
        aria_label=f"{scene.seats[seat].name}{' (you)' if mine else ''}",
    )


def _nameplate(scene: Scene, seat: int) -> Markup:
    sitting = scene.seats[seat]
    decision = scene.view.decision
    turn = decision is not None and decision.player == seat and not scene.deciding
    points = scene.view.totals[seat] if scene.view.scores else None
    mine, away = seat == scene.viewer, not sitting.bot and not sitting.here and scene.step is None
    key = ("nameplate", sitting.name, sitting.bot, mine, away, turn, points)
    return scene.kept.get(key, lambda: _nameplate_drawn(sitting, points, mine=mine, away=away, turn=turn))


def _nameplate_drawn(sitting: Seat, points: Points, *, mine: bool, away: bool, turn: bool) -> Markup:
    return tag(
        "h2",
        tag("span", sitting.name, class_="who"),
        " (you)" if mine else None,
        tag("span", sitting.bot, class_="note") if sitting.bot else None,
        tag("span", "away", class_="note") if away else None,
        tag("span", "to decide", class_="turn") if turn else None,
        tag("span", str(points).replace("-", "−"), class_="points", title="points so far")
        if points is not None
        else None,
        class_="nameplate",
    )


def _place(scene: Scene, lit: Lit, owner: int | None, drawn: frozenset[str]) -> Markup:
    zones = list(zones_of(scene, lit, owner, drawn))
    states = states_of(scene, lit, owner, drawn)
    if not zones and states is None:
        return EMPTY
    return joined(states, tag("div", *zones, class_="places") if zones else None)


def _head(scene: Scene) -> Markup:
    where = [tag("span", _phase(phase), class_="phase") for phase in scene.view.phases]
    links = [tag("a", text, href=href) for text, href in scene.links]
    return joined(
        tag("h1", scene.view.title),
        tag("p", *where, class_="phases") if where else None,
        tag("nav", *links, aria_label="This game") if links else None,
        _stepping(scene),
    )


def _stepping(scene: Scene) -> Markup | None:
    """The way through a game that is over."""
    if scene.step is None:
        return None
    index, last = scene.step

    def link(text: str, to: int, key: str = "") -> Markup:
        there = 0 <= to <= last and to != index
        if not there:
            return tag("span", text, class_="note")
        return tag("a", text, href=f"?step={to}", data_key=key or None)

    return tag(
        "nav",
        link("first", 0),
        link("back", index - 1, "ArrowLeft"),
        tag("span", f"step {index} of {last}"),
        link("next", index + 1, "ArrowRight"),
        link("last", last),
        class_="steps",
        aria_label="Steps of the game",
    )


def _phase(phase: SeenPhase) -> str:
    return plain(phase.name) if phase.number is None else f"{plain(phase.name)} {phase.number}"
