"""Going through a program: every node of a tree of frozen data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, cast, get_args

import attrs

from rulesdsl import program as ir
from rulesdsl.source import Span


@lru_cache(maxsize=256)
def _fields(kind: Hashable) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in attrs.fields(cast("type[attrs.AttrsInstance]", kind))
        if field.init and field.name != "span"
    )


def nodes_in(root: object, enter: Callable[[object], bool] | None = None) -> Iterator[Any]:
    """The node itself and all below it, each before what it contains; not below those `enter` refuses."""
    waiting: list[object] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            # Long rows of numbers (tables, constants) hold no nodes.
            if node and not isinstance(node[0], int):
                waiting.extend(reversed(node))
        elif isinstance(node, Mapping):
            waiting.extend(reversed(list(node.values())))
        elif isinstance(node, (int, str, Enum, Span)) or node is None:
            continue
        elif attrs.has(type(node)):
            yield node
            if enter is None or enter(node):
                waiting.extend(
                    getattr(node, name) for name in reversed(_fields(cast("Hashable", type(node))))
                )
        else:
            raise TypeError(f"no part of a tree: {type(node).__name__}")


def is_expression(node: object) -> bool:
    """Whether a node is an expression: not a type or a variable of one."""
    return isinstance(node, _EXPRESSIONS)


_EXPRESSIONS = get_args(ir.Expr)
