"""What everybody at the table sees and hears, for those who only look on: nothing of it is a secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce

from attrs import evolve

from rulesdsl.engine.labels.things import SeenDecision, SeenPiece
from rulesdsl.engine.views.scores import Points
from rulesdsl.engine.views.view_text import SeenScore, SeenZone, View
from rulesdsl.score_sheet import ScoreSheet

ONLOOKER = -1
"""In place of the seat of whoever looks."""


def common_view(views: Sequence[View]) -> View:
    """What is the same in the views of all who play."""
    first = views[0]
    states = [state for state in first.states if all(state in other.states for other in views[1:])]
    players = {None if view.decision is None else view.decision.player for view in views}
    decision = (
        None if first.decision is None else SeenDecision(players.pop() if len(players) == 1 else None, "", ())
    )
    return evolve(
        first,
        viewer=ONLOOKER,
        zones=tuple(reduce(_common_zone, same) for same in zip(*(view.zones for view in views), strict=True)),
        states=tuple(states),
        scores=tuple(_common_row(same) for same in zip(*(view.scores for view in views), strict=True)),
        totals=tuple(_common(same) for same in zip(*(view.totals for view in views), strict=True)),
        decision=decision,
    )


def _common_zone(zone: SeenZone, other: SeenZone) -> SeenZone:
    if zone is other or zone == other:
        return zone
    both = Counter(zone.pieces) & Counter(other.pieces)
    pieces: list[SeenPiece] = []
    for piece in zone.pieces:
        if both[piece] > 0:
            both[piece] -= 1
            pieces.append(piece)
    gone = (*(piece for piece in zone.pieces if piece.down), *[None] * zone.hidden_down)
    down = len(gone) - sum(piece.down for piece in pieces)
    return evolve(zone, pieces=tuple(pieces), hidden_down=down)


def _common_row(rows: Sequence[SeenScore]) -> SeenScore:
    values = zip(*(row.values for row in rows), strict=True)
    return evolve(rows[0], values=tuple(_common(same) for same in values))


def _common(values: Iterable[Points]) -> Points:
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


def common_sheet(sheets: Sequence[ScoreSheet]) -> ScoreSheet:
    """The score sheet as all know it."""
    first = sheets[0]
    rows = tuple(
        evolve(
            same[0],
            values=tuple(map(_common, zip(*(row.values for row in same), strict=True))),
            more=tuple(map(_common, zip(*(row.more for row in same), strict=True))),
        )
        for same in zip(*(sheet.rows for sheet in sheets), strict=True)
    )
    totals = tuple(map(_common, zip(*(sheet.totals for sheet in sheets), strict=True)))
    agreed = all(sheet.ranks == first.ranks for sheet in sheets)
    return evolve(first, rows=rows, totals=totals, ranks=first.ranks if agreed else ())


def common_story(stories: Sequence[Sequence[str]]) -> list[str]:
    """The lines that stand in all stories, in the order of the first."""
    lines = list(stories[0]) if stories else []
    for other in stories[1:]:
        lines = _in_both(lines, other)
    return lines


def _in_both(lines: Sequence[str], other: Sequence[str]) -> list[str]:
    shared: list[str] = []
    start = 0
    places: dict[str, list[int]] = {}
    for number, line in enumerate(other):
        places.setdefault(line, []).append(number)
    for line in lines:
        later = next((number for number in places.get(line, ()) if number >= start), None)
        if later is not None:
            shared.append(line)
            start = later + 1
    return shared
