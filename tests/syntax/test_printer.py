"""Whatever tree there can be, its text is read as that tree again."""

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

from rulesdsl.source import Source
from rulesdsl.syntax import ast, format_source
from rulesdsl.syntax.ast import GameFile, VariantFile
from tests.syntax import trees
from tests.syntax.printer import print_tree

TreeOf = Callable[[str], GameFile | VariantFile]


@pytest.mark.parametrize("files", trees.FILES.values(), ids=trees.FILES)
def test_a_printed_tree_is_read_as_the_same_tree_and_can_be_formatted(
    files: SearchStrategy[GameFile | VariantFile], examples_each: int, tree_of: TreeOf
) -> None:
    @settings(max_examples=examples_each)
    @given(files)
    def check(tree: GameFile | VariantFile) -> None:
        text = print_tree(tree)
        assert tree_of(text) == tree
        formatted = format_source(Source("made up", text))
        assert tree_of(formatted) == tree
        assert format_source(Source("made up", formatted)) == formatted

    check()


def test_every_game_is_printed_as_it_is(texts: dict[str, str], tree_of: TreeOf) -> None:
    for text in texts.values():
        tree = tree_of(text)
        assert tree_of(print_tree(tree)) == tree


def test_every_class_of_the_tree_is_made_up() -> None:
    classes = {kind.__name__ for kind in vars(ast).values() if isinstance(kind, type) and attrs.has(kind)}
    made_up = set(re.findall(r"ast\.(\w+)[,(]", Path(trees.__file__).read_text("utf-8")))
    made_up |= {kind.__name__ for kind in (*trees.PLAIN_LINES, *trees.WRITTEN, *trees.FRAMED_PROPS)}
    # A node is always one of the others, a span is no part of the tree; cells and rows change when a variant
    # is applied: no text says it.
    assert classes - made_up == {"CellPatch", "Node", "RowGone", "Span"}
