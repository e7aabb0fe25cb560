"""Decisions: actions and menus, choices, what makes them legal."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from rulesdsl import program as ir
from rulesdsl.check.decisions.module import DecisionModule
from rulesdsl.check.domains import FLAG, PLAYER, UNREAD, is_optional
from rulesdsl.check.folding import constant
from rulesdsl.check.labels import in_brackets, in_words
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of
from rulesdsl.syntax.common_mistakes import FOREIGN_ACTIONS


class Actions(DecisionModule):
    def allow_decision(self, span: Span, scope: Scope) -> None:
        if not scope.place.decisions:
            raise self.reporter.error(
                "decision-not-allowed-here",
                span,
                "nobody can decide anything here",
                scope.place.why_not or "no decision",
            )
        if scope.you is None:
            raise self.reporter.error(
                "outside-a-turn",
                span,
                "somebody must decide here, but nobody acts",
                "who decides?",
                hint="put it below `turn of each player`, `each player in turn`, `all players in secret`"
                " or `player p`",
            )

    def decision(self, line: ast.Stmt, scope: Scope) -> ir.Lines:
        self.allow_decision(line.span, scope)
        match line:
            case ast.May() | ast.Must():
                return self._offer(line, scope)
            case ast.Choose():
                return self._choose(line, scope)
            case ast.MayBlock(text, body):
                return self._may_block(text, body, scope, line.span)
            case ast.MayDo(inner):
                return self._may_do(inner, scope, line.span)
            case _:
                raise TypeError(type(line))

    # ------------------------------------------------------------ offering actions

    def _offer(self, line: ast.May | ast.Must, scope: Scope) -> ir.Lines:
        alternatives: list[ir.Alternative] = []
        prompt: ir.Text | None = None
        offered: dict[tuple[str, tuple[ast.Argument, ...]], Span] = {}
        for call in line.actions:
            names = [call.name.text]
            if call.name.text in self.world.menus:
                menu = self.world.menus[call.name.text]
                self.usage.used_menus.add(menu.name.text)
                self.reporter.means(call.name.span, menu.name.span)
                names = [
                    n for n, a in self.world.actions.items() if any(m.text == menu.name.text for m in a.menus)
                ]
                if menu.text is not None:
                    prompt = self.statements.texts.text(menu.text, scope)
                if not names:
                    self.reporter.error(
                        "empty-menu",
                        call.name.span,
                        f"no action is in the menu `{menu.name.text}`",
                        "nothing to choose from",
                        because=((menu.name.span, "the menu"),),
                        hint=f"write `in menu {menu.name.text}` behind the head of an action",
                    )
                    continue
            elif call.name.text not in self.world.actions:
                self.reporter.unknown(
                    call.name.span,
                    call.name.text,
                    "action or menu",
                    [*self.world.actions, *self.world.menus],
                    code="unknown-action",
                    foreign=FOREIGN_ACTIONS,
                )
                continue
            for name in names:
                if (name, call.args) in offered:
                    self.reporter.error(
                        "repeated-case",
                        call.span,
                        f"`{name}` is offered twice",
                        "the second",
                        because=((offered[name, call.args], "offered here"),),
                        hint="offer it once",
                    )
                    continue
                offered[name, call.args] = call.span
                call_of = ast.CallOf(ast.Name(name, span=call.name.span), call.args, span=call.span)
                alternative = self.action_alternative(call_of, scope)
                if alternative is not None:
                    alternatives.append(alternative)
        if not alternatives:
            raise UnknownName
        # One thing to do, with one thing to choose that is no set, is one choice in any case.
        most = max(len(alternative.params) for alternative in alternatives)
        sets = any(isinstance(param, ir.SomeParam) for item in alternatives for param in item.params)
        whole = line.as_one and (sets or most > 1 or (most == 1 and len(alternatives) > 1))
        if whole:
            self._lists_all(alternatives, line.span)
        decide = ir.Decide(
            self.output.new_point(),
            self._you(scope),
            tuple(alternatives),
            isinstance(line, ast.May),
            isinstance(line, ast.Must) and line.if_possible,
            line.repeatedly,
            prompt,
            rules_of(line.cite),
            line.span,
            whole,
        )
        return (decide,)

    def _lists_all(self, alternatives: list[ir.Alternative], span: Span) -> None:
        """One choice is made from a list of all whole moves."""
        for alternative in alternatives:
            if any(isinstance(param, ir.OneParam) and param.is_written for param in alternative.params):
                raise self.reporter.error(
                    "misplaced-declaration",
                    span,
                    f"`{alternative.name}` cannot be part of one choice: a text is written in it",
                    "all that could be written is no list",
                    hint="one after the other, it can be offered: without `as one choice`",
                )

    def _you(self, scope: Scope) -> ir.Expr:
        assert scope.you is not None
        return scope.you

    def action_alternative(
        self,
        call: ast.CallOf,
        scope: Scope,
        *,
        wanted: tuple[ast.Argument, ...] | None = None,
        unsaid: bool = False,
    ) -> ir.Alternative | None:
        """The action as an alternative of a decision, with its given parameters filled in; `unsaid`: those
        of which nothing is said are variables.
        """
        decl = self.world.actions[call.name.text]
        self.usage.offered.add(decl.name.text)
        if call.name.span.text == decl.name.text:
            # What a menu offers is not named where the menu is.
            self.reporter.means(call.name.span, decl.name.span)
        given = [param for param in decl.params if isinstance(param, ast.GivenParam)]
        around = self.world.phases_around.of(decl.name.text)
        inside = Scope(you=scope.you, place=Place(phases=around))
        values: list[ir.Expr] = []
        by_name: dict[str, ast.Argument] = {}
        if wanted is None:
            try:
                by_name = self._given(call, decl, given)
            except UnknownName:
                return None
        wanted_by_name = self.decisions.choices.wanted_number(decl, wanted)
        for param in given:
            domain = self.declarations.type_of(param.type)
            result = by_name.get(param.name.text) or wanted_by_name.get(param.name.text)
            if result is not None and not isinstance(result.value, ast.Over):
                value = self.expressions.conversions.argument(result.value, scope, domain)
            elif unsaid:
                value = ir.Local(self.output.vars.new(param.name.text, domain))
            elif param.default is not None:
                value = self.expressions.conversions.argument(param.default, inside, domain)
            else:
                self.reporter.error(
                    "wrong-argument-count",
                    call.span,
                    f"`{decl.name.text}` must be given `{param.name.text}`",
                    "missing",
                    because=((param.span, "the parameter"),),
                )
                return None
            values.append(value)
            inside.bind(param.name.text, value, param.name.span).used = True
        params = self.decisions.choices.params(decl.params, inside)
        conditions: list[ir.Condition] = []
        so_far, paying = self.decisions.costs.after_cost(params), None
        for clause in decl.body:
            if isinstance(clause, ast.When):
                conditions.extend(self.decisions.choices.conditions(clause, inside))
            elif isinstance(clause, ast.Cost):
                paying = paying or inside.inner()
                conditions.extend(self.decisions.costs.cost_conditions(clause, paying, so_far))
        for arg_name, argument in wanted_by_name.items():
            if arg_name not in {param.name.text for param in given}:
                conditions.extend(
                    self.decisions.choices.wanted_conditions(arg_name, argument, params, inside, scope)
                )
        chosen = [ir.Local(param.var) for param in params]
        values_in_order = self._in_order(decl, values, chosen)
        body = (ir.Do(f"action {decl.name.text}", self._you(scope), values_in_order, (), decl.span),)
        title = self.statements.texts.label_text(decl.text, decl.name.text, inside)
        return self.decisions.choices.finished_alternative(
            decl.name.text, title, params, conditions, body, decl.name.span
        )

    def _given(
        self, call: ast.CallOf, decl: ast.ActionDecl, params: list[ast.GivenParam]
    ) -> dict[str, ast.Argument]:
        """What an action is given where it is offered."""

        def unknown(arg: ast.Argument, name: str) -> UnknownName:
            if name:
                called = f"parameter of `{decl.name.text}` that can be given here called"
                return self.reporter.unknown(arg.span, name, called, declared, code="unknown-argument")
            return self.reporter.error(
                "wrong-argument-count",
                call.span,
                f"`{decl.name.text}` takes {in_brackets(len(params))} where it is offered, "
                f"not {len(call.args)}",
                f"{len(call.args)} given",
                because=((decl.name.span, "declared here"),),
                hint="what stands behind `from` and `of` in its head is chosen by the player",
            )

        declared: dict[str, Span | None] = {param.name.text: param.name.span for param in params}
        return self.expressions.arguments.by_name(call.args, declared, unknown)

    def _in_order(
        self, decl: ast.ActionDecl, given: list[ir.Expr], chosen: list[ir.Local]
    ) -> tuple[ir.Expr, ...]:
        given_left, chosen_left = iter(given), iter(chosen)
        values: list[ir.Expr] = []
        for param in decl.params:
            left = given_left if isinstance(param, ast.GivenParam) else chosen_left
            values += islice(left, self.decisions.choices.width(param))
        return tuple(values)

    # ------------------------------------------------------------ single choices

    def _choose(self, line: ast.Choose, scope: Scope) -> ir.Lines:
        node = line.param
        if isinstance(node, ast.GivenParam):
            raise self.reporter.error(
                "misplaced-declaration", node.span, "something must be chosen from", "write `choose x from S`"
            )
        inside = scope.inner()
        if isinstance(node, ast.AmountsParam):
            return self._choose_amounts(node, line, scope)
        is_one = isinstance(node, ast.OneParam)
        param = self.decisions.choices.param(node, inside, optional_after=line.optional and is_one)
        local_name = inside.find(node.name.text)
        assert local_name is not None
        after: ir.Expr = ir.Local(param.var) if line.optional and is_one else local_name.expr
        scope.bind(node.name.text, after, node.name.span)
        if not line.optional:
            scope.facts = inside.facts
        return self._chosen([param], line, scope)

    def _choose_amounts(self, node: ast.AmountsParam, line: ast.Choose, scope: Scope) -> ir.Lines:
        if line.optional:
            raise self.reporter.error(
                "misplaced-declaration",
                node.span,
                "of numbers for each, none can be what is chosen",
                "`may` is not possible here",
                hint='let `from` begin with 0, or write a block: `may "…?"` with this line as its first',
            )
        return self._chosen(self.decisions.choices.params_of(node, scope), line, scope)

    def _chosen(self, params: list[ir.Param], line: ast.Choose, scope: Scope) -> ir.Lines:
        alternative = self.decisions.choices.finished_alternative("", ir.Text(()), params, [], (), line.span)
        return self._lone(alternative, scope, line.span, line.cite, decline=line.optional)

    def _lone(
        self,
        alternative: ir.Alternative,
        scope: Scope,
        span: Span,
        cite: ast.Cite | None = None,
        *,
        decline: bool = True,
        prompt: ir.Text | None = None,
    ) -> ir.Lines:
        """A decision on one thing."""
        point, you = self.output.new_point(), self._you(scope)
        rules = rules_of(cite)
        return (ir.Decide(point, you, (alternative,), decline, prompt=prompt, rules=rules, span=span),)

    def _may_block(self, text: ast.Text, body: ast.Block, scope: Scope, span: Span) -> ir.Lines:
        """A block somebody may take; leading choices and conditions are its head."""
        inside = scope.inner()
        params: list[ir.Param] = []
        conditions: list[ir.Condition] = []
        lines = list(body.lines)
        while lines:
            head = lines[0]
            if isinstance(head, ast.When):
                conditions.extend(self.decisions.choices.conditions(head, inside))
            elif (
                isinstance(head, ast.Choose)
                and not head.optional
                and not isinstance(head.param, ast.GivenParam)
            ):
                params += self.decisions.choices.params_of(head.param, inside)
            else:
                break
            lines.pop(0)
        self.expressions.lasting_facts.others_go_on(inside)
        rest = self.statements.block(lines, inside)
        alternative = self.decisions.choices.finished_alternative(
            "", self.statements.texts.text(text, scope), params, conditions, rest, span
        )
        prompt = self.statements.texts.text(text, scope)
        return self._lone(alternative, scope, span, body.cite, prompt=prompt)

    def _may_do(self, line: ast.Stmt, scope: Scope, span: Span) -> ir.Lines:
        """One optional line, offered if there is something to be done."""
        inside = scope.inner()
        self.expressions.lasting_facts.others_go_on(inside)
        body = self.statements.line(line, inside)
        conditions: list[ir.Condition] = []
        for stmt in body:
            match stmt:
                case ir.Draw(source=source):
                    conditions.append(ir.Condition(self.statements.pieces.can_draw(source), span))
                case ir.Move(what=what):
                    if isinstance(what.type, ir.SeqDomain):
                        conditions.append(ir.Condition(ir.Apply(Op.NOT_EMPTY, (what,), FLAG), span))
                    elif is_optional(what.type):
                        conditions.append(ir.Condition(ir.Apply(Op.NOT_NONE, (what,), FLAG), span))
        title = self._title_of(line, body)
        conditions = [condition for condition in conditions if constant(condition.test) != 1]
        alternative = self.decisions.choices.finished_alternative("", title, [], conditions, body, span)
        return self._lone(alternative, scope, span)

    def _title_of(self, line: ast.Stmt, body: ir.Lines) -> ir.Text:
        """What an optional line is called in play, with the numbers it will have."""
        match line, body:
            case ast.Draw(up_to=up_to), (ir.Draw(number=many, source=source), *_):
                words = f"from the {in_words(source.zone)}"
                return ir.Text(("Draw up to " if up_to else "Draw ", many, f" {words}"))
            case ast.Do(name, args), (ir.Do(args=values), *_):
                parts: list[str | ir.Expr] = [in_words(name.text)[:1].upper() + in_words(name.text)[1:]]
                for value in values if args else ():
                    parts += [" ", self.expressions.conversions.unconfined(value)]
                return ir.Text(tuple(parts))
            case _:
                words = " ".join(line.span.text.split()).split("[")[0].strip().replace("_", " ")
                return ir.Text((words[:1].upper() + words[1:],))

    # ------------------------------------------------------------ bodies

    def build_action(self, decl: ast.ActionDecl) -> None:
        """The body of an action as a proc; its parameters are handed over."""
        you = self.output.vars.new("you", PLAYER)
        lasting = self.expressions.lasting_facts
        around = self.world.phases_around.of(decl.name.text)
        place = Place(phases=around, meanwhile=lasting.meanwhile(decl.name.text))
        scope = Scope(you=ir.Local(you), place=place)
        made: list[ir.Var] = []
        chosen: list[ir.Param] = []
        for node in decl.params:
            try:
                if isinstance(node, ast.GivenParam):
                    domain = self.declarations.type_of(node.type)
                    self.expressions.lists.not_shadowing(node.name, scope)
                    var = self.output.vars.bound(node.name, domain, scope)
                    made.append(var)
                else:
                    params = self.decisions.choices.params_of(node, scope)
                    made += [param.var for param in params]
                    chosen += params
            except UnknownName:
                self.output.vars.bound(node.name, UNREAD, scope)
        with suppress(UnknownName):
            self.decisions.choices.text_comes_last(chosen)
        for clause in decl.body:
            if isinstance(clause, ast.When):
                self.decisions.choices.conditions(clause, scope)
        lasting.others_go_on(scope)
        lines: list[ir.Stmt] = []
        rest: list[ast.Stmt] = []
        for clause in decl.body:
            match clause:
                case ast.When():
                    pass
                case ast.Cost(line):
                    try:
                        lines.extend(self.statements.line(line, scope))
                    except UnknownName:
                        continue
                    lasting.forget(line, scope, behind=True)
                case _:
                    rest.append(clause)
        lines.extend(self.statements.block(rest, scope))
        name = f"action {decl.name.text}"
        self.output.procs[name] = ir.Proc(
            name, "action", you, tuple(made), tuple(lines), rules_of(decl.cite), decl.span
        )
