"""Walking a tree: every node below one."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulesdsl.source import Source, Span


def nodes_in(node: object) -> Iterator[object]:
    """The node and everything inside it, in the order of the text."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo.extend(reversed(one))
            continue
        if not attrs.has(type(one)) or isinstance(one, (Span, Source)):
            continue
        yield one
        parts = [getattr(one, attribute.name) for attribute in attrs.fields(type(one)) if attribute.name != "span"]
        todo.extend(reversed(parts))
