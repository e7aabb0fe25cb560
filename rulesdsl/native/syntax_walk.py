"""Going through the text of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen


def walked(root: ast.AST) -> list[ast.AST]:
    """All lines and expressions below, as `ast.walk`, in less time."""
    nodes: list[ast.AST] = []
    open_: list[ast.AST | None] = [root]
    parts = _PARTS
    while open_:
        node = open_.pop()
        if node is None:
            continue
        nodes.append(node)
        kind = node.__class__
        for name in parts[kind] if kind in parts else _parts(kind):
            value = getattr(node, name)
            if value.__class__ is list:
                open_ += value
            elif value is not None:
                open_.append(value)
    return nodes


_NO_PARTS = {
    "ctx",
    "op",
    "ops",
    "kind",
    "type_comment",
    "conversion",
    "is_async",
    "simple",
    "level",
    "names",
    "asname",
    "module",
    "id",
    "attr",
    "name",
    "arg",
}


_PARTS: dict[type[ast.AST], tuple[str, ...]] = {ast.Constant: ()}


def _parts(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of such a node in which there are others."""
    _PARTS[kind] = tuple(name for name in kind._fields if name not in _NO_PARTS)
    return _PARTS[kind]


def lines_in(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All lines, with those inside others."""
    for line in body:
        yield line
        match line:
            case ast.If() | ast.For() | ast.While():
                yield from lines_in(line.body)
                yield from lines_in(line.orelse)
            case _:
                pass


def names_in(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
        return
    for node in walked(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


_GROWING = {"append", "add", "pop", "sort", "reverse", "extend", "insert", "clear"}
_OF_INTEREST = {ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.NamedExpr, ast.Call, ast.Subscript}


@frozen
class Changes:
    """What becomes of variables."""

    counts: dict[str, int]
    """How often each is given a value by a line."""
    grown: dict[str, int]
    """The rows that are changed in place, and in how many lines."""
    named: set[str]
    """All that are given a value anywhere."""


@lru_cache(maxsize=8192)
def changes(root: ast.AST) -> Changes:
    counts: dict[str, int] = {}
    grown: dict[str, int] = {}
    named: set[str] = set()
    for node in walked(root):
        if isinstance(node, ast.Name):
            if node.ctx.__class__ is ast.Store:
                named.add(node.id)
            continue
        if node.__class__ not in _OF_INTEREST:
            continue
        targets: list[ast.expr] = []
        match node:
            case ast.Assign(targets=several):
                targets = several
            case ast.AugAssign(target=target, op=op):
                # It has had a value before.
                targets = [target, target]
                if isinstance(target, ast.Name) and isinstance(op, ast.Add):
                    grown[target.id] = grown.get(target.id, 0) + 1
            case ast.AnnAssign(target=target) | ast.For(target=target) | ast.NamedExpr(target=target):
                targets = [target]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in _GROWING:
                grown[name] = grown.get(name, 0) + 1
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                grown[name] = grown.get(name, 0) + 1
            case _:
                pass
        for target in targets:
            for name in names_in(target):
                counts[name] = counts.get(name, 0) + 1
    return Changes(counts, grown, named)
