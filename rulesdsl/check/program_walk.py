"""Walking a program: what its lines call, read and change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulesdsl.program import Do, Local, Stmt, Var
from rulesdsl.source import Source, Span

_PARTS: dict[type[Any], tuple[str, ...] | None] = {}
"""What `_parts` has found, by class."""


def _parts(kind: type[Any]) -> tuple[str, ...] | None:
    """The attributes of a class of the program; None for what is no part of one."""
    if kind not in _PARTS:
        if issubclass(kind, (Span, Source, Var)) or not attrs.has(kind):
            _PARTS[kind] = None
        else:
            names = [one.name for one in attrs.fields(kind) if one.name != "span"]
            _PARTS[kind] = tuple(names)
    return _PARTS[kind]


def parts_of(node: object) -> list[object]:
    """What a statement or expression consists of; nothing for anything else."""
    return [getattr(node, name) for name in _parts(type(node)) or ()]


def everything(node: object) -> Iterator[object]:
    """Every statement, expression and part of them inside."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo.extend(one)
            continue
        parts = _parts(type(one))
        if parts is None:
            continue
        yield one
        todo.extend([getattr(one, name) for name in parts])


def calls_of(body: tuple[Stmt, ...]) -> list[str]:
    """The procs that lines call directly."""
    return [one.proc for one in everything(body) if isinstance(one, Do)]


def times_read(body: tuple[Stmt, ...], var: Var) -> int:
    return sum(isinstance(one, Local) and one.var == var for one in everything(body))
