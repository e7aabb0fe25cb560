"""Repairs carried out on a text, and kept only where they put something right and break nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import frozen

from rulesdsl.diagnostics.fixes import apart, carried_out
from rulesdsl.diagnostics.model import Diagnostic, Edit, Report
from rulesdsl.source import Span

MOST_ROUNDS = 100
"""What is put right can bring to light what could not be read before, but not for ever."""
Check = Callable[[str], Report]
Wanted = Callable[[Diagnostic], bool]
Known = tuple[str, str, str]
"""What a finding is known by while its place moves."""


@frozen
class Repaired:
    text: str
    mended: tuple[Diagnostic, ...]
    """What was found, and is found no more."""


@frozen
class _Attempt:
    text: str
    report: Report
    mended: tuple[Diagnostic, ...]
    written: tuple[frozenset[int], ...]
    """For each of `mended`, the lines of the text that its repair wrote."""


def repaired(name: str, text: str, check: Check, wanted: Wanted) -> Repaired:
    """A text, called `name` in diagnostics, with all wanted repairs in it that prove good.

    `check` gives everything that is wrong with a text in its place.
    """
    report = check(text)
    refused: set[Known] = set()
    while True:
        attempt = _attempt(name, text, report, check, wanted, refused)
        # What one repair spoils can come to light behind others: nothing new is about what any of them wrote.
        new = _counted(attempt.report) - _counted(report)
        lines = {
            line
            for diagnostic in attempt.report
            if _key(diagnostic) in new
            for line in _about(diagnostic, name)
        }
        spoilt = {
            _in_its_line(diagnostic)
            for diagnostic, written in zip(attempt.mended, attempt.written, strict=True)
            if written & lines
        }
        if not spoilt:
            return Repaired(attempt.text, attempt.mended)
        refused |= spoilt


def _attempt(
    name: str, text: str, report: Report, check: Check, wanted: Wanted, known_as_bad: AbstractSet[Known]
) -> _Attempt:
    mended: list[Diagnostic] = []
    written: list[frozenset[int]] = []
    refused = set(known_as_bad)
    for _ in range(MOST_ROUNDS):
        open_ones = [
            diagnostic
            for diagnostic in report
            if wanted(diagnostic) and _is_about(diagnostic, name) and _in_its_line(diagnostic) not in refused
        ]
        if not open_ones:
            break
        fixes = apart(diagnostic.fix for diagnostic in open_ones if diagnostic.fix is not None)
        together = [diagnostic for diagnostic in open_ones if any(diagnostic.fix is fix for fix in fixes)]
        # All at once, or else the first that is good by itself: behind it, places have moved.
        for some in ([together] if len(together) > 1 else []) + [[diagnostic] for diagnostic in together]:
            changed = carried_out(text, [edit for diagnostic in some for edit in _edits(diagnostic)])
            after = check(changed)
            if _is_better(report, after, some):
                text, report = changed, after
                mended += some
                written = [_moved_on(lines, some) for lines in written]
                written += [_lines_written(diagnostic, some) for diagnostic in some]
                break
            if len(some) == 1:
                refused.add(_in_its_line(some[0]))
    return _Attempt(text, report, tuple(mended), tuple(written))


def _edits(diagnostic: Diagnostic) -> tuple[Edit, ...]:
    return diagnostic.fix.edits if diagnostic.fix is not None else ()


def _is_about(diagnostic: Diagnostic, name: str) -> bool:
    """A repair elsewhere, in a base or a table, is made where that is asked for."""
    return diagnostic.fix is not None and all(edit.span.source.name == name for edit in diagnostic.fix.edits)


def _about(diagnostic: Diagnostic, name: str) -> Iterator[int]:
    """The lines of a text that a finding speaks of."""
    for label in (diagnostic.primary, *diagnostic.secondary):
        if label.span.source.name == name:
            yield label.span.line


def _in_its_line(diagnostic: Diagnostic) -> Known:
    return diagnostic.code, diagnostic.message, diagnostic.span.source.line_text(diagnostic.span.line)


def _is_better(before: Report, after: Report, mended: Sequence[Diagnostic]) -> bool:
    """What was to be mended is gone, and nothing came. Where errors had kept later checks from being made,
    what these find now is not new; it is, where it stands in what was written.
    """
    now, left = _counted(before), _counted(after)
    if any(left[key] > now[key] - many for key, many in _counted(mended).items()):
        return False
    new = left - now
    if not new:
        return True
    written = frozenset[int]().union(*(_lines_written(diagnostic, mended) for diagnostic in mended))
    return before.unfinished and not any(
        _key(diagnostic) in new and diagnostic.span.line in written for diagnostic in after
    )


def _lines_written(mended: Diagnostic, together: Iterable[Diagnostic]) -> frozenset[int]:
    """Of one repair, in the text as it is after all that were made together."""
    lines: set[int] = set()
    for edit in _edits(mended):
        grown = _grown_above(edit.span.start, together)
        lines.update(range(edit.span.line + grown, edit.span.line + grown + edit.text.count("\n") + 1))
        if not edit.text and "\n" in edit.span.text:
            lines.add(_head(edit.span) + grown)
    return frozenset(lines)


def _head(gone: Span) -> int:
    """The line below which lines stood that are taken away: it may have nothing left, as a whole file may."""

    def indented(line: int) -> int:
        text = gone.source.line_text(line)
        return len(text) - len(text.lstrip())

    above = (line for line in range(gone.line - 1, 0, -1) if gone.source.line_text(line).strip())
    return next((line for line in above if indented(line) < indented(gone.line)), 1)


def _moved_on(lines: Iterable[int], made: Sequence[Diagnostic]) -> frozenset[int]:
    """Lines of a text, in the text as it is after these repairs."""
    sources = [edit.span.source for diagnostic in made for edit in _edits(diagnostic)]
    return frozenset(line + _grown_above(sources[0].line_span(line).start, made) for line in lines)


def _grown_above(offset: int, made: Iterable[Diagnostic]) -> int:
    """By how many lines the text above a place has grown."""
    edits = [edit for diagnostic in made for edit in _edits(diagnostic) if edit.span.start < offset]
    return sum(edit.text.count("\n") - edit.span.text.count("\n") for edit in edits)


def _counted(diagnostics: Iterable[Diagnostic]) -> Counter[Known]:
    return Counter(map(_key, diagnostics))


def _key(diagnostic: Diagnostic) -> Known:
    return diagnostic.span.source.name, diagnostic.code, diagnostic.message
