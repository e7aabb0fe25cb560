"""The part of the checker that reads zones, put together from its modules."""

from __future__ import annotations

from rulesdsl.check.statements.checker import Statements
from rulesdsl.check.zones.states import States
from rulesdsl.check.zones.zone_declarations import ZoneDeclarations
from rulesdsl.check.zones.zone_rules import ZoneRules


class Zones:
    """Zones, states and the standing rules that they keep."""

    def __init__(self, statements: Statements) -> None:
        self.world = statements.world
        self.usage = statements.usage
        self.output = statements.output
        self.reporter = statements.reporter
        self.declarations = statements.declarations
        self.expressions = statements.expressions
        self.statements = statements
        self.rules = ZoneRules(self)
        self.states = States(self)
        self.declared = ZoneDeclarations(self)
