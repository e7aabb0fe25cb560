"""Expressions of the subset as code."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import evolve

from rulesdsl.native import floats, wasm
from rulesdsl.native.calls import Calls
from rulesdsl.native.parts import known_part
from rulesdsl.native.ranges import UNKNOWN, Range, conclusions
from rulesdsl.native.rows import one_of
from rulesdsl.native.states import STATE
from rulesdsl.native.tallies import how_often
from rulesdsl.native.types import (
    INT,
    NO_VALUE,
    Instance,
    Int,
    Maybe,
    NotNative,
    Open,
    Record,
    Seq,
    Str,
    Table,
    Type,
    found,
    is_open,
    resolved,
    unify,
)
from rulesdsl.native.unit import CELLS_AT
from rulesdsl.native.values import (
    CELLS,
    Bound,
    Chosen,
    Fixed,
    Operand,
    Several,
    Tally,
    Value,
    coded,
    flag,
    known_place,
    number,
    range_of_operand,
    ranged,
    widened,
)
from rulesdsl.native.wasm import EIGHT, LENGTH, TRAP, TRAP_IF, WRAP

_COMPARED = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt_s",
    ast.LtE: "le_s",
    ast.Gt: "gt_s",
    ast.GtE: "ge_s",
}
_FOLDED: Mapping[type, Callable[[Any, Any], object]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.Pow: lambda a, b: a**b,
}


AT_ONCE = 8
"""So many comparisons are made at once, whatever the first comes to."""
_OF_ROWS = {
    "append",
    "add",
    "pop",
    "index",
    "count",
    "sort",
    "reverse",
    "extend",
    "copy",
    "get",
    "keys",
    "values",
}


class Expressions(Calls):
    # ---- what there is

    def expr(self, node: ast.expr) -> Operand:
        match node:
            case ast.Constant(value=value):
                return Fixed(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.Attribute(value=value, attr=attr):
                return self.attribute(self.expr(value), attr, value)
            case ast.Subscript(value=value, slice=ast.Slice() as bounds):
                return self.slice(self.expr(value), bounds)
            case ast.Subscript(
                value=ast.Name(id=name), slice=ast.Call(func=ast.Name(id="thrown")) as index
            ) if self.is_generated:
                return self._thrown_of(name, index)
            case ast.Subscript(value=value, slice=index):
                return self.item(self.expr(value), self.expr(index))
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.expr(left), self.expr(right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp():
                return self._logical(node)
            case ast.Compare():
                test = self.test(node)
                return Fixed(test) if isinstance(test, bool) else flag(test)
            case ast.IfExp():
                return self._if_expression(node)
            case ast.Call():
                return self.call(node)
            case ast.Tuple(elts=elts) if not any(isinstance(item, ast.Starred) for item in elts):
                return self.tuple_of([self.expr(item) for item in elts])
            case ast.List(elts=elts) | ast.Tuple(elts=elts):
                flat = self._flattened(elts) if isinstance(node, ast.Tuple) else None
                return self.display(elts) if flat is None else flat
            case ast.Set(elts=elts):
                return self.support("distinct", self.valued(self.display(elts)))
            case ast.ListComp() | ast.GeneratorExp():
                return self.comprehension(node.elt, node.generators)
            case ast.SetComp():
                return self.support("distinct", self.valued(self.comprehension(node.elt, node.generators)))
            case ast.Dict(keys=[]):
                return self.new_table()
            case ast.NamedExpr(target=target, value=value):
                self.assign(target, self.expr(value))
                return self.expr(ast.Name(target.id, ast.Load()))
            case ast.JoinedStr():
                return Fixed("")
            case ast.Lambda():
                return Fixed(node)
            case _:
                raise NotNative(f"`{ast.unparse(node)}` is not in the subset")

    def _flattened(self, elts: list[ast.expr]) -> Operand | None:
        """`(a, *b)` where it is known how many b are."""
        items: list[Operand] = []
        for elt in elts:
            if not isinstance(elt, ast.Starred):
                items.append(self.expr(elt))
                continue
            inner = self.expr(elt.value)
            if isinstance(inner, Several):
                items += inner.items
            elif isinstance(inner, Fixed) and isinstance(inner.value, tuple):
                items += [Fixed(item) for item in inner.value]
            else:
                return None
        return self.tuple_of(items)

    def tuple_of(self, items: list[Operand]) -> Operand:
        if all(isinstance(item, Fixed) and item.value is not CELLS for item in items):
            return Fixed(tuple(item.value for item in items if isinstance(item, Fixed)))
        return Several(tuple(items))

    def name(self, name: str) -> Operand:
        if name in self.env:
            return self.env[name]
        if name in self.variables:
            var = self.variables[name]
            code = wasm.local_get(var.index)
            # What is done with it may be another thing once its type is known.
            self.sensitive = self.sensitive or (not self.settling and is_open(var.type))
            lies = var.range
            # By place, as is quicker: this is written more often than anything else.
            return Value(
                code,
                var.type,
                False,
                lies.low,
                lies.high,
                lies.step,
                lies.past,
                False,
                var.own,
                var.view,
                var.members,
            )
        if name in self.closure:
            return Fixed(self.closure[name])
        if name in self.names:
            return Fixed(self.names[name])
        if hasattr(builtins, name):
            return Fixed(getattr(builtins, name))
        raise NotNative(f"`{name}` has no value here")

    def attribute(self, owner: Operand, attr: str, node: ast.expr) -> Operand:
        match owner:
            case Fixed(value=value) if value is STATE:
                return self.state_attribute(attr)
            case Fixed(value=value) if value is CELLS:
                return Bound(attr, owner, "")
            case Fixed(value=value):
                if isinstance(value, (list, tuple, dict)) and not hasattr(type(value), "__attrs_attrs__"):
                    return Bound(attr, owner, "")
                return Fixed(getattr(value, attr))
            case Chosen(among=among, place=place):
                # Of None there is nothing; of a thing of another kind it is not asked.
                return self.chosen(tuple(getattr(item, attr, None) for item in among), place)
            case Value(type=kind) if isinstance(found(kind), Instance):
                return self.instance_attribute(owner, attr)
            case Value(type=kind) if isinstance(inner := found(kind), Maybe) and isinstance(
                found(inner.of), Instance
            ):
                return self.instance_attribute(self.present(owner), attr)
            case Value(type=kind) if isinstance(found(kind), Open) and attr not in _OF_ROWS:
                return self.not_yet()
            case Value() | Tally():
                return Bound(attr, owner, node.id if isinstance(node, ast.Name) else "")
            case _:
                raise NotNative(f"`.{attr}` of {owner}")

    # ---- numbers on the stack

    def valued(self, operand: Operand, wanted: Type | None = None) -> Value:
        """As one number, of this type."""
        if isinstance(operand, Value):
            return widened(operand)
        wanted = None if wanted is None else resolved(wanted)
        if isinstance(wanted, Open):
            wanted = None
        match operand:
            case Fixed(value=value) if value is CELLS:
                return Value(wasm.const(self.unit.plan.size << 32 | CELLS_AT), Seq(INT), view=True)
            case Fixed(value=value):
                return self.unit.constant(value, wanted)
            case Several():
                return self.boxed(operand)
            case Chosen(among=among, place=place):
                return self._looked_up(among, place)
            case _:
                raise NotNative("a method is no value")

    def _looked_up(self, among: tuple[Any, ...], place: int) -> Value:
        if not all(map(self.unit.is_data, among)):
            raise NotNative("what is chosen among functions and objects is no number")
        table = self.unit.constant(among)
        if not isinstance(table.type, Seq):
            raise NotNative(f"{table.type} is no table")
        address = self.unit.literal(among, table.type) & 0xFFFF_FFFF
        offset = wasm.local_get(place) + EIGHT + WRAP
        return one_of(Value(offset + wasm.load(address), table.type.of), self.unit.of_members(among))

    def kept(self, value: Value) -> Value:
        """In a local of its own, to be used more than once."""
        value = widened(value)
        if wasm.is_const(value.code):
            return value
        index = self.new_local()
        self.put(value.code + wasm.local_set(index))
        return coded(value, wasm.local_get(index))

    def boxed(self, several: Several) -> Value:
        """A tuple in memory."""
        values = [self.valued(item) for item in several.items]
        kind: Type = Open()
        try:
            for value in values:
                kind = unify(kind, value.type)
        except NotNative:
            address = self.new_local()
            code = self.allocated(len(values)) + wasm.local_set(address)
            code += b"".join(
                wasm.local_get(address) + WRAP + value.code + wasm.store(8 * place)
                for place, value in enumerate(values)
            )
            return Value(code + wasm.local_get(address), Record(tuple(value.type for value in values)))
        return self.listed(values, kind)

    def parts(self, operand: Operand, count: int) -> list[Operand]:
        """The members of a tuple that is taken apart."""
        match operand:
            case Several(items=items) if len(items) == count:
                return list(items)
            case Fixed(value=tuple() | list() as known) if len(known) == count:
                return [Fixed(item) for item in known]
            case Value() | Chosen():
                value = self.kept(self.present(self.valued(operand)))
                kind = found(value.type)
                if isinstance(kind, Record) and len(kind.of) == count:
                    return [
                        Value(value.code + WRAP + wasm.load(8 * place), part)
                        for place, part in enumerate(kind.of)
                    ]
                if isinstance(kind, Open):
                    self.sensitive = True
                    return [Value(TRAP, Open()) for _ in range(count)]
                if isinstance(kind, Seq) and value.members is not None and value.members.count == count:
                    between = value.members.range
                    return [
                        ranged(Value(value.code + WRAP + wasm.load(8 * place), kind.of), between)
                        for place in range(count)
                    ]
                if isinstance(kind, Seq):
                    self.put(
                        value.code
                        + LENGTH
                        + wasm.const(count)
                        + wasm.op("i64.ne")
                        + wasm.if_()
                        + wasm.op("unreachable", "end")
                    )
                    return [
                        Value(value.code + WRAP + wasm.load(8 * place), kind.of) for place in range(count)
                    ]
                raise NotNative(f"{kind} is not taken apart into {count}")
            case _:
                raise NotNative(f"{operand} is not taken apart into {count}")

    def present(self, value: Value) -> Value:
        """What may be None, where it must not be: a trap if it is."""
        kind = found(value.type)
        if not isinstance(kind, Maybe):
            return value
        index = self.new_local()
        code = value.code + wasm.local_tee(index) + wasm.const(NO_VALUE) + wasm.op("i64.eq")
        code += TRAP_IF + wasm.local_get(index)
        return Value(code, kind.of)

    # ---- conditions

    def test(self, node: ast.expr) -> bool | bytes:
        """True or false if that is known, otherwise code that leaves 32 bits."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                known = self.test(inner)
                return not known if isinstance(known, bool) else known + wasm.op("i32.eqz")
            case ast.BoolOp(op=op, values=values):
                return self._all_or_any(values, stops_at=isinstance(op, ast.Or))
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._comparison(left, ops, others)
            case _:
                return self.truth(self.expr(node))

    def _all_or_any(self, values: list[ast.expr], *, stops_at: bool) -> bool | bytes:
        code = self.in_turn(values, stops_at=stops_at)
        if isinstance(code, bool):
            return code
        whole = code[0]
        for test in code[1:]:
            # The one before decides whether this one is asked.
            whole += (
                wasm.if_(wasm.GIVES_I32) + (wasm.const32(1) + wasm.op("else") if stops_at else b"") + test
            )
        return whole + ((b"" if stops_at else wasm.op("else") + wasm.const32(0)) + wasm.op("end")) * (
            len(code) - 1
        )

    def in_turn(self, values: list[ast.expr], *, stops_at: bool) -> bool | list[bytes]:
        """Code for some tests, of which each is only asked if those before came to something else; or what
        all of them come to, if that is known.
        """
        code: list[bytes] = []
        together: int | None = None
        """How much is asked at once so far, without a jump; None: the next is asked by itself."""
        for value in values:
            weight = self._weight(value)
            if not code:
                test = self.test(value)
                before: list[bytes] = []
            else:
                with self.captured() as before:
                    test = self.test(value)
            settled_ = isinstance(test, bool)
            if isinstance(test, bool):
                if test is not stops_at:
                    continue
                if all(wasm.is_plain(asked, self.unit.plain) for asked in code):
                    return stops_at
                test = wasm.const32(int(stops_at))
                before = []
            if code and together is not None and weight is not None and together + weight <= AT_ONCE:
                code[-1] += b"".join(before) + test + wasm.op("i32.or" if stops_at else "i32.and")
                together += weight
            else:
                together = weight
                code.append(b"".join(before) + test)
            if settled_:
                break
        return code or (not stops_at)

    def _weight(self, node: ast.expr) -> int | None:
        """How many cells and numbers are compared, where that does no harm even if nobody asks.

        A jump that is foretold wrongly takes longer than some comparisons.
        """
        match node:
            case ast.BoolOp(values=values):
                total = 0
                for value in values:
                    weight = self._weight(value)
                    if weight is None:
                        return None
                    total += weight
                return total if total <= AT_ONCE else None
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Name(id=name)]) if isinstance(
                self.env.get(name), Tally
            ):
                return 1 if self._is_at_hand(left) else None
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
                return 1 if self._is_at_hand(left) and self._is_at_hand(right) else None
            case _:
                return None

    def _is_at_hand(self, node: ast.expr) -> bool:
        """Whether this is a number that is there: a constant, a variable, a cell."""
        match node:
            case ast.Constant(value=int()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
                return True
            case ast.Name(id=name) if name in self.env:
                known_ = self.env[name]
                return isinstance(known_, Fixed) and isinstance(known_.value, int)
            case ast.Name(id=name) if name in self.variables:
                return isinstance(found(self.variables[name].type), Int)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                owner = self.env.get(name)
                if not isinstance(owner, Fixed) or owner.value is not CELLS:
                    return False
                return self._range_at_hand(index).within(0, self.unit.plan.size - 1)
            case _:
                return False

    def _range_at_hand(self, node: ast.expr) -> Range:
        """Between which numbers this lies, none among them, if it is there and that is known."""
        match node:
            case ast.Constant(value=int() as value):
                return Range(value, value)
            case ast.Name(id=name) if name in self.env:
                known_ = self.env[name]
                return range_of_operand(known_) if isinstance(known_, Fixed) else UNKNOWN
            case ast.Name(id=name) if name in self.variables:
                between = self.variables[name].range
                return Range(between.low, between.high)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._range_at_hand(left).plus(self._range_at_hand(right))
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int() as factor)) if factor > 0:
                return self._range_at_hand(left).times(Range(factor, factor))
            case ast.Subscript(value=ast.Name(), slice=ast.Constant(value=int() as place)):
                return self.range_of_cell(Fixed(place)).but_for_none if self._is_at_hand(node) else UNKNOWN
            case _:
                return UNKNOWN

    def truth(self, operand: Operand) -> bool | bytes:
        match operand:
            case Fixed(value=value):
                if value is CELLS or value is STATE:
                    return True
                return bool(value)
            case Several(items=items):
                return bool(items)
            case Chosen(among=among, place=place):
                flags = Chosen(tuple(int(bool(item)) for item in among), place)
                return self.valued(flags).code + wasm.const(0) + wasm.op("i64.ne")
            case Value(narrow=True, code=code):
                return code
            case Value(type=kind, code=code):
                return self._truth_of(code, found(kind))
            case _:
                raise NotNative("a method is no condition")

    def _truth_of(self, code: bytes, kind: Type) -> bytes:
        match kind:
            case Int() | Str():
                return code + wasm.const(0) + wasm.op("i64.ne")
            case Seq() | Open():
                return code + LENGTH + wasm.const(0) + wasm.op("i64.ne")
            case Maybe(of=of):
                index = self.new_local()
                there = code + wasm.local_tee(index) + wasm.const(NO_VALUE) + wasm.op("i64.ne")
                inner = self._truth_of(wasm.local_get(index), found(of))
                return there + inner + wasm.op("i32.and")
            case Table():
                return code + WRAP + wasm.load(0) + wasm.const(0) + wasm.op("i64.ne")
            case _:
                return code + wasm.op("drop") + wasm.const32(1)

    def _comparison(self, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> bool | bytes:
        if len(ops) == 1:
            return self.compared(ops[0], self.expr(left), self.expr(others[0]))
        first = self.expr(left)
        tests: list[bytes] = []
        hoisted: list[bytes] = []
        for place, (op, other) in enumerate(zip(ops, others, strict=True)):
            with self.captured() as before:
                second = self.expr(other)
                if place + 1 < len(ops) and isinstance(second, Value):
                    second = self.kept(second)
                test = self.compared(op, first, second)
            hoisted.append(b"".join(before))
            if isinstance(test, bool):
                if not test:
                    return False
                test = wasm.const32(1)
            tests.append(test)
            first = second
        return (
            b"".join(hoisted[:1])
            + tests[0]
            + b"".join(
                before + test + wasm.op("i32.and")
                for before, test in zip(hoisted[1:], tests[1:], strict=True)
            )
        )

    def compared(self, op: ast.cmpop, a: Operand, b: Operand) -> bool | bytes:
        match op:
            case ast.Is() | ast.IsNot():
                return self._is(a, b, turned=isinstance(op, ast.IsNot))
            case ast.In():
                return self.within(a, b)
            case ast.NotIn():
                test = self.within(a, b)
                return not test if isinstance(test, bool) else test + wasm.op("i32.eqz")
            case _:
                pass
        if isinstance(a, Fixed) and isinstance(b, Fixed) and CELLS not in (a.value, b.value):
            return bool(_FOLDED[type(op)](a.value, b.value))
        name = _COMPARED[type(op)]
        if name in ("eq", "ne") and _is_row(a) and isinstance(b, Fixed) and isinstance(b.value, int):
            return name == "ne"  # a row is no number
        x, y = self.valued(a), self.valued(b)
        if floats.is_float(x) or floats.is_float(y):
            return floats.compared(op, x, y)
        kind = unify(x.type, y.type)
        match found(kind):
            case Int() | Str():
                known = _by_range(name, x, y)
                if known is not None and not self.depends(x, y):
                    return known
                return x.code + y.code + wasm.op(f"i64.{name}")
            case Maybe(of=of) if isinstance(found(of), (Int, Str)):
                if name not in ("eq", "ne"):
                    x, y = self.present(x), self.present(y)
                return x.code + y.code + wasm.op(f"i64.{name}")
            case Seq(of=of) | Maybe(of=Seq(of=of)) if name in ("eq", "ne"):
                test = self.support("same_rows", x, y).code + wasm.const(0) + wasm.op("i64.ne")
                return test if name == "eq" else test + wasm.op("i32.eqz")
            case Seq():
                found_ = self.support("order_of_rows", x, y)
                return found_.code + wasm.const(0) + wasm.op(f"i64.{name}")
            case Open():
                self.sensitive = True
                return x.code + y.code + wasm.op(f"i64.{name}")
            case other:
                raise NotNative(f"two of {other} are compared")

    @staticmethod
    def depends(x: Value, y: Value) -> bool:
        """Only what is nothing but a variable or a number can be left out."""
        return not all(wasm.is_local(value.code) or wasm.is_const(value.code) for value in (x, y))

    def _is(self, a: Operand, b: Operand, *, turned: bool) -> bool | bytes:
        if isinstance(a, Fixed) and isinstance(b, Fixed):
            return (a.value is b.value) is not turned
        if not (isinstance(b, Fixed) and b.value is None):
            raise NotNative("only None is told by `is`")
        if isinstance(a, Chosen) and len({item is None for item in a.among}) == 1:
            return (a.among[0] is None) is not turned
        match a:
            case Value(type=kind, code=code):
                if isinstance(found(kind), Open):
                    self.sensitive = True
                elif not isinstance(found(kind), Maybe):
                    if not self.depends(a, a):
                        return turned
                    return code + wasm.op("drop") + wasm.const32(int(turned))
                return widened(a).code + wasm.const(NO_VALUE) + wasm.op("i64.ne" if turned else "i64.eq")
            case Chosen(among=among, place=place):
                value = self.valued(Chosen(tuple(int(item is not None) for item in among), place))
                return value.code + wasm.const(int(turned)) + wasm.op("i64.eq")
            case _:
                return turned

    def within(self, a: Operand, b: Operand) -> bool | bytes:
        """`a in b`"""
        if isinstance(b, Tally):
            return how_often(self, b, a).code + wasm.const(0) + wasm.op("i64.ne")
        if isinstance(b, Fixed) and b.value is not CELLS:
            if isinstance(a, Fixed):
                return a.value in b.value
            if isinstance(b.value, (set, frozenset)):
                b = Fixed(tuple(sorted(b.value)))
            if hasattr(type(b.value), "__contains__") and not isinstance(b.value, (tuple, list, range, dict)):
                return self.call_method(b.value, "__contains__", [a])
            assert isinstance(b.value, (tuple, list, range))
            if not b.value:
                return False
            if len(b.value) <= 4:
                b = Several(tuple(Fixed(item) for item in b.value))
            elif isinstance(b.value, range) and b.value.step == 1:
                value = self.kept(self.valued(a))
                return (
                    value.code
                    + wasm.const(b.value.start)
                    + wasm.op("i64.ge_s")
                    + value.code
                    + wasm.const(b.value.stop)
                    + wasm.op("i64.lt_s", "i32.and")
                )
            elif all(isinstance(item, int) and 0 <= item < 64 for item in b.value):
                value = self.kept(self.valued(a))
                mask = sum(1 << item for item in set(b.value))
                return (
                    wasm.const(mask)
                    + value.code
                    + wasm.op("i64.shr_u")
                    + wasm.const(1)
                    + wasm.op("i64.and")
                    + WRAP
                    + value.code
                    + wasm.const(64)
                    + wasm.op("i64.lt_u", "i32.and")
                )
        if isinstance(b, Several):
            value = self.kept(self.valued(a))
            code = b""
            for place, item in enumerate(b.items):
                test = self.compared(ast.Eq(), value, item)
                if isinstance(test, bool):
                    test = wasm.const32(int(test))
                code += test + (wasm.op("i32.or") if place else b"")
            return code or False
        value = self.present(self.valued(b))
        if isinstance(found(value.type), Instance):
            return self.truth(self.call_instance(value, "__contains__", [a]))
        if isinstance(found(value.type), Table):
            return self.in_table(value, a)
        return self.truth(self.support("holds_member", self.present(value), self.valued(a)))

    # ---- operators

    def _unary(self, node: ast.UnaryOp) -> Operand:
        if isinstance(node.op, ast.Not):
            test = self.test(node)
            return Fixed(test) if isinstance(test, bool) else flag(test)
        operand = self.expr(node.operand)
        match node.op, operand:
            case ast.USub(), Fixed(value=int() | float() as known):
                return Fixed(-known)
            case ast.Invert(), Fixed(value=int() as known):
                return Fixed(~known)
            case ast.USub(), Value() if floats.is_float(operand):
                return floats.of_double(floats.as_double(self.valued(operand)) + wasm.op("f64.neg"))
            case ast.USub(), _:
                value = self.valued(operand, INT)
                low = None if value.high is None else -value.high
                high = None if value.low is None else -value.low
                return number(wasm.const(0) + value.code + wasm.op("i64.sub"), low, high)
            case ast.Invert(), _:
                return number(self.valued(operand, INT).code + wasm.const(-1) + wasm.op("i64.xor"))
            case _:
                raise NotNative(f"`{ast.unparse(node)}`")

    def _logical(self, node: ast.BoolOp) -> Operand:
        """`and` and `or` give one of their operands."""
        if all(isinstance(value, (ast.Compare, ast.BoolOp)) or _is_not(value) for value in node.values):
            test = self.test(node)
            return Fixed(test) if isinstance(test, bool) else flag(test)
        *firsts, last = node.values
        is_or = isinstance(node.op, ast.Or)
        value = self.expr(firsts[0])
        rest = last if len(firsts) == 1 else ast.BoolOp(node.op, [*firsts[1:], last])
        if isinstance(value, (Fixed, Several)):
            return value if bool(self.truth(value)) is is_or else self.expr(rest)
        first = self.kept(self.valued(value))
        test = self.truth(first)
        assert isinstance(test, bytes)
        with self.captured() as before:
            other = self.valued(self.expr(rest), first.type)
        kind = unify(first.type, other.type)
        if is_or:
            code = test + wasm.if_(wasm.I64) + first.code + wasm.op("else")
            code += b"".join(before) + other.code + wasm.op("end")
        else:
            code = test + wasm.if_(wasm.I64) + b"".join(before) + other.code + wasm.op("else")
            code += first.code + wasm.op("end")
        own = (first.fresh or first.own) and (other.fresh or other.own)
        return Value(code, kind, view=first.view or other.view, own=own)

    def _if_expression(self, node: ast.IfExp) -> Operand:
        test = self.test(node.test)
        if isinstance(test, bool):
            return self.expr(node.body if test else node.orelse)
        if _is_number(node.body, 1) and _is_number(node.orelse, 0):
            return flag(test)
        with self.captured() as first, self.supposing(node.test, holds=True):
            a = self.expr(node.body)
            x = None if isinstance(a, Fixed) else self.valued(a)
        with self.captured() as second, self.supposing(node.test, holds=False):
            b = self.expr(node.orelse)
            if x is not None and isinstance(b, Fixed) and b.value == 0 and isinstance(found(x.type), Seq):
                b = Fixed(())  # of numbers kept as bits: none
            y = None if isinstance(b, Fixed) else self.valued(b)
        if x is None and y is None:
            assert isinstance(a, Fixed)
            assert isinstance(b, Fixed)
            kind = unify(self.unit.type_of(a.value), self.unit.type_of(b.value))
            x, y = self.valued(a, kind), self.valued(b, kind)
        elif x is None:
            assert y is not None
            assert isinstance(a, Fixed)
            x = self.valued(a, unify(self.unit.type_of(a.value), y.type))
        elif y is None:
            assert isinstance(b, Fixed)
            y = self.valued(b, unify(self.unit.type_of(b.value), x.type))
        assert x is not None
        assert y is not None
        kind = unify(x.type, y.type)
        if not first and not second and _is_there(x.code) and _is_there(y.code):
            code = x.code + y.code + test + wasm.op("select")
        else:
            code = test + wasm.if_(wasm.I64) + b"".join(first) + x.code
            code += wasm.op("else") + b"".join(second) + y.code + wasm.op("end")
        own = (x.fresh or x.own) and (y.fresh or y.own)
        view = x.view or y.view
        value = Value(code, kind, view=view, fresh=x.fresh and y.fresh, own=own)
        return ranged(value, x.range.or_else(y.range))

    # ---- what a condition says

    def conclude(self, test: ast.expr, *, holds: bool) -> None:
        """What it says of variables where it holds, or where it does not."""
        for thing, op, number_ in conclusions(test, holds=holds):
            if isinstance(thing, ast.Name) and thing.id in self.variables and thing.id not in self.env:
                var = self.variables[thing.id]
                if isinstance(found(var.type), Int):
                    var.range = var.range.where(op, number_)

    @contextmanager
    def supposing(self, test: ast.expr, *, holds: bool) -> Iterator[None]:
        """While this is written the condition holds, or does not, of variables and of cells."""
        ranges = {name: var.range for name, var in self.variables.items()}
        cells = dict(self.cells_now)
        self.conclude(test, holds=holds)
        for thing, op, number_ in conclusions(test, holds=holds):
            place = self._cell(thing)
            if place is not None:
                self.cells_now[place] = self.range_of_cell(Fixed(place)).where(op, number_)
        try:
            yield
        finally:
            self.cells_now = cells
            for name, between in ranges.items():
                self.variables[name].range = between

    def _cell(self, node: ast.expr) -> int | None:
        """Which cell this is, if that is known."""
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as place)):
                owner = self.env.get(name)
                return place if isinstance(owner, Fixed) and owner.value is CELLS else None
            case _:
                return None

    def range_of_cell(self, index: Operand) -> Range:
        if isinstance(index, Fixed) and index.value in self.cells_now:
            return self.cells_now[index.value]
        return self.unit.of_cells(range_of_operand(index))

    # ---- operators

    def binary(self, op: ast.operator, a: Operand, b: Operand) -> Operand:
        if isinstance(a, Fixed) and isinstance(b, Fixed) and CELLS not in (a.value, b.value):
            return Fixed(_FOLDED[type(op)](a.value, b.value))
        if isinstance(op, ast.Add) and (_is_row(a) or _is_row(b)):
            return self.support("both_rows", self.valued(a), self.valued(b), fresh=True)
        if isinstance(op, ast.Mult) and isinstance(a, (Value, Several)) and _is_row(a):
            return self.support("repeated", self.valued(a), self.valued(b), fresh=True)
        if isinstance(op, ast.Mult) and isinstance(a, Fixed) and isinstance(a.value, list):
            return self.support("repeated", self.valued(a), self.valued(b), fresh=True)
        x, y = self.present(self.valued(a)), self.present(self.valued(b))
        if isinstance(op, ast.Div) or floats.is_float(x) or floats.is_float(y):
            if isinstance(found(x.type), Open) or isinstance(found(y.type), Open):
                return self.not_yet()
            if isinstance(op, ast.Div) and not wasm.is_const(y.code):
                y = self.kept(y)
                self.put(floats.is_zero(y) + TRAP_IF)
            return floats.worked_out(op, x, y)
        if not isinstance(found(x.type), (Int, Open)) or not isinstance(found(y.type), (Int, Open)):
            raise NotNative(f"{x.type} and {y.type} are no numbers")
        fixed = b.value if isinstance(b, Fixed) else None
        return self.arithmetic(op, x, y, fixed if isinstance(fixed, int) else None)

    def arithmetic(self, op: ast.operator, x: Value, y: Value, fixed: int | None) -> Value:
        match op:
            case ast.Add():
                code = x.code + y.code + wasm.op("i64.add")
                both = x.range.plus(y.range)
                return Value(code, INT, False, both.low, both.high, both.step, both.past, parts=_parts(x, y))
            case ast.Sub():
                low = None if x.low is None or y.high is None else x.low - y.high
                high = None if x.high is None or y.low is None else x.high - y.low
                return number(x.code + y.code + wasm.op("i64.sub"), low, high)
            case ast.Mult():
                return ranged(number(x.code + y.code + wasm.op("i64.mul")), x.range.times(y.range))
            case ast.BitAnd():
                low, high = None, None
                if fixed is not None and fixed >= 0:
                    low, high = 0, fixed
                return number(x.code + y.code + wasm.op("i64.and"), low, high)
            case ast.BitOr():
                return number(x.code + y.code + wasm.op("i64.or"))
            case ast.BitXor():
                return number(x.code + y.code + wasm.op("i64.xor"))
            case ast.LShift():
                return number(self._shifted(x, y, "i64.shl"))
            case ast.RShift():
                return number(self._shifted(x, y, "i64.shr_s"), 0 if (x.low or -1) >= 0 else None)
            case ast.FloorDiv():
                return self._divided(x, y, fixed)
            case ast.Mod():
                return self._modulo(x, y, fixed)
            case _:
                raise NotNative(f"`{type(op).__name__}` is not in the subset")

    def _shifted(self, x: Value, y: Value, name: str) -> bytes:
        if y.low is not None and y.high is not None and y.low >= 0 and y.high < 64:
            return x.code + y.code + wasm.op(name)
        # By as many places as there are, or a negative number, is not what the machine does: a trap.
        return self.helper("shift_left" if name == "i64.shl" else "shift_right", x.code + y.code)

    def _divided(self, x: Value, y: Value, fixed: int | None) -> Value:
        if x.low is not None and x.low >= 0 and fixed is not None and fixed > 0:
            high = None if x.high is None else x.high // fixed
            return number(x.code + y.code + wasm.op("i64.div_u"), x.low // fixed, high)
        if fixed is not None and fixed > 0 and fixed & (fixed - 1) == 0:
            # Moved down, which is rounded down.
            low, high = (None if end is None else end // fixed for end in (x.low, x.high))
            return number(x.code + wasm.const(fixed.bit_length() - 1) + wasm.op("i64.shr_s"), low, high)
        return number(self.helper("floor_divide", x.code + y.code))

    def _modulo(self, x: Value, y: Value, fixed: int | None) -> Value:
        if fixed is None or fixed <= 0:
            return number(self.helper("floor_modulo", x.code + y.code))
        if x.low is not None and x.low >= 0:
            if x.high is not None and x.high < fixed:
                return number(x.code, x.low, x.high)
            if x.high is not None and x.high < 2 * fixed and fixed & (fixed - 1):
                kept = self.new_local()
                less = wasm.local_get(kept) + y.code + wasm.op("i64.sub")
                code = x.code + wasm.local_set(kept) + less + wasm.local_get(kept)
                code += wasm.local_get(kept) + y.code + wasm.op("i64.ge_s", "select")
                return number(code, 0, fixed - 1)
        if fixed & (fixed - 1) == 0:
            return number(x.code + wasm.const(fixed - 1) + wasm.op("i64.and"), 0, fixed - 1)
        if x.low is not None and x.low >= 0:
            return number(x.code + y.code + wasm.op("i64.rem_u"), 0, fixed - 1)
        kept = self.new_local()
        rest = x.code + y.code + wasm.op("i64.rem_s") + wasm.local_tee(kept)
        # What is left of a negative number is negative, too.
        more = wasm.local_get(kept) + wasm.const(63) + wasm.op("i64.shr_s") + y.code + wasm.op("i64.and")
        return number(rest + more + wasm.op("i64.add"), 0, fixed - 1)

    # ---- items

    def address(self, index: Operand) -> tuple[bytes, int]:
        """Where a cell lies: the code of 32 bits, and what to add to it."""
        size = self.unit.plan.size
        if isinstance(index, Fixed):
            assert isinstance(index.value, int)
            place = index.value + size if index.value < 0 else index.value
            if not 0 <= place < size:
                raise NotNative(f"there is no cell {index.value}")
            return wasm.const32(0), CELLS_AT + 8 * place
        value = self.valued(index, INT)
        code, plus = value.parts or (value.code, 0)
        if not plus or not value.range.but_for_none.within(0, size - 1):
            code, plus = self.in_reach(value, size), 0
        return code + EIGHT + WRAP, CELLS_AT + 8 * plus

    def in_reach(self, value: Value, size: int) -> bytes:
        """An index as Python takes it: from the end if it is negative, a trap if there is nothing."""
        if value.range.but_for_none.within(0, size - 1):
            return value.code
        index = self.new_local()
        code = value.code + wasm.local_tee(index) + wasm.const(size) + wasm.op("i64.ge_u") + wasm.if_()
        code += self.helper("from_the_end", wasm.local_get(index) + wasm.const(size)) + wasm.local_set(index)
        return code + wasm.op("end") + wasm.local_get(index)

    def item(self, owner: Operand, index: Operand) -> Operand:
        match owner, index:
            case Fixed(value=value), _ if value is CELLS:
                address, offset = self.address(index)
                return ranged(number(address + wasm.load(offset)), self.range_of_cell(index))
            case Fixed(value=value), Fixed(value=place) if not isinstance(value, dict):
                return Fixed(value[place])
            case Fixed(value=dict() as value), Fixed(value=place):
                return Fixed(value[place])
            case Fixed(value=tuple() | list() | range() as value), _:
                given = self.unit.as_tuple(value)
                if isinstance(index, Chosen):
                    if not self.unit.is_data(given) and all(map(range(len(given)).__contains__, index.among)):
                        return self.chosen(tuple(given[place] for place in index.among), index.place)
                    index = self.valued(index)
                return self._choice(given, index)
            case Several(items=items), Fixed(value=int() as place):
                return items[place]
            case Several(), _:
                return self.item(self.boxed(owner), index)
            case Chosen(among=among, place=place), Fixed(value=int() as address):
                return self.chosen(tuple(None if item is None else item[address] for item in among), place)
            case Chosen(among=among, place=place), _:
                if all(map(self.unit.is_data, among)):
                    return self.item(self.valued(owner), index)
                return self._choice_of_choices(among, place, self.valued(index, INT))
            case Value(type=kind), _:
                match found(kind):
                    case Maybe():
                        return self.item(self.present(owner), index)
                    case Record(of=kinds) if isinstance(index, Fixed) and isinstance(index.value, int):
                        return Value(owner.code + WRAP + wasm.load(8 * index.value), kinds[index.value])
                    case Table():
                        return self.table_item(owner, index)
                    case Instance():
                        return self.call_instance(owner, "__getitem__", [index])
                    case Seq(of=of):
                        return self._of_row(owner, of, index)
                    case Open():
                        return self.not_yet()
                    case other:
                        raise NotNative(f"an item of {other}")
            case _:
                raise NotNative(f"an item of {owner}")

    def spread_out(self, node: ast.expr) -> Operand:
        """What stands for several arguments: if it is one of several tuples, it is told which."""
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            owner, index = self.expr(node.value), self.expr(node.slice)
            if (
                isinstance(owner, Fixed)
                and isinstance(owner.value, (list, tuple))
                and not isinstance(index, Fixed)
            ):
                return self._choice(self.unit.as_tuple(owner.value), index, is_told=True)
            return self.item(owner, index)
        return self.expr(node)

    def _choice(self, among: tuple[Any, ...], index: Operand, *, is_told: bool = False) -> Operand:
        if not among:
            return self.nothing_here()
        value = self.valued(index, INT)
        if all(item is None for item in among):
            if not value.range.within(0, len(among) - 1):
                self.put(self.in_reach(value, len(among)) + wasm.op("drop"))
            return Fixed(None)
        if not is_told and self.unit.is_data(among):
            table = self.unit.constant(among)
            if isinstance(table.type, Seq):
                address = self.unit.literal(among, table.type) & 0xFFFF_FFFF
                code = self.in_reach(value, len(among)) + EIGHT + WRAP
                return one_of(Value(code + wasm.load(address), table.type.of), self.unit.of_members(among))
        # By the same variable the same place, so that a function and its arguments are chosen together.
        plain = value.code if wasm.is_local(value.code) else None
        kept = self.places.get(plain) if plain is not None else None
        if kept is None:
            kept = self.new_local()
            if plain is not None:
                self.places[plain] = kept
        self.put(self.in_reach(value, len(among)) + wasm.local_set(kept))
        return self.chosen(among, kept)

    def chosen(self, among: tuple[Any, ...], place: int) -> Operand:
        key_of, first = self.unit.key_of, self.unit.key_of(among[0])
        return Fixed(among[0]) if all(key_of(other) == first for other in among) else Chosen(among, place)

    def _choice_of_choices(self, among: tuple[Any, ...], place: int, index: Value) -> Operand:
        """Of several tuples of things one, and of that one the thing at an index from 0."""
        rows: list[tuple[Any, ...]] = [tuple(item or ()) for item in among]
        width = max(map(len, rows))
        if not width:
            return self.nothing_here()
        some = next(row[0] for row in rows if row)
        # What is put in where a row is shorter is never come to: its length is looked at first.
        filled = [row + (row[:1] or (some,)) * (width - len(row)) for row in rows]
        local = self.new_local()
        lengths = self.valued(self.chosen(tuple(map(len, rows)), place))
        code = index.code + wasm.local_tee(local) + lengths.code + wasm.op("i64.ge_u")
        code += TRAP_IF
        code += wasm.local_get(place) + wasm.const(width) + wasm.op("i64.mul")
        code += wasm.local_get(local) + wasm.op("i64.add") + wasm.local_set(local)
        self.put(code)
        return self.chosen(tuple(item for row in filled for item in row), local)

    def _of_row(self, row: Value, of: Type, index: Operand) -> Value:
        place = known_place(row, index)
        if place is not None:
            return Value(wasm.const32(0) + wasm.load(place), of)
        if isinstance(index, Fixed) and isinstance(index.value, int) and index.value >= 0:
            kept = self.new_local()
            code = row.code + wasm.local_tee(kept) + LENGTH + wasm.const(index.value) + wasm.op("i64.le_u")
            code += TRAP_IF
            return Value(code + wasm.local_get(kept) + WRAP + wasm.load(8 * index.value), of)
        value = self.valued(index, INT)
        return Value(self.member_at(row.code, value.code) + wasm.load(0), of)

    def _thrown_of(self, name: str, index: ast.Call) -> Operand:
        """`CODES[thrown(S, C, len(CODES))]`: what is thrown for so many lies among them."""
        row, place = self.expr(ast.Name(name, ast.Load())), self.expr(index)
        is_of_all = ast.unparse(index.args[-1]) == f"len({name})"
        if not is_of_all or not isinstance(row, Value) or not isinstance(place, Value):
            return self.item(row, place)
        kind = found(row.type)
        if not isinstance(kind, Seq):
            return self.item(row, place)
        there = place.code + WRAP + wasm.const32(3) + wasm.op("i32.shl")
        return Value(there + row.code + WRAP + wasm.op("i32.add") + wasm.load(0), kind.of)

    def member_at(self, row: bytes, index: bytes) -> bytes:
        """Where a member of a row lies, in 32 bits; by a call only where it is counted from the end."""
        before = b""
        if not wasm.is_local(row):
            kept = self.new_local()
            before = row + wasm.local_set(kept)
            row = wasm.local_get(kept)
        if wasm.is_const(index) and index[1] < 0x40:
            # Small, and not counted from the end.
            there = index + row + LENGTH + wasm.op("i64.lt_u", "i32.eqz") + wasm.if_()
            there += wasm.op("unreachable", "end") + row + WRAP
            return before + there + wasm.const32(8 * index[1]) + wasm.op("i32.add")
        local = self.new_local()
        return (
            before
            + (index + wasm.local_tee(local) + row + LENGTH + wasm.op("i64.ge_u") + wasm.if_())
            + self.helper("from_the_end", wasm.local_get(local) + row + LENGTH)
            + (wasm.local_set(local) + wasm.op("end") + row + WRAP + wasm.local_get(local) + WRAP)
            + (wasm.const32(3) + wasm.op("i32.shl", "i32.add"))
        )

    def slice(self, owner: Operand, bounds: ast.Slice) -> Operand:
        part = known_part(self, owner, bounds)
        if part is not None:
            return part
        lower = Fixed(None) if bounds.lower is None else self.expr(bounds.lower)
        upper = Fixed(None) if bounds.upper is None else self.expr(bounds.upper)
        step = Fixed(None) if bounds.step is None else self.expr(bounds.step)
        parts = (lower, upper, step)
        known = [part.value for part in parts if isinstance(part, Fixed)]
        if isinstance(owner, Fixed) and owner.value is not CELLS and len(known) == 3:
            return Fixed(owner.value[slice(*known)])
        if isinstance(owner, Several) and len(known) == 3:
            items = owner.items[slice(*known)]
            return self.tuple_of(list(items))
        row = self.present(self.valued(owner))
        kind = found(row.type)
        if isinstance(kind, Open):
            self.sensitive = True
            return Value(row.code, kind)
        if not isinstance(kind, Seq):
            raise NotNative(f"a part of {kind}")
        if bounds.lower is None and bounds.upper is None and isinstance(step, Fixed) and step.value == -1:
            return self.support("turned", row, fresh=True)
        if not (isinstance(step, Fixed) and step.value in (None, 1)):
            return self._strided(row, lower, upper, step)
        if bounds.lower is None and bounds.upper is None:
            return self.copy(row)
        return Value(self.span(row, lower, upper), kind, view=row.view)

    def span(self, row: Value, lower: Operand, upper: Operand) -> bytes:
        """The part of a row between two places, without copying."""
        low = (
            wasm.const(0)
            if isinstance(lower, Fixed) and lower.value is None
            else self.valued(lower, INT).code
        )
        if isinstance(upper, Fixed) and upper.value is None:
            upper_code = wasm.const(2**62)
        else:
            upper_code = self.valued(upper, INT).code
        return self.helper("span", row.code + low + upper_code)

    def _strided(self, row: Value, lower: Operand, upper: Operand, step: Operand) -> Value:
        ends = [
            wasm.const(NO_VALUE)
            if isinstance(end, Fixed) and end.value is None
            else self.valued(end, INT).code
            for end in (lower, upper)
        ]
        result = self.support(
            "stepped", row, *(number(end) for end in ends), self.valued(step, INT), fresh=True
        )
        return evolve(result, type=row.type)


def _is_row(operand: Operand) -> bool:
    match operand:
        case Fixed(value=value):
            return value is CELLS or isinstance(value, (list, tuple))
        case Several():
            return True
        case Value(type=kind):
            return isinstance(found(kind), Seq)
        case _:
            return False


def _is_number(node: ast.expr, number_: int) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == number_


def _is_there(code: bytes) -> bool:
    return wasm.is_local(code) or wasm.is_const(code)


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _by_range(name: str, x: Value, y: Value) -> bool | None:
    """Whether a comparison is settled by what is known of both."""
    if x.low is None or x.high is None or y.low is None or y.high is None:
        return None
    match name:
        case "eq" | "ne" if x.high < y.low or y.high < x.low:
            return name == "ne"
        case "lt_s" if x.high < y.low or x.low >= y.high:
            return x.high < y.low
        case "ge_s" if x.high < y.low or x.low >= y.high:
            return x.low >= y.high
        case "gt_s" if x.low > y.high or x.high <= y.low:
            return x.low > y.high
        case "le_s" if x.low > y.high or x.high <= y.low:
            return x.high <= y.low
        case _:
            return None


def _parts(x: Value, y: Value) -> tuple[bytes, int] | None:
    """A sum without what is added to it at last, if all of it is known not to be negative."""
    if x.low is None or y.low is None or x.low < 0 or y.low < 0:
        return None
    code, plus = b"", 0
    for value in (x, y):
        own, more = (b"", value.low or 0) if wasm.is_const(value.code) else value.parts or (value.code, 0)
        code += own + wasm.op("i64.add") if code and own else own
        plus += more
    return (code, plus) if code and plus else None
