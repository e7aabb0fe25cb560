"""What every module of this part has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.check.expressions.checker import Expressions


class ExpressionModule:
    def __init__(self, expressions: Expressions) -> None:
        self.world = expressions.world
        self.usage = expressions.usage
        self.output = expressions.output
        self.reporter = expressions.reporter
        self.declarations = expressions.declarations
        self.expressions = expressions
