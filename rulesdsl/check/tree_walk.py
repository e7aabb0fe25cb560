"""Walking a tree: every node below one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulesdsl.program_walk import Parts, taking_apart
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast

_PARTS: dict[type[Any], Parts | None] = {}
"""What `_parts` has found, by class."""


def _parts(kind: type[Any]) -> Parts | None:
    """Takes a node of this class apart, the last part first; None for what is no node."""
    if issubclass(kind, (Span, Source)) or not attrs.has(kind):
        return None
    return taking_apart([field.name for field in reversed(attrs.fields(kind)) if field.name != "span"])


def nodes_in(node: object) -> Iterator[object]:
    """The node and everything inside it, in the order of the text."""
    todo = [node]
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is tuple:
            todo.extend(reversed(item))  # type: ignore[call-overload]
            continue
        if kind not in _PARTS:
            _PARTS[kind] = _parts(kind)
        parts = _PARTS[kind]
        if parts is not None:
            yield item
            todo.extend(parts(item))


def rules_of(cite: ast.Cite | None) -> tuple[str, ...]:
    """The ids of the rules that a line cites."""
    return tuple(name.text for name in cite.rules) if cite is not None else ()
