"""What a player sees, as data and as text: who has what, line by line, boards as boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap
from typing import Any

from attrs import asdict, frozen

from rulesdsl.engine.columns import table
from rulesdsl.engine.labels import counted, gathered, listed, plain, singular
from rulesdsl.engine.scores import Points

EMPTY = "–"


@frozen
class SeenPiece:
    """A piece that this player knows; `at`: its place from 1 (pile: from the top, row: from the left)."""

    label: str
    name: str
    at: int | None
    down: bool


@frozen
class SeenZone:
    """One zone. Of the pieces that are not among `pieces` the number is known, and how many lie face down."""

    name: str
    label: str
    index: tuple[str, ...]
    owner: int | None
    shape: str
    count: int
    hidden_noun: str
    pieces: tuple[SeenPiece, ...]
    hidden_down: int
    refilled: bool = True
    """Whether pieces can still come to it; if not, it was there for the beginning only."""


@frozen
class SeenState:
    """The value of a state in words; `bare` if it is no, 0, none or empty."""

    name: str
    label: str
    index: tuple[str, ...]
    owner: int | None
    text: str
    bare: bool


@frozen
class SeenPhase:
    """A phase that is going on; `number` is None for a phase that comes once."""

    name: str
    number: int | None


@frozen
class SeenScore:
    name: str
    label: str
    counted: bool
    values: tuple[Points, ...]


@frozen
class SeenDecision:
    """The open decision: of others only whose it is, and in a secret block not even that."""

    player: int | None
    prompt: str
    options: tuple[str, ...]


@frozen
class Grid:
    """The shape of a board, for drawing."""

    name: str
    columns: int
    rows: int


@frozen
class View:
    title: str
    players: tuple[str, ...]
    viewer: int
    phases: tuple[SeenPhase, ...]
    zones: tuple[SeenZone, ...]
    states: tuple[SeenState, ...]
    scores: tuple[SeenScore, ...]
    totals: tuple[Points, ...]
    decision: SeenDecision | None
    over: bool
    winners: tuple[int, ...]
    grids: tuple[tuple[str, Grid], ...]
    """The zones and states that have one place for each cell of a board, by name."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self, filter=lambda attribute, _: attribute.name != "grids")

    def to_text(self, width: int = 80) -> str:
        """For the table, in lines of this width: who has what, boards as boards."""
        return "\n".join(line.rstrip() for line in _lines(self, width))


def _lines(view: View, width: int) -> Iterator[str]:
    yield from wrap(f"{view.title}: {where(view)}" if where(view) else view.title, width)
    grids = dict(view.grids)
    for name, grid in view.grids:
        yield ""
        yield from _board(view, name, grid)
    for owner in (*_from(view.viewer, len(view.players)), None):
        rows = [*_zone_rows(view, owner, grids), *_state_rows(view, owner, grids)]
        if not rows:
            continue
        yield ""
        if owner is not None:
            yield f"{view.players[owner]}{' (you)' if owner == view.viewer else ''}"
        label_width = max(len(label) for label, _ in rows)
        for label, text in rows:
            indent = "  " + label.ljust(label_width) + "  "
            yield from wrap(text, width, initial_indent=indent, subsequent_indent=" " * len(indent)) or [
                indent
            ]
    scores = list(_scores(view))
    if scores:
        yield ""
        yield from scores
    yield from _decision(view, width)


def where(view: View) -> str:
    """`round 2, pick 3`"""
    return ", ".join(
        plain(phase.name) if phase.number is None else f"{singular(plain(phase.name))} {phase.number}"
        for phase in view.phases
    )


def _from(viewer: int, players: int) -> list[int]:
    return [(viewer + step) % players for step in range(players)]


# ---------------------------------------------------------------------- zones


def _zone_rows(view: View, owner: int | None, drawn: dict[str, Grid]) -> Iterator[tuple[str, str]]:
    mine = [zone for zone in view.zones if zone.owner == owner and zone.name not in drawn]
    for name, group in groupby(mine, key=lambda zone: zone.name):
        zones = list(group)
        if not any(zone.count or zone.refilled for zone in zones):
            continue
        if not zones[0].index:
            yield plain(name), contents(zones[0])
        else:
            full = [f"{', '.join(zone.index)}: {contents(zone)}" for zone in zones if zone.count]
            yield plain(name), "; ".join(full) or EMPTY


def contents(zone: SeenZone) -> str:
    """What lies there, as far as it is known."""
    if not zone.count:
        return EMPTY
    hidden = zone.count - len(zone.pieces)
    if zone.shape == "row" and zone.pieces:
        return ", ".join(_in_order(zone))
    if zone.shape == "pile" and hidden and zone.pieces:
        known = [f"{_label(piece)} ({_place(piece.at)})" for piece in zone.pieces]
        return f"{counted(zone.count, zone.hidden_noun)}: {listed(known)}"
    known = gathered(_label(piece) for piece in zone.pieces)
    if hidden:
        down = " face down" if zone.hidden_down == hidden else ""
        known.append(f"{counted(hidden, zone.hidden_noun)}{down}")
    return ", ".join(known)


def _in_order(zone: SeenZone) -> Iterator[str]:
    known = {piece.at: piece for piece in zone.pieces}
    for at in range(1, zone.count + 1):
        yield _label(known[at]) if at in known else f"[{zone.hidden_noun}]"


def _label(piece: SeenPiece) -> str:
    return f"[{piece.label}]" if piece.down else piece.label


def _place(at: int | None) -> str:
    match at:
        case 1:
            return "on top"
        case _:
            return f"number {at} from the top"


# ---------------------------------------------------------------------- states


def _state_rows(view: View, owner: int | None, drawn: dict[str, Grid]) -> Iterator[tuple[str, str]]:
    """Numbers are told when they are 0, too; what is no, none or empty is not worth a line."""
    mine = [state for state in view.states if state.owner == owner and state.name not in drawn]
    for name, group in groupby(mine, key=lambda state: state.name):
        states = list(group)
        entries = list(_entries(states))
        if states[0].index and entries:
            yield plain(name), ", ".join(entries)
        elif not states[0].index and (not states[0].bare or states[0].text == "0"):
            yield plain(name), states[0].text


def _entries(states: Iterable[SeenState]) -> Iterator[str]:
    for state in states:
        if not state.bare:
            key = ", ".join(state.index)
            yield key if state.text == "yes" else f"{key} {state.text}"


# ---------------------------------------------------------------------- boards


def _board(view: View, name: str, grid: Grid) -> Iterator[str]:
    """A grid with what lies on its cells: row 1 at the bottom, column 1 at the left."""
    places = [zone for zone in view.zones if zone.name == name]
    texts = (
        [_cell(zone) for zone in places]
        if places
        else ["" if state.bare else state.text for state in view.states if state.name == name]
    )
    size = max(3, *(len(text) for text in texts)) if texts else 3
    for row in reversed(range(grid.rows)):
        cells = texts[row * grid.columns : (row + 1) * grid.columns]
        yield f"{row + 1:>3} " + " ".join((text or "·").center(size) for text in cells)
    yield " " * 4 + " ".join(f"{column}".center(size) for column in range(1, grid.columns + 1))


def _cell(zone: SeenZone) -> str:
    if not zone.count:
        return ""
    return _label(zone.pieces[0]) if len(zone.pieces) == 1 and zone.count == 1 else f"{zone.count}"


# ---------------------------------------------------------------------- scores and the decision


def _scores(view: View) -> Iterator[str]:
    rows = [(score.label, score.values) for score in view.scores]
    if sum(score.counted for score in view.scores) > 1:
        rows.append(("total", view.totals))
    if not rows:
        return
    yield from table(["", *view.players], [[label, *map(_points, values)] for label, values in rows])


def _points(points: int | None) -> str:
    return "?" if points is None else f"{points}".replace("-", "−")


def _decision(view: View, width: int) -> Iterator[str]:
    decision = view.decision
    if view.over:
        yield ""
        won = listed([view.players[player] for player in view.winners])
        yield f"The game is over: {won or 'nobody wins'}."
    elif decision is not None and decision.player == view.viewer:
        yield ""
        yield from wrap(decision.prompt or "You decide.", width)
        number_width = len(str(len(decision.options)))
        for number, option in enumerate(decision.options, start=1):
            indent = f"  {number:>{number_width}}  "
            yield from wrap(option, width, initial_indent=indent, subsequent_indent=" " * len(indent))
    elif decision is not None:
        yield ""
        who = "The others are" if decision.player is None else f"{view.players[decision.player]} is"
        yield f"{who} to decide."
