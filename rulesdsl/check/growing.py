"""Boards that grow, and places that are made of others: what the checker knows of them, and their formulas.

Where each place of a board that grows lies, and what lies beside it, is kept in states of the language's own.
"""

from __future__ import annotations

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, optional, seq
from rulesdsl.check.folding import all_of, arithmetic, if_there, known_list, number
from rulesdsl.check.scope import VarSource
from rulesdsl.gatherings import Gather
from rulesdsl.grids import Grid, Offset
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
    labels: tuple[str, ...]
    """What these are called."""
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
            ("numbered", (), there, 1),
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
        sides = known_list(self.sides, self.directions)
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

    def rays(self, place: ir.Expr, vars_: VarSource) -> ir.Expr:
        """Those in all directions, in the order of `Grid.rays`."""
        way, there = vars_.new("way", self.directions), vars_.new("there", self.domain)
        towards = [self._way_of((way * right, way * up)) for right, up in self.board.axes for way in (1, -1)]
        ways = known_list(towards, self.directions)
        ray = self.ray(ir.Local(there), ir.Local(way), vars_)
        assert isinstance(ray.type, ir.SeqDomain)
        domain = ir.SeqOfSeqDomain(ray.type, len(towards))
        return ir.LetExpr(there, place, ir.Over(Gather.LIST, way, ways, None, None, ray, domain), domain)

    def lines(self, n: int, vars_: VarSource) -> ir.Expr:
        """All straight lines of `n` places that are there; the axes as in `Grid.lines`."""
        axes = self.board.axes if n > 1 else self.board.axes[:1]
        towards = [self._way_of(axis) for axis in axes]
        numbers = ir.IntDomain(0, self.size * len(axes) - 1)
        number_of = vars_.new("line", numbers)
        last = arithmetic(Op.SUB, arithmetic(Op.MUL, self.count, number(len(axes))), number(1))
        every = ir.Apply(Op.RANGE, (number(0), last), seq(numbers, ordered=True, bound=numbers.high + 1))
        first = ir.Apply(Op.AS, (arithmetic(Op.MOD, ir.Local(number_of), self.count),), self.domain)
        axis = arithmetic(Op.DIV_DOWN, ir.Local(number_of), self.count)
        ways = ir.ConstSeq(tuple(towards), ir.MapDomain(ir.IntDomain(0, len(axes) - 1), self.directions))
        way = vars_.new("way", self.directions)
        along_axis = ir.Apply(Op.MAP_AT, (ways, axis), self.directions)
        places = seq(self.domain, ordered=True, bound=n)
        line = ir.LetExpr(way, along_axis, self._straight(first, ir.Local(way), n, vars_), places)
        domain = ir.SeqOfSeqDomain(places, numbers.high + 1)
        begun = ir.Over(Gather.LIST, number_of, every, None, None, line, domain)
        whole = vars_.new("line", places)
        long = ir.Apply(Op.EQ, (ir.Apply(Op.COUNT, (ir.Local(whole),), ir.IntDomain(0, n)), number(n)), FLAG)
        return ir.Over(Gather.SELECT, whole, begun, long, None, None, domain)

    def _straight(self, first: ir.Expr, way: ir.Expr, n: int, vars_: VarSource) -> ir.Expr:
        """A place and those that follow it, `n` of them as long as there are any."""
        nothing = optional(self.domain)
        places = [vars_.new("on", nothing if step else self.domain) for step in range(n)]
        steps = [first]
        for before in places[:-1]:
            there = ir.Local(before)
            if before is places[0]:
                steps.append(self.beside(there, way))
            else:
                steps.append(if_there(there, self.beside(ir.Apply(Op.AS, (there,), self.domain), way)))
        domain = seq(self.domain, ordered=True, bound=n)
        line: ir.Expr = ir.Apply(Op.SEQ_OF, tuple(map(ir.Local, places)), domain)
        for place, step in zip(reversed(places), reversed(steps), strict=True):
            line = ir.LetExpr(place, step, line, domain)
        return line

    def _way_of(self, offset: Offset) -> int:
        """The direction that leads this way."""
        labels = [label for label, to in self.board.directions.items() if to == offset]
        return self.labels.index(labels[0])

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
