"""What is no text of the subset but code of its own, as the functions by which the subset calls it."""

from __future__ import annotations

from typing import TypeVar

Member = TypeVar("Member", int, list[int])


# ---- memory


def fresh_memory() -> None:
    """Everything that was made since the last decision is forgotten."""
    raise NotImplementedError


def memory_used() -> int:
    """How many bytes were made since the last decision."""
    raise NotImplementedError


def steps_begin() -> None:
    """From here on so many steps are made at most: what never ends stops the machine."""
    raise NotImplementedError


def one_step() -> None:
    """One of them."""
    raise NotImplementedError


def kept_for_good(count: int) -> int:
    """The address of room for so many numbers that is never taken back."""
    raise NotImplementedError


def zeros(count: int) -> list[int]:
    """A new row of so many."""
    raise NotImplementedError


def same(member: int, count: int) -> list[int]:
    """A new row of one number so many times, which are more than none."""
    raise NotImplementedError


def every(row: list[Member], first: int, step: int, count: int) -> list[Member]:
    """A new row of so many members, all of which are there: from a place on, each so many places behind the
    one before.
    """
    raise NotImplementedError


def row_at(address: int, count: int) -> list[int]:
    """So many numbers from an address on."""
    raise NotImplementedError


def joined(a: list[Member], b: list[Member]) -> list[Member]:
    """A new row of the members of both."""
    raise NotImplementedError


def bits_of(row: list[int]) -> int:
    """Numbers below 64, each there once, as bits; 0 if the row is none of those."""
    raise NotImplementedError


def of_bits(bits: int) -> list[int]:
    """A new row of the numbers of bits, the least first."""
    raise NotImplementedError


def no_bytes(address: int, count: int) -> None:
    """So many bytes become 0."""
    raise NotImplementedError


def put_byte(address: int) -> None:
    """A byte becomes 1."""
    raise NotImplementedError


# ---- what a number stands for


def as_word(row: list[Member]) -> int:
    """A row as the number that stands for it."""
    raise NotImplementedError


def as_row(word: int) -> list[int]:
    raise NotImplementedError


def as_rows_of(word: int, member: Member) -> list[Member]:
    """As a row of members of the type of this one."""
    raise NotImplementedError


def as_float(bits: int) -> float:
    raise NotImplementedError


def as_bits(number: float) -> int:
    raise NotImplementedError


# ---- the dice of who chooses


def shared_numbers() -> list[int]:
    """What is told by and to whoever calls."""
    raise NotImplementedError


def thrown(shared: list[int], n: int) -> int:
    """A number below n, by the stream at the beginning of what is told."""
    raise NotImplementedError


def thrown_word(shared: list[int]) -> int:
    """A number of 32 bits, by the same."""
    raise NotImplementedError


def cells_have_changed() -> None:
    """What was kept while none changed (`loops.STILL`) is worked out anew."""
    raise NotImplementedError
