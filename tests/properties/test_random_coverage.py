"""Random games use the whole language: what none of them ever has stands in a list, with the reason.

What is new in the language (a class of expressions or statements, an operation, a gathering, a word of the
tree) fails here until `random_games` writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

import pytest
from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.checked_game import Game, example_programs
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import asks_for_text, instances_in, nodes_in
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


ROLES = (
    *(f"confined {where}" for where in ("argument", "given", "result", "carried", "members", "amounts")),
    *(f"shared {what} in {where}" for what in ("value", "range") for where in ("a formula", "lines")),
    "shared value in a routine",
)
"""What no class says: where a declared type is looked at in play, and cases of several values with a name
that they read.
"""


def kinds() -> Iterator[str]:
    """All that a program and a tree can consist of."""
    yield from ROLES
    yield from (f"op {op.word}" for op in Op)
    yield from (f"gather {gather.word}" for gather in Gather)
    for union in (ir.Expr, ir.Stmt, ir.Param):
        yield from (f"ir {kind.__name__}" for kind in get_args(union))
    for tree_union in (ast.Expr, ast.Stmt, ast.PlainProp, ast.Declaration, ast.ExampleLine, ast.Param):
        yield from (f"ast {kind.__name__}" for kind in get_args(tree_union))


def shared_cases_in(node: object) -> Iterator[str]:
    match node:
        case ast.Arm(patterns=patterns, value=ast.Node() as read):
            where = "a formula"
        case ast.Case(patterns=patterns, body=read):
            where = "lines"
        case ast.RoutineDecl(cases=patterns, body=read):
            where = "a routine"
        case _:
            return
    names = names_in(read)
    if len(patterns) > 1 and patterns[-1].name is not None and patterns[-1].name.text in names:
        yield f"shared range in {where}"
    carried = [pattern.value.args[0].value for pattern in patterns if isinstance(pattern.value, ast.Call)]
    if len(carried) > 1 and any(isinstance(one, ast.NameRef) and one.name in names for one in carried):
        yield f"shared value in {where}"


def is_confined(expr: object) -> bool:
    return isinstance(expr, ir.Apply) and expr.op is Op.CONFINED


def confined_in(node: object) -> Iterator[str]:
    """Where a declared type is looked at in play."""
    match node:
        case ir.Formula(args=args) if any(map(is_confined, args)):
            yield "argument"
        case ir.Do(args=args) if any(map(is_confined, args)):
            yield "given"
        case ir.FormulaDef(body=body) if is_confined(body):
            yield "result"
        case ir.Apply(Op.AS, (ir.Apply(Op.ADD, (first, *_)),), ir.EnumDomain()) if is_confined(first):
            yield "carried"
        case ir.Over(value=value) if is_confined(value):
            yield "members"
        case ir.Apply(op=Op.MAP_OF, args=args) if any(map(is_confined, args)):
            yield "amounts"
        case _:
            pass


def used_in(game: Game) -> Iterator[str]:
    for node in nodes_in(game.tree):
        yield f"ast {type(node).__name__}"
        yield from shared_cases_in(node)
    told = [program for program, _report in example_programs(game, game.examples)]
    for program in (game.program(game.players[0]), *told):
        parts = (program.zones, program.rules, program.scores, program.winner, program.examples)
        for node in nodes_in((*parts, *program.formulas.values(), *program.procs.values())):
            yield f"ir {type(node).__name__}"
            yield from (f"confined {where}" for where in confined_in(node))
            match node:
                case ir.Apply(op=op):
                    yield f"op {op.word}"
                case ir.Over(op=gather):
                    yield f"gather {gather.word}"
                case _:
                    pass


@frozen
class Seen:
    used: frozenset[str]
    ends: Counter[str]
    """How games have gone that were played, one of each text."""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    used: set[str] = set()
    ends = Counter[str]()
    for seed, game, _text in random_games(iter(SEEDS), tmp_path_factory.mktemp("games")):
        used |= set(used_in(game))
        ends[how_it_goes(game, seed)] += 1
        if used | set(NEVER_WRITTEN) >= set(kinds()):
            break
    return Seen(frozenset(used), ends)


def how_it_goes(game: Game, seed: int, choices: int = 30) -> str:
    program = game.program(game.players[0])
    if asks_for_text(program):
        return "is asked for texts"
    confined = any(map(is_confined, instances_in(program, ir.Apply)))
    try:
        state, dice = start(Plan(program), seed), Dice(seed)
        for _ in range(choices):
            if state.over:
                break
            state.apply(dice.below(state.option_count))
    except Fault as fault:
        return "leaves a type" if "is expected here" in str(fault) else "another fault"
    return "has types and goes on" if confined else "goes on"


def test_all_of_the_language_is_written(seen: Seen) -> None:
    where = "write it in random_games.py, random_lines.py or random_expressions.py, beside this file"
    assert set(kinds()) - seen.used == set(NEVER_WRITTEN), where


def test_declared_types_are_kept_by_most_games_and_left_by_some(seen: Seen) -> None:
    played = seen.ends.total()
    assert 0 < seen.ends["leaves a type"] < played // 10
    assert seen.ends["has types and goes on"] > played // 4
