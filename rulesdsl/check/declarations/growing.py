"""Boards that grow: places beside those on which something lies. They are numbered as they come to be there,
and anew by where they lie before anybody is asked (`engine/codegen/numbering.py`).

A standing rule lays out the places around one on which something lies. The states in which they are kept,
and the formulas of these, are those of `check/growing.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.declarations.boards import tiling
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import FLAG, describe, optional
from rulesdsl.check.folding import TRUE, all_of, arithmetic, known_list, number
from rulesdsl.check.growing import Growing
from rulesdsl.check.labels import in_words
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.symbols import Attr, EnumSymbol, NodeSymbol, StateSymbol, ZoneSymbol
from rulesdsl.grids import COMPASS, DIRECTION, OFFSETS, Grid
from rulesdsl.operations import Op
from rulesdsl.syntax import ast

STRAIGHT = ("north", "east", "south", "west")


class GrowingPlaces(DeclarationModule):
    def build(self, decl: ast.GrowingDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, NodeSymbol) or symbol.span != decl.name.span:
            return
        self.declarations.boards.fit_together(decl)
        kind = tiling(decl)
        diagonals = kind == "squares" and any(words.text == "diagonals" for words in decl.words)
        known = self.declarations.types.whole(decl.most)
        most = 1 if known is None else known
        beside = 4 * most + 4 if diagonals else 2 * most + (2 if kind == "squares" else 4)
        if not 0 < most <= MOST_VALUES or most + beside > MOST_VALUES:
            self.reporter.error(
                "too-many-values",
                decl.most.span,
                f"a board that grows around {most:,} places is not possible",
                f"with those beside them at most {MOST_VALUES:,}, at least one",
            )
            most, beside = 1, 8
        size = most + beside
        offsets = OFFSETS[kind]
        domain, labels = self._directions(decl)
        ways = tuple(index for index, way in enumerate(labels) if way in offsets)
        sides = ways
        if kind == "squares" and not diagonals:
            sides = tuple(index for index in ways if labels[index] in STRAIGHT)
        board = Grid(1, 1, kind, diagonals)
        growing = Growing(
            symbol.domain, decl.around, most, size, board, domain, labels, ways, sides, decl.name.span
        )
        self.world.growing[symbol.name] = growing
        symbol.shape, symbol.board, symbol.count = "growing", board, size
        self.world.nodes[symbol.name] = tuple(f"{in_words(symbol.name)} {place + 1}" for place in range(size))
        for name in ("column", "row"):
            symbol.attrs[name] = Attr(name, growing.along, f"{symbol.name}.{name}", decl.name.span)
        for name, which in (("right", 0), ("up", 1)):
            table = f"{symbol.name}.{name}"
            steps = tuple(offsets.get(way, (0, 0))[which] for way in labels)
            self.world.tables[table] = ir.Table(table, (domain,), steps, ir.IntDomain(-1, 1))

    def _directions(self, decl: ast.GrowingDecl) -> tuple[ir.EnumDomain, tuple[str, ...]]:
        """Those of the game; of its own where no line speaks of directions, or the game calls others so."""
        symbol = self.world.symbols.get(DIRECTION)
        if isinstance(symbol, EnumSymbol) and symbol.of_the_language:
            return symbol.domain, tuple(symbol.labels)
        name = f"{decl.name.text}.way"
        offsets = OFFSETS[tiling(decl)]
        self.world.enums[name] = tuple(way for way in COMPASS if way in offsets)
        return ir.EnumDomain(name), self.world.enums[name]

    # ------------------------------------------------------------ how they grow

    def states(self) -> list[ir.State]:
        return [state for growing in self.world.growing.values() for state in growing.states()]

    def rules(self) -> list[ir.Rule]:
        return [
            ir.Rule(
                f"{growing.name} grows", ((place, growing.everything),), condition, body, (), growing.span
            )
            for growing, place, condition, body in self._growths()
        ]

    def lines(self) -> tuple[ir.Stmt, ...]:
        """The same as lines, for where no rule is looked at."""
        return tuple(
            ir.For(place, growing.everything, (ir.If(condition, body, ()),), growing.span)
            for growing, place, condition, body in self._growths()
        )

    def _growths(self) -> Iterator[tuple[Growing, ir.Var, ir.Expr, ir.Lines]]:
        """Of each board the place around which it grows, when, and how."""
        for growing in self.world.growing.values():
            place = self._var("place", growing.domain)
            condition = self._has_to_grow(growing, ir.Local(place))
            if condition is not None:
                yield growing, place, condition, self._growth(growing, ir.Local(place))

    def _var(self, name: str, domain: ir.Domain) -> ir.Var:
        return self.output.vars.new(name, domain)

    def _has_to_grow(self, growing: Growing, place: ir.Expr) -> ir.Expr | None:
        """Something lies there, and the places beside it are not all there yet."""
        used = self._used(growing, place)
        if used is None:
            return None
        grown = ir.StateRead(f"{growing.name}.grown", (place,), FLAG)
        return all_of([ir.Apply(Op.NOT, (grown,), FLAG), used])

    def _used(self, growing: Growing, place: ir.Expr) -> ir.Expr | None:
        name = growing.around
        symbol = self.world.symbols.get(name.text)
        match symbol:
            case ZoneSymbol() if [var.type for var in symbol.index] == [growing.domain]:
                self.usage.used.add(name.text)
                self.reporter.means(name.span, symbol.span)
                symbol.read = True
                many = ir.IntDomain(0, self.declarations.size_of(symbol.pieces))
                count = ir.ZoneCount(ir.ZoneRef(symbol.name, (place,)), many)
                return ir.Apply(Op.GT, (count, number(0)), FLAG)
            case StateSymbol() if symbol.index == (growing.domain,):
                self.usage.used.add(name.text)
                self.reporter.means(name.span, symbol.span)
                symbol.read = True
                value = ir.StateRead(symbol.name, (place,), symbol.type)
                match symbol.type:
                    case ir.FlagDomain():
                        return value
                    case ir.OptionalDomain():
                        return ir.Apply(Op.NOT, (ir.Apply(Op.IS_NONE, (value,), FLAG),), FLAG)
                    case ir.IntDomain():
                        return ir.Apply(Op.NE, (value, number(0)), FLAG)
                    case _:
                        here = describe(symbol.type)
            case None:
                if name.text not in self.world.unread:
                    known = [
                        other
                        for other, known in self.world.symbols.items()
                        if isinstance(known, ZoneSymbol | StateSymbol)
                    ]
                    self.reporter.unknown(name.span, name.text, "zone or state", known)
                return None
            case _:
                here = "not one of them"
        self.reporter.mismatch(
            name.span,
            f"a zone or a state per {growing.name} is expected, which says where something lies",
            here,
            hint=f"`zone {name.text} per {growing.name}: …`, or `state {name.text} per {growing.name}: …`"
            " that is a number, yes or no, or may be none",
        )
        return None

    def _growth(self, growing: Growing, place: ir.Expr) -> tuple[ir.Stmt, ...]:
        laid = ir.StateRead(f"{growing.name}.laid", (), ir.IntDomain(0, growing.most))
        side = self._var("side", growing.directions)
        missing = ir.Apply(Op.IS_NONE, (growing.beside(place, ir.Local(side)),), FLAG)
        sides = known_list(growing.sides, growing.directions)
        return (
            self._set(growing, "grown", (place,), TRUE),
            self._set(growing, "laid", (), arithmetic(Op.ADD, laid, number(1))),
            ir.For(side, sides, (ir.If(missing, self._new(growing, place, ir.Local(side)), ()),)),
        )

    def _new(self, growing: Growing, place: ir.Expr, side: ir.Expr) -> tuple[ir.Stmt, ...]:
        """One more place, on a side of another."""
        new = self._var("new", growing.domain)
        here = ir.Local(new)
        lets: list[ir.Stmt] = [ir.Let(new, ir.Apply(Op.AS, (growing.count,), growing.domain))]
        lines: list[ir.Stmt] = []
        position: list[ir.Expr] = []
        for name, change in (("column", "right"), ("row", "up")):
            along = self._var(name, ir.IntDomain(growing.along.low - 1, growing.along.high + 1))
            moved = arithmetic(Op.ADD, growing.attribute(name, place), growing.along_way(change, side))
            lets.append(ir.Let(along, moved))
            lines.append(self._set(growing, name, (here,), ir.Local(along)))
            position.append(ir.Local(along))
        lines.append(self._set(growing, "count", (), arithmetic(Op.ADD, growing.count, number(1))))
        way, other = self._var("way", growing.directions), self._var("other", optional(growing.domain))
        ways = known_list(growing.ways, growing.directions)
        column, row = (
            arithmetic(Op.ADD, start, growing.along_way(change, ir.Local(way)))
            for start, change in zip(position, ("right", "up"), strict=True)
        )
        there = ir.Apply(Op.AS, (ir.Local(other),), growing.domain)
        joined = (
            self._set(growing, "beside", (here, ir.Local(way)), ir.Local(other)),
            self._set(growing, "beside", (there, self._opposite(growing, ir.Local(way))), here),
        )
        is_there = ir.Apply(Op.NOT, (ir.Apply(Op.IS_NONE, (ir.Local(other),), FLAG),), FLAG)
        lines.append(
            ir.For(
                way,
                ways,
                (ir.Let(other, growing.at(column, row, self.output.vars)), ir.If(is_there, joined, ())),
            )
        )
        return (*lets, *lines)

    def _opposite(self, growing: Growing, way: ir.Expr) -> ir.Expr:
        many = len(self.world.enums[growing.directions.name])
        code = ir.Apply(Op.AS, (way,), ir.IntDomain(0, many - 1))
        turned = arithmetic(Op.MOD, arithmetic(Op.ADD, code, number(many // 2)), number(many))
        return ir.Apply(Op.AS, (turned,), growing.directions)

    def _set(self, growing: Growing, name: str, index: tuple[ir.Expr, ...], value: ir.Expr) -> ir.Stmt:
        return ir.Assign(f"{growing.name}.{name}", index, value, (), growing.span)
