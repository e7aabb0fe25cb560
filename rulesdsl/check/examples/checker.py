"""The part of the checker that reads examples, put together from its modules."""

from __future__ import annotations

from rulesdsl.check.decisions.checker import Decisions
from rulesdsl.check.examples.example_lines import ExampleLines
from rulesdsl.check.examples.flow_parts import FlowParts
from rulesdsl.check.examples.given_lines import GivenLines
from rulesdsl.check.zones.checker import Zones


class Examples:
    """Examples: positions, what is played from them, what must hold."""

    def __init__(self, decisions: Decisions, zones: Zones) -> None:
        self.world = decisions.world
        self.usage = decisions.usage
        self.output = decisions.output
        self.reporter = decisions.reporter
        self.declarations = decisions.declarations
        self.expressions = decisions.expressions
        self.statements = decisions.statements
        self.decisions = decisions
        self.zones = zones
        self.flow_parts = FlowParts(self)
        self.given_lines = GivenLines(self)
        self.lines = ExampleLines(self)
