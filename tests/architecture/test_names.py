"""Locals, parameters and functions say what they hold or give."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SAY_NOTHING = {"one", "found", "at", "told", "said"}
"""Words that the house once had in place of nouns, a thousand times."""

METHODS = {"told", "said"}
"""Those that no function is called, either."""


def riddles(text: str) -> Iterator[tuple[int, str]]:
    """The names of locals, parameters and functions that say nothing, with their lines."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case (
                ast.Name(id=name, ctx=ast.Store())
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                pass
            case ast.arg(arg=name):
                pass
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name in METHODS:
                pass
            case _:
                continue
        if name in SAY_NOTHING:
            yield node.lineno, name


def fields_of(text: str) -> set[int]:
    """The lines of the fields of classes, which are read with what they belong to."""
    classes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))
    return {line.lineno for kind in classes for line in kind.body if isinstance(line, ast.AnnAssign)}


@pytest.mark.parametrize("room", ["rulesdsl", "cli"])
def test_names_say_what_they_hold(checkout: Path, room: str) -> None:
    """`card`, `option`, `index`, `match`: whatever it is."""
    wrong = [
        f"{path.relative_to(checkout)}:{line}: call `{name}` after what it holds"
        for path in sorted((checkout / room).rglob("*.py"))
        for line, name in riddles(path.read_text("utf-8"))
        if line not in fields_of(path.read_text("utf-8"))
    ]
    assert wrong == []


def test_a_riddle_is_seen() -> None:
    text = (
        "def f(at):\n  for one in at: ...\n  match at:\n    case [found]: ...\nclass A:\n  at: int\n"
        "  def told(self):\n    said = 1\n"
    )
    assert {name for _, name in riddles(text)} == {"at", "one", "found", "told", "said"}
    assert fields_of(text) == {6}
