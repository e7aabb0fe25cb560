"""Every operation of `OPERATIONS` into Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesdsl import program as ir
from rulesdsl.engine.codegen.attributes import (
    attribute_of_each,
    is_among_attributes,
    is_named_there,
    names_of,
    sum_of_attributes,
)
from rulesdsl.engine.codegen.walks import WAYS, emit_ways, links_and_others
from rulesdsl.engine.core.domains import is_names, may_be_none, within_bounds
from rulesdsl.engine.core.layout import is_set

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

NOTHING = str(ir.NONE)

FOLDABLE = frozenset(
    {
        *("as", "add", "sub", "mul", "neg", "mod", "div_up", "div_down", "difference", "min2", "max2"),
        *("eq", "ne", "lt", "le", "gt", "ge", "is_none", "not_none", "is_kind", "union_in"),
        *("seq_eq", "seq_ne", "seq_lt", "seq_le", "seq_gt", "seq_ge"),
        *("map_eq", "map_ne", "map_le", "map_ge", "map_add", "map_sub", "map_at"),
        *("map_sum", "map_min", "map_max", "map_list", "and", "or", "not"),
        *("range", "seq_of", "join", "without", "in", "in_names", "count", "empty", "not_empty"),
        *("sum", "min", "max", "distinct", "ranked", "first", "last", "first_n", "last_n", "the_only"),
        *("tally", "same", "consecutive", "map_attr", "same_names"),
        *("players", "others", "left", "right", "next"),
        *("onward", "neighbours", "rays", "distance", "within", "connected"),
    }
)
"""Operations that read nothing but their arguments: of constants they are worked out once."""

QUICK_FOLDS: dict[str, Callable[[Any, Any], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(ir.NONE < a < b),
    "le": lambda a, b: int(ir.NONE < a <= b),
    "gt": lambda a, b: int(a > b > ir.NONE),
    "ge": lambda a, b: int(a >= b > ir.NONE),
    "and": lambda a, b: int(a and b),
    "or": lambda a, b: int(a or b),
    "in": lambda a, b: int(a in b),
}
"""The most frequent of them, worked out without writing code first."""

_INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "eq": "==",
    "ne": "!=",
}
_OPPOSITE = {
    "eq": "ne",
    "ne": "eq",
    "is_none": "not_none",
    "not_none": "is_none",
    "empty": "not_empty",
    "not_empty": "empty",
}
_COMPARE_SEQ = {"seq_lt": "<", "seq_le": "<=", "seq_gt": ">", "seq_ge": ">="}
_CALL = {
    "map_le": "map_le",
    "map_add": "map_add",
    "map_sub": "map_sub",
    "map_sum": "sum",
    "map_min": "min",
    "map_max": "max",
    "map_list": "list",
    "seq_of": "some_of",
    "without": "without",
    "sum": "sum",
    "min": "least",
    "last_n": "last_n",
    "the_only": "the_only",
    "same": "same",
    "consecutive": "consecutive",
}
_GRAPH = {
    "neighbours": 2,
    "distance": 3,
    "within": 3,
    "connected": 3,
    "rays": 2,
    "regions": 2,
    "trail_ends": 4,
    "trail_lengths": 4,
    "longest_trail": 1,
}
"""Operations on a graph with the number of their arguments, the links counted."""


def emit_operation(self: Emitter, expr: ir.Apply) -> str:
    op, args = expr.op, expr.args
    if op in {"and", "or"}:
        return self.logic(op, args)
    if op in {"in", "count", "empty", "not_empty", "first", "last"}:
        short = _without_listing(self, expr)
        if short is not None:
            return short
    if op in _GRAPH:
        return f"{self.gen.chart(expr.graph)}.{op}({', '.join(links_and_others(self, expr, _GRAPH[op]))})"
    of_each = _of_attributes(self, expr)
    if of_each is not None:
        return of_each
    given = [self.expr(arg) for arg in args]
    if op in _INFIX:
        return f"({given[0]} {_INFIX[op]} {given[1]})"
    if op in _CALL:
        return f"{_CALL[op]}({', '.join(given)})"
    if op in _COMPARE_SEQ:
        return f"(list({given[0]}) {_COMPARE_SEQ[op]} list({given[1]}))"
    return _other(self, expr, given)


def _of_attributes(self: Emitter, expr: ir.Apply) -> str | None:
    """An attribute of every piece of a sequence, and what is asked of them all."""
    last = expr.args[-1] if expr.args else None
    if expr.op == "map_attr":
        return attribute_of_each(self, expr)
    if expr.op == "in_names" and last is not None:
        return is_named_there(self, expr.args[0], last)
    if not (isinstance(last, ir.Apply) and last.op == "map_attr") or self.const(last) is not None:
        return None
    match expr.op:
        case "sum":
            return sum_of_attributes(self, last)
        case "in":
            return is_among_attributes(self, expr.args[0], last)
        case _:
            return None


def _other(self: Emitter, expr: ir.Apply, given: list[str]) -> str:
    args = expr.args
    match expr.op:
        case "as":
            return given[0]
        case "face_down":
            return _face_down(self, args[0], given[0])
        case "neg":
            return f"(-{given[0]})"
        case "lt":
            return (
                f"({NOTHING} < {given[0]} < {given[1]})"
                if may_be_none(args[0].type)
                else f"({given[0]} < {given[1]})"
            )
        case "le":
            return (
                f"({NOTHING} < {given[0]} <= {given[1]})"
                if may_be_none(args[0].type)
                else f"({given[0]} <= {given[1]})"
            )
        case "gt":
            return (
                f"({given[0]} > {given[1]} > {NOTHING})"
                if may_be_none(args[1].type)
                else f"({given[0]} > {given[1]})"
            )
        case "ge":
            return (
                f"({given[0]} >= {given[1]} > {NOTHING})"
                if may_be_none(args[1].type)
                else f"({given[0]} >= {given[1]})"
            )
        case "is_none":
            return f"({given[0]} == {NOTHING})"
        case "not_none":
            return f"({given[0]} != {NOTHING})"
        case "not":
            if isinstance(args[0], ir.Apply) and args[0].op in _OPPOSITE:
                return emit_operation(
                    self, ir.Apply(_OPPOSITE[args[0].op], args[0].args, args[0].type, None, args[0].span)
                )
            return f"(not {given[0]})"
        case "mod":
            if _positive(args[1]):
                return f"({given[0]} % {given[1]})"
            return f"modulo({given[0]}, {given[1]}, {_divided(self, expr, 'mod needs a positive number')})"
        case "div_up":
            if _positive(args[1]):
                return f"(-(-{given[0]} // {given[1]}))"
            return f"divide_up({given[0]}, {given[1]}, {_divided(self, expr, 'division by 0')})"
        case "div_down":
            if _positive(args[1]):
                return f"({given[0]} // {given[1]})"
            return f"divide_down({given[0]}, {given[1]}, {_divided(self, expr, 'division by 0')})"
        case "difference":
            return f"abs({given[0]} - {given[1]})"
        case "min2" | "max2":
            if len(given) == 2:
                a, b = self.atom(given[0]), self.atom(given[1])
                return f"({a} if {a} {'<' if expr.op == 'min2' else '>'} {b} else {b})"
            return f"{expr.op[:3]}({', '.join(given)})"
        case "is_kind":
            return _is_kind(self, self.atom(given[0]), self.const(args[1]))
        case "union_in":
            return f"({given[1]} <= {given[0]} <= {given[2]})"
        case "seq_eq" | "seq_ne":
            in_order = _listed(args[0]) and _listed(args[1])
            call = f"{'same_list' if in_order else 'same_set'}({given[0]}, {given[1]})"
            return call if expr.op == "seq_eq" else f"(not {call})"
        case "map_eq":
            return f"same_list({given[0]}, {given[1]})"
        case "map_ne":
            return f"(not same_list({given[0]}, {given[1]}))"
        case "map_ge":
            return f"map_le({given[1]}, {given[0]})"
        case "map_at":
            return _map_at(self, expr, given)
        case "range":
            return f"range({given[0]}, {given[1]} + 1)"
        case "join":
            if isinstance(expr.type, ir.SeqDomain) and not expr.type.ordered:
                return f"union({given[0]}, {given[1]})"
            return f"[*{given[0]}, *{given[1]}]"
        case "in":
            return f"({given[0]} in {given[1]})"
        case "in_names":
            return f"({given[0]} in {_names(self, args[1], given[1])})"
        case "count":
            return f"len({given[0]})"
        case "empty":
            return f"(not {given[0]})"
        case "not_empty":
            return f"(len({given[0]}) > 0)"
        case "max":
            return f"max({given[0]}, default={NOTHING})"
        case "distinct":
            return f"sorted(set({given[0]}))"
        case "ranked":
            return f"sorted({given[0]}, reverse=True)"
        case "first":
            seq = self.atom(given[0])
            return f"({seq}[0] if {seq} else {NOTHING})"
        case "last":
            seq = self.atom(given[0])
            return f"({seq}[-1] if {seq} else {NOTHING})"
        case "first_n":
            return f"{given[0]}[:max(0, {given[1]})]"
        case "tally":
            assert isinstance(expr.type, ir.MapDomain)
            low, count = ir.index_span(self.program, expr.type.key)
            return f"tally({given[0]}, {low}, {count})"
        case "map_attr":
            raise AssertionError("an attribute of every piece is written before its arguments are")
        case "same_names":
            a, b = (_names(self, arg, text) for arg, text in zip(args, given, strict=True))
            return f"same_names({a}, {b})"
        case "players":
            return self.pool.constant(tuple(range(self.program.players)))
        case "others":
            return f"{self.gen.others()}[{given[0]}]"
        case "left":
            return f"(({given[0]} + 1) % {self.program.players})"
        case "right":
            return f"(({given[0]} - 1) % {self.program.players})"
        case "next":
            return f"next_of({given[0]}, {given[1]}, {self.program.players})"
        case "winners":
            return f"{self.gen.winners()}({self.cells})"
        case "onward":
            return f"{self.gen.chart(expr.graph)}.onward({given[0]}, {given[1]})"
        case "position" | "position_right":
            return f"{self.gen.pieces()}.{expr.op}({self.cells}, {given[0]})"
        case "takes":
            assert expr.graph is not None
            return f"{self.gen.takes(expr.graph)}({', '.join([self.cells, *given])})"
        case unknown:
            raise AssertionError(f"no such operation: {unknown}")


def _face_down(self: Emitter, piece: ir.Expr, text: str) -> str:
    if not self.layout.hidden:
        return "False"
    if not may_be_none(piece.type):
        return f"({self.cells}[{self.layout.face}+{text}] == 1)"
    text = self.atom(text)
    return f"({text} != {NOTHING} and {self.cells}[{self.layout.face}+{text}] == 1)"


def _positive(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and expr.value > 0


def _listed(expr: ir.Expr) -> bool:
    return isinstance(expr.type, ir.SeqDomain) and expr.type.ordered


def _names(self: Emitter, expr: ir.Expr, text: str) -> str:
    """The names of the pieces; a sequence of names stands for itself."""
    if is_names(expr.type):
        return text
    return names_of(self, text)


def _is_kind(self: Emitter, piece: str, kinds: object) -> str:
    assert isinstance(kinds, tuple)
    spans: list[tuple[int, int]] = []
    for number in sorted(kinds):
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


def _divided(self: Emitter, expr: ir.Apply, message: str) -> int:
    return self.pool.fault(message, expr.span, given="the divisor")


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


def _without_listing(self: Emitter, expr: ir.Apply) -> str | None:
    """Membership, number and ends of what lies in a zone or state, without making the list first."""
    target = expr.args[-1]
    while isinstance(target, ir.Apply) and target.op == "as":
        target = target.args[0]
    match target:
        case ir.ZonePieces(zone=ref) if self.is_one(ref):
            shape = self.layout.zones[ref.zone].zone.shape
            if expr.op == "in":
                if may_be_none(expr.args[0].type):
                    return None
                piece = self.expr(expr.args[0])
                return f"({self.cells}[{self.layout.where}+{piece}] == {self.zone_instance(ref)})"
            if shape == "slot":
                read = f"{self.cells}[{self.zone_address(ref)}]"
                answers = {"count": f"({read} != {NOTHING})", "not_empty": f"({read} != {NOTHING})"}
                return answers.get(expr.op, f"({read} == {NOTHING})" if expr.op == "empty" else read)
            if expr.op in {"first", "last"} and self.layout.zones[ref.zone].scattered:
                return None
            start = self.zone_address(ref)
            number = f"{self.cells}[{start}]"
            if expr.op == "count":
                return number
            if expr.op in {"empty", "not_empty"}:
                return f"({number} {'==' if expr.op == 'empty' else '>'} 0)"
            start = self.atom(start)
            at_end = (expr.op == "last") != (shape == "pile")
            end = f"{start}+{self.cells}[{start}]" if at_end else f"{start}+1"
            return f"({self.cells}[{end}] if {self.cells}[{start}] else {NOTHING})"
        case ir.ZonePieces(zone=ref) if expr.op in {"count", "empty", "not_empty"}:
            number = self.zone_count(ref)
            return number if expr.op == "count" else f"({number} {'==' if expr.op == 'empty' else '>'} 0)"
        case ir.SlotPiece():
            return None
        case ir.StateRead(state=name) if name in self.layout.states:
            place = self.layout.states[name]
            if not is_set(place.state.type) or len(target.index) < len(place.dims):
                return None
            address, count = self.state_address(target)
            if expr.op == "in":
                item = expr.args[0]
                low, high = place.low, place.low + place.size - 1
                if not within_bounds(self.program, item.type, low, high):
                    return None
                text = self.expr(item)
                return f"({self.cells}[{address}+{text}{f'-{low}' if low else ''}] == 1)"
            start = self.atom(address)
            cells = f"{self.cells}[{start}:{start}+{count}]"
            match expr.op:
                case "count":
                    return f"sum({cells})"
                case "empty":
                    return f"(1 not in {cells})"
                case "not_empty":
                    return f"(1 in {cells})"
                case _:
                    return None
        case ir.Apply(op=op) if op in WAYS and expr.op == "in":
            asked = self.expr(expr.args[0])
            return f"({asked} in {emit_ways(self, target)})"
        case _:
            return None
