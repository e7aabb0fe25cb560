"""Parts of zones and actions: properties that are other ones, clauses and lines that are more or gone."""

from __future__ import annotations

from attrs import evolve

from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import plain
from rulesdsl.syntax.naming import name_of, sort_of
from rulesdsl.variants.change_report import ChangeContext
from rulesdsl.variants.declarations import not_declared
from rulesdsl.variants.without import without_line_of_action, without_menu, without_prop


def change_zone(tree: ast.GameFile, change: ast.ZoneChange, context: ChangeContext) -> ast.GameFile:
    """Properties of a sort that the zone has are replaced, others are added."""
    zone = _named(tree, "zone", change.name, context)
    if not isinstance(zone, ast.ZoneDecl):
        return tree
    changed = zone
    for gone in change.props:
        if isinstance(gone, ast.WithoutProp):
            changed = without_prop(changed, gone, context)
    more = [prop for prop in change.props if not isinstance(prop, ast.WithoutProp)]
    given = {type(plain(prop)): prop for prop in more}
    there = [plain(prop) for prop in zone.props]
    context.already(there, map(plain, more), f"the zone `{zone.name.text}` already has this property")
    props = tuple(given.pop(type(plain(prop)), prop) for prop in changed.props)
    return tree.with_declaration(zone, evolve(changed, props=(*props, *given.values())))


def change_action(tree: ast.GameFile, change: ast.ActionChange, context: ChangeContext) -> ast.GameFile:
    """Further conditions stand with the conditions, further costs with the costs, lines at the end."""
    action = _named(tree, "action", change.name, context)
    if not isinstance(action, ast.ActionDecl):
        return tree
    changed = action
    for gone in change.body:
        match gone:
            case ast.WithoutMenu():
                changed = without_menu(changed, gone, context)
            case ast.WithoutLine():
                changed = without_line_of_action(changed, gone, context)
    whens = tuple(clause for clause in change.body if isinstance(clause, ast.When))
    context.already(action.body, whens, f"the action `{action.name.text}` already asks for this")
    costs = tuple(clause for clause in change.body if isinstance(clause, ast.Cost))
    lines = tuple(
        clause
        for clause in change.body
        if not isinstance(clause, ast.When | ast.Cost | ast.WithoutMenu | ast.WithoutLine)
    )
    olds = changed.body
    last_when = max((index for index, old in enumerate(olds, 1) if isinstance(old, ast.When)), default=0)
    last_cost = max(
        (index for index, old in enumerate(olds, 1) if isinstance(old, ast.Cost)), default=last_when
    )
    # A cost may stand before a condition; what is more of each goes behind the last of its sort.
    body: list[ast.Clause] = []
    for index, old in enumerate((None, *olds)):
        if old is not None:
            body.append(old)
        if index == last_when:
            body.extend(whens)
        if index == last_cost:
            body.extend(costs)
    return tree.with_declaration(action, evolve(changed, body=(*body, *lines)))


def _named(tree: ast.GameFile, sort: str, name: ast.Name, context: ChangeContext) -> ast.Declaration | None:
    for first in tree.declarations:
        if (sort_of(first), name_of(first)) == (sort, name.text):
            return first
    not_declared(tree, name.span, sort, name.text, context)
    return None
