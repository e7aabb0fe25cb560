"""Questions about types: how far values can range, whether none is among them, of which shape they are."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl import texts


def may_be_none(domain: ir.Domain) -> bool:
    return isinstance(domain, ir.OptionalDomain)


def bounds(program: ir.Program, domain: ir.Domain) -> tuple[int, int] | None:
    """The least and the greatest value of a scalar type, none aside; nothing for a type without values."""
    if isinstance(domain, ir.OptionalDomain):
        return bounds(program, domain.of)
    if isinstance(domain, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)):
        raise TypeError(domain)
    if isinstance(domain, ir.IntDomain):
        return domain.low, domain.high
    if isinstance(domain, ir.TextDomain):
        return texts.SMALLEST, texts.largest(domain.most)
    low, count = ir.index_span(program, domain)
    return (low, low + count - 1) if count else None


def within_bounds(
    program: ir.Program, domain: ir.Domain, low: int, high: int, *, none_is_fine: bool = False
) -> bool:
    """Whether every value of the type lies between these, so that nothing need be checked at run time."""
    if may_be_none(domain) and not none_is_fine:
        return False
    pair = bounds(program, domain)
    return pair is None or (low <= pair[0] and pair[1] <= high)


def inner_type(domain: ir.Domain) -> ir.Domain:
    """The type of a single value: without `or none`, of a set that of its members."""
    while isinstance(domain, ir.SeqDomain | ir.OptionalDomain):
        domain = domain.of
    return domain


def is_pieces(domain: ir.Domain) -> bool:
    return isinstance(inner_type(domain), ir.PieceDomain)


def of_union(program: ir.Program, union: ir.UnionDomain, code: int) -> tuple[int, ir.Domain]:
    """The value for which a code of a union stands, and of which of its types it is."""
    left = code
    for alternative in union.alternatives:
        low, size = ir.index_span(program, alternative)
        if 0 <= left < size:
            return low + left, alternative
        left -= size
    raise ValueError(f"{code} is no code of {union}")


def cell_count(program: ir.Program, domain: ir.Domain) -> int:
    """How many cells a variable of this type takes across decisions."""
    match domain:
        case ir.SeqDomain(bound=bound):
            return 1 + max(1, bound)
        case ir.MapDomain(key=key):
            return ir.index_span(program, key)[1]
        case ir.SeqOfSeqDomain(of=of, bound=bound):
            return 1 + max(1, bound) * (1 + max(1, of.bound))
        case _:
            return 1
