"""Names of the thing that a selection goes through: `mark` in `(Cell where mark is none)`."""

from __future__ import annotations

from contextlib import suppress

from rulesdsl import program as ir
from rulesdsl.check.domains import describe, plain
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.meanings import DefineMeaning, Meaning, StateMeaning, ZoneMeaning
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import DefineSymbol, ScoreSymbol, StateSymbol, ZoneSymbol
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Things(ExpressionModule):
    """A name that belongs to the thing is that of the thing: what it has, and what there is for each such."""

    def condition(self, node: ast.Expr, scope: Scope, thing: ir.Expr) -> ir.Expr:
        """A condition on what is called otherwise already: what it says by itself it goes on to say."""
        if not any(self._has(thing.type, name) for name in names_in(node)):
            return self.expressions.condition(node, scope)
        condition: ir.Expr | None = None
        with suppress(UnknownName), self.reporter.speculatively():
            condition = self.expressions.condition(node, scope)
            if self.reporter.report:
                condition = None
        if condition is not None:
            return condition
        return self.expressions.condition(node, scope.inner(thing=thing))

    def meaning(self, name: str, span: Span, scope: Scope) -> Meaning | ir.Expr | None:
        """What a name means as that of a thing; None where no thing has it."""
        thing = next((item for item in scope.things() if self._has(item.type, name)), None)
        if thing is None:
            return None
        if self._means_something_else(name, thing, scope):
            raise self.reporter.error(
                "unclear-name",
                span,
                f"`{name}` is that of {describe(plain(thing.type))} here, and something else besides",
                "which is meant?",
                because=self._declared(name, scope),
                hint=f"give the thing a name, and say whose: `x in … where x.{name} …`",
            )
        seen = self.expressions.names.narrowed(thing, scope)
        if self._is_attribute(thing.type, name):
            return self.expressions.attribute(seen, ast.Name(name, span=span), scope, span)
        symbol = self.world.symbols[name]
        self.usage.used.add(name)
        self.reporter.means(span, symbol.span)
        match symbol:
            case ZoneSymbol():
                return ZoneMeaning(symbol, (None,), 0, span=span).with_index(0, seen)
            case StateSymbol():
                return StateMeaning(symbol, (seen,), span=span)
            case DefineSymbol():
                meaning = DefineMeaning(symbol, None, (seen,), span=span)
                return self.expressions.definitions.define_value(meaning, span, scope)
            case _:
                raise TypeError(symbol)

    def _has(self, domain: ir.Domain, name: str) -> bool:
        return self._is_attribute(domain, name) or self._is_for_each(domain, name)

    def _is_attribute(self, domain: ir.Domain, name: str) -> bool:
        inner = plain(domain)
        if isinstance(inner, ir.PlayerDomain):
            return name in self.expressions.attributes.player_names()
        return (
            self.declarations.fields.attribute_of(inner, name) is not None
            or self.expressions.attributes.place_attribute(inner, name) is not None
        )

    def _is_for_each(self, domain: ir.Domain, name: str) -> bool:
        """Whether the game has a zone, state or definition of this name for each thing of the kind."""
        match self.world.symbols.get(name):
            case ZoneSymbol(index=(index,)):
                of: ir.Domain = index.type
            case StateSymbol(index=(of,)):
                pass
            case DefineSymbol(per_player=False) as symbol:
                self.expressions.definitions.define_signature(symbol)
                if len(symbol.vars) != 1:
                    return False
                of = symbol.vars[0].type
            case _:
                return False
        return _is_one_of(plain(domain), plain(of))

    def _means_something_else(self, name: str, thing: ir.Expr, scope: Scope) -> bool:
        symbol = self.world.symbols.get(name)
        return (
            scope.find(name) is not None
            or name in self.world.values
            or name in self.world.example_players
            or (symbol is not None and self._is_attribute(thing.type, name) and not _needs_an_owner(symbol))
        )

    def _declared(self, name: str, scope: Scope) -> tuple[tuple[Span, str], ...]:
        local, symbol = scope.find(name), self.world.symbols.get(name)
        spans = (
            [local.span] if local is not None else [symbol.span] if symbol is not None else []
        ) or self.world.value_spans.get(name, [])
        return tuple((span, "declared here") for span in spans if span is not None)


def _needs_an_owner(symbol: object) -> bool:
    """Whether its name alone means nothing: it is somebody's."""
    match symbol:
        case ZoneSymbol(owner_at=int()) | StateSymbol(owner_at=int()) | DefineSymbol(per_player=True):
            return True
        case ScoreSymbol():
            return True
        case _:
            return False


def _is_one_of(thing: ir.Domain, of: ir.Domain) -> bool:
    match thing, of:
        case ir.IntDomain(low, high), ir.IntDomain(least, most):
            return least <= low and high <= most
        case ir.PieceDomain(kinds), ir.PieceDomain(wanted):
            return set(kinds) <= set(wanted)
        case _:
            return thing == of
