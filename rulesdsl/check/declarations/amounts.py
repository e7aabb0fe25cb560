"""Amounts: how many of something there are to be, and ranges that hold something."""

from __future__ import annotations

from functools import cached_property

from rulesdsl import program as ir
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import bounds
from rulesdsl.check.folding import constant
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import DefineSymbol, OptionSymbol
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import name_of

_BY_PLAYERS = frozenset({"player_count", "players", "others", "winners", "Player"})


class Amounts(DeclarationModule):
    def amount(self, node: ast.Expr, scope: Scope, nothing: str) -> ir.Expr:
        """A number of things, more than none; `nothing` says what it comes to if it is not."""
        value = self.declarations.expressions.as_number(
            self.declarations.expressions.expr(node, scope), node.span
        )
        self.more_than_none(value, node, scope, nothing)
        return value

    def more_than_none(self, value: ir.Expr, node: ast.Expr, scope: Scope, nothing: str) -> bool:
        most = bounds(value.type).high
        if most > 0 or not self.settled(node, scope):
            return True
        self.reporter.error(
            "out-of-range",
            node.span,
            nothing,
            f"this is {most}" if constant(value) is not None else f"never more than {most}",
            because=self._worked_out_at(node),
            hint="write a number above 0, or take the line away",
        )
        return False

    def _worked_out_at(self, node: ast.Expr) -> tuple[tuple[Span, str], ...]:
        symbol = self.world.symbols.get(node.name) if isinstance(node, ast.NameRef) else None
        return ((symbol.body.last.span, "its value"),) if isinstance(symbol, DefineSymbol) else ()

    def runs_upward(
        self, low: int | None, high: int | None, ends: tuple[ast.Expr, ast.Expr], scope: Scope, span: Span
    ) -> bool:
        """Whether something can lie between two ends."""
        if low is None or high is None or low <= high:
            return True
        if not all(self.settled(end, scope) for end in ends):
            return True
        self.empty_range(span, low, high)
        return False

    def empty_range(self, span: Span, low: int, high: int) -> None:
        self.reporter.error(
            "out-of-range",
            span,
            f"the range {low}..{high} is empty",
            "ends before it begins",
            hint="the smaller number stands first",
            fix=replaced(span, f"{high}..{low}") if span.text == f"{low}..{high}" else None,
        )

    def settled(self, node: ast.Expr, scope: Scope, *, of_variables: bool = False) -> bool:
        """Whether a value is the same with every number of players and every setting of the options: one that
        comes to nothing at some of them only is no mistake. `of_variables`: what a name stands for may change
        in play, only not from one setting to another."""
        for name in names_in(node):
            local = scope.find(name)
            if local is None or (of_variables and isinstance(local.expr, (ir.Local, ir.Apply))):
                continue
            of_parameter = self._parameters.get(local.span)
            if of_parameter is None or not self._settled(of_parameter, set()):
                return False
        return self._settled(node, set())

    @cached_property
    def _parameters(self) -> dict[Span | None, ast.Type]:
        """The types of parameters that are given, by where these have their names."""
        return {param.name.span: param.type for param in instances_in(self.world.tree, ast.GivenParam)}

    def _settled(self, node: object, seen: set[str]) -> bool:
        for name in names_in(node):
            if name in seen:
                continue
            seen.add(name)
            if name in _BY_PLAYERS or isinstance(self.world.symbols.get(name), OptionSymbol):
                return False
            if not all(self._settled(_what_it_can_be(item), seen) for item in self._declared.get(name, ())):
                return False
        return True

    @cached_property
    def _declared(self) -> dict[str, list[ast.Declaration]]:
        """The declarations of values, by their names."""
        declared: dict[str, list[ast.Declaration]] = {"total": [*self.world.tree.all(ast.ScoreDecl)]}
        for declaration in self.world.tree.declarations:
            if not isinstance(declaration, _NO_VALUES):
                declared.setdefault(name_of(declaration), []).append(declaration)
        return declared


_NO_VALUES = (
    *(ast.OptionDecl, ast.MenuDecl, ast.ActionDecl, ast.RoutineDecl, ast.AlwaysDecl),
    *(ast.FlowDecl, ast.WinnerDecl, ast.ExampleDecl),
)
"""Declarations whose names stand for no values, or for one that is looked at by itself."""


def _what_it_can_be(decl: ast.Declaration) -> object:
    """The part of a declaration on which the values depend: that there is one for each player does not."""
    match decl:
        case ast.StateDecl(type=kind) | ast.ZoneDecl(of=kind):
            return kind
        case ast.DefineDecl(params=params, body=body):
            return params, body
        case _:
            return decl
