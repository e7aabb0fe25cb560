"""Whole declarations: added, replaced, removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from rulesdsl.diagnostics import Diagnostic, Label
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS
from rulesdsl.syntax.naming import article, declared_as, in_words, name_of, name_span, names_of, sort_of
from rulesdsl.variants.change_report import ChangeContext
from rulesdsl.variants.phases import remove_phase


def add(tree: ast.GameFile, new: ast.Declaration, context: ChangeContext) -> ast.GameFile:
    """A new declaration stands at the end: a standing rule that is added is looked at last."""
    there = next((old for old in _same_name(tree, new) if not _other_cases(old, new)), None)
    if there is None:
        return evolve(tree, declarations=(*tree.declarations, new))
    called = in_words(sort_of(new), name_of(new))
    shown = f'"{name_of(new)}"' if isinstance(new, ast.ExampleDecl) else name_of(new)
    words = [word for word in ("replace", sort_of(new), shown) if word]
    context.report.add(
        Diagnostic(
            "duplicate-name",
            f"there is already {article(called)}",
            Label(name_span(new), "the second"),
            (Label(name_span(there), "the first"),),
            f"write `{' '.join(words)}` to put this one in its place",
        )
    )
    return tree


def replace(tree: ast.GameFile, new: ast.Declaration, context: ChangeContext) -> ast.GameFile:
    """What is replaced keeps its place in the file."""
    olds = [old for old in _same_name(tree, new) if not _other_cases(old, new)]
    sort, name = sort_of(new), name_of(new)
    if not olds:
        not_declared(tree, name_span(new), sort, name, context, "replace")
        return tree
    if new in olds:
        context.same(
            name_span(new), f"the {in_words(sort, name)} is replaced by the same", name_span(olds[0])
        )
        return tree

    def instead(old: ast.Declaration) -> Iterable[ast.Declaration]:
        if old is olds[0]:
            yield new
        rest = _left_of(old, new)
        if rest is not None:
            yield rest

    return _each(tree, olds, instead)


def remove(tree: ast.GameFile, change: ast.RemoveChange, context: ChangeContext) -> ast.GameFile:
    sort = change.kind.text
    name = change.name.text if isinstance(change.name, ast.Name) else change.name.value
    if sort == "phase":
        return remove_phase(tree, name, change.name.span, context)
    olds = [old for old in tree.declarations if (sort_of(old), name_of(old)) == (sort, name)]
    if not olds:
        not_declared(tree, change.name.span, sort, name, context, "remove")
        return tree
    return _each(tree, olds, lambda _: ())


def _each(
    tree: ast.GameFile,
    olds: list[ast.Declaration],
    instead: Callable[[ast.Declaration], Iterable[ast.Declaration]],
) -> ast.GameFile:
    changed = {id(old) for old in olds}
    kept: list[ast.Declaration] = []
    for declaration in tree.declarations:
        kept.extend(instead(declaration) if id(declaration) in changed else (declaration,))
    return evolve(tree, declarations=tuple(kept))


def _same_name(tree: ast.GameFile, new: ast.Declaration) -> list[ast.Declaration]:
    wanted = (sort_of(new), name_of(new))
    return [old for old in tree.declarations if (sort_of(old), name_of(old)) == wanted]


def _other_cases(old: ast.Declaration, new: ast.Declaration) -> bool:
    """Whether these are two routines of one name that share no case."""
    return (
        isinstance(old, ast.RoutineDecl)
        and isinstance(new, ast.RoutineDecl)
        and bool(old.cases)
        and bool(new.cases)
        and not any(case in old.cases for case in new.cases)
    )


def _left_of(old: ast.Declaration, new: ast.Declaration) -> ast.RoutineDecl | None:
    """The routine for those cases that the new one does not take over."""
    if not isinstance(old, ast.RoutineDecl) or not isinstance(new, ast.RoutineDecl) or not new.cases:
        return None
    cases = tuple(case for case in old.cases if case not in new.cases)
    return evolve(old, cases=cases) if cases else None


def not_declared(
    tree: ast.GameFile, span: Span, sort: str, name: str, context: ChangeContext, verb: str = ""
) -> None:
    """What is to be changed is not there, or is of another sort, which `verb` could be said of."""
    called = in_words(sort, name)
    if context.removed(span, sort, name, f"the {called} is removed and changed"):
        return
    others = declared_as(tree, name) if name else ()
    hint = None
    if others:
        other = sort_of(others[0])
        hint = f"`{name}` is {article(NOUNS[other])}" + (f": write `{verb} {other} {name}`" if verb else "")
    context.missing(span, f"there is no {called}", name, names_of(tree, sort), hint)
