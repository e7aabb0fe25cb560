"""Texts that players enter: as a file has them, compared, asked how they begin and are spelled."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, describe, is_optional, plain, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import FALSE, TRUE, constant
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.texts import MOST_LETTERS, TextRefused, begins_with, cleaned, number_of, same_text


class Texts(ExpressionModule):
    def written(self, text: ast.Text, scope: Scope, span: Span, expected: ir.Domain | None) -> ir.Expr:
        """`"heron"`, where a text is wanted."""
        if expected is not None and not isinstance(plain(expected), ir.TextDomain):
            name = text.value.strip()
            known = name in self.world.values or name in self.world.symbols or scope.find(name) is not None
            raise self.reporter.mismatch(
                span,
                f"{describe(expected)} is expected here, not a text in quotes",
                "this is a text",
                hint=f"names stand without quotes: `{name}`"
                if known
                else "in quotes stands only what a player may have written",
                fix=replaced(span, name) if known else None,
            )
        try:
            clean = cleaned(text.value, MOST_LETTERS)
        except TextRefused as wrong:
            raise self.reporter.mismatch(span, "no player could write this text", str(wrong)) from wrong
        return ir.Const(number_of(clean), ir.TextDomain(len(clean)))

    def any_text(self, most: ast.Expr) -> ir.Expr:
        """`text of at most 40 letters`, from which a player chooses by writing."""
        domain = self.declarations.types.text_of(most)
        if not isinstance(domain, ir.TextDomain):
            raise UnknownName
        return ir.AnyText(seq(domain, ordered=False, bound=1))

    def same(self, first: ir.Expr, other: ir.Expr) -> ir.Expr:
        a, b = constant(first), constant(other)
        if a is not None and b is not None:
            return TRUE if same_text(a, b) else FALSE
        return ir.Apply(Op.SAME_TEXT, (first, other), FLAG)

    def begins(self, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """`begins_with(word, letter)`: the beginning is a text, or a value by what it is called."""
        nodes = self.expressions.arguments.values_argument("begins_with", args, 2, 2, span)
        text = self.text(nodes[0], scope)
        beginning = self.expressions.arguments.not_none(nodes[1], scope)
        if isinstance(beginning.type, ir.EnumDomain):
            names = self._names(beginning.type)
            beginning = ir.Apply(Op.CALLED, (beginning, names), ir.TextDomain(MOST_LETTERS))
        elif not isinstance(beginning.type, ir.TextDomain):
            message = "a text or a value is expected here, such as a letter"
            raise self.reporter.mismatch(nodes[1].span, message, beginning.type)
        a, b = constant(text), constant(beginning)
        if a is not None and b is not None:
            return TRUE if begins_with(a, b) else FALSE
        return ir.Apply(Op.BEGINS_WITH, (text, beginning), FLAG)

    def text(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expressions.arguments.not_none(node, scope)
        if not isinstance(value.type, ir.TextDomain):
            message = "a text is expected here, which a player has written"
            raise self.reporter.mismatch(node.span, message, value.type)
        return value

    def spelled(self, text: ir.Expr, letters: ir.EnumDomain, span: Span) -> ir.Expr:
        """The letters of a text in a row, as a list of words has them."""
        most = plain(text.type)
        assert isinstance(most, ir.TextDomain)
        given = text
        if is_optional(text.type):
            given = self.expressions.attributes.none_here(text, span, "what stands here")
        domain = seq(letters, ordered=True, bound=most.most)
        return ir.Apply(Op.SPELLED, (given, self._names(letters)), domain)

    def _names(self, domain: ir.EnumDomain) -> ir.Expr:
        """What the values of a kind are called, as texts."""
        numbers: list[int] = []
        for label in self.world.enums[domain.name]:
            try:
                numbers.append(number_of(cleaned(label, MOST_LETTERS)))
            except TextRefused:
                # No text begins so.
                numbers.append(number_of("\0"))
        kind = seq(ir.TextDomain(MOST_LETTERS), ordered=True, bound=len(numbers))
        return ir.ConstSeq(tuple(numbers), kind)

    def not_several(self, domain: ir.Domain, span: Span) -> None:
        """Texts stand alone: which of several are the same is asked of two of them."""
        if isinstance(plain(domain), ir.TextDomain):
            raise self.reporter.mismatch(
                span,
                "texts are compared one by one, and not put into a list or a set",
                "several texts",
                hint="`A = B or A = C`, or `count(p in players where p.NAME = TEXT)`",
            )
