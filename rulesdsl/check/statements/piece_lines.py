"""Lines that move, turn, show and shuffle pieces."""

from __future__ import annotations

from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.builtins import BUILTINS
from rulesdsl.check.declarations.kinds import RESERVED
from rulesdsl.check.domains import FLAG, PLAYER, describe, described_alone, optional, plain, seq
from rulesdsl.check.folding import FALSE, TRUE, all_of, any_of, constant, number
from rulesdsl.check.meanings import KindMeaning, StateMeaning, ZoneMeaning
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.diagnostics.fixes import without_lines
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of


class PieceLines(StatementModule):
    def zone_target(self, node: ast.Expr, scope: Scope) -> tuple[ir.ZoneRef, ZoneSymbol]:
        """One zone, all its indices given."""
        if isinstance(node, ast.NameRef) and not self._is_known(node.name, scope):
            zones = [symbol.name for symbol in self.world.all(ZoneSymbol)]
            raise self.reporter.unknown(node.span, node.name, "zone", zones, code="unknown-zone")
        meaning = self.expressions.meaning(node, scope)
        if not isinstance(meaning, ZoneMeaning) or meaning.owners is not None:
            hint = "pieces go to one zone: `your hand`, `p.hand`, `discard_pile`"
            if isinstance(meaning, StateMeaning):
                hint = f"`{meaning.symbol.name}` is a state: it is changed with `set`, `add` and `remove`"
            raise self.reporter.error(
                "not-a-zone",
                node.span,
                "a zone is expected here",
                "several zones" if isinstance(meaning, ZoneMeaning) else "no zone",
                hint=hint,
            )
        ref = self.expressions.zone_ref(meaning, node.span)
        if None in ref.index:
            index = ref.index.index(None)
            name = meaning.symbol.index_names[index] or described_alone(meaning.symbol.index[index].type)
            raise self.reporter.error(
                "missing-index",
                node.span,
                f"`{meaning.symbol.name}` is several zones: which {name} is meant?",
                "an index is missing",
                because=((meaning.symbol.span, "declared here"),),
            )
        return ref, meaning.symbol

    def _is_known(self, name: str, scope: Scope) -> bool:
        """Whether a name stands for anything: then it is a matter of its sort, not of its spelling."""
        names = (self.world.symbols, self.world.values, BUILTINS, RESERVED, self.world.example_players)
        return scope.find(name) is not None or any(name in item for item in names)

    def zone_source(self, node: ast.Expr, scope: Scope) -> tuple[ir.ZoneRef, ZoneSymbol]:
        ref, symbol = self.zone_target(node, scope)
        symbol.read = True
        return ref, symbol

    def _face(self, face: ast.Face | None, scope: Scope) -> ir.Expr | None:
        if face is None or not face.down:
            return None
        return TRUE if face.condition is None else self.expressions.condition(face.condition, scope)

    def end_of_zone(self, end: ast.Name | None) -> str:
        if end is None:
            return ""
        if end.text not in ("left", "right", "top", "bottom"):
            self.reporter.unknown(end.span, end.text, "end of a zone", ("left", "right", "top", "bottom"))
            return ""
        return end.text

    def moved_pieces(
        self, node: ast.Expr, scope: Scope, target: ZoneSymbol
    ) -> tuple[ir.Expr, ir.ZoneRef | None]:
        """What is moved, and the zone if it is all that lies there."""
        meaning = self.expressions.meaning(node, scope)
        whole = None
        if isinstance(meaning, ZoneMeaning) and meaning.owners is None:
            whole = self.expressions.zone_ref(meaning, node.span)
        if isinstance(meaning, KindMeaning) and isinstance(meaning.domain, ir.PieceDomain):
            value: ir.Expr = self.declarations.components.all_of_kind(meaning.domain, node.span)
        else:
            value = self.expressions.value(meaning, scope, node.span, target.pieces)
        value = self.expressions.conversions.as_pieces(value, node.span)
        inner = plain(ir.member_type(value.type))
        if isinstance(inner, ir.PieceNameDomain):
            value = self.expressions.coerced(value, target.pieces, node.span)
            inner = plain(value.type)
        if not isinstance(inner, ir.PieceDomain):
            state = isinstance(self.expressions.meaning(node, scope), StateMeaning)
            raise self.reporter.mismatch(
                node.span,
                "pieces are expected here",
                value.type,
                hint="a state is changed with `set`, `add` and `remove`" if state else None,
            )
        if not (isinstance(value.type, ir.SeqDomain) and not value.type.bound):
            self.fits_zone(inner, target, node.span)
        return value, whole

    def fits_zone(self, pieces: ir.PieceDomain, target: ZoneSymbol, span: Span) -> None:
        wrong = [kind for kind in pieces.kinds if kind not in target.pieces.kinds]
        if not wrong or not target.pieces.kinds:
            # What kind of pieces a zone takes was not understood: that is said where the zone is declared.
            return
        only = len(wrong) == len(pieces.kinds)
        self.reporter.mismatch(
            span,
            f"`{target.name}` takes {describe(target.pieces)}, this "
            f"{'is' if only else 'may be'} a {' or '.join(wrong)}",
            describe(pieces),
            because=((target.span, "the zone"),),
            hint=None if only else f"test it first: `where … is {target.pieces.kinds[0]}`",
        )

    def pieces_of(
        self, line: ast.Move | ast.Draw | ast.Deal | ast.Shuffle | ast.Flip | ast.Show, scope: Scope
    ) -> ir.Stmt:
        rules = rules_of(line.cite)
        match line:
            case ast.Move(what, to, end, face):
                ref, symbol = self.zone_target(to, scope)
                value, whole = self.moved_pieces(what, scope, symbol)
                symbol.filled = True
                if whole == ref and end is None and face is None:
                    self.idle(line.span, f"what lies in `{symbol.name}` already lies there")
                return ir.Move(
                    value, ref, self.end_of_zone(end), self._face(face, scope), whole, rules, line.span
                )
            case ast.Draw(many_node, up_to, source, to, name, face):
                many = self.declarations.amounts.amount(many_node, scope, "nothing is drawn here")
                from_ref, from_symbol = self.zone_source(source, scope)
                to_ref, to_symbol = self.zone_target(to, scope)
                to_symbol.filled = True
                self.fits_zone(from_symbol.pieces, to_symbol, source.span)
                single = constant(many) == 1
                var = None
                if name is not None:
                    self.expressions.lists.not_shadowing(name, scope)
                    pieces = from_symbol.pieces
                    bound = self.declarations.size_of(pieces)
                    domain: ir.Domain = pieces if single else seq(pieces, ordered=True, bound=bound)
                    if single and up_to:
                        domain = optional(pieces)
                    var = self.output.vars.bound(name, domain, scope)
                down = self._face(face, scope)
                point = self.output.new_point()
                return ir.Draw(point, many, up_to, from_ref, to_ref, down, var, single, "", rules, line.span)
            case ast.Deal(many_node, source, to_name, players_node):
                many = self.declarations.amounts.amount(many_node, scope, "nothing is dealt here")
                from_ref, from_symbol = self.zone_source(source, scope)
                players = self.statements.turns.players_of(players_node, scope)
                target = self.world.symbols.get(to_name.text)
                if not isinstance(target, ZoneSymbol) or target.owner_at is None:
                    known = [s.name for s in self.world.all(ZoneSymbol) if s.owner_at is not None]
                    if isinstance(target, ZoneSymbol):
                        self.reporter.error(
                            "not-a-zone",
                            to_name.span,
                            f"`{to_name.text}` is not per Player, so nobody can be dealt to it",
                            "one zone for all",
                            because=((target.span, "declared here"),),
                            hint="use `draw … from … to …`",
                        )
                    else:
                        self.reporter.unknown(
                            to_name.span, to_name.text, "zone per Player called", known, "unknown-zone"
                        )
                    raise UnknownName
                self.usage.used.add(target.name)
                self.reporter.means(to_name.span, target.span)
                target.filled = True
                self.fits_zone(from_symbol.pieces, target, source.span)
                var = self.output.vars.new("you", PLAYER)
                index = tuple(
                    ir.Local(var) if position == target.owner_at else None
                    for position in range(len(target.index))
                )
                if None in index:
                    raise self.reporter.error(
                        "missing-index", to_name.span, f"`{target.name}` is several zones of each player", ""
                    )
                to_ref = ir.ZoneRef(target.name, index, span=to_name.span)
                return ir.Deal(
                    self.output.new_point(), many, from_ref, players, var, to_ref, rules, line.span
                )
            case ast.Shuffle(zone):
                ref, symbol = self.zone_source(zone, scope)
                if symbol.shape == "set":
                    self.reporter.error(
                        "not-a-zone",
                        zone.span,
                        f"`{symbol.name}` is a set: it has no order to be shuffled",
                        "a set",
                        because=((symbol.span, "declared here"),),
                        hint="drawing from a set is at random; a `pile` has an order",
                    )
                return ir.Shuffle(self.output.new_point(), ref, rules, line.span)
            case ast.Flip(what, face):
                value = self._shown(what, scope)
                return ir.Flip(value, self._face(face, scope) or FALSE, rules, line.span)
            case ast.Show(what, to):
                players_to = None if to is None else self.statements.turns.players_of(to, scope)
                return ir.Show(self._shown(what, scope), players_to, rules, line.span)
            case _:
                assert_never(line)

    def idle(self, span: Span, why: str) -> None:
        self.reporter.error(
            "idle-line",
            span,
            why,
            "changes nothing",
            hint="say what is to change, or take it away",
            fix=without_lines(span, certain=False),
        )

    def _shown(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expressions.expr(node, scope)
        inner = plain(ir.member_type(value.type))
        if not isinstance(inner, ir.PieceDomain) and not (
            isinstance(value.type, ir.SeqDomain) and not value.type.bound
        ):
            raise self.reporter.mismatch(node.span, "pieces are expected here", value.type)
        return value

    def can_draw(self, source: ir.ZoneRef) -> ir.Expr:
        """Whether something is there to be drawn, after renewal if there is one."""
        here = compared_count(source)
        renewed = self.world.renewals.get(source.zone)
        if renewed is None:
            return here
        from_ref, when = renewed
        more = compared_count(from_ref)

        return any_of([here, all_of([more, when]) if when is not None else more])


def compared_count(ref: ir.ZoneRef) -> ir.Expr:
    """Whether something lies there."""
    return ir.Apply(Op.GT, (ir.ZoneCount(ref, ir.IntDomain(0, 2_000)), number(0)), FLAG)
