"""Whatever tree there can be, its text is read as that tree again."""

from collections.abc import Callable

from hypothesis import given, settings

from rulesdsl.source import Source
from rulesdsl.syntax import format_source, print_tree
from rulesdsl.syntax.ast import GameFile, VariantFile
from tests.syntax import trees

TreeOf = Callable[[str], GameFile | VariantFile]


def test_a_printed_tree_is_read_as_the_same_tree(examples_each: int, tree_of: TreeOf) -> None:
    @settings(max_examples=examples_each)
    @given(trees.files)
    def check(tree: GameFile | VariantFile) -> None:
        assert tree_of(print_tree(tree)) == tree

    check()


def test_a_printed_tree_can_be_formatted_and_stays_the_same(examples_each: int, tree_of: TreeOf) -> None:
    @settings(max_examples=examples_each)
    @given(trees.files)
    def check(tree: GameFile | VariantFile) -> None:
        formatted = format_source(Source("made up", print_tree(tree)))
        assert tree_of(formatted) == tree
        assert format_source(Source("made up", formatted)) == formatted

    check()


def test_every_game_is_printed_as_it_is(texts: dict[str, str], tree_of: TreeOf) -> None:
    for text in texts.values():
        tree = tree_of(text)
        assert tree_of(print_tree(tree)) == tree
