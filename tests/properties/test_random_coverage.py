"""Random games use the whole language: what none of them ever has stands in a list, with the reason.

What is new in the language (a class of expressions or statements, an operation, a gathering, a word of the
tree) fails here until `random_games` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from rulesdsl import program as ir
from rulesdsl.checked_game import Game, example_programs
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in
from rulesdsl.syntax import ast
from tests.properties.random_games import random_games

SEEDS = range(600)
"""At the most; mostly a third of them write everything."""

NEVER_WRITTEN: Mapping[str, str] = {
    "op ne": "the checker writes it only for places of boards that are not there yet; `!=` is not eq",
    "op empty": "the checker asks whether the count is 0",
    "op seq_ne": "the checker writes not seq_eq",
    "op map_ne": "the checker writes not map_eq",
    "op players": "all players are a constant",
    "gather same": "`same(x in S: V)` is the operation on a list; the gathering is for parts of sets",
}


def kinds() -> Iterator[str]:
    """All that a program and a tree can consist of."""
    yield from (f"op {op.word}" for op in Op)
    yield from (f"gather {gather.word}" for gather in Gather)
    for union in (ir.Expr, ir.Stmt, ir.Param):
        yield from (f"ir {kind.__name__}" for kind in get_args(union))
    for tree_union in (ast.Expr, ast.Stmt, ast.PlainProp, ast.Declaration, ast.ExampleLine, ast.Param):
        yield from (f"ast {kind.__name__}" for kind in get_args(tree_union))


def used_in(game: Game) -> Iterator[str]:
    yield from (f"ast {type(node).__name__}" for node in nodes_in(game.tree))
    told = [program for program, _report in example_programs(game, game.examples)]
    for program in (game.program(game.players[0]), *told):
        parts = (program.zones, program.rules, program.scores, program.winner, program.examples)
        for node in nodes_in((*parts, *program.formulas.values(), *program.procs.values())):
            yield f"ir {type(node).__name__}"
            match node:
                case ir.Apply(op=op):
                    yield f"op {op.word}"
                case ir.Over(op=gather):
                    yield f"gather {gather.word}"
                case _:
                    pass


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    used: set[str] = set()
    for _seed, game, _text in random_games(iter(SEEDS), tmp_path_factory.mktemp("games")):
        used |= set(used_in(game))
        if used | set(NEVER_WRITTEN) >= set(kinds()):
            break
    return frozenset(used)


def test_all_of_the_language_is_written(used: frozenset[str]) -> None:
    where = "write it in random_games.py, random_lines.py or random_expressions.py, beside this file"
    assert set(kinds()) - used == set(NEVER_WRITTEN), where
