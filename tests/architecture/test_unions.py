"""Every class of a tree or a program can lie in one: it is the type of a field, or one of a union of types.

A line that has a class and a rule of the grammar, and is in no union, would be read and checked, and be taken
for nothing by all that goes through the lines of a game.
"""

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import get_args, get_type_hints

import attrs
import pytest

from rulesdsl import program
from rulesdsl.syntax import ast


def classes_of(module: ModuleType) -> frozenset[type]:
    return frozenset(
        kind
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if attrs.has(kind) and kind.__module__ == module.__name__
    )


def named_in(hint: object, classes: frozenset[type]) -> Iterator[type]:
    """The classes of which a type speaks."""
    if isinstance(hint, type) and hint in classes:
        yield hint
    for part in get_args(hint):
        yield from named_in(part, classes)


def reached_from(roots: tuple[type, ...], module: ModuleType, classes: frozenset[type]) -> set[type]:
    reached: set[type] = set()
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if kind not in reached:
            reached.add(kind)
            for hint in get_type_hints(kind, vars(module)).values():
                waiting += named_in(hint, classes)
    return reached


@pytest.mark.parametrize(
    ("module", "roots", "bases"),
    [
        (ast, (ast.GameFile, ast.VariantFile), {ast.Node}),
        (program, (program.Program,), {program.OfZones, program.PiecesThere}),
    ],
    ids=["ast", "program"],
)
def test_every_class_can_lie_in_one(module: ModuleType, roots: tuple[type, ...], bases: set[type]) -> None:
    classes = classes_of(module)
    lost = classes - reached_from(roots, module, classes) - bases
    where = "put each into the type of a field or into a union, such as `Stmt` or `Expr`"
    assert sorted(kind.__name__ for kind in lost) == [], where
