"""Scores as they stand, for all eyes or for one player's; what rests on something hidden is left out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.all_eyes import AllEyes
from rulesdsl.engine.evaluation.operations import number
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.english import numeral
from rulesdsl.facts import Facts
from rulesdsl.operations import Impossible, Reads
from rulesdsl.program_walk import everything_used

_NONE_KNOWN = (Hidden, Impossible)
_PERHAPS_HIDDEN = (ir.StateRead, ir.PiecesThere, ir.PlaceOf, ir.Apply, ir.Legal)
Points = int | None
"""None: the one who looks may not know."""


@frozen
class Row:
    """One row of the score sheet. `columns` are the values written down so far, player by player (of a row
    that is written down once, or is counted at the end, none); `values` what each player has in it."""

    score: ir.Score
    columns: tuple[tuple[int, ...], ...]
    values: tuple[Points, ...]


def points_in_words(points: Points) -> str:
    """As they are written on the sheet; a question mark for what may not be known."""
    return "?" if points is None else numeral(points)


def rows(reading: Reading) -> tuple[Row, ...]:
    players = range(reading.program.players)
    result = []
    for score in reading.program.scores:
        if score.each is None:
            result.append(Row(score, tuple(() for _ in players), _player_by_player(reading, score.now)))
        else:
            # What is written on the sheet lies open, whatever it was counted from.
            written = tuple(reading.layout.recorded(reading.cells, score.name, player) for player in players)
            columns = written if score.columns > 1 else tuple(() for _ in players)
            result.append(Row(score, columns, tuple(sum(column) for column in written)))
    return tuple(result)


def standing_now(reading: Reading) -> tuple[tuple[Points, ...], ...]:
    """For each row what would be written down now, player by player; of a row that is counted at the end what
    it would be. None where the one who looks may not know.
    """
    return tuple(_player_by_player(reading, score.now) for score in reading.program.scores)


def _player_by_player(reading: Reading, formula: str) -> tuple[Points, ...]:
    shared = reading.shared if reading.viewer is not None else None
    if shared is not None and formula in shared.open:
        return shared.open[formula]
    players = range(reading.program.players)
    if reading.evaluate is not None and is_open(reading.layout, formula):
        last = _Last.of(reading.layout, formula)
        points = last.points_for(reading.cells)
        if points is None:
            points = tuple(_points(reading, formula, player) for player in players)
            last.kept = last.read(reading.cells), points
        if shared is not None:
            shared.open[formula] = points
        return points
    points = tuple(_points(reading, formula, player) for player in players)
    everybody = (1 << reading.program.players) - 1
    if shared is not None and all(shared.values[formula, (seat,)][1] == everybody for seat in players):
        shared.open[formula] = points
    return points


@define(eq=False)
class _Last:
    """What an open formula came to when it was worked out last: from one decision to the next most of what
    it reads stays.
    """

    ranges: tuple[slice, ...]
    """The cells that it reads."""
    kept: tuple[list[list[int]], tuple[Points, ...]] | None = field(default=None)
    """What these cells held, and the points player by player."""

    def read(self, cells: list[int]) -> list[list[int]]:
        return [cells[part] for part in self.ranges]

    def points_for(self, cells: list[int]) -> tuple[Points, ...] | None:
        """None if what it reads has changed."""
        # Several threads may look at once: what is compared and what is given back belong together.
        kept = self.kept
        return kept[1] if kept is not None and kept[0] == self.read(cells) else None

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(layout: Layout, formula: str) -> _Last:
        return _Last(tuple(slice(*part) for part in sorted(set(_read_by(layout, formula)))))


@lru_cache(maxsize=16)
def _facts(layout: Layout) -> Facts:
    """What the parts of a program read: looked at once for all its formulas."""
    return Facts(layout.program)


def _read_by(layout: Layout, formula: str) -> Iterator[tuple[int, int]]:
    """From where to where all lies that an open formula reads."""
    for kind, name in _facts(layout).formula_reads(formula):
        match kind:
            case "state":
                state = layout.states[name]
                size = state.size * prod(dim.count for dim in state.dims)
                yield state.address, state.address + size
            case "recorded":
                score = layout.scores[name]
                size = 1 + score.columns * layout.program.players
                yield score.address, score.address + size
            case "pass":
                yield layout.phases[name], layout.phases[name] + 1
            case "zone" | "room":
                zone = layout.zones[name]
                yield zone.address, zone.address + zone.count * zone.size
                yield zone.pieces
            case _:
                # Which way pieces lie; who may know that is another question.
                raise AssertionError(f"no open formula reads {kind}")


def _points(reading: Reading, formula: str, player: int) -> Points:
    value = known_value(reading, formula, player)
    return None if value is None else number(value)


def known_value(reading: Reading, formula: str, *args: int) -> ev.Content | None:
    """The value of a formula, None if the one who looks may not know it or it has none yet."""
    shared = reading.shared
    if shared is not None and reading.viewer is not None:
        known = shared.values.get((formula, args))
        if known is None:
            known = shared.values[formula, args] = _worked_out(reading, formula, args)
        value, audience = known
        return value if audience >> reading.viewer & 1 else None
    try:
        if reading.evaluate is not None and is_open(reading.layout, formula):
            return reading.evaluate(formula, *args)
        return reading.formula(formula, *args)
    except _NONE_KNOWN:
        return None


def _worked_out(reading: Reading, formula: str, args: tuple[int, ...]) -> tuple[ev.Content | None, int]:
    """The value of a formula, and who may know it, a bit each."""
    everybody = (1 << reading.program.players) - 1
    try:
        if reading.evaluate is not None and is_open(reading.layout, formula):
            return reading.evaluate(formula, *args), everybody
        all_eyes = AllEyes(reading.layout, reading.cells, audience=everybody)
        return all_eyes.formula(formula, *args), all_eyes.audience
    except _NONE_KNOWN:
        return None, everybody


@lru_cache(maxsize=4096)
def is_open(layout: Layout, formula: str) -> bool:
    """Whether a formula reads nothing that is ever hidden from anybody, with all the formulas it calls."""
    program = layout.program
    for node in everything_used(program.formulas[formula].body, program.formulas, *_PERHAPS_HIDDEN):
        match node:
            case ir.StateRead(state=state) if state in layout.states:
                if layout.states[state].state.seen.word != "all":
                    return False
            case ir.PiecesThere() | ir.PlaceOf():
                if any(layout.tracked):
                    return False
            case ir.Apply(op=op) if op.entry.reads is not Reads.NOTHING:
                return False
            case ir.Legal():
                return False
    return True


def totals(sheet: tuple[Row, ...], players: int) -> tuple[Points, ...]:
    counted = [row.values for row in sheet if row.score.counted]
    numbers: list[Points] = []
    for player in range(players):
        points = [values[player] for values in counted]
        numbers.append(None if None in points else sum(point for point in points if point is not None))
    return tuple(numbers)
