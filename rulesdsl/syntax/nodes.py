"""Nodes built by their classes: each field takes what of the text has its type, in the order of the class."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from attrs import field, fields, frozen
from lark import Token

from rulesdsl.syntax import ast
from rulesdsl.syntax.parts import Builder, Part, Parts

PARTS_OF_OTHERS = frozenset(
    {"actions", "at_end", "by_team", "chance_seen", "copies", "deep", "draw_as", "each_phase", "fields"}
    | {"for_case", "in_menu", "no_winner", "params", "result", "starts_at", "state_seen", "table_body"}
)
"""Rules that are no node, and whose parts are taken by the node they stand in."""


@frozen
class _Field:
    name: str
    kinds: tuple[type, ...]
    many: bool
    known: dict[type, bool] = field(factory=dict)

    def takes(self, part: Part) -> bool:
        """Whether a part has the type of the field: many are unions of all expressions or lines."""
        kind = type(part)
        if kind not in self.known:
            self.known[kind] = issubclass(kind, self.kinds)
        return self.known[kind]


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    hints = get_type_hints(kind, vars(ast))
    result = []
    for name in (attribute.name for attribute in fields(kind) if attribute.name != "span"):
        many = get_origin(hints[name]) is tuple
        hint = get_args(hints[name])[0] if many else hints[name]
        result.append(_Field(name, get_args(hint) or (hint,), many))
    return tuple(result)


def node(kind: type, **given: Part | Callable[[Parts], Part]) -> Builder:
    """The builder of a class. What is `given` is a value, or a function of the parts; all else is what comes
    first among the parts that are left and of the field's type, or all of these, where the field is many."""

    def builder(parts: Parts) -> Part:
        left = _parts_taken(parts)
        values: dict[str, Any] = {"span": parts.span}
        for attribute in _fields(kind):
            if attribute.name in given:
                value = given[attribute.name]
                values[attribute.name] = value(parts) if callable(value) else value
            elif attribute.many:
                values[attribute.name] = tuple([part for part in left if attribute.takes(part)])
                left = [part for part in left if not attribute.takes(part)]
            else:
                values[attribute.name] = _first(attribute, left, parts.rule)
        return kind(**values)

    return builder


def builders_of_classes() -> Mapping[str, Builder]:
    """For each class the builder of the rule that has its name: `SetTo` of `set_to`."""
    kinds = (kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.Node))
    return {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): node(kind) for kind in kinds}


def _first(attribute: _Field, left: list[Part], rule: str) -> Part:
    for index, part in enumerate(left):
        if attribute.takes(part):
            return left.pop(index)
    if NoneType not in attribute.kinds:
        raise AssertionError(f"nothing in `{rule}` is `{attribute.name}`")
    return None


def _parts_taken(parts: Parts) -> list[Part]:
    result: list[Part] = []
    for child in parts.children:
        if isinstance(child, Token):
            if child.type == "INT":
                result.append(int(child))
        elif not isinstance(child, Parts):
            result.append(child)
        elif child.rule == "args":
            result += map(argument, child.nodes)
        elif child.rule in PARTS_OF_OTHERS:
            result += _parts_taken(child)
    return result


def arguments(parts: Parts) -> tuple[ast.Argument, ...]:
    """The arguments in the brackets of an action or a routine; none without brackets."""
    args = parts.parts("args")
    return tuple(map(argument, args.nodes)) if args else ()


def argument(value: Part) -> ast.Argument:
    if isinstance(value, ast.Argument):
        return value
    return ast.Argument(None, value, span=value.span)


def single(parts: Parts) -> Part:
    """The node that a rule consists of, besides keywords."""
    return parts.nodes[0]


def after(word: str) -> Callable[[Parts], Part]:
    """What stands behind a word of the language; None where that word was not written."""
    return lambda parts: parts.after(word)


def has(word: str) -> Callable[[Parts], bool]:
    """Whether a word of the language was written."""
    return lambda parts: parts.has(word)


def includes(rule: str) -> Callable[[Parts], bool]:
    """Whether a rule that is no node is there."""
    return lambda parts: parts.parts(rule) is not None
