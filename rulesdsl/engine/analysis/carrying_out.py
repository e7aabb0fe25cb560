"""Which lines move, turn or show the very pieces that somebody, or chance, has chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesdsl import program as ir
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span
from rulesdsl.statement_facts import given_to


def carried_out_on(program: ir.Program) -> Mapping[Span | str, frozenset[str]]:
    """By their places, the names of the variables that hold these pieces; "" is the place of lines that no
    file has.
    """
    nodes = list(nodes_in((program.procs, program.rules)))
    given: dict[ir.Var, set[ir.Var]] = {}
    """What variables are handed on to, or members of."""
    for var, value in given_to(program, nodes):
        given.setdefault(var, set()).update(_variables(value))
    names: dict[Span | str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ir.Move | ir.Flip | ir.Show):
            held = _with_origins(set(_variables(node.what)), given)
            names.setdefault(node.span or "", set()).update(var.name for var in held)
    return {line: frozenset(held) for line, held in names.items() if held}


def _with_origins(variables: set[ir.Var], given: Mapping[ir.Var, set[ir.Var]]) -> set[ir.Var]:
    waiting = list(variables)
    while waiting:
        further = given.get(waiting.pop(), set()) - variables
        variables |= further
        waiting += further
    return variables


def _variables(expr: ir.Expr) -> Iterator[ir.Var]:
    """The variables that are listed here, narrowed or not."""
    match expr:
        case ir.Local(var):
            yield var
        case ir.Apply(op=Op.AS | Op.SEQ_OF):
            for arg in expr.args:
                yield from _variables(arg)
