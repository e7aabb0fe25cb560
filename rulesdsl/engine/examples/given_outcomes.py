"""The outcomes of chance that lines of an example give, as far as chance can give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from rulesdsl import program as ir
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.core.domains import inner_type
from rulesdsl.engine.examples.answers import Answer, means, same_sort
from rulesdsl.program_walk import nodes_in


def given(program: ir.Program, ask: Ask, answer: Answer) -> int | tuple[int, ...] | None:
    """The outcome that is meant by an answer; None if chance is asked for something else."""
    value = answer.value
    domain = _type_asked(program, ask)
    if ask.kind not in ("list", "shuffle"):
        return _member(program, ask.domain, domain, value, answer) if isinstance(value, int) else None
    wanted = [value] if isinstance(value, int) else [item for item in value if isinstance(item, int)]
    if len(wanted) != (len(ask.domain) if ask.kind == "shuffle" else ask.number):
        return None
    chosen: list[int] = []
    for number in wanted:
        left = ask.domain if ask.again else [member for member in ask.domain if member not in chosen]
        result = _member(program, left, domain, number, answer)
        if result is None:
            return None
        chosen.append(result)
    return tuple(chosen)


def _type_asked(program: ir.Program, ask: Ask) -> ir.Domain:
    """What chance is asked for: pieces, or members of what stands at this point of the program."""
    asked = next((node for node in nodes_in(program.procs) if _is_chance(node, ask.point)), None)
    if ask.kind in ("draw", "shuffle") or asked is None:
        return ir.PieceDomain(tuple(kind.name for kind in program.piece_kinds))
    domain = asked.domain.type
    return ir.member_type(domain)


def _is_chance(node: object, point: int) -> TypeGuard[ir.Chance]:
    return isinstance(node, ir.Chance) and node.point == point


def _member(
    program: ir.Program, left: Sequence[int], domain: ir.Domain, value: int, answer: Answer
) -> int | None:
    """The member that is meant: the value itself, or a piece of the same name."""
    if value in left and same_sort(inner_type(domain), inner_type(answer.type)):
        return value
    return next((number for number in left if means(program, value, answer.type, number, domain)), None)
