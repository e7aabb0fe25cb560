"""What is looked for by its class is found wherever it lies, though most of a tree is passed over."""

from itertools import chain
from pathlib import Path
from types import ModuleType

import attrs
import pytest

from rulesdsl import program as ir
from rulesdsl.program_walk import holds, instances_in, nodes_in
from rulesdsl.source import Span
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


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_same_as_going_through_everything(path: Path) -> None:
    game = load(path)
    for root, module in ((game.tree, ast), (game.program(), ir)):
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
