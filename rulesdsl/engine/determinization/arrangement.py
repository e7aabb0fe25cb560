"""Pieces put at random into places of which not every one accepts every piece: all ways equally likely.

The places that accept least are filled first, alike ones together, each with any of the pieces that are left
for it. Ways in which much was left would come up too seldom: so a way is dropped, and begun again, as often
as there was less left at some place than there can be at most.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from rulesdsl.engine.dice import Dice

Place = TypeVar("Place", bound=Hashable)

TRIES = 400
"""So often a way is begun; after that pieces are only exchanged, which takes longer to be fair."""


def arranged(
    pieces: list[int], places: Sequence[Place], accepts: Callable[[Place, int], bool], stream: Dice
) -> list[int]:
    """The pieces in a random order in which every place accepts its piece. There is to be one."""
    rooms: dict[frozenset[int], list[int]] = {}
    accepted = {
        place: frozenset(piece for piece in pieces if accepts(place, piece))
        for place in dict.fromkeys(places)
    }
    for index, place in enumerate(places):
        rooms.setdefault(accepted[place], []).append(index)
    # In the order of the pieces, not of their hashes.
    choices = sorted(
        (
            ([piece for piece in pieces if piece in fitting], fitting, there)
            for fitting, there in rooms.items()
        ),
        key=lambda item: len(item[0]),
    )
    certain = [
        sum(len(before) for _, less, before in choices[:index] if less <= fitting)
        for index, (_, fitting, _) in enumerate(choices)
    ]
    for _ in range(TRIES):
        order = _filled(pieces, choices, certain, stream)
        if order is not None:
            return order
    return _exchanged(_one_way(pieces, places, accepts), places, accepts, stream)


def _filled(
    pieces: list[int],
    choices: Sequence[tuple[list[int], frozenset[int], list[int]]],
    certain: Sequence[int],
    stream: Dice,
) -> list[int] | None:
    """One way; None if it is dropped. `certain`: how many pieces that would fit are gone in any case."""
    order = list(pieces)
    gone: set[int] = set()
    for (fitting, _, there), taken in zip(choices, certain, strict=True):
        left = [piece for piece in fitting if piece not in gone] if gone else fitting
        most = len(fitting) - taken
        if len(left) < most:
            for position in range(len(there)):
                if stream.below(most - position) >= len(left) - position:
                    return None
        chosen = _some(left, len(there), stream)
        for index, piece in zip(there, chosen, strict=True):
            order[index] = piece
        gone.update(chosen)
    return order


def _some(things: list[int], number: int, stream: Dice) -> list[int]:
    """So many of them in a random order."""
    order = list(things)
    if number == len(order):
        stream.shuffle(order)
        return order
    for index in range(number):
        other = index + stream.below(len(order) - index)
        order[index], order[other] = order[other], order[index]
    return order[:number]


def _one_way(pieces: list[int], places: Sequence[Place], accepts: Callable[[Place, int], bool]) -> list[int]:
    """The pieces so that every place accepts its piece: each is given a place, others making room for it."""
    taken: dict[int, int] = {}

    def give(piece: int, tried: set[int]) -> bool:
        for index, place in enumerate(places):
            if index not in tried and accepts(place, piece):
                tried.add(index)
                if index not in taken or give(taken[index], tried):
                    taken[index] = piece
                    return True
        return False

    left = [piece for piece in pieces if not give(piece, set())]
    return [taken[index] if index in taken else left.pop() for index in range(len(places))]


def _exchanged(
    pieces: list[int], places: Sequence[Place], accepts: Callable[[Place, int], bool], stream: Dice
) -> list[int]:
    """The pieces exchanged two by two, again and again."""
    order = list(pieces)
    size = len(order)
    for _ in range(20 * size):
        first, other = stream.below(size), stream.below(size)
        if accepts(places[first], order[other]) and accepts(places[other], order[first]):
            order[first], order[other] = order[other], order[first]
    return order
