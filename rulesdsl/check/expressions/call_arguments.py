"""Arguments of calls: how many, which are named, what they must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulesdsl import program as ir
from rulesdsl.builtins import BUILTINS
from rulesdsl.check.domains import (
    plain,
)
from rulesdsl.check.expressions.ambiguity import out_of_several
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.labels import in_brackets
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.diagnostics.model import Fix
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.common_mistakes import FOREIGN_ARGUMENTS


class CallArguments(ExpressionModule):
    def one_over(self, args: tuple[ast.Argument, ...]) -> ast.Over | None:
        if len(args) != 1:
            return None
        name, value = args[0].name, args[0].value
        if isinstance(value, ast.Over):
            return value
        if name is None:
            return None
        # `every(Cell: mark is you)`: what is gone through is a name, and each of it has none.
        several = ast.NameRef(name.text, span=name.span)
        return ast.Over(ast.Binder(None, several, None, None, span=name.span), value, span=args[0].span)

    def plain_argument(self, arg: ast.Argument) -> ast.Expr:
        """What is given where nothing is gone through."""
        if isinstance(arg.value, ast.Over):
            raise self.reporter.mismatch(arg.span, "a value is expected here", "not a `x in …`")
        return arg.value

    def wrongly_written(
        self, function: str, span: Span, label: str, *, hint: str | None = None
    ) -> UnknownName:
        """A call of a function of the language that lacks something, or has too much."""
        forms = " or ".join(f"`{form}`" for form in BUILTINS[function].forms)
        message = f"`{function}` is written {forms}"
        return self.reporter.error("wrong-argument-count", span, message, label, hint=hint)

    def wrong_number(
        self,
        what: str,
        takes: int,
        given: int,
        span: Span,
        *,
        declared: Span | None = None,
        hint: str | None = None,
        fix: Fix | None = None,
    ) -> UnknownName:
        """Something of the game is given more values than it takes, or fewer."""
        message = f"`{what}` takes {in_brackets(takes)}, not {given}"
        because = () if declared is None else ((declared, "declared here"),)
        label = f"{given} given"
        return self.reporter.error(
            "wrong-argument-count", span, message, label, because=because, hint=hint, fix=fix
        )

    def values_argument(
        self, name: str, args: tuple[ast.Argument, ...], least: int, most: int, span: Span
    ) -> list[ast.Expr]:
        nodes: list[ast.Expr] = []
        for arg in args:
            if isinstance(arg.value, ast.Over):
                raise self.reporter.mismatch(arg.span, f"`{name}` takes no `x in …` here", "")
            nodes.append(arg.value)
        if not least <= len(nodes) <= most:
            raise self.wrongly_written(name, span, f"{len(nodes)} given")
        return nodes

    def by_name(
        self,
        args: tuple[ast.Argument, ...],
        declared: Mapping[str, Span | None],
        unknown: Callable[[ast.Argument, str], UnknownName],
        in_order: Sequence[str] | None = None,
    ) -> dict[str, ast.Argument]:
        """Arguments by the names of what takes them, which `declared` has with where each is declared; those
        without a name come `in_order`, by default of these. `unknown` says what is wrong with one that has
        another name, or with one too many, which has none."""
        names = list(declared) if in_order is None else in_order
        given: dict[str, ast.Argument] = {}
        for index, arg in enumerate(args):
            name = _name_of(arg, index, names)
            if name not in declared:
                raise unknown(arg, name)
            if name in given:
                raise self.given_twice(name, given[name], arg)
            given[name] = arg
            if arg.name is not None:
                self.reporter.means(arg.name.span, declared[name])
        return given

    def given_twice(self, name: str, first: ast.Argument, again: ast.Argument) -> UnknownName:
        return self.reporter.twice(again.span, first.span, f"`{name}` is given twice", "give it once")

    def named_argument(
        self, name: str, args: tuple[ast.Argument, ...], known: tuple[str, ...]
    ) -> dict[str, ast.Expr]:
        result: dict[str, ast.Expr] = {}
        for index, arg in enumerate(args):
            if isinstance(arg.value, ast.Over):
                raise self.reporter.mismatch(arg.span, f"`{name}` takes no `x in …` here", "")
            key = _name_of(arg, index, known)
            if key not in known or key in result:
                raise self.reporter.unknown(
                    arg.span if arg.name is None else arg.name.span,
                    key,
                    f"argument of `{name}` called",
                    known,
                    code="unknown-argument",
                    foreign={word: meant for word, meant in FOREIGN_ARGUMENTS.items() if meant in known},
                )
            result[key] = arg.value
        return result

    def not_none(self, node: ast.Expr, scope: Scope, expected: ir.Domain | None = None) -> ir.Expr:
        return self.expressions.attributes.there(self.expressions.expr(node, scope, expected), node.span)

    def player_argument(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        return self.expressions.attributes.there(self.player_or_none(node, scope), node.span)

    def player_or_none(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expressions.expr(node, scope)
        if not isinstance(plain(value.type), ir.PlayerDomain):
            raise self.reporter.mismatch(
                node.span, "a player is expected here", value.type, hint=out_of_several(value.type, node.span)
            )
        return value

    def players_argument(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        return self.several_players(self.expressions.sequence(node, scope), node.span)

    def several_players(self, value: ir.Expr, span: Span) -> ir.Expr:
        if not (
            isinstance(value.type, ir.SeqDomain)
            and (isinstance(value.type.of, ir.PlayerDomain) or not value.type.bound)
        ):
            raise self.reporter.mismatch(span, "players are expected here", value.type)
        return value

    def piece_argument(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        value = self.expressions.expr(node, scope)
        named = plain(value.type)
        if isinstance(named, ir.PieceNameDomain) and isinstance(value, ir.Const):
            return self.expressions.coerced(value, ir.PieceDomain(named.kinds), node.span)
        if not isinstance(named, ir.PieceDomain):
            raise self.reporter.mismatch(node.span, "a piece is expected here", value.type)
        return value


def _name_of(arg: ast.Argument, index: int, in_order: Sequence[str]) -> str:
    """What an argument is given for: by its own name, or by its place; "" where there are no more."""
    if arg.name is not None:
        return arg.name.text
    return in_order[index] if index < len(in_order) else ""
