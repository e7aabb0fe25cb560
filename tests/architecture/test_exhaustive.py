"""What answers for many members of a closed union answers for all of them.

Whoever takes a third of the statements, expressions, types, events or declarations apart, each class whole,
reads the language: a class that is added must be a type error there, and not fall to a wildcard in silence.
Whoever picks a few asks for a shape, and may have a wildcard; so may who goes through everything in a tree.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType, UnionType
from typing import get_args

import pytest

from rulesdsl import program
from rulesdsl.engine import events
from rulesdsl.syntax import ast as tree

MODULES = {"ir": program, "ast": tree, "ev": events}
"""Under the names by which all of the house imports them."""
SMALLEST = 6
THIRD = 3
WALKS = {"everything", "everything_in", "nodes_in", "nodes"}


def unions(module: ModuleType) -> Iterator[frozenset[str]]:
    for value in vars(module).values():
        if isinstance(value, UnionType) and len(get_args(value)) >= SMALLEST:
            yield frozenset(member.__name__ for member in get_args(value))


UNIONS = {name: tuple(unions(module)) for name, module in MODULES.items()}


@cache
def members_of(name: str) -> tuple[str, ...]:
    """The members of a union that a class stands for: itself, or all that it is a base of."""
    prefix, _, kind = name.partition(".")
    base = getattr(MODULES.get(prefix), kind, None)
    members = {member for union in UNIONS.get(prefix, ()) for member in union}
    below = [
        member
        for member in sorted(members)
        if isinstance(base, type) and issubclass(getattr(MODULES[prefix], member, object), base)
    ]
    return tuple(f"{prefix}.{member}" for member in below) or (name,)


def whole_classes(pattern: ast.pattern) -> Iterator[str]:
    """The classes of which every member meets the pattern."""
    match pattern:
        case ast.MatchOr(patterns=patterns):
            for part in patterns:
                yield from whole_classes(part)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from whole_classes(inner)
        case ast.MatchClass(cls=kind, patterns=parts, kwd_patterns=named):
            if all(isinstance(part, ast.MatchAs) and part.pattern is None for part in (*parts, *named)):
                yield from members_of(ast.unparse(kind))
        case _:
            pass


def ends_in_silence(match: ast.Match) -> bool:
    last = match.cases[-1]
    wildcard = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
    if not wildcard:
        # Where each case leads out of the function, that one lacks is a type error.
        return not all(isinstance(case.body[-1], (ast.Return, ast.Raise)) for case in match.cases)
    return not ast.unparse(last.body[0]).startswith(("assert_never(", "raise "))


def goes_through_everything(loop: ast.For) -> bool:
    call = loop.iter.func if isinstance(loop.iter, ast.Call) else None
    name = call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")
    return name in WALKS


def silent_interpreters(text: str) -> Iterator[int]:
    """The lines of matches that answer for a third of a union and leave the others to a wildcard."""
    module = ast.parse(text)
    picked = {
        id(match)
        for loop in ast.walk(module)
        if isinstance(loop, ast.For) and goes_through_everything(loop)
        for match in ast.walk(loop)
        if isinstance(match, ast.Match) and ast.unparse(match.subject) == ast.unparse(loop.target)
    }
    for match in ast.walk(module):
        if not isinstance(match, ast.Match) or id(match) in picked or not ends_in_silence(match):
            continue
        named = [name for case in match.cases if not case.guard for name in whole_classes(case.pattern)]
        for prefix, members in UNIONS.items():
            own = {name.removeprefix(f"{prefix}.") for name in named}
            if own and any(own <= union and THIRD * len(own) >= len(union) for union in members):
                yield match.lineno


def test_what_answers_for_many_answers_for_all(checkout: Path) -> None:
    assert [
        f"{path.relative_to(checkout)}:{line}"
        for path in sorted((checkout / "rulesdsl").rglob("*.py"))
        for line in silent_interpreters(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("last", "silent"),
    [("case _:\n        return 0", True), ("case _:\n        assert_never(event)", False), ("", True)],
)
def test_a_silent_interpreter_is_found(last: str, silent: bool) -> None:  # noqa: FBT001 -- what is expected
    named = " | ".join(f"ev.{name}()" for name in sorted(UNIONS["ev"][0])[:-1])
    text = f"def told(event):\n  match event:\n    case {named}:\n      done()\n    {last}\n"
    assert bool(list(silent_interpreters(text))) == silent


def test_a_base_stands_for_all_below_it() -> None:
    text = "match line:\n  case ast.PlainLine():\n    done()\n  case _:\n    pass\n"
    assert list(silent_interpreters(text)) == [1]
