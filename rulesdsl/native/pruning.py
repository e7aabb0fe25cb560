"""Lines that are left out because it is known beforehand that they are never come to: nobody listens, and the
dice alone are chance.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from rulesdsl.native.states import NOTHING, STATE
from rulesdsl.native.syntax_walk import changes, walked
from rulesdsl.native.values import Fixed, Operand


def pruned(node: ast.FunctionDef, given: Mapping[str, Operand]) -> ast.FunctionDef:
    """The function without what its arguments rule out."""
    changed = changes(node).named
    fixed = [
        (name, _of_interest(operand.value))
        for name, operand in given.items()
        if isinstance(operand, Fixed) and name not in changed
    ]
    return _pruned(node, tuple(fixed))


def _of_interest(value: object) -> object:
    """All that matters of what is known here, so that what comes of it is found again."""
    return value if value is STATE or value is None or isinstance(value, bool) else _SOMETHING


_SOMETHING = object()


@lru_cache(maxsize=8192)
def _pruned(node: ast.FunctionDef, fixed: tuple[tuple[str, object], ...]) -> ast.FunctionDef:
    lines = _lines(node.body, dict(fixed))
    # The same, and what is known of it is known: nothing was left out.
    if _as_before(lines, node.body):
        return node
    return ast.FunctionDef(node.name, node.args, lines, node.decorator_list, node.returns, lineno=node.lineno)


def _as_before(lines: list[ast.stmt], body: list[ast.stmt]) -> bool:
    return len(lines) == len(body) and all(line is other for line, other in zip(lines, body, strict=True))


def _lines(body: list[ast.stmt], fixed: Mapping[str, object]) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    for line in body:
        match line:
            case ast.If(test=test):
                known = _known(test, fixed)
                if known is not None:
                    result += _lines(line.body if known else line.orelse, fixed)
                    continue
                first, other = _lines(line.body, fixed), _lines(line.orelse, fixed)
                if _as_before(first, line.body) and _as_before(other, line.orelse):
                    result.append(line)
                    continue
                result.append(ast.copy_location(ast.If(test, first or [ast.Pass()], other), line))
            case ast.While(test=test):
                inner = _lines(line.body, fixed)
                same = _as_before(inner, line.body)
                result.append(line if same else ast.copy_location(ast.While(test, inner, []), line))
            case ast.For(target=target, iter=iterated):
                inner = _lines(line.body, fixed)
                same = _as_before(inner, line.body)
                result.append(line if same else ast.copy_location(ast.For(target, iterated, inner, []), line))
            case _:
                result.append(line)
    return result


def _known(test: ast.expr, fixed: Mapping[str, object]) -> bool | None:
    match test:
        case ast.Compare(
            left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]
        ):
            turned = isinstance(op, ast.IsNot)
            match left:
                case ast.Attribute(value=ast.Name(id=name), attr=attr) if fixed.get(name) is STATE:
                    return not turned if attr in NOTHING else None
                case ast.Name(id=name) if name in fixed:
                    return (fixed[name] is None) is not turned
            return None
        case ast.BoolOp(op=op, values=values):
            stops = isinstance(op, ast.Or)
            known = [_known(value, fixed) for value in values]
            for value, bound in zip(values, known, strict=True):
                if bound is stops:
                    return stops
                if any(isinstance(part, (ast.Call, ast.NamedExpr)) for part in walked(value)):
                    break
            return not stops if all(value is not None and value is not stops for value in known) else None
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _known(operand, fixed)
            return None if inner is None else not inner
        case ast.Name(id=name) if isinstance(fixed.get(name), bool):
            return bool(fixed[name])
        case _:
            return None
