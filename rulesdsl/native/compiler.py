"""A plan as a module of WebAssembly."""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import cache
from math import sqrt
from typing import Any

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
from rulesdsl.native.values import CELLS, Fixed, Operand, Several, Value, known, number

MOST_STEPS = 1_000_000
"""So often is code of a game gone through between two decisions, some hundredths of a second: what takes
longer, or never ends, is for Python, which can be interrupted.
"""


def _below(of: Calls, operands: list[Operand]) -> Operand:
    return number(of.helper("below", of.valued(operands[1]).code), 0)


def _shared_numbers(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    return Value(wasm.const(TOLD_SIZE << 32 | of.unit.told_at), Seq(INT), fresh=True)


def _shuffled(of: Calls, operands: list[Operand]) -> Operand:
    of.put(of.helper("shuffled", of.valued(operands[1]).code))
    return Fixed(None)


def _thrown(of: Calls, operands: list[Operand]) -> Operand:
    address = of.unit.told_at
    code = wasm.const(address) + wasm.const32(0) + wasm.load(address + 8 * loops.CHANCE_STEP)
    code += of.valued(operands[1]).code
    return number(of.helper("thrown", code), 0)


def _thrown_word(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    address = of.unit.told_at
    code = wasm.const(address) + wasm.const32(0) + wasm.load(address + 8 * loops.CHANCE_STEP)
    return number(of.helper("thrown_word", code), 0, 2**32 - 1)


def _scrambled(of: Calls, operands: list[Operand]) -> Operand:
    return number(of.helper("scrambled", of.valued(operands[0]).code))


def _at_compile_time(ask: Callable[..., object]) -> Intrinsic:
    """What is known when a program is compiled, of things that are known then."""

    def write(of: Calls, operands: list[Operand]) -> Operand:
        del of
        given = known(operands)
        assert given is not None
        return Fixed(ask(*given))

    return Intrinsic(write)


def _fresh_memory(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    of.put(wasm.global_get(of.unit.global_("base")) + wasm.global_set(of.unit.global_("top")))
    return Fixed(None)


def _memory_used(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    top, base = (wasm.global_get(of.unit.global_(name)) for name in ("top", "base"))
    return number(top + base + wasm.op("i64.sub"), 0)


def _steps_begin(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    of.put(wasm.const(MOST_STEPS) + wasm.global_set(of.unit.global_("steps")))
    return Fixed(None)


def _one_step(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    of.one_step()
    return Fixed(None)


def _cells_have_changed(of: Calls, operands: list[Operand]) -> Operand:
    del operands
    looks = of.unit.global_("looks")
    of.put(wasm.global_get(looks) + wasm.const(1) + wasm.op("i64.add") + wasm.global_set(looks))
    return Fixed(None)


def _zeros(of: Calls, operands: list[Operand]) -> Operand:
    return Value(of.helper("zeros", of.valued(operands[0]).code), Seq(INT), fresh=True)


def _same(of: Calls, operands: list[Operand]) -> Operand:
    member, count = (of.valued(operand).code for operand in operands)
    return Value(of.helper("same", member + count), Seq(INT), fresh=True)


def _every(of: Calls, operands: list[Operand]) -> Operand:
    values = [of.valued(operand) for operand in operands]
    return Value(of.helper("every", b"".join(value.code for value in values)), values[0].type, fresh=True)


def _row_at(of: Calls, operands: list[Operand]) -> Operand:
    address, count = (of.valued(operand).code for operand in operands)
    return Value(
        count + wasm.const(32) + wasm.op("i64.shl") + address + wasm.op("i64.or"), Seq(INT), fresh=True
    )


def _joined(of: Calls, operands: list[Operand]) -> Operand:
    rows = [of.valued(operand) for operand in operands]
    kind = unify(rows[0].type, rows[1].type)
    return Value(of.helper("joined", rows[0].code + rows[1].code), kind, fresh=True)


def _bits_of(of: Calls, operands: list[Operand]) -> Operand:
    return number(of.helper("bits_of", of.valued(operands[0]).code))


def _of_bits(of: Calls, operands: list[Operand]) -> Operand:
    return Value(of.helper("of_bits", of.valued(operands[0]).code), Seq(INT), fresh=True)


def _as_word(of: Calls, operands: list[Operand]) -> Operand:
    return number(of.valued(operands[0]).code)


def _as_row(of: Calls, operands: list[Operand]) -> Operand:
    return Value(of.valued(operands[0]).code, Seq(INT), fresh=True)


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
    room = of.kept(
        number(of.helper("alloc", of.valued(operands[0]).code + wasm.const(3) + wasm.op("i64.shl")))
    )
    of.put(wasm.global_get(of.unit.global_("top")) + wasm.global_set(of.unit.global_("base")))
    return room


def _no_bytes(of: Calls, operands: list[Operand]) -> Operand:
    address, count = (of.valued(operand).code + wasm.op("i32.wrap_i64") for operand in operands)
    of.put(address + wasm.const32(0) + count + wasm.MEMORY_FILL)
    return Fixed(None)


def _put_byte(of: Calls, operands: list[Operand]) -> Operand:
    of.put(of.valued(operands[0]).code + wasm.op("i32.wrap_i64") + wasm.const32(1) + wasm.STORE_BYTE)
    return Fixed(None)


def _as_float(of: Calls, operands: list[Operand]) -> Operand:
    return Value(of.valued(operands[0]).code, FLOAT)


def _as_bits(of: Calls, operands: list[Operand]) -> Operand:
    return number(of.valued(operands[0], FLOAT).code)


def _square_root(of: Calls, operands: list[Operand]) -> Operand:
    return floats.of_double(floats.as_double(of.valued(operands[0])) + wasm.op("f64.sqrt"))


def _row_of_nones(of: Calls, operands: list[Operand]) -> Operand:
    del of
    (spec,) = operands
    assert isinstance(spec, Fixed)
    return Fixed((None,) * len(spec.value.ops))


_CHART = (
    *("reached", "ends_among", "lengths_to", "trail_ends", "trail_lengths"),
    *("neighbours", "within", "distance", "connected", "regions", "shortest_way"),
)
STAND_INS: Mapping[object, Any] = {
    dice.below: Intrinsic(_below),
    dice.shuffle: Intrinsic(_shuffled),
    each_once: support.distinct,
    bisect_left: support.bisect,
    primitives.shared_numbers: Intrinsic(_shared_numbers),
    primitives.thrown: Intrinsic(_thrown),
    throwing.is_asked: loops.is_asked,
    throwing.thrown: loops.thrown_option,
    primitives.thrown_word: Intrinsic(_thrown_word),
    loops.is_number: _at_compile_time(loops.is_number),
    loops.numbers_of: _at_compile_time(loops.numbers_of),
    dice.scrambled: Intrinsic(_scrambled),
    primitives.fresh_memory: Intrinsic(_fresh_memory),
    primitives.memory_used: Intrinsic(_memory_used),
    primitives.steps_begin: Intrinsic(_steps_begin),
    primitives.one_step: Intrinsic(_one_step),
    primitives.cells_have_changed: Intrinsic(_cells_have_changed),
    primitives.zeros: Intrinsic(_zeros),
    primitives.every: Intrinsic(_every),
    primitives.same: Intrinsic(_same),
    search.least_wins: _at_compile_time(search.least_wins),
    sqrt: Intrinsic(_square_root),
    maps.all_allowed: _at_compile_time(cache(maps.all_allowed)),
    maps.answers_of: _at_compile_time(cache(maps.answers_of)),
    maps.walks_to: _at_compile_time(cache(maps.walks_to)),
    **{getattr(Chart, name): getattr(maps, name) for name in _CHART},
    Chart.longest_trail: frontier.longest_trail,
    frontier.order_of: _at_compile_time(cache(frontier.order_of)),
    sets.results: Intrinsic(_results),
    sets.nones: Intrinsic(_row_of_nones),
    Attainable: sets.attainable,
    engine_sets.set_exists: sets.set_exists,
    engine_sets.next_members: sets.next_members,
    engine_sets.next_copies: sets.next_copies,
    primitives.row_at: Intrinsic(_row_at),
    primitives.kept_for_good: Intrinsic(_kept_for_good),
    primitives.joined: Intrinsic(_joined),
    primitives.bits_of: Intrinsic(_bits_of),
    primitives.of_bits: Intrinsic(_of_bits),
    primitives.no_bytes: Intrinsic(_no_bytes),
    primitives.put_byte: Intrinsic(_put_byte),
    primitives.as_word: Intrinsic(_as_word),
    primitives.as_row: Intrinsic(_as_row),
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
        return _compiled(plan.outcomes if part is Part.OUTCOMES else plan, part, encoding)


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


def _compiled(
    plan: Plan, part: Part, encoding: batches.Encoding | None
) -> tuple[bytes, list[tuple[str, str]]]:
    if plan.start is None:
        plan.start = _laid_out(plan)
    unit = Unit(plan, STAND_INS, loops.STILL)
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
        name = function.__name__
        unit.module.exports[name] = target.index
    unit.module.exported_globals["codes"] = unit.global_("codes")
    unit.module.exported_globals["told"] = unit.global_("told", unit.told_at)
    return unit.finish(), unit.gaps
