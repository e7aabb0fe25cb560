"""Variants of one game, put on it together: where they agree, and where the last one wins."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulesdsl.diagnostics import Diagnostic, Label, Report
from rulesdsl.syntax import ast
from rulesdsl.variants.change_report import Key
from rulesdsl.variants.conflicts import Claim, claims_of

Claimed = dict[Key, tuple[Claim, ast.Change]]


def put_beside(
    game: ast.GameFile, others: Iterable[ast.VariantFile], variant: ast.VariantFile, report: Report
) -> ast.VariantFile:
    """The variant without what one of the others does just so, and a warning where one does it otherwise.

    Those who wrote them knew nothing of each other; a variant that is built on another one may well set
    again what that one has set.
    """
    first: Claimed = {}
    for other in others:
        for change in other.changes:
            for claim in claims_of(game, change):
                first.setdefault(claim.key, (claim, change))
    kept: list[ast.Change] = []
    for change in variant.changes:
        met = [(claim, *first[claim.key]) for claim in claims_of(game, change) if claim.key in first]
        if met and all(before == change for _, _, before in met):
            continue
        kept.append(change)
        for claim, earlier, before in met:
            # Taken away by one and changed by the other, there is nothing left to change: an error.
            if type(before) is type(change):
                report.add(_disagreement(claim, earlier))
    return evolve(variant, changes=tuple(kept))


def _disagreement(claim: Claim, earlier: Claim) -> Diagnostic:
    return Diagnostic(
        "variants-disagree",
        f"{claim.words} is changed by another variant too, and in another way",
        Label(claim.span, "this one holds"),
        (Label(earlier.span, "put on before it"),),
        "the variant that is put on last wins: change their order, or take one of the two changes away",
    )
