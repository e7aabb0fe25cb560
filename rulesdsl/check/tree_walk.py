"""Walking a tree: every node below one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast


def nodes_in(node: object) -> Iterator[object]:
    """The node and everything inside it, in the order of the text."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo.extend(reversed(one))
            continue
        kind: type[Any] = type(one)
        if not attrs.has(kind) or isinstance(one, (Span, Source)):
            continue
        yield one
        parts = [getattr(one, attribute.name) for attribute in attrs.fields(kind) if attribute.name != "span"]
        todo.extend(reversed(parts))


def rules_of(cite: ast.Cite | None) -> tuple[str, ...]:
    return tuple(name.text for name in cite.rules) if cite is not None else ()
