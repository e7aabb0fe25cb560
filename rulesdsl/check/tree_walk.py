"""Walking a tree: every node below one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from rulesdsl.source import Source, Span


@cache
def _parts(kind: type[Any]) -> tuple[str, ...] | None:
    """The attributes of a class of nodes, the last first; None for what is no node."""
    if issubclass(kind, (Span, Source)) or not attrs.has(kind):
        return None
    names = [attribute.name for attribute in attrs.fields(kind) if attribute.name != "span"]
    return tuple(reversed(names))


def nodes_in(node: object) -> Iterator[object]:
    """The node and everything inside it, in the order of the text."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo.extend(reversed(one))
            continue
        parts = _parts(type(one))
        if parts is None:
            continue
        yield one
        todo.extend([getattr(one, name) for name in parts])
