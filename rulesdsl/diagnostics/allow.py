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
    for code in re.finditer(_CODE, match["codes"]):
        # `# allow ties: ...` is a sentence. Every code has a hyphen, so an unknown word with one, and
        # with a reason behind it, is a code mistyped, and nothing else is.
        if code[0] in CATALOGUE or ("-" in code[0] and match["colon"]):
            start = comment.start + match.start("codes") + code.start()
            yield Allow(Span(comment.source, start, start + len(code[0])), code[0], reason, alone)
