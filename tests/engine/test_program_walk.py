"""What is looked for by its class is found wherever it lies, though most of a tree is passed over."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import ModuleType

import attrs
import pytest

from rulesdsl import program as ir
from rulesdsl.program_walk import holds, instances_in, nodes_in
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast
from tests.loading import load

ROOT = Path(__file__).parents[2]
GAMES = sorted(
    path
    for path in chain((ROOT / "examples/language").glob("*.game"), (ROOT / "games").glob("*.game"))
    if path.read_text("utf-8").lstrip().startswith("game")
)


def classes(module: ModuleType) -> list[type[object]]:
    return [kind for kind in vars(module).values() if isinstance(kind, type) and attrs.has(kind)]


def everything(root: object) -> Iterator[object]:
    """All nodes, whatever the types of fields say."""
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, Span):
            continue
        if isinstance(node, tuple):
            todo.extend(reversed(node))
        elif isinstance(node, Mapping):
            todo.extend(reversed(list(node.values())))
        elif (kind := type(node)) and attrs.has(kind) and not isinstance(node, Source):
            yield node
            names = [field.name for field in attrs.fields(kind) if field.init and field.name != "span"]
            todo.extend(getattr(node, name) for name in reversed(names))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_nothing_is_passed_over(path: Path) -> None:
    game = load(path)
    for root in (game.tree, game.program(), *game.example_programs()):
        assert list(map(id, nodes_in(root))) == list(map(id, everything(root)))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_same_as_going_through_everything(path: Path) -> None:
    game = load(path)
    roots = [
        (game.tree, ast),
        (game.program(), ir),
        *((program, ir) for program in game.example_programs()[:1]),
    ]
    for root, module in roots:
        nodes = list(nodes_in(root))
        for kind in classes(module):
            if kind is Span:
                continue
            wanted = [node for node in nodes if isinstance(node, kind)]
            assert list(map(id, instances_in(root, kind))) == list(map(id, wanted)), kind
            assert holds(root, kind) == bool(wanted), kind


def test_of_several_classes_in_the_order_of_the_text() -> None:
    game = load(GAMES[0])
    kinds = (ast.NameRef, ast.Text)
    wanted = [node for node in nodes_in(game.tree) if isinstance(node, kinds)]
    assert list(map(id, instances_in(game.tree, *kinds))) == list(map(id, wanted))
