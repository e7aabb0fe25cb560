"""Operations into Python: as their entries say it, or by hand where that depends on more than text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.attributes import (
    attribute_of_each,
    is_among_attributes,
    is_named_there,
    names_of,
)
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.members import gathered_of
from rulesdsl.engine.codegen.places import is_one_zone, state_address, zone_address, zone_count, zone_instance
from rulesdsl.engine.codegen.walks import WAYS, emit_ways, links_and_others
from rulesdsl.engine.core.domains import is_pieces, may_be_none, within_bounds
from rulesdsl.engine.core.layout import is_set
from rulesdsl.operations import BY_HAND, IN_NO_ROW, OPPOSITE, OUT_OF_TYPE, Op, Reads

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

FOLDABLE = frozenset(op for op in Op if op.entry.reads is Reads.NOTHING and not op.entry.costly)
"""Operations that read nothing but their arguments: of constants they are worked out once."""

_ORDERED = {Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">="}
_LOGIC = frozenset({Op.AND, Op.OR})
_OF_LISTED = frozenset({Op.IN, Op.COUNT, Op.EMPTY, Op.NOT_EMPTY, Op.FIRST, Op.LAST})
_DIVIDED = {Op.MOD: "modulo", Op.DIV_UP: "divide_up", Op.DIV_DOWN: "divide_down"}


def emit_operation(self: Emitter, expr: ir.Apply) -> str:
    op = expr.op
    if op in _LOGIC:
        return self.logic(op, expr.args)
    if op in _OF_LISTED:
        short = _without_listing(self, expr)
        if short is not None:
            return short
    if op.entry.on_links:
        arguments = ", ".join(links_and_others(self, expr))
        return f"{self.gen.chart(expr.graph)}.{op.word}({arguments})"
    without_row = _of_attributes(self, expr) or gathered_of(self, expr)
    if without_row is not None:
        return without_row
    given = [self.expr(arg) for arg in expr.args]
    if op.entry.code == BY_HAND:
        return WRITERS[op](self, expr, given)
    if not op.entry.code:
        return f"{op.word}({', '.join(given)})"
    for index in op.entry.twice:
        given[index] = self.atom(given[index])
    # Of several lists the first of none is an empty one: what a line comes to is of one type.
    none = self.pool.constant(()) if isinstance(expr.type, ir.SeqDomain) else NOTHING
    return op.entry.code.format(*given, all=", ".join(given), none=none, players=self.program.players)


def _of_attributes(self: Emitter, expr: ir.Apply) -> str | None:
    """An attribute of every piece of a sequence, and what is asked of them all."""
    last = expr.args[-1] if expr.args else None
    if expr.op is Op.MAP_ATTR:
        return attribute_of_each(self, expr)
    if expr.op is Op.IN_NAMES and last is not None:
        return is_named_there(self, expr.args[0], last)
    if not (isinstance(last, ir.Apply) and last.op is Op.MAP_ATTR) or self.const(last) is not None:
        return None
    if expr.op is Op.IN:
        return is_among_attributes(self, expr.args[0], last)
    return None


# ---- by hand


def _ordered(_self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    """None is less than any number, and is neither less nor more here."""
    low, sign, high = given[0], _ORDERED[expr.op], given[1]
    if expr.op in {Op.LT, Op.LE}:
        none = f"{NOTHING} < " if may_be_none(expr.args[0].type) else ""
        return f"({none}{low} {sign} {high})"
    none = f" > {NOTHING}" if may_be_none(expr.args[1].type) else ""
    return f"({low} {sign} {high}{none})"


def _not(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    inner = expr.args[0]
    if isinstance(inner, ir.Apply) and inner.op in OPPOSITE and inner.op not in _ORDERED:
        return emit_operation(self, ir.Apply(OPPOSITE[inner.op], inner.args, inner.type, None, inner.span))
    return f"(not {given[0]})"


def _divided(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    divisor = expr.args[1]
    if isinstance(divisor, ir.Const) and divisor.value > 0:
        match expr.op:
            case Op.MOD:
                return f"({given[0]} % {given[1]})"
            case Op.DIV_UP:
                return f"(-(-{given[0]} // {given[1]}))"
            case _:
                return f"({given[0]} // {given[1]})"
    message = "mod needs a positive number" if expr.op is Op.MOD else "division by 0"
    fault = self.pool.fault(message, expr.span, given="the divisor")
    return f"{_DIVIDED[expr.op]}({given[0]}, {given[1]}, {fault})"


def _least_or_most(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    least = expr.op is Op.MIN2
    if len(given) == 2:
        a, b = self.atom(given[0]), self.atom(given[1])
        return f"({a} if {a} {'<' if least else '>'} {b} else {b})"
    return f"{'min' if least else 'max'}({', '.join(given)})"


def _is_kind(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    piece, kinds = self.atom(given[0]), self.const(expr.args[1])
    assert isinstance(kinds, tuple)
    spans: list[tuple[int, int]] = []
    for number in sorted(kind for kind in kinds if isinstance(kind, int)):
        kind = self.program.piece_kinds[number]
        if not kind.count:
            continue
        if spans and spans[-1][1] == kind.first:
            spans[-1] = (spans[-1][0], kind.first + kind.count)
        else:
            spans.append((kind.first, kind.first + kind.count))
    if not spans:
        return "False"
    return "(" + " or ".join(f"{low} <= {piece} < {high}" for low, high in spans) + ")"


def _equal(_self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    in_order = all(isinstance(arg.type, ir.SeqDomain) and arg.type.ordered for arg in expr.args)
    call = f"{'same_list' if in_order else 'same_set'}({given[0]}, {given[1]})"
    return call if expr.op is Op.SEQ_EQ else f"(not {call})"


def _map_at(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    key_type = expr.args[0].type
    assert isinstance(key_type, ir.MapDomain)
    low, count = ir.index_span(self.program, key_type.key)
    key = given[1]
    if not within_bounds(self.program, expr.args[1].type, low, low + count - 1):
        fault = self.pool.fault("there is no such key", expr.span, given="the key")
        key = f"check({key}, {low}, {low + count - 1}, {fault})"
    known = self.const(expr.args[1])
    if isinstance(known, int) and low <= known < low + count:
        return f"{given[0]}[{known - low}]"
    return f"{given[0]}[{key} - {low}]" if low else f"{given[0]}[{key}]"


def _join(_self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    if isinstance(expr.type, ir.SeqDomain) and not expr.type.ordered:
        return f"union({given[0]}, {given[1]})"
    return f"[*{given[0]}, *{given[1]}]"


def _in_names(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    return f"({given[0]} in {_names(self, expr.args[1], given[1])})"


def _same_names(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    a, b = (_names(self, arg, text) for arg, text in zip(expr.args, given, strict=True))
    return f"same_set({a}, {b})"


def _names(self: Emitter, expr: ir.Expr, text: str) -> str:
    """The names of the pieces; what is no piece is its own name."""
    return names_of(self, text) if is_pieces(expr.type) else text


def _tally(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    assert isinstance(expr.type, ir.MapDomain)
    low, count = ir.index_span(self.program, expr.type.key)
    return f"tally({given[0]}, {low}, {count})"


def _position(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    place = f"P.{expr.op.word}({self.cells}, {given[0]})"
    if may_be_none(expr.type):
        return place
    return f"placed({place}, {self.pool.fault(IN_NO_ROW, expr.span)})"


def _face_down(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    if not self.layout.hidden:
        return "False"
    if not may_be_none(expr.args[0].type):
        return f"({self.cells}[{self.layout.face}+{given[0]}] == 1)"
    piece = self.atom(given[0])
    return f"({piece} != {NOTHING} and {self.cells}[{self.layout.face}+{piece}] == 1)"


def _takes(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    assert expr.graph is not None
    return f"{self.gen.takes(expr.graph)}({', '.join([self.cells, *given])})"


def _of_words(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    return f"{expr.op.word}({', '.join([self.gen.words(expr.graph), *given])})"


def _of_chart(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    return f"{self.gen.chart(expr.graph)}.{expr.op.word}({given[0]}, {given[1]})"


def _players(self: Emitter, _expr: ir.Apply, _given: list[str]) -> str:
    return self.pool.constant(tuple(range(self.program.players)))


def _others(self: Emitter, _expr: ir.Apply, given: list[str]) -> str:
    count = self.program.players
    others = tuple(tuple((seat + step) % count for step in range(1, count)) for seat in range(count))
    return f"{self.pool.constant(others)}[{given[0]}]"


def _confined(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    call = "check_or_none" if may_be_none(expr.type) else "check"
    fault = self.pool.fault(OUT_OF_TYPE.format(*given[1:]), expr.span, given="the value")
    return f"{call}({', '.join(given)}, {fault})"


def _winners(self: Emitter, _expr: ir.Apply, _given: list[str]) -> str:
    return f"winners({self.cells})"


WRITERS: Mapping[Op, Callable[[Emitter, ir.Apply, list[str]], str]] = {
    **dict.fromkeys(_ORDERED, _ordered),
    **dict.fromkeys(_DIVIDED, _divided),
    Op.MIN2: _least_or_most,
    Op.MAX2: _least_or_most,
    Op.NOT: _not,
    Op.IS_KIND: _is_kind,
    Op.SEQ_EQ: _equal,
    Op.SEQ_NE: _equal,
    Op.MAP_AT: _map_at,
    Op.CONFINED: _confined,
    Op.JOIN: _join,
    Op.IN_NAMES: _in_names,
    Op.SAME_NAMES: _same_names,
    Op.TALLY: _tally,
    Op.POSITION: _position,
    Op.POSITION_RIGHT: _position,
    Op.FACE_DOWN: _face_down,
    Op.TAKES: _takes,
    **dict.fromkeys((Op.ONWARD, Op.STEP, Op.RAY), _of_chart),
    **dict.fromkeys((Op.IN_WORDS, Op.BEGINS, Op.FOLLOWING, Op.FITS), _of_words),
    Op.PLAYERS: _players,
    Op.OTHERS: _others,
    Op.WINNERS: _winners,
}
"""Of operations whose entries say `BY_HAND`; those on maps, `and`, `or` and attributes stand above."""


def _without_listing(self: Emitter, expr: ir.Apply) -> str | None:
    """Membership, number and ends of what lies in a zone or state, without making the list first."""
    target = expr.args[-1]
    while isinstance(target, ir.Apply) and target.op is Op.AS:
        target = target.args[0]
    match target:
        case ir.ZonePieces(zone=ref) if is_one_zone(ref):
            shape = self.layout.zones[ref.zone].zone.shape
            if expr.op is Op.IN:
                if may_be_none(expr.args[0].type):
                    return None
                piece = self.expr(expr.args[0])
                return f"({self.cells}[{self.layout.where}+{piece}] == {zone_instance(self, ref)})"
            if shape == "slot":
                read = f"{self.cells}[{zone_address(self, ref)}]"
                there = f"({read} != {NOTHING})"
                answers = {Op.COUNT: there, Op.NOT_EMPTY: there}
                return answers.get(expr.op, f"({read} == {NOTHING})" if expr.op is Op.EMPTY else read)
            if expr.op in {Op.FIRST, Op.LAST} and self.layout.zones[ref.zone].scattered:
                return None
            start = zone_address(self, ref)
            number = f"{self.cells}[{start}]"
            if expr.op is Op.COUNT:
                return number
            if expr.op in {Op.EMPTY, Op.NOT_EMPTY}:
                return f"({number} {'==' if expr.op is Op.EMPTY else '>'} 0)"
            start = self.atom(start)
            at_end = (expr.op is Op.LAST) != (shape == "pile")
            end = f"{start}+{self.cells}[{start}]" if at_end else f"{start}+1"
            return f"({self.cells}[{end}] if {self.cells}[{start}] else {NOTHING})"
        case ir.ZonePieces(zone=ref) if expr.op in {Op.COUNT, Op.EMPTY, Op.NOT_EMPTY}:
            number = zone_count(self, ref)
            return number if expr.op is Op.COUNT else f"({number} {'==' if expr.op is Op.EMPTY else '>'} 0)"
        case ir.SlotPiece():
            return None
        case ir.StateRead(state=name) if name in self.layout.states:
            place = self.layout.states[name]
            if not is_set(place.state.type) or len(target.index) < len(place.dims):
                return None
            address, count = state_address(self, target)
            if expr.op is Op.IN:
                item = expr.args[0]
                low, high = place.low, place.low + place.size - 1
                if not within_bounds(self.program, item.type, low, high):
                    return None
                text = self.expr(item)
                return f"({self.cells}[{address}+{text}{f'-{low}' if low else ''}] == 1)"
            start = self.atom(address)
            cells = f"{self.cells}[{start}:{start}+{count}]"
            match expr.op:
                case Op.COUNT:
                    return f"sum({cells})"
                case Op.EMPTY:
                    return f"(1 not in {cells})"
                case Op.NOT_EMPTY:
                    return f"(1 in {cells})"
                case _:
                    return None
        case ir.Apply(op=op) if op in WAYS and expr.op is Op.IN:
            asked = self.expr(expr.args[0])
            return f"({asked} in {emit_ways(self, target)})"
        case _:
            return None
