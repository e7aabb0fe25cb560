"""Types as domains: how they are joined, compared and put into words."""

from __future__ import annotations

from rulesdsl import program as ir

FLAG = ir.FlagDomain()
PLAYER = ir.PlayerDomain()
UNREAD = ir.UnionDomain(())
"""The type of what could not be understood: the reason has been reported, and that is enough."""


plain = ir.without_none


def optional(domain: ir.Domain) -> ir.Domain:
    return domain if isinstance(domain, ir.OptionalDomain) else ir.OptionalDomain(domain)


def is_optional(domain: ir.Domain) -> bool:
    return isinstance(domain, ir.OptionalDomain)


def is_number(domain: ir.Domain) -> bool:
    return isinstance(plain(domain), ir.IntDomain)


def seq(of: ir.Domain, *, ordered: bool, bound: int) -> ir.SeqDomain:
    return ir.SeqDomain(plain(of), ordered, max(bound, 0))


def bounds(domain: ir.Domain) -> ir.IntDomain:
    """The range of a number (call only where `is_number`)."""
    inner = plain(domain)
    assert isinstance(inner, ir.IntDomain)
    return inner


def unified(first: ir.Domain, other: ir.Domain) -> ir.Domain | None:
    """The smallest type that holds both, None if they are of different sorts."""
    if first == other:
        return first
    if isinstance(first, ir.OptionalDomain) or isinstance(other, ir.OptionalDomain):
        inner = unified(plain(first), plain(other))
        return None if inner is None else ir.OptionalDomain(inner)
    match first, other:
        case ir.IntDomain(), ir.IntDomain():
            return ir.IntDomain(min(first.low, other.low), max(first.high, other.high))
        case ir.PieceDomain(), ir.PieceDomain():
            return ir.PieceDomain(tuple(dict.fromkeys(first.kinds + other.kinds)))
        case ir.PieceNameDomain(), ir.PieceNameDomain():
            return ir.PieceNameDomain(tuple(dict.fromkeys(first.kinds + other.kinds)))
        case ir.TextDomain(), ir.TextDomain():
            return ir.TextDomain(max(first.most, other.most))
        case ir.SeqDomain(), ir.SeqDomain():
            if first.bound == 0:
                return ir.SeqDomain(other.of, first.ordered and other.ordered, other.bound)
            if other.bound == 0:
                return ir.SeqDomain(first.of, first.ordered and other.ordered, first.bound)
            of = unified(first.of, other.of)
            if of is None:
                return None
            return ir.SeqDomain(of, first.ordered and other.ordered, max(first.bound, other.bound))
        case ir.MapDomain(), ir.MapDomain() if first.key == other.key:
            value = unified(first.value, other.value)
            return None if value is None else ir.MapDomain(first.key, value)
        case _:
            return None


def joint(first: ir.Domain, other: ir.Domain) -> ir.UnionDomain:
    """All that is of one or of the other. What could be the same is one sort, so that it has one code."""
    parts: list[ir.Domain] = []
    for domain in (first, other):
        for part in domain.alternatives if isinstance(domain, ir.UnionDomain) else (domain,):
            alike = [known for known in parts if comparable(known, part)]
            if not alike:
                parts.append(part)
                continue
            whole = part
            for known in alike:
                # A piece and its name are compared as what stands there already.
                whole = unified(known, whole) or known
            parts[parts.index(alike[0])] = whole
            parts = [known for known in parts if known not in alike[1:]]
    return ir.UnionDomain(tuple(parts))


def comparable(first: ir.Domain, other: ir.Domain) -> bool:
    """Whether a value of one could ever be the same as a value of the other.

    Where one of them is of several sorts, the same may have two codes: see `Conversions.coded_alike`.
    """
    first, other = plain(first), plain(other)
    match first, other:
        case (ir.IntDomain(), ir.IntDomain()) | (ir.TextDomain(), ir.TextDomain()):
            return True
        case ir.PieceDomain(a), ir.PieceDomain(b):
            return bool(set(a) & set(b))
        case ((ir.PieceDomain(a) | ir.PieceNameDomain(a)), (ir.PieceDomain(b) | ir.PieceNameDomain(b))):
            return bool(set(a) & set(b))
        case ir.SeqDomain(), ir.SeqDomain():
            return first.bound == 0 or other.bound == 0 or comparable(first.of, other.of)
        case ir.MapDomain(), ir.MapDomain():
            return first.key == other.key
        case ir.UnionDomain(alternatives), _:
            return first == other or any(comparable(part, other) for part in alternatives)
        case _, ir.UnionDomain(alternatives):
            return any(comparable(first, part) for part in alternatives)
        case _:
            return first == other


def describe(domain: ir.Domain) -> str:
    """A type in the words of the language."""
    match domain:
        case ir.IntDomain(low, high):
            return f"a number {low}..{high}" if low != high else f"the number {low}"
        case ir.FlagDomain():
            return "yes or no"
        case ir.EnumDomain(name) | ir.NodeDomain(name) | ir.LinkDomain(name):
            return _with_article(name)
        case ir.PlayerDomain():
            return "a player"
        case ir.PieceDomain(kinds):
            return _with_article(" or ".join(kinds)) if kinds else "a piece"
        case ir.PieceNameDomain(kinds):
            return "the name of " + (_with_article(" or ".join(kinds)) if kinds else "a piece")
        case ir.TextDomain(most):
            return f"a text of at most {most} {'letter' if most == 1 else 'letters'}"
        case ir.OptionalDomain(of):
            return describe(of) + " or none"
        case ir.UnionDomain(alternatives):
            return " or ".join(describe(alternative) for alternative in alternatives)
        case ir.SeqDomain(of, ordered):
            return f"a {'list' if ordered else 'set'} of {_many(of)}"
        case ir.MapDomain(key, value):
            return f"{describe(value)} for each {described_alone(key)}"
        case ir.SeqOfSeqDomain(of):
            return f"several lists of {_many(of.of)}"


def described_alone(domain: ir.Domain) -> str:
    """The same without its article, as in "which Card"."""
    return describe(domain).removeprefix("a ").removeprefix("an ")


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def _many(domain: ir.Domain) -> str:
    match domain:
        case ir.IntDomain():
            return "numbers"
        case ir.PlayerDomain():
            return "players"
        case ir.FlagDomain():
            return "yes or no"
        case ir.TextDomain():
            return "texts"
        case _:
            return described_alone(domain)
