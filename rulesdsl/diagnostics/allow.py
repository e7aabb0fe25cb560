"""Comments that allow a warning on their line: `# allow CODE: reason`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from rulesdsl.diagnostics.catalogue import CATALOGUE
from rulesdsl.source import Span

_CODE = r"[a-z]+(?:-[a-z]+)*"
_COMMENT = re.compile(rf"#\s*allow\s+(?P<codes>{_CODE}(?:\s*,\s*{_CODE})*)\s*(?P<colon>:(?P<reason>.*))?$")


@frozen
class Allow:
    """One code in an allow comment; `span` is the code's own place."""

    span: Span
    code: str
    reason: str
    alone: bool
    """Whether nothing but the comment is on its line."""
    gone: Span
    """What to take away, to take this code away: the comment, where it has no other."""

    @property
    def place(self) -> tuple[str, int]:
        return (self.span.source.name, self.span.line)


def read_allows(comment: Span) -> Iterable[Allow]:
    """What a comment allows; most comments allow nothing."""
    match = _COMMENT.match(comment.text.rstrip())
    if not match:
        return
    alone = not comment.source.line_text(comment.line)[: comment.column - 1].strip()
    reason = (match["reason"] or "").strip()
    codes = list(re.finditer(_CODE, match["codes"]))
    for number, code in enumerate(codes):
        # `# allow ties: ...` is a sentence. Every code has a hyphen, so an unknown word with one, and
        # with a reason behind it, is a code mistyped, and nothing else is.
        if code[0] in CATALOGUE or ("-" in code[0] and match["colon"]):
            start = comment.start + match.start("codes") + code.start()
            span = Span(comment.source, start, start + len(code[0]))
            gone = _whole(comment, alone=alone)
            if len(codes) > 1:
                column = comment.start + match.start("codes")
                # With the comma before it, or behind it where it is the first.
                ends = (codes[number - 1].end(), code.end()) if number else (0, codes[1].start())
                gone = Span(comment.source, column + ends[0], column + ends[1])
            yield Allow(span, code[0], reason, alone, gone)


def _whole(comment: Span, *, alone: bool) -> Span:
    """The comment with the blanks before it; with its line, if there is nothing else on it."""
    source = comment.source
    line = source.line_span(comment.line)
    if alone:
        return Span(source, line.start, min(line.end + 1, len(source.text)))
    before = source.text[line.start : comment.start]
    return Span(source, line.start + len(before.rstrip()), line.end)
