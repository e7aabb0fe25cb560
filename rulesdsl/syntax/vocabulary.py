"""The words of the language, taken from the grammar, and what to call that which is no word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from attrs import frozen
from lark import Lark, Token
from lark.lexer import PatternRE, PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulesdsl.syntax.layout import INDENT, LINE_END

# What a terminal of the grammar that is no fixed words is called in a sentence.
_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "NAME": "a name",
        "INT": "a number",
        "STRING": "a text in quotation marks",
        "CITE": "a citation",
        "COMPARE": "a comparison",
        "DRAWN_ROW": "a drawn row `| … |`",
        "LABEL_WORD": "a value and `:`",
        "SIGN": "`+` or `-`",
        "_NL": "the end of the line",
        "_INDENT": "an indented line",
        "_DEDENT": "the end of the block",
        "$END": "the end of the file",
    }
)

# What may follow a value only where a whole condition can stand; elsewhere it is part of the line.
CONDITION_OPERATORS = frozenset({"EQUAL", "IS"})
VALUE_STARTS = frozenset({"INT", "LPAR", "YOUR"})
# An indented line that begins with one of the first, or stands below one that ends in one of the others,
# goes on with the line above.
GO_ON_BELOW = frozenset({"and", "or", "where", "then", "+", "*"})
GO_ON_AFTER = frozenset({"and", "or", "+", "-", "*"})
LINE_EDGES = frozenset({"CITE", "_NL", "_INDENT", "_DEDENT", "$END"})


@frozen
class Vocabulary:
    """The fixed words by terminal, and those with which a line can begin, by place."""

    words: Mapping[str, str]
    phrases: Mapping[str, str]
    """What all other terminals are called in a sentence."""
    headings: frozenset[str]
    declarations: frozenset[str]
    changes: frozenset[str]
    statements: frozenset[str]
    operators: frozenset[str]
    """The terminals that may always follow a value; a list of what is missing does not mention them."""

    def phrase(self, terminal: str) -> str:
        word = self.words.get(terminal)
        return f"`{word}`" if word else self.phrases[terminal]

    def known(self, terminals: Iterable[str]) -> list[str]:
        """The words among the terminals, in the order of the alphabet."""
        return sorted(self.words[terminal] for terminal in terminals if terminal in self.words)


def accepted(parser: InteractiveParser) -> frozenset[str]:
    """The terminals with which a parser can go on."""
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]


def _several_words(pattern: str) -> str | None:
    r"""The words of a terminal like `/at[ ]+most\b/`, as they are written with single blanks."""
    text = pattern.removesuffix(r"\b").removeprefix(",?[ ]*").replace("[ ]*", " ").replace("[ ]+", " ")
    return text if re.fullmatch(r"(, )?[a-z]+( [a-z]+)*", text) else None


@cache
def vocabulary(grammar: Lark) -> Vocabulary:
    words = {
        terminal.name: terminal.pattern.value
        for terminal in grammar.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    phrases = {
        terminal.name: f"`{several}`"
        for terminal in grammar.terminals
        if isinstance(terminal.pattern, PatternRE)
        and (several := _several_words(terminal.pattern.value)) is not None
    }

    def accepted_behind(start: str, *before: str) -> frozenset[str]:
        parser = grammar.parse_interactive(start=start)
        for terminal in before:
            parser.feed_token(Token(terminal, ""))
        return accepted(parser)

    def first_words(start: str, *before: str) -> frozenset[str]:
        terminals = accepted_behind(start, *before)
        return frozenset(words[terminal] for terminal in terminals if words.get(terminal, "").isalpha())

    behind_a_value = accepted_behind("decl", "DEFINE", "NAME", "EQUAL", "NAME")

    return Vocabulary(
        words=MappingProxyType(words),
        phrases=MappingProxyType({**_NAMES, **phrases}),
        headings=first_words("heading"),
        declarations=first_words("decl"),
        changes=first_words("change"),
        statements=first_words("decl", "FLOW", LINE_END, INDENT) | {"cost", "until", "turn", "stops"},
        operators=behind_a_value - LINE_EDGES - CONDITION_OPERATORS | {"_BY_CHANCE"},
    )
