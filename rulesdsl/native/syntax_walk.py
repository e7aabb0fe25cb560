"""Going through the text of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def walked(root: ast.AST) -> Iterator[ast.AST]:
    """All lines and expressions below, as `ast.walk`, in less time."""
    open_: list[ast.AST | None] = [root]
    while open_:
        node = open_.pop()
        if node is None:
            continue
        yield node
        for name in _parts(type(node)):
            value = getattr(node, name)
            if type(value) is list:
                open_ += value
            elif isinstance(value, ast.AST):
                open_.append(value)


_NO_PARTS = {
    "ctx",
    "op",
    "ops",
    "kind",
    "type_comment",
    "conversion",
    "is_async",
    "id",
    "attr",
    "name",
    "arg",
}


_PARTS: dict[type[ast.AST], tuple[str, ...]] = {ast.Constant: ()}


def _parts(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of such a node in which there are others."""
    known = _PARTS.get(kind)
    if known is None:
        known = _PARTS[kind] = tuple(name for name in kind._fields if name not in _NO_PARTS)
    return known


def lines_in(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All lines, with those inside others."""
    for line in body:
        yield line
        match line:
            case ast.If(body=inner, orelse=other) | ast.For(body=inner, orelse=other):
                yield from lines_in(inner)
                yield from lines_in(other)
            case ast.While(body=inner, orelse=other):
                yield from lines_in(inner)
                yield from lines_in(other)
            case _:
                pass
