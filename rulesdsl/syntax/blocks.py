"""The blocks that a line heads."""

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
        case (
            ast.For(body=block)
            | ast.Repeat(body=block)
            | ast.EachPlayer(body=block)
            | ast.AllPlayers(body=block)
            | ast.OnePlayer(body=block)
            | ast.Together(block)
            | ast.MayBlock(body=block)
        ):
            return [block.lines]
        case ast.Depending(cases=cases):
            return [case.body.lines for case in cases]
        case (
            ast.PlainLine()
            | ast.Do()
            | ast.MayDo()
            | ast.May()
            | ast.Must()
            | ast.Choose()
            | ast.Let()
            | ast.End()
            | ast.When()
        ):
            return []
        case _:
            assert_never(line)
