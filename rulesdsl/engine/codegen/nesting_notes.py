"""What is noted of the place of each line while the segments are written (see `nesting`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesdsl import program as ir
from rulesdsl.engine.codegen.effects import EffectEmitter
from rulesdsl.engine.core.type_values import Allowed
from rulesdsl.engine.positions.nesting import FLOW, Around, InLoop, Nesting, Place, Variable


class NestedEmitter(EffectEmitter):
    """Notes where each line stands."""

    routine: str | int = FLOW
    around: tuple[Around, ...] = ()
    settled: frozenset[Variable] = frozenset()

    @property
    def nesting(self) -> Nesting:
        return self.gen.nesting

    def place(self) -> Place:
        """Where the line stands that is being written."""
        return Place(self.routine, self.around, self.settled)

    def settle(self, *variables: ir.Var) -> None:
        """These have a value from here on."""
        self.settled |= {(self.copy, var.number) for var in variables}

    @contextmanager
    def inside(self, *around: Around) -> Iterator[None]:
        """What gets a value in there need not have one behind it."""
        kept = self.around, self.settled
        self.around = (*self.around, *around)
        yield
        self.around, self.settled = kept

    def loop(self, cells: tuple[int, int], count: int, most: int, *, known: bool = False) -> InLoop:
        """`cells`: from the first, which counts the passes, to behind the last of what is gone through."""
        self.nesting.ranges[cells[0]] = Allowed(0, most)
        return InLoop(cells[0], count, most, cells[1], known)
