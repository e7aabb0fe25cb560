"""Indentation: turns the line ends of the text into the beginnings and ends of blocks."""

from __future__ import annotations

from collections.abc import Iterator

from lark.lark import PostLex
from lark.lexer import Token

LINE_END = "_NL"
INDENT = "_INDENT"
DEDENT = "_DEDENT"
LAYOUT = frozenset({LINE_END, INDENT, DEDENT})


# A line that ends in one of these goes on below, if what is below is indented.
_OPERATORS = frozenset({"AND", "OR", "PLUS", "MINUS", "STAR", "COMMA", "_SEP"})


class BadIndentation(Exception):
    """A line that is indented less than its block, but not as far as any block around it."""

    def __init__(self, offset: int, width: int, open_widths: tuple[int, ...]) -> None:
        super().__init__(f"indented by {width}, between {open_widths}")
        self.offset = offset
        self.width = width
        self.open_widths = open_widths


class Layout(PostLex):
    """The step between lexer and parser. Line ends inside brackets mean nothing, nor do those behind an
    operator or a comma.

    Like lark's Indenter, but without state of its own, so that two texts can be read at once.
    """

    # A name is always read as a whole, also where none can stand: `ordinary` is not `or dinary`.
    always_accept = (LINE_END, "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        widths = [0]
        brackets = 0
        last: Token | None = None
        for token in stream:
            before, last = last, token
            if token.type in ("LPAR", "LBRACE"):
                brackets += 1
            elif token.type in ("RPAR", "RBRACE"):
                brackets -= 1
            elif token.type == LINE_END:
                if brackets <= 0 and not _goes_on(before, token, widths[-1]):
                    yield token
                    yield from _blocks(token, widths)
                continue
            yield token
        for _ in widths[1:]:
            yield Token.new_borrow_pos(DEDENT, "", last) if last else Token(DEDENT, "")


def _goes_on(before: Token | None, line_end: Token, width: int) -> bool:
    below = len(line_end.rsplit("\n", 1)[1])
    return before is not None and before.type in _OPERATORS and below > width


def _blocks(line_end: Token, widths: list[int]) -> Iterator[Token]:
    blanks = line_end.rsplit("\n", 1)[1]
    width = len(blanks)
    if width > widths[-1]:
        widths.append(width)
        yield Token.new_borrow_pos(INDENT, blanks, line_end)
        return
    while width < widths[-1]:
        widths.pop()
        yield Token.new_borrow_pos(DEDENT, blanks, line_end)
    if width > widths[-1]:
        raise BadIndentation(line_end.end_pos or 0, width, tuple(widths))
