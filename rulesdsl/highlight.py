"""Colours for `.game` files: a lexer for Pygments, which finds it by the entry point in pyproject.toml."""

import re
from importlib.resources import files
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from rulesdsl.builtins import BUILTINS

_GRAMMAR = files("rulesdsl").joinpath("syntax/grammar.lark").read_text("utf-8")


def heads(rule: str) -> set[str]:
    """The words with which the alternatives of a rule of the grammar begin."""
    [body] = re.findall(rf"^\?{rule}:((?:.*\n)(?:[ ]+\|.*\n)*)", _GRAMMAR, re.MULTILINE)
    return set(re.findall(r'(?:^|\|)[ ]*"([a-z]+)"', body, re.MULTILINE))


DECLARATIONS = tuple(sorted(heads("heading") | heads("decl") | {"variant", "language"}))
"""Words that begin a declaration, when they begin a line that is not indented."""

CHANGES = tuple(sorted(heads("change")))
"""Words that begin a change of a variant."""

LINES = tuple(
    sorted(
        heads("stmt")
        | heads("simple")
        # Clauses, lines of examples, and what goes on with a line above.
        | {"chance", "cost", "else", "expect", "given", "gives", "let", "option", "otherwise", "play"}
        | {"players", "stops", "turn", "until", "when", "without"}
        # The properties of zones, which may stand on lines of their own.
        | {"face", "kept", "renewed", "seen", "starts", "takes", "top"}
    )
)
"""Words that begin a line inside a block."""

_FORMULAS = _GRAMMAR[_GRAMMAR.index("\n?disj:") : _GRAMMAR.index("\n?unary:")]
_BEHIND_VALUES = re.findall(
    r'(?:disj|conj|span|product) "([a-z]+)"(?: "([a-z]+)"\?)?(?: "([a-z]+)")?', _FORMULAS
)
OPERATORS = tuple(sorted({word for words in _BEHIND_VALUES for word in words if word} | {"not"}))
"""Words that stand between two values."""

CONSTANTS = ("yes", "no", "none")
WHOSE = ("your", "you")


def words_of_the_grammar() -> set[str]:
    """All of them, with those in the patterns of terminals."""
    grammar = re.sub(r"//[^\n]*", "", _GRAMMAR)
    terminals = " ".join(re.findall(r"^_?[A-Z_]+(?:\.\d+)?: /(.*)/$", grammar, re.MULTILINE))
    # A look-ahead that keeps a word out is no use of the word.
    terminals = re.sub(r"\(\?![^)]*\)", "", terminals)
    in_terminals = re.findall(r"(?<![\\\[A-Za-z])([a-z]{2,})(?=\[ \]|\\b)", terminals)
    return {*re.findall(r'"([a-z]+)"', grammar), *in_terminals}


_BEGIN_AND_STAND_BETWEEN = (
    *("at", "chance", "depending", "draw", "each", "else", "face", "for", "gives", "if", "in", "is", "kept"),
    *("menu", "mod", "nothing", "otherwise", "player", "renewed", "seen", "set", "starts", "takes", "top"),
    "turn",
)
"""Words that begin a line, too, or are operators."""

INSIDE = tuple(
    sorted(
        words_of_the_grammar().difference(DECLARATIONS, CHANGES, LINES, OPERATORS, CONSTANTS, WHOSE)
        | set(_BEGIN_AND_STAND_BETWEEN)
    )
)
"""Words that stand between names and values."""

FUNCTIONS = tuple(BUILTINS)

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_CITE = r"\[[A-Z]+-[0-9A-Z]+(?: +[A-Z]+-[0-9A-Z]+)*\]"
# A name of one's own may be one of our words: `copies: 0..12` declares, `move: ...` is a case.
_NOT_A_NAME = r"(?![ ]*:|[ ]*\.[A-Za-z_])"


def _any_of(listed: tuple[str, ...]) -> str:
    return "|".join(sorted(set(listed), key=lambda word: (-len(word), word)))


class GameLexer(RegexLexer):
    """The language of `.game` files."""

    name = "rulesdsl"
    url = ""
    aliases: ClassVar[list[str]] = ["game", "rulesdsl"]
    filenames: ClassVar[list[str]] = ["*.game"]
    mimetypes: ClassVar[list[str]] = ["text/x-rulesdsl"]

    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (rf"^({_any_of(DECLARATIONS)})\b{_NOT_A_NAME}", Keyword.Declaration),
            (rf"^({_any_of(CHANGES)})\b{_NOT_A_NAME}", Keyword.Declaration),
            (rf"^([ ]+)({_any_of(LINES)})\b{_NOT_A_NAME}", bygroups(Whitespace, Keyword)),  # type: ignore[no-untyped-call]
            (r"^([ ]*)(\|)", bygroups(Whitespace, Punctuation), "row"),  # type: ignore[no-untyped-call]
            (r"[ ]+|\n", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (_CITE, Name.Tag),
            (r'"', String, "string"),
            (r"`[^`\n]+`", Name),
            (r"[0-9]+", Number.Integer),
            (words(CONSTANTS, prefix=r"\b", suffix=r"\b"), Keyword.Constant),
            (words(WHOSE, prefix=r"\b", suffix=r"\b"), Name.Builtin.Pseudo),
            (rf"({_any_of(FUNCTIONS)})(?=\()", Name.Builtin),
            (rf"\.({_NAME})", Name.Attribute),
            (words(OPERATORS, prefix=r"\b", suffix=r"\b"), Operator.Word),
            (words(INSIDE, prefix=r"\b", suffix=rf"\b{_NOT_A_NAME}"), Keyword),
            (r"[A-Z][A-Za-z0-9_]*", Name.Class),
            (_NAME, Name),
            (r"\.\.|!=|<=|>=|[<>=+*/-]", Operator),
            (r"[(){},:.]", Punctuation),
            (r".", Text),
        ],
        "string": [
            (r"\{[^}\"\n]*\}", String.Interpol),
            (r'"', String, "#pop"),
            (r"\n", Whitespace, "#pop"),
            (r"[^\"{\n]+|\{", String),
        ],
        "row": [
            (r"\n", Whitespace, "#pop"),
            (r"\|", Punctuation),
            (_CITE, Name.Tag),
            (r"#[^\n]*", Comment.Single),
            (r"-?[0-9]+(?=[ ]*\|)", Number.Integer),
            (r"[^|\n\[#]+|.", String.Other),
        ],
    }
