"""The colours of editors and of Pygments: the words are those of the grammar, and nothing is lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Text

from rulesdsl import highlight
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import CONDITION_OPERATORS, vocabulary
from tests.cli import write_words
from tests.cli.write_words import LISTS


@pytest.fixture(scope="module")
def textmate(checkout: Path) -> dict[str, Any]:
    path = checkout / "editors" / "vscode" / "syntaxes" / "game.tmLanguage.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


def test_the_words_are_those_of_the_grammar() -> None:
    """None is invented, none is missed: `you` is a name that every block knows."""
    listed = {word for words in LISTS.values() for word in words}
    assert listed - {"you"} == highlight.words_of_the_grammar()
    assert {"discards", "moment", "rounded"} <= set(highlight.INSIDE)


def test_words_between_values_are_operators() -> None:
    known = vocabulary(grammar())
    between = {known.words.get(terminal, "") for terminal in known.operators | CONDITION_OPERATORS}
    assert {word for word in between if word.isalpha()} | {"not", "in"} == set(highlight.OPERATORS)


def test_words_that_begin_a_line_are_found_in_the_grammar() -> None:
    assert {"zone", "variant", "score"} <= set(highlight.DECLARATIONS)
    assert {"replace", "before"} <= set(highlight.CHANGES)
    assert {"move", "shuffle", "together", "top"} <= set(highlight.LINES)


def test_editors_know_the_same_words() -> None:
    written = write_words.EDITOR.read_text("utf-8")
    assert written == write_words.written(), "run `python -m tests.cli.write_words`"


def test_every_pattern_of_the_editors_is_used_and_can_be_read(textmate: dict[str, Any]) -> None:
    used = set(re.findall(r'"#([a-z-]+)"', json.dumps(textmate)))
    assert used == set(textmate["repository"])
    for pattern in textmate["repository"].values():
        re.compile(pattern.get("match") or pattern["begin"])


def games(checkout: Path) -> list[Path]:
    return sorted([*(checkout / "games").glob("*.game"), *(checkout / "examples").rglob("*.game")])


def test_pygments_loses_nothing_and_understands_all(checkout: Path) -> None:
    found = games(checkout)
    assert found
    for path in found:
        text = path.read_text("utf-8")
        tokens = list(highlight.GameLexer(ensurenl=False, stripnl=False).get_tokens(text))
        assert "".join(value for _, value in tokens) == text
        assert [value for kind, value in tokens if kind in (Error, Text)] == []


def test_pygments_finds_the_lexer_by_the_name_of_a_file() -> None:
    assert isinstance(get_lexer_for_filename("mine.game"), highlight.GameLexer)


def coloured(line: str) -> dict[str, object]:
    return {value: kind for kind, value in highlight.GameLexer().get_tokens(line)}


def test_a_word_may_be_a_name() -> None:
    assert coloured("  copies: 0..12\n")["copies"] is Name
    assert coloured("    gain(n): nothing\n")["gain"] is Name
    assert coloured("  move card to your hand  # out\n") | {
        "move": Keyword,
        "# out": Comment.Single,
    } == coloured("  move card to your hand  # out\n")
    assert coloured("zone hand: set of Card\n")["zone"] is Keyword.Declaration
