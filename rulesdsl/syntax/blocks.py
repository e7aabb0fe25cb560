"""The blocks that a line heads, and the name that it binds for those behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulesdsl.syntax import ast


def blocks_of(line: ast.Stmt) -> Sequence[Sequence[ast.Stmt]]:
    """The blocks that a line heads."""
    match line:
        case ast.Phase(body=body):
            return [body]
        case ast.If(then=then, otherwise=otherwise):
            match otherwise:
                case None:
                    return [then.lines]
                case ast.If():
                    return [then.lines, [otherwise]]
                case ast.Block(lines):
                    return [then.lines, lines]
                case _:
                    assert_never(otherwise)
        case ast.Depending(cases=cases):
            return [case.body.lines for case in cases]
        case ast.BlockLine():
            return [line.body.lines]
        case ast.PlainLine() | ast.LoneLine():
            return []
        case _:
            assert_never(line)


def bound_by(line: ast.Stmt) -> ast.Name | None:
    """The name that is in reach of the lines behind this one, in the same block."""
    match line:
        case ast.Let(name) | ast.Roll(name):
            return name
        case ast.Choose(param) | ast.Chance(param):
            return param.name
        case ast.Draw(name=name):
            return name
        case _:
            return None
