"""The subset of Python that becomes machine code, as far as it shows in the text: which lines are outside.

What becomes of a line is decided when it is translated, by types and by what is known then; but a construct
that is not in these tables is never translated.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

STATEMENTS = (
    *(ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Return),
    *(ast.Break, ast.Continue, ast.Pass, ast.Raise, ast.Assert),
)
EXPRESSIONS = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Starred, ast.NamedExpr),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Lambda, ast.JoinedStr),
    *(ast.Tuple, ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.Dict),
)
OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift),
    *(ast.BitAnd, ast.BitOr, ast.BitXor, ast.Not, ast.USub, ast.Invert, ast.And, ast.Or),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn),
)
_AROUND = (ast.expr_context, ast.comprehension, ast.keyword, ast.arguments, ast.arg)
_NOT_LOOKED_INTO = (ast.Raise, ast.Assert, ast.JoinedStr)
"""A trap, whatever it says; nothing; and words, which the machine has none of."""


def outside(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """The lines of a function that are outside of the subset, each with what is to blame."""
    if function.args.kwarg is not None:
        yield function.lineno, f"`**{function.args.kwarg.arg}`"
    for statement in function.body:
        yield from _outside(statement, statement.lineno)


def _outside(node: ast.AST, line: int) -> Iterator[tuple[int, str]]:
    line = getattr(node, "lineno", line)
    match node:
        case ast.While(orelse=[_, *_]) | ast.For(orelse=[_, *_]):
            yield line, "`else` of a loop"
        case ast.Dict(keys=[_, *_]):
            yield line, "a dict with entries"
        case ast.comprehension(is_async=1):
            yield line, "`async`"
        case _ if not isinstance(node, (*STATEMENTS, *EXPRESSIONS, *OPERATORS, *_AROUND)):
            yield line, f"`{type(node).__name__}`"
            return
        case _:
            pass
    if not isinstance(node, _NOT_LOOKED_INTO):
        for inner in _parts(node):
            yield from _outside(inner, line)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What lies in it, without what is written of types."""
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "type_comment"):
            yield from (
                part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST)
            )
