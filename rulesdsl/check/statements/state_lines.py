"""Lines that change states."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.domains import describe, is_number, is_optional, plain
from rulesdsl.check.expressions.ambiguity import as_repeated
from rulesdsl.check.folding import arithmetic, constant, everything_in
from rulesdsl.check.meanings import StateMeaning, ZoneMeaning
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of


class StateLines(StatementModule):
    def state_target(self, node: ast.Expr, scope: Scope) -> StateMeaning:
        meaning = self.expressions.meaning(node, scope)
        if isinstance(meaning, StateMeaning) and meaning.owners is None:
            symbol = meaning.symbol
            if symbol.owner_at is not None and meaning.index[symbol.owner_at] is None:
                raise self.expressions.indices.missing_owner(symbol, node.span)
            return meaning
        if isinstance(meaning, ZoneMeaning):
            self.reporter.mismatch(
                node.span,
                f"`{meaning.symbol.name}` is a zone: pieces get there by being moved",
                "no state",
                because=((meaning.symbol.span, "declared here"),),
                hint="write `move … to …` or `draw … from … to …`",
            )
        elif isinstance(node, ast.Attribute) and is_optional(
            (owner := self.expressions.expr(node.of, scope)).type
        ):
            self.expressions.attributes.none_here(owner, node.of.span, f"`.{node.name.text}`")
        else:
            changed = node.name if isinstance(node, ast.NameRef) else "NAME"
            hint = (
                f"declare it: `state {changed}: TYPE`;"
                " what `let` and `define` name, options and counters stay as they are"
            )
            if isinstance(meaning, StateMeaning) and isinstance(node, ast.Attribute):
                whose = as_repeated(node.of.span)
                hint = f"there are several: write `for p in {whose}`, and this line with `p` below it"
            self.reporter.mismatch(
                node.span,
                "only a state can be changed",
                "several of them" if isinstance(meaning, StateMeaning) else "this is worked out, not kept",
                hint=hint,
            )
        raise UnknownName

    def state_change(self, line: ast.SetTo | ast.AddTo | ast.RemoveFrom, scope: Scope) -> ir.Lines:
        meaning = self.state_target(line.target, scope)
        key = self._key_of_amounts(meaning)
        if key is not None:
            left_out, of = key
            wanted = ir.MapDomain(of, plain(meaning.symbol.type))
            value = self.expressions.expr(line.value, scope, wanted)
            if isinstance(plain(value.type), ir.MapDomain):
                value = self.expressions.coerced(value, wanted, line.value.span)
                return tuple(self._each_amount(line, meaning, left_out, value, scope))
        return (self._one_change(line, meaning, scope),)

    def _key_of_amounts(self, meaning: StateMeaning) -> tuple[int, ir.Domain] | None:
        """The one index of a state of numbers that is left out, and its type."""
        left = [place for place, index in enumerate(meaning.index) if index is None]
        if len(left) != 1 or not is_number(meaning.symbol.type):
            return None
        return left[0], meaning.symbol.index[left[0]]

    def _each_amount(
        self,
        line: ast.SetTo | ast.AddTo | ast.RemoveFrom,
        meaning: StateMeaning,
        left_out: int,
        value: ir.Expr,
        scope: Scope,
    ) -> Iterator[ir.Stmt]:
        """Amounts are set, added or removed key by key; they are those of the moment when the first is."""
        symbol = meaning.symbol
        of = value.type
        assert isinstance(of, ir.MapDomain)
        if _may_read(value, symbol.name):
            kept = self.statements.output.vars.new("amounts", of)
            yield ir.Let(kept, value, line.span)
            value = ir.Local(kept)
        for key in self.statements.declarations.members(of.key):
            index = (
                *meaning.index[:left_out],
                ir.Const(key, symbol.index[left_out]),
                *meaning.index[left_out + 1 :],
            )
            here = evolve(meaning, index=index)
            amount = self.expressions.amounts.of_key(value, key)
            if constant(amount) == 0 and not isinstance(line, ast.SetTo):
                continue
            if not isinstance(line, ast.SetTo):
                amount = self._changed(line, here, amount, scope)
            yield self._assigned(line, here, amount)

    def _changed(
        self, line: ast.AddTo | ast.RemoveFrom, meaning: StateMeaning, amount: ir.Expr, scope: Scope
    ) -> ir.Expr:
        present = self.expressions.value(meaning, scope, line.target.span)
        present = self.expressions.attributes.there(present, line.target.span, "this line")
        op = Op.SUB if isinstance(line, ast.RemoveFrom) else Op.ADD
        return arithmetic(op, present, amount, span=line.span)

    def _assigned(
        self, line: ast.SetTo | ast.AddTo | ast.RemoveFrom, meaning: StateMeaning, value: ir.Expr
    ) -> ir.Assign:
        symbol = meaning.symbol
        place = line.value.span if isinstance(line, ast.SetTo) else line.span
        return ir.Assign(
            symbol.name,
            meaning.index,
            self.expressions.coerced(value, symbol.type, place),
            rules_of(line.cite),
            line.span,
        )

    def _one_change(
        self, line: ast.SetTo | ast.AddTo | ast.RemoveFrom, meaning: StateMeaning, scope: Scope
    ) -> ir.Stmt:
        rules = rules_of(line.cite)
        symbol = meaning.symbol
        if isinstance(line, ast.SetTo):
            value = self.expressions.expr(line.value, scope, symbol.type)
            if line.target == line.value:
                self.statements.pieces.idle(line.span, f"`{symbol.name}` is set to what it is")
            return self._assigned(line, meaning, value)
        out = isinstance(line, ast.RemoveFrom)
        if isinstance(symbol.type, ir.SeqDomain):
            self._whole_index(meaning, line.target.span)
            symbol.read = True
            value = self.expressions.expr(line.value, scope, symbol.type.of)
            return ir.Include(
                symbol.name,
                meaning.index,
                self.expressions.coerced(value, symbol.type, line.value.span),
                out,
                rules,
                line.span,
            )
        if not is_number(symbol.type):
            raise self.reporter.mismatch(
                line.target.span,
                f"nothing can be {'removed from' if out else 'added to'} {describe(symbol.type)}",
                f"`{symbol.name}` is {describe(symbol.type)}",
                because=((symbol.span, "declared here"),),
                hint="write `set … to …`",
            )
        self._whole_index(meaning, line.target.span)
        amount = self.expressions.as_number(self.expressions.expr(line.value, scope), line.value.span)
        return self._assigned(line, meaning, self._changed(line, meaning, amount, scope))

    def _whole_index(self, meaning: StateMeaning, span: Span) -> None:
        if None in meaning.index:
            raise self.reporter.error(
                "missing-index",
                span,
                f"`{meaning.symbol.name}` has a value for each index: which is meant?",
                "an index is missing",
                because=((meaning.symbol.span, "declared here"),),
            )


def _may_read(value: ir.Expr, state: str) -> bool:
    """Whether it could be another value behind a change of this state."""
    return any(
        isinstance(part, ir.Formula) or (isinstance(part, ir.StateRead) and part.state == state)
        for part in everything_in(value)
    )
