"""What an expression comes to when it is translated: something known, a number, one of several things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from attrs import define, field, frozen

from rulesdsl.native import wasm
from rulesdsl.native.ranges import UNKNOWN, Range, range_of
from rulesdsl.native.types import INT, Type


# Operands are made more often than anything else. Nothing ever changes one, but to be kept from it would take
# most of the time in which they are made.
@define(eq=False)
class Fixed:
    """Known when the program is translated."""

    value: Any


@define(eq=False)
class Value:
    """Code that leaves one number on the stack."""

    code: bytes = field(repr=False)
    type: Type
    narrow: bool = False
    """32 bits: the outcome of a comparison."""
    low: int | None = None
    high: int | None = None
    """Between which numbers it lies, where that is known."""
    step: int = 1
    past: int | None = None
    """As in `Range`."""
    fresh: bool = False
    """A row that nobody else holds."""
    own: bool = False
    """A row that nobody outside of this function holds."""
    view: bool = False
    """A row that may be part of the cells, and change with them."""
    members: Members | None = None
    """What is known of its members, if it is a row that is taken apart, or gone through, at once."""
    parts: tuple[bytes, int] | None = None
    """The code of a number that is not negative, and a number that comes to it, where it is such a sum."""

    @property
    def range(self) -> Range:
        return Range(self.low, self.high, self.step, self.past)


NOWHERE = Range(0, -1)
"""Where a row lies that is no part of the cells."""


@frozen
class Members:
    """Of a row of numbers: how many there are, if that is known, and between which numbers they lie."""

    count: int | None
    range: Range
    places: Range = UNKNOWN
    """In which cells they lie, if they do, and that is known."""
    most: int | None = None
    """How many there can be."""

    def or_else(self, other: Members) -> Members:
        """Of a row that is either."""
        if NOWHERE in (self.places, other.places):
            places = other.places if self.places == NOWHERE else self.places
        else:
            places = self.places.or_else(other.places)
        most = None if self.most is None or other.most is None else max(self.most, other.most)
        count = self.count if self.count == other.count else None
        between = other.range if self.most == 0 else self.range
        if self.most and other.most != 0:
            between = self.range.or_else(other.range)
        return Members(count, between, places, most)


Facts = tuple[Range | None, Members | None]
"""What is known of one of several constants: between which numbers it lies, or of a row its members."""
NO_FACTS: Facts = None, None


def facts(among: Sequence[object]) -> Facts:
    if among and all(isinstance(member, int) for member in among):
        return range_of(among), None
    rows = [member for member in among if isinstance(member, tuple)]
    parts = [part for row in rows for part in row]
    same = len(rows) == len(among) > 0 and len({len(row) for row in rows}) == 1
    if same and parts and all(isinstance(part, int) for part in parts):
        return None, Members(len(rows[0]), range_of(parts))
    return NO_FACTS


@define(eq=False)
class Several:
    """A tuple whose members are here one by one."""

    items: tuple[Operand, ...]


@frozen(eq=False)
class Chosen:
    """One of several things known, by a number that lies in a local."""

    among: tuple[Any, ...]
    place: int


@frozen(eq=False)
class Tally:
    """How often each of some small numbers is in a row: in one number, so many bits for each."""

    local: int
    low: int
    high: int
    bits: int


@frozen(eq=False)
class Bound:
    """A method, with what it belongs to."""

    name: str
    owner: Operand
    source: str
    """The name of the variable that the row lies in, if it is one."""


Operand: TypeAlias = Fixed | Value | Several | Chosen | Bound | Tally


class Marker:
    """What stands for the cells, or for the state, while the code is translated."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


CELLS = Marker("cells")


def number(code: bytes, low: int | None = None, high: int | None = None) -> Value:
    return Value(code, INT, low=low, high=high)


def ranged(value: Value, range_: Range) -> Value:
    # As `evolve`, which takes longer.
    return Value(
        value.code,
        value.type,
        value.narrow,
        range_.low,
        range_.high,
        range_.step,
        range_.past,
        value.fresh,
        value.own,
        value.view,
        value.members,
    )


def coded(value: Value, code: bytes) -> Value:
    """The same, by other code of 64 bits."""
    return Value(
        code,
        value.type,
        False,
        value.low,
        value.high,
        value.step,
        value.past,
        value.fresh,
        value.own,
        value.view,
        value.members,
    )


def range_of_operand(operand: Operand) -> Range:
    match operand:
        case Fixed(value=int() as known_):
            return Range(int(known_), int(known_))
        case Value():
            return operand.range
        case _:
            return UNKNOWN


def flag(code: bytes) -> Value:
    """The outcome of a comparison."""
    return Value(code, INT, narrow=True, low=0, high=1)


def widened(value: Value) -> Value:
    return coded(value, value.code + wasm.op("i64.extend_i32_u")) if value.narrow else value


def known(operands: Sequence[Operand]) -> list[Any] | None:
    """What they are, if all of them are known."""
    fixed = [
        operand.value for operand in operands if isinstance(operand, Fixed) and operand.value is not CELLS
    ]
    return fixed if len(fixed) == len(operands) else None


def members(operand: Operand) -> list[Operand] | None:
    """The members of a tuple, if it is known how many there are."""
    if isinstance(operand, Several):
        return list(operand.items)
    if isinstance(operand, Fixed) and operand.value is not CELLS:
        return [Fixed(item) for item in operand.value]
    return None


def known_place(row: Value, index: Operand) -> int | None:
    """The address of a member, if both are known where this is written, and it is there."""
    lies = wasm.constant_in(row.code)
    if lies is None or not isinstance(index, Fixed) or not isinstance(index.value, int):
        return None
    return (lies & 0xFFFF_FFFF) + 8 * index.value if 0 <= index.value < lies >> 32 else None
