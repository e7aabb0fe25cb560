"""The types of the subset: what a number of 64 bits stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define, field, frozen


class NotNative(Exception):
    """What the translator does not know, and where; it never guesses."""


class NeverReached(Exception):
    """A line that nothing leads to: there is nothing it could be done with."""


@frozen
class Int:
    """A whole number, or a flag as 0 or 1."""

    def __str__(self) -> str:
        return "int"


@frozen
class Float:
    """A number of floating point, by its bits."""

    def __str__(self) -> str:
        return "float"


@frozen
class Str:
    """One of the words of the engine, by its number."""

    def __str__(self) -> str:
        return "str"


@frozen
class Seq:
    """Values of one type in a row: its length in the upper half, its address in the lower."""

    of: Type

    def __str__(self) -> str:
        return f"list[{self.of}]"


@frozen
class Record:
    """Values of several types, by the address of the first."""

    of: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.of))}]"


@define(eq=False)
class Shape:
    """A class with what is known of its objects beforehand, and the types of their other attributes."""

    kind: type
    fixed: dict[str, object]
    fields: dict[str, Type] = field(factory=dict)


@frozen
class Instance:
    """An object, by the address of its attributes."""

    shape: Shape

    def __str__(self) -> str:
        return self.shape.kind.__name__


@frozen
class Table:
    """A dict: by the address of its head."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"dict[{self.key}, {self.value}]"


@frozen
class Maybe:
    """None is the least number there is."""

    of: Type

    def __str__(self) -> str:
        return f"{self.of} | None"


@define(eq=False)
class Open:
    """A type that is not known yet."""

    known: Type | None = None

    def __str__(self) -> str:
        return "?" if self.known is None else str(self.known)


Type: TypeAlias = Int | Float | Str | Seq | Record | Instance | Table | Maybe | Open
INT, FLOAT, STR = Int(), Float(), Str()
NO_VALUE = -(2**63)


_WITH_NONE_IN_IT = frozenset({Int, Float, Str, Instance, Open})
"""Types without others in them."""


def found(kind: Type) -> Type:
    while type(kind) is Open and kind.known is not None:
        kind = kind.known
    return kind


def resolved(kind: Type) -> Type:
    """Without anything open in it that is known by now."""
    if type(kind) is Open:
        kind = found(kind)
    return kind if type(kind) in _WITH_NONE_IN_IT else _of_others(kind, resolved)


def settled(kind: Type) -> Type:
    """With numbers in place of what is still open: nothing was ever put there."""
    kind = found(kind)
    if type(kind) in _WITH_NONE_IN_IT:
        return INT if type(kind) is Open else kind
    return _of_others(kind, settled)


def _of_others(kind: Type, other: Callable[[Type], Type]) -> Type:
    """The same of other types than those in it; itself if they are none."""
    match kind:
        case Seq(of=of) | Maybe(of=of):
            inner = other(of)
            return kind if inner is of else type(kind)(inner)
        case Record(of=several):
            return Record(tuple(map(other, several)))
        case Table(key=key, value=value):
            return Table(other(key), other(value))
        case _:
            return kind


def is_open(kind: Type) -> bool:
    kind = found(kind)
    if type(kind) in _WITH_NONE_IN_IT:
        return type(kind) is Open
    match kind:
        case Seq(of=of) | Maybe(of=of):
            return is_open(of)
        case Record(of=several):
            return any(map(is_open, several))
        case Table(key=key, value=value):
            return is_open(key) or is_open(value)
        case _:
            return False


def holds_objects(kind: Type) -> bool:
    """Whether there is an object in it, of which there are many kinds by what is known of them beforehand."""
    match found(kind):
        case Instance():
            return True
        case Seq(of=of) | Maybe(of=of):
            return holds_objects(of)
        case Record(of=several):
            return any(map(holds_objects, several))
        case Table(key=key, value=value):
            return holds_objects(key) or holds_objects(value)
        case _:
            return False


def unify(a: Type, b: Type) -> Type:
    """The one type that both are; NotNative if they are not."""
    a, b = found(a), found(b)
    if a is b or a == b:
        return a
    if isinstance(a, Open):
        a.known = b
        return b
    if isinstance(b, Open):
        b.known = a
        return a
    match a, b:
        case Maybe(of=x), Maybe(of=y):
            return Maybe(unify(x, y))
        case (Maybe(of=x), y) | (y, Maybe(of=x)):
            return Maybe(unify(x, y))
        case Seq(of=x), Seq(of=y):
            return Seq(unify(x, y))
        case Record(of=xs), Record(of=ys) if len(xs) == len(ys):
            return Record(tuple(unify(x, y) for x, y in zip(xs, ys, strict=True)))
        case Table(key=k, value=v), Table(key=m, value=w):
            return Table(unify(k, m), unify(v, w))
        case _:
            raise NotNative(f"this is {a} and also {b}")
