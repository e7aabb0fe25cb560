"""Pieces that the chooser does not know and whose place says nothing: one option, and chance decides.

Where a piece lies in a row or a pile says which one is meant, though not which piece it is. Of those in a set
nothing can be said but how many they are; so one of them is chosen, whichever it is. Where there are such
pieces all stand in the order of their places: that of their numbers would tell which they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulesdsl.engine import events as ev
from rulesdsl.engine.core.codes import DECLINE, DONE, UNSEEN
from rulesdsl.engine.core.layout import CHOOSER

if TYPE_CHECKING:
    from rulesdsl.engine.pieces.knowledge import Knowledge


def is_unseen(pieces: Knowledge, cells: list[int], piece: int) -> bool:
    """Whether the chooser does not know which piece this is."""
    layout = pieces.layout
    if not layout.tracked[piece] or cells[layout.where + piece] == ev.OUT_OF_PLAY:
        return False
    player = cells[CHOOSER]
    if cells[layout.known + piece] >> player & 1:
        return False
    return not pieces.seen_now(cells, piece) >> player & 1


def lot_of(pieces: Knowledge, cells: list[int], piece: int) -> int | None:
    """The zone instance among whose unseen pieces this one is any; None where it can be told from others."""
    if piece < 0 or not is_unseen(pieces, cells, piece):
        return None
    instance = cells[pieces.where + piece]
    return instance if pieces.shape[instance] == "set" else None


def place_of(pieces: Knowledge, cells: list[int], piece: int) -> tuple[int, ...]:
    """Where a piece lies: the zone instance, and in a row or a pile the place from its left or top."""
    instance, place = cells[pieces.where + piece], pieces.layout.place_of(cells, piece)
    return (instance, place - 1) if place else (instance,)


def by_place(pieces: Knowledge, cells: list[int], members: Sequence[int]) -> list[int]:
    """Members in an order that tells the chooser nothing: as they are, if all are known."""
    if not any(piece >= 0 and is_unseen(pieces, cells, piece) for piece in members):
        return list(members)
    return sorted(members, key=lambda value: place_of(pieces, cells, value) if value >= 0 else ())


def recognised(pieces: Knowledge, cells: list[int], piece: int) -> tuple[int, ...]:
    """By what the chooser can tell an option from the others: the piece, or its place."""
    if piece < 0 or not is_unseen(pieces, cells, piece):
        return (piece,)
    return (UNSEEN, *place_of(pieces, cells, piece))


def with_lots(pieces: Knowledge, cells: list[int], codes: Sequence[int]) -> list[int]:
    """The options with one in place of all those that the chooser cannot tell apart, after all other values:
    where it stands must not tell which pieces they are.
    """
    lots: set[int] = set()
    values: list[int] = []
    ends: list[int] = []
    for code in by_place(pieces, cells, codes):
        if code in (DECLINE, DONE):
            ends.append(code)
        elif (lot := lot_of(pieces, cells, code)) is None:
            values.append(code)
        else:
            lots.add(lot)
    return [*values, *(UNSEEN - lot for lot in sorted(lots)), *ends]


def members_of(pieces: Knowledge, cells: list[int], codes: Sequence[int], code: int) -> list[int]:
    """Those of the pieces that an option stands for, in rising order."""
    wanted = UNSEEN - code
    return sorted({piece for piece in codes if lot_of(pieces, cells, piece) == wanted})
