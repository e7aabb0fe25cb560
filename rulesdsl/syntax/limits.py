"""How large and how deep a text may be, so that no text makes any later stage slow or fall over."""

from __future__ import annotations

import re
from itertools import islice

from rulesdsl.diagnostics import Diagnostic, Label
from rulesdsl.source import Source, Span
from rulesdsl.visible import CONTROL_CHARACTER

# A game fills some ten thousand characters; each limit is far from what a person writes.
MAX_FILE_BYTES = 2_000_000
MAX_LINE_LENGTH = 2_000
MAX_LINES = 20_000
MAX_TOKENS = 60_000
MAX_BRACKETS = 60
MAX_BLOCKS = 40
# Later stages walk the tree by recursion, a few calls for each of its levels, and Python allows a thousand.
MAX_TREE_DEPTH = 150
# What cannot be counted on fingers or in a machine word is a slip of the pen.
MAX_DIGITS = 15

BEYOND_LIMITS = frozenset({"file-too-large", "too-deep"})

_LONG_LINE = re.compile(rf"^[^\n]{{{MAX_LINE_LENGTH + 1}}}", re.MULTILINE)
_LONG_NUMBER = re.compile(
    rf'"[^"\n]*"|#[^\n]*|\|[^\n]*|[A-Za-z_]\w*|(?P<number>[0-9]{{{MAX_DIGITS + 1},}})|[0-9]+'
)
_TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\w\s]')
_NESTING = re.compile(
    r'"[^"\n]*"|#[^\n]*|(?P<opening>[({])|(?P<closing>[)}])|(?:\A|\n)(?P<blanks>[ ]*)(?=[^ #\n])'
)


def beyond_limits(source: Source) -> Diagnostic | None:
    """The first limit that the text breaks. Looks at each character once or twice, whatever the text."""
    text = source.text
    if len(text) > MAX_FILE_BYTES:
        message = f"this file has {len(text):,} characters; at most {MAX_FILE_BYTES:,} are read"
        return _diagnostic("file-too-large", message, source, 0, 0, "split the game: base and variants")
    control = CONTROL_CHARACTER.search(text)
    if control:
        message = f"this file is not text: control character U+{ord(control[0]):04X}"
        return _diagnostic("not-text", message, source, *control.span(), "save it as plain text in UTF-8")
    return _too_deep(source) or _too_many(source) or _too_long(source)


def tree_too_deep(span: Span) -> Diagnostic:
    message = f"constructs lie inside each other here more than {MAX_TREE_DEPTH} deep"
    hint = "give parts of it a name with `define` or `let`, or make a `routine` of them"
    return Diagnostic("too-deep", message, Label(span), hint=hint)


def _too_many(source: Source) -> Diagnostic | None:
    hint = "put long tables into data files"
    if source.line_count > MAX_LINES:
        message = f"this file has more than {MAX_LINES:,} lines"
        start = source.line_span(MAX_LINES + 1).start
        return _diagnostic("file-too-large", message, source, start, start, hint)
    beyond = next(islice(_TOKEN.finditer(source.text), MAX_TOKENS, None), None)
    if beyond:
        message = f"this file has more than {MAX_TOKENS:,} words and signs"
        return _diagnostic("file-too-large", message, source, *beyond.span(), hint)
    return None


def _too_deep(source: Source) -> Diagnostic | None:
    brackets = 0
    widths = [0]
    for match in _NESTING.finditer(source.text):
        if match["opening"]:
            brackets += 1
            if brackets > MAX_BRACKETS:
                message = f"brackets lie inside each other here more than {MAX_BRACKETS} deep"
                hint = "give parts of it a name with `define` or `let`"
                return _diagnostic("too-deep", message, source, *match.span(), hint)
        elif match["closing"]:
            brackets = max(0, brackets - 1)
        elif match["blanks"] is not None and not brackets:
            width = len(match["blanks"])
            while width < widths[-1]:
                widths.pop()
            if width > widths[-1]:
                widths.append(width)
            if len(widths) > MAX_BLOCKS + 1:
                message = f"blocks lie inside each other here more than {MAX_BLOCKS} deep"
                return _diagnostic(
                    "too-deep", message, source, *match.span("blanks"), "make a `routine` of the inner ones"
                )
    return None


def _too_long(source: Source) -> Diagnostic | None:
    long_line = _LONG_LINE.search(source.text)
    if long_line:
        message = f"this line has more than {MAX_LINE_LENGTH:,} characters"
        return _diagnostic("file-too-large", message, source, *long_line.span(), "break it inside brackets")
    for match in _LONG_NUMBER.finditer(source.text):
        if match["number"]:
            message = f"this number has more than {MAX_DIGITS} digits"
            return _diagnostic("syntax-error", message, source, *match.span(), "use a smaller number")
    return None


def _diagnostic(code: str, message: str, source: Source, start: int, end: int, hint: str) -> Diagnostic:
    return Diagnostic(code, message, Label(Span(source, start, end)), hint=hint)
