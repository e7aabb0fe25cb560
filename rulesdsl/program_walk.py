"""Walking a program: what its lines call, read and change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from operator import attrgetter
from typing import Any, get_args

import attrs

from rulesdsl import program as ir
from rulesdsl.source import Source, Span

Parts = Callable[[Any], tuple[object, ...]]

_PARTS: dict[type[Any], Parts | None] = {}
"""What `_parts` has found, by class."""


def taking_apart(names: list[str]) -> Parts:
    """The attributes of these names, together. Walks take most of the time of a check."""
    match names:
        case []:
            return lambda _node: ()
        case [name]:
            alone = attrgetter(name)
            return lambda node: (alone(node),)
        case _:
            return attrgetter(*names)


def _parts(kind: type[Any]) -> Parts | None:
    """Takes a part of a program of this class apart; None for what is no part of one."""
    if kind not in _PARTS:
        if issubclass(kind, (Span, Source, ir.Var, int, str, Enum, type(None))):
            _PARTS[kind] = None
        elif not attrs.has(kind):
            raise TypeError(f"no part of a program: {kind.__name__}")
        else:
            _PARTS[kind] = taking_apart(
                [field.name for field in attrs.fields(kind) if field.init and field.name != "span"]
            )
    return _PARTS[kind]


def parts_of(node: object) -> tuple[object, ...]:
    """What a statement or expression consists of; nothing for anything else."""
    parts = _parts(type(node))
    return () if parts is None else parts(node)


def everything(node: object) -> Iterator[object]:
    """Every statement, expression and part of them inside."""
    todo = [node]
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind is tuple:
            todo.extend(part)  # type: ignore[arg-type]
            continue
        parts = _PARTS[kind] if kind in _PARTS else _parts(kind)
        if parts is not None:
            yield part
            todo.extend(parts(part))


_BLOCKS: dict[type[Any], Parts] = {}
"""What `blocks_in` has found, by class."""
_LINES = frozenset(get_args(ir.Stmt))


def blocks_in(node: object) -> tuple[object, ...]:
    """The lines, and the alternatives that have lines, which lie in a part of a program."""
    kind = type(node)
    if kind not in _BLOCKS:
        fields = attrs.fields(kind) if attrs.has(kind) else ()
        _BLOCKS[kind] = taking_apart(
            [field.name for field in fields if "Stmt" in str(field.type) or "Alternative" in str(field.type)]
        )
    return _BLOCKS[kind](node)


def lines_in(node: object, inside: Parts = blocks_in) -> Iterator[ir.Stmt]:
    """Every statement inside. Formulas have none, and most of a program is formulas: they are left out."""
    todo = [node]
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind is tuple:
            todo.extend(part)  # type: ignore[arg-type]
            continue
        if kind in _LINES:
            yield part  # type: ignore[misc]
        todo.extend(inside(part))


def calls_of(body: tuple[ir.Stmt, ...]) -> list[str]:
    """The procs that lines call directly."""
    return [line.proc for line in lines_in(body) if isinstance(line, ir.Do)]


def times_read(body: tuple[ir.Stmt | ir.Expr, ...], var: ir.Var) -> int:
    return sum(isinstance(part, ir.Local) and part.var == var for part in everything(body))


def asks_for_text(program: ir.Program) -> bool:
    """Whether players write texts in it, so that not all that they could choose can be listed."""
    played = (proc for proc in program.procs.values() if proc.kind != "step")
    return any(isinstance(node, ir.AnyText) for proc in played for node in everything(proc))
