"""The part of the checker that reads zones, put together from its modules."""

from __future__ import annotations

from rulesdsl.check.declarations.checker import Declarations
from rulesdsl.check.expressions.checker import Expressions
from rulesdsl.check.statements.checker import Statements
from rulesdsl.check.zones.states import States
from rulesdsl.check.zones.zone_declarations import ZoneDeclarations
from rulesdsl.check.zones.zone_rules import ZoneRules


class Zones:
    """Zones, states and the standing rules that they keep."""

    def __init__(self, declarations: Declarations, expressions: Expressions, statements: Statements) -> None:
        self.world = declarations.world
        self.usage = declarations.usage
        self.output = declarations.output
        self.reporter = declarations.reporter
        self.declarations = declarations
        self.expressions = expressions
        self.statements = statements
        self.rules = ZoneRules(self)
        self.states = States(self)
        self.declared = ZoneDeclarations(self)
