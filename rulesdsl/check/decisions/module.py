"""What every module of this part has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.check.decisions.checker import Decisions


class DecisionModule:
    def __init__(self, decisions: Decisions) -> None:
        self.world = decisions.world
        self.usage = decisions.usage
        self.output = decisions.output
        self.reporter = decisions.reporter
        self.declarations = decisions.declarations
        self.expressions = decisions.expressions
        self.statements = decisions.statements
        self.decisions = decisions
