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
    states = [one for one in first.states if all(one in other.states for other in views[1:])]
    players = {None if one.decision is None else one.decision.player for one in views}
    decision = (
        None if first.decision is None else SeenDecision(players.pop() if len(players) == 1 else None, "", ())
    )
    return evolve(
        first,
        viewer=ONLOOKER,
        zones=tuple(reduce(_common_zone, same) for same in zip(*(one.zones for one in views), strict=True)),
        states=tuple(states),
        scores=tuple(_common_row(same) for same in zip(*(one.scores for one in views), strict=True)),
        totals=tuple(_common(same) for same in zip(*(one.totals for one in views), strict=True)),
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
    gone = (*(one for one in zone.pieces if one.down), *[None] * zone.hidden_down)
    down = len(gone) - sum(one.down for one in pieces)
    return evolve(zone, pieces=tuple(pieces), hidden_down=down)


def _common_row(rows: Sequence[SeenScore]) -> SeenScore:
    values = zip(*(row.values for row in rows), strict=True)
    return evolve(rows[0], values=tuple(_common(same) for same in values))


def _common(values: Iterable[Points]) -> Points:
    found = set(values)
    return found.pop() if len(found) == 1 else None


def common_sheet(sheets: Sequence[ScoreSheet]) -> ScoreSheet:
    """The score sheet as all know it."""
    first = sheets[0]
    rows = tuple(
        evolve(
            same[0],
            values=tuple(map(_common, zip(*(row.values for row in same), strict=True))),
            more=tuple(map(_common, zip(*(row.more for row in same), strict=True))),
        )
        for same in zip(*(one.rows for one in sheets), strict=True)
    )
    totals = tuple(map(_common, zip(*(one.totals for one in sheets), strict=True)))
    agreed = all(one.ranks == first.ranks for one in sheets)
    return evolve(first, rows=rows, totals=totals, ranks=first.ranks if agreed else ())


def told_to_all(stories: Sequence[Sequence[str]]) -> list[str]:
    """The lines that stand in all stories, in the order of the first."""
    found = list(stories[0]) if stories else []
    for other in stories[1:]:
        found = _in_both(found, other)
    return found


def _in_both(lines: Sequence[str], other: Sequence[str]) -> list[str]:
    found: list[str] = []
    at = 0
    places: dict[str, list[int]] = {}
    for number, line in enumerate(other):
        places.setdefault(line, []).append(number)
    for line in lines:
        later = next((number for number in places.get(line, ()) if number >= at), None)
        if later is not None:
            found.append(line)
            at = later + 1
    return found
