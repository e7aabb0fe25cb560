"""Builders of expressions, types and indices, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.parts import Builder, Part, Parts

# ---------------------------------------------------------------- types


def _type(parts: Parts) -> ast.Type:
    alternatives = parts.nodes
    if len(alternatives) == 1:
        only: ast.Type = alternatives[0]
        return only
    return ast.EitherType(alternatives, span=parts.span)


def _range(parts: Parts) -> ast.RangeType:
    low, high = parts.nodes
    return ast.RangeType(low, high, span=parts.span)


def _number(parts: Parts) -> ast.Number:
    return ast.Number(parts.numbers[0], span=parts.span)


def _negative_const(parts: Parts) -> ast.Unary:
    sign, digits = parts.children
    number = ast.Number(parts.numbers[0], span=parts.tail(digits.start_pos - sign.start_pos))
    return ast.Unary("-", number, span=parts.span)


def _name_ref(parts: Parts) -> ast.NameRef:
    return ast.NameRef(parts.name.text, span=parts.span)


def _per_type(parts: Parts) -> ast.Per:
    kind = parts.name
    return ast.Per(None, ast.NamedType(kind.text, span=kind.span), span=parts.span)


def _per_range(parts: Parts) -> ast.Per:
    return ast.Per(None, _bounds(parts), span=parts.span)


def _per_named(parts: Parts) -> ast.Per:
    name, kind = parts.all(ast.Name)
    return ast.Per(name, ast.NamedType(kind.text, span=kind.span), span=parts.span)


def _per_named_range(parts: Parts) -> ast.Per:
    return ast.Per(parts.name, _bounds(parts), span=parts.span)


def _bounds(parts: Parts) -> ast.RangeType:
    low, high = parts.nodes
    return ast.RangeType(low, high, span=parts.join(low, high))


# ---------------------------------------------------------------- expressions


def _if_else(parts: Parts) -> ast.IfElse:
    return ast.IfElse(parts.after("IF"), parts.after("THEN"), parts.after("ELSE"), span=parts.span)


def _binary(operator: str) -> Builder:
    def builder(parts: Parts) -> ast.Binary:
        left, right = parts.nodes
        return ast.Binary(operator, left, right, span=parts.span)

    return builder


def _compare(parts: Parts) -> ast.Binary:
    left, right = parts.nodes
    return ast.Binary(parts.token("COMPARE"), left, right, span=parts.span)


def _is(word: str, negated: str) -> Builder:
    def builder(parts: Parts) -> ast.Binary:
        left, right = parts.nodes
        return ast.Binary(negated if parts.has("NOT") else word, left, right, span=parts.span)

    return builder


def _divide(parts: Parts) -> ast.Divide:
    left, right = parts.nodes
    return ast.Divide(left, right, "up" if parts.has("UP") else "down", span=parts.span)


def _unary(operator: str) -> Builder:
    def builder(parts: Parts) -> ast.Unary:
        return ast.Unary(operator, parts.nodes[0], span=parts.span)

    return builder


def _attribute(parts: Parts) -> ast.Attribute:
    return ast.Attribute(parts.nodes[0], parts.name, span=parts.span)


def _call(parts: Parts) -> ast.Call:
    called, *given = parts.nodes
    return ast.Call(called, tuple(map(argument, given)), span=parts.span)


def arguments(parts: Parts) -> tuple[ast.Argument, ...]:
    """The arguments in the brackets of an action or a routine; none without brackets."""
    args = parts.parts("args")
    return tuple(map(argument, args.nodes)) if args else ()


def argument(value: Part) -> ast.Argument:
    if isinstance(value, ast.Argument):
        return value
    return ast.Argument(None, value, span=value.span)


def _named_argument(parts: Parts) -> ast.Argument:
    return ast.Argument(parts.name, parts.nodes[0], span=parts.span)


def _over(parts: Parts) -> ast.Over:
    binder, *value = parts.nodes
    return ast.Over(binder, value[0] if value else None, span=parts.span)


def _your(parts: Parts) -> ast.Your:
    return ast.Your(parts.name, span=parts.span)


def _flag(value: bool) -> Builder:  # noqa: FBT001 - the flag is the value itself
    def builder(parts: Parts) -> ast.Flag:
        return ast.Flag(value, span=parts.span)

    return builder


def _none(parts: Parts) -> ast.NoneValue:
    return ast.NoneValue(span=parts.span)


def _group(parts: Parts) -> ast.Group:
    return ast.Group(parts.nodes[0], span=parts.span)


def _selection(parts: Parts) -> ast.Selection:
    return ast.Selection(parts.nodes[0], span=parts.span)


def _listing(parts: Parts) -> ast.Listing:
    return ast.Listing(parts.nodes, span=parts.span)


def _depending_value(parts: Parts) -> ast.DependingValue:
    subject, *arms = parts.nodes
    return ast.DependingValue(subject, tuple(arms), span=parts.span)


def _arm(parts: Parts) -> ast.Arm:
    return ast.Arm(parts.all(ast.Pattern), parts.nodes[-1], span=parts.span)


def _pattern(parts: Parts) -> ast.Pattern:
    return ast.Pattern(parts.nodes[0], parts.first(ast.Name), span=parts.span)


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


def _binder(parts: Parts) -> ast.Binder:
    domain, where, by = parts.after("IN"), parts.after("WHERE"), parts.after("BY")
    return ast.Binder(parts.name, domain, where, by, span=parts.span)


EXPRESSIONS: Mapping[str, Builder] = {
    "type": _type,
    "map_type": lambda parts: ast.MapType(parts.nodes[0], parts.name, span=parts.span),
    "set_type": lambda parts: ast.SetType(parts.nodes[0], span=parts.span),
    "list_type": lambda parts: ast.ListType(parts.nodes[0], span=parts.span),
    "named_type": lambda parts: ast.NamedType(parts.name.text, span=parts.span),
    "range_type": _range,
    "flag_type": lambda parts: ast.FlagType(span=parts.span),
    "name_type": lambda parts: ast.NameOfType(parts.name, span=parts.span),
    "int_const": _number,
    "negative_const": _negative_const,
    "named_const": _name_ref,
    "per_type": _per_type,
    "per_range": _per_range,
    "per_named": _per_named,
    "per_named_range": _per_named_range,
    "if_else": _if_else,
    "or_": _binary("or"),
    "and_": _binary("and"),
    "not_": _unary("not"),
    "compare": _compare,
    "equal": _binary("="),
    "is_": _is("is", "is not"),
    "is_in": _is("is in", "is not in"),
    "has": _binary("has"),
    "range": _binary(".."),
    "plus": _binary("+"),
    "minus": _binary("-"),
    "times_": _binary("*"),
    "divide": _divide,
    "mod": _binary("mod"),
    "negative": _unary("-"),
    "attribute": _attribute,
    "call": _call,
    "name": _name_ref,
    "your": _your,
    "number": _number,
    "yes": _flag(True),
    "no": _flag(False),
    "none": _none,
    "group": _group,
    "selection": _selection,
    "listing": _listing,
    "depending_value": _depending_value,
    "named_argument": _named_argument,
    "over": _over,
    "over_value": _over,
    "binder": _binder,
    "arm": _arm,
    "otherwise_arm": _arm,
    "word_label": _word_label,
    "value_pattern": _pattern,
    "named_pattern": _pattern,
}
