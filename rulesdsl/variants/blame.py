"""Which change of a variant brings about what is found in the files below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import evolve, field, frozen

from rulesdsl.diagnostics import Diagnostic, Label, Report
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.variants.order import by_stage

MOST_TRIED = 24
"""So often a game is checked with some of its changes; what is unexplained then stays where it is."""

Found = tuple[str, str, int, int]
"""A code and a place."""

Check = Callable[[Sequence[ast.VariantFile]], Iterable[Diagnostic]]
"""What is found in the base with these variants on it."""


def with_blame(report: Report, variants: Sequence[ast.VariantFile], check: Check) -> Report:
    """What a change brings about in a file below it is reported at that change, so that whoever wrote it
    sees a line that they wrote; the place in the other file is a second label.

    Nobody has to know how a change can lead to a mistake: the changes are put on the base one after the
    other, and the first with which it is found is the one.
    """
    top = variants[-1].span.source.name
    tried = _Tried(tuple(variants), check)
    kept = Report()
    blamed: dict[tuple[str, str, Span], Diagnostic] = {}
    for diagnostic in report:
        change = tried.first_with(diagnostic) if diagnostic.span.source.name != top else None
        if change is None or change.span.source.name == diagnostic.span.source.name:
            kept.add(diagnostic)
            continue
        key = diagnostic.code, diagnostic.message, change.span
        there = Label(diagnostic.span, diagnostic.primary.text or "here")
        before = blamed.get(key)
        if before is None:
            place = Label(_first_line(change.span), "because of this change")
            blamed[key] = evolve(diagnostic, primary=place, secondary=(there, *diagnostic.secondary))
        elif there not in before.secondary:
            blamed[key] = evolve(before, secondary=(*before.secondary, there))
    kept.extend(blamed.values())
    return kept


@frozen
class _Tried:
    variants: tuple[ast.VariantFile, ...]
    check: Check
    _found: dict[int, frozenset[Found]] = field(factory=dict, init=False)

    def first_with(self, diagnostic: Diagnostic) -> ast.Change | None:
        """The change from which on it is found; None if it is found without any."""
        changes = [change for variant in self.variants for change in by_stage(variant.changes)]
        wanted = _key(diagnostic)
        without, with_it = 0, len(changes)
        if wanted in self._after(0) or wanted not in self._after(with_it):
            return None
        while with_it - without > 1:
            middle = (without + with_it) // 2
            if len(self._found) >= MOST_TRIED and middle not in self._found:
                return None
            if wanted in self._after(middle):
                with_it = middle
            else:
                without = middle
        return changes[with_it - 1]

    def _after(self, number: int) -> frozenset[Found]:
        """What is found with the first changes."""
        if number not in self._found:
            self._found[number] = frozenset(
                _key(diagnostic) for diagnostic in self.check(self._first(number))
            )
        return self._found[number]

    def _first(self, number: int) -> list[ast.VariantFile]:
        some = []
        for variant in self.variants:
            changes = tuple(by_stage(variant.changes))[:number]
            number -= len(changes)
            some.append(evolve(variant, changes=changes))
        return some


def _key(diagnostic: Diagnostic) -> Found:
    return diagnostic.code, diagnostic.span.source.name, diagnostic.span.start, diagnostic.span.end


def _first_line(span: Span) -> Span:
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))
