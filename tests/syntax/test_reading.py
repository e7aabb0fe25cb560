"""What is right is read in one go, and comes to the same nodes as by lark's trees."""

from pathlib import Path

import pytest

from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Source
from rulesdsl.syntax.limits import MAX_TREE_DEPTH
from rulesdsl.syntax.parser import BUILDERS
from rulesdsl.syntax.parts import Place, build
from rulesdsl.syntax.reading import Reader
from rulesdsl.syntax.table import grammar

ROOT = Path(__file__).parents[2]
FILES = sorted(
    [
        *(ROOT / "games").rglob("*.game"),
        *(ROOT / "examples").rglob("*.game"),
        *(ROOT / "tests/syntax").glob("*.game"),
    ]
)
LARK = grammar()
READER = Reader(LARK)
START = 'game "A"\n\nscore points = '


def read(text: str, deepest: int = MAX_TREE_DEPTH) -> object:
    return READER.read(text, "start", BUILDERS, Place(Source("a.game", text), 0), deepest)


def built(text: str) -> object:
    place = Place(Source("a.game", text), 0)
    return build(LARK.parse(text, start="start"), BUILDERS, place, MAX_TREE_DEPTH)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_nodes_at_the_same_places(path: Path) -> None:
    text = path.read_text("utf-8") + "\n"
    ways = [[(type(node), node, node.span) for node in nodes_in(root)] for root in (read(text), built(text))]
    assert ways[0] == ways[1]


@pytest.mark.parametrize(
    "rest",
    [
        "1 +\n",
        "(1\n",
        "1 ? 2\n",
        "\n    1\n  2\n",
        '1\n\nflow\n    say "a"\n  say "b"\n',
        "",
    ],
)
def test_what_is_wrong_is_left_to_lark(rest: str) -> None:
    assert read(START + rest) is None


def test_what_is_too_deep_is_left_to_lark() -> None:
    text = START + "not " * 40 + "1\n"
    assert read(text) == built(text)
    assert read(text, 44) == built(text)
    assert read(text, 43) is None
