"""Walking a tree: every node below one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast

_PARTS: dict[type[Any], tuple[str, ...] | None] = {}
"""What `_parts` has found, by class."""


def _parts(kind: type[Any]) -> tuple[str, ...] | None:
    """The attributes of a class of nodes, the last first; None for what is no node."""
    if kind not in _PARTS:
        if issubclass(kind, (Span, Source)) or not attrs.has(kind):
            _PARTS[kind] = None
        else:
            names = [one.name for one in attrs.fields(kind) if one.name != "span"]
            _PARTS[kind] = tuple(reversed(names))
    return _PARTS[kind]


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


def rules_of(cite: ast.Cite | None) -> tuple[str, ...]:
    """The ids of the rules that a line cites."""
    return tuple(name.text for name in cite.rules) if cite is not None else ()
