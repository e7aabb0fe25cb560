"""Rows that lie in the cells and are looked at there: whether they stay as they are meanwhile."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesdsl.native import wasm
from rulesdsl.native.parts import known_part
from rulesdsl.native.ranges import UNKNOWN, Range
from rulesdsl.native.syntax_walk import walked
from rulesdsl.native.types import NotNative
from rulesdsl.native.values import CELLS, Fixed, Value

if TYPE_CHECKING:
    from rulesdsl.native.writer import Writer

MOST_EXCHANGED = 64
"""Of so many cells of each part, each pair changes places by code of its own."""
Ranges = Mapping[str, Range]
_HARMLESS = {
    "thrown",
    "is_asked",
    "append",
    "len",
    "abs",
    "min",
    "max",
    "sum",
    "range",
    "index",
    "count",
    "sorted",
    "bool",
    "int",
}


def may_write(body: Sequence[ast.AST]) -> bool:
    """Whether cells may change in these lines."""
    return next(_writes(body), None) is not None


def lasts(of: Writer, name: str, row: Value) -> bool:
    """Whether the cells of this row stay as they are until the variable is read for the last time."""
    written = _written_until_read(of.node).get(name)
    return written is not None and _goes_past(of, row, written, {})


def stays(of: Writer, loop: ast.For, row: Value) -> bool:
    """Whether the cells of this row stay as they are while the loop goes through it."""
    ranges = {}
    if isinstance(loop.target, ast.Name) and row.members is not None:
        ranges[loop.target.id] = row.members.range
    return _goes_past(of, row, [*_writes(loop.body)], ranges)


def exchanged(of: Writer, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> bool:
    """Whether these are parts of the cells that change places; then they do, two numbers of each at once."""
    names = [ast.unparse(target) for target in targets]
    if sorted(names) != sorted({*map(ast.unparse, values)}):
        return False
    if _exchanged_up_to(of, targets, [names.index(ast.unparse(value)) for value in values]):
        return True
    places = [_place_of(of, target) for target in targets]
    if None in places or len({count for _, count in filter(None, places)}) != 1:
        return False
    starts, count = [start for start, _ in filter(None, places)], places[0][1] if places[0] else 0
    if any(later - start < count for start, later in pairwise(sorted(starts))):
        return False
    sources = [starts[names.index(ast.unparse(value))] for value in values]
    for first in range(0, count, 2):
        load, store = (wasm.load, wasm.store) if first + 1 == count else (wasm.load_two, wasm.store_two)
        for source in sources:
            # Where it goes is as good as where it comes from: the address is all in the offset.
            of.put(wasm.const32(0) + wasm.const32(0) + load(_offset(source + first)))
        for start in reversed(starts):
            of.put(store(_offset(start + first)))
    return True


def _exchanged_up_to(of: Writer, targets: Sequence[ast.expr], sources: Sequence[int]) -> bool:
    """The same of `C[a:a + n]`, so many cells of each as are only known then, two at once."""
    parts = [_counted_from(of, target) for target in targets]
    if None in parts or len({count for _, count in filter(None, parts)}) != 1:
        return False
    starts, name = [start for start, _ in filter(None, parts)], parts[0][1] if parts[0] else ""
    most = of.variables[name].range.high
    if most is None or most > MOST_EXCHANGED or max(starts) + most > of.unit.plan.size:
        return False
    if any(later - start < most for start, later in pairwise(sorted(starts))):
        return False

    def exchange(first: int, load: Callable[[int], bytes], store: Callable[[int], bytes]) -> None:
        for source in sources:
            of.put(wasm.const32(0) + wasm.const32(0) + load(_offset(starts[source] + first)))
        for start in reversed(starts):
            of.put(store(_offset(start + first)))

    count = wasm.local_get(of.variables[name].index)
    leave = of.open(wasm.block())
    for first in range(0, most, 2):
        of.put(count + wasm.const(first + 2) + wasm.op("i64.lt_s"))
        of.open(wasm.if_())
        of.put(count + wasm.const(first) + wasm.op("i64.gt_s"))
        of.open(wasm.if_())
        exchange(first, wasm.load, wasm.store)
        of.close()
        of.jump(leave)
        of.close()
        if first + 1 < most:
            exchange(first, wasm.load_two, wasm.store_two)
    of.close()
    return True


def _counted_from(of: Writer, node: ast.expr) -> tuple[int, str] | None:
    """Where `C[a:a + n]` begins, and the variable `n`."""
    match node:
        case ast.Subscript(
            value=ast.Name(id=cells),
            slice=ast.Slice(
                lower=ast.Constant(value=int() as start),
                upper=ast.BinOp(left=ast.Constant(value=same), op=ast.Add(), right=ast.Name(id=name)),
                step=None,
            ),
        ) if start == same and _is_cells(of, cells) and name in of.variables and name not in of.env:
            return start, name
        case _:
            return None


def _offset(cell: int) -> int:
    from rulesdsl.native.unit import CELLS_AT  # noqa: PLC0415 -- each needs the other

    return CELLS_AT + 8 * cell


def _place_of(of: Writer, node: ast.expr) -> tuple[int, int] | None:
    """Where a part of the cells begins, and how long it is, if both are known."""
    part = _part(of, node)
    if part is None or part.members is None or part.members.count is None or not part.members.count:
        return None
    first, last = part.members.places.low, part.members.places.high
    if first is None or last is None or last - first + 1 != part.members.count:
        return None
    return first, part.members.count


def _part(of: Writer, node: ast.expr) -> Value | None:
    match node:
        case ast.Subscript(value=owner, slice=ast.Slice() as bounds):
            with of.captured():
                return known_part(of, of.expr(owner), bounds)
        case _:
            return None


def _goes_past(of: Writer, row: Value, written: Iterable[ast.AST], ranges: Ranges) -> bool:
    """Whether none of the cells that are written on are those of the row."""
    if row.members is None or not row.members.places.is_known:
        return False
    return all(_lie_apart(row.members.places, _cells_of(of, node, ranges)) for node in written)


def _lie_apart(first: Range, other: Range | None) -> bool:
    if other is None or other.low is None or other.high is None or first.low is None or first.high is None:
        return False
    return first.high < other.low or other.high < first.low


def _cells_of(of: Writer, node: ast.AST, ranges: Ranges) -> Range | None:
    """Which cells are written on here."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice()) if _is_cells(of, name):
            try:
                part = _part(of, node)
            except NotNative:
                return None
            return None if part is None or part.members is None else part.members.places
        case ast.Subscript(value=ast.Name(id=name), slice=index) if _is_cells(of, name):
            return _range(of, index, ranges)
        case _:
            return None


def _is_cells(of: Writer, name: str) -> bool:
    owner = of.env.get(name)
    return isinstance(owner, Fixed) and owner.value is CELLS


def _range(of: Writer, node: ast.expr, ranges: Ranges) -> Range:
    """Between which numbers this lies, wherever it is worked out."""
    match node:
        case ast.Constant(value=int() as value):
            return Range(int(value), int(value))
        case ast.Name(id=name):
            if name in ranges:
                return ranges[name].but_for_none
            if name in of.ranges:
                return of.ranges[name].but_for_none
            known = of.env.get(name)
            if isinstance(known, Fixed) and type(known.value) is int:
                return Range(known.value, known.value)
            single = _value_of(of.node).get(name)
            return UNKNOWN if single is None else _range(of, single, ranges)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _range(of, left, ranges).plus(_range(of, right, ranges))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _range(of, left, ranges).times(_range(of, right, ranges))
        case ast.Subscript(value=ast.Name(id=name), slice=index) if _is_cells(of, name):
            return of.unit.of_cells(_range(of, index, ranges))
        case _:
            return UNKNOWN


def _names(function: ast.FunctionDef, how: type[ast.expr_context]) -> Counter[str]:
    """How often each is read, or given a value."""
    return Counter(
        node.id for node in walked(function) if isinstance(node, ast.Name) and isinstance(node.ctx, how)
    )


@lru_cache(maxsize=4096)
def _value_of(function: ast.FunctionDef) -> Mapping[str, ast.expr]:
    """What each variable is that is given a value in one line only."""
    result: dict[str, ast.expr | None] = {}
    for node in walked(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                result[name] = None if name in result else value
            case _:
                pass
    stored = _names(function, ast.Store)
    return {name: value for name, value in result.items() if value is not None and stored[name] == 1}


@lru_cache(maxsize=4096)
def _written_until_read(function: ast.FunctionDef) -> Mapping[str, Sequence[ast.AST]]:
    """Of variables that are given a value in one line, and read behind it only: what writes on cells
    before they are read for the last time.
    """
    reads = _names(function, ast.Load)
    single = _value_of(function)
    result: dict[str, Sequence[ast.AST]] = {}
    for body in _bodies(function):
        for place, line in enumerate(body):
            match line:
                case ast.Assign(targets=[ast.Name(id=name)]) if name in single:
                    left, lines = reads[name], []
                    for later in body[place + 1 :]:
                        if not left:
                            break
                        lines.append(later)
                        left -= sum(isinstance(node, ast.Name) and node.id == name for node in walked(later))
                    if not left:
                        result[name] = [*_writes(lines)]
                case _:
                    pass
    return result


def _bodies(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    yield function.body
    for node in walked(function):
        if isinstance(node, (ast.If, ast.For, ast.While)):
            yield from (node.body, node.orelse)


def _writes(lines: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What in these lines may change cells."""
    for line in lines:
        skipped: ast.AST | None = None
        for node in walked(line):
            match node:
                case ast.Return(value=ast.Call() as last):
                    # Nothing is read after it.
                    skipped = last
                case ast.Subscript(ctx=ast.Store()):
                    yield node
                case ast.Call(func=ast.Name(id=name)) if node is not skipped:
                    if name not in _HARMLESS and not _only_reads(node):
                        yield node
                case ast.Call(func=ast.Attribute(attr=attr)) if node is not skipped:
                    if attr not in _HARMLESS:
                        yield node
                case _:
                    pass


def _only_reads(call: ast.Call) -> bool:
    """Whether a function is called that changes no cell: of those written for the game one without `S`."""
    match call:
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id="C"), *others]):
            return name[-1].isdigit() and not any(
                isinstance(arg, ast.Name) and arg.id == "S" for arg in others
            )
        case _:
            return all(isinstance(arg, ast.Constant) for arg in call.args)
