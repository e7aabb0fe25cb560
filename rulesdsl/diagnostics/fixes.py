"""Repairs: how they are made, and carried out on a text."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulesdsl.diagnostics.model import Edit, Fix
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.source import Span


def replaced(span: Span, text: str, *, certain: bool = True) -> Fix:
    """This text in place of what stands there."""
    if not text.strip():
        title = f"Take `{span.text.strip()}` away" if span.text.strip() else "Take it away"
    elif "\n" in text.strip():
        title = "Write it on two lines"
    else:
        title = f"Write `{text.strip()}`"
    return Fix(title, (Edit(span, text),), certain)


def added(span: Span, text: str, *, certain: bool = True) -> Fix:
    """This text behind what stands there."""
    return Fix(f"Add `{text.strip()}`", (Edit(evolve(span, start=span.end), text),), certain)


def as_meant(span: Span, name: str, candidates: Iterable[str]) -> Fix | None:
    """The name that a mistyped one may have meant; which one was meant, only the writer knows."""
    nearest = suggest(name, candidates)
    if nearest is None or span.text.strip('"') != name:
        return None
    return replaced(span, span.text.replace(name, nearest), certain=False)


def without_lines(span: Span, *, certain: bool) -> Fix | None:
    """The lines of a span are gone, with their comments; None where something else stands on them."""
    source = span.source
    first, last = source.line_span(span.line), source.line_span(span.last_line)
    before, behind = source.text[first.start : span.start], source.text[span.end : last.end]
    if before.strip() or behind.split("#")[0].strip():
        return None
    end = min(last.end + 1, len(source.text))
    return Fix("Take the line away", (Edit(Span(source, first.start, end), ""),), certain)


def moved_up(line: Span, before: Span) -> Fix:
    """The line of a span above that of another one."""
    source = line.source
    old = source.line_span(line.line)
    text = source.text[old.start : old.end]
    above = source.line_span(before.line).start
    gone = Span(source, old.start, min(old.end + 1, len(source.text)))
    return Fix(
        "Move the line up", (Edit(Span(source, above, above), f"{text}\n"), Edit(gone, "")), certain=True
    )


def carried_out(text: str, edits: Iterable[Edit]) -> str:
    """A text with all of these edits in it; they do not overlap."""
    parts, done = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        assert edit.span.start >= done
        parts += [text[done : edit.span.start], edit.text]
        done = edit.span.end
    return "".join([*parts, text[done:]])


def apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Those that can be carried out together; of two that touch the same place the first."""
    taken: list[Span] = []
    kept = []
    for fix in fixes:
        spans = [edit.span for edit in fix.edits]
        if not any(_touch(span, other) for span in spans for other in taken):
            taken += spans
            kept.append(fix)
    return kept


def _touch(span: Span, other: Span) -> bool:
    return span.source.name == other.source.name and span.start <= other.end and other.start <= span.end
