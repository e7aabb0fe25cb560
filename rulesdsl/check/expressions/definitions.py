"""Definitions and score rows: worked out when first used, so that a circle is seen."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from functools import reduce

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    PLAYER,
    UNREAD,
    describe,
    is_number,
    is_optional,
    optional,
    plain,
    unified,
)
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import all_of, facts_of, if_else, joined, number
from rulesdsl.check.meanings import DefineMeaning
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.check.symbols import DefineSymbol, ScoreSymbol
from rulesdsl.operations import Op
from rulesdsl.program_walk import everything_used, operands
from rulesdsl.source import Span
from rulesdsl.syntax import ast

RECORDED = ir.IntDomain(-(10**9), 10**9)
"""The range of what a score sheet can hold."""


class Definitions(ExpressionModule):
    def declare_definitions(self) -> None:
        for decl in self.world.tree.declarations:
            match decl:
                case ast.DefineDecl():
                    per_player = any(_is_player(per) for per in decl.per)
                    self.declarations.declare(
                        DefineSymbol(
                            decl.name.text,
                            decl.name.span,
                            per_player,
                            decl.params,
                            decl.per,
                            decl.result,
                            decl.body,
                            decl.name.text,
                        )
                    )
                case ast.ScoreDecl() | ast.NoteDecl():
                    each = None if decl.each is None else decl.each.text
                    self.declarations.declare(ScoreSymbol(decl.name.text, decl.name.span, decl, each))
                    now = DefineSymbol(
                        decl.name.text, decl.name.span, True, (), (), None, decl.body, f"now {decl.name.text}"
                    )
                    self.world.score_rows[decl.name.text] = now

    def define_signature(self, symbol: DefineSymbol) -> None:
        if symbol.vars or symbol.state == "signed":
            return
        self.reporter.worked_out.append((symbol, copy(symbol)))
        made: list[ir.Var] = []
        if symbol.per_player:
            made.append(self.output.vars.new("you", PLAYER))
        for per in symbol.per:
            if _is_player(per):
                continue
            domain = self.declarations.type_of(per.of)
            name = (
                per.name.text
                if per.name is not None
                else (per.of.name if isinstance(per.of, ast.NamedType) else "n")
            )
            made.append(self.output.vars.new(name, domain))
        for param in symbol.params:
            if not isinstance(param, ast.GivenParam):
                self.reporter.error(
                    "misplaced-declaration",
                    param.span,
                    "a definition takes values, it lets nobody choose",
                    "a choice",
                    hint="write `name: TYPE`",
                )
                made.append(self.output.vars.new(param.name.text, UNREAD))
                continue
            made.append(self.output.vars.new(param.name.text, self.declarations.type_of(param.type)))
        symbol.vars = tuple(made)
        if symbol.state == "new":
            symbol.state = "new" if made else "signed"

    def define_body(self, symbol: DefineSymbol, span: Span) -> ir.FormulaDef:
        """The formula of a definition, worked out once."""
        if isinstance(symbol.result, ir.FormulaDef):
            return symbol.result
        if symbol.state == "failed":
            raise UnknownName
        if symbol.state == "open":
            raise self.expressions.paths.circle(symbol, span)
        self.define_signature(symbol)
        self.reporter.worked_out.append((symbol, copy(symbol)))
        symbol.state = "open"
        you = ir.Local(symbol.vars[0]) if symbol.per_player else None
        place = Place(self._phases_around(symbol), decisions=False, why_not="a definition only looks")
        scope = Scope(you=you, place=place)
        for var in symbol.vars:
            if var.name != "you":
                scope.bind(var.name, ir.Local(var), self.named_at(symbol, var))
        try:
            expected = self._declared(symbol)
            body = self.definition(symbol.body, scope, expected)
            if expected is not None:
                body = self._as_declared(body, expected, symbol)
            if symbol.formula != symbol.name and is_number(body.type) and not is_optional(body.type):
                # What would be written down is also asked for where nothing is.
                tests = self._taken_as_going_on(body, Scope())
                if tests:
                    domain = unified(body.type, number(0).type) or body.type
                    body = if_else(all_of(tests), body, number(0), domain)
        except UnknownName:
            symbol.state = "failed"
            raise
        symbol.state = "done"
        result = ir.FormulaDef(symbol.formula, symbol.per_player, symbol.vars, body, symbol.body.span)
        symbol.result = result
        self.output.formulas[symbol.formula] = result
        return result

    def named_at(self, symbol: DefineSymbol, var: ir.Var) -> Span | None:
        """Where a definition names what it is given."""
        names = (param.name for param in (*symbol.params, *symbol.per) if param.name is not None)
        return next((name.span for name in names if name.text == var.name), None)

    def _declared(self, symbol: DefineSymbol) -> ir.Domain | None:
        """The type that was written, if one was."""
        expected = self.declarations.type_of(symbol.declared) if symbol.declared is not None else None
        if expected == UNREAD:
            raise UnknownName
        return expected

    def _as_declared(self, body: ir.Expr, expected: ir.Domain, symbol: DefineSymbol) -> ir.Expr:
        last = symbol.body.last.span
        if is_optional(body.type) and not is_optional(expected):
            assert symbol.declared is not None
            self.reporter.mismatch(
                last,
                f"`{symbol.name}` may be none, but says it is {describe(expected)}",
                f"this may be {describe(body.type)}",
                because=((symbol.declared.span, "its type"),),
                hint="add `or none` to the type, or say what it is then",
            )
            return body
        conversions = self.expressions.conversions
        fitted = conversions.confined(conversions.coerced(body, expected, last), expected, last)
        if isinstance(fitted, ir.Const) or fitted.type == expected:
            return fitted
        return ir.Apply(Op.AS, (fitted,), expected)

    def definition(self, body: ast.Definition, scope: Scope, expected: ir.Domain | None) -> ir.Expr:
        """Lets, then cases tried in order, then the last value."""
        self.expressions.cases.few_enough(len(body.cases), body.span)
        inside = scope.inner()
        lets: list[tuple[ir.Var, ir.Expr]] = []
        for let in body.lets:
            value = self.expressions.expr(let.value, inside)
            self.expressions.lists.not_shadowing(let.name, inside)
            if isinstance(value, (ir.Const, ir.ConstSeq)):
                inside.bind(let.name.text, value, let.name.span)
                continue
            var = self.output.vars.new(let.name.text, value.type)
            lets.append((var, value))
            inside.bind(let.name.text, ir.Local(var), let.name.span)
        cases: list[tuple[ir.Expr, ir.Expr, Span]] = []
        earlier: list[tuple[ir.Expr, ast.Expr]] = []
        for case in body.cases:
            test = self.expressions.condition(case.condition, inside)
            self.expressions.certainty.after_others(earlier, test, case.condition, inside)
            earlier.append((test, case.condition))
            value = self.expressions.expr(case.value, inside.with_facts(facts_of(test, holds=True)), expected)
            cases.append((test, self._towards(value, expected, case.value.span), case.span))
            inside = inside.with_facts(facts_of(test, holds=False))
        result = self._towards(self.expressions.expr(body.last, inside, expected), expected, body.last.span)
        for test, value, span in reversed(cases):
            result = self.expressions.chosen(test, value, result, span)
        for var, value in reversed(lets):
            result = ir.LetExpr(var, value, result, result.type)
        return result

    def _towards(self, value: ir.Expr, expected: ir.Domain | None, span: Span) -> ir.Expr:
        """Names become pieces and members of a union where the declared type asks for them."""
        if expected is None or is_number(value.type) or isinstance(plain(value.type), ir.SeqDomain):
            return value
        return (
            self.expressions.coerced(value, optional(plain(expected)), span)
            if is_optional(value.type)
            else self.expressions.coerced(value, expected, span)
        )

    def define_value(self, meaning: DefineMeaning, span: Span, scope: Scope) -> ir.Expr:
        symbol = meaning.symbol
        definition = self.define_body(symbol, span)
        body = definition.body
        if isinstance(body, (ir.Const, ir.ConstSeq)) and meaning.owners is None:
            return body
        args = meaning.args if meaning.you is None else (meaning.you, *meaning.args)
        if self.world.before_play and meaning.owners is None:
            known = self._worked_out(symbol, args)
            if known is not None:
                return known
        call = ir.Formula(symbol.formula, args, body.type)
        if meaning.owners is not None:
            if isinstance(body.type, (ir.SeqDomain, ir.MapDomain)):
                if isinstance(body.type, ir.SeqDomain):
                    joined = self.joined_over(meaning.owners.var, meaning.owners.players, call)
                    return self._where_going_on(symbol, joined, span, scope)
                raise self.reporter.mismatch(span, f"`{symbol.name}` of several players is no list", "")
            self.expressions.texts.not_several(body.type, span)
            several = self.expressions.attributes.list_over(
                meaning.owners.var, meaning.owners.players, call, self.world.players
            )
            return self._where_going_on(symbol, several, span, scope)
        return self.expressions.names.narrowed(self._where_going_on(symbol, call, span, scope), scope)

    # ------------------------------------------------------------ numbers of phases

    def _phases_around(self, symbol: DefineSymbol) -> frozenset[str]:
        """The phases that are going on wherever the rules read this."""
        row = self.world.symbols.get(symbol.name)
        if symbol.formula == symbol.name or not isinstance(row, ScoreSymbol):
            return self.world.phases_around.of(symbol.name)
        return frozenset() if row.each is None else self.world.phases_around.of_rows(row.each)

    def _taken_as_going_on(self, body: ir.Expr, scope: Scope) -> list[ir.Expr]:
        """The numbers of phases that are read here as if these were going on, of which that is not known."""
        counters: dict[str, ir.Expr] = {
            counter.phase: ir.Counter(counter.phase, optional(counter.type))
            for counter in everything_used(body, self.output.formulas, ir.Counter)
            if isinstance(counter, ir.Counter)
            and not is_optional(counter.type)
            and counter.phase not in scope.place.phases
        }
        return [ir.Apply(Op.NOT_NONE, (counter,), FLAG) for counter in counters.values()]

    def _where_going_on(self, symbol: DefineSymbol, value: ir.Expr, span: Span, scope: Scope) -> ir.Expr:
        """What a definition comes to where its phases may not be going on, as in an example or a preference:
        none, no, or nothing at all."""
        if self._phases_around(symbol) <= scope.place.phases:
            return value
        tests = self._taken_as_going_on(value, scope)
        if not tests:
            return value
        if value.type == FLAG:
            return all_of([*tests, value])
        if isinstance(value.type, ir.SeqDomain):
            return if_else(all_of(tests), value, ir.ConstSeq((), value.type), value.type)
        if isinstance(value.type, ir.SeqOfSeqDomain | ir.MapDomain):
            raise self.reporter.mismatch(
                span,
                f"`{symbol.name}` reads the number of a phase, and has a value only inside it",
                "outside of the phase",
            )
        nothing = optional(value.type)
        return if_else(all_of(tests), value, ir.Const(ir.NONE, nothing), nothing)

    def depends_on(
        self, expr: ir.Expr, var: ir.Var, known: dict[tuple[str, ir.Var], bool] | None = None
    ) -> bool:
        """Whether the value of a variable can make a difference, by way of definitions and scores, too."""
        known = {} if known is None else known
        match expr:
            case ir.Local():
                return expr.var == var
            case ir.Formula(name=name, args=args) if name in self.output.formulas:
                definition = self.output.formulas[name]
                for arg, param in zip(args, definition.params, strict=True):
                    if self.depends_on(arg, var, known):
                        if (name, param) not in known:
                            known[name, param] = self.depends_on(definition.body, param, known)
                        if known[name, param]:
                            return True
                return False
            case _:
                return any(self.depends_on(part, var, known) for part in operands(expr))

    def _worked_out(self, symbol: DefineSymbol, args: tuple[ir.Expr, ...]) -> ir.Expr | None:
        """What a definition is of values that are known; None where that is for play to say."""
        if not all(isinstance(arg, ir.Const | ir.ConstSeq) for arg in args):
            return None
        scope = Scope(place=Place(decisions=False))
        for var, arg in zip(symbol.vars, args, strict=True):
            scope.bind(var.name, arg, self.named_at(symbol, var))
        with suppress(UnknownName), self.reporter.speculatively():
            value = self.definition(symbol.body, scope, self._declared(symbol))
            return value if isinstance(value, ir.Const | ir.ConstSeq) else None
        return None

    def joined_over(self, var: ir.Var, players: ir.Expr, expr: ir.Expr) -> ir.Expr:
        """The lists of several players, one after the other."""
        assert isinstance(expr.type, ir.SeqDomain)
        of_each: list[ir.Expr] = []
        for seat in range(self.world.players):
            part: ir.Expr = self.expressions.lists.substituted(expr, {var: ir.Const(seat, PLAYER)})
            here = ir.Apply(Op.IN, (ir.Const(seat, PLAYER), players), FLAG)
            if not (isinstance(players, ir.ConstSeq) and seat in players.values):
                part = if_else(here, part, ir.ConstSeq((), expr.type), expr.type)
            of_each.append(part)
        of = expr.type.of
        return reduce(lambda before, part: joined(before, part, of), of_each)

    # ------------------------------------------------------------ scores

    def score_value(self, symbol: ScoreSymbol, player: ir.Expr) -> ir.Expr:
        if symbol.each is not None:
            return ir.Formula(f"score {symbol.name}", (player,), RECORDED)
        now = self.define_body(self.world.score_rows[symbol.name], symbol.span)
        return ir.Formula(now.name, (player,), now.body.type)

    def total_value(self, player: ir.Expr) -> ir.Expr:
        return ir.Formula("total", (player,), RECORDED)

    def build_scores(self) -> None:
        """The formulas of rows and of the total."""
        counted: list[str] = []
        for name, row in self.world.score_rows.items():
            symbol = self.world.symbols.get(name)
            if not isinstance(symbol, ScoreSymbol):
                continue
            try:
                now = self.define_body(row, symbol.span)
            except UnknownName:
                continue
            is_score = isinstance(symbol.decl, ast.ScoreDecl)
            added_up = is_score or symbol.each is not None
            if added_up and not (is_number(now.body.type) and not is_optional(now.body.type)):
                what = "a score" if is_score else "a note that is written down each time"
                self.reporter.mismatch(
                    symbol.decl.body.last.span,
                    f"{what} is a number, `{name}` is {describe(now.body.type)}",
                    "no number" if not is_optional(now.body.type) else "may be none",
                )
                continue
            if symbol.each is not None:
                you = self.output.vars.new("you", PLAYER)
                read = ir.StateRead(name, (ir.Local(you),), RECORDED)
                self.output.formulas[f"score {name}"] = ir.FormulaDef(f"score {name}", True, (you,), read)
            if is_score:
                counted.append(f"score {name}" if symbol.each is not None else now.name)
        you = self.output.vars.new("you", PLAYER)
        rows: list[ir.Expr] = [ir.Formula(formula, (ir.Local(you),), RECORDED) for formula in counted]
        self.output.formulas["total"] = ir.FormulaDef("total", True, (you,), _added_up(rows))
        for name, row in self.world.score_rows.items():
            if row.formula in counted and "total" in self._formulas_used(row.formula):
                self.reporter.error(
                    "circular-definition",
                    row.span,
                    f"`{name}` is worked out from the total, of which it is a part",
                    "needs itself",
                    hint="leave `total` out of it; what only stands on the sheet is a `note`",
                )

    def _formulas_used(self, name: str) -> set[str]:
        """The definitions and scores that one of them needs, and those that these need."""
        formula = self.output.formulas.get(name)
        used = everything_used(None if formula is None else formula.body, self.output.formulas, ir.Formula)
        return {item.name for item in used if isinstance(item, ir.Formula)}

    def build_definitions(self) -> None:
        """Every definition is looked at, used or not."""
        for symbol in self.world.all(DefineSymbol):
            try:
                self.define_body(symbol, symbol.span)
            except UnknownName:
                continue


def _is_player(per: ast.Per) -> bool:
    return isinstance(per.of, ast.NamedType) and per.of.name == "Player"


def _added_up(parts: Sequence[ir.Expr]) -> ir.Expr:
    """The sum of two halves: very many parts do not lie deep inside each other."""
    if len(parts) < 2:
        return parts[0] if parts else ir.Const(0, ir.IntDomain(0, 0))
    half = (len(parts) + 1) // 2
    return ir.Apply(Op.ADD, (_added_up(parts[:half]), _added_up(parts[half:])), RECORDED)
