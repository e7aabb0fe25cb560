"""Two changes of one thing in one file: the second cannot hold beside the first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import frozen

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import CLAUSES, PROPERTIES, clause_sort, plain
from rulesdsl.syntax.naming import in_words, name_of, name_span, sort_of
from rulesdsl.variants.change_report import ChangeContext, Key
from rulesdsl.variants.single_values import settable
from rulesdsl.variants.without import key_of


@frozen
class Claim:
    """What a change has to itself."""

    key: Key
    span: Span
    words: str


def without_conflicts(
    tree: ast.GameFile, changes: Iterable[ast.Change], context: ChangeContext
) -> tuple[ast.Change, ...]:
    """The changes but for those that an earlier one stands against."""
    first: dict[Key, Claim] = {}
    kept = []
    for change in changes:
        claims = list(claims_of(tree, change))
        again = [claim for claim in claims if claim.key in first]
        for claim in again:
            message = f"{claim.words} is changed twice"
            context.conflict(claim.span, message, first[claim.key].span, "changed here")
        if not again:
            kept.append(change)
        for claim in claims:
            first.setdefault(claim.key, claim)
    return tuple(kept)


def claims_of(tree: ast.GameFile, change: ast.Change) -> Iterable[Claim]:
    """What a change has to itself, that no other change can have as well."""
    match change:
        case ast.AddChange(declaration) | ast.ReplaceChange(declaration):
            yield from _whole(declaration)
        case ast.RemoveChange(kind, name):
            text = name.text if isinstance(name, ast.Name) else name.value
            yield Claim((kind.text, text), name.span, f"the {in_words(kind.text, text)}")
        case ast.RemoveRowChange(table, args):
            texts = ", ".join(arg.span.text for arg in args)
            yield Claim((table.text, texts), change.span, f"the row `{texts}` of `{table.text}`")
        case ast.ReplacePhaseChange(phase):
            yield Claim(("phase", phase.name.text), phase.name.span, f"the phase `{phase.name.text}`")
        case ast.ReplaceLetChange(name, inside):
            words = f"`{name.text}` in `{inside.text}`"
            yield Claim(("let", inside.text, name.text), name.span, words)
        case ast.SetChange(ast.NameRef(name) as target):
            node = settable(tree, name)
            sort = "define" if node is None else sort_of(node)
            yield Claim((sort, name), target.span, f"the {in_words(sort, name)}")
        case ast.SetChange(target):
            yield Claim(("cell", target), target.span, f"`{target.span.text}`")
        case ast.SetPlayersChange():
            yield Claim(("players",), change.span, "the number of players")
        case ast.ZoneChange(name, props):
            for prop in props:
                sort_of_prop = (
                    PROPERTIES[prop.words] if isinstance(prop, ast.WithoutProp) else type(plain(prop))
                )
                words = f"this property of the zone `{name.text}`"
                yield Claim(("zone", name.text, sort_of_prop.__name__), prop.span, words)
        case ast.PhaseChange(name, times, clauses):
            if times is not None:
                words = f"how often the phase `{name.text}` is played"
                yield Claim(("times", name.text), times.span, words)
            for clause in clauses:
                match clause:
                    case ast.WithoutLine():
                        yield _line_gone("phase", name, clause)
                        continue
                    case ast.WithoutClause(gone):
                        sort = CLAUSES[gone]
                    case _:
                        sort = clause_sort(clause)
                yield Claim((sort, name.text), clause.span, f"this clause of the phase `{name.text}`")
        case ast.ActionChange(name, body):
            for line in body:
                match line:
                    case ast.WithoutLine():
                        yield _line_gone("action", name, line)
                    case ast.WithoutMenu(menu):
                        words = f"the action `{name.text}` in the menu `{menu.text}`"
                        yield Claim(("menu", name.text, menu.text), line.span, words)
        case ast.ExtendChange() | ast.NearChange():
            pass
        case _:
            assert_never(change)


def _line_gone(sort: str, name: ast.Name, gone: ast.WithoutLine) -> Claim:
    return Claim(key_of(sort, name.text, gone), gone.span, f"this line of the {sort} `{name.text}`")


def _whole(declaration: ast.Declaration) -> Iterable[Claim]:
    sort, name, span = sort_of(declaration), name_of(declaration), name_span(declaration)
    words = f"the {in_words(sort, name)}"
    if isinstance(declaration, ast.RoutineDecl) and declaration.cases:
        for case in declaration.cases:
            yield Claim((sort, name, case.value), case.span, f"{words} for `{case.span.text}`")
    else:
        yield Claim((sort, name), span, words)
