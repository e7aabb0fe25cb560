"""Rows of small numbers of which it is only asked what is in them, and how often: kept as one number."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.native import wasm
from rulesdsl.native.ranges import Range, whole_number
from rulesdsl.native.syntax_walk import walked
from rulesdsl.native.types import INT, Seq, found
from rulesdsl.native.values import Fixed, Operand, Tally, Value, number, range_of_operand

if TYPE_CHECKING:
    from rulesdsl.native.rows import Rows

BITS = 64


def tally_of(of: Rows, name: str, node: ast.ListComp) -> Tally | None:
    """The row as a tally, if that is enough for all that is asked of it. Its code is written then."""
    match node:
        case ast.ListComp(
            elt=element, generators=[ast.comprehension(target=ast.Name(id=member), iter=row, ifs=tests)]
        ) if len(tests) <= 1 and _only_asked(of.node).get(name, False):
            pass
        case _:
            return None
    places = dict(of.places)
    with of.captured() as lines:
        whole = of.expr(row)
    most = whole.members.most if isinstance(whole, Value) and whole.members is not None else None
    if most is None or not isinstance(whole, Value) or not _is_of_numbers(whole):
        of.places = places
        return None
    local = of.new_local()
    tallies: list[Tally] = []

    def take(_leave: int, item: Operand) -> None:
        of.assign_name(member, item)
        value = of.kept(of.valued(of.expr(element), INT))
        tally = _room(local, _range(value, element, tests), most)
        if tally is None:
            return
        tallies.append(tally)
        test = of.test(tests[0]) if tests else True
        counts = wasm.const(int(test)) if isinstance(test, bool) else test + wasm.op("i64.extend_i32_u")
        more = counts + _place(tally, value) + wasm.op("i64.shl")
        of.put(wasm.local_get(local) + more + wasm.op("i64.add") + wasm.local_set(local))

    with of.captured() as loop, of.names_of_its_own(member):
        of.put(wasm.const(0) + wasm.local_set(local))
        of.each_of(whole, take)
    if not tallies:
        of.places = places
        return None
    of.put(b"".join([*lines, *loop]))
    return tallies[0]


def how_often(of: Rows, tally: Tally, wanted: Operand) -> Value:
    """How often a number is in the row."""
    most = (1 << tally.bits) - 1
    if isinstance(wanted, Fixed):
        if not isinstance(wanted.value, int) or not tally.low <= wanted.value <= tally.high:
            return number(wasm.const(0), 0, 0)
        place = wasm.const(tally.bits * (wanted.value - tally.low))
        code = wasm.local_get(tally.local) + place + wasm.op("i64.shr_u")
        return number(code + wasm.const(most) + wasm.op("i64.and"), 0, most)
    value = of.kept(of.valued(wanted, INT))
    code = wasm.local_get(tally.local) + _place(tally, value) + wasm.op("i64.shr_u")
    code += wasm.const(most) + wasm.op("i64.and")
    if not range_of_operand(value).within(tally.low, tally.high):
        from_low = value.code + wasm.const(tally.low) + wasm.op("i64.sub")
        there = from_low + wasm.const(tally.high - tally.low) + wasm.op("i64.le_u")
        code += wasm.const(0) + there + wasm.op("select")
    return number(code, 0, most)


def _is_of_numbers(row: Value) -> bool:
    kind = found(row.type)
    return isinstance(kind, Seq) and found(kind.of) == INT


def _place(tally: Tally, value: Value) -> bytes:
    """At which bit it is counted how often this is there."""
    code = value.code
    if tally.low:
        code += wasm.const(tally.low) + wasm.op("i64.sub")
    return code + wasm.const(tally.bits.bit_length() - 1) + wasm.op("i64.shl")


def _room(local: int, between: Range, most: int) -> Tally | None:
    if between.low is None or between.high is None or between.high < between.low:
        return None
    bits = 1
    while bits * 2 * (between.high - between.low + 1) <= BITS:
        bits *= 2
    if between.high - between.low >= BITS or most >= 1 << bits:
        return None
    return Tally(local, between.low, between.high, bits)


def _range(value: Value, element: ast.expr, tests: list[ast.expr]) -> Range:
    """Between which numbers those lie that are counted."""
    match tests:
        case [ast.Compare(left=left, ops=[ast.NotEq()], comparators=[other])] if whole_number(
            other
        ) == ir.NONE and ast.unparse(left) == ast.unparse(element):
            return value.range.but_for_none
        case _:
            return value.range


@lru_cache(maxsize=4096)
def _only_asked(function: ast.FunctionDef) -> Mapping[str, bool]:
    """By the variables that are given a value once: whether it is only asked what is in it."""
    reads, stores, asked = Counter[str](), Counter[str](), Counter[str]()
    for node in walked(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                stores[name] += 1
            case ast.Name(id=name):
                reads[name] += 1
            case (
                ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)])
                | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="count"), args=[_])
            ):
                asked[name] += 1
            case _:
                pass
    return {name: count == 1 and reads[name] == asked[name] for name, count in stores.items()}
