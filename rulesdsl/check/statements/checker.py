"""The part of the checker that reads statements, put together from its modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.check.expressions.checker import Expressions
from rulesdsl.check.statements.chance_lines import ChanceLines
from rulesdsl.check.statements.piece_lines import PieceLines
from rulesdsl.check.statements.state_lines import StateLines
from rulesdsl.check.statements.statement_lines import StatementLines
from rulesdsl.check.statements.text import Texts
from rulesdsl.check.statements.turns import Turns

if TYPE_CHECKING:
    from rulesdsl.check.decisions.checker import Decisions


class Statements:
    """Lines: what happens, and in which order."""

    decisions: Decisions
    """A line may ask somebody, and what follows an answer is lines. Set once both are there."""

    def __init__(self, expressions: Expressions) -> None:
        self.world = expressions.world
        self.usage = expressions.usage
        self.output = expressions.output
        self.reporter = expressions.reporter
        self.declarations = expressions.declarations
        self.expressions = expressions
        self.texts = Texts(self)
        self.pieces = PieceLines(self)
        self.states = StateLines(self)
        self.chance = ChanceLines(self)
        self.turns = Turns(self)
        self.lines = StatementLines(self)
        self.block = self.lines.block
        self.line = self.lines.line
