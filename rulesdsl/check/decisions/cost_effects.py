"""What is so after the cost lines before, said by the position as it is before all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from attrs import define, evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, bounds, is_number, optional, seq
from rulesdsl.check.folding import (
    FALSE,
    RANGED,
    TRUE,
    all_of,
    arithmetic,
    compared,
    constant,
    if_else,
    number,
    rebuilt,
)
from rulesdsl.check.scope import VarSource
from rulesdsl.check.symbols import StateSymbol, Symbol, ZoneSymbol
from rulesdsl.facts import members_of
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op, Order, Reads
from rulesdsl.program_walk import everything_used
from rulesdsl.source import Span

_LOOKING = (ir.StateRead, ir.ZoneRef, ir.PlaceOf, ir.Apply, ir.Legal)

ANYTHING = ""
"""Stands among the names read for where pieces lie, whatever the zone."""


class UnclearCost(Exception):
    """A line reads what an earlier one has changed in a way that no condition can say."""

    def __init__(self, changed: Span) -> None:
        super().__init__()
        self.changed = changed


@frozen
class Gone:
    """Pieces that went to a zone; `pieces` is None where it is only known how many, and where from."""

    pieces: ir.Expr | None
    number: ir.Expr | None
    source: ir.ZoneRef | None
    to: ir.ZoneRef
    span: Span


@frozen
class Changed:
    state: str
    index: tuple[ir.Expr | None, ...]
    value: ir.Expr


@define
class AfterCost:
    """What the lines so far have changed; every expression in it is one on the position before them."""

    symbols: Mapping[str, Symbol]
    formulas: Mapping[str, ir.FormulaDef]
    vars: VarSource
    size_of: Callable[[ZoneSymbol], int]
    takes_of: Callable[[str], ir.Expr | None]
    chosen_from: Mapping[ir.Var, ir.Expr]
    changes: list[Changed] = field(factory=list)
    moves: list[Gone] = field(factory=list)
    touched: dict[str, Span] = field(factory=dict)
    """States and zones by name, and the line that changed them."""
    unclear: dict[str, Span] = field(factory=dict)
    """Those of which nothing can be said any more."""
    drawn: dict[ir.Var, Span] = field(factory=dict)
    everything: Span | None = None
    """A line that may have changed anything."""

    # ---- what was done

    def assigned(self, state: str, index: tuple[ir.Expr | None, ...], value: ir.Expr, span: Span) -> None:
        self.changes.append(Changed(state, index, value))
        self.touched[state] = span

    def gone(self, move: Gone) -> None:
        self.moves.append(move)
        self.touched[move.to.zone] = move.span
        homes = self.homes(move.pieces) if move.pieces is not None else None
        if move.source is not None:
            homes = (homes or frozenset()) | {move.source.zone}
        if homes is None:
            homes = frozenset(name for name, symbol in self.symbols.items() if isinstance(symbol, ZoneSymbol))
        for name in homes:
            self.touched[name] = move.span

    def spoilt(self, name: str, span: Span) -> None:
        self.touched[name] = self.unclear[name] = span

    # ---- what is read

    def reads(self, expr: ir.Expr) -> set[str]:
        """The states and zones that an expression looks at, by name."""
        names: set[str] = set()
        seen: set[str] = set()
        todo = [expr]
        while todo:
            for item in everything_used(todo.pop(), self.formulas, *_LOOKING):
                match item:
                    case ir.StateRead(state=name) | ir.PlaceOf(zone=name):
                        names.add(name)
                    case ir.ZoneRef(zone=name):
                        names.add(name)
                    case ir.Apply(op=op) if op.entry.reads in (Reads.PLACES, Reads.FACES):
                        names.add(ANYTHING)
                    case ir.Apply(op=Op.TAKES, graph=str() as zone) if zone not in seen:
                        seen.add(zone)
                        condition = self.takes_of(zone)
                        if condition is not None:
                            todo.append(condition)
                    case ir.Apply(op=Op.WINNERS) | ir.Legal():
                        names.update(self.symbols)
        return names

    def need_untouched(self, expr: ir.Expr) -> None:
        """Refuse what reads something that has changed."""
        names = self.reads(expr)
        if names and self.everything is not None:
            raise UnclearCost(self.everything)
        for name in sorted(names):
            if name in self.touched:
                raise UnclearCost(self.touched[name])
        if ANYTHING in names and self.moves:
            raise UnclearCost(self.moves[-1].span)

    def after(self, expr: ir.Expr, *, ordered: bool = True) -> ir.Expr:
        """The same expression, as it will be after the lines so far."""
        if not self.touched and self.everything is None and not self.drawn:
            return expr
        match expr:
            case ir.Local(var) if var in self.drawn:
                raise UnclearCost(self.drawn[var])
            case ir.StateRead():
                return self._state(expr)
            case ir.ZoneCount(zone=ref):
                return self.count(self.ref(ref)) if self._is_touched(ref.zone) else self._parts(expr)
            case ir.ZonePieces(zone=ref) if self._is_touched(ref.zone):
                symbol = self.symbols[ref.zone]
                if ordered and isinstance(symbol, ZoneSymbol) and symbol.shape in ("row", "pile"):
                    raise UnclearCost(self._where_touched(ref.zone))
                return self._contents(self.ref(ref))
            case ir.SlotPiece(zone=ref, type=domain) if self._is_touched(ref.zone):
                return ir.Apply(Op.FIRST, (self._contents(self.ref(ref)),), optional(domain))
            case ir.ZonesPieces() | ir.PlaceOf() | ir.Formula() | ir.Legal():
                self.need_untouched(expr)
                return self._parts(expr)
            case ir.Apply(op=op) if op.entry.reads is not Reads.NOTHING:
                self.need_untouched(expr)
                return self._parts(expr)
            case ir.Apply(op=op) if op in RANGED:
                return arithmetic(op, *map(self.after, expr.args), span=expr.span)
            case ir.Apply(op=op):
                reads_order = _reads_order(op.entry.order, ordered=ordered)
                return rebuilt(expr, lambda part: self.after(part, ordered=reads_order))
            case ir.Over(op=op, domain=domain):
                reads_order = _reads_order(op.entry.order, ordered=ordered)
                return rebuilt(expr, lambda part: self.after(part, ordered=reads_order or part is not domain))
            case ir.Const() | ir.ConstSeq() | ir.Local() | ir.Counter() | ir.ZonePieces() | ir.SlotPiece():
                return self._parts(expr)
            case ir.Composed() | ir.AnyText():
                return self._parts(expr)
            case _:
                assert_never(expr)

    def ref(self, ref: ir.ZoneRef) -> ir.ZoneRef:
        return evolve(ref, index=tuple(None if expr is None else self.after(expr) for expr in ref.index))

    def _parts(self, expr: ir.Expr) -> ir.Expr:
        return rebuilt(expr, self.after)

    def _is_touched(self, name: str) -> bool:
        return name in self.touched or self.everything is not None

    def _where_touched(self, name: str) -> Span:
        span = self.everything or self.touched.get(name)
        assert span is not None
        return span

    # ---- states

    def _state(self, read: ir.StateRead) -> ir.Expr:
        index = tuple(self.after(expr) for expr in read.index)
        now: ir.Expr = evolve(read, index=index)
        if not self._is_touched(read.state):
            return now
        symbol = self.symbols[read.state]
        assert isinstance(symbol, StateSymbol)
        if self.everything is not None or read.state in self.unclear or len(index) < len(symbol.index):
            raise UnclearCost(self._where_touched(read.state))
        for change in self.changes:
            if change.state != read.state:
                continue
            domain = read.type
            if is_number(domain) and is_number(change.value.type):
                first, other = bounds(now.type), bounds(change.value.type)
                hull = ir.IntDomain(min(first.low, other.low), max(first.high, other.high))
                domain = hull if domain == bounds(domain) else optional(hull)
            now = if_else(_same(change.index, index), change.value, now, domain)
        return now

    # ---- pieces

    def homes(self, pieces: ir.Expr) -> frozenset[str] | None:
        """The zones in which they all lay before the cost, by name; None where it cannot be told."""
        match pieces:
            case ir.PiecesThere(zone=ref):
                return frozenset((ref.zone,))
            case ir.Local(var) if var in self.chosen_from:
                return self.homes(self.chosen_from[var])
            case _ if members := members_of(pieces):
                homes = [self.homes(member) for member in members]
                known = [home for home in homes if home is not None]
                return frozenset().union(*known) if len(known) == len(homes) else None
            case _:
                return None

    def count(self, ref: ir.ZoneRef) -> ir.Expr:
        """How many lie there after all moves so far."""
        self._need_clear(ref)
        most = ir.IntDomain(0, 2_000)
        result: ir.Expr = ir.ZoneCount(ref, most)
        for index, move in enumerate(self.moves):
            arrives = same_zone(move.to, ref)
            if move.pieces is None:
                assert move.number is not None
                assert move.source is not None
                leaves = same_zone(move.source, ref)
                result = arithmetic(Op.ADD, result, _counted(arrives, move.number))
                result = arithmetic(Op.SUB, result, _counted(leaves, move.number))
                continue
            result = arithmetic(Op.ADD, result, self._change(move.pieces, arrives, ref, index))
        return result

    def _change(self, pieces: ir.Expr, arrives: ir.Expr, ref: ir.ZoneRef, index: int) -> ir.Expr:
        """By how much a move changes the number of pieces in a zone."""
        homes = self.homes(pieces)

        def of_one(piece: ir.Expr) -> ir.Expr:
            comes = _counted(arrives, number(1))
            return arithmetic(Op.SUB, comes, _counted(self._lies(piece, homes, ref, index), number(1)))

        if not isinstance(pieces.type, ir.SeqDomain):
            return of_one(pieces)
        it = self.vars.new("it", pieces.type.of)
        change = of_one(ir.Local(it))
        if constant(change) == 0:
            return number(0)
        many = pieces.type.bound
        if constant(change) == 1:
            return ir.Apply(Op.COUNT, (pieces,), ir.IntDomain(0, many))
        return ir.Over(Gather.SUM, it, pieces, None, None, change, ir.IntDomain(-many, many))

    def _lies(self, piece: ir.Expr, homes: frozenset[str] | None, ref: ir.ZoneRef, index: int) -> ir.Expr:
        """Whether a piece lies in a zone after the first moves."""
        result: ir.Expr = FALSE
        if homes is None or ref.zone in homes:
            result = ir.Apply(Op.IN, (piece, self._before(ref)), FLAG)
        for move in self.moves[:index]:
            if move.pieces is None:
                assert move.source is not None
                if ref.zone in (move.source.zone, move.to.zone):
                    raise UnclearCost(move.span)
                continue
            others = self.homes(move.pieces)
            if homes is not None and others is not None and homes.isdisjoint(others):
                continue
            result = if_else(_is_among(piece, move.pieces), same_zone(move.to, ref), result, FLAG)
        return result

    def _before(self, ref: ir.ZoneRef) -> ir.Expr:
        symbol = self.symbols[ref.zone]
        assert isinstance(symbol, ZoneSymbol)
        return ir.ZonePieces(ref, seq(symbol.pieces, ordered=False, bound=self.size_of(symbol)))

    def _contents(self, ref: ir.ZoneRef) -> ir.Expr:
        """What lies there after all moves so far, without its order."""
        self._need_clear(ref)
        result = self._before(ref)
        for move in self.moves:
            if move.pieces is None:
                assert move.source is not None
                if ref.zone in (move.source.zone, move.to.zone):
                    raise UnclearCost(move.span)
                continue
            pieces = move.pieces
            if not isinstance(pieces.type, ir.SeqDomain):
                pieces = ir.Apply(Op.SEQ_OF, (pieces,), seq(pieces.type, ordered=False, bound=1))
            result = ir.Apply(Op.WITHOUT, (result, pieces), result.type)
            arrives = same_zone(move.to, ref)
            if constant(arrives) != 0:
                coming = if_else(arrives, pieces, ir.ConstSeq((), pieces.type), pieces.type)
                result = ir.Apply(Op.JOIN, (result, coming), result.type)
        return result

    def _need_clear(self, ref: ir.ZoneRef) -> None:
        if self.everything is not None or ref.zone in self.unclear or None in ref.index:
            span = self.everything or self.unclear.get(ref.zone) or self.touched.get(ref.zone)
            if span is not None:
                raise UnclearCost(span)


def _reads_order(order: Order, *, ordered: bool) -> bool:
    """Whether the order of what it is made of matters, where its own does or does not."""
    return order is Order.READ or (order is Order.KEPT and ordered)


def same_zone(first: ir.ZoneRef, other: ir.ZoneRef) -> ir.Expr:
    return _same(first.index, other.index) if first.zone == other.zone else FALSE


def _same(first: tuple[ir.Expr | None, ...], other: tuple[ir.Expr | None, ...]) -> ir.Expr:
    """Whether two lists of indices are the same; one left out stands for all."""
    return all_of(list(_equal_pairs(first, other)))


def _equal_pairs(first: tuple[ir.Expr | None, ...], other: tuple[ir.Expr | None, ...]) -> Iterator[ir.Expr]:
    for a, b in zip(first, other, strict=True):
        yield TRUE if a is None or b is None or a == b else compared(Op.EQ, a, b)


def _is_among(piece: ir.Expr, pieces: ir.Expr) -> ir.Expr:
    if isinstance(pieces.type, ir.SeqDomain):
        return ir.Apply(Op.IN, (piece, pieces), FLAG)
    return TRUE if piece == pieces else compared(Op.EQ, piece, pieces)


def _counted(holds: ir.Expr, many: ir.Expr) -> ir.Expr:
    """So many where it holds, none otherwise."""
    high = max(bounds(many.type).high, 0)
    return if_else(holds, many, number(0), ir.IntDomain(min(bounds(many.type).low, 0), high))
