"""Whole moves that are to be one choice: whether they can be listed, each by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.check.whole.visibility import Visibility
from rulesdsl.check.whole.workload import Work
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span

MOST_LISTED = 100_000
"""So many moves at most can be told from each other in one list."""
MOST_MOVES = 2**52
"""Of more moves than these the number of one is too large for whoever keeps it."""
_WORDS = re.compile(r"[ ]+as[ ]+one[ ]+choice\b")
_HINT = "leave `as one choice` out"


def whole_moves(checked: Checked, access: Access, work: Work) -> Iterator[Diagnostic]:
    program = checked.program
    visibility: Visibility | None = None
    for line in access.parts(ir.Decide):
        if not line.whole or line.span is None:
            continue
        visibility = visibility or Visibility(program, access)
        for alternative in line.alternatives:
            yield from _cannot_be_listed(line.span, alternative)
            for param in alternative.params[:-1]:
                if _is_unseen(access, visibility, param.domain, line.you):
                    yield _finding(
                        line.span,
                        f"`{param.var.name}` of `{alternative.name}` may be a piece that the player does not"
                        " see, and what is chosen behind it could depend on which it is",
                        _place_of(param),
                        f"{_HINT}, or let `{param.var.name}` be chosen last",
                    )
        sizes = [
            prod(ir.index_span(program, ir.without_none(param.var.type))[1] for param in alternative.params)
            for alternative in line.alternatives
            if not any(_is_many(param) for param in alternative.params)
        ]
        listed = sum(
            prod(work.size(param.domain) for param in alternative.params) for alternative in line.alternatives
        )
        if listed > MOST_LISTED:
            yield _finding(
                line.span,
                f"there can be {listed:,} moves to choose from; at most {MOST_LISTED:,} are listed",
                None,
                f"{_HINT}, or choose from less",
            )
        elif sum(sizes) > MOST_MOVES:
            yield _finding(line.span, "there are more moves than can be numbered", None, _HINT)


def _cannot_be_listed(span: Span, alternative: ir.Alternative) -> Iterator[Diagnostic]:
    many = next((param for param in alternative.params if _is_many(param)), None)
    if many is not None:
        yield _finding(
            span,
            f"`{many.var.name}` of `{alternative.name}` is several things, which are chosen one by one",
            _place_of(many),
            _HINT,
        )


def _is_many(param: ir.Param) -> bool:
    return isinstance(param, ir.SomeParam) or isinstance(
        param.var.type, ir.SeqDomain | ir.SeqOfSeqDomain | ir.MapDomain
    )


def _place_of(param: ir.Param) -> Span | None:
    return None if param.places is None else param.places.whole


def _finding(span: Span, message: str, there: Span | None, hint: str) -> Diagnostic:
    words = _WORDS.search(span.text)
    place = (
        None
        if words is None
        else evolve(span, start=span.start + words.start(), end=span.start + words.end())
    )
    return finding(
        "not-one-choice",
        span,
        message,
        "cannot be one choice",
        because=() if there is None else ((there, "chosen here"),),
        hint=hint,
        fix=None if place is None else replaced(place, ""),
    )


def _is_unseen(access: Access, visibility: Visibility, domain: ir.Expr, you: ir.Expr) -> bool:
    """Whether some of the pieces to choose from may lie where the player does not see them."""
    if not isinstance(domain.type, ir.SeqDomain) or not isinstance(
        ir.without_none(domain.type.of), ir.PieceDomain
    ):
        return False
    todo: list[tuple[object, bool]] = [(domain, True)]
    seen: set[str] = set()
    while todo:
        root, direct = todo.pop()
        for item in nodes_in(root):
            match item:
                case ir.ZoneRef(zone=name, index=index):
                    zone = access.zones[name]
                    owner = None if zone.owner_at is None else index[zone.owner_at]
                    for side in visibility.sides[name]:
                        own = side.viewer.word == "owner" and direct and owner == you
                        if side.viewer.word != "all" and not own:
                            return True
                case ir.Formula(name=name) if name not in seen:
                    seen.add(name)
                    todo.append((access.program.formulas[name].body, False))
    return False
