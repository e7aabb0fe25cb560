"""Where a piece is known to lie: what was just taken from a zone lies in it until something can move."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import optional
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.scope import Fact
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.facts import members_of


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
            case _ if len(members := members_of(pieces)) == 1:
                return self._home_of(members[0])
            case _:
                return None
