"""Repairs carried out on a text, and kept only where they put something right and break nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from rulesdsl.diagnostics.fixes import apart, carried_out
from rulesdsl.diagnostics.model import Diagnostic, Edit, Report

MOST_ROUNDS = 100
"""What is put right can bring to light what could not be read before, but not for ever."""
Check = Callable[[str], Report]
Wanted = Callable[[Diagnostic], bool]


@frozen
class Repaired:
    text: str
    mended: tuple[Diagnostic, ...]
    """What was found, and is found no more."""


def repaired(name: str, text: str, check: Check, wanted: Wanted) -> Repaired:
    """A text, called `name` in diagnostics, with all wanted repairs in it that prove good.

    `check` gives everything that is wrong with a text in its place.
    """
    report = check(text)
    mended: list[Diagnostic] = []
    refused: set[tuple[str, str, str]] = set()
    for _ in range(MOST_ROUNDS):
        open_ones = [
            one for one in report if wanted(one) and _is_about(one, name) and _in_its_line(one) not in refused
        ]
        if not open_ones:
            break
        fixes = apart(one.fix for one in open_ones if one.fix is not None)
        together = [one for one in open_ones if any(one.fix is fix for fix in fixes)]
        # All at once, or else the first that is good by itself: behind it, places have moved.
        for some in ([together] if len(together) > 1 else []) + [[one] for one in together]:
            changed = carried_out(text, [edit for one in some for edit in _edits(one)])
            after = check(changed)
            if _is_better(report, after, some):
                text, report = changed, after
                mended += some
                break
            if len(some) == 1:
                refused.add(_in_its_line(some[0]))
    return Repaired(text, tuple(mended))


def _edits(found: Diagnostic) -> tuple[Edit, ...]:
    return found.fix.edits if found.fix is not None else ()


def _is_about(found: Diagnostic, name: str) -> bool:
    """A repair elsewhere, in a base or a table, is made where that is asked for."""
    return found.fix is not None and all(edit.span.source.name == name for edit in found.fix.edits)


def _in_its_line(found: Diagnostic) -> tuple[str, str, str]:
    return found.code, found.message, found.span.source.line_text(found.span.line)


def _is_better(before: Report, after: Report, mended: Sequence[Diagnostic]) -> bool:
    """What was to be mended is gone, and nothing came. Where errors had kept later checks from being made,
    what these find now is not new; it is, where it stands in what was written.
    """
    found, left = _counted(before), _counted(after)
    if any(left[key] > found[key] - many for key, many in _counted(mended).items()):
        return False
    new = left - found
    if not new:
        return True
    moved = _lines_written(mended)
    return before.unfinished and not any(_key(one) in new and one.span.line in moved for one in after)


def _lines_written(mended: Iterable[Diagnostic]) -> set[int]:
    """In the text as it is after the edits."""
    lines: set[int] = set()
    grown = 0
    for edit in sorted((edit for one in mended for edit in _edits(one)), key=lambda one: one.span.start):
        first = edit.span.line + grown
        lines.update(range(first, first + edit.text.count("\n") + 1))
        grown += edit.text.count("\n") - edit.span.text.count("\n")
    return lines


def _counted(found: Iterable[Diagnostic]) -> Counter[tuple[str, str, str]]:
    return Counter(map(_key, found))


def _key(found: Diagnostic) -> tuple[str, str, str]:
    return found.span.source.name, found.code, found.message
