"""Attributes that say how many there are of a piece, and nothing else: no matter for a player."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.program_walk import instances_in, tables_read
from rulesdsl.syntax import ast


def only_for_copies(tree: ast.GameFile, program: ir.Program) -> frozenset[str]:
    """`Kind.attribute`: the column `copies`, and what stands behind the word, where nothing else reads it."""
    named = {f"{declaration.name.text}.copies" for declaration in tree.all(ast.PiecesDecl)} | {
        f"{declaration.name.text}.{node.name}"
        for declaration in tree.all(ast.PiecesDecl)
        for node in instances_in(declaration.copies, ast.NameRef)
    }
    rooms = (
        *program.procs.values(),
        *program.rules,
        *program.formulas.values(),
        *program.zones,
        *program.scores,
    )
    return frozenset(named - tables_read(rooms))
