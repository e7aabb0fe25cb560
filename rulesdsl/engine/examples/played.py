"""What a line `Anna plays A(...)` of an example wants, matched to a decision that is open anyway."""

from __future__ import annotations

from collections import Counter

from rulesdsl.engine.choosing.decisions import Decision, Option
from rulesdsl.engine.events import Content
from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.engine.meaning.reading import Reading
from rulesdsl.engine.state import State
from rulesdsl.program import Alternative, Local, PieceDomain, SeqDomain, SomeParam


class Wanted:
    """An alternative with further checks: the arguments of the line."""

    def __init__(self, state: State, alternative: Alternative) -> None:
        self.alternative = alternative
        self.layout = state.plan.layout
        self.cells = list(state.cells)
        checked = {node.var.number for node in nodes_in(alternative.checks) if isinstance(node, Local)}
        self.named = {param.var.name for param in alternative.params if param.var.number in checked}

    @property
    def stages(self) -> list[str]:
        return [param.var.name for param in self.alternative.params]

    def goes_on(self, decision: Decision, before: int) -> bool:
        """Whether the stage is a later one than the one before, or picks one more member of a set."""
        if decision.stage not in self.stages:
            return False
        at = self.stages.index(decision.stage)
        return at > before or (at == before and bool(decision.picked))

    def is_named(self, stage: str) -> bool:
        """Whether some condition speaks of this parameter, so that the first option that fits is meant."""
        return stage in self.named

    def fitting(self, decision: Decision) -> list[int]:
        """The options with which what is wanted can still come about."""
        at = self.stages.index(decision.stage)
        before = [value for _, value, _ in decision.chosen][:at]
        return [
            number
            for number, option in enumerate(decision.options)
            if self._fits(option, decision, at, before)
        ]

    def unseen(self, decision: Decision, option: Option) -> list[int]:
        """Those of the pieces that the player cannot tell apart with which it can still come about."""
        at = self.stages.index(decision.stage)
        before = [value for _, value, _ in decision.chosen][:at]
        there = self.layout.pieces_in(self.cells, option.value)
        return [
            piece
            for piece in there
            if piece not in decision.picked and self._fits_with(piece, decision, at, before, closing=False)
        ]

    def _fits(self, option: Option, decision: Decision, at: int, before: list[Content]) -> bool:
        if option.kind == "decline":
            return False
        if option.kind == "unseen":
            return bool(self.unseen(decision, option))
        closing = option.kind == "done"
        return self._fits_with(None if closing else option.value, decision, at, before, closing=closing)

    def _fits_with(
        self, value: int | None, decision: Decision, at: int, before: list[Content], *, closing: bool
    ) -> bool:
        param = self.alternative.params[at]
        if not isinstance(param, SomeParam):
            return value is not None and self._completable([*before, value])
        picked = [*decision.picked, *([] if value is None else [value])]
        reading = self._reading(before)
        for members in reading.offered(param):
            assert isinstance(members, tuple)
            chosen = [member for member in members if isinstance(member, int)]
            more = self._names(chosen, param) - self._names(picked, param)
            fewer = self._names(picked, param) - self._names(chosen, param)
            if fewer or (more and closing):
                continue
            if self._completable([*before, members]):
                return True
        return False

    def _names(self, members: list[int], param: SomeParam) -> Counter[int]:
        """Alike pieces count as one thing, several times."""
        domain = param.domain.type
        if isinstance(domain, SeqDomain) and isinstance(domain.of, PieceDomain):
            return Counter(self.layout.program.piece_name_of[member] for member in members)
        return Counter(members)

    def _reading(self, values: list[Content]) -> Reading:
        reading = Reading(self.layout, self.cells)
        for param, value in zip(self.alternative.params, values, strict=False):
            reading.choose(param, value)
        return reading

    def _completable(self, values: list[Content]) -> bool:
        return self._reading(values).completable(self.alternative, len(values))
