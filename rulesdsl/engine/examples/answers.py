"""Answers written down in advance, matched to the options of an open decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import inner_type
from rulesdsl.engine.decisions.stages import Decision, Option


class NotOffered(Exception):
    """The open decision has no option for the answer."""


def means(program: ir.Program, value: int, domain: ir.Domain, meant: int, meant_domain: ir.Domain) -> bool:
    """Whether a value that was written is this one: the same, or for pieces one of the same name."""
    mine, theirs = inner_type(domain), inner_type(meant_domain)
    names = program.piece_name_of
    match mine, theirs:
        case ir.PieceDomain(), ir.PieceDomain():
            return names[value] == names[meant]
        case ir.PieceNameDomain(), ir.PieceDomain():
            return value == names[meant]
        case ir.PieceDomain(), ir.PieceNameDomain():
            return names[value] == meant
        case ir.UnionDomain(), ir.UnionDomain():
            return value == meant
        case _, ir.UnionDomain():
            return union_code(program, theirs, mine, value) == meant
        case _:
            return same_sort(mine, theirs) and value == meant


def same_sort(first: ir.Domain, other: ir.Domain) -> bool:
    """Whether values of the two types are of one kind, whatever their ranges."""
    match first:
        case ir.IntDomain() | ir.FlagDomain() | ir.PlayerDomain() | ir.TextDomain():
            return type(first) is type(other)
        case ir.PieceDomain() | ir.PieceNameDomain():
            return type(first) is type(other)
        case ir.EnumDomain() | ir.NodeDomain() | ir.LinkDomain():
            return first == other
        case ir.OptionalDomain() | ir.SeqDomain() | ir.SeqOfSeqDomain() | ir.MapDomain() | ir.UnionDomain():
            return first == other
        case _:
            assert_never(first)


def union_code(program: ir.Program, union: ir.UnionDomain, domain: ir.Domain, value: int) -> int | None:
    """The code in the union of a value of one of its alternatives."""
    before = 0
    for alternative in union.alternatives:
        low, size = ir.index_span(program, alternative)
        if same_sort(inner_type(alternative), domain) and low <= value < low + size:
            return before + value - low
        before += size
    return None


@frozen
class Answer:
    """An answer: one value, or the members of a set, which are picked one by one."""

    program: ir.Program
    value: ev.Content
    type: ir.Domain
    place_of: Callable[[int], int]
    """The number of the zone instance that a piece lies in."""

    @property
    def is_set(self) -> bool:
        return isinstance(self.value, tuple)

    @property
    def is_text(self) -> bool:
        return isinstance(inner_type(self.type), ir.TextDomain)

    def fits(self, decision: Decision) -> bool:
        """Whether the decision offers what the answer goes on with."""
        try:
            self.option(decision)
        except NotOffered:
            return False
        return True

    def option(self, decision: Decision) -> int:
        """The option that goes on with the answer; `NotOffered` if no option does."""
        if isinstance(self.value, tuple):
            return self._next_member(decision)
        if self.value == ir.NONE:
            return find(decision, ("decline",))
        match self.type:
            case ir.FlagDomain() if not any(_is_of(option, ir.FlagDomain) for option in decision.options):
                if len(decision.decide.alternatives) != 1 or not decision.decide.decline:
                    raise NotOffered
                return find(decision, ("action",) if self.value else ("decline",))
            case _:
                return self._first_for((self.value,), decision)

    def _first_for(self, values: Sequence[int], decision: Decision) -> int:
        """The first option for one of these. A piece that is written by where it lies is meant itself if
        it is offered, or else one that lies beside it; only then another one of the same name.
        """
        pieces = frozenset(option.value for option in decision.options if is_piece(option))
        for position, option in enumerate(decision.options):
            if any(self._is(value, option) and self._is_near(value, option, pieces) for value in values):
                return position
        for index, option in enumerate(decision.options):
            if any(self._is(value, option) for value in values):
                return index
        raise NotOffered

    def _is_near(self, value: int, option: Option, pieces: frozenset[int]) -> bool:
        if not (isinstance(inner_type(self.type), ir.PieceDomain) and is_piece(option)):
            return True
        if value in pieces:
            return option.value == value
        return self.place_of(option.value) == self.place_of(value)

    def _next_member(self, decision: Decision) -> int:
        left = self.members_left(decision)
        if left:
            return self._first_for(left, decision)
        return find(decision, ("done",) if decision.picked else ("done", "decline"))

    def members_left(self, decision: Decision) -> list[int]:
        """The members of the set that are still to be picked; `NotOffered` if another one has been picked."""
        assert isinstance(self.value, tuple)
        left = [member for member in self.value if isinstance(member, int)]
        domain = next((option.type for option in decision.options if option.type is not None), self.type)
        for picked in decision.picked:
            alike = [number for number in left if means(self.program, number, self.type, picked, domain)]
            value = picked if picked in alike else next(iter(alike), None)
            if value is None:
                raise NotOffered
            left.remove(value)
        return left

    def unseen(self, decision: Decision, option: Option) -> list[int]:
        """Those of the pieces that the player cannot tell apart that are meant by the answer."""
        if option.kind != "unseen":
            return []
        values = [self.value] if isinstance(self.value, int) else self.members_left(decision)
        return [
            piece for value in values for piece in self._called(value, option) if piece not in decision.picked
        ]

    def _called(self, value: int, option: Option) -> list[int]:
        if option.type is None:
            return []
        return [
            piece
            for piece in range(len(self.program.piece_name_of))
            if self.place_of(piece) == option.value
            and means(self.program, value, self.type, piece, option.type)
        ]

    def _is(self, value: int, option: Option) -> bool:
        if option.type is None:
            return False
        if option.kind == "unseen":
            # The piece is named though the player who chooses does not know it; chance is then to give it.
            return bool(self._called(value, option))
        return means(self.program, value, self.type, option.value, option.type)


def is_piece(option: Option) -> bool:
    """Whether one piece is chosen, which the player knows from others or need not."""
    return _is_of(option, ir.PieceDomain)


def _is_of(option: Option, kind: type[ir.Domain]) -> bool:
    """Whether it is a value of this sort."""
    return option.kind == "value" and option.type is not None and isinstance(inner_type(option.type), kind)


def find(decision: Decision, kinds: Sequence[str]) -> int:
    for kind in kinds:
        for index, option in enumerate(decision.options):
            if option.kind == kind:
                return index
    raise NotOffered
