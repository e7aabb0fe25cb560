"""What is taken away inside zones, actions and phases: properties, clauses, conditions, costs, lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, assert_never

import attrs
from attrs import evolve

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import CLAUSES, PROPERTIES, clause_sort, plain
from rulesdsl.variants.blocks import edit_declaration, lines_of
from rulesdsl.variants.change_report import ChangeContext, Key

Gone = ast.WithoutProp | ast.WithoutClause | ast.WithoutMenu | ast.WithoutLine
Part = TypeVar("Part")


def uncited(node: Part) -> Part:
    """The same without citations, which make no difference to what is played."""
    if isinstance(node, tuple):
        return tuple(uncited(item) for item in node)  # type: ignore[return-value]
    kind: type[Any] = type(node)
    if kind is Span or not attrs.has(kind):
        return node
    parts: dict[str, Any] = {
        field.name: None if field.name == "cite" else uncited(getattr(node, field.name))
        for field in attrs.fields(kind)
    }
    same: Any = kind(**parts)
    return same  # type: ignore[no-any-return]


def without_prop(zone: ast.ZoneDecl, gone: ast.WithoutProp, context: ChangeContext) -> ast.ZoneDecl:
    sort = PROPERTIES[gone.words]
    kept = tuple(prop for prop in zone.props if not isinstance(plain(prop), sort))
    if len(kept) == len(zone.props):
        there = [
            words for words, item in PROPERTIES.items() if any(isinstance(plain(p), item) for p in zone.props)
        ]
        message = f"the zone `{zone.name.text}` has no `{gone.words}`"
        context.nothing_there(gone.span, key_of("zone", zone.name.text, gone), message, there)
    return evolve(zone, props=kept)


def without_clause(phase: ast.Phase, gone: ast.WithoutClause, context: ChangeContext) -> ast.Phase:
    kept = tuple(clause for clause in phase.clauses if clause_sort(clause) != CLAUSES[gone.words])
    if len(kept) == len(phase.clauses):
        sorts = [clause_sort(clause) for clause in phase.clauses]
        there = [words for words, sort in CLAUSES.items() if sort in sorts]
        message = f"the phase `{phase.name.text}` has no `{gone.words}`"
        context.nothing_there(gone.span, key_of("phase", phase.name.text, gone), message, there)
    return evolve(phase, clauses=kept)


def without_menu(action: ast.ActionDecl, gone: ast.WithoutMenu, context: ChangeContext) -> ast.ActionDecl:
    kept = tuple(menu for menu in action.menus if menu.text != gone.name.text)
    if len(kept) == len(action.menus):
        message = f"the action `{action.name.text}` is not in the menu `{gone.name.text}`"
        there = [menu.text for menu in action.menus]
        context.nothing_there(gone.name.span, key_of("action", action.name.text, gone), message, there)
    return evolve(action, menus=kept)


def without_line_of_action(
    action: ast.ActionDecl, gone: ast.WithoutLine, context: ChangeContext
) -> ast.ActionDecl:
    if not isinstance(gone.line, ast.Cost):
        line = _the_line(("action", action.name.text), lines_of((action,)), gone, context)
        edited = action if line is None else edit_declaration(action, _gone_at(line, gone))
        assert isinstance(edited, ast.ActionDecl)
        return edited if edited.body else evolve(edited, body=(ast.Nothing(None, span=gone.span),))
    costs = [clause for clause in action.body if isinstance(clause, ast.Cost)]
    kept = tuple(clause for clause in action.body if uncited(clause) != uncited(gone.line))
    if len(kept) == len(action.body):
        message = f"the action `{action.name.text}` has no such cost"
        there = [_flat(cost.span) for cost in costs]
        context.nothing_there(gone.span, key_of("action", action.name.text, gone), message, there)
    return evolve(action, body=kept or (ast.Nothing(None, span=gone.span),))


def without_line_of_phase(phase: ast.Phase, gone: ast.WithoutLine, context: ChangeContext) -> ast.Phase:
    whole = ast.FlowDecl(ast.Block(phase.body, None, span=phase.span), span=phase.span)
    if isinstance(gone.line, ast.Cost):
        context.nothing_there(
            gone.span, key_of("phase", phase.name.text, gone), "only an action has a cost", []
        )
        return phase
    line = _the_line(("phase", phase.name.text), lines_of((whole,)), gone, context)
    if line is None:
        return phase
    edited = edit_declaration(whole, _gone_at(line, gone))
    assert isinstance(edited, ast.FlowDecl)
    return evolve(phase, body=edited.body.lines)


def key_of(sort: str, name: str, gone: Gone) -> Key:
    """What is taken away, said so that a second one who takes it away can be told of the first."""
    match gone:
        case ast.WithoutProp(words) | ast.WithoutClause(words):
            return sort, name, words
        case ast.WithoutMenu(menu):
            return sort, name, "menu", menu.text
        case ast.WithoutLine(line):
            return sort, name, uncited(line)
        case _:
            assert_never(gone)


def _the_line(
    of: tuple[str, str], lines: Iterable[ast.Stmt], gone: ast.WithoutLine, context: ChangeContext
) -> ast.Stmt | None:
    """The one line of an action or a phase that is meant."""
    there = list(lines)
    wanted = uncited(gone.line)
    nodes = [line for line in there if uncited(line) == wanted]
    sort, name = of
    if len(nodes) == 1:
        return nodes[0]
    if nodes:
        message = f"this line is there {len(nodes)} times, so it is not clear which is meant"
        context.unclear(
            gone.line.span, message, (line.span for line in nodes), f"replace the {sort} `{name}`"
        )
        return None
    word = "condition" if isinstance(gone.line, ast.When) else "line"
    alike = [_flat(line.span) for line in there if type(line) is type(gone.line)]
    context.nothing_there(
        gone.span, key_of(sort, name, gone), f"the {sort} `{name}` has no such {word}", alike
    )
    return None


def _gone_at(line: ast.Stmt, gone: ast.WithoutLine) -> Callable[[ast.Stmt], tuple[ast.Stmt, ...] | None]:
    # By its place: an equal line may stand elsewhere. A block must not be left empty.
    def edit(node: ast.Stmt) -> tuple[ast.Stmt, ...] | None:
        if node.span != line.span or type(node) is not type(line):
            return None
        return () if isinstance(line, ast.When) else (ast.Nothing(None, span=gone.span),)

    return edit


def _flat(span: Span) -> str:
    return " ".join(span.text.split())
