"""What is known where a condition holds and of a member of a set: who a player is, who it is not."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.whole.hidden import CLEAN, Index, Known, Taint
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op


def who(player: ir.Expr, known: Known) -> ir.Expr:
    """The player a formula stands for: the same one always by the same name."""
    match player:
        case ir.Local(var):
            return known.names.get(var.number, player)
        case ir.Apply(op=Op.AS, args=(inner,)):
            return who(inner, known)
        case ir.Apply(op=op, args=args):
            return ir.Apply(op, tuple(who(arg, known) for arg in args), player.type, player.graph)
        case _:
            return player


def index_of(index: Iterable[ir.Expr | None], known: Known) -> Index:
    return tuple(None if expr is None else who(expr, known) for expr in index)


def name_of(value: ir.Expr, known: Known) -> ir.Expr | None:
    return who(value, known) if isinstance(value, (ir.Local, ir.Const)) else None


def narrowed(condition: ir.Expr, known: Known) -> Known:
    """What is known where a condition holds: that pieces lie face up, that two players are two."""
    match condition:
        case ir.Apply(op=Op.AND, args=args):
            for arg in args:
                known = narrowed(arg, known)
            return known
        case ir.Apply(op=Op.NOT, args=(ir.Apply(op=Op.FACE_DOWN, args=(ir.Local(var),)),)):
            return _lying(var, "up", known)
        case ir.Apply(op=Op.FACE_DOWN, args=(ir.Local(var),)):
            return _lying(var, "down", known)
        case ir.Apply(op=Op.NE, args=(left, other)):
            first, second = who(left, known), who(other, known)
            return evolve(known, apart=known.apart | {(first, second), (second, first)})
        case _:
            return known


def _lying(var: ir.Var, face: str, known: Known) -> Known:
    taint = known.taints.get(var.number, CLEAN)
    held = frozenset(hidden for hidden in taint.held if hidden.face in ("", face))
    return known.narrowed(var, Taint(held, taint.disclosed))


def as_one_of(var: ir.Var, domain: ir.Expr, known: Known) -> Known:
    """What is known of one member of a set: who it is not, and that it is among those."""
    first = ir.Local(var)
    known = evolve(known, members=known.members | {(first, domain)})
    while isinstance(domain, ir.Over) and domain.op is Gather.SELECT and domain.value is None:
        domain = domain.domain
        known = evolve(known, members=known.members | {(first, domain)})
    match domain:
        case ir.Apply(op=Op.OTHERS, args=(player,)):
            other = who(player, known)
            return evolve(known, apart=known.apart | {(first, other), (other, first)})
        case _:
            return known
