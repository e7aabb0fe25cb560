"""The part of the checker that reads examples, put together from its modules."""

from __future__ import annotations

from rulesdsl.check.decisions.checker import Decisions
from rulesdsl.check.declarations.checker import Declarations
from rulesdsl.check.examples.example_lines import ExampleLines
from rulesdsl.check.examples.flow_parts import FlowParts
from rulesdsl.check.examples.given_lines import GivenLines
from rulesdsl.check.expressions.checker import Expressions
from rulesdsl.check.statements.checker import Statements
from rulesdsl.check.zones.checker import Zones


class Examples:
    """Examples: positions, what is played from them, what must hold."""

    def __init__(
        self,
        declarations: Declarations,
        expressions: Expressions,
        statements: Statements,
        decisions: Decisions,
        zones: Zones,
    ) -> None:
        self.world = declarations.world
        self.usage = declarations.usage
        self.output = declarations.output
        self.reporter = declarations.reporter
        self.declarations = declarations
        self.expressions = expressions
        self.statements = statements
        self.decisions = decisions
        self.zones = zones
        self.flow_parts = FlowParts(self)
        self.given_lines = GivenLines(self)
        self.lines = ExampleLines(self)
