"""What Python's own functions do with rows, in the subset: for the machine alone. Where members are numbers
or rows, each function is translated for either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rulesdsl.native.primitives import (
    as_row,
    as_rows_of,
    as_word,
    bits_of,
    every,
    joined,
    of_bits,
    row_at,
    same,
    zeros,
)

Member = TypeVar("Member", int, list[int])
FEW, FEW_MOVED = 5, 32


def both_rows(a: list[Member], b: list[Member]) -> list[Member]:
    return joined(a, b)


def grown(a: list[int], b: list[int]) -> list[int]:
    """The first row, longer by the second, in the room that it has; short ones are put together at once."""
    if len(a) <= FEW_MOVED:
        return joined(a, b)
    for member in b:
        a.append(member)
    return a


def repeated(row: list[int], times: int) -> list[int]:
    if len(row) == 1 and row[0] == 0 and times > 0:
        return zeros(times)
    if len(row) == 1 and times > 0:
        return same(row[0], times)
    result = []
    for _ in range(times):
        for member in row:
            result.append(member)
    return result


def stepped(row: list[int], low: int, high: int, step: int) -> list[int]:
    """A part of a row, every so many members or backwards."""
    length = len(row)
    if step > 0:
        start = 0 if low == -(2**63) else _clamped(low, length, 0, length)
        stop = length if high == -(2**63) else _clamped(high, length, 0, length)
    else:
        start = length - 1 if low == -(2**63) else _clamped(low, length, -1, length - 1)
        stop = -1 if high == -(2**63) else _clamped(high, length, -1, length - 1)
    distance = (stop - start if step > 0 else start - stop) + abs(step) - 1
    return every(row, start, step, distance // abs(step) if distance > 0 else 0)


def _clamped(place: int, length: int, least: int, most: int) -> int:
    if place < 0:
        place += length
    return least if place < least else min(place, most)


def same_rows(a: list[Member], b: list[Member]) -> int:
    if len(a) != len(b):
        return 0
    for index in range(len(a)):
        if a[index] != b[index]:
            return 0
    return 1


def order_of_rows(a: list[int], b: list[int]) -> int:
    """Less than 0 if the first comes first, 0 if they are equal."""
    shorter = min(len(b), len(a))
    for index in range(shorter):
        if a[index] != b[index]:
            return -1 if a[index] < b[index] else 1
    return len(a) - len(b)


def holds_member(row: list[Member], wanted: Member) -> int:
    for member in row:
        if member == wanted:
            return 1
    return 0


def count_of(row: list[Member], wanted: Member) -> int:
    count = 0
    for member in row:
        count += 1 if member == wanted else 0
    return count


def turned(row: list[Member]) -> list[Member]:
    return every(row, len(row) - 1, -1, len(row))


def without_place(row: list[int], place: int) -> list[int]:
    """The row without the member at a place, in its own room."""
    length = len(row)
    if place < 0:
        place += length
    row[place : length - 1] = row[place + 1 : length]
    return row[: length - 1]


def in_order(row: list[Member]) -> list[Member]:
    result = row[:]
    for index in range(1, len(result)):
        member = result[index]
        place = index
        while place > 0 and member < result[place - 1]:
            result[place] = result[place - 1]
            place -= 1
        result[place] = member
    return result


def numbers_in_order(row: list[int]) -> list[int]:
    """Small numbers, each there once, are bits, out of which they come in order."""
    if len(row) < FEW:
        return in_order(row)
    bits = bits_of(row)
    return of_bits(bits) if bits else in_order(row)


def both_in_order(a: list[int], b: list[int]) -> list[int]:
    """The members of both; such are mostly pieces, and none lies at two places."""
    first = bits_of(a)
    other = bits_of(b)
    if (first or not a) and (other or not b) and first & other == 0:
        return of_bits(first | other)
    return in_order(joined(a, b))


def in_order_of(row: list[int], keys: list[Member]) -> list[int]:
    result = row[:]
    by = keys[:]
    for index in range(1, len(result)):
        member = result[index]
        key = by[index]
        place = index
        while place > 0 and key < by[place - 1]:
            result[place] = result[place - 1]
            by[place] = by[place - 1]
            place -= 1
        result[place] = member
        by[place] = key
    return result


def distinct(row: list[Member]) -> list[Member]:
    """Each once, in the order in which they come first."""
    result = []
    for member in row:
        if member not in result:
            result.append(member)
    return result


def with_member(row: list[Member], member: Member) -> list[Member]:
    """A set with one more member, in the room that it has."""
    if member not in row:
        row.append(member)
    return row


def least_of(row: Sequence[Member]) -> Member:
    result = row[0]
    for member in row:
        if member < result:
            result = member
    return result


def most_of(row: Sequence[Member]) -> Member:
    result = row[0]
    for member in row:
        if result < member:
            result = member
    return result


def bisect(row: list[int], wanted: int, low: int = 0, high: int = -1) -> int:
    if high < 0:
        high = len(row)
    while low < high:
        middle = (low + high) // 2
        if row[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


# ---- dicts: the number of entries, the keys, the values, and a row of slots with numbers of entries


def table_made() -> list[int]:
    return [0, 0, 0, as_word(zeros(16))]


def table_part(head: list[int], part: int) -> list[int]:
    return as_row(head[part])


def hashed(key: Member) -> int:
    if isinstance(key, list):
        result = len(key)
        for member in key:
            result = (result ^ hashed(member)) * -7046029254386353131
        return result ^ (result >> 29)
    number = key * -7046029254386353131
    return number ^ (number >> 29)


def table_place(head: list[int], key: Member) -> int:
    """The number of the entry, -1 if there is none."""
    slots = as_row(head[3])
    keys = as_rows_of(head[1], key)
    mask = len(slots) - 1
    slot = hashed(key) & mask
    while slots[slot] != 0:
        if keys[slots[slot] - 1] == key:
            return slots[slot] - 1
        slot = (slot + 1) & mask
    return -1


def table_value(head: list[int], key: Member) -> int:
    place = table_place(head, key)
    return -(2**63) if place < 0 else as_row(head[2])[place]


def table_put(head: list[int], key: Member, value: int) -> None:
    place = table_place(head, key)
    values = as_row(head[2])
    if place >= 0:
        values[place] = value
        return
    keys = as_rows_of(head[1], key)
    keys.append(key)
    values.append(value)
    head[1] = as_word(keys)
    head[2] = as_word(values)
    head[0] += 1
    if 2 * head[0] > len(as_row(head[3])):
        head[3] = as_word(zeros(4 * len(as_row(head[3]))))
        for number in range(head[0]):
            _slotted(as_row(head[3]), keys[number], number + 1)
    else:
        _slotted(as_row(head[3]), key, head[0])


def _slotted(slots: list[int], key: Member, number: int) -> None:
    mask = len(slots) - 1
    slot = hashed(key) & mask
    while slots[slot] != 0:
        slot = (slot + 1) & mask
    slots[slot] = number


def keyed(row: list[int], more: list[int]) -> list[int]:
    """A key goes on with a row: its length and its members."""
    row.append(len(more))
    for member in more:
        row.append(member)
    return row


# ---- what is remembered: a slot for each hash, with the length of the key, the key, and the value


def _cached(index: int, key: list[int]) -> list[int]:
    size = 26
    return row_at(index + 8 * size * (hashed(key) & 4095), size)


def remembered(table: int, key: list[int]) -> int:
    if len(key) > 24:
        return -(2**63)
    slot = _cached(table, key)
    if slot[0] != len(key) + 1:
        return -(2**63)
    for index in range(len(key)):
        if slot[index + 1] != key[index]:
            return -(2**63)
    return slot[25]


def remember(table: int, key: list[int], value: int) -> None:
    if len(key) <= 24:
        slot = _cached(table, key)
        slot[0] = len(key) + 1
        for index in range(len(key)):
            slot[index + 1] = key[index]
        slot[25] = value
