"""Answers written down in advance, matched to the options of an open decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import define, field

from rulesdsl.engine.decisions import Decision, Option
from rulesdsl.engine.events import Content
from rulesdsl.program import (
    NONE,
    ActionDomain,
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
    Program,
    SeqDomain,
    SeqOfSeqDomain,
    UnionDomain,
    index_span,
)


class NotOffered(Exception):
    """The open decision has no option for the answer."""


def bare(domain: Domain) -> Domain:
    """The type of one value: without `or none`, of a sequence the type of its members."""
    match domain:
        case OptionalDomain(of):
            return bare(of)
        case SeqDomain(of):
            return bare(of)
        case _:
            return domain


def means(program: Program, value: int, domain: Domain, meant: int, meant_domain: Domain) -> bool:
    """Whether a value that was written is this one: the same, or for pieces one of the same name."""
    mine, theirs = bare(domain), bare(meant_domain)
    names = program.piece_name_of
    match mine, theirs:
        case PieceDomain(), PieceDomain():
            return names[value] == names[meant]
        case PieceNameDomain(), PieceDomain():
            return value == names[meant]
        case PieceDomain(), PieceNameDomain():
            return names[value] == meant
        case UnionDomain(), UnionDomain():
            return value == meant
        case _, UnionDomain():
            return union_code(program, theirs, mine, value) == meant
        case _:
            return same_sort(mine, theirs) and value == meant


def same_sort(one: Domain, other: Domain) -> bool:
    """Whether values of the two types are of one kind, whatever their ranges."""
    match one:
        case EnumDomain(name):
            return isinstance(other, EnumDomain) and name == other.name
        case NodeDomain(name):
            return isinstance(other, NodeDomain) and name == other.name
        case LinkDomain(name):
            return isinstance(other, LinkDomain) and name == other.name
        case IntDomain() | FlagDomain() | PlayerDomain() | PieceDomain() | PieceNameDomain() | ActionDomain():
            return type(one) is type(other)
        case OptionalDomain() | SeqDomain() | SeqOfSeqDomain() | MapDomain() | UnionDomain():
            return one == other
        case _:
            assert_never(one)


def union_code(program: Program, union: UnionDomain, domain: Domain, value: int) -> int | None:
    """The code in the union of a value of one of its alternatives."""
    before = 0
    for alternative in union.alternatives:
        low, size = index_span(program, alternative)
        if same_sort(bare(alternative), domain) and low <= value < low + size:
            return before + value - low
        before += size
    return None


@define
class Answer:
    """What is left to say of an answer: one value, or members of a set that are picked one by one."""

    program: Program
    value: Content
    type: Domain
    _left: list[int] = field(init=False)
    _begun: bool = field(init=False, default=False)

    @_left.default
    def _members(self) -> list[int]:
        if isinstance(self.value, int):
            return []
        return [member for member in self.value if isinstance(member, int)]

    @property
    def is_set(self) -> bool:
        return isinstance(self.value, tuple)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to say but that it is all."""
        return not self._left

    def fits(self, decision: Decision) -> bool:
        """Whether the decision offers what the answer begins with."""
        try:
            Answer(self.program, self.value, self.type).option(decision)
        except NotOffered:
            return False
        return True

    def option(self, decision: Decision) -> int | None:
        """The option that goes on with the answer; None if the set is complete without another word.

        `NotOffered` if no option does.
        """
        if isinstance(self.value, tuple):
            return self._next_member(decision)
        if self.value == NONE:
            return find(decision, ("decline",))
        match self.type:
            case ActionDomain():
                return action_option(decision, self.program.action_names[self.value])
            case FlagDomain() if not _asks_for_a_flag(decision):
                if len(decision.decide.alternatives) != 1 or not decision.decide.decline:
                    raise NotOffered
                return find(decision, ("action",) if self.value else ("decline",))
            case _:
                for at, option in enumerate(decision.options):
                    if self._is(self.value, option):
                        return at
        raise NotOffered

    def _next_member(self, decision: Decision) -> int | None:
        for at, option in enumerate(decision.options):
            for member in self._left:
                if self._is(member, option):
                    self._left.remove(member)
                    self._begun = True
                    return at
        if self._left:
            raise NotOffered
        for kind in ("done",) if self._begun else ("done", "decline"):
            for at, option in enumerate(decision.options):
                if option.kind == kind:
                    return at
        return None

    def _is(self, value: int, option: Option) -> bool:
        if option.kind != "value" or option.type is None:
            return False
        return means(self.program, value, self.type, option.value, option.type)


def _asks_for_a_flag(decision: Decision) -> bool:
    return any(
        option.kind == "value" and option.type is not None and isinstance(bare(option.type), FlagDomain)
        for option in decision.options
    )


def action_option(decision: Decision, name: str) -> int:
    for at, option in enumerate(decision.options):
        if option.kind == "action" and option.alternative is not None and option.alternative.name == name:
            return at
    raise NotOffered


def find(decision: Decision, kinds: Sequence[str]) -> int:
    for kind in kinds:
        for at, option in enumerate(decision.options):
            if option.kind == kind:
                return at
    raise NotOffered
