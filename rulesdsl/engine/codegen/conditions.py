"""Conditions joined by and, or: taken apart, and put together so that little has to be looked at."""

from __future__ import annotations

from collections import Counter

from rulesdsl import program as ir
from rulesdsl.operations import Op

_MAY_FAULT = ("check", "placed(", "modulo(", "divide_", "beyond(", "f")


def conjuncts(condition: ir.Expr | None) -> list[ir.Expr]:
    match condition:
        case None:
            return []
        case ir.Apply(op=Op.AND, args=args):
            return [conjunct for arg in args for conjunct in conjuncts(arg)]
        case _:
            return [condition]


def disjuncts(condition: ir.Expr) -> list[ir.Expr]:
    match condition:
        case ir.Apply(op=Op.OR, args=args):
            return [disjunct for arg in args for disjunct in disjuncts(arg)]
        case _:
            return [condition]


def factored(groups: list[list[str]]) -> str:
    """One of the groups holds in full, where a group is conditions of which all must hold.

    A condition that many groups share is looked at once for all of them: of the 69 lines of four on a board
    of 42 cells some 12 cells need a look as long as none of them fits.
    """
    groups = [list(dict.fromkeys(group)) for group in groups if "False" not in group]
    if not groups:
        return "False"
    if any(not group for group in groups):
        return "True"
    if any(_may_fault(name) for group in groups for name in group):
        # What guards a condition must stay before it.
        return "(" + " or ".join("(" + " and ".join(group) + ")" for group in groups) + ")"
    return _factored(groups)


def _may_fault(text: str) -> bool:
    return "(" in text.replace("(", "", 1) or any(text.startswith(f"({word}") for word in _MAY_FAULT)


def _factored(groups: list[list[str]]) -> str:
    parts: list[str] = []
    left = groups
    while left:
        if any(not group for group in left):
            return "True"
        shared, times = Counter(word for group in left for word in group).most_common(1)[0]
        if times == 1:
            parts += [" and ".join(group) for group in left]
            break
        inner = [[name for name in group if name != shared] for group in left if shared in group]
        rest = _factored(inner)
        parts.append(shared if rest == "True" else f"{shared} and {rest}")
        left = [group for group in left if shared not in group]
    return "(" + " or ".join(f"({part})" if " and " in part else part for part in parts) + ")"
