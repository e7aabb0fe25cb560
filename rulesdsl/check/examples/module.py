"""What every module of this part has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.check.examples.checker import Examples


class ExampleModule:
    def __init__(self, examples: Examples) -> None:
        self.world = examples.world
        self.usage = examples.usage
        self.output = examples.output
        self.reporter = examples.reporter
        self.declarations = examples.declarations
        self.expressions = examples.expressions
        self.statements = examples.statements
        self.decisions = examples.decisions
        self.zones = examples.zones
        self.examples = examples
