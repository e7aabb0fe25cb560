"""What a condition speaks of: its parts that have a value of their own, named as they are written."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rulesdsl.engine.core.walk import nodes_in
from rulesdsl.engine.evaluation.operations import Impossible
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.labels import Labels, plain
from rulesdsl.program import (
    Apply,
    Const,
    ConstSeq,
    Counter,
    Expr,
    FlagDomain,
    Formula,
    Local,
    Lookup,
    Over,
    PlaceOf,
    SlotPiece,
    StateRead,
    Var,
    ZoneCount,
    ZonePieces,
    ZonesPieces,
)
from rulesdsl.source import Span

_OF_ALL = {"count": "the number of", "sum": "the sum over", "min": "the least of", "max": "the most of"}


def text_of(span: Span | None) -> str:
    """What is written there, in one line."""
    return "" if span is None else " ".join(span.text.split())


def span_of(expr: Expr) -> Span | None:
    match expr:
        case Apply() | StateRead() | Lookup():
            return expr.span
        case ZonePieces() | ZonesPieces() | SlotPiece() | ZoneCount():
            return expr.zone.span
        case _:
            return None


def failing_part(reading: Reading, test: Expr) -> Expr:
    """Of several conditions joined by `and` the first that does not hold."""
    while isinstance(test, Apply) and test.op == "and":
        test = next(part for part in test.args if not reading.holds(part))
    return test


def values_seen(
    labels: Labels, reading: Reading, expr: Expr, without: Container[Var] = ()
) -> tuple[tuple[str, str], ...]:
    """The things that a condition speaks of, outermost first, each with its value, as far as they may be
    known; not those that rest on the variables it is to be told `without`.
    """
    return tuple(dict.fromkeys(_values(labels, reading, expr, without)))


def _values(
    labels: Labels, reading: Reading, expr: Expr, without: Container[Var]
) -> Iterator[tuple[str, str]]:
    for part in _nouns(expr):
        if isinstance(part, Const | ConstSeq):
            continue
        if any(isinstance(node, Local) and node.var in without for node in nodes_in(part)):
            continue
        try:
            value = reading.value(part)
        except (Hidden, Impossible, KeyError):
            continue
        yield name_of(part), labels.value(value, part.type, reading.knows)


def name_of(expr: Expr) -> str:
    span = span_of(expr)
    if span is not None:
        return f"`{text_of(span)}`"
    match expr:
        case Local():
            return plain(expr.var.name)
        case Counter():
            return plain(expr.phase)
        case Formula():
            return plain(expr.name)
        case StateRead():
            return plain(expr.state)
        case ZonePieces() | ZonesPieces() | SlotPiece() | ZoneCount():
            return plain(expr.zone.zone)
        case Lookup():
            return plain(expr.table)
        case PlaceOf():
            return plain(expr.zone)
        case Over(op=op, domain=domain) if op in _OF_ALL:
            return f"{_OF_ALL[op]} {name_of(domain)}"
        case _:
            return "the value"


def _nouns(expr: Expr) -> Iterable[Expr]:
    match expr:
        case Apply(op="count", args=(ZonePieces() | ZonesPieces(),)):
            # How many there are is known where they are not.
            return [expr]
        case Apply():
            return [noun for arg in expr.args for noun in _nouns(arg)]
        case Over(op="some" | "every"):
            return [
                *_nouns(expr.domain),
                *([] if expr.where is None else _free(expr, expr.where)),
                *([] if expr.value is None else _free(expr, expr.value)),
            ]
        case Over() if not isinstance(expr.type, FlagDomain) and name_of(expr) == "the value":
            return _nouns(expr.domain)
        case _:
            return [expr]


def _free(over: Over, inner: Expr) -> list[Expr]:
    """What is read in each turn and does not change from turn to turn."""
    return [
        noun
        for noun in _nouns(inner)
        if not any(isinstance(node, Local) and node.var == over.var for node in nodes_in(noun))
    ]
