"""What hangs together in play: all that one comes to from somewhere, and groups, by what leads to what."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import describe, optional, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import alone
from rulesdsl.check.scope import Scope
from rulesdsl.gatherings import Gather
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Relations(ExpressionModule):
    def call(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """`reached(x in S where C: V, from: A)` and `groups(x in S where C: V)`."""
        over, begins = self._parts(name, args, span)
        var, domain, where, _, inside = self.expressions.binder(over.binder, scope)
        if not isinstance(domain.type, ir.SeqDomain):
            raise self.reporter.mismatch(
                over.binder.domain.span, f"`{name}` goes through single things", describe(domain.type)
            )
        assert over.value is not None
        of, bound = domain.type.of, domain.type.bound
        members = seq(of, ordered=False, bound=bound)
        value = self._several(over.value, inside, of)
        if begins is None:
            return ir.Over(Gather.GROUPS, var, domain, where, None, value, ir.SeqOfSeqDomain(members, bound))
        return ir.Over(Gather.REACHED, var, domain, where, self._several(begins, scope, of), value, members)

    def _parts(
        self, name: str, args: tuple[ast.Argument, ...], span: Span
    ) -> tuple[ast.Over, ast.Expr | None]:
        """What is gone through, and from where."""
        overs = [arg.value for arg in args if isinstance(arg.value, ast.Over)]
        begins = [
            arg.value
            for arg in args
            if not isinstance(arg.value, ast.Over) and arg.name is not None and arg.name.text == "from"
        ]
        wanted = 1 if name == "reached" else 0
        if len(overs) != 1 or len(begins) != wanted or len(args) != 1 + wanted:
            here = "not so"
            if name == "reached" and len(overs) == 1 and not begins:
                here = "from where is not said"
        elif overs[0].value is None:
            here = "to what each leads is not said"
        elif overs[0].binder.by is not None:
            here = "`by` makes no difference here"
        else:
            return overs[0], begins[0] if begins else None
        raise self.expressions.arguments.wrongly_written(name, span, here)

    def _several(self, node: ast.Expr, scope: Scope, of: ir.Domain) -> ir.Expr:
        """A set or list of such things, or a single one or none."""
        value = self.expressions.expr(node, scope)
        if not isinstance(value.type, ir.SeqDomain | ir.SeqOfSeqDomain | ir.MapDomain):
            value = self.expressions.coerced(value, optional(of), node.span)
            return alone(value)
        bound = value.type.bound if isinstance(value.type, ir.SeqDomain) else 0
        return self.expressions.coerced(value, seq(of, ordered=True, bound=bound), node.span)
