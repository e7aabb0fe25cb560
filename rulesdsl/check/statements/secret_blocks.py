"""All at once: where the decisions of a secret block are over, and what may be changed before."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulesdsl import program as ir
from rulesdsl.facts import members_of
from rulesdsl.source import Span
from rulesdsl.statement_facts import blocks_of, statement_facts


def decides(body: ir.Lines) -> bool:
    """Whether a decision is written in these lines."""
    return any(
        isinstance(line, (ir.Decide, ir.Secret)) or any(map(decides, blocks_of(line))) for line in body
    )


def parked_lines(body: ir.Lines) -> tuple[ir.Lines, bool]:
    """The lines with a Park where a player's decisions are over, and whether something happens before it."""
    last = max((index for index, line in enumerate(body) if decides((line,))), default=-1)
    if last < 0:
        return (ir.Park(), *body), False
    early = any(not isinstance(line, (ir.Let, ir.Decide, ir.If)) for line in body[:last])
    line = body[last]
    rest = body[last + 1 :]
    match line:
        case ir.If(then=then, otherwise=otherwise):
            first, left = parked_lines(then)
            second, other = parked_lines(otherwise)
            return (
                *body[:last],
                attrs.evolve(line, then=first, otherwise=second),
                *rest,
            ), early or left or other
        case ir.Decide(repeatedly=False) if not any(
            decides(alternative.body) for alternative in line.alternatives
        ):
            alternatives = tuple(
                attrs.evolve(alternative, body=(ir.Park(), *alternative.body))
                for alternative in line.alternatives
            )
            parked = attrs.evolve(line, alternatives=alternatives)
            early = early or any(
                isinstance(before, ir.Decide) and any(alternative.body for alternative in before.alternatives)
                for before in body[:last]
            )
            return (*body[:last], parked, ir.Park(), *rest), early
        case _:
            return (*body[: last + 1], ir.Park(), *rest), True


def shared_before_park(
    body: ir.Lines,
    you: ir.Var | None,
    owners: Mapping[str, int | None],
    procs: Mapping[str, ir.Proc] | None = None,
) -> list[Span | None]:
    """Where lines before the Park change what is not the player's own; with `procs`, in routines as well."""
    spans: list[Span | None] = []

    def own(name: str, index: tuple[ir.Expr | None, ...]) -> bool:
        position = owners.get(name)
        return position is not None and you is not None and index[position] == ir.Local(you)

    def walk(lines: ir.Lines) -> bool:
        """Look at lines up to a Park; yes if one was met."""
        for line in lines:
            match line:
                case ir.Park():
                    return True
                case (
                    ir.Assign(state=name, index=index, span=span)
                    | ir.Include(state=name, index=index, span=span)
                ):
                    if not own(name, index):
                        spans.append(span)
                case ir.If(then=then, otherwise=otherwise):
                    first, other = walk(then), walk(otherwise)
                    if first and other:
                        return True
                case ir.Deal(span=span) | ir.Record(span=span) | ir.End(span=span):
                    spans.append(span)
                case ir.Do(proc=name, you=acting, span=span) if procs is not None:
                    routine = procs[name]
                    same = you is not None and acting == ir.Local(you)
                    if shared_before_park(routine.body, routine.you if same else None, owners, procs):
                        spans.append(span)
                case _:
                    facts = statement_facts(line)
                    taken = [ref for what in facts.takes for ref in _taken_from(what)]
                    # What all draw from is drawn from seat by seat, what others have is theirs meanwhile.
                    theirs = [ref for ref in (*taken, *facts.draws_from) if owners.get(ref.zone) is not None]
                    if not all(own(ref.zone, ref.index) for ref in (*(to for to, _ in facts.to), *theirs)):
                        spans.append(getattr(line, "span", None))
                    for block in facts.blocks:
                        walk(block)
        return False

    walk(body)
    return spans


def _taken_from(what: ir.Expr) -> tuple[ir.ZoneRef, ...]:
    """The zones that a value of pieces is written to come from; variables say nothing."""
    if isinstance(what, ir.PiecesThere):
        return (what.zone,)
    return tuple(ref for part in members_of(what) for ref in _taken_from(part))
