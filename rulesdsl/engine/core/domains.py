"""Questions about types: how far values can range, whether none is among them, of which shape they are."""

from __future__ import annotations

from rulesdsl.program import (
    Domain,
    IntDomain,
    MapDomain,
    OptionalDomain,
    PieceDomain,
    PieceNameDomain,
    Program,
    SeqDomain,
    SeqOfSeqDomain,
    index_span,
)


def may_be_none(domain: Domain) -> bool:
    return isinstance(domain, OptionalDomain)


def bounds(program: Program, domain: Domain) -> tuple[int, int] | None:
    """The least and the greatest value of a scalar type, none aside; nothing for a type without values."""
    if isinstance(domain, OptionalDomain):
        return bounds(program, domain.of)
    if isinstance(domain, (SeqDomain, MapDomain, SeqOfSeqDomain)):
        raise TypeError(domain)
    if isinstance(domain, IntDomain):
        return domain.low, domain.high
    low, count = index_span(program, domain)
    return (low, low + count - 1) if count else None


def within_bounds(
    program: Program, domain: Domain, low: int, high: int, *, none_is_fine: bool = False
) -> bool:
    """Whether every value of the type lies between these, so that nothing need be checked at run time."""
    if may_be_none(domain) and not none_is_fine:
        return False
    found = bounds(program, domain)
    return found is None or (low <= found[0] and found[1] <= high)


def is_names(domain: Domain) -> bool:
    """A name of a piece, or a sequence of such."""
    match domain:
        case SeqDomain(of=of) | OptionalDomain(of=of):
            return is_names(of)
        case PieceNameDomain():
            return True
        case _:
            return False


def is_pieces(domain: Domain) -> bool:
    match domain:
        case SeqDomain(of=of) | OptionalDomain(of=of):
            return is_pieces(of)
        case PieceDomain():
            return True
        case _:
            return False


def cell_count(program: Program, domain: Domain) -> int:
    """How many cells a variable of this type takes across decisions."""
    match domain:
        case SeqDomain(bound=bound):
            return 1 + max(1, bound)
        case MapDomain(key=key):
            return index_span(program, key)[1]
        case SeqOfSeqDomain(of=of, bound=bound):
            return 1 + max(1, bound) * (1 + max(1, of.bound))
        case _:
            return 1
