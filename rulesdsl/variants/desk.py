"""Where a change that cannot be made is reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from rulesdsl.diagnostics import Diagnostic, Label, Report, did_you_mean
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_LISTED = 8
"""So many names are listed in a hint; of more none is."""


@frozen
class Desk:
    """`gone` says where this variant takes something away, by its sort and name."""

    report: Report
    base: ast.Text
    gone: Mapping[tuple[str, str], Span] = field(factory=dict)

    def missing(
        self, span: Span, message: str, wanted: str, known: Iterable[str], hint: str | None = None
    ) -> None:
        """Something is to be changed that the base does not have."""
        candidates = list(dict.fromkeys(known))
        if hint is None:
            hint = did_you_mean(wanted, candidates)
        if hint is None and 0 < len(candidates) <= MOST_LISTED:
            hint = "there is " + ", ".join(f"`{one}`" for one in candidates)
        self.report.add(
            Diagnostic(
                "variant-target-missing",
                f'{message} in "{self.base.value}"',
                Label(span, "not in the base"),
                (Label(self.base.span, "the base"),),
                hint,
            )
        )

    def unclear(self, span: Span, message: str, places: Iterable[Span], hint: str) -> None:
        """What is to be changed could be several things of the base."""
        labels = tuple(Label(place, "this one?") for place in places)
        self.report.add(
            Diagnostic("variant-target-missing", message, Label(span, "which one?"), labels, hint)
        )

    def wrong(self, span: Span, message: str, place: Span, hint: str) -> None:
        """What is to be changed is there, but not of the sort that can be changed in this way."""
        self.report.add(
            Diagnostic(
                "variant-target-missing",
                message,
                Label(span, "cannot be changed like this"),
                (Label(place, "in the base"),),
                hint,
            )
        )

    def conflict(self, span: Span, message: str, first: Span, label: str, hint: str) -> None:
        self.report.add(
            Diagnostic("variant-conflict", message, Label(span, "here again"), (Label(first, label),), hint)
        )

    def removed(self, span: Span, sort: str, name: str, message: str) -> bool:
        """Whether this variant itself has taken away what it wants to change; then that is reported."""
        taken = self.gone.get((sort, name))
        if taken is None or taken == span:
            return False
        self.conflict(span, message, taken, "removed here", "take one of the two changes away")
        return True

    def same(self, span: Span, message: str, before: Span) -> None:
        """The change leaves everything as it was."""
        self.report.add(
            Diagnostic(
                "variant-changes-nothing",
                message,
                Label(span, "as it was"),
                (Label(before, "already so in the base"),),
                "take the change away",
            )
        )

    def bad_value(self, span: Span, message: str, hint: str) -> None:
        self.report.add(Diagnostic("data-bad-value", message, Label(span, "no value of a table"), (), hint))

    def bad_row(self, row: ast.Row, columns: int, head: Span) -> None:
        few = len(row.cells) < columns
        self.report.add(
            Diagnostic(
                "data-missing-cell" if few else "data-bad-value",
                f"this row has {len(row.cells)} cells, the table has {columns} columns:"
                f" too {'few' if few else 'many'}",
                Label(row.span, f"{len(row.cells)} cells"),
                (Label(head, f"{columns} columns"),),
                "an absent value is an empty cell; or draw the columns you fill as a first row",
            )
        )
