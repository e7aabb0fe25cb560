"""The words of the language, taken from the grammar, and what to call that which is no word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from attrs import frozen
from lark import Lark, Token
from lark.lexer import PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulesdsl.syntax.layout import INDENT, LINE_END

# What a terminal of the grammar that is no fixed word is called in a sentence.
PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "NAME": "a name",
        "INT": "a number",
        "STRING": "a text in quotation marks",
        "CITE": "a citation",
        "COMPARE": "a comparison",
        "DRAWN_ROW": "a drawn row `| … |`",
        "LABEL_WORD": "a value and `:`",
        "SIGN": "`+` or `-`",
        "AT_MOST": "`at most`",
        "STARTS_WITH": "`starts with`",
        "KEPT_AT": "`kept at`",
        "RENEWED_FROM": "`renewed from`",
        "SET_OF": "`set of`",
        "LIST_OF": "`list of`",
        "NAME_OF": "`name of`",
        "NEEDLESS": "`, nothing needless`",
        "AS_ONE_CHOICE": "`as one choice`",
        "IF_POSSIBLE": "`if possible`",
        "IN_ORDER_OF": "`in order of`",
        "IN_TURN": "`in turn`",
        "IN_SECRET": "`in secret`",
        "STOPS_THE_MOMENT": "`stops the moment`",
        "IS_NEXT": "`is next`",
        "GAME_IS_OVER": "`game is over`",
        "_NORMALLY": "`normally`",
        "_OWNER_DISCARDS": "`, owner discards extra to`",
        "_OLD_ONE_GOES": "`, old one goes to`",
        "_EXTRA_GOES": "`, extra goes to`",
        "_BY_CHANCE": "`by chance`",
        "_NL": "the end of the line",
        "_INDENT": "an indented line",
        "_DEDENT": "the end of the block",
        "$END": "the end of the file",
    }
)

# What may always follow a value; a list of what is missing does not mention it.
OPERATORS = frozenset(
    {"AND", "OR", "DOT", "LPAR", "MINUS", "PLUS", "MOD", "SLASH", "STAR"}
    | {"COMPARE", "HAS", "RANGE", "_BY_CHANCE"}
)
# These too, where a whole condition can stand; elsewhere they are part of the line.
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
    headings: frozenset[str]
    declarations: frozenset[str]
    changes: frozenset[str]
    statements: frozenset[str]

    def phrase(self, terminal: str) -> str:
        word = self.words.get(terminal)
        return f"`{word}`" if word else PHRASES[terminal]

    def known(self, terminals: Iterable[str]) -> list[str]:
        """The words among the terminals, in the order of the alphabet."""
        return sorted(self.words[terminal] for terminal in terminals if terminal in self.words)


def accepted(parser: InteractiveParser) -> frozenset[str]:
    """The terminals with which a parser can go on."""
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]


@cache
def vocabulary(grammar: Lark) -> Vocabulary:
    words = {
        terminal.name: terminal.pattern.value
        for terminal in grammar.terminals
        if isinstance(terminal.pattern, PatternStr)
    }

    def first_words(start: str, *before: str) -> frozenset[str]:
        parser = grammar.parse_interactive(start=start)
        for terminal in before:
            parser.feed_token(Token(terminal, ""))
        return frozenset(
            words[terminal] for terminal in accepted(parser) if words.get(terminal, "").isalpha()
        )

    return Vocabulary(
        words=MappingProxyType(words),
        headings=first_words("heading"),
        declarations=first_words("decl"),
        changes=first_words("change"),
        statements=first_words("decl", "FLOW", LINE_END, INDENT) | {"cost", "until", "turn", "stops"},
    )
