"""Which names a part of the tree mentions: the ground on which `unused-name` stands.

The tree is asked, not the program: what is folded away at one number of players, or at the usual
setting of an option, is used all the same.
"""

from __future__ import annotations

from typing import assert_never

from rulesdsl.check.mentioned_names import mentions, names_in
from rulesdsl.program_walk import instances_in
from rulesdsl.syntax import ast

Change = ast.SetTo | ast.AddTo | ast.RemoveFrom


def names_read(node: object) -> frozenset[str]:
    """The names mentioned, but not those that are only changed: `add 1 to x` does not read `x`.

    A cost does: it cannot be paid when `x` would leave its range.
    """
    paid = {id(item.line) for item in instances_in(node, ast.Cost)}
    changes = [
        item for item in instances_in(node, ast.SetTo, ast.AddTo, ast.RemoveFrom) if id(item) not in paid
    ]
    if not changes:
        return names_in(node)
    counted: dict[str, int] = {}
    for name in mentions(node):
        counted[name] = counted.get(name, 0) + 1
    for change in changes:
        target = changed_name(change)
        if target is not None:
            own = 1 + sum(1 for name in mentions(change.value) if name == target)
            counted[target] -= own
    return frozenset(name for name, times in counted.items() if times > 0)


def changed_name(change: Change) -> str | None:
    """The state that a line changes."""
    return _root(change.target)


def _root(node: ast.Expr) -> str | None:
    match node:
        case ast.NameRef(name):
            return name
        case ast.Your(name) | ast.Attribute(_, name):
            return name.text
        case ast.Call(of, _) | ast.Group(of):
            return _root(of)
        case ast.Computed():
            return None
        case _:
            assert_never(node)
