"""Copies of a piece put in each other's place, and a game that goes on from there in the same way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product

from rulesdsl.engine.chance import Ask
from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import Actions
from tests.properties.twins import Parted, giving, noting

Copies = Sequence[Sequence[int]]


def alike(plan: Plan) -> list[list[int]]:
    """The pieces of each class of which there are several."""
    classes: dict[int, list[int]] = {}
    for piece, number in enumerate(plan.pieces.alike_class):
        classes.setdefault(number, []).append(piece)
    return [pieces for pieces in classes.values() if len(pieces) > 1]


def swapped(state: State, becomes: Mapping[int, int]) -> State:
    """The same position with copies in each other's place: what is marked on one goes with it."""
    result = state.clone()
    result.codes = None
    before = state.cells[:]
    exchange(result, becomes)
    cells, layout = result.cells, state.plan.layout
    marks = state.plan.pieces.marks
    for piece, other in becomes.items():
        for mine, theirs in zip(marks[piece], marks[other], strict=True):
            cells[theirs] = before[mine]
    if layout.hidden:
        # A group is called after the first of its pieces.
        first: dict[int, int] = {}
        for address in range(layout.group, layout.group + layout.piece_count):
            cells[address] = first.setdefault(cells[address], address - layout.group)
    return result


def shuffled(copies: Copies, stream: Dice) -> dict[int, int]:
    becomes: dict[int, int] = {}
    for pieces in copies:
        order = list(pieces)
        stream.shuffle(order)
        becomes.update(zip(pieces, order, strict=True))
    return becomes


def every_order(copies: Copies) -> list[dict[int, int]]:
    return [
        {
            piece: other
            for run, order in zip(copies, orders, strict=True)
            for piece, other in zip(run, order, strict=True)
        }
        for orders in product(*(permutations(run) for run in copies))
    ]


def go_on(state: State, other: State, becomes: Mapping[int, int], actions: Actions, stream: Dice) -> None:
    """One option in both: the same action, and of what chance brings the copies that are there instead."""
    numbers = actions.numbers(state)
    place = stream.below(len(numbers))
    number = numbers[place]
    there = actions.numbers(other)
    assert sorted(numbers) == sorted(there), "other options"
    given: list[tuple[Ask, int | tuple[int, ...]]] = []
    state.source = noting(given, stream)
    state.apply(place)
    other.source = giving(given, becomes)
    other.apply(there.index(number))
    state.source = other.source = None
    state.cells[DICE] = other.cells[DICE] = 0


__all__ = ["Parted", "alike", "every_order", "go_on", "shuffled", "swapped"]
