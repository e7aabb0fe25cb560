"""All at once: where the decisions of a secret block are over, and what may be changed before."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulesdsl.facts import blocks_of
from rulesdsl.program import (
    Assign,
    Deal,
    Decide,
    Do,
    Draw,
    EachPlayer,
    End,
    Expr,
    For,
    If,
    Include,
    Let,
    Local,
    Move,
    Park,
    Phase,
    Proc,
    Record,
    Repeat,
    Secret,
    Stmt,
    Var,
)
from rulesdsl.source import Span

Lines = tuple[Stmt, ...]


def decides(body: Lines) -> bool:
    """Whether a decision is written in these lines."""
    for line in body:
        match line:
            case Decide() | Secret():
                return True
            case If(then=then, otherwise=otherwise):
                if decides(then) or decides(otherwise):
                    return True
            case For(body=inner) | Repeat(body=inner) | EachPlayer(body=inner) | Phase(body=inner):
                if decides(inner):
                    return True
            case _:
                pass
    return False


def parked_lines(body: Lines) -> tuple[Lines, bool]:
    """The lines with a Park where a player's decisions are over, and whether something happens before it."""
    last = max((at for at, line in enumerate(body) if decides((line,))), default=-1)
    if last < 0:
        return (Park(), *body), False
    early = any(not isinstance(line, (Let, Decide, If)) for line in body[:last])
    line = body[last]
    rest = body[last + 1 :]
    match line:
        case If(then=then, otherwise=otherwise):
            first, one = parked_lines(then)
            second, other = parked_lines(otherwise)
            return (
                *body[:last],
                attrs.evolve(line, then=first, otherwise=second),
                *rest,
            ), early or one or other
        case Decide(repeatedly=False) if not any(decides(one.body) for one in line.alternatives):
            alternatives = tuple(attrs.evolve(one, body=(Park(), *one.body)) for one in line.alternatives)
            parked = attrs.evolve(line, alternatives=alternatives)
            early = early or any(
                isinstance(before, Decide) and any(one.body for one in before.alternatives)
                for before in body[:last]
            )
            return (*body[:last], parked, Park(), *rest), early
        case _:
            return (*body[: last + 1], Park(), *rest), True


def shared_before_park(
    body: Lines, you: Var | None, owners: Mapping[str, int | None], procs: Mapping[str, Proc] | None = None
) -> list[Span | None]:
    """Where lines before the Park change what is not the player's own; with `procs`, in routines as well."""
    found: list[Span | None] = []

    def own(name: str, index: tuple[Expr | None, ...]) -> bool:
        at = owners.get(name)
        return at is not None and you is not None and index[at] == Local(you)

    def walk(lines: Lines) -> bool:
        """Look at lines up to a Park; yes if one was met."""
        for line in lines:
            match line:
                case Park():
                    return True
                case Move(to=to, span=span) | Draw(to=to, span=span):
                    if not own(to.zone, to.index):
                        found.append(span)
                case Assign(state=name, index=index, span=span) | Include(state=name, index=index, span=span):
                    if not own(name, index):
                        found.append(span)
                case If(then=then, otherwise=otherwise):
                    one, other = walk(then), walk(otherwise)
                    if one and other:
                        return True
                case Deal(span=span) | Record(span=span) | End(span=span):
                    found.append(span)
                case Do(proc=name, you=acting, span=span) if procs is not None:
                    routine = procs[name]
                    same = you is not None and acting == Local(you)
                    if shared_before_park(routine.body, routine.you if same else None, owners, procs):
                        found.append(span)
                case _:
                    for block in blocks_of(line):
                        walk(block)
        return False

    walk(body)
    return found
