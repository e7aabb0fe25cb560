"""Where each decision lies: in which phases, loops and routines, and which cells say how far these are.

The code notes it while it is written, so that a list of cells can be looked at later: whether what it says
of phases, loops and ways back fits the decision that it waits for.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.type_values import Allowed

FLOW = "flow"
RULE = "rule"
STEP = "step"

Variable = tuple[str, int]
"""Of one of the copies of the code, by number."""


@frozen
class InPhase:
    """`after`: the segment that follows the phase; `times`: the cell that says how often it runs, or 0."""

    name: str
    counter: int
    after: int
    times: int


@frozen
class InLoop:
    """`cursor`: the cell with the number of the present pass, from 1; `count`: that with the number of all
    passes, or 0 and there are always `most`. What is gone through lies between `cursor` and `end`. `known`:
    everybody knows how many there are.
    """

    cursor: int
    count: int
    most: int
    end: int
    known: bool = False


@frozen
class InSecret:
    """In a secret block, by its number."""

    block: int


Around = InPhase | InLoop | InSecret


@frozen
class Place:
    """A place in the code.

    `routine`: what it belongs to: the flow, a standing rule, a step of an example, or a routine with the cell
    that says where it goes back to. `settled`: the variables that have got a value before. `line`: the line
    that is under way, of which copy of the code; None before the first.
    """

    routine: str | int
    around: tuple[Around, ...]
    settled: frozenset[Variable]
    line: ir.Stmt | None
    copy: str


@define
class Nesting:
    """All that was noted. `ways_back`: by the cell that says where to go on, the segments it can say."""

    sites: dict[int, Place] = field(factory=dict)
    ways_back: dict[int, dict[int, Place | None]] = field(factory=dict)
    parked: dict[int, Place] = field(factory=dict)
    """The segments at which those go on who have parked in a secret block."""
    ranges: dict[int, Allowed] = field(factory=dict)
    """What a cell can be that the code keeps for itself."""
    sequences: list[tuple[ir.Domain, int]] = field(factory=list)
    """Which players loops go through, and where that lies."""

    def comes_back(self, cell: int, segment: int, place: Place | None = None) -> None:
        self.ways_back.setdefault(cell, {})[segment] = place
