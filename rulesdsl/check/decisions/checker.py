"""The part of the checker that reads decisions, put together from its modules."""

from __future__ import annotations

from rulesdsl.check.decisions.actions import Actions
from rulesdsl.check.decisions.choices import Choices
from rulesdsl.check.decisions.costs import Costs
from rulesdsl.check.decisions.repeated_calls import RepeatedCalls
from rulesdsl.check.decisions.routines import Routines
from rulesdsl.check.statements.checker import Statements


class Decisions:
    """What players are asked: actions, choices, costs, and the routines that answers call."""

    def __init__(self, statements: Statements) -> None:
        self.world = statements.world
        self.usage = statements.usage
        self.output = statements.output
        self.reporter = statements.reporter
        self.declarations = statements.declarations
        self.expressions = statements.expressions
        self.statements = statements
        self.costs = Costs(self)
        self.choices = Choices(self)
        self.actions = Actions(self)
        self.routines = Routines(self)
        self.repeated_calls = RepeatedCalls(self)
