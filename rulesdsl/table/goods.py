"""Bundles at the table: what lies there and stands for one of their kinds, by the name of that kind.

A bundle is a number for each of a kind. A click on a cube of wood, or on the entry "wood 5", is meant for the
options that have some wood in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulesdsl.engine.labels.things import Thing, Value

if TYPE_CHECKING:
    from rulesdsl.table.lit import Part


def part_of_goods(name: str) -> Part:
    return "goods", name, None, None


def goods_in(parameter: str, value: Value) -> Iterator[Part]:
    """The kind of a number of a bundle, if there is some of it: `give wood` is a parameter of its own."""
    _, blank, kind = parameter.partition(" ")
    if blank and isinstance(value, int) and value > 0:
        yield part_of_goods(kind)


def goods_of(thing: Thing) -> tuple[Part, ...]:
    """What a piece or a value may be one of: what it is called, and the values that it has."""
    attributes = (value for value in thing.attributes.values() if isinstance(value, Thing))
    names = dict.fromkeys(name for each in (thing, *attributes) for name in (each.label, each.name))
    return tuple(map(part_of_goods, names))
