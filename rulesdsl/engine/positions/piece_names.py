"""Which cells of a position name pieces: those of variables and states, by their types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import of_union
from rulesdsl.engine.core.layout import ALT, SITE, STAGE, pieces_of
from rulesdsl.engine.core.sites import SomeSite

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

Cells = list[int]

Names = tuple[ir.Domain, int]
"""A variable that can name pieces: its type, and where it lies."""


@frozen
class Naming:
    """Cells that name pieces. A piece is its number and `shift`; the order says something if they are
    `ordered`.
    """

    cells: Sequence[int]
    shift: int
    ordered: bool


@lru_cache(maxsize=16)
def variables_with_pieces(plan: Plan) -> tuple[Names, ...]:
    """What can name pieces across decisions."""
    slots: list[Names] = [(var.type, address) for var, address in plan.variables]
    slots += [(domain, address) for _, domain, address in plan.gone_through]
    return tuple(slot for slot in slots if pieces_of(slot[0]))


def set_in_the_making(plan: Plan, cells: Cells) -> int:
    """The address of the set that is being chosen, 0 if none is: its members lie in the order in which they
    are offered.
    """
    if not cells[SITE] or cells[ALT] < 0 or cells[STAGE] < 0:
        return 0
    param = plan.sites[cells[SITE] - 1].alternatives[cells[ALT]].params[cells[STAGE]]
    return param.address if isinstance(param, SomeSite) else 0


def namings(
    program: ir.Program, cells: Cells, domain: ir.Domain, address: int, *, in_order: bool = False
) -> Iterator[Naming]:
    match domain:
        case ir.OptionalDomain(of=of):
            yield from namings(program, cells, of, address)
        case ir.PieceDomain():
            if cells[address] >= 0:
                yield Naming((address,), 0, ordered=True)
        case ir.UnionDomain():
            if cells[address] >= 0:
                value, alternative = of_union(program, domain, cells[address])
                if isinstance(alternative, ir.PieceDomain):
                    yield Naming((address,), cells[address] - value, ordered=True)
        case ir.SeqDomain(of=ir.PieceDomain(), ordered=ordered):
            yield Naming(range(address + 1, address + 1 + cells[address]), 0, ordered or in_order)
        case ir.SeqDomain(of=of):
            for index in range(address + 1, address + 1 + cells[address]):
                yield from namings(program, cells, of, index)
        case ir.SeqOfSeqDomain(of=of):
            step = 1 + max(1, of.bound)
            for index in range(address + 1, address + 1 + cells[address] * step, step):
                yield from namings(program, cells, of, index)
        case ir.MapDomain(key=key, value=value):
            for index in range(address, address + ir.index_span(program, key)[1]):
                yield from namings(program, cells, value, index)
        case ir.IntDomain() | ir.FlagDomain() | ir.EnumDomain() | ir.PlayerDomain() | ir.PieceNameDomain():
            pass
        case ir.NodeDomain() | ir.LinkDomain() | ir.TextDomain():
            pass
        case _:
            assert_never(domain)
