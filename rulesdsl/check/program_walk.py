"""Walking a program: what its lines call, read and change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulesdsl.program import Do, Local, Stmt, Var
from rulesdsl.source import Source, Span


def everything(node: object) -> Iterator[object]:
    """Every statement, expression and part of them inside."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo.extend(one)
            continue
        kind: type[Any] = type(one)
        if not attrs.has(kind) or isinstance(one, (Span, Source, Var)):
            continue
        yield one
        todo.extend(getattr(one, attribute.name) for attribute in attrs.fields(kind))


def calls_of(body: tuple[Stmt, ...]) -> list[str]:
    """The procs that lines call directly."""
    return [one.proc for one in everything(body) if isinstance(one, Do)]


def reads_var(body: tuple[Stmt, ...], var: Var) -> bool:
    return any(isinstance(one, Local) and one.var == var for one in everything(body))
