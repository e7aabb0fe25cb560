"""Phases and lets, found by name wherever they stand: replaced, changed, surrounded by further lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from attrs import evolve

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import clause_sort
from rulesdsl.syntax.naming import declared_as, name_of
from rulesdsl.variants.blocks import edit_declaration, edit_game, lines_of, phases_of
from rulesdsl.variants.change_report import ChangeContext
from rulesdsl.variants.without import without_clause, without_line_of_phase

_HOMES = ("routine", "action", "always", "define", "score", "note", "phase")
Inside = ast.RoutineDecl | ast.ActionDecl | ast.AlwaysDecl | ast.DefineDecl | ast.ScoreDecl | ast.NoteDecl


def replace_phase(tree: ast.GameFile, change: ast.ReplacePhaseChange, context: ChangeContext) -> ast.GameFile:
    new = change.phase
    old = _the_phase(tree, new.name.text, new.name.span, context)
    if old is None:
        return tree
    if old == new:
        message = f"the phase `{new.name.text}` is replaced by the same"
        context.same(new.name.span, message, old.name.span)
        return tree
    return _edit_phase(tree, new.name.text, lambda _: (new,))


def remove_phase(tree: ast.GameFile, name: str, span: Span, context: ChangeContext) -> ast.GameFile:
    """`nothing` is left in its place, so that a block that held only the phase is still a block."""
    if _the_phase(tree, name, span, context) is None:
        return tree
    return _edit_phase(tree, name, lambda _: (ast.Nothing(None, span=span),))


def change_phase(tree: ast.GameFile, change: ast.PhaseChange, context: ChangeContext) -> ast.GameFile:
    """Clauses of a sort that the phase has are replaced, others are added; some parts are taken away."""
    old = _the_phase(tree, change.name.text, change.name.span, context)
    if old is None:
        return tree
    times = change.times if change.times is not None else old.times
    if change.times is not None and old.times == change.times:
        context.same(change.times.span, f"`{change.name.text}` is already played so often", old.name.span)
    changed = old
    more: list[ast.PhaseClause] = []
    for clause in change.clauses:
        match clause:
            case ast.WithoutClause():
                changed = without_clause(changed, clause, context)
            case ast.WithoutLine():
                changed = without_line_of_phase(changed, clause, context)
            case _:
                more.append(clause)
    given = {clause_sort(clause): clause for clause in more}
    context.already(old.clauses, more, f"the phase `{change.name.text}` already says so")
    clauses = tuple(given.pop(clause_sort(clause), clause) for clause in changed.clauses)
    new = evolve(changed, times=times, clauses=(*clauses, *given.values()))
    return _edit_phase(tree, change.name.text, lambda _: (new,))


def near_phase(tree: ast.GameFile, change: ast.NearChange, context: ChangeContext) -> ast.GameFile:
    """Further lines before or after a phase, or at the start or the end of each pass of it."""
    if _the_phase(tree, change.name.text, change.name.span, context) is None:
        return tree
    more = change.body.lines

    def instead(old: ast.Phase) -> tuple[ast.Stmt, ...]:
        match change.where:
            case "before":
                return (*more, old)
            case "after":
                return (old, *more)
            case "start":
                return (evolve(old, body=(*more, *old.body)),)
            case _:
                return (evolve(old, body=(*old.body, *more)),)

    return _edit_phase(tree, change.name.text, instead)


def _edit_phase(
    tree: ast.GameFile, name: str, instead: Callable[[ast.Phase], tuple[ast.Stmt, ...]]
) -> ast.GameFile:
    def edit(line: ast.Stmt) -> tuple[ast.Stmt, ...] | None:
        return instead(line) if isinstance(line, ast.Phase) and line.name.text == name else None

    return edit_game(tree, edit)


def _the_phase(tree: ast.GameFile, name: str, span: Span, context: ChangeContext) -> ast.Phase | None:
    phases = phases_of(tree)
    result = [phase for phase in phases if phase.name.text == name]
    if len(result) == 1:
        return result[0]
    if result:
        message = f"there are {len(result)} phases `{name}`, so it is not clear which is meant"
        context.unclear(
            span, message, (item.name.span for item in result), "replace what the phase stands in"
        )
    elif not context.removed(span, "phase", name, f"the phase `{name}` is removed and changed"):
        context.missing(span, f"there is no phase `{name}`", name, (phase.name.text for phase in phases))
    return None


def replace_let(tree: ast.GameFile, change: ast.ReplaceLetChange, context: ChangeContext) -> ast.GameFile:
    """One `let` has another value; the rest of what it stands in stays."""
    name, inside = change.name.text, change.inside.text
    homes = [declaration for declaration in declared_as(tree, inside) if isinstance(declaration, Inside)]
    phases = [phase for phase in phases_of(tree) if phase.name.text == inside]
    if not homes and not phases:
        message = f"`{inside}` is removed and changed"
        if any(context.removed(change.inside.span, sort, inside, message) for sort in _HOMES):
            return tree
        known = [name_of(declaration) for declaration in tree.declarations if isinstance(declaration, Inside)]
        known += [phase.name.text for phase in phases_of(tree)]
        message = f"there is no routine, action, definition or phase `{inside}`"
        context.missing(change.inside.span, message, inside, known)
        return tree
    lets = [let for home in homes for let in _lets_of(home)]
    lets += [let for phase in phases for let in _lets_in(phase)]
    result = [let for let in lets if let.name.text == name]
    if not result:
        message = f"there is no `let {name}` in `{inside}`"
        context.missing(change.name.span, message, name, (let.name.text for let in lets))
        return tree
    if len(result) > 1:
        message = f"there are {len(result)} lets `{name}` in `{inside}`, so it is not clear which is meant"
        context.unclear(change.name.span, message, (let.name.span for let in result), f"replace `{inside}`")
        return tree
    [old] = result
    if old.value == change.value:
        context.same(change.span, f"`{name}` already has this value", old.span)
        return tree
    new = ast.Let(change.name, change.value, change.cite or old.cite, span=change.span)
    return _with_let(tree, old, new)


def _lets_of(home: Inside) -> Iterable[ast.Let]:
    match home:
        case ast.DefineDecl() | ast.ScoreDecl() | ast.NoteDecl():
            return home.body.lets
        case ast.RoutineDecl() | ast.ActionDecl() | ast.AlwaysDecl():
            return (line for line in lines_of((home,)) if isinstance(line, ast.Let))
        case _:
            assert_never(home)


def _lets_in(phase: ast.Phase) -> Iterable[ast.Let]:
    whole = ast.FlowDecl(ast.Block(phase.body, None, span=phase.span), span=phase.span)
    return (line for line in lines_of((whole,)) if isinstance(line, ast.Let))


def _with_let(tree: ast.GameFile, old: ast.Let, new: ast.Let) -> ast.GameFile:
    # By its place: equal lets may stand elsewhere.
    def edit(line: ast.Stmt) -> tuple[ast.Stmt, ...] | None:
        return (new,) if isinstance(line, ast.Let) and line.span == old.span else None

    def edited(node: ast.Declaration) -> ast.Declaration:
        match node:
            case ast.DefineDecl(body=body) | ast.ScoreDecl(body=body) | ast.NoteDecl(body=body):
                lets = tuple(new if let.span == old.span else let for let in body.lets)
                return evolve(node, body=evolve(body, lets=lets))
            case _:
                return edit_declaration(node, edit)

    return evolve(tree, declarations=tuple(edited(declaration) for declaration in tree.declarations))
