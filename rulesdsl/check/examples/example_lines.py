"""Examples: what is played in them, and what must hold."""

from __future__ import annotations

from itertools import accumulate
from typing import Literal

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, PLAYER
from rulesdsl.check.examples.given_lines import may_name
from rulesdsl.check.examples.module import ExampleModule
from rulesdsl.check.folding import facts_of
from rulesdsl.check.meanings import Several
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.check.symbols import OptionSymbol
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of


class ExampleLines(ExampleModule):
    example_number = 0
    step_number = 0

    def example_head(self, decl: ast.ExampleDecl) -> tuple[tuple[str, ...], dict[str, ast.Expr]]:
        """The players' names and the options an example is played with."""
        names: tuple[str, ...] = ()
        options: dict[str, ast.Expr] = {}
        for line in decl.lines:
            if isinstance(line, ast.ExPlayers):
                names = tuple(name.text for name in line.names)
            elif isinstance(line, ast.ExOption):
                options[line.name.text] = line.value
        return names, options

    def build_example(self, decl: ast.ExampleDecl) -> ir.Example:
        names, _options = self.example_head(decl)
        self._tries_something(decl)
        self.world.example_players = names
        self.world.example_seats = tuple(
            name.span for line in decl.lines if isinstance(line, ast.ExPlayers) for name in line.names
        )[-len(names) :]
        for line in decl.lines:
            if isinstance(line, ast.ExOption):
                self._means_option(line)
        self.example_number += 1
        self.step_number = 0
        self.examples.given_lines.taken = {}
        self.examples.given_lines.going_on = frozenset()
        self.reporter.silent = True
        steps: list[ir.Step] = []
        for line in decl.lines:
            try:
                steps.extend(self._steps(line))
            except UnknownName:
                continue
            if not isinstance(line, ast.ExGiven | ast.ExExpect | ast.ExCannot):
                # What has been played may have moved anything: names are free again.
                self.examples.given_lines.taken.clear()
                self.examples.given_lines.going_on = frozenset()
        self.reporter.silent = False
        self.world.example_players = ()
        return ir.Example(decl.title.value, names, tuple(steps), rules_of(decl.cite), decl.span)

    def _means_option(self, line: ast.ExOption) -> None:
        symbol = self.world.symbols.get(line.name.text)
        if isinstance(symbol, OptionSymbol):
            self.reporter.means(line.name.span, symbol.span)
            word = line.value.name if isinstance(line.value, ast.NameRef) else ""
            for declared in self.declarations.cells.called(word, symbol.type):
                self.reporter.means(line.value.span, declared)

    def _tries_something(self, decl: ast.ExampleDecl) -> None:
        """An example that cannot fail proves nothing."""
        seats: dict[str, Span] = {}
        for line in decl.lines:
            for name in line.names if isinstance(line, ast.ExPlayers) else ():
                if name.text in seats:
                    self.declarations.cells.declared_twice(name.span, name.text, seats[name.text])
                seats.setdefault(name.text, name.span)
            if isinstance(line, ast.ExExpect) and not names_in(line.condition):
                self.reporter.error(
                    "bad-example",
                    line.condition.span,
                    "what is expected here has nothing to do with the game",
                    "the same whatever happens",
                    hint="ask for something of the game: `expect Anna.coins = 3`",
                )
        if all(isinstance(line, (ast.ExPlayers, ast.ExOption, ast.ExGiven)) for line in decl.lines):
            self.reporter.error(
                "bad-example",
                decl.title.span,
                "nothing is done in this example, and nothing is expected",
                "proves nothing",
                hint="add what happens, `Anna plays …`, and what must then hold, `expect …`",
            )

    def _step_name(self) -> str:
        self.step_number += 1
        return f"example {self.example_number} step {self.step_number}"

    def _scope(self, you: ir.Expr | None = None) -> Scope:
        return Scope(you=you, place=Place(self.examples.given_lines.going_on))

    def _seat(self, name: ast.Name) -> ir.Const:
        if name.text not in self.world.example_players:
            raise self.reporter.unknown(name.span, name.text, "player", self.world.example_players)
        seat = self.world.example_players.index(name.text)
        self.reporter.means(name.span, self.world.example_seats[seat])
        return ir.Const(seat, PLAYER)

    def _step_proc(self, body: tuple[ir.Stmt, ...], span: Span) -> str:
        name = self._step_name()
        self.output.procs[name] = ir.Proc(name, "step", None, (), body, (), span)
        return name

    def _passes_around(self, action: ast.Name, span: Span) -> str | None:
        lines = self.examples.flow_parts.counted(self.world.phases_around.of(action.text))
        return self._step_proc(lines, span) if lines else None

    def _step_formula(self, expr: ir.Expr) -> str:
        name = self._step_name()
        self.output.formulas[name] = ir.FormulaDef(name, False, (), expr)
        return name

    def _steps(self, line: ast.ExampleLine) -> list[ir.Step]:
        text = " ".join(line.span.text.split())
        span = line.span
        match line:
            case ast.ExPlayers() | ast.ExOption():
                return []
            case ast.ExGiven():
                lines = self.examples.given_lines.given_lines(line) + self.declarations.growing.lines()
                return [ir.GivenStep(self._step_proc(lines, span), text, span)]
            case ast.ExPlay(player, action, args):
                seat, alternative = self._alternative(player, action, args, span)
                asked = _without_named_sets(alternative)
                alone = ir.Decide(self.output.new_point(), seat, (asked,), decline=False, span=span)
                proc = self._step_proc((alone,), span)
                wanted, given = self._wanted_of(player, action, args, span)
                around = self._passes_around(action, span)
                return [ir.PlayStep(seat.value, wanted, given, proc, alternative, text, around, span)]
            case ast.ExCannot(player, action, args):
                seat, alternative = self._alternative(player, action, args, span)
                legal = self._step_formula(ir.Legal(seat, alternative, FLAG))
                wanted, given = self._wanted_of(player, action, args, span)
                around = self._passes_around(action, span)
                return [ir.CannotStep(seat.value, wanted, given, legal, text, around, span)]
            case ast.ExChoose(player, value):
                return [self._chosen(player, value, text, span)]
            case ast.ExDecline(player):
                return [ir.AnswerStep(self._seat(player).value, (), text, span)]
            case ast.ExNext(player):
                return [ir.NextStep(self._seat(player).value, text, span)]
            case ast.ExOver():
                return [ir.NextStep(None, text, span)]
            case ast.ExPlayFlow():
                body, to_the_end = self.examples.flow_parts.flow_part(line)
                return [ir.RunStep(self._step_proc(body, span), text, span, to_the_end=to_the_end)]
            case ast.ExChance(value):
                return [ir.ChanceStep(self._candidates(value, self._scope()), text, span)]
            case ast.ExDo(player, name, args):
                proc = self._step_proc(self._done(player, name, args, span), span)
                return [ir.RunStep(proc, text, span, whole=True)]
            case ast.ExRecord(name):
                phase = self.world.phase_nodes.get(name.text)
                self.reporter.means(name.span, None if phase is None else phase.name.span)
                passes = self.world.phases_around.of_rows(name.text)
                lines = (*self.examples.flow_parts.counted(passes), ir.Record(name.text, (), span))
                proc = self._step_proc(lines, span)
                return [ir.RunStep(proc, text, span, aside=True)]
            case ast.ExExpect(condition):
                if " ".join(condition.span.text.split()) == "game is over":
                    raise self.reporter.error(
                        "bad-example",
                        condition.span,
                        "that the game is over is said by a line of its own",
                        "no condition",
                        hint="write `game is over`, without `expect`",
                        fix=replaced(span, "game is over"),
                    )
                return [self._expect(condition, text, span)]

    def _known_action(self, action: ast.Name) -> None:
        if action.text not in self.world.actions:
            chosen = {
                action.text: "write the action, and in its brackets what is chosen: `plays ACTION(…)`;"
                " the answer to a question is `chooses …`"
            }
            raise self.reporter.unknown(
                action.span,
                action.text,
                "action",
                self.world.actions,
                code="unknown-action",
                foreign=chosen if action.text in self.world.symbols else {},
            )
        self.reporter.means(action.span, self.world.actions[action.text].name.span)

    def _alternative(
        self,
        player: ast.Name,
        action: ast.Name,
        args: tuple[ast.Argument, ...],
        span: Span,
        *,
        unsaid: bool = False,
    ) -> tuple[ir.Const, ir.Alternative]:
        seat = self._seat(player)
        self._known_action(action)
        call = ast.CallOf(action, (), span=span)
        alternative = self.decisions.actions.action_alternative(
            call, self._scope(seat), wanted=args, unsaid=unsaid
        )
        if alternative is None:
            raise UnknownName
        return seat, alternative

    def _wanted_of(
        self, player: ast.Name, action: ast.Name, args: tuple[ast.Argument, ...], span: Span
    ) -> tuple[ir.Alternative, tuple[tuple[int, bool], ...]]:
        """The action as the line has it, wherever it is offered, and which of its parameters are given
        there (see `PlayStep`).
        """
        _, wanted = self._alternative(player, action, args, span, unsaid=True)
        decl = self.world.actions[action.text]
        named = {
            name
            for name, arg in self.decisions.choices.wanted_number(decl, args).items()
            if not isinstance(arg.value, ast.Over)
        }
        starts = accumulate(map(self.decisions.choices.width, decl.params), initial=0)
        given = (
            (index, node.name.text in named)
            for index, node in zip(starts, decl.params, strict=False)
            if isinstance(node, ast.GivenParam)
        )
        return wanted, tuple(given)

    # ------------------------------------------------------------ answers

    def _chosen(self, player: ast.Name, node: ast.Expr, text: str, span: Span) -> ir.Step:
        """The answer to a decision: an action, with what belongs to it, or a value."""
        seat = self._seat(player)
        called = node.of if isinstance(node, ast.Call) else node
        if not isinstance(called, ast.NameRef) or called.name not in self.world.actions:
            return ir.AnswerStep(seat.value, self._candidates(node, self._scope(seat)), text, span)
        if called is node and called.name in self.world.symbols:
            return ir.AnswerStep(seat.value, self._candidates(node, self._scope(seat)), text, span)
        name = ast.Name(called.name, span=called.span)
        self._known_action(name)
        args = node.args if isinstance(node, ast.Call) else ()
        wanted, given = self._wanted_of(player, name, args, span)
        return ir.PlayStep(seat.value, wanted, given, None, None, text, None, span)

    def _candidates(self, node: ast.Expr, scope: Scope) -> ir.Candidates:
        if isinstance(node, ast.NameRef):
            meaning = self.expressions.meaning(node, scope)
            if isinstance(meaning, Several):
                return tuple((self._step_formula(const), const.type) for const in meaning.values)
            if node.name in self.world.values and isinstance(meaning, ir.Const):
                return ((self._step_formula(meaning), meaning.type),)
        named = may_name(node) or isinstance(node, ast.Listing)
        value = self.expressions.expr(node, scope, ir.PieceNameDomain(()) if named else None)
        return ((self._step_formula(value), value.type),)

    # ------------------------------------------------------------ what is done

    def _done(
        self, player: ast.Name | None, name: ast.Name, args: tuple[ast.Argument, ...], span: Span
    ) -> tuple[ir.Stmt, ...]:
        seat = self._seat(player) if player is not None else None
        if name.text in self.world.routines:
            call = self.decisions.routines.call_routine(name, args, self._scope(seat), None, span)
            return (*self.examples.flow_parts.counted(self.world.phases_around.of(name.text)), *call)
        node = self.world.phase_nodes.get(name.text)
        if node is None:
            raise self.reporter.unknown(
                name.span, name.text, "routine or phase", [*self.world.routines, *self.world.phase_nodes]
            )
        self.reporter.means(name.span, node.name.span)
        if any(isinstance(clause, (ast.TurnOf, ast.TurnOfEach)) for clause in node.clauses) and seat is None:
            raise self.reporter.error(
                "bad-example",
                name.span,
                f"a pass of `{name.text}` is somebody's turn: whose?",
                "nobody's",
                hint=f"`{(*self.world.example_players, 'Anna')[0]} does {name.text}`",
            )
        lines = self.examples.flow_parts.taken_out(
            lambda: self.single_pass(node, seat),
            span,
            f"a pass of `{name.text}` cannot be played alone",
            "begin with a phase around it, `do …`, or play the flow: `play`, `play from …`",
        )
        return (*self.examples.flow_parts.counted(self.world.phases_around.of_phase(name.text)), *lines)

    def single_pass(self, node: ast.Phase, seat: ir.Const | None) -> tuple[ir.Stmt, ...]:
        """One pass of a phase, as the turn of one player."""
        clauses = tuple(clause for clause in node.clauses if isinstance(clause, ast.Stops))
        bare = attrs.evolve(node, clauses=clauses, times=None)
        place = Place(self.world.phases_around.of_phase(node.name.text))
        phase = self.statements.turns.phase(bare, Scope(you=seat, place=place))
        assert isinstance(phase, ir.Phase)
        if phase.stops is None and node.name.text not in self.usage.ended:
            return self._body_alone(phase)
        turn = ir.TurnOf(seat) if seat is not None else None
        you = self.output.vars.new("you", PLAYER) if seat is not None else None
        const = ir.Const(1, ir.IntDomain(1, 1))
        return (attrs.evolve(phase, times=const, turn=turn, you=you, once=False),)

    def _body_alone(self, phase: ir.Phase) -> tuple[ir.Stmt, ...]:
        """Nothing leaves the phase before its end: its lines will do, and a counter that was given stays."""
        return (*self.examples.flow_parts.counted((phase.name,)), *phase.body)

    def _expect(self, condition: ast.Expr, text: str, span: Span) -> ir.Step:
        """A condition, taken apart where all of its parts must hold."""
        return ir.ExpectStep(self._joined("and", condition, self._scope()), text, span)

    def _expected(self, condition: ast.Expr, test: ir.Expr, scope: Scope) -> ir.Expected:
        inner = condition
        while isinstance(inner, ast.Group):
            inner = inner.inner
        text = " ".join(inner.span.text.split())
        formula, left, right = self._step_formula(test), None, None
        match inner:
            case ast.Binary("and"):
                return ir.Expected(formula, text, ir.Joined.AND, self._joined("and", inner, scope))
            case ast.Binary("or"):
                return ir.Expected(formula, text, ir.Joined.OR, self._joined("or", inner, scope))
            case ast.Unary("not", operand):
                return ir.Expected(formula, text, ir.Joined.NOT, (self._part(operand, scope),))
            case ast.IfElse(decides, then, otherwise):
                first = self.expressions.condition(decides, scope)
                parts = (
                    self._expected(decides, first, scope),
                    self._part(then, scope.with_facts(facts_of(first, holds=True))),
                    self._part(otherwise, scope.with_facts(facts_of(first, holds=False))),
                )
                return ir.Expected(formula, text, ir.Joined.IF, parts)
            case ast.Binary("has", of) | ast.Binary("=" | "is" | "!=" | "is not", of, ast.NameRef("empty")):
                side = self._side(of, scope)
                left = None if side is None else self._step_formula(side)
            case ast.Binary(op, of, against) if op not in ("..", "+", "-", "*", "mod"):
                side = self._side(of, scope)
                other = self._side(against, scope, None if side is None else side.type)
                if side is not None and other is not None:
                    left, right = self._step_formula(side), self._step_formula(other)
        equal = isinstance(inner, ast.Binary) and inner.op in ("=", "is")
        return ir.Expected(formula, text, ir.Joined.ALONE, (), left, right, equal)

    def _joined(self, op: Literal["and", "or"], inner: ast.Expr, scope: Scope) -> tuple[ir.Expected, ...]:
        """The parts of `and` or `or`; what is read behind the first knows what came of those before."""
        parts = []
        for node in joined_by(op, inner):
            test = self.expressions.condition(node, scope)
            parts.append(self._expected(node, test, scope))
            scope = scope.with_facts(facts_of(test, holds=op == "and"))
        return tuple(parts)

    def _part(self, node: ast.Expr, scope: Scope) -> ir.Expected:
        return self._expected(node, self.expressions.condition(node, scope), scope)

    def _side(self, node: ast.Expr, scope: Scope, expected: ir.Domain | None = None) -> ir.Expr | None:
        try:
            with self.reporter.speculatively():
                return self.expressions.expr(node, scope, expected)
        except UnknownName:
            return None


def joined_by(op: Literal["and", "or"], condition: ast.Expr) -> tuple[ast.Expr, ...]:
    """The parts that `and`, or `or`, joins, in the order in which they are written."""
    match condition:
        case ast.Binary(joined, left, right) if joined == op:
            return (*joined_by(op, left), *joined_by(op, right))
        case ast.Group(ast.Binary(joined) as inner) if joined == op:
            return joined_by(op, inner)
        case _:
            return (condition,)


def _without_named_sets(alternative: ir.Alternative) -> ir.Alternative:
    """Whichever members of a set the line names: with that condition its sets could not be counted."""
    checks = tuple(
        tuple(check for check in checks if not (check.wanted and _is_named_set(check.test)))
        for checks in alternative.checks
    )
    return attrs.evolve(alternative, checks=checks)


def _is_named_set(test: ir.Expr) -> bool:
    return isinstance(test, ir.Apply) and test.op is Op.SAME_NAMES
