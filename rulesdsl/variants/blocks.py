"""Lines inside lines: found wherever they stand in a game, and replaced there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

from attrs import evolve

from rulesdsl.syntax import ast

Edit = Callable[[ast.Stmt], tuple[ast.Stmt, ...] | None]
"""What stands in place of a line; None where it stays."""


def edit_game(tree: ast.GameFile, edit: Edit) -> ast.GameFile:
    """Every line of the flow, the actions, the routines and the standing rules, put through `edit`."""
    return evolve(
        tree, declarations=tuple(edit_declaration(declaration, edit) for declaration in tree.declarations)
    )


def edit_declaration(declaration: ast.Declaration, edit: Edit) -> ast.Declaration:
    match declaration:
        case ast.FlowDecl() | ast.RoutineDecl():
            return evolve(declaration, body=_block(declaration.body, edit))
        case ast.ActionDecl(body=clauses):
            body: list[ast.Clause] = []
            for clause in clauses:
                body.extend((clause,) if isinstance(clause, ast.Cost) else edit_lines((clause,), edit))
            return evolve(declaration, body=tuple(body))
        case ast.AlwaysDecl(body=lines):
            return evolve(declaration, body=edit_lines(lines, edit))
        case _:
            return declaration


def edit_lines(lines: tuple[ast.Stmt, ...], edit: Edit) -> tuple[ast.Stmt, ...]:
    """Inner lines first, so that what `edit` puts in is not looked at again."""
    edited: list[ast.Stmt] = []
    for line in lines:
        whole = _inner(line, edit)
        instead = edit(whole)
        edited.extend((whole,) if instead is None else instead)
    return tuple(edited)


def _inner(line: ast.Stmt, edit: Edit) -> ast.Stmt:
    match line:
        case ast.Phase(body=body):
            return evolve(line, body=edit_lines(body, edit))
        case ast.If():
            return _if(line, edit)
        case ast.Depending(cases=cases):
            return evolve(line, cases=tuple(_case(case, edit) for case in cases))
        case ast.BlockLine():
            return evolve(line, body=_block(line.body, edit))
        case ast.PlainLine() | ast.LoneLine():
            return line
        case _:
            assert_never(line)


def _block(block: ast.Block, edit: Edit) -> ast.Block:
    return evolve(block, lines=edit_lines(block.lines, edit))


def _if(line: ast.If, edit: Edit) -> ast.If:
    rest = line.otherwise
    if rest is not None:
        rest = _if(rest, edit) if isinstance(rest, ast.If) else _block(rest, edit)
    return evolve(line, then=_block(line.then, edit), otherwise=rest)


def _case(case: ast.Case, edit: Edit) -> ast.Case:
    body = _block(case.body, edit)
    return evolve(case, body=body, one_line=case.one_line and len(body.lines) == 1)


def lines_of(declarations: Iterable[ast.Declaration]) -> Iterator[ast.Stmt]:
    """Every line in them, inner ones before the line that holds them."""
    nodes: list[ast.Stmt] = []
    for declaration in declarations:
        edit_declaration(declaration, nodes.append)
    return iter(nodes)


def phases_of(tree: ast.GameFile) -> tuple[ast.Phase, ...]:
    """All phases, wherever they stand."""
    return tuple(line for line in lines_of(tree.declarations) if isinstance(line, ast.Phase))
