"""Lines in which chance decides."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import seq
from rulesdsl.check.folding import constant
from rulesdsl.check.scope import Scope
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.operations import Op
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of

_OF_ZONES = ("owner", "others")
"""Who else may see a zone or a state."""


class ChanceLines(StatementModule):
    def chance_line(self, line: ast.Chance | ast.Roll, scope: Scope) -> ir.Stmt:
        seen = self._seen_by(line.seen, scope)
        if isinstance(line, ast.Roll):
            self.expressions.lists.not_shadowing(line.name, scope)
            domain = self.expressions.sequence(line.domain, scope)
            many = (
                None
                if line.number is None
                else self.declarations.amounts.amount(line.number, scope, "nothing is rolled here")
            )
            return self._given(line, line.name, domain, many, seen, scope, most=1)
        param = line.param
        if isinstance(param, ast.GivenParam | ast.AmountsParam):
            raise self.reporter.error(
                "misplaced-declaration", param.span, "chance chooses from something", "write `x from S`"
            )
        if isinstance(param.domain, ast.AnyText):
            raise self.reporter.error(
                "misplaced-declaration",
                param.domain.span,
                "chance writes no texts",
                "for players only",
                hint="name what it chooses from: `values Word: …`, `choose w from Word by chance`",
            )
        if isinstance(param, ast.OneParam):
            binder = ast.Binder(param.name, param.domain, param.where, None, span=param.span)
            domain = (
                self.expressions.selection(binder, scope)
                if param.where is not None
                else self.expressions.sequence(param.domain, scope)
            )
            self.expressions.lists.not_shadowing(param.name, scope)
            return self._given(line, param.name, domain, None, seen, scope)
        domain = self.expressions.sequence(param.domain, scope)
        assert isinstance(domain.type, ir.SeqDomain)
        if param.quantity.word != "exact" or param.quantity.low is None or param.where is not None:
            raise self.reporter.error(
                "misplaced-declaration",
                param.span,
                "chance takes an exact number, without a condition on the whole",
                "",
                hint="`choose 2 of S as pair by chance`; conditions on each go into S: `(x in S where …)`",
            )
        many = self.declarations.amounts.amount(param.quantity.low, scope, "nothing is chosen here")
        self.expressions.lists.not_shadowing(param.name, scope)
        return self._given(line, param.name, domain, many, seen, scope, most=domain.type.bound)

    def _given(
        self,
        line: ast.Chance | ast.Roll,
        name: ast.Name,
        domain: ir.Expr,
        many: ir.Expr | None,
        seen: ir.Viewer,
        scope: Scope,
        *,
        most: int = 1,
    ) -> ir.Chance:
        """`most`: how many there are at most where their number has no range."""
        assert isinstance(domain.type, ir.SeqDomain)
        var_type = domain.type.of
        if many is not None:
            high = many.type.high if isinstance(many.type, ir.IntDomain) else most
            var_type = seq(var_type, ordered=True, bound=high)
        var = self.output.vars.new(name.text, var_type)
        if many is not None and (constant(many) or 0) > 0:
            self.output.never_empty_vars.add(var)
        scope.bind(name.text, ir.Local(var), name.span)
        point, again, rules = self.output.new_point(), isinstance(line, ast.Roll), rules_of(line.cite)
        return ir.Chance(point, var, domain, many, again, name.text, seen, rules, line.span)

    def _seen_by(self, seen: ast.Name | None, scope: Scope) -> ir.Viewer:
        """Who learns what chance gives: all, unless the line says that one player does, or nobody."""
        if seen is None or seen.text in ("nobody", "all"):
            return ir.Viewer(seen.text if seen else "all")
        if seen.text not in _OF_ZONES:
            players = self.statements.turns.players_of(ast.NameRef(seen.text, span=seen.span), scope)
            if isinstance(players, ir.Apply) and players.op is Op.SEQ_OF:
                return ir.Viewer("some", players)
        raise self.reporter.mismatch(
            seen.span,
            "what chance gives is seen by all, by one player, or by nobody",
            "this is not one player",
            hint="`seen by you`, `seen by p` for another player, or `seen by nobody`",
        )
