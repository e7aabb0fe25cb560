"""Where a piece is known to lie: what was just taken from a zone lies in it until something can move."""

from __future__ import annotations

from functools import cached_property

from rulesdsl import program as ir
from rulesdsl.check.domains import optional
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import counts, everything_in
from rulesdsl.check.scope import Fact, Scope
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.check.tree_walk import nodes_in
from rulesdsl.facts import members_of
from rulesdsl.gatherings import Gather
from rulesdsl.syntax import ast
from rulesdsl.syntax.blocks import blocks_of

_LOOKS_ONLY = (
    ast.Let,
    ast.Say,
    ast.Show,
    ast.Nothing,
    ast.When,
    ast.Record,
    ast.Roll,
    ast.Chance,
    ast.Choose,
)
_HOLDS_LINES = (ast.If, ast.For, ast.Repeat, ast.EachPlayer, ast.OnePlayer, ast.Together, ast.Depending)
_ONCE = (ast.OnePlayer, ast.Together, ast.Depending, ast.MayBlock)
"""Lines with a block that is carried out once, or not at all."""
_COUNTS = (ast.SetTo, ast.AddTo, ast.RemoveFrom)


class PieceLocations(ExpressionModule):
    def lies_in(self, piece: ir.Expr, taken_from: ir.Expr) -> tuple[Fact, ...]:
        """What is known of the place of a piece that was found in a zone that has an index, or several."""
        zone = self._home_of(taken_from)
        if zone is None or not isinstance(taken_from.type, ir.SeqDomain):
            return ()
        domain = taken_from.type.of
        facts: list[Fact] = []
        for name in zone.index_names:
            result = self.expressions.attributes.place_attribute(domain, name) if name is not None else None
            if result is not None and result[0] is zone and isinstance(domain, ir.PieceDomain):
                _zone, position, index = result
                facts.append((ir.PlaceOf(zone.name, position, piece, optional(index)), index))
        return tuple(facts)

    def _home_of(self, pieces: ir.Expr) -> ZoneSymbol | None:
        """The one zone in which all of them lie."""
        match pieces:
            case ir.ZonePieces(zone=ref) | ir.ZonesPieces(zone=ref):
                symbol = self.world.symbols.get(ref.zone)
                return symbol if isinstance(symbol, ZoneSymbol) else None
            case ir.Over(op=Gather.SELECT | Gather.HIGHEST | Gather.LOWEST, value=None, domain=domain):
                return self._home_of(domain)
            case ir.Apply() if len(members := members_of(pieces)) == 1:
                return self._home_of(members[0])
            case _:
                return None

    @cached_property
    def _rules_can_move(self) -> bool:
        """Whether something can be moved between two lines, when a number has changed."""
        return any(
            isinstance(node, (ast.AlwaysDecl, ast.MovingProp))
            for node in nodes_in(self.world.tree.declarations)
        )

    def can_move(self, line: object) -> bool:
        """Whether pieces may lie elsewhere behind a line."""
        return any(
            isinstance(node, ast.Stmt)
            and not isinstance(node, (*_LOOKS_ONLY, *_HOLDS_LINES))
            and not (isinstance(node, _COUNTS) and not self._rules_can_move)
            for node in nodes_in(line)
        )

    def forget_places(self, line: ast.Clause, scope: Scope, *, behind: bool) -> None:
        """A line with a block that may be carried out again forgets before it begins; others behind it."""
        if scope.lying and behind != _may_come_again(line):
            scope.lying = self.still_lying(scope.lying, line)
        if scope.place.secret and isinstance(line, ast.Choose):
            # Until everybody has chosen, others may have taken what was there.
            scope.lying = tuple(fact for fact in scope.lying if not counts(fact[0]))

    def still_lying(self, facts: tuple[Fact, ...], line: object) -> tuple[Fact, ...]:
        """What can still be said of the places of pieces behind a line, or behind several."""
        if not facts or self.can_move(line):
            return tuple(fact for fact in facts if _is_of_names(fact[0]))
        if any(isinstance(node, _COUNTS) for node in nodes_in(line)):
            return tuple(fact for fact in facts if not _reads_a_state(fact[0]))
        return facts


def _is_of_names(expr: ir.Expr) -> bool:
    """Whether this is how many a name stands for: no line changes that."""
    return counts(expr) and isinstance(expr, ir.Apply) and isinstance(expr.args[0], ir.Local)


def _reads_a_state(expr: ir.Expr) -> bool:
    return any(isinstance(item, (ir.StateRead, ir.Formula, ir.Counter)) for item in everything_in(expr))


def _may_come_again(line: ast.Clause) -> bool:
    """Whether a line has a block that may be carried out again, or that a condition says more of."""
    return not isinstance(line, (ast.Cost, *_ONCE)) and bool(blocks_of(line))
