"""How deep classes are, and that no method waits for a class below it to give it a meaning."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

DEEPEST = 2

DEEPER = {
    # The translator of expressions and calls, which call each other, in a file for each kind.
    "native": {"Calls", "Expressions", "Rows", "Straight"},
}
"""Classes that are deeper than two levels; there are to be fewer of them, and never more."""

STUBS = {
    # PettingZoo's check asks for one where a game can be shown; nothing is held.
    "environments": {"_Seats.close"},
    "native": {
        f"Asked.{name}"
        for name in (
            *("address", "applied", "assign", "assign_name", "binary", "boxed", "call_code", "call_function"),
            *(
                "chosen",
                "copy",
                "expr",
                "forget",
                "has_number",
                "item",
                "kept",
                "listed",
                "member_at",
                "owned",
            ),
            *("present", "span", "spread_out", "support", "test", "truth", "valued"),
        )
    },
}
"""Methods that only a class below gives a meaning, likewise."""


def classes_of(folder: Path) -> Mapping[str, ast.ClassDef]:
    return {
        node.name: node
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }


def bases(kind: ast.ClassDef) -> Iterator[str]:
    for base in kind.bases:
        yield ast.unparse(base.value if isinstance(base, ast.Subscript) else base).rpartition(".")[2]


def depth(kind: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> int:
    """How many classes of the same room stand above each other, with this one; what only says what there has
    to be is none of them.
    """
    above = (
        depth(classes[base], classes)
        for base in bases(kind)
        if base in classes and base != kind.name and not is_protocol(classes[base])
    )
    return 1 + max(above, default=0)


def is_protocol(kind: ast.ClassDef) -> bool:
    return "Protocol" in bases(kind)


def stubs(kind: ast.ClassDef) -> Iterator[str]:
    """Methods without a body."""
    for method in kind.body:
        if isinstance(method, ast.FunctionDef):
            lines = [
                line
                for line in method.body
                if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
            ]
            if not lines or ast.unparse(lines[0]).startswith("raise NotImplementedError"):
                yield method.name


@pytest.mark.parametrize(
    "room",
    [
        *("check", "engine", "syntax", "variants", "trace", "simulate", "server", "environments", "native"),
        *("table", "paper", "language_server", "index", "project"),
    ],
)
def test_no_class_is_deep_and_no_method_waits_for_a_class_below(checkout: Path, room: str) -> None:
    classes = classes_of(checkout / "rulesdsl" / room)
    plain = [kind for kind in classes.values() if not is_protocol(kind)]
    deep = {kind.name for kind in plain if depth(kind, classes) > DEEPEST}
    assert deep == DEEPER.get(room, set())
    # What stands above a class is as good as part of it.
    above = [classes[base] for kind in plain for base in bases(kind) if base in classes]
    waiting = {f"{kind.name}.{method}" for kind in (*plain, *above) for method in stubs(kind)}
    assert waiting == STUBS.get(room, set())


def test_deep_classes_and_stubs_are_found() -> None:
    module = ast.parse(
        "class A:\n  def x(self):\n    '''Later.'''\nclass B(A):\n  def x(self): return 1\nclass C(B): ..."
    )
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    assert [depth(kind, classes) for kind in classes.values()] == [1, 2, 3]
    assert [list(stubs(kind)) for kind in classes.values()] == [["x"], [], []]
