"""A plan as a module of WebAssembly."""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import cache
from math import sqrt
from typing import Any, TypeVar

from rulesdsl.engine import dice
from rulesdsl.engine.decisions import sets as engine_sets
from rulesdsl.engine.decisions.attainable import Attainable
from rulesdsl.engine.maps.atlas import Chart
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.runtime import throwing
from rulesdsl.engine.runtime.setup import _laid_out
from rulesdsl.engine.runtime.values import each_once
from rulesdsl.gatherings import Gather
from rulesdsl.native import (
    batches,
    floats,
    frontier,
    loops,
    maps,
    primitives,
    search,
    sequences,
    sets,
    support,
    wasm,
)
from rulesdsl.native.calls import Calls, Intrinsic
from rulesdsl.native.states import STATE
from rulesdsl.native.types import FLOAT, INT, NO_VALUE, NotNative, Seq, unify
from rulesdsl.native.unit import TOLD_SIZE, Unit
from rulesdsl.native.values import CELLS, Fixed, Marker, Operand, Several, Value, known, number
from rulesdsl.native.wasm import EIGHT, WRAP

MOST_STEPS = 1_000_000
"""So often is code of a game gone through between two decisions, some hundredths of a second: what takes
longer, or never ends, is for Python, which can be interrupted.
"""


Written = Callable[..., bytes]
"""The code of an answer, from the translator and the code of each argument; state and cells are at hand."""


def _codes(of: Calls, operands: list[Operand]) -> list[bytes]:
    return [
        of.valued(operand).code
        for operand in operands
        if not (isinstance(operand, Fixed) and isinstance(operand.value, Marker))
    ]


def _number(written: Written, low: int | None = None, high: int | None = None) -> Intrinsic:
    return Intrinsic(lambda of, operands: number(written(of, *_codes(of, operands)), low, high))


def _row(written: Written) -> Intrinsic:
    """A row of numbers that nobody else holds."""
    return Intrinsic(lambda of, operands: Value(written(of, *_codes(of, operands)), Seq(INT), fresh=True))


def _line(written: Written) -> Intrinsic:
    """What is done, and gives nothing back."""

    def write(of: Calls, operands: list[Operand]) -> Operand:
        of.put(written(of, *_codes(of, operands)))
        return Fixed(None)

    return Intrinsic(write)


def _helper(name: str) -> Written:
    return lambda of, *codes: of.helper(name, b"".join(codes))


def _at_compile_time(ask: Callable[..., object]) -> Intrinsic:
    """What is known when a program is compiled, of things that are known then."""

    def write(of: Calls, operands: list[Operand]) -> Operand:
        del of
        given = known(operands)
        assert given is not None
        return Fixed(ask(*given))

    return Intrinsic(write)


def _own_dice(helper: str) -> Written:
    """Thrown by the stream at the beginning of what is told, whatever row that is."""

    def written(of: Calls, _shared: bytes, *codes: bytes) -> bytes:
        address = of.unit.told_at
        step = wasm.const32(0) + wasm.load(address + 8 * loops.CHANCE_STEP)
        return of.helper(helper, wasm.const(address) + step + b"".join(codes))

    return written


def _fresh_memory(of: Calls) -> bytes:
    return wasm.global_get(of.unit.global_("base")) + wasm.global_set(of.unit.global_("top"))


def _memory_used(of: Calls) -> bytes:
    top, base = (wasm.global_get(of.unit.global_(name)) for name in ("top", "base"))
    return top + base + wasm.op("i64.sub")


def _steps_begin(of: Calls) -> bytes:
    return wasm.const(MOST_STEPS) + wasm.global_set(of.unit.global_("steps"))


def _one_step(of: Calls, _operands: list[Operand]) -> Operand:
    of.one_step()
    return Fixed(None)


def _cells_have_changed(of: Calls) -> bytes:
    looks = of.unit.global_("looks")
    return wasm.global_get(looks) + wasm.const(1) + wasm.op("i64.add") + wasm.global_set(looks)


def _every(of: Calls, operands: list[Operand]) -> Operand:
    values = [of.valued(operand) for operand in operands]
    return Value(of.helper("every", b"".join(value.code for value in values)), values[0].type, fresh=True)


def _row_at(_of: Calls, address: bytes, count: bytes) -> bytes:
    return count + wasm.const(32) + wasm.op("i64.shl") + address + wasm.op("i64.or")


def _joined(of: Calls, operands: list[Operand]) -> Operand:
    rows = [of.valued(operand) for operand in operands]
    kind = unify(rows[0].type, rows[1].type)
    return Value(of.helper("joined", rows[0].code + rows[1].code), kind, fresh=True)


def _as_it_is(_of: Calls, word: bytes) -> bytes:
    return word


def _as_rows_of(of: Calls, operands: list[Operand]) -> Operand:
    return Value(of.valued(operands[0]).code, Seq(of.valued(operands[1]).type), fresh=True)


def _results(of: Calls, operands: list[Operand]) -> Operand:
    """The parts of what a set comes to, where they lie in its row."""
    spec = operands[0]
    assert isinstance(spec, Fixed)
    row = of.kept(of.valued(operands[1]))
    items: list[Operand] = []
    offset = 2
    for op, span in zip(spec.value.ops, spec.value.spans, strict=True):
        here = of.helper("item", row.code + wasm.const(offset))
        if op is Gather.TALLY:
            low, high = Fixed(offset), Fixed(offset + span[1])
            items.append(Value(of.span(row, low, high), Seq(INT)))
            offset += span[1]
        elif op is Gather.SAME:
            items.append(Value(here + wasm.const(2) + wasm.op("i64.ne"), INT, narrow=True, low=0, high=1))
            offset += 2
        elif op in (Gather.SUM, Gather.COUNT, Gather.MIN, Gather.MAX):
            items.append(number(here))
            offset += 1
        elif (
            op == spec.value.ops[-1]
            and offset == sum(_width(*part) for part in _parts_before(spec.value)) + 2
        ):
            items.append(Value(of.span(row, Fixed(offset + 1), Fixed(None)), Seq(INT)))
        else:
            raise NotNative(f"a set of which `{op}` is asked before something else")
    return Several(tuple(items))


def _parts_before(spec: Any) -> list[tuple[Gather, tuple[int, int]]]:  # noqa: ANN401
    return list(zip(spec.ops[:-1], spec.spans[:-1], strict=True))


def _width(op: Gather, span: tuple[int, int]) -> int:
    return span[1] if op is Gather.TALLY else 2 if op is Gather.SAME else 1


def _kept_for_good(of: Calls, operands: list[Operand]) -> Operand:
    (count,) = _codes(of, operands)
    room = of.kept(number(of.helper("alloc", count + EIGHT)))
    of.put(wasm.global_get(of.unit.global_("top")) + wasm.global_set(of.unit.global_("base")))
    return room


def _no_bytes(_of: Calls, address: bytes, count: bytes) -> bytes:
    as_32 = WRAP
    return address + as_32 + wasm.const32(0) + count + as_32 + wasm.MEMORY_FILL


def _put_byte(_of: Calls, address: bytes) -> bytes:
    return address + WRAP + wasm.const32(1) + wasm.STORE_BYTE


def _as_float(of: Calls, operands: list[Operand]) -> Operand:
    return Value(of.valued(operands[0]).code, FLOAT)


def _as_bits(of: Calls, operands: list[Operand]) -> Operand:
    return number(of.valued(operands[0], FLOAT).code)


def _square_root(of: Calls, operands: list[Operand]) -> Operand:
    return floats.of_double(floats.as_double(of.valued(operands[0])) + wasm.op("f64.sqrt"))


_CHART = (
    *("reached", "ends_among", "lengths_to", "trail_ends", "trail_lengths"),
    *("neighbours", "within", "distance", "connected", "regions", "shortest_way"),
)
STAND_INS: Mapping[object, Any] = {
    dice.below: _number(_helper("below"), 0),
    dice.shuffle: _line(_helper("shuffled")),
    each_once: support.distinct,
    bisect_left: support.bisect,
    primitives.shared_numbers: _row(lambda of: wasm.const(TOLD_SIZE << 32 | of.unit.told_at)),
    primitives.thrown: _number(_own_dice("thrown"), 0),
    throwing.is_asked: loops.is_asked,
    throwing.thrown: loops.thrown_option,
    primitives.thrown_word: _number(_own_dice("thrown_word"), 0, 2**32 - 1),
    loops.is_number: _at_compile_time(loops.is_number),
    loops.numbers_of: _at_compile_time(loops.numbers_of),
    dice.scrambled: _number(_helper("scrambled")),
    primitives.fresh_memory: _line(_fresh_memory),
    primitives.memory_used: _number(_memory_used, 0),
    primitives.steps_begin: _line(_steps_begin),
    primitives.one_step: Intrinsic(_one_step),
    primitives.cells_have_changed: _line(_cells_have_changed),
    primitives.zeros: _row(_helper("zeros")),
    primitives.every: Intrinsic(_every),
    primitives.same: _row(_helper("same")),
    search.least_wins: _at_compile_time(search.least_wins),
    sqrt: Intrinsic(_square_root),
    maps.all_allowed: _at_compile_time(cache(maps.all_allowed)),
    maps.answers_of: _at_compile_time(cache(maps.answers_of)),
    maps.walks_to: _at_compile_time(cache(maps.walks_to)),
    **{getattr(Chart, name): getattr(maps, name) for name in _CHART},
    Chart.longest_trail: frontier.longest_trail,
    frontier.order_of: _at_compile_time(cache(frontier.order_of)),
    sets.results: Intrinsic(_results),
    sets.nones: _at_compile_time(lambda spec: (None,) * len(spec.ops)),
    Attainable: sets.attainable,
    engine_sets.set_exists: sets.set_exists,
    engine_sets.next_members: sets.next_members,
    engine_sets.next_copies: sets.next_copies,
    primitives.row_at: _row(_row_at),
    primitives.kept_for_good: Intrinsic(_kept_for_good),
    primitives.joined: Intrinsic(_joined),
    primitives.bits_of: _number(_helper("bits_of")),
    primitives.of_bits: _row(_helper("of_bits")),
    primitives.no_bytes: _line(_no_bytes),
    primitives.put_byte: _line(_put_byte),
    primitives.as_word: _number(_as_it_is),
    primitives.as_row: _row(_as_it_is),
    primitives.as_rows_of: Intrinsic(_as_rows_of),
    primitives.as_float: Intrinsic(_as_float),
    primitives.as_bits: Intrinsic(_as_bits),
}
"""What the machine does in a way of its own."""


class Part(Enum):
    """What of a plan is in a module: each is made when it is first wanted."""

    STEPS = "steps"
    """One game, decision by decision; searches."""
    OUTCOMES = "outcomes"
    """Whole games, of which it is told what came of them."""
    CELLS = "cells"
    """Whole games, of which all cells can be told besides."""


def compiled(
    plan: Plan, part: Part = Part.STEPS, encoding: batches.Encoding | None = None
) -> tuple[bytes, list[tuple[str, str]]]:
    """The module, and what of the plan is not in it. `encoding`: for many games side by side, too."""
    with _no_collections():
        return with_room(lambda: _compiled(plan.outcomes if part is Part.OUTCOMES else plan, part, encoding))


@contextmanager
def _no_collections() -> Iterator[None]:
    """Much is made and all of it kept to the end: looking for what has gone took a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


_Made = TypeVar("_Made")


def with_room(work: Callable[[], _Made]) -> _Made:
    """All that is called from here has its frames in one piece of memory.

    CPython lays frames into pieces of 16 KB, and a call that goes past the end of one has the system give a
    piece and take it back each time. What calls itself as deep as the translator does so tens of thousands
    of times, in a quarter of its time. A frame that says that it is large is given a large piece, and leaves
    half of it to the others; what is not touched of it is not there.
    """
    return work()


with_room.__code__ = with_room.__code__.replace(co_stacksize=2**16)


def _compiled(
    plan: Plan, part: Part, encoding: batches.Encoding | None
) -> tuple[bytes, list[tuple[str, str]]]:
    if plan.start is None:
        plan.start = _laid_out(plan)
    unit = Unit(plan, STAND_INS, loops.STILL, loops.SELDOM, takes_forced=part is not Part.STEPS)
    for name in ("base", "top", "limit"):
        unit.global_(name)
    for name in ("codes", "memo"):
        unit.global_(name, NO_VALUE)
    shared = Value(wasm.const(TOLD_SIZE << 32 | unit.told_at), Seq(INT))
    first = number(wasm.local_get(0))
    wanted: list[tuple[Any, list[Operand]]] = [(loops.play, [first])]
    if part is Part.STEPS:
        wanted = [
            (loops.begin, [first]),
            (loops.choose, [first]),
            (loops.options, []),
            (loops.winning, []),
            (loops.total, [first]),
            (loops.forget, []),
            (loops.reserve, [first]),
            (search.search, [shared, first]),
            (search.clear, [shared]),
            (search.best, [shared, first]),
            (search.weigh, [shared]),
            (sequences.clear_table, [shared]),
            (sequences.count_from, [shared, first]),
            (sequences.count, [shared, first]),
        ]
    if encoding is not None:
        wanted += [
            (batches.batch, [Fixed(encoding), shared, first]),
            (batches.look, [Fixed(encoding), shared]),
        ]
    for function, operands in wanted:
        target = unit.target(function, [Fixed(STATE), Fixed(CELLS), *operands])
        unit.export(function.__name__, target)
    unit.module.exported_globals["codes"] = unit.global_("codes")
    unit.module.exported_globals["told"] = unit.global_("told", unit.told_at)
    return unit.finish(), unit.gaps
