"""What every module of this part has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.check.statements.checker import Statements


class StatementModule:
    def __init__(self, statements: Statements) -> None:
        self.world = statements.world
        self.usage = statements.usage
        self.output = statements.output
        self.reporter = statements.reporter
        self.declarations = statements.declarations
        self.expressions = statements.expressions
        self.statements = statements
