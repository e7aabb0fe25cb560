"""The text of expressions, types, parameters and of what else stands within a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

import attrs

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import vocabulary

_WORDS = frozenset(word for word in vocabulary(grammar()).words.values() if word.isalpha())


def name(text: str) -> str:
    """A name as it can stand anywhere."""
    return f"`{text}`" if text in _WORDS else text


def quoted(text: ast.Text) -> str:
    return f'"{text.value}"'


def cited(cite: ast.Cite | None) -> str:
    return f"  [{' '.join(rule.text for rule in cite.rules)}]" if cite else ""


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts)


# ---------------------------------------------------------------- expressions


def formula(expr: ast.Expr) -> str:
    match expr:
        case ast.Binary("..", left, right):
            return f"{formula(left)}..{formula(right)}"
        case ast.Binary(operator, left, right):
            return f"{formula(left)} {operator} {formula(right)}"
        case ast.Divide(left, right, rounded):
            return f"{formula(left)} / {formula(right)} rounded {rounded}"
        case ast.Unary("not", operand):
            return f"not {formula(operand)}"
        case ast.Unary(operator, operand):
            return f"{operator}{formula(operand)}"
        case ast.Attribute(of, attribute):
            return f"{formula(of)}.{name(attribute.text)}"
        case ast.Call(of, args):
            return f"{formula(of)}({_listed(map(_argument, args))})"
        case ast.NameRef(text):
            return name(text)
        case ast.Your(what):
            return f"your {name(what.text)}"
        case ast.Number(value):
            return str(value)
        case ast.Flag(value):
            return "yes" if value else "no"
        case ast.NoneValue():
            return "none"
        case ast.WrittenText(written):
            return f'"{written.value}"'
        case ast.AnyText(most):
            return f"text of at most {formula(most)} letters"
        case ast.Group(inner):
            return f"({formula(inner)})"
        case ast.Listing(items):
            return "{" + _listed(map(formula, items)) + "}"
        case ast.Amounts(amounts):
            return "{" + _listed(f"{formula(each.key)}: {formula(each.value)}" for each in amounts) + "}"
        case ast.DependingValue(subject, arms):
            return f"depending on {formula(subject)} {{{_listed(map(_arm, arms))}}}"
        case ast.Computed():
            assert expr.written, f"how is {type(expr).__name__} written?"
            return framed(expr)
        case _:
            assert_never(expr)


def framed(node: ast.Computed | ast.FramedProp) -> str:
    """The parts in the frame that the class says."""
    fields = attrs.fields(cast("type[attrs.AttrsInstance]", type(node)))
    return node.written.format(**{field.name: _part(getattr(node, field.name)) for field in fields})


def _part(value: object) -> str:
    match value:
        case ast.Name(text):
            return name(text)
        case ast.Binder():
            return binder(value)
        case ast.Viewer():
            return viewer(value)
        case Span():
            return ""
        case _:
            return formula(cast("ast.Expr", value))


def _argument(argument: ast.Argument) -> str:
    if argument.name:
        assert not isinstance(argument.value, ast.Over)
        return f"{name(argument.name.text)}: {formula(argument.value)}"
    match argument.value:
        case ast.Over(goes_through, value):
            return binder(goes_through) + (f": {formula(value)}" if value else "")
        case plain:
            return formula(plain)


def arguments(args: tuple[ast.Argument, ...]) -> str:
    """The brackets behind an action or a routine; without arguments there are none."""
    return f"({_listed(map(_argument, args))})" if args else ""


def binder(goes_through: ast.Binder) -> str:
    where = f" where {formula(goes_through.where)}" if goes_through.where else ""
    by = f" by {formula(goes_through.by)}" if goes_through.by else ""
    named = f"{name(goes_through.name.text)} in " if goes_through.name else ""
    return f"{named}{formula(goes_through.domain)}{where}{by}"


def viewer(who: ast.Viewer) -> str:
    if who.word:
        return who.word.text
    assert who.players is not None
    written = formula(who.players)
    return written if isinstance(who.players, ast.Selection) else f"({written})"


def _arm(arm: ast.Arm) -> str:
    if not arm.patterns:
        return f"otherwise {formula(arm.value)}"
    return f"{', '.join(map(pattern, arm.patterns))} gives {formula(arm.value)}"


def pattern(case: ast.Pattern) -> str:
    return formula(case.value) + (f" as {name(case.name.text)}" if case.name else "")


# ---------------------------------------------------------------- types


def type_(node: ast.Type) -> str:
    match node:
        case ast.NamedType("none"):
            return "none"
        case ast.NamedType(text):
            return name(text)
        case ast.RangeType(low, high):
            return f"{formula(low)}..{formula(high)}"
        case ast.FlagType():
            return "yes or no"
        case ast.NameOfType(kind):
            return f"name of {name(kind.text)}"
        case ast.TextType(most):
            return f"text of at most {formula(most)} letters"
        case ast.MapType(value, key):
            return f"{type_(value)} per {name(key.text)}"
        case ast.SetType(of):
            return f"set of {type_(of)}"
        case ast.ListType(of):
            return f"list of {type_(of)}"
        case ast.EitherType(alternatives):
            return " or ".join(map(type_, alternatives))
        case _:
            assert_never(node)


def pers(indices: tuple[ast.Per, ...]) -> str:
    return "".join(
        f" per {f'{name(per.name.text)} in ' if per.name else ''}{type_(per.of)}" for per in indices
    )


# ---------------------------------------------------------------- parameters


def params(nodes: tuple[ast.Param, ...]) -> str:
    return f"({_listed(map(param, nodes))})" if nodes else ""


def param(node: ast.Param) -> str:
    match node:
        case ast.GivenParam(what, of, default):
            normally = f" normally {formula(default)}" if default else ""
            return f"{name(what.text)}: {type_(of)}{normally}"
        case ast.OneParam(what, domain, where, prefer, called, text):
            preferred = "".join(f" prefer {formula(condition)}" for condition in prefer)
            words = f" called{_prompt(called)}" if called else ""
            return f"{name(what.text)} from {formula(domain)}{_where(where)}{preferred}{words}{_prompt(text)}"
        case ast.SomeParam(what, number, domain, where, needless, text):
            bare = ", nothing needless" if needless else ""
            head = f"{_quantity(number)} of {formula(domain)} as {name(what.text)}"
            return f"{head}{_where(where)}{bare}{_prompt(text)}"
        case ast.AmountsParam(what, per, domain, where, text):
            head = f"{name(what.text)}{pers((per,))} from {formula(domain)}"
            return f"{head}{_where(where)}{_prompt(text)}"
        case _:
            assert_never(node)


def _where(condition: ast.Expr | None) -> str:
    return f" where {formula(condition)}" if condition else ""


def _prompt(text: ast.Text | None) -> str:
    return f" {quoted(text)}" if text else ""


def _quantity(number: ast.Quantity) -> str:
    low = formula(number.low) if number.low else ""
    high = formula(number.high) if number.high else ""
    match number.word:
        case "range":
            return f"{low}..{high}"
        case "up to":
            return f"up to {high}"
        case "exact":
            return low
        case word:
            return word
