"""What every module brings along, written by hand: memory, rows, arithmetic as Python does it, dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.dice import INCREMENT, MULTIPLIER
from rulesdsl.native import wasm
from rulesdsl.native.wasm import const, const32, if_, load, local_get, local_set, local_tee, op, store

if TYPE_CHECKING:
    from rulesdsl.native.unit import Unit


ADDRESS = 0xFFFF_FFFF
FEW = 8
"""So many numbers are made one by one."""
LEAST_ROOM = 8
"""A row that is not empty has room for so many, or twice as many, and so on."""
BEYOND = 64
"""So many bytes behind all that is made may be written on."""
FEW_PASSED = 16
"""So many numbers are gone past without a jump that cannot be foretold."""
MANY = 48
"""More numbers are moved by a call."""


@frozen
class Helper:
    params: int
    locals_: int
    code: Callable[[Unit], bytes]
    results: int = 1


def _trap_if() -> bytes:
    return if_() + op("unreachable", "end")


def _alloc(unit: Unit) -> bytes:
    """So many bytes: their address."""
    top, limit = unit.global_("top"), unit.global_("limit")
    grow = (
        # Twice as much as there is, or the end.
        wasm.MEMORY_SIZE + wasm.MEMORY_GROW_BY + const32(-1) + op("i32.eq") + _trap_if()
        + wasm.MEMORY_SIZE + op("i64.extend_i32_u") + const(16) + op("i64.shl")
        + const(BEYOND) + op("i64.sub") + wasm.global_set(limit)
    )  # fmt: skip
    return (
        wasm.global_get(top) + local_tee(1) + local_get(0) + op("i64.add") + local_tee(2)
        + wasm.global_get(limit) + op("i64.gt_u") + if_()
        + wasm.loop() + grow
        + local_get(2) + wasm.global_get(limit) + op("i64.gt_u") + wasm.br_if(0) + op("end")
        + op("end")
        + local_get(2) + wasm.global_set(top) + local_get(1)
    )  # fmt: skip


def _row(unit: Unit) -> bytes:
    """A new row with so many members, whatever they are."""
    top = unit.global_("top")
    return (
        local_get(0) + const(32) + op("i64.shl")
        + local_get(0) + const(1) + op("i64.sub") + local_set(0)
        + const(8) + const(64) + local_get(0) + const(7) + op("i64.or", "i64.clz", "i64.sub", "i64.shl")
        + local_tee(0)
        # Mostly there is room, and no call has to be made.
        + wasm.global_get(top) + local_tee(1) + op("i64.add") + local_tee(2)
        + wasm.global_get(unit.global_("limit")) + op("i64.gt_u") + if_(wasm.GIVES_I64)
        + local_get(0) + wasm.call(unit.helper("alloc"))
        + op("else") + local_get(2) + wasm.global_set(top) + local_get(1) + op("end")
        + op("i64.or")
    )  # fmt: skip


def _copy(unit: Unit) -> bytes:
    top = unit.global_("top")
    eight = b"".join(
        local_get(1) + op("i32.wrap_i64") + local_get(0) + op("i32.wrap_i64")
        + wasm.load_two(place) + wasm.store_two(place)
        for place in (0, 16, 32, 48)
    )  # fmt: skip
    return (
        # Mostly there are no more than eight, and there is room.
        local_get(0) + const(32) + op("i64.shr_u") + const(LEAST_ROOM) + op("i64.le_u")
        + wasm.global_get(top) + local_tee(1) + const(8 * LEAST_ROOM) + op("i64.add")
        + wasm.global_get(unit.global_("limit")) + op("i64.le_u", "i32.and") + if_()
        + local_get(1) + const(8 * LEAST_ROOM) + op("i64.add") + wasm.global_set(top) + eight
        + local_get(0) + const(-1 << 32) + op("i64.and") + local_get(1) + op("i64.or", "return", "end")
        + local_get(0) + const(32) + op("i64.shr_u") + wasm.call(unit.helper("row")) + local_tee(1)
        + local_get(0) + local_get(0) + const(32) + op("i64.shr_u") + wasm.call(unit.helper("filled"))
        + local_get(1)
    )  # fmt: skip


def _filled(_unit: Unit) -> bytes:
    """So many numbers to the end of all that is made, eight at a time: nothing lies behind them."""
    to, back, left = local_get(0), local_get(1), local_get(2)
    as_32 = op("i32.wrap_i64")
    eight = b"".join(
        to + as_32 + back + as_32 + wasm.load_two(place) + wasm.store_two(place) for place in (0, 16, 32, 48)
    )
    return (
        left + const(MANY) + op("i64.gt_u") + if_()
        + to + as_32 + back + as_32 + left + const(3) + op("i64.shl") + as_32 + wasm.MEMORY_COPY
        + op("return", "end")
        + wasm.block() + wasm.loop()
        + left + const(0) + op("i64.le_s") + wasm.br_if(1)
        + eight
        + to + const(64) + op("i64.add") + local_set(0)
        + back + const(64) + op("i64.add") + local_set(1)
        + left + const(8) + op("i64.sub") + local_set(2)
        + wasm.br(0) + op("end", "end")
    )  # fmt: skip


def _joined(unit: Unit) -> bytes:
    """A new row of the members of both."""
    first, other = (local_get(index) + const(32) + op("i64.shr_u") for index in range(2))
    return (
        first + other + op("i64.add") + wasm.call(unit.helper("row")) + local_tee(2)
        + local_get(0) + first + wasm.call(unit.helper("filled"))
        + local_get(2) + first + const(3) + op("i64.shl", "i64.add")
        + local_get(1) + other + wasm.call(unit.helper("filled"))
        + local_get(2)
    )  # fmt: skip


def _moved(_unit: Unit) -> bytes:
    """So many numbers to an address from another, some at a time; many by a call."""
    to, back, left = local_get(0), local_get(1), local_get(2)
    as_32 = op("i32.wrap_i64")

    def further(count: int) -> bytes:
        """So many numbers, all read before any is written: the two parts may overlap."""
        places = range(0, 8 * count, 16)
        code = b"".join(to + as_32 + back + as_32 + wasm.load_two(place) for place in places)
        code += b"".join(wasm.store_two(place) for place in reversed(places))
        return (
            code
            + to + const(8 * count) + op("i64.add") + local_set(0)
            + back + const(8 * count) + op("i64.add") + local_set(1)
            + left + const(count) + op("i64.sub") + local_set(2)
        )  # fmt: skip

    def again_and_again(count: int) -> bytes:
        return (
            wasm.block() + wasm.loop() + left + const(count) + op("i64.lt_u") + wasm.br_if(1)
            + further(count) + wasm.br(0) + op("end", "end")
        )  # fmt: skip

    return (
        to + const(ADDRESS) + op("i64.and") + local_set(0)
        + back + const(ADDRESS) + op("i64.and") + local_set(1)
        + left + const(MANY) + op("i64.gt_u")
        # From the first on they would be written over where they move up.
        + to + back + op("i64.sub") + left + const(3) + op("i64.shl", "i64.lt_u", "i32.or") + if_()
        + to + as_32 + back + as_32 + left + const(3) + op("i64.shl") + as_32 + wasm.MEMORY_COPY
        + op("return", "end")
        + again_and_again(8) + again_and_again(2)
        + left + op("i64.eqz", "i32.eqz") + if_()
        + to + as_32 + back + as_32 + load(0) + store(0) + op("end")
    )  # fmt: skip


def _every(unit: Unit) -> bytes:
    """A new row of so many members of a row, from a place on, each so many places behind the one before."""
    row, step, left, made, to = (local_get(number) for number in (0, 2, 3, 4, 5))
    as_32 = op("i32.wrap_i64")
    return (
        left + wasm.call(unit.helper("row")) + local_tee(4) + const(ADDRESS) + op("i64.and") + local_tee(5)
        # Up to where the last lies.
        + left + const(3) + op("i64.shl", "i64.add") + local_set(3)
        + row + const(ADDRESS) + op("i64.and")
        + local_get(1) + const(3) + op("i64.shl", "i64.add") + local_set(0)
        + step + const(3) + op("i64.shl") + local_set(2)
        + to + left + op("i64.lt_u") + if_() + wasm.loop()
        + to + as_32 + row + as_32 + load(0) + store(0)
        + row + step + op("i64.add") + local_set(0)
        + to + const(8) + op("i64.add") + local_tee(5)
        + left + op("i64.lt_u") + wasm.br_if(0) + op("end", "end") + made
    )  # fmt: skip


def _zeros(unit: Unit) -> bytes:
    return (
        local_get(0) + wasm.call(unit.helper("row")) + local_tee(1) + local_set(2)
        + local_get(0) + const(FEW) + op("i64.gt_u") + if_()
        + local_get(1) + op("i32.wrap_i64") + const32(0)
        + local_get(0) + const(3) + op("i64.shl", "i32.wrap_i64") + wasm.MEMORY_FILL
        + local_get(1) + op("return", "end")
        + wasm.block() + wasm.loop()
        + local_get(0) + op("i64.eqz") + wasm.br_if(1)
        + local_get(2) + op("i32.wrap_i64") + const(0) + store(0)
        + local_get(2) + const(8) + op("i64.add") + local_set(2)
        + local_get(0) + const(1) + op("i64.sub") + local_set(0)
        + wasm.br(0) + op("end", "end") + local_get(1)
    )  # fmt: skip


def _same(unit: Unit) -> bytes:
    """A new row of one number so many times, which are more than none; two at once, as there is room."""
    address = local_get(2) + op("i32.wrap_i64")
    return (
        local_get(1) + wasm.call(unit.helper("row")) + local_tee(3)
        + const(ADDRESS) + op("i64.and") + local_tee(2)
        + local_get(1) + const(3) + op("i64.shl", "i64.add") + local_set(1)
        + wasm.loop()
        + address + local_get(0) + store(0) + address + local_get(0) + store(8)
        + local_get(2) + const(16) + op("i64.add") + local_tee(2)
        + local_get(1) + op("i64.lt_u") + wasm.br_if(0) + op("end") + local_get(3)
    )  # fmt: skip


def _append(unit: Unit) -> bytes:
    """A row with one more member at its end; it moves where its room is full: at none, 8, 16, 32 ..."""
    top = unit.global_("top")
    return (
        local_get(0) + const(32) + op("i64.shr_u") + local_tee(2) + op("i64.eqz") + if_()
        # The first: there is mostly room, and no call has to be made.
        + wasm.global_get(top) + local_tee(0) + const(8 * LEAST_ROOM) + op("i64.add") + local_tee(3)
        + wasm.global_get(unit.global_("limit")) + op("i64.gt_u") + if_()
        + const(8 * LEAST_ROOM) + wasm.call(unit.helper("alloc")) + local_set(0)
        + op("else") + local_get(3) + wasm.global_set(top) + op("end")
        + op("else")
        # length & (length - 1) == 0, and length is at least 8
        + local_get(2) + local_get(2) + const(1) + op("i64.sub", "i64.and", "i64.eqz") + if_()
        + local_get(2) + const(7) + op("i64.gt_u") + if_()
        + local_get(2) + const(1) + op("i64.add") + wasm.call(unit.helper("row")) + const(0xFFFF_FFFF)
        + op("i64.and") + local_tee(3)
        + local_get(0) + local_get(2) + wasm.call(unit.helper("filled"))
        + local_get(2) + const(32) + op("i64.shl") + local_get(3) + op("i64.or") + local_set(0)
        + op("end", "end", "end")
        + local_get(0) + local_get(2) + const(3) + op("i64.shl", "i64.add", "i32.wrap_i64")
        + local_get(1) + store(0)
        + local_get(0) + const(1 << 32) + op("i64.add")
    )  # fmt: skip


def _span(_unit: Unit) -> bytes:
    """A part of a row, as Python cuts it."""
    length = local_get(3)

    def clamped(index: int) -> bytes:
        return (
            local_get(index) + const(0) + op("i64.lt_s") + if_()
            + local_get(index) + length + op("i64.add") + local_set(index)
            + local_get(index) + const(0) + op("i64.lt_s") + if_() + const(0) + local_set(index) + op("end")
            + op("end")
            + local_get(index) + length + op("i64.gt_s") + if_() + length + local_set(index) + op("end")
        )  # fmt: skip

    return (
        local_get(0) + const(32) + op("i64.shr_u") + local_set(3)
        + clamped(1) + clamped(2)
        + local_get(2) + local_get(1) + op("i64.sub") + local_tee(4)
        + const(0) + op("i64.le_s") + if_() + const(0) + op("return", "end")
        + local_get(4) + const(32) + op("i64.shl")
        + local_get(0) + const(0xFFFF_FFFF) + op("i64.and")
        + local_get(1) + const(3) + op("i64.shl", "i64.add")
        + op("i64.or")
    )  # fmt: skip


def _bits_of(_unit: Unit) -> bytes:
    """A row of numbers below 64, each there once, as bits; 0 if it is not such a row."""
    address, end, bits, all_of, member = (local_get(place) for place in range(1, 6))
    return (
        local_get(0) + const(ADDRESS) + op("i64.and") + local_tee(1)
        + local_get(0) + const(32) + op("i64.shr_u") + const(3) + op("i64.shl", "i64.add") + local_set(2)
        + wasm.block() + wasm.loop()
        + address + end + op("i64.ge_u") + wasm.br_if(1)
        + const(1) + address + op("i32.wrap_i64") + load(0) + local_tee(5) + op("i64.shl")
        + bits + op("i64.or") + local_set(3)
        + member + all_of + op("i64.or") + local_set(4)
        + address + const(8) + op("i64.add") + local_set(1)
        + wasm.br(0) + op("end", "end")
        + bits + const(0)
        + all_of + const(64) + op("i64.lt_u")
        + bits + op("i64.popcnt") + local_get(0) + const(32) + op("i64.shr_u", "i64.eq", "i32.and", "select")
    )  # fmt: skip


def _bits_out(_unit: Unit) -> bytes:
    """The numbers of bits, the least first, from an address on."""
    bits, address = local_get(0), local_get(1)
    return (
        wasm.block() + wasm.loop()
        + bits + op("i64.eqz") + wasm.br_if(1)
        + address + op("i32.wrap_i64") + bits + op("i64.ctz") + store(0)
        + address + const(8) + op("i64.add") + local_set(1)
        + bits + bits + const(1) + op("i64.sub", "i64.and") + local_set(0)
        + wasm.br(0) + op("end", "end")
    )  # fmt: skip


def _of_bits(unit: Unit) -> bytes:
    """A new row of the numbers of bits."""
    return (
        local_get(0) + local_get(0) + op("i64.popcnt") + wasm.call(unit.helper("row")) + local_tee(1)
        + const(ADDRESS) + op("i64.and") + wasm.call(unit.helper("bits_out")) + local_get(1)
    )  # fmt: skip


def _taken_out(_unit: Unit) -> bytes:
    """Numbers from one address to another move down by one, over the last that is as wanted: where that lay.

    The number at the upper address stays; if it is as wanted, all do.
    """
    first, place, wanted, carried, here = (local_get(number) for number in range(5))
    as_32 = op("i32.wrap_i64")
    return (
        place + as_32 + load(0) + local_tee(3) + wanted + op("i64.eq") + if_() + place + op("return", "end")
        + wasm.loop()
        + place + first + op("i64.le_u") + _trap_if()
        + place + const(8) + op("i64.sub") + local_tee(1) + as_32 + load(0) + local_set(4)
        + place + as_32 + carried + store(0)
        + here + local_tee(3) + wanted + op("i64.ne") + wasm.br_if(0)
        + op("end") + place
    )  # fmt: skip


def _taken_anywhere(unit: Unit) -> bytes:
    """Numbers from one address to another: those behind the one that is as wanted move down by one. Of few
    each is written once more, so that no jump hangs on where it lies. A trap if it does not lie there.
    """
    address, last, wanted, is_behind, here = (local_get(number) for number in range(5))
    as_32 = op("i32.wrap_i64")
    return (
        last + address + op("i64.sub") + const(8 * FEW_PASSED) + op("i64.gt_u") + if_()
        + address + last + wanted + wasm.call(unit.helper("taken_out")) + op("drop", "else")
        + const(0) + local_set(3)
        + wasm.block() + wasm.loop()
        + address + last + op("i64.ge_u") + wasm.br_if(1)
        + address + as_32
        + address + as_32 + load(8) + address + as_32 + load(0) + local_tee(4)
        + here + wanted + op("i64.eq", "i64.extend_i32_u") + is_behind + op("i64.or") + local_tee(3)
        + op("i32.wrap_i64", "select") + store(0)
        + address + const(8) + op("i64.add") + local_set(0)
        + wasm.br(0) + op("end", "end")
        + last + as_32 + load(0) + wanted + op("i64.eq", "i64.extend_i32_u")
        + is_behind + op("i64.or", "i64.eqz") + _trap_if() + op("end")
    )  # fmt: skip


def _index(_unit: Unit) -> bytes:
    """Where a number lies in a row, between two places that lie in it; a trap if it is not there."""
    row, wanted, place, end, address = (local_get(number) for number in range(5))
    return (
        end + row + const(32) + op("i64.shr_u", "i64.gt_u") + _trap_if()
        + row + place + const(3) + op("i64.shl", "i64.add") + local_set(4)
        + wasm.loop()
        + place + end + op("i64.ge_u") + _trap_if()
        + address + op("i32.wrap_i64") + load(0) + wanted + op("i64.ne") + if_()
        + address + const(8) + op("i64.add") + local_set(4)
        + place + const(1) + op("i64.add") + local_set(2)
        + wasm.br(1) + op("end", "end") + place
    )  # fmt: skip


def _from_the_end(_unit: Unit) -> bytes:
    return (
        local_get(0) + local_get(1) + op("i64.add") + local_tee(2)
        + local_get(1) + op("i64.ge_u") + _trap_if()
        + local_get(2)
    )  # fmt: skip


def _item(unit: Unit) -> bytes:
    length = local_get(0) + const(32) + op("i64.shr_u")
    return (
        local_get(1) + length + op("i64.ge_u") + if_()
        + local_get(1) + length + wasm.call(unit.helper("from_the_end")) + local_set(1) + op("end")
        + local_get(0) + local_get(1) + const(3) + op("i64.shl", "i64.add", "i32.wrap_i64") + load(0)
    )  # fmt: skip


def _shift(name: str) -> Callable[[Unit], bytes]:
    return lambda _unit: (
        local_get(1) + const(64) + op("i64.ge_u") + _trap_if() + local_get(0) + local_get(1) + op(name)
    )


def _floor(of: str) -> Callable[[Unit], bytes]:
    """Rounded down, where the machine rounds towards zero."""
    rest_is_off = (
        local_get(0) + local_get(1) + op("i64.rem_s") + local_tee(2) + const(0) + op("i64.ne")
        + local_get(2) + local_get(1) + op("i64.xor") + const(0) + op("i64.lt_s", "i32.and")
    )  # fmt: skip
    if of == "divide":
        return lambda _unit: (
            local_get(0) + local_get(1) + op("i64.div_s") + rest_is_off + op("i64.extend_i32_u", "i64.sub")
        )
    return lambda _unit: (
        rest_is_off + if_(wasm.GIVES_I64) + local_get(2) + local_get(1) + op("i64.add", "else")
        + local_get(2) + op("end")
    )  # fmt: skip


def _throw(increment: bytes, state: int, mixed: int) -> bytes:
    """PCG32: 32 bits in a local, and the next state in that of the state."""
    old = local_get(state)
    return (
        old + const(18) + op("i64.shr_u") + old + op("i64.xor") + const(27)
        + op("i64.shr_u", "i32.wrap_i64")
        + old + const(59) + op("i64.shr_u", "i32.wrap_i64", "i32.rotr", "i64.extend_i32_u") + local_set(mixed)
        + old + const(MULTIPLIER) + op("i64.mul") + increment + op("i64.add") + local_set(state)
    )  # fmt: skip


def _thrown_word(_unit: Unit) -> bytes:
    """32 bits from the dice in the cell at this address, by the increment of a stream."""
    address = local_get(0) + op("i32.wrap_i64")
    return (
        address + load(0) + local_set(2)
        + _throw(local_get(1), 2, 3)
        + address + local_get(2) + store(0) + local_get(3)
    )  # fmt: skip


def _below(address: bytes, bound: int, increment: bytes) -> bytes:
    """From the dice in the cell at this address: a number below that in a local, which two others follow."""
    state, mixed, n = bound + 1, bound + 2, local_get(bound)
    as_32 = op("i32.wrap_i64")
    return (
        # Below 2**32, so that half of the bits are enough.
        n + const(32) + op("i64.shr_u", "i64.eqz", "i32.eqz") + _trap_if()
        + address + load(0) + local_set(state)
        + wasm.loop()
        + _throw(increment, state, mixed)
        # Less than (2**32 - n) % n does not count, and that is less than n.
        + local_get(mixed) + n + op("i64.lt_u") + if_()
        + local_get(mixed) + const32(0) + n + as_32 + op("i32.sub") + n + as_32
        + op("i32.rem_u", "i64.extend_i32_u", "i64.lt_u") + wasm.br_if(1)
        + op("end", "end")
        + address + local_get(state) + store(0)
        + local_get(mixed) + as_32 + n + as_32 + op("i32.rem_u", "i64.extend_i32_u")
    )  # fmt: skip


def _rules_dice(_unit: Unit) -> bytes:
    from rulesdsl.native.unit import CELLS_AT  # noqa: PLC0415 -- each needs the other

    at_zero = local_get(0) + op("i64.eqz") + _trap_if()
    return at_zero + _below(const32(CELLS_AT + 8 * DICE), 0, const(INCREMENT))


def _thrown(_unit: Unit) -> bytes:
    """The same from the dice in the cell at an address, by the increment of a stream."""
    return _below(local_get(0) + op("i32.wrap_i64"), 2, local_get(1))


def _shuffled(_unit: Unit) -> bytes:
    """The members of a row change places, as `dice.shuffle` has them: the dice lie in a local meanwhile."""
    from rulesdsl.native.unit import CELLS_AT  # noqa: PLC0415 -- each needs the other

    row, left, member, state, mixed, last, here = (local_get(number) for number in range(7))
    as_32 = op("i32.wrap_i64")
    bound = left + as_32
    return (
        row + const(32) + op("i64.shr_u") + local_set(1)
        + const32(CELLS_AT + 8 * DICE) + load(0) + local_set(3)
        + row + left + const(3) + op("i64.shl", "i64.add") + local_set(5)
        + wasm.block() + wasm.loop()
        + left + const(2) + op("i64.lt_u") + wasm.br_if(1)
        + _throw(const(INCREMENT), 3, 4)
        # Less than (2**32 - n) % n does not count, and that is less than n.
        + mixed + left + op("i64.lt_u") + if_()
        + mixed + const32(0) + bound + op("i32.sub") + bound
        + op("i32.rem_u", "i64.extend_i32_u", "i64.lt_u") + wasm.br_if(1)
        + op("end")
        + last + const(8) + op("i64.sub") + local_set(5)
        + row + mixed + as_32 + bound + op("i32.rem_u", "i64.extend_i32_u") + const(3)
        + op("i64.shl", "i64.add") + local_tee(6) + as_32 + load(0) + local_set(2)
        + here + as_32 + last + as_32 + load(0) + store(0)
        + last + as_32 + member + store(0)
        + left + const(1) + op("i64.sub") + local_set(1)
        + wasm.br(0) + op("end", "end")
        + const32(CELLS_AT + 8 * DICE) + state + store(0)
    )  # fmt: skip


def _scrambled(_unit: Unit) -> bytes:
    """`dice.scrambled`, whose numbers have no sign."""

    def mixed(turn: int, factor: int) -> bytes:
        turned = local_get(0) + const(turn) + op("i64.shr_u", "i64.xor")
        return local_get(0) + turned + const(wasm.as_i64(factor)) + op("i64.mul") + local_set(0)

    return (
        local_get(0) + const(wasm.as_i64(0x9E3779B97F4A7C15)) + op("i64.add") + local_set(0)
        + mixed(30, 0xBF58476D1CE4E5B9) + mixed(27, 0x94D049BB133111EB)
        + local_get(0) + local_get(0) + const(31) + op("i64.shr_u", "i64.xor")
    )  # fmt: skip


def room_for(count: int) -> int:
    """The room of a row with so many members."""
    return max(LEAST_ROOM, 1 << (count - 1).bit_length())


HELPERS: Mapping[str, Helper] = {
    "alloc": Helper(1, 2, _alloc),
    "row": Helper(1, 2, _row),
    "copy": Helper(1, 1, _copy),
    "joined": Helper(2, 1, _joined),
    "filled": Helper(3, 0, _filled, 0),
    "bits_of": Helper(1, 5, _bits_of),
    "bits_out": Helper(2, 0, _bits_out, 0),
    "of_bits": Helper(1, 1, _of_bits),
    "taken_out": Helper(3, 2, _taken_out),
    "taken_anywhere": Helper(3, 2, _taken_anywhere, 0),
    "index": Helper(4, 1, _index),
    "moved": Helper(3, 0, _moved, 0),
    "every": Helper(4, 2, _every),
    "zeros": Helper(1, 2, _zeros),
    "same": Helper(2, 2, _same),
    "append": Helper(2, 2, _append),
    "span": Helper(3, 2, _span),
    "from_the_end": Helper(2, 1, _from_the_end),
    "item": Helper(2, 0, _item),
    "shift_left": Helper(2, 0, _shift("i64.shl")),
    "shift_right": Helper(2, 0, _shift("i64.shr_s")),
    "floor_divide": Helper(2, 1, _floor("divide")),
    "floor_modulo": Helper(2, 1, _floor("modulo")),
    "thrown": Helper(3, 2, _thrown),
    "thrown_word": Helper(2, 2, _thrown_word),
    "scrambled": Helper(1, 0, _scrambled),
    "shuffled": Helper(1, 6, _shuffled, 0),
    "below": Helper(1, 2, _rules_dice),
}


IN_PLACE = {"below", "thrown", "taken_anywhere"}
"""Those that are written where they are called."""
