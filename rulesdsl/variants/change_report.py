"""Where a change that cannot be made is reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from rulesdsl.diagnostics import Diagnostic, Fix, Label, Report, did_you_mean
from rulesdsl.diagnostics.fixes import as_meant, without_lines
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_CHANGES = 500
"""Of one variant: each goes through all of the game."""

MOST_LISTED = 8
"""So many names are listed in a hint; of more none is."""


Key = tuple[object, ...]
"""What is taken away: its sort, its name, and for a part of it what that says."""


@frozen
class ChangeContext:
    """`gone` says where this variant takes something away, by its sort and name; `earlier` where the
    variants below it do."""

    report: Report
    base: ast.Text
    gone: Mapping[tuple[str, str], Span] = field(factory=dict)
    earlier: Mapping[Key, Span] = field(factory=dict)

    def missing(
        self,
        span: Span,
        message: str,
        wanted: str,
        known: Iterable[str],
        hint: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Something is to be changed that the base does not have."""
        candidates = list(dict.fromkeys(known))
        fix = fix or as_meant(span, wanted, candidates)
        if hint is None:
            hint = did_you_mean(wanted, candidates)
        if hint is None and 0 < len(candidates) <= MOST_LISTED:
            hint = "there is " + ", ".join(f"`{candidate}`" for candidate in candidates)
        missing = f'{message} in "{self.base.value}"'
        self._say(
            "variant-target-missing",
            missing,
            span,
            "not in the base",
            (Label(self.base.span, "the base"),),
            hint,
            fix,
        )

    def unclear(self, span: Span, message: str, places: Iterable[Span], hint: str) -> None:
        """What is to be changed could be several things of the base."""
        there = tuple(Label(place, "this one?") for place in places)
        self._say("variant-target-missing", message, span, "which one?", there, hint)

    def wrong(self, span: Span, message: str, place: Span, hint: str) -> None:
        """What is to be changed is there, but not of the sort that can be changed in this way."""
        there = (Label(place, "in the base"),)
        self._say("variant-target-missing", message, span, "cannot be changed like this", there, hint)

    def conflict(self, span: Span, message: str, first: Span, label: str) -> None:
        hint = "take one of the two changes away"
        self._say("variant-conflict", message, span, "here again", (Label(first, label),), hint)

    def _say(
        self,
        code: str,
        message: str,
        span: Span,
        label: str,
        there: tuple[Label, ...],
        hint: str | None,
        fix: Fix | None = None,
    ) -> None:
        self.report.add(Diagnostic(code, message, Label(span, label), there, hint, fix))

    def nothing_there(self, span: Span, key: Key, message: str, known: Sequence[str]) -> None:
        """Something is to be taken away that is not there, perhaps because it is gone already."""
        if not self._gone_already(span, key):
            self.missing(
                span, message, "", known, None if known else "there is none of this sort to take away"
            )

    def _gone_already(self, span: Span, key: Key) -> bool:
        taken = self.earlier.get(key)
        if taken is None:
            return False
        message, there = (
            "this is gone already: a variant below takes it away",
            Label(taken, "taken away here"),
        )
        self._say("variant-target-missing", message, span, "once more", (there,), "take the change away")
        return True

    def removed(self, span: Span, sort: str, name: str, message: str) -> bool:
        """Whether it is this variant itself, or one below it, that has taken away what is to be changed;
        then that is reported."""
        if self._gone_already(span, (sort, name)):
            return True
        taken = self.gone.get((sort, name))
        if taken is None or taken == span:
            return False
        self.conflict(span, message, taken, "removed here")
        return True

    def same(self, span: Span, message: str, before: Span) -> None:
        """The change leaves everything as it was."""
        there, fix = (Label(before, "already so in the base"),), without_lines(span, certain=False)
        self._say("variant-changes-nothing", message, span, "as it was", there, "take the change away", fix)

    def already(self, there: Iterable[ast.Node], given: Iterable[ast.Node], message: str) -> None:
        """What is given anew stands there as it is."""
        nodes = list(there)
        for node in given:
            before = next((old for old in nodes if old == node), None)
            if before is not None:
                self.same(node.span, message, before.span)

    def bad_value(self, span: Span, hint: str) -> None:
        message = "a cell of a table holds a value that is known before play"
        self._say("data-bad-value", message, span, "no value of a table", (), hint)

    def bad_row(self, row: ast.Row, columns: int, head: Span) -> None:
        cells = len(row.cells)
        code, much = ("data-missing-cell", "few") if cells < columns else ("data-bad-value", "many")
        message = f"this row has {cells} cells, the table has {columns} columns: too {much}"
        hint = "an absent value is an empty cell; or draw the columns you fill as a first row"
        self._say(code, message, row.span, f"{cells} cells", (Label(head, f"{columns} columns"),), hint)
