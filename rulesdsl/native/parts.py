"""Parts of the cells, `C[a:b]`: how long they are and what lies in them, where both can be told."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from rulesdsl.native import wasm
from rulesdsl.native.ranges import Range
from rulesdsl.native.types import INT, Seq
from rulesdsl.native.unit import CELLS_AT
from rulesdsl.native.values import CELLS, Fixed, Members, Operand, Value, range_of_operand

if TYPE_CHECKING:
    from rulesdsl.native.writer import Writer

Terms = dict[str, int]
"""What is added up, by its text, so many times each; under `""` the number besides."""


def known_part(of: Writer, owner: Operand, bounds: ast.Slice) -> Value | None:
    if not (isinstance(owner, Fixed) and owner.value is CELLS) or bounds.step is not None:
        return None
    lower, upper = bounds.lower or ast.Constant(0), bounds.upper or ast.Constant(of.unit.plan.size)
    return _part_of_cells(of, lower, upper)


def part_to_write(of: Writer, owner: Operand, bounds: ast.Slice) -> Value:
    """A part that becomes something else."""
    known = known_part(of, owner, bounds)
    if known is not None:
        return known
    row = of.valued(owner)
    lower, upper = (Fixed(None) if end is None else of.expr(end) for end in (bounds.lower, bounds.upper))
    return Value(of.span(row, lower, upper), row.type)


def _range_of_number(of: Writer, node: ast.expr) -> Range:
    with of.captured():
        return range_of_operand(of.expr(node)).but_for_none


def _part_of_cells(of: Writer, lower: ast.expr, upper: ast.expr) -> Value | None:
    """The part between two places, if both certainly lie in the cells, the first not behind the other."""
    start = terms(of, lower)
    length = _difference(terms(of, upper), start)
    places = _range_of_number(of, lower)
    if length.keys() <= {""}:
        count = length.get("", 0)
        if count < 0 or not places.within(0, of.unit.plan.size - count):
            return None
        inside = _from_on(places, count)
        members = Members(count, of.unit.of_cells(inside), inside, count)
        return _view(of, lower, wasm.const(count << 32), members)
    # What begins with how many follow, and no more than those; or it is known how long it may be.
    head = None if places.low is None else _counted_by(length, lower)
    if head is None or places.low is None:
        counted, least = _as_sum(length), 0
        counts = _range_of_number(of, counted)
    else:
        counted, least = head, 1
        before = Range(places.low - 1, None if places.high is None else places.high - 1, places.step)
        counts = of.unit.of_cells(before)
    if counts.low is None or counts.high is None or counts.low < 0:
        return None
    if not places.within(least, of.unit.plan.size - counts.high):
        return None
    inside = _from_on(places, counts.high)
    between = of.unit.of_cells(inside) if head is None else _pieces(of, places)
    many = of.valued(of.expr(counted), INT).code + wasm.const(32) + wasm.op("i64.shl")
    return _view(of, lower, many, Members(None, between, inside, counts.high))


def _view(of: Writer, lower: ast.expr, count: bytes, members: Members) -> Value:
    """The part from a place on; the count of its members is the upper half of 64 bits."""
    code = count + _address(of, lower) + wasm.op("i64.or")
    return Value(code, Seq(INT), view=True, members=members)


def _as_sum(sum_of: Terms) -> ast.expr:
    result: ast.expr = ast.Constant(sum_of.get("", 0))
    for text, times in sum_of.items():
        if text:
            part = ast.BinOp(ast.parse(text, mode="eval").body, ast.Mult(), ast.Constant(times))
            result = ast.BinOp(result, ast.Add(), part)
    return result


def _counted_by(length: Terms, lower: ast.expr) -> ast.expr | None:
    """`C[x]`, if that is how long `C[x + 1:x + 1 + C[x]]` is."""
    match lower:
        case ast.BinOp(left=place, op=ast.Add(), right=ast.Constant(value=1)):
            head = ast.Subscript(ast.Name("C", ast.Load()), place, ast.Load())
            return head if length == {ast.unparse(head): 1} else None
        case ast.Constant(value=int() as number_):
            head = ast.Subscript(ast.Name("C", ast.Load()), ast.Constant(number_ - 1), ast.Load())
            return head if length == {ast.unparse(head): 1} else None
        case _:
            return None


def _from_on(places: Range, count: int) -> Range:
    """So many cells from one of these places on."""
    if places.low is None or places.high is None:
        return Range()
    return Range(places.low, places.high + max(0, count - 1))


def _pieces(of: Writer, places: Range) -> Range:
    """Which pieces lie in zones whose pieces begin at one of these places."""
    assert places.low is not None
    assert places.high is not None
    result: Range | None = None
    for place in range(places.low, places.high + 1, places.step):
        here = of.unit.rows_of_pieces.get(place - 1)
        if here is None:
            return Range()
        result = here if result is None else result.or_else(here)
    return result or Range()


def _address(of: Writer, place: ast.expr) -> bytes:
    """Where a cell lies, in the lower half of 64 bits."""
    operand = of.expr(place)
    if isinstance(operand, Fixed):
        return wasm.const(CELLS_AT + 8 * operand.value)
    return (
        of.valued(operand, INT).code
        + wasm.const(8)
        + wasm.op("i64.mul")
        + wasm.const(CELLS_AT)
        + wasm.op("i64.add")
    )


def terms(of: Writer, node: ast.expr) -> Terms:
    """A number as a sum."""
    result: Terms = {}
    _add(of, node, 1, result)
    return {text: times for text, times in result.items() if times}


def _add(of: Writer, node: ast.expr, times: int, result: Terms) -> None:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            _add(of, left, times, result)
            _add(of, right, times, result)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            _add(of, left, times, result)
            _add(of, right, -times, result)
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int() as factor)):
            _add(of, left, times * factor, result)
        case ast.Constant(value=int() as value):
            result[""] = result.get("", 0) + times * value
        case ast.Name(id=name) if isinstance(known := of.env.get(name), Fixed) and type(known.value) is int:
            result[""] = result.get("", 0) + times * known.value
        case _:
            text = ast.unparse(node)
            result[text] = result.get(text, 0) + times


def _difference(first: Terms, other: Terms) -> Terms:
    left = {text: first.get(text, 0) - other.get(text, 0) for text in (first | other)}
    return {text: times for text, times in left.items() if times}
