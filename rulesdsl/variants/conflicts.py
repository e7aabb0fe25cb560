"""Two changes of one thing in one file: the second cannot hold beside the first."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.variants.clauses import plain
from rulesdsl.variants.desk import Desk
from rulesdsl.variants.naming import in_words, name_of, name_span, sort_of
from rulesdsl.variants.phases import clause_sort
from rulesdsl.variants.settings import settable

Key = tuple[str | ast.Expr, ...]


@frozen
class Claim:
    """What a change has to itself."""

    key: Key
    span: Span
    words: str


def without_conflicts(
    tree: ast.GameFile, changes: Iterable[ast.Change], desk: Desk
) -> tuple[ast.Change, ...]:
    """The changes but for those that an earlier one stands against."""
    first: dict[Key, Claim] = {}
    kept = []
    for change in changes:
        claims = list(_claims(tree, change))
        again = [claim for claim in claims if claim.key in first]
        for claim in again:
            desk.conflict(
                claim.span,
                f"{claim.words} is changed twice",
                first[claim.key].span,
                "changed here",
                "take one of the two changes away",
            )
        if not again:
            kept.append(change)
        for claim in claims:
            first.setdefault(claim.key, claim)
    return tuple(kept)


def _claims(tree: ast.GameFile, change: ast.Change) -> Iterable[Claim]:
    match change:
        case ast.AddChange(declaration) | ast.ReplaceChange(declaration):
            yield from _whole(declaration)
        case ast.RemoveChange(kind, name):
            text = name.text if isinstance(name, ast.Name) else name.value
            yield Claim((kind.text, text), name.span, f"the {in_words(kind.text, text)}")
        case ast.ReplacePhaseChange(phase):
            yield Claim(("phase", phase.name.text), phase.name.span, f"the phase `{phase.name.text}`")
        case ast.ReplaceLetChange(name, inside):
            words = f"`{name.text}` in `{inside.text}`"
            yield Claim(("let", inside.text, name.text), name.span, words)
        case ast.SetChange(ast.NameRef(name) as target):
            one = settable(tree, name)
            sort = "define" if one is None else sort_of(one)
            yield Claim((sort, name), target.span, f"the {in_words(sort, name)}")
        case ast.SetChange(target):
            yield Claim(("cell", target), target.span, f"`{target.span.text}`")
        case ast.SetPlayersChange():
            yield Claim(("players",), change.span, "the number of players")
        case ast.ZoneChange(name, props):
            for prop in map(plain, props):
                words = f"this property of the zone `{name.text}`"
                yield Claim(("zone", name.text, type(prop).__name__), prop.span, words)
        case ast.PhaseChange(name, times, clauses):
            if times is not None:
                words = f"how often the phase `{name.text}` is played"
                yield Claim(("times", name.text), times.span, words)
            for clause in clauses:
                sort = clause_sort(clause)
                yield Claim((sort, name.text), clause.span, f"this clause of the phase `{name.text}`")
        case ast.ExtendChange() | ast.ActionChange() | ast.NearChange():
            pass


def _whole(declaration: ast.Declaration) -> Iterable[Claim]:
    sort, name, span = sort_of(declaration), name_of(declaration), name_span(declaration)
    words = f"the {in_words(sort, name)}"
    if isinstance(declaration, ast.RoutineDecl) and declaration.cases:
        for case in declaration.cases:
            yield Claim((sort, name, case.value), case.span, f"{words} for `{case.span.text}`")
    else:
        yield Claim((sort, name), span, words)
