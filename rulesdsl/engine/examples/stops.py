"""Routines and phases that an example plays and that stand at an open decision behind its back."""

from __future__ import annotations

from attrs import define, frozen

from rulesdsl import program as ir
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.source import Span


@frozen
class Stopped:
    """Something was expected of a routine or phase in which nobody had decided anything yet: what stands
    behind its first decision was not played."""

    line: str
    span: Span | None
    player: str
    decision: Span | None

    @property
    def message(self) -> str:
        where = "" if self.decision is None else f" ({self.decision.source.name}:{self.decision.line})"
        return f"this stops at a decision of {self.player}{where}; what is behind that was not played"

    @property
    def hint(self) -> str:
        return f"say what {self.player} decides, or `{self.player} is next` if this is where it is to stop"


@define
class Stops:
    """The routine or phase under way, as long as nobody has decided anything in it, and what was found."""

    under_way: ir.RunStep | None = None
    now: Stopped | None = None
    before: Stopped | None = None

    @property
    def found(self) -> Stopped | None:
        return self.before or self.now

    def begins(self, step: ir.RunStep | ir.PlayStep) -> None:
        self.before = self.found
        self.under_way = step if isinstance(step, ir.RunStep) and step.whole else None
        self.now = None

    def goes_on(self) -> None:
        """Somebody decides, or it is said who is next."""
        self.under_way = self.now = None

    def looked_at(self, decision: Decision | None, players: tuple[str, ...]) -> None:
        """Something else comes now: was what the example plays played to its end?"""
        if self.under_way is not None and decision is not None:
            step = self.under_way
            self.now = Stopped(step.text, step.span, players[decision.player], decision.decide.span)
