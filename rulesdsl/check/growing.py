"""Boards that grow, and places that are made of others: what the checker knows of them, and their formulas.

Where each place of a board that grows lies, and what lies beside it, is kept in states of the language's own.
"""

from __future__ import annotations

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, optional, seq
from rulesdsl.check.folding import all_of, arithmetic, number
from rulesdsl.check.scope import VarSource
from rulesdsl.gatherings import Gather
from rulesdsl.grids import Grid
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast


@frozen(eq=False)
class Growing:
    """A kind of places that grows: `most` of them can have something on them, `size` can be there."""

    domain: ir.NodeDomain
    around: ast.Name
    most: int
    size: int
    board: Grid
    """One cell of it: its tiling."""
    directions: ir.EnumDomain
    ways: tuple[int, ...]
    """The directions in which a step leads from one to another."""
    sides: tuple[int, ...]
    """Those in which neighbours lie."""
    span: Span

    @property
    def name(self) -> str:
        return self.domain.name

    @property
    def along(self) -> ir.IntDomain:
        return ir.IntDomain(-self.most, self.most)

    @property
    def count(self) -> ir.Expr:
        """How many are there; the first is."""
        return ir.StateRead(f"{self.name}.count", (), ir.IntDomain(1, self.size))

    @property
    def everything(self) -> ir.Expr:
        """All that are there."""
        last = arithmetic(Op.SUB, self.count, number(1))
        return ir.Apply(Op.RANGE, (number(0), last), seq(self.domain, ordered=True, bound=self.size))

    def attribute(self, name: str, place: ir.Expr) -> ir.Expr:
        """The column or the row of a place."""
        return ir.StateRead(f"{self.name}.{name}", (place,), self.along)

    def beside(self, place: ir.Expr, direction: ir.Expr) -> ir.Expr:
        return ir.StateRead(f"{self.name}.beside", (place, direction), optional(self.domain))

    def along_way(self, name: str, direction: ir.Expr) -> ir.Expr:
        """How a step in a direction changes the column or the row."""
        return ir.Lookup(f"{self.name}.{name}", (direction,), ir.IntDomain(-1, 1))

    def states(self) -> list[ir.State]:
        """First one place is there, at column 0 of row 0."""
        seen = ir.Viewer("all")
        number_of, there = ir.IntDomain(0, self.most), ir.IntDomain(1, self.size)
        nothing = optional(self.domain)
        own = (self.domain,)
        parts: list[tuple[str, tuple[ir.Domain, ...], ir.Domain, int]] = [
            ("count", (), there, 1),
            ("laid", (), number_of, 0),
            ("grown", own, FLAG, 0),
            ("column", own, self.along, 0),
            ("row", own, self.along, 0),
            ("beside", (self.domain, self.directions), nothing, ir.NONE),
        ]
        return [
            ir.State(f"{self.name}.{name}", index, None, domain, start, seen, span=self.span)
            for name, index, domain, start in parts
        ]

    # ------------------------------------------------------------ what is asked of them

    def at(self, column: ir.Expr, row: ir.Expr, vars_: VarSource) -> ir.Expr:
        """The place at a column and a row; none if none is there."""
        var = vars_.new("there", self.domain)
        tests: list[ir.Expr] = [
            ir.Apply(Op.EQ, (self.attribute(name, ir.Local(var)), value), FLAG)
            for name, value in (("column", column), ("row", row))
        ]
        return ir.Over(Gather.FIRST, var, self.everything, all_of(tests), None, None, optional(self.domain))

    def neighbours(self, place: ir.Expr, vars_: VarSource) -> ir.Expr:
        side = vars_.new("side", self.directions)
        sides = ir.ConstSeq(self.sides, seq(self.directions, ordered=True, bound=len(self.sides)))
        places = seq(self.domain, ordered=False, bound=len(self.sides))
        return ir.Over(Gather.DISTINCT, side, sides, None, None, self.beside(place, ir.Local(side)), places)

    def ray(self, place: ir.Expr, direction: ir.Expr, vars_: VarSource) -> ir.Expr:
        """The places straight on, nearest first."""
        var, each = vars_.new("on", self.domain), vars_.new("on", self.domain)
        places = seq(self.domain, ordered=True, bound=self.size)
        single = seq(self.domain, ordered=True, bound=1)
        ahead, first = (
            ir.Apply(Op.SEQ_OF, (self.beside(start, direction),), single) for start in (ir.Local(var), place)
        )
        reached = ir.Over(Gather.REACHED, var, self.everything, None, first, ahead, places)
        far = self.distance(ir.Local(each), place)
        return ir.Over(Gather.SELECT, each, reached, None, far, None, places)

    def distance(self, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """The fewest steps from neighbour to neighbour, whether anything lies there or not."""
        apart = [
            arithmetic(Op.SUB, self.attribute(name, a), self.attribute(name, b)) for name in ("column", "row")
        ]
        if self.board.tiling != "squares":
            apart.append(arithmetic(Op.ADD, *apart))
        lengths = [arithmetic(Op.DIFFERENCE, length, number(0)) for length in apart]
        if self.board.tiling == "squares" and not self.board.diagonals:
            return arithmetic(Op.ADD, *lengths)
        return arithmetic(Op.MAX2, *lengths)


@frozen(eq=False)
class Combined:
    """A kind of places with one for each combination; `table` has its number by what it is made of."""

    domain: ir.NodeDomain
    table: str
    parts: tuple[ir.Domain, ...]
    growing: Growing | None
    """The board that grows of which each is a part."""
    of_each: int
    """How many there are for each of the first part."""
