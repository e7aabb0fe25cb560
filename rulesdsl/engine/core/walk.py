"""Going through a program: every node of a tree of frozen data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, get_args

import attrs

from rulesdsl import program as ir
from rulesdsl.program_walk import Parts, taking_apart
from rulesdsl.source import Span

_PARTS: dict[type[Any], Parts | None] = {}
"""What `_parts` has found, by class."""


def _parts(kind: type[Any]) -> Parts | None:
    """Takes a node of this class apart, the last part first; None for what is no node."""
    if kind not in _PARTS:
        if issubclass(kind, (int, str, Enum, Span, type(None))):
            _PARTS[kind] = None
        elif attrs.has(kind):
            _PARTS[kind] = taking_apart(
                [field.name for field in reversed(attrs.fields(kind)) if field.init and field.name != "span"]
            )
        else:
            raise TypeError(f"no part of a tree: {kind.__name__}")
    return _PARTS[kind]


def nodes_in(root: object, enter: Callable[[object], bool] | None = None) -> Iterator[Any]:
    """The node itself and all below it, each before what it contains; not below those `enter` refuses."""
    waiting: list[object] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            # Long rows of numbers (tables, constants) hold no nodes.
            if node and not isinstance(node[0], int):
                waiting.extend(reversed(node))
            continue
        kind = type(node)
        if kind in _PARTS:
            parts = _PARTS[kind]
        elif isinstance(node, Mapping):
            waiting.extend(reversed(list(node.values())))
            continue
        else:
            parts = _parts(kind)
        if parts is not None:
            yield node
            if enter is None or enter(node):
                waiting.extend(parts(node))


def is_expression(node: object) -> bool:
    """Whether a node is an expression: not a type or a variable of one."""
    return isinstance(node, _EXPRESSIONS)


_EXPRESSIONS = get_args(ir.Expr)
