"""One is wanted, and there are several: how to say which."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.source import Span, on_one_line

MOST_REPEATED = 60
"""Formulas up to so long are repeated in the help."""


def out_of_several(there: ir.Domain, span: Span) -> str | None:
    """How one is taken out of what stands there; None where there are not several."""
    if not isinstance(there, ir.SeqDomain) or there.bound == 0:
        return None
    text = as_repeated(span)
    return f"`the_only({text})` is the single one (none if there are more), `first({text})` the first of them"


def piece_of_name(span: Span) -> str:
    """How a piece is taken of which the name stands there."""
    return f"a name is no piece: `first(p in ZONE where p is {as_repeated(span)})` is a piece of that name"


def among_several(many: Span, single: Span) -> str:
    text = as_repeated(many)
    return (
        f"`{text} has {as_repeated(single)}` asks whether it is among them;"
        f" `the_only({text})` is the single one (none if there are more)"
    )


def number_out_of_several(there: ir.Domain, span: Span) -> str | None:
    """How a number is made of what stands there; None where there are not several."""
    if not isinstance(there, ir.SeqDomain):
        return None
    text = as_repeated(span)
    if isinstance(there.of, ir.IntDomain):
        return (
            f"make one number of them: `max({text})`, `min({text})`, `sum({text})`; or ask `some(x in …: …)`"
        )
    return f"count them: `count({text})`"


def as_repeated(span: Span) -> str:
    text = on_one_line(span.text)
    return text if len(text) <= MOST_REPEATED else "…"
