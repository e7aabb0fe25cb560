"""Scores as they stand, for all eyes or for one player's; what rests on something hidden is left out."""

from __future__ import annotations

from attrs import frozen

from rulesdsl.engine.events import Content
from rulesdsl.engine.meaning import Hidden, Reading
from rulesdsl.engine.plain_operations import Impossible, number
from rulesdsl.program import Score

Points = int | None
"""None: the one who looks may not know."""


@frozen
class Row:
    """One row of the score sheet. `columns` are the values written down so far, player by player (of a row
    that is written down once, or is counted at the end, none); `values` what each player has in it."""

    score: Score
    columns: tuple[tuple[int, ...], ...]
    values: tuple[Points, ...]


def rows(reading: Reading) -> tuple[Row, ...]:
    players = range(reading.program.players)
    found = []
    for score in reading.program.scores:
        if score.each is None:
            values = tuple(_points(reading, score.now, player) for player in players)
            found.append(Row(score, tuple(() for _ in players), values))
        else:
            # What is written on the sheet lies open, whatever it was counted from.
            written = tuple(reading.layout.recorded(reading.cells, score.name, player) for player in players)
            columns = written if score.columns > 1 else tuple(() for _ in players)
            found.append(Row(score, columns, tuple(sum(column) for column in written)))
    return tuple(found)


def _points(reading: Reading, formula: str, player: int) -> Points:
    value = known_value(reading, formula, player)
    return None if value is None else number(value)


def known_value(reading: Reading, formula: str, *args: int) -> Content | None:
    """The value of a formula, None if the one who looks may not know it or it has none yet."""
    try:
        return reading.formula(formula, *args)
    except (Hidden, Impossible):
        return None


def totals(sheet: tuple[Row, ...], players: int) -> tuple[Points, ...]:
    found: list[Points] = []
    for player in range(players):
        points = [row.values[player] for row in sheet if row.score.counted]
        found.append(None if None in points else sum(one for one in points if one is not None))
    return tuple(found)
