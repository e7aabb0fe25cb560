"""What the grammar expects at a place: for editors, who ask in the middle of a line."""

from __future__ import annotations

import re
from typing import cast

from lark import Lark, UnexpectedInput

from rulesdsl.syntax.layout import LAYOUT, BadIndentation
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import accepted, vocabulary

WORD_BEGUN = re.compile(r"\w*$")
"""The word in which a place is."""


def expected_behind(before: str, *, variant: bool) -> frozenset[str] | None:
    """The terminals with which a text could go on behind its last whole word, by the declaration in which
    that is; None where that is wrong before.
    """
    lark = grammar()
    start, rule = _declaration(lark, before, variant=variant)
    written = before[start:]
    written = written[: len(written) - len(WORD_BEGUN.search(written)[0])]  # type: ignore[index]
    parser = lark.parse_interactive(f"{written}x\n", start=rule)
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            if token.type not in LAYOUT and token.start_pos is not None and token.start_pos >= len(written):
                break
            parser.feed_token(token)
    except UnexpectedInput as error:
        # Lark says None in its types and an offset in fact.
        if cast("int", error.pos_in_stream) < len(written):
            return None
    except BadIndentation:
        return None
    return accepted(parser)


def _declaration(lark: Lark, before: str, *, variant: bool) -> tuple[int, str]:
    """Where the declaration begins in which the place lies, and by which rule it is read."""
    words = vocabulary(lark)
    start = len(before)
    while True:
        start = before.rfind("\n", 0, start) + 1
        if start == 0 or before[start : start + 1].strip(" \t\n#)}"):
            break
        start -= 1
    word = match[0] if (match := re.match(r"\w+", before[start:])) else ""
    if word == "variant":
        return start, "variant_line"
    if word in words.headings and not variant:
        return start, "heading"
    return start, "change" if variant else "decl"
