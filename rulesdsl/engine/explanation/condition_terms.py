"""What a condition speaks of: its parts that have a value of their own, named as they are written."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Impossible, Op
from rulesdsl.program_walk import instances_in, operands
from rulesdsl.source import Span

_OF_ALL = {
    Gather.COUNT: "the number of",
    Gather.SUM: "the sum over",
    Gather.MIN: "the least of",
    Gather.MAX: "the most of",
}


def text_of(span: Span | None) -> str:
    """What is written there, in one line."""
    return "" if span is None else " ".join(span.text.split())


def span_of(expr: ir.Expr) -> Span | None:
    """Where it is written, of what knows that."""
    return getattr(expr, "span", None)


def failing_part(reading: Reading, test: ir.Expr) -> ir.Expr:
    """Of several conditions joined by `and` the first that does not hold."""
    while isinstance(test, ir.Apply) and test.op is Op.AND:
        test = next(part for part in test.args if not reading.holds(part))
    return test


def values_seen(
    labels: Labels, reading: Reading, expr: ir.Expr, without: Container[ir.Var] = ()
) -> tuple[tuple[str, str], ...]:
    """The things that a condition speaks of, outermost first, each with its value, as far as they may be
    known; not those that rest on the variables it is to be told `without`.
    """
    return tuple(dict.fromkeys(_values(labels, reading, expr, without)))


def _values(
    labels: Labels, reading: Reading, expr: ir.Expr, without: Container[ir.Var]
) -> Iterator[tuple[str, str]]:
    for part in _terms(expr):
        if isinstance(part, ir.Const | ir.ConstSeq):
            continue
        if any(node.var in without for node in instances_in(part, ir.Local)):
            continue
        try:
            value = reading.value(part)
        except (Hidden, Impossible, KeyError):
            continue
        yield name_of(part), labels.value(value, part.type, reading.knows)


def name_of(expr: ir.Expr) -> str:
    span = span_of(expr)
    if isinstance(expr, ir.ZoneCount) and span is not None and not span.text.startswith("count"):
        # Nobody has written `count` there: what is asked is whether there is room in the zone.
        return f"the number in `{text_of(span)}`"
    if span is not None:
        return f"`{text_of(span)}`"
    match expr:
        case ir.Local():
            return plain(expr.var.name)
        case ir.Counter():
            return plain(expr.phase)
        case ir.Formula():
            return plain(expr.name)
        case ir.StateRead():
            return plain(expr.state)
        case ir.OfZones():
            return plain(expr.zone.zone)
        case ir.Lookup():
            return plain(expr.table)
        case ir.PlaceOf():
            return plain(expr.zone)
        case ir.Over(op=op, domain=domain) if op in _OF_ALL:
            return f"{_OF_ALL[op]} {name_of(domain)}"
        case ir.Const() | ir.ConstSeq() | ir.Composed() | ir.Legal():
            return "the value"
        case ir.AnyText():
            return "a text"
        case _:
            assert_never(expr)


def _terms(expr: ir.Expr) -> Iterable[ir.Expr]:
    match expr:
        case ir.Apply(op=Op.COUNT, args=(ir.ZonePieces() | ir.ZonesPieces(),)):
            # How many there are is known where they are not.
            return [expr]
        case ir.Over(op=Gather.SOME | Gather.EVERY):
            return [
                *_terms(expr.domain),
                *([] if expr.where is None else _free(expr.var, expr.where)),
                *([] if expr.value is None else _free(expr.var, expr.value)),
            ]
        case ir.Over() if name_of(expr) == "the value":
            return _terms(expr.domain)
        case ir.LetExpr():
            return [*_terms(expr.value), *_free(expr.var, expr.body)]
        case ir.Composed() if not isinstance(expr, (ir.Over, ir.Lookup)):
            return [noun for part in operands(expr) for noun in _terms(part)]
        case _:
            return [expr]


def _free(var: ir.Var, inner: ir.Expr) -> list[ir.Expr]:
    """What is read there and does not rest on a variable, such as one that changes from turn to turn."""
    return [
        noun for noun in _terms(inner) if not any(node.var == var for node in instances_in(noun, ir.Local))
    ]
