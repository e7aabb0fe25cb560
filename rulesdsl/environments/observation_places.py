"""Where in an observation what stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.views.contents import StateForm


@frozen
class Form:
    """What kind of thing a state is, and where its numbers begin. -1: there is no such number."""

    kind: int
    first: int = -1
    none: int = -1
    unknown: int = -1
    low: int = 0
    span: int = 0
    places: Mapping[int, int] = field(factory=dict)
    """By class of pieces."""
    copies: Mapping[int, int] = field(factory=dict)


Putter = Callable[[list[float], Reading, Sequence[int]], None]


@frozen
class PlacedZone:
    """Where the numbers of a zone stand."""

    instance: int
    first: int
    room: int
    ordered: bool
    down: int
    """Where the number of unknown pieces that lie face down stands; 0: none ever do."""
    pieces: int
    """Where the numbers of the pieces begin: by class how many, or of each copy the place."""
    begins: dict[int, tuple[int, int]]
    """By class the first of its numbers from there, and how many copies there are."""
    moving: bool
    """Whether who sees it changes in the course of a game."""
    lying: int
    """Where it is told how many of a class lie face down; 0: none ever do, or the place tells it."""


@frozen
class PlacedState:
    """Where the numbers of a state stand."""

    form: StateForm
    address: int
    size: int
    viewer: ir.Viewer
    seen: int
    """Where it is told that the player sees it; -1: all do."""
    named: tuple[int, ...]
    """The pieces for which it is."""
    numbers: Form
    put: Putter


@frozen
class Places:
    """Where in an observation what stands."""

    you: int
    decides: int
    won: int
    over: int
    points: Mapping[int, int]
    chosen: int
    stages: int
    phases: Sequence[tuple[int, int]]
    """Of each the address, and where its number stands."""
    zones: Sequence[PlacedZone]
    states: Sequence[PlacedState]
    scores: Sequence[tuple[int, int, int]]
    """Of what is written down the address, the columns, and where the numbers begin."""
