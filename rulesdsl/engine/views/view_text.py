"""What a player sees, as data and as text: who has what, line by line, boards as boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any, TypeVar

from attrs import frozen

from rulesdsl.engine.core.arguments import seat
from rulesdsl.engine.labels.english import counted, gathered, keyed, listed, numeral, plain
from rulesdsl.engine.labels.summary_line import SeenPhase, in_phases
from rulesdsl.engine.labels.things import SeenDecision, SeenPiece, Thing, Value, as_json, renumber_zones
from rulesdsl.engine.views.columns import table
from rulesdsl.engine.views.scores import Points, points_in_words
from rulesdsl.engine.views.showing import absent_places, belongs_to, worth_telling

EMPTY = "–"


@frozen(cache_hash=True)
class SeenZone:
    """One zone. Of the pieces that are not among `pieces` the number is known, and how many lie face down."""

    name: str
    """As in the file."""
    label: str
    """As it is read aloud: `Anna's hand`."""
    index: tuple[str, ...]
    """Which of the zones of this name it is, in words (not the owner)."""
    owner: int | None
    """The player whose it is, None if it is nobody's."""
    shape: str
    """pile, row, set or slot"""
    count: int
    """How many pieces lie there."""
    hidden_noun: str
    """What a piece there is called by those who do not know it."""
    pieces: tuple[SeenPiece, ...]
    """Those that this player knows: of a pile from the top, of a row from the left."""
    hidden_down: int
    """How many of those that this player does not know lie face down."""
    refilled: bool = True
    """Whether pieces can still come to it; if not, it was there for the beginning only."""
    keys: tuple[Value, ...] = ()
    """The same as `index`, as values."""

    @property
    def kinds_there(self) -> frozenset[str]:
        """What pieces are called of which there is no more to say than their kind."""
        return frozenset(plain(piece.kind) for piece in self.pieces)


@frozen(cache_hash=True)
class SeenState:
    """A state: a number, a mark, a choice that the game remembers."""

    name: str
    """As in the file."""
    label: str
    """As it is read aloud: `Anna's points`."""
    index: tuple[str, ...]
    """Which of the states of this name it is, in words (not the owner)."""
    owner: int | None
    """The player whose it is, None if it is nobody's."""
    text: str
    """The value in words."""
    bare: bool
    """Whether the value is no, 0, none or empty."""
    keys: tuple[Value, ...] = ()
    """The same as `index`, as values."""
    value: Value = None
    """What it is, as far as this player may know: a piece that is not known is one with `known` no."""


@frozen
class SeenScore:
    """A row of the score sheet: what each player has in it so far."""

    name: str
    """As in the file."""
    label: str
    """As it is read aloud."""
    counted: bool
    """Whether it is in the total (a note is not)."""
    values: tuple[Points, ...]
    """For each player; None where it depends on what this player may not see."""
    written: bool = False
    """Whether it is written down from time to time; if not, it is counted at the end."""


@frozen
class Grid:
    """The shape of a board. Its cells come row by row from the bottom, each from the left; on a board that
    grows the first place comes before all others.
    """

    name: str
    """What the cells are called in the file."""
    columns: int
    """So many cells lie beside each other."""
    rows: int
    """So many cells lie above each other."""
    tiling: str = "squares"
    """squares, pointy or flat: how hexagons stand"""
    cells: tuple[tuple[int, int], ...] = ()
    """The column and the row of each cell."""
    left: int = 1
    """The first column: of a board that grows they are counted from its first place."""
    bottom: int = 1
    """The lowest row, counted so, too."""
    grows: bool = False
    """Whether only these of its cells are there so far."""
    shift: int = 0
    """Of hexagons where every second row is shifted (of flat ones column): 1 if rows 2, 4, … lie half a cell
    further right (higher), -1 further left (lower). 0: each lies further than the one before it.
    """
    columns_called: tuple[str, ...] = ()
    """What stands below each column: its letter; its number where players choose one, and of a board that
    grows.
    """

    @property
    def columns_there(self) -> range:
        """From the left."""
        return range(self.left, self.left + self.columns)

    @property
    def rows_there(self) -> range:
        """From the bottom."""
        return range(self.bottom, self.bottom + self.rows)


@frozen(repr=False)
class View:
    """All that one player may see of a game."""

    title: str
    """What the game is called."""
    players: tuple[str, ...]
    """What they are called, from the first seat."""
    viewer: int
    """Who sees this."""
    phases: tuple[SeenPhase, ...]
    """Those that are going on, from the outermost."""
    zones: tuple[SeenZone, ...]
    """All of them, in the order of the file; of several with one name, in the order of their keys."""
    states: tuple[SeenState, ...]
    """Those that this player may see."""
    scores: tuple[SeenScore, ...]
    """The rows of the score sheet."""
    totals: tuple[Points, ...]
    """For each player; None where it depends on what this player may not see."""
    decision: SeenDecision | None
    """What is waited for; None when the game is over."""
    over: bool
    """Whether the game is at its end."""
    winners: tuple[int, ...]
    """Nobody before the end."""
    grids: tuple[tuple[str, Grid], ...]
    """The zones and states that have one place for each cell of a board, by name."""

    def zone(self, name: str, *keys: object, owner: int | None = None) -> SeenZone:
        """The zone of this name: where each player has one, the own one unless another `owner` is said; where
        there are several, the one with these keys (of places, pieces and listed values their names).
        """
        return _the_one(self, name, keys, owner, self.zones)

    def state(self, name: str, *keys: object, owner: int | None = None) -> SeenState:
        """The state of this name, found as a zone is."""
        return _the_one(self, name, keys, owner, self.states)

    def score(self, name: str) -> SeenScore:
        """The row of this name on the score sheet."""
        seen_scores = [row for row in self.scores if row.name == name]
        if not seen_scores:
            raise KeyError(_not_among(name, [row.name for row in self.scores]))
        return seen_scores[0]

    def to_json(self) -> dict[str, Any]:
        """The same fields as plain lists, dictionaries, texts and numbers. Of a board that grows there is
        what is there; pieces say where they lie by the places of these zones.
        """
        absent = absent_places(self)
        zones = [number for number, zone in enumerate(self.zones) if not belongs_to(zone, absent)]
        result: dict[str, Any] = as_json(self)
        del result["grids"]
        if absent:
            result["zones"] = [result["zones"][number] for number in zones]
            result["states"] = [
                state
                for state, seen in zip(result["states"], self.states, strict=True)
                if not belongs_to(seen, absent)
            ]
            renumber_zones(result, {number: index for index, number in enumerate(zones)})
        return result

    def to_text(self, width: int = 80) -> str:
        """For the table, in lines of this width: who has what, boards as boards."""
        return "\n".join(line.rstrip() for line in _lines(self, width))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<View of {self.title} by {self.players[self.viewer]}>"


Placed = TypeVar("Placed", SeenZone, SeenState)


def _the_one(
    view: View, name: str, keys: tuple[object, ...], owner: int | None, among: tuple[Placed, ...]
) -> Placed:
    wanted = tuple(key.name if isinstance(key, Thing) else key for key in keys)
    named = [seen_state for seen_state in among if seen_state.name == name]
    if not named:
        raise KeyError(_not_among(name, [item.name for item in among]))
    if owner is not None:
        seat(owner, len(view.players))
        if all(item.owner is None for item in named):
            raise KeyError(f"the {plain(name)} is nobody's: it has no owner {owner}")
    whose = owner if owner is not None else view.viewer
    seen_states = [
        seen_state
        for seen_state in named
        if seen_state.owner in (None, whose)
        and tuple(key.name if isinstance(key, Thing) else key for key in seen_state.keys) == wanted
    ]
    if not seen_states:
        asked = ", ".join(map(str, wanted)) or "without keys"
        raise KeyError(f"there is no {name} {asked} of player {whose} that this player sees")
    return seen_states[0]


def _not_among(name: str, names: Iterable[str]) -> str:
    return f"there is no {name} here; there are: {', '.join(dict.fromkeys(names)) or 'none'}"


def _lines(view: View, width: int) -> Iterator[str]:
    grids = dict(view.grids)
    blocks = [
        (owner, [*_zone_rows(view, owner, grids), *_plain_rows(state_rows(view, owner))])
        for owner in (*_from(view.viewer, len(view.players)), None)
    ]
    yield from in_blocks(view, width, in_phases(view.phases), blocks, _scores(view))
    yield from _decision(view, width)


def in_blocks(
    view: View,
    width: int,
    where: str,
    blocks: Iterable[tuple[int | None, Sequence[tuple[str, str]]]],
    scores: Iterable[str],
    *,
    break_words: bool = True,
) -> Iterator[str]:
    """The title with where the game stands, the boards, what each owner has by its labels, the scores."""
    yield from wrap(f"{view.title}: {where}" if where else view.title, width)
    yield from board_rows(view)
    for owner, rows in blocks:
        if not rows:
            continue
        yield ""
        if owner is not None:
            yield f"{view.players[owner]}{' (you)' if owner == view.viewer else ''}"
        wide = max(len(label) for label, _ in rows)
        for label, text in rows:
            indent = "  " + label.ljust(wide) + "  "
            yield from wrap(
                text,
                width,
                initial_indent=indent,
                subsequent_indent=" " * len(indent),
                break_long_words=break_words,
                break_on_hyphens=break_words,
            ) or [indent]
    if lines := list(scores):
        yield ""
        yield from lines


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
    known = gathered(map(_label, zone.pieces), zone.kinds_there)
    if hidden:
        down = " face down" if zone.hidden_down == hidden else ""
        known.append(f"{counted(hidden, zone.hidden_noun)}{down}")
    return ", ".join(known)


def _in_order(zone: SeenZone) -> Iterator[str]:
    known = {piece.at: piece for piece in zone.pieces}
    for index in range(1, zone.count + 1):
        yield _label(known[index]) if index in known else f"[{zone.hidden_noun}]"


def _label(piece: SeenPiece) -> str:
    return f"[{piece.label}]" if piece.down else piece.label


def _place(index: int | None) -> str:
    match index:
        case 1:
            return "on top"
        case _:
            return f"number {index} from the top"


# ---------------------------------------------------------------------- states


def state_rows(view: View, owner: int | None) -> Iterator[tuple[str, str]]:
    """What the states of a player, or of nobody, say in words."""
    drawn = dict(view.grids)
    mine = [state for state in view.states if state.owner == owner and state.name not in drawn]
    for name, group in groupby(mine, key=lambda state: state.name):
        entries = [_entry(state) for state in worth_telling(list(group))]
        if entries:
            yield name, keyed(entries, ":")


def _plain_rows(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    yield from ((plain(name), text) for name, text in rows)


def _entry(state: SeenState) -> tuple[str, str]:
    key = ", ".join(state.index)
    return (key, "" if key and state.text == "yes" else state.text)


# ---------------------------------------------------------------------- boards


def board_rows(view: View) -> Iterator[str]:
    """Every board that there is, each below an empty line."""
    for name, grid in view.grids:
        yield ""
        yield from _board(view, name, grid)


def _board(view: View, name: str, grid: Grid) -> Iterator[str]:
    """A grid with what lies on its cells: row 1 at the bottom, column 1 at the left."""
    places = [zone for zone in view.zones if zone.name == name]
    texts = (
        [_cell(zone) for zone in places]
        if places
        else ["" if state.bare else state.text for state in view.states if state.name == name]
    )
    size = max(3, *(len(text) for text in texts)) if texts else 3
    lines: dict[int, dict[int, str]] = {}
    # Of a board that grows there are only so many cells yet.
    for (column, row), text in zip(grid.cells, texts, strict=False):
        lines.setdefault(_height(grid, column, row), {})[column] = text or "·"
    # Where each column lies higher than the one before it, a row begins at the height of its first column.
    slants = grid.tiling == "flat" and not grid.shift
    begin = [(grid.left, row) for row in grid.rows_there] if slants else grid.cells
    row_at = {_height(grid, *cell): cell[1] for cell in begin}
    wide = max(3, *(len(str(row)) for row in grid.rows_there))
    for height in sorted({*lines, *row_at}, reverse=True):
        begins = row_at.get(height)
        named = "" if begins is None else numeral(begins)
        lean = _lean(grid, begins, grid.bottom) if grid.tiling == "pointy" and begins is not None else 0
        cells = (lines.get(height, {}).get(column, "").center(size) for column in grid.columns_there)
        yield f"{named:>{wide}} {' ' * (lean * (size + 1) // 2)}{' '.join(cells)}"
    yield " " * (wide + 1) + " ".join(name.center(size) for name in grid.columns_called)
    if slants:
        yield " " * (wide + 1) + "rows rise to the right, half a cell each column"


def _height(grid: Grid, column: int, row: int) -> int:
    """By how many halves of a cell it lies above the lowest row."""
    return 2 * (row - grid.bottom) + (_lean(grid, column, grid.left) if grid.tiling == "flat" else 0)


def _lean(grid: Grid, number: int, first: int) -> int:
    """By how many halves of a cell a row lies further right, of flat hexagons a column higher."""
    return int((number % 2 == 0) == (grid.shift > 0)) if grid.shift else number - first


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
    yield from table(["", *view.players], [[label, *map(points_in_words, values)] for label, values in rows])


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
            yield from wrap(option.text, width, initial_indent=indent, subsequent_indent=" " * len(indent))
    elif decision is not None:
        yield ""
        who = "The others are" if decision.player is None else f"{view.players[decision.player]} is"
        yield f"{who} to decide."
