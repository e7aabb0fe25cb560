"""Where in an observation what stands: for those who look in Python, and for the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

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
    places: tuple[int, ...] = ()
    """By class of pieces."""
    copies: tuple[int, ...] = ()


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
    begins: tuple[int, ...]
    """By class the first of its numbers from there; -1: none of it can lie here."""
    copies: tuple[int, ...]
    """By class how many there are."""
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
    points: tuple[int, ...]
    """By the number of a site where it is told that this is asked; a site's number is never 0."""
    chosen: int
    stages: int
    phases: Sequence[tuple[int, int]]
    """Of each the address, and where its number stands."""
    zones: Sequence[PlacedZone]
    states: Sequence[PlacedState]
    scores: Sequence[tuple[int, int, int]]
    """Of what is written down the address, the columns, and where the numbers begin."""
