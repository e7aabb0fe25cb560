"""Types as domains: how they are joined, compared and put into words."""

from __future__ import annotations

from rulesdsl.program import (
    Domain,
    EnumDomain,
    FlagDomain,
    IntDomain,
    LinkDomain,
    MapDomain,
    NodeDomain,
    OptionalDomain,
    PieceDomain,
    PieceNameDomain,
    PlayerDomain,
    SeqDomain,
    SeqOfSeqDomain,
    UnionDomain,
)

FLAG = FlagDomain()
PLAYER = PlayerDomain()
UNREAD = UnionDomain(())
"""The type of what could not be understood: the reason has been reported, and that is enough."""


def plain(domain: Domain) -> Domain:
    """Without `or none`."""
    return domain.of if isinstance(domain, OptionalDomain) else domain


def optional(domain: Domain) -> Domain:
    return domain if isinstance(domain, OptionalDomain) else OptionalDomain(domain)


def is_optional(domain: Domain) -> bool:
    return isinstance(domain, OptionalDomain)


def is_number(domain: Domain) -> bool:
    return isinstance(plain(domain), IntDomain)


def seq(of: Domain, *, ordered: bool, bound: int) -> SeqDomain:
    return SeqDomain(plain(of), ordered, max(bound, 0))


def bounds(domain: Domain) -> IntDomain:
    """The range of a number (call only where `is_number`)."""
    inner = plain(domain)
    assert isinstance(inner, IntDomain)
    return inner


def unified(one: Domain, other: Domain) -> Domain | None:
    """The smallest type that holds both, None if they are of different sorts."""
    if one == other:
        return one
    if isinstance(one, OptionalDomain) or isinstance(other, OptionalDomain):
        inner = unified(plain(one), plain(other))
        return None if inner is None else OptionalDomain(inner)
    match one, other:
        case IntDomain(), IntDomain():
            return IntDomain(min(one.low, other.low), max(one.high, other.high))
        case PieceDomain(), PieceDomain():
            return PieceDomain(tuple(dict.fromkeys(one.kinds + other.kinds)))
        case PieceNameDomain(), PieceNameDomain():
            return PieceNameDomain(tuple(dict.fromkeys(one.kinds + other.kinds)))
        case SeqDomain(), SeqDomain():
            if one.bound == 0:
                return SeqDomain(other.of, one.ordered and other.ordered, other.bound)
            if other.bound == 0:
                return SeqDomain(one.of, one.ordered and other.ordered, one.bound)
            of = unified(one.of, other.of)
            if of is None:
                return None
            return SeqDomain(of, one.ordered and other.ordered, max(one.bound, other.bound))
        case MapDomain(), MapDomain() if one.key == other.key:
            value = unified(one.value, other.value)
            return None if value is None else MapDomain(one.key, value)
        case _:
            return None


def comparable(one: Domain, other: Domain) -> bool:
    """Whether a value of one could ever be the same as a value of the other."""
    one, other = plain(one), plain(other)
    match one, other:
        case IntDomain(), IntDomain():
            return True
        case PieceDomain(a), PieceDomain(b):
            return bool(set(a) & set(b))
        case ((PieceDomain(a) | PieceNameDomain(a)), (PieceDomain(b) | PieceNameDomain(b))):
            return bool(set(a) & set(b))
        case SeqDomain(), SeqDomain():
            return one.bound == 0 or other.bound == 0 or comparable(one.of, other.of)
        case MapDomain(), MapDomain():
            return one.key == other.key
        case UnionDomain(alternatives), _:
            return one == other or any(comparable(part, other) for part in alternatives)
        case _, UnionDomain(alternatives):
            return any(comparable(one, part) for part in alternatives)
        case _:
            return one == other


def describe(domain: Domain) -> str:
    """A type in the words of the language."""
    match domain:
        case IntDomain(low, high):
            return f"a number {low}..{high}" if low != high else f"the number {low}"
        case FlagDomain():
            return "yes or no"
        case EnumDomain(name) | NodeDomain(name) | LinkDomain(name):
            return _with_article(name)
        case PlayerDomain():
            return "a player"
        case PieceDomain(kinds):
            return _with_article(" or ".join(kinds)) if kinds else "a piece"
        case PieceNameDomain(kinds):
            return "the name of " + _with_article(" or ".join(kinds))
        case OptionalDomain(of):
            return describe(of) + " or none"
        case UnionDomain(alternatives):
            return " or ".join(describe(one) for one in alternatives)
        case SeqDomain(of, ordered):
            return f"a {'list' if ordered else 'set'} of {_many(of)}"
        case MapDomain(key, value):
            return f"{describe(value)} for each {described_alone(key)}"
        case SeqOfSeqDomain(of):
            return f"several lists of {_many(of.of)}"


def described_alone(domain: Domain) -> str:
    """The same without its article, as in "which Card"."""
    return describe(domain).removeprefix("a ").removeprefix("an ")


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def _many(domain: Domain) -> str:
    match domain:
        case IntDomain():
            return "numbers"
        case PlayerDomain():
            return "players"
        case FlagDomain():
            return "yes or no"
        case _:
            return described_alone(domain)
