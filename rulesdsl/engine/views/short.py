"""The table in short, as text: what lies open with what is printed on it, the rest by its number.

Of zones that there are many of, one for each place, it says what lies in all of them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import frozen

from rulesdsl.engine.labels.attributes import Attributes, Detail
from rulesdsl.engine.labels.english import counted, gathered, plain
from rulesdsl.engine.labels.summary_line import in_phases
from rulesdsl.engine.labels.things import SeenPiece, Thing
from rulesdsl.engine.views.columns import table
from rulesdsl.engine.views.scores import Points, points_in_words
from rulesdsl.engine.views.showing import FEW, SOME, Showing, showing
from rulesdsl.engine.views.view_text import SeenZone, View, contents, in_blocks, state_rows

ALIKE = 3
"""Of more zones that hold the same only the number is told."""


@frozen
class Row:
    """What one line of the table says: `name` as in the file, `label` as it is read aloud."""

    name: str
    label: str
    text: str


def rows(view: View, owner: int | None, attributes: Attributes, offered: frozenset[str]) -> tuple[Row, ...]:
    """The zones and states of a player, or of nobody. `offered`: pieces that are asked for now, which are
    described there.
    """
    drawn = dict(view.grids)
    mine = [zone for zone in view.zones if zone.owner == owner and zone.name not in drawn and zone.count]
    result = [
        Row(name, plain(name), text)
        for name, group in groupby(mine, key=lambda zone: zone.name)
        if (text := _of_one_name(list(group), view.viewer, attributes, offered))
    ]
    return (*result, *(Row(name, plain(name), text) for name, text in state_rows(view, owner)))


def _of_one_name(
    zones: Sequence[SeenZone], viewer: int, attributes: Attributes, offered: frozenset[str]
) -> str:
    if not zones[0].index:
        return zone_text(zones[0], viewer, attributes, offered)
    if len(zones) > FEW:
        kinds = {kind for zone in zones for kind in zone.kinds_there}
        known = gathered((piece.label for zone in zones for piece in zone.pieces), kinds)
        hidden = sum(zone.count - len(zone.pieces) for zone in zones)
        if hidden:
            known.append(counted(hidden, zones[0].hidden_noun))
        return ", ".join(known) if len(known) <= SOME else _number(zones)
    # One piece in a place of its own is enough said by its name.
    alike: dict[str, list[str]] = {}
    for zone in zones:
        alike.setdefault(contents(zone), []).append(", ".join(zone.index))
    if len(alike) == 1 and len(zones) > ALIKE:
        return f"{next(iter(alike))} in each of {len(zones)}"
    return "; ".join(f"{', '.join(keys)}: {text}" for text, keys in alike.items())


def _number(zones: Sequence[SeenZone]) -> str:
    return counted(sum(zone.count for zone in zones), zones[0].hidden_noun)


def zone_text(
    zone: SeenZone, viewer: int, attributes: Attributes, offered: frozenset[str] = frozenset()
) -> str:
    """What lies in a zone, in short."""
    hidden = zone.count - len(zone.pieces)
    match showing(zone, viewer):
        case Showing.TOP:
            top = zone.pieces[0]
            return f"{counted(zone.count, zone.hidden_noun)}, on top {top.label}{_printed(top, attributes)}"
        case Showing.NUMBER:
            return _number([zone])
        case Showing.NOTHING | Showing.NAMES:
            return contents(zone)
        case Showing.FACES:
            # What lies face down among others, or unknown between others, is said by its place.
            if (hidden and zone.shape == "row") or any(piece.down for piece in zone.pieces):
                return contents(zone)
    texts = []
    idle = attributes.in_common(_bare(piece) for piece in zone.pieces)
    for piece in zone.pieces:
        printed = "" if piece.label in offered else _printed(piece, attributes, idle)
        texts.append(f"{piece.label}{printed}")
    return ", ".join(
        [*gathered(texts, zone.kinds_there), *([counted(hidden, zone.hidden_noun)] if hidden else [])]
    )


def _bare(piece: SeenPiece) -> Thing:
    """Wherever it lies."""
    return Thing(piece.kind, piece.name, piece.label)


def _printed(piece: SeenPiece, attributes: Attributes, idle: frozenset[Detail] = frozenset()) -> str:
    short = attributes.short_of(piece, idle)
    return f" ({short})" if short else ""


# ---------------------------------------------------------------------- as text


def short_text(
    view: View,
    attributes: Attributes,
    width: int,
    *,
    now: Sequence[Sequence[Points]] = (),
    offered: frozenset[str] = frozenset(),
) -> str:
    """The table in short, in lines of this width. `now`: what each row of the sheet would be."""
    return "\n".join(line.rstrip() for line in _lines(view, attributes, width, now, offered))


def _lines(
    view: View,
    attributes: Attributes,
    width: int,
    now: Sequence[Sequence[Points]],
    offered: frozenset[str],
) -> Iterator[str]:
    # What is one's own stands next to the question.
    others = [(view.viewer + step) % len(view.players) for step in range(1, len(view.players))]
    blocks = [
        (owner, [(row.label, row.text) for row in rows(view, owner, attributes, offered)])
        for owner in (None, *others, view.viewer)
    ]
    where, scores = in_phases(view.phases, of=True), score_lines(view, now)
    yield from in_blocks(view, width, where, blocks, scores, break_words=False)


def score_lines(view: View, now: Sequence[Sequence[Points]]) -> Iterator[str]:
    """The rows of the sheet in which somebody has something; `2 +3`: 3 more if it were written down now."""
    players = range(len(view.players))
    lines: list[list[str]] = []
    sums: list[Points] = [0 for _ in players]
    for index, score in enumerate(view.scores):
        more = now[index] if index < len(now) and score.written else tuple(0 for _ in players)
        if score.counted:
            sums = [_sum(total, value) for total, value in zip(sums, more, strict=True)]
        if any(score.values) or any(more) or None in score.values:
            lines.append([score.label, *map(_cell, score.values, more)])
    if sum(score.counted for score in view.scores) > 1 and lines:
        lines.append(["total", *map(_cell, view.totals, sums)])
    if lines:
        yield from table(["", *view.players], lines)


def _sum(a: Points, b: Points) -> Points:
    return None if a is None or b is None else a + b


def _cell(points: Points, more: Points) -> str:
    number = points_in_words(points)
    if more is None:
        return f"{number} +?"
    return number if not more else f"{number} {'+' if more > 0 else '−'}{abs(more)}"
