"""Builders of expressions, types and indices, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.nodes import after, argument, arguments, node
from rulesdsl.syntax.parts import Builder, Parts


def _type(parts: Parts) -> ast.Type:
    alternatives = parts.nodes
    if len(alternatives) == 1:
        only: ast.Type = alternatives[0]
        return only
    return ast.EitherType(alternatives, span=parts.span)


def _negative_const(parts: Parts) -> ast.Unary:
    sign, digits = parts.children
    number = ast.Number(parts.numbers[0], span=parts.tail(digits.start_pos - sign.start_pos))
    return ast.Unary("-", number, span=parts.span)


def _per_kind(parts: Parts) -> ast.Per:
    *name, kind = parts.all(ast.Name)
    return ast.Per(name[0] if name else None, ast.NamedType(kind.text, span=kind.span), span=parts.span)


def _per_range(parts: Parts) -> ast.Per:
    low, high = parts.nodes
    bounds = ast.RangeType(low, high, span=parts.join(low, high))
    return ast.Per(parts.first(ast.Name), bounds, span=parts.span)


def _called(parts: Parts) -> str:
    return parts.name.text


def _operator(word: str) -> Builder:
    return node(ast.Binary, op=word)


def _is(word: str, negated: str) -> Builder:
    return node(ast.Binary, op=lambda parts: negated if parts.has("NOT") else word)


def _word_label(parts: Parts) -> ast.Pattern:
    """The word that begins a case; it is cut off as one token, so that a colon can follow it."""
    word = str(parts.children[0])
    value = _word(word, parts.head(len(word)))
    args = parts.parts("args")
    if args:
        value = ast.Call(value, arguments(parts), span=parts.join(value, args))
    return ast.Pattern(value, parts.first(ast.Name), span=parts.span)


def _word(word: str, span: Span) -> ast.Expr:
    match word:
        case "yes" | "no":
            return ast.Flag(word == "yes", span=span)
        case "none":
            return ast.NoneValue(span=span)
        case _:
            return ast.NameRef(word, span=span)


def _unnamed(parts: Parts) -> ast.Binder:
    return ast.Binder(None, parts.nodes[0], parts.after("WHERE"), parts.after("BY"), span=parts.span)


def _named_argument(parts: Parts) -> ast.Argument:
    """`from: VALUE`; or `S: VALUE`, where what stands before the colon can be no name of an argument."""
    before, value = parts.nodes
    if isinstance(before, ast.NameRef):
        return ast.Argument(ast.Name(before.name, span=before.span), value, span=parts.span)
    binder = ast.Binder(None, before, None, None, span=before.span)
    return ast.Argument(None, ast.Over(binder, value, span=parts.span), span=parts.span)


EXPRESSIONS: Mapping[str, Builder] = {
    "type": _type,
    "named_type": node(ast.NamedType, name=_called),
    "name_type": node(ast.NameOfType),
    "int_const": node(ast.Number),
    "negative_const": _negative_const,
    "named_const": node(ast.NameRef, name=_called),
    "per_type": _per_kind,
    "per_range": _per_range,
    "per_named": _per_kind,
    "per_named_range": _per_range,
    "or_": _operator("or"),
    "and_": _operator("and"),
    "not_": node(ast.Unary, op="not"),
    "compare": node(ast.Binary, op=lambda parts: parts.token("COMPARE")),
    "equal": _operator("="),
    "is_": _is("is", "is not"),
    "is_in": _is("is in", "is not in"),
    "has": _operator("has"),
    "range": _operator(".."),
    "plus": _operator("+"),
    "minus": _operator("-"),
    "times_": _operator("*"),
    "divide": node(ast.Divide, rounded=lambda parts: "up" if parts.has("UP") else "down"),
    "mod": _operator("mod"),
    "negative": node(ast.Unary, op="-"),
    "call": node(ast.Call, args=lambda parts: tuple(map(argument, parts.nodes[1:]))),
    "name": node(ast.NameRef, name=_called),
    "yes": node(ast.Flag, value=True),
    "no": node(ast.Flag, value=False),
    "none": node(ast.NoneValue),
    "named_argument": _named_argument,
    "over_value": node(ast.Over),
    "binder": node(ast.Binder, domain=after("IN"), where=after("WHERE"), by=after("BY")),
    "unnamed": _unnamed,
    "otherwise_arm": node(ast.Arm),
    "word_label": _word_label,
    "value_pattern": node(ast.Pattern),
    "named_pattern": node(ast.Pattern),
}
