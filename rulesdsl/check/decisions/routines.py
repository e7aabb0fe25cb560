"""Routines: lines with a name, told apart by their first parameter where there are several of one name."""

from __future__ import annotations

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.decisions.module import DecisionModule
from rulesdsl.check.domains import PLAYER, UNREAD
from rulesdsl.check.folding import any_of, constant, facts_of
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.program_walk import lines_in, times_read
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of


class Routines(DecisionModule):
    def call_routine(
        self, name: ast.Name, args: tuple[ast.Argument, ...], scope: Scope, cite: ast.Cite | None, span: Span
    ) -> ir.Lines:
        decls = self.world.routines.get(name.text)
        if decls is None:
            if name.text in self.world.actions:
                self.reporter.error(
                    "unknown-action",
                    name.span,
                    f"`{name.text}` is an action: a player takes it",
                    "not a routine",
                    because=((self.world.actions[name.text].name.span, "declared here"),),
                    hint=f"write `must {name.text}` or `may {name.text}`",
                )
            else:
                self.reporter.unknown(name.span, name.text, "routine", self.world.routines)
            raise UnknownName
        self.usage.called.add(name.text)
        for decl in decls:
            self.reporter.means(name.span, decl.name.span)
        first = decls[0]
        params = [param for param in first.params if isinstance(param, ast.GivenParam)]
        named: dict[str, Span | None] = {param.name.text: param.name.span for param in params}
        ordered = self.expressions.indices.ordered_args(args, named, name.text)
        given = {
            word if arg.name is None else arg.name.text: arg
            for word, arg in zip(named, ordered, strict=False)
        }
        if len(args) > len(params):
            raise self.expressions.arguments.wrong_number(
                name.text, len(params), len(args), span, declared=first.name.span
            )
        values: list[ir.Expr] = []
        for param in params:
            domain = self.declarations.type_of(param.type)
            argument = given.get(param.name.text)
            if argument is not None and not isinstance(argument.value, ast.Over):
                values.append(self.expressions.conversions.argument(argument.value, scope, domain))
            elif param.default is not None:
                values.append(self.expressions.conversions.argument(param.default, scope, domain))
            else:
                raise self.reporter.error(
                    "wrong-argument-count",
                    span,
                    f"`{name.text}` must be given `{param.name.text}`",
                    "missing",
                    because=((param.span, "the parameter"),),
                )
        if scope.you is None:
            self.usage.called_by_nobody.append((name.text, span))
        return (ir.Do(f"routine {name.text}", scope.you, tuple(values), rules_of(cite), span),)

    def called_where_nobody_acts(self) -> None:
        """Routines that say `you` must be called where somebody acts."""
        uses: dict[str, bool] = {}

        def says_you(name: str, seen: frozenset[str]) -> bool:
            proc = self.output.procs.get(name)
            if proc is None or proc.you is None or name in seen:
                return False
            if name not in uses:
                # To hand `you` on to a routine that does not say it is not to say it.
                mine = ir.Local(proc.you)
                handed_on = [
                    item for item in lines_in(proc.body) if isinstance(item, ir.Do) and item.you == mine
                ]
                uses[name] = times_read(proc.body, proc.you) > len(handed_on) or any(
                    says_you(do.proc, seen | {name}) for do in handed_on
                )
            return uses[name]

        calls, self.usage.called_by_nobody = self.usage.called_by_nobody, []
        for routine, span in calls:
            if says_you(f"routine {routine}", frozenset()):
                self.reporter.error(
                    "outside-a-turn",
                    span,
                    f"`{routine}` says `you`, but nobody acts here",
                    "whose?",
                    hint="call it below `player p`, `each player in turn`, or in a turn",
                )

    def build_routines(self) -> None:
        for name, decls in self.world.routines.items():
            if len(decls) == 1 and not decls[0].cases:
                self._build_routine(decls[0], f"routine {name}")
            else:
                self._build_dispatch(name, decls)
            self._build_instead(decls)

    def _build_instead(self, decls: list[ast.RoutineDecl]) -> None:
        """What is done where a routine would go too deep, with what it was given."""
        instead: ast.Stmt | None = None
        for decl in decls:
            if decl.too_deep is None:
                continue
            if instead is not None:
                self.reporter.error(
                    "duplicate-name",
                    decl.name.span,
                    f"what is done where `{decl.name.text}` goes too deep is said twice",
                    because=((instead.span, "here, too"),),
                    hint="say it once: it holds for all routines of this name",
                )
                continue
            instead = decl.too_deep
            block = ast.Block((instead,), None, span=instead.span)
            self._build_routine(evolve(decl, body=block, cases=()), f"routine {decl.name.text} otherwise")

    def _signature(self, decl: ast.RoutineDecl, scope: Scope) -> list[ir.Var]:
        made: list[ir.Var] = []
        for node in decl.params:
            if not isinstance(node, ast.GivenParam):
                self.reporter.error(
                    "misplaced-declaration",
                    node.span,
                    "a routine takes values, it lets nobody choose in its head",
                    "a choice",
                    hint="write `name: TYPE`, and `choose …` among its lines",
                )
                self.output.vars.bound(node.name, UNREAD, scope)
                continue
            self.expressions.lists.not_shadowing(node.name, scope)
            var = self.output.vars.bound(node.name, self.declarations.type_of(node.type), scope)
            made.append(var)
        return made

    def _build_routine(self, decl: ast.RoutineDecl, proc: str) -> None:
        you = self.output.vars.new("you", PLAYER)
        meanwhile = self.expressions.lasting_facts.meanwhile(decl.name.text)
        around = self.world.phases_around.of(decl.name.text)
        place = Place(phases=around, routine=decl.name.text, meanwhile=meanwhile)
        scope = Scope(you=ir.Local(you), place=place)
        made = self._signature(decl, scope)
        if decl.cases and made:
            try:
                test = self.expressions.cases.case(decl.cases, ir.Local(made[0]), scope, decl.body)
                scope = scope.with_facts(facts_of(test, holds=True))
            except UnknownName:
                pass
        body = self.statements.block(decl.body.lines, scope)
        self.output.procs[proc] = ir.Proc(
            proc, "routine", you, tuple(made), body, rules_of(decl.body.cite), decl.span
        )

    def _build_dispatch(self, name: str, decls: list[ast.RoutineDecl]) -> None:
        """Several routines of one name: the first parameter decides which is carried out."""
        first = decls[0]
        for decl in decls:
            if not decl.cases:
                self.reporter.error(
                    "duplicate-name",
                    decl.name.span,
                    f"there are several routines `{name}`: each must say what it is for",
                    "for what?",
                    because=((first.name.span, "the first"),) if decl is not first else (),
                    hint="`routine NAME(x: KIND) for THIS, THAT`",
                )
                return
        you = self.output.vars.new("you", PLAYER)
        scope = Scope(you=ir.Local(you), place=Place(phases=self.world.phases_around.of(name), routine=name))
        made = self._signature(first, scope)
        if not made:
            self.reporter.error(
                "wrong-argument-count",
                first.name.span,
                f"`{name}` is told apart by its first parameter, but has none",
                "no parameter",
            )
            return
        subject = ir.Local(made[0])
        patterns: list[ast.Pattern | None] = [pattern for decl in decls for pattern in decl.cases]
        param = first.params[0].name
        told_by = ast.NameRef(param.text, span=param.span)
        try:
            self.expressions.case_coverage.cases_cover(subject, patterns, first.name.span, scope, of=told_by)
        except UnknownName:
            return
        result: tuple[ir.Stmt, ...] = ()
        for index, decl in reversed(list(enumerate(decls))):
            proc = f"routine {name} {index + 1}"
            self._build_routine(decl, proc)
            try:
                test = any_of(
                    [self.expressions.cases.pattern(item, subject, scope.inner()) for item in decl.cases]
                )
            except UnknownName:
                continue
            call = ir.Do(proc, ir.Local(you), tuple(ir.Local(var) for var in made), (), decl.span)
            result = (call,) if constant(test) == 1 else (ir.If(test, (call,), result),)
        self.output.procs[f"routine {name}"] = ir.Proc(
            f"routine {name}", "routine", you, tuple(made), result, (), first.span
        )
