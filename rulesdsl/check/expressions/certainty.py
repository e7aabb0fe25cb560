"""Certainty: conditions that always hold, or never do, whatever happens in the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, bounds, describe, is_number, is_optional
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import constant, decided
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import DefineSymbol, OptionSymbol
from rulesdsl.operations import COMPARISONS, MIRRORED, OPPOSITE, Op
from rulesdsl.program_walk import operands
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_COMPARED = 24
"""So many conditions are held against each other; of more nobody could see at a glance what they shut out."""

_ORDERED = frozenset({Op.LT, Op.LE, Op.GT, Op.GE})
_HOLDS_OF_ITSELF = frozenset({"=", "is", "<=", ">="})
_HOLDS_IF_APART = frozenset({"!=", "is not"})
_COMPARISONS = frozenset({"=", "!=", "is", "is not", "<", "<=", ">", ">="})
_BY_PLAYERS = frozenset({"player_count", "players", "others", "winners", "you"})


class Certainty(ExpressionModule):
    """Inside examples a condition that is always true is no mistake."""

    def by_ranges(self, node: ast.Expr, test: ir.Expr, scope: Scope) -> None:
        """A condition that how far its numbers range already decides is worth a word."""
        holds = decided(test)
        if holds is None:
            return
        if isinstance(test, ir.Apply) and test.op is Op.NOT:
            test = test.args[0]
        parts = list(operands(test))
        if not all(isinstance(part, ir.Const) for part in parts) or self._is_what_it_is(node, scope):
            label = " against ".join(describe(part.type) for part in parts)
            self._report(node.span, holds=holds, label=label)

    def plainly(self, node: ast.Expr, expr: ir.Expr, scope: Scope) -> None:
        """A comparison of a thing with itself, or of things that are what they are."""
        if not isinstance(node, ast.Binary) or node.op not in _COMPARISONS:
            return
        if _without_spans(node.left) == _without_spans(node.right):
            self._report(node.span, holds=node.op in _HOLDS_OF_ITSELF, label="both sides are the same")
            return
        if isinstance(node.right, ast.NoneValue) or isinstance(node.left, ast.NoneValue):
            # Whether it can be none has been looked at where it is compared.
            return
        known = constant(expr)
        emptiness = isinstance(node.right, ast.NameRef) and node.right.name == "empty"
        if known is not None and not emptiness and self._is_what_it_is(node, scope):
            self._report(node.span, holds=bool(known), label="both sides are known")

    def never_none(self, value: ir.Expr, node: ast.Binary) -> None:
        """It is asked whether something is none that never is."""
        if not self.reporter.silent:
            self.reporter.error(
                "always-true" if node.op in _HOLDS_IF_APART else "always-false",
                node.span,
                f"{describe(value.type)} is never none",
                "this cannot be none",
            )

    def flag_alone(self, node: ast.Expr) -> None:
        """`yes` or `no` where something is to be asked."""
        bare = _without_spans(node)
        if isinstance(bare, ast.Flag):
            self._report(node.span, holds=bare.value, label="nothing is asked")

    def _is_what_it_is(self, node: ast.Expr, scope: Scope) -> bool:
        """Whether nothing here was given a value that a house rule or an option could change."""
        return all(
            scope.find(name) is None
            and name not in _BY_PLAYERS
            and name not in self.world.example_players
            and not isinstance(self.world.symbols.get(name), (DefineSymbol, OptionSymbol))
            for name in names_in(node)
        )

    def _report(self, span: Span, *, holds: bool, label: str) -> None:
        if not self.reporter.silent:
            self.reporter.error(
                f"always-{'true' if holds else 'false'}",
                span,
                f"this condition {'always' if holds else 'never'} holds",
                label,
            )

    # ------------------------------------------------------------ several conditions

    def agree(self, left: ir.Expr, other: ir.Expr, node: ast.Expr, scope: Scope) -> None:
        """Two conditions joined by `and`: each may hold, but both cannot."""
        first, second = list(_literals(left, holds=True)), list(_literals(other, holds=True))
        if _apart(first) or _apart(second) or not _apart([*first, *second]):
            return
        if self.declarations.amounts.settled(node, scope, of_variables=True):
            self._report(node.span, holds=False, label="one of them shuts out the other")

    def either(self, left: ir.Expr, other: ir.Expr, node: ast.Expr, scope: Scope) -> None:
        """Two conditions joined by `or`: one of them holds in any case."""
        first, second = list(_literals(left, holds=False)), list(_literals(other, holds=False))
        if _apart(first) or _apart(second) or not _apart([*first, *second]):
            return
        if self.declarations.amounts.settled(node, scope, of_variables=True):
            self._report(node.span, holds=True, label="if one of them does not, the other does")

    def after_others(
        self, earlier: Sequence[tuple[ir.Expr, ast.Expr]], test: ir.Expr, node: ast.Expr, scope: Scope
    ) -> None:
        """A condition that is only asked when others did not hold: they may have left nothing to it."""
        if self.reporter.silent:
            return
        mine = list(_literals(test, holds=True))
        if _apart(mine):
            return
        for before, known in earlier[-MOST_COMPARED:]:
            failed = list(_literals(before, holds=False))
            if _apart(failed) or not _apart([*failed, *mine]):
                continue
            if self.declarations.amounts.settled(
                node, scope, of_variables=True
            ) and self.declarations.amounts.settled(known, scope, of_variables=True):
                self.reporter.error(
                    "always-false",
                    node.span,
                    "this condition never holds where it is asked",
                    "taken by an earlier one",
                    because=((known.span, "where this holds as well"),),
                    hint="ask for the narrower one first",
                )
                return


_Literal = tuple[Op, ir.Expr, ir.Expr | None]
"""A comparison, or a condition alone that holds (`Op.AS`) or does not (`Op.NOT`)."""


def _literals(test: ir.Expr, *, holds: bool) -> Iterator[_Literal]:
    """The simple conditions that must all hold so that a condition holds (or does not)."""
    if not isinstance(test, ir.Apply):
        yield (Op.AS if holds else Op.NOT, test, None)
        return
    op, args = test.op, test.args
    if op is Op.NOT:
        yield from _literals(args[0], holds=not holds)
    elif op == (Op.AND if holds else Op.OR):
        for part in args:
            yield from _literals(part, holds=holds)
    elif op in _ORDERED and not holds and any(is_optional(arg.type) for arg in args):
        # What may be none is neither less nor more.
        yield (Op.NOT, test, None)
    elif op in COMPARISONS:
        first, other = args
        if isinstance(first, ir.Const) and not isinstance(other, ir.Const):
            first, other, op = other, first, MIRRORED[op]
        yield (op if holds else OPPOSITE[op], first, other)
    else:
        yield (Op.AS if holds else Op.NOT, test, None)


def _apart(literals: list[_Literal]) -> bool:
    """Whether these cannot all hold at once."""
    if len(literals) > MOST_COMPARED:
        return False
    for index, (op, first, other) in enumerate(literals):
        if other is not None and decided(ir.Apply(op, (first, other), FLAG)) is not None:
            # The ranges alone decide this one, which is said of it.
            return False
        for later, left, right in literals[index + 1 :]:
            if other is None or right is None:
                if other is None and right is None and first == left and {op, later} == {Op.AS, Op.NOT}:
                    return True
            elif (first, other) == (left, right) and later is OPPOSITE[op]:
                return True
    return any(
        _nothing_between(expr, literals) for _op, expr, other in literals if isinstance(other, ir.Const)
    )


def _nothing_between(expr: ir.Expr, literals: list[_Literal]) -> bool:
    """Whether no value of an expression meets all comparisons with known values."""
    low, high = (bounds(expr.type).low, bounds(expr.type).high) if is_number(expr.type) else (-(2**40), 2**40)
    for op, left, right in literals:
        if left != expr or not isinstance(right, ir.Const):
            continue
        match op:
            case Op.EQ:
                low, high = max(low, right.value), min(high, right.value)
            case Op.LT:
                high = min(high, right.value - 1)
            case Op.LE:
                high = min(high, right.value)
            case Op.GT:
                low = max(low, right.value + 1)
            case Op.GE:
                low = max(low, right.value)
    return low > high


def _without_spans(node: ast.Expr) -> ast.Expr:
    return _without_spans(node.inner) if isinstance(node, ast.Group) else node
