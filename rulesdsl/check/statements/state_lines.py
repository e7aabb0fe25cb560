"""Lines that change states."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import describe, is_number, is_optional
from rulesdsl.check.expressions.ambiguity import as_repeated
from rulesdsl.check.folding import arithmetic
from rulesdsl.check.meanings import StateMeaning, ZoneMeaning
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.check.tree_walk import rules_of
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

Lines = tuple[ir.Stmt, ...]


class StateLines(StatementModule):
    def state_target(self, node: ast.Expr, scope: Scope) -> StateMeaning:
        meaning = self.expressions.meaning(node, scope)
        if isinstance(meaning, StateMeaning) and meaning.owners is None:
            symbol = meaning.symbol
            if symbol.owner_at is not None and meaning.index[symbol.owner_at] is None:
                self.expressions.indices.missing_owner(symbol.name, node.span, symbol.span)
                raise UnknownName
            symbol.written = True
            return meaning
        if isinstance(meaning, ZoneMeaning):
            self.reporter.error(
                "type-mismatch",
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
            self.reporter.error(
                "type-mismatch",
                node.span,
                "only a state can be changed",
                "several of them" if isinstance(meaning, StateMeaning) else "this is worked out, not kept",
                hint=hint,
            )
        raise UnknownName

    def state_change(self, line: ast.SetTo | ast.AddTo | ast.RemoveFrom, scope: Scope) -> ir.Stmt:
        rules = rules_of(line.cite)
        meaning = self.state_target(line.target, scope)
        symbol = meaning.symbol
        if isinstance(line, ast.SetTo):
            value = self.expressions.expr(line.value, scope, symbol.type)
            if line.target == line.value:
                self.statements.pieces.idle(line.span, f"`{symbol.name}` is set to what it is")
            return ir.Assign(
                symbol.name,
                meaning.index,
                self.expressions.coerced(value, symbol.type, line.value.span),
                rules,
                line.span,
            )
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
            raise self.reporter.error(
                "type-mismatch",
                line.target.span,
                f"nothing can be {'removed from' if out else 'added to'} {describe(symbol.type)}",
                f"`{symbol.name}` is {describe(symbol.type)}",
                because=((symbol.span, "declared here"),),
                hint="write `set … to …`",
            )
        self._whole_index(meaning, line.target.span)
        present = self.expressions.value(meaning, scope, line.target.span)
        amount = self.expressions.as_number(self.expressions.expr(line.value, scope), line.value.span)
        if is_optional(present.type):
            present = self.expressions.attributes.none_here(present, line.target.span, "this line")
        changed = arithmetic(Op.SUB if out else Op.ADD, present, amount, span=line.span)
        return ir.Assign(
            symbol.name,
            meaning.index,
            self.expressions.coerced(changed, symbol.type, line.span),
            rules,
            line.span,
        )

    def _whole_index(self, meaning: StateMeaning, span: Span) -> None:
        if None in meaning.index:
            raise self.reporter.error(
                "missing-index",
                span,
                f"`{meaning.symbol.name}` has a value for each index: which is meant?",
                "an index is missing",
                because=((meaning.symbol.span, "declared here"),),
            )
