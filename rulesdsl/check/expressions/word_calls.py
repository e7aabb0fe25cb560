"""What is asked of lists of words: whether letters in a row are one, begin one, and how they go on."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, describe, plain, seq
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import WordsSymbol
from rulesdsl.functions import Function, Gives, Takes
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class WordCalls(ExpressionModule):
    def named(self, node: ast.Expr, scope: Scope) -> WordsSymbol | None:
        """The list of words that is meant, if it is one."""
        inner = node.inner if isinstance(node, ast.Group) else node
        if not isinstance(inner, ast.NameRef) or scope.find(inner.name) is not None:
            return None
        symbol = self.world.symbols.get(inner.name)
        if not isinstance(symbol, WordsSymbol):
            return None
        self.usage.used.add(symbol.name)
        self.reporter.means(inner.span, symbol.span)
        return symbol

    def is_word(self, item: ast.Expr, words: WordsSymbol, scope: Scope) -> ir.Expr:
        """`W is in English`."""
        value = self._letters(item, words, scope, written=True)
        return ir.Apply(Op.IN_WORDS, (value,), FLAG, graph=words.name)

    def call(
        self, op: Op, function: Function, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> ir.Expr:
        named = self.expressions.arguments.named_argument(op.word, args, function.names)
        if len(named) != len(function.names):
            raise self.expressions.arguments.wrongly_written(op.word, span, f"{len(named)} given")
        first, *others = function.names
        words = self.named(named[first], scope)
        if words is None:
            known = [symbol.name for symbol in self.world.all(WordsSymbol)]
            raise self.reporter.mismatch(
                named[first].span,
                "a list of words is expected here",
                "none",
                hint=f"there is {', '.join(f'`{name}`' for name in known)}"
                if known
                else 'declare one: `words English of Letter from "english.txt"`',
            )
        given = [
            self._letters(named[name], words, scope)
            if takes is Takes.LETTERS
            else self._letter(named[name], words, scope)
            for name, takes in zip(others, function.takes[1:], strict=True)
        ]
        letter = self._of(words)
        domain = (
            FLAG
            if function.gives is Gives.FLAG
            else seq(letter, ordered=False, bound=self.declarations.size_of(letter))
        )
        return ir.Apply(op, tuple(given), domain, graph=words.name)

    def _of(self, words: WordsSymbol) -> ir.EnumDomain:
        if words.of is None:
            # It could not be read, which has been reported.
            raise UnknownName
        return words.of

    def _letter(self, node: ast.Expr, words: WordsSymbol, scope: Scope) -> ir.Expr:
        letter = self._of(words)
        return self.expressions.coerced(
            self.expressions.arguments.not_none(node, scope, letter), letter, node.span
        )

    def _letters(self, node: ast.Expr, words: WordsSymbol, scope: Scope, *, written: bool = False) -> ir.Expr:
        """Letters in a row, or where it may be `written` a text; of a set nobody can say how it reads."""
        letter = self._of(words)
        wanted = seq(letter, ordered=True, bound=0)
        value = self.expressions.expr(node, scope, wanted)
        domain = value.type
        if written and isinstance(plain(domain), ir.TextDomain):
            return self.expressions.texts.spelled(value, letter, node.span)
        if isinstance(domain, ir.SeqDomain) and (domain.of == letter or not domain.bound):
            if domain.ordered or domain.bound < 2:
                return value
            message, label = "a set has no order in which it could be read", f"this is {describe(domain)}"
            hint = f"put them in a row: `list(x in {node.span.text} by KEY: x)`"
        elif isinstance(domain, ir.SeqDomain) and isinstance(domain.of, ir.PieceDomain):
            message, label = "pieces are no letters", f"this is {describe(domain)}"
            attribute = self._attribute_of(domain.of, letter)
            hint = f"`{node.span.text}.{attribute}`" if attribute else f"ask for their {letter.name}"
        elif domain == letter:
            message, label = "a word is letters in a row", f"this is {describe(domain)}"
            hint = f"`{{{node.span.text}}}`"
        else:
            message, label = (
                f"letters in a row are expected, each a {letter.name}",
                f"this is {describe(domain)}",
            )
            hint = "such as `list(x in ROW: x.letter)`, or `{a, b}`"
        raise self.reporter.mismatch(node.span, message, label, hint=hint)

    def _attribute_of(self, pieces: ir.PieceDomain, letter: ir.Domain) -> str | None:
        """The attribute by which pieces have a letter."""
        for kind in pieces.kinds:
            for name, attr in getattr(self.world.symbols[kind], "attrs", {}).items():
                if attr.type == letter:
                    return str(name)
        return None
