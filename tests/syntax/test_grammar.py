"""The grammar itself: no conflicts, nothing that no text reaches, nothing without a word for it."""

import logging
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from lark import Lark, Token, Tree, UnexpectedInput

from rulesdsl.diagnostics.model import Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from rulesdsl.syntax.layout import Layout
from rulesdsl.syntax.line_kinds import CLAUSES, PROPERTIES
from rulesdsl.syntax.parser import BUILDERS_BY_HAND
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import vocabulary

LOUD = logging.getLogger("lark")


def conflicts(text: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    caplog.clear()
    with caplog.at_level(logging.DEBUG, logger=LOUD.name):
        Lark(text, parser="lalr", postlex=Layout(), debug=True)
    return [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()]


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    text = resources.files("rulesdsl.syntax").joinpath("grammar.lark").read_text("utf-8")
    assert conflicts(text, caplog) == []


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    ambiguous = """
    start: thing+ _NL?
    thing: "if" thing | "if" thing "else" thing | "x"
    _NL: /\\n/
    %declare _INDENT _DEDENT
    """
    assert conflicts(ambiguous, caplog)


WHERE_TO_WRITE = "write each into a file of examples/language/, a change of a variant into every_change.game"


def both_texts(checkout: Path) -> Iterator[Tree[Token]]:
    own = [checkout / "tests/syntax" / name for name in ("every_construct.game", "every_change.game")]
    for path in (*own, *sorted((checkout / "examples/language").glob("*.game"))):
        yield grammar().parse(path.read_text("utf-8"), start="start")


def test_every_rule_occurs_in_the_texts_that_have_every_construct(checkout: Path) -> None:
    found = {str(tree.data) for text in both_texts(checkout) for tree in text.iter_subtrees()}
    # A rule that only passes on one of its alternatives is never in a tree itself.
    rules = {
        str(rule.alias or rule.origin.name)
        for rule in grammar().rules
        if not rule.origin.name.startswith("_") and (rule.alias or not passes_on(rule))
    }
    assert rules - found == set(), WHERE_TO_WRITE


def passes_on(rule: object) -> bool:
    options = rule.options  # type: ignore[attr-defined]
    expansion = rule.expansion  # type: ignore[attr-defined]
    return bool(options.expand1) and len(expansion) == 1


def test_every_word_occurs_in_the_texts_that_have_every_construct(checkout: Path) -> None:
    found = {
        token.type
        for text in both_texts(checkout)
        for token in text.scan_values(lambda value: isinstance(value, Token))
    }
    ignored = set(grammar().lexer_conf.ignore)
    missing = {terminal.name for terminal in grammar().terminals} - ignored - found
    assert missing == set(), WHERE_TO_WRITE


def test_everything_that_can_be_expected_has_a_name_in_words() -> None:
    words = vocabulary(grammar())
    ignored = set(grammar().lexer_conf.ignore)
    expected = {terminal.name for terminal in grammar().terminals} - ignored
    missing = expected - set(words.words) - set(words.phrases)
    assert missing == set(), "what each is called is a line of `_NAMES` in vocabulary.py"


@pytest.mark.parametrize("words", PROPERTIES)
def test_a_variant_can_take_every_property_away(words: str) -> None:
    text = f'variant "v" of "g.game"\n\nchange zone z\n  without {words}\n'
    tree = parse(Source("v.game", text), Report())
    assert isinstance(tree, ast.VariantFile), f"`without {words}` is no `prop_words` of grammar.lark"
    [change] = tree.changes
    assert isinstance(change, ast.ZoneChange)
    assert [prop.words for prop in change.props if isinstance(prop, ast.WithoutProp)] == [words]


@pytest.mark.parametrize("words", CLAUSES)
def test_a_variant_can_take_every_clause_of_a_phase_away(words: str) -> None:
    text = f'variant "v" of "g.game"\n\nchange phase p\n  without {words}\n'
    tree = parse(Source("v.game", text), Report())
    assert isinstance(tree, ast.VariantFile), f"`without {words}` is no `clause_words` of grammar.lark"
    [change] = tree.changes
    assert isinstance(change, ast.PhaseChange)
    gone = [clause.words for clause in change.clauses if isinstance(clause, ast.WithoutClause)]
    assert gone == [words]


def test_every_builder_builds_a_rule() -> None:
    rules = {str(rule.alias or rule.origin.name) for rule in grammar().rules}
    assert set(BUILDERS_BY_HAND) - rules == set()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("movecard to hand", "a word does not end in the middle of a name"),
        ("let x = a orb", "nor does one begin there"),
        ("roll 4of 1..6 as dice", "nor does a number"),
    ],
)
def test_words_are_read_as_a_whole(text: str, why: str) -> None:
    with pytest.raises(UnexpectedInput):
        grammar().parse(f"flow\n  {text}\n", start="decl")
    assert why
