"""Things of attrs classes as JSON: data only, of classes that are named beforehand, and checked.

What is read may come from anybody. It is made of nothing but these classes, each field holds what its
annotation says, and nothing can hold itself; so reading runs no code but that of the classes, and whoever
goes on with what was read can rely on its types.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from operator import attrgetter
from types import ModuleType, NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

Thing = TypeVar("Thing")


class Unreadable(ValueError):
    """This is not what was written for a thing of this kind."""


def dumps(thing: object) -> str:
    """One line. A part that occurs more than once is written once."""
    classes: dict[type, int] = {}
    numbers: dict[int, int] = {}
    nodes: list[list[Any]] = []
    waiting = [thing]
    entered: set[int] = set()
    while waiting:
        node = waiting[-1]
        if id(node) not in entered:
            # The first part first.
            entered.add(id(node))
            waiting += [part for part in _parts(node) if id(part) not in numbers]
            continue
        waiting.pop()
        if id(node) not in numbers:
            kind: Any = type(node)
            values = [_plain(part, numbers) for part in _values(kind)(node)]
            nodes.append([classes.setdefault(kind, len(classes)), *values])
            numbers[id(node)] = len(numbers)
    names = [kind.__name__ for kind in classes]
    return json.dumps({"classes": names, "nodes": nodes}, separators=(",", ":"))


def loads(text: str, kind: type[Thing], classes: Mapping[str, type]) -> Thing:
    """What was written; Unreadable if that is no thing of this kind, made of these classes."""
    try:
        data = json.loads(text)
        readers = [_reader(classes[name]) for name in data["classes"]]
        nodes: list[object] = []
        for record in data["nodes"]:
            nodes.append(readers[record[0]](record, nodes))
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    if not nodes or type(nodes[-1]) is not kind:
        raise Unreadable(f"no {kind.__name__}")
    return nodes[-1]


def checked(value: object, annotation: object) -> Any:  # noqa: ANN401 - what the annotation says
    """A value of JSON as this annotation says, in which no classes occur; Unreadable if it is none."""
    try:
        return _value_reader(annotation)(value, ())
    except (ValueError, TypeError, LookupError) as error:
        raise Unreadable(str(error)) from error


# ---------------------------------------------------------------- the classes


def classes_of(*modules: ModuleType) -> dict[str, type]:
    """All attrs classes of these modules, by their names."""
    return {
        var.__name__: var
        for module in modules
        for var in vars(module).values()
        if isinstance(var, type) and attrs.has(var) and var.__module__ == module.__name__
    }


@cache
def _fields(kind: Any) -> tuple[attrs.Attribute[Any], ...]:  # noqa: ANN401 - any attrs class
    """In the order in which they are written: those that are only given by name come last."""
    written = (field for field in attrs.fields(kind) if field.init)
    return tuple(sorted(written, key=lambda field: field.kw_only))


# ---------------------------------------------------------------- writing


_PLAIN = frozenset((str, int, float, bool, NoneType))
"""What most values are of; the classes of others are looked at more closely."""


@cache
def _values(kind: Any) -> Callable[[object], tuple[object, ...]]:  # noqa: ANN401 - any attrs class
    """Takes a thing of this class apart."""
    names = [field.name for field in _fields(kind)]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple(getattr(thing, name) for name in names)


def _parts(value: object) -> list[object]:
    """The things of our classes right inside of a thing, the last first."""
    kind: Any = type(value)
    waiting = [part for part in _values(kind)(value) if type(part) not in _PLAIN]
    parts = []
    while waiting:
        part = waiting.pop()
        if isinstance(part, (tuple, list)):
            waiting.extend(part)
        elif isinstance(part, Mapping):
            waiting.extend(part.values())
        elif not isinstance(part, (str, int, float, NoneType, Enum)):
            parts.append(part)
    return parts


def _plain(value: object, numbers: Mapping[int, int]) -> object:
    """As JSON has it: a thing of our classes is its number."""
    if type(value) in _PLAIN or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, (tuple, list)):
        return [_plain(part, numbers) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part, numbers) for key, part in value.items()}
    return numbers[id(value)]


# ---------------------------------------------------------------- reading

Nodes = Sequence[object]
"""What has been read before, by its numbers."""
ValueReader = Callable[[Any, Nodes], Any]


@cache
def _reader(kind: Any) -> Callable[[list[Any], list[object]], object]:  # noqa: ANN401 - any attrs class
    hints = get_type_hints(kind)
    fields = _fields(kind)
    readers = [_value_reader(hints[field.name]) for field in fields]
    length = len(fields) + 1
    in_order = sum(not field.kw_only for field in fields)
    names = [str(field.alias) for field in fields[in_order:]]
    assert not any(field.kw_only for field in fields[:in_order])

    def read(record: list[Any], nodes: list[object]) -> object:
        if len(record) != length:
            raise Unreadable(f"{kind.__name__} with {len(record) - 1} fields")
        values = [reader(value, nodes) for reader, value in zip(readers, record[1:], strict=True)]
        return kind(*values[:in_order], **dict(zip(names, values[in_order:], strict=True)))

    return read


@cache
def _value_reader(annotation: Any) -> ValueReader:  # noqa: ANN401 - annotations are of many classes
    origin = get_origin(annotation)
    if origin in (UnionType, Union):
        return _of_union(get_args(annotation))
    if origin in (tuple, list):
        return _of_sequence(origin, get_args(annotation))
    if origin is not None and issubclass(origin, Mapping):
        key, value = get_args(annotation)
        assert key is str
        return _of_mapping(_value_reader(value))
    if annotation in (str, int, float, bool, NoneType):
        return _of_plain((annotation,))
    if attrs.has(annotation):
        return _of_thing(frozenset({annotation}), optional=False)
    if issubclass(annotation, Enum):
        return lambda value, _nodes: annotation[value]
    raise AssertionError(annotation)


def _of_plain(kinds: tuple[type, ...]) -> ValueReader:
    def read(value: object, _nodes: Nodes) -> object:
        if type(value) not in kinds:
            raise Unreadable(f"{type(value).__name__} for {kinds}")
        return value

    return read


def _of_thing(kinds: frozenset[type], *, optional: bool) -> ValueReader:
    def read(value: object, nodes: Nodes) -> object:
        if value is None and optional:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise Unreadable(f"{type(value).__name__} for a thing")
        thing = nodes[value]
        if type(thing) not in kinds:
            raise Unreadable(f"a {type(thing).__name__}")
        return thing

    return read


def _of_union(alternatives: tuple[Any, ...]) -> ValueReader:
    plain = tuple(alternative for alternative in alternatives if alternative in (str, int, bool, NoneType))
    things = frozenset(
        alternative
        for alternative in alternatives
        if alternative not in plain and attrs.has(get_origin(alternative) or alternative)
    )
    if things and len(things) + len(plain) == len(alternatives) and set(plain) <= {NoneType}:
        return _of_thing(things, optional=bool(plain))
    if len(plain) == len(alternatives):
        return _of_plain(plain)
    # Numbers would be taken for things.
    assert not (things and int in plain)
    readers = [_value_reader(alternative) for alternative in alternatives]

    def read(value: object, nodes: Nodes) -> object:
        for reader in readers:
            try:
                return reader(value, nodes)
            except Unreadable:
                continue
        raise Unreadable(f"{type(value).__name__} for one of {alternatives}")

    return read


def _of_sequence(origin: type, members: tuple[Any, ...]) -> ValueReader:
    if origin is list or members[-1] is Ellipsis:
        if members[0] is int:
            return _of_numbers(origin)
        member = _value_reader(members[0])

        def read_all(value: object, nodes: Nodes) -> object:
            if not isinstance(value, list):
                raise Unreadable(f"{type(value).__name__} for several")
            return origin([member(item, nodes) for item in value])

        return read_all
    readers = [_value_reader(member) for member in members]

    def read(value: object, nodes: Nodes) -> object:
        if not isinstance(value, list) or len(value) != len(readers):
            raise Unreadable(f"{type(value).__name__} for {len(readers)}")
        return tuple(reader(item, nodes) for reader, item in zip(readers, value, strict=True))

    return read


def _of_numbers(origin: type) -> ValueReader:
    """Tables are long."""

    def read(value: object, _nodes: Nodes) -> object:
        if not isinstance(value, list) or not set(map(type, value)) <= {int}:
            raise Unreadable(f"{type(value).__name__} for numbers")
        return origin(value)

    return read


def _of_mapping(member: ValueReader) -> ValueReader:
    def read(value: object, nodes: Nodes) -> object:
        if not isinstance(value, dict):
            raise Unreadable(f"{type(value).__name__} for a mapping")
        return {key: member(item, nodes) for key, item in value.items()}

    return read
