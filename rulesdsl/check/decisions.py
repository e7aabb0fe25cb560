"""Decisions: actions and menus, choices, what makes them legal."""

from __future__ import annotations



from rulesdsl.check.domains import FLAG, PLAYER, describe, is_number, is_optional, optional, plain, seq
from rulesdsl.check.folding import constant, facts_of, free_vars, number
from rulesdsl.check.paths import UnknownName
from rulesdsl.check.scope import Place, Scope
from rulesdsl.check.set_parts import with_parts
from rulesdsl.check.statements import Lines, Statements, rules_of
from rulesdsl.program import (
    Alternative,
    Apply,
    Assign,
    Condition,
    Const,

    Decide,
    Do,
    Domain,
    Draw,
    Expr,
    IntDomain,

    Local,
    Move,
    OneParam,
    OptionalDomain,
    Param,
    Proc,
    SeqDomain,
    SomeParam,
    Stmt,
    Text,
    Var,
    ZonePieces,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Decisions(Statements):
    actions: dict[str, ast.ActionDecl]
    menus: dict[str, ast.MenuDecl]
    offered: set[str]

    def allow_decision(self, span: Span, scope: Scope) -> None:
        if not scope.place.decisions:
            self.error(
                "decision-not-allowed-here",
                span,
                "nobody can decide anything here",
                scope.place.why_not or "no decision",
            )
            raise UnknownName
        if scope.you is None:
            self.error(
                "outside-a-turn",
                span,
                "somebody must decide here, but nobody acts",
                "who decides?",
                hint="put it below `turn of each player`, `each player in turn`, `all players in secret` or `player p`",
            )
            raise UnknownName

    def decision(self, line: ast.Stmt, scope: Scope) -> Lines:
        self.allow_decision(line.span, scope)
        match line:
            case ast.May(actions, repeatedly, cite):
                return self._offer(actions, scope, cite, line.span, decline=True, repeatedly=repeatedly)
            case ast.Must(actions, repeatedly, if_possible, cite):
                return self._offer(
                    actions, scope, cite, line.span, decline=False, repeatedly=repeatedly, if_possible=if_possible
                )
            case ast.Choose():
                return self._choose(line, scope)
            case ast.MayBlock(text, body):
                return self._may_block(text, body, scope, line.span)
            case ast.MayDo(inner):
                return self._may_do(inner, scope, line.span)
            case _:
                raise TypeError(type(line))

    # ------------------------------------------------------------ offering actions

    def _offer(
        self,
        calls: tuple[ast.CallOf, ...],
        scope: Scope,
        cite: ast.Cite | None,
        span: Span,
        *,
        decline: bool,
        repeatedly: bool = False,
        if_possible: bool = False,
    ) -> Lines:
        before: list[Stmt] = []
        alternatives: list[Alternative] = []
        prompt: Text | None = None
        for call in calls:
            names = [call.name.text]
            if call.name.text in self.menus:
                menu = self.menus[call.name.text]
                self.used_menus.add(menu.name.text)
                names = [n for n, a in self.actions.items() if any(m.text == menu.name.text for m in a.menus)]
                if menu.text is not None:
                    prompt = self.text(menu.text, scope)
                if not names:
                    self.error(
                        "empty-menu",
                        call.name.span,
                        f"no action is in the menu `{menu.name.text}`",
                        "nothing to choose from",
                        because=((menu.name.span, "the menu"),),
                        hint=f"write `in menu {menu.name.text}` behind the head of an action",
                    )
                    continue
            elif call.name.text not in self.actions:
                self.unknown(
                    call.name.span,
                    call.name.text,
                    "action or menu",
                    [*self.actions, *self.menus],
                    code="unknown-action",
                )
                continue
            for name in names:
                one = ast.CallOf(ast.Name(name, span=call.name.span), call.args, span=call.span)
                alternative = self.action_alternative(one, scope)
                if alternative is not None:
                    alternatives.append(alternative)
        if not alternatives:
            raise UnknownName
        return (
            *before,
            Decide(
                self.new_point(),
                self._you(scope),
                tuple(alternatives),
                decline,
                if_possible,
                repeatedly,
                prompt,
                rules_of(cite),
                span,
            ),
        )

    used_menus: set[str]

    def _you(self, scope: Scope) -> Expr:
        assert scope.you is not None
        return scope.you

    def action_alternative(
        self, call: ast.CallOf, scope: Scope, *, wanted: tuple[ast.Argument, ...] | None = None
    ) -> Alternative | None:
        """The action as an alternative of a decision, with its given parameters filled in."""
        decl = self.actions[call.name.text]
        self.offered.add(decl.name.text)
        given = [param for param in decl.params if isinstance(param, ast.GivenParam)]
        inside = Scope(you=scope.you, place=Place())
        values: list[Expr] = []
        by_name: dict[str, ast.Argument] = {}
        for at, arg in enumerate(call.args):
            if wanted is not None:
                break
            name = arg.name.text if arg.name is not None else (given[at].name.text if at < len(given) else "")
            if name not in {one.name.text for one in given}:
                self.unknown(
                    arg.span,
                    name or str(at + 1),
                    f"parameter of `{decl.name.text}` that can be given, called",
                    [one.name.text for one in given],
                    code="unknown-argument",
                )
                return None
            by_name[name] = arg
        wanted_by_name = self._wanted(decl, wanted)
        for param in given:
            domain = self.type_of(param.type)
            found = by_name.get(param.name.text) or wanted_by_name.get(param.name.text)
            if found is not None and not isinstance(found.value, ast.Over):
                value = self.coerced(self.expr(found.value, scope, domain), domain, found.value.span)
            elif param.default is not None:
                value = self.coerced(self.expr(param.default, inside, domain), domain, param.default.span)
            else:
                self.error(
                    "wrong-argument-count",
                    call.span,
                    f"`{decl.name.text}` must be given `{param.name.text}`",
                    "missing",
                    because=((param.span, "the parameter"),),
                )
                return None
            values.append(value)
            inside.bind(param.name.text, value, param.name.span).used = True
        params, stages = self._params(decl.params, inside)
        conditions: list[Condition] = []
        for clause in decl.body:
            if isinstance(clause, ast.When):
                conditions.extend(self._when(clause, inside))
            elif isinstance(clause, ast.Cost):
                conditions.extend(self._cost_conditions(clause, inside))
        for arg_name, argument in wanted_by_name.items():
            condition = self._wanted_condition(arg_name, argument, params, scope)
            if condition is not None:
                conditions.append(condition)
        chosen = [Local(param.var) for param in params]
        values_in_order = self._in_order(decl, values, chosen)
        _ = stages
        body = (Do(f"action {decl.name.text}", self._you(scope), values_in_order, (), decl.span),)
        title = self.label_text(decl.text, decl.name.text, self._title_scope(params, inside))
        return self.finished_alternative(decl.name.text, title, params, conditions, body, decl.name.span)

    def _title_scope(self, params: list[Param], inside: Scope) -> Scope:
        _ = params
        return inside

    def _in_order(self, decl: ast.ActionDecl, given: list[Expr], chosen: list[Local]) -> tuple[Expr, ...]:
        values: list[Expr] = []
        given_left, chosen_left = list(given), list(chosen)
        for param in decl.params:
            values.append(given_left.pop(0) if isinstance(param, ast.GivenParam) else chosen_left.pop(0))
        return tuple(values)

    # ------------------------------------------------------------ what an example asks for

    def _wanted(
        self, decl: ast.ActionDecl, wanted: tuple[ast.Argument, ...] | None
    ) -> dict[str, ast.Argument]:
        found: dict[str, ast.Argument] = {}
        names = [param.name.text for param in decl.params]
        usual = [p.name.text for p in decl.params if isinstance(p, ast.GivenParam) and p.default is not None]
        in_order = [name for name in names if name not in usual]
        for at, arg in enumerate(wanted or ()):
            name = arg.name.text if arg.name is not None else (in_order[at] if at < len(in_order) else "")
            if name not in names:
                self.unknown(
                    arg.span, name or str(at + 1), f"parameter of `{decl.name.text}` called", names, "unknown-argument"
                )
                raise UnknownName
            found[name] = arg
        return found

    def _wanted_condition(
        self, name: str, arg: ast.Argument, params: list[Param], scope: Scope
    ) -> Condition | None:
        param = next((one for one in params if one.var.name == name), None)
        if param is None or isinstance(arg.value, ast.Over):
            return None
        return Condition(self.alike(Local(param.var), arg.value, scope), arg.span)

    def alike(self, chosen: Expr, node: ast.Expr, scope: Scope) -> Expr:
        """Whether what was chosen is what an example names: pieces by name, sets counted."""
        value = self.expr(node, scope, chosen.type)
        return self.alike_value(chosen, value, node)

    def alike_value(self, chosen: Expr, value: Expr, node: ast.Expr) -> Expr:
        comparison = ast.Binary("is", node, node, span=node.span)
        if isinstance(chosen.type, SeqDomain) and isinstance(value.type, SeqDomain):
            return Apply("same_names", (chosen, value), FLAG)
        return self._same(chosen, value, comparison)

    # ------------------------------------------------------------ parameters

    def _params(self, nodes: tuple[ast.Param, ...], scope: Scope) -> tuple[list[Param], int]:
        params: list[Param] = []
        for node in nodes:
            if isinstance(node, ast.GivenParam):
                continue
            params.append(self.param(node, scope))
        return params, len(params)

    def param(self, node: ast.OneParam | ast.SomeParam, scope: Scope, *, optional_after: bool = False) -> Param:
        """A choice; its name is bound in the scope."""
        domain = self.sequence(node.domain, scope)
        if not isinstance(domain.type, SeqDomain):
            self.error("not-a-set", node.domain.span, "single things are expected here", describe(domain.type))
            raise UnknownName
        self.not_shadowing(node.name, scope)
        prompt = None if node.text is None else self.text(node.text, scope)
        if isinstance(node, ast.OneParam):
            of: Domain = domain.type.of
            var = self.vars.new(node.name.text, optional(of) if optional_after else of)
            seen: Expr = Apply("as", (Local(var),), of) if optional_after else Local(var)
            local = scope.bind(node.name.text, seen, node.name.span)
            where = None
            if node.where is not None:
                where = self.condition(node.where, scope)
                facts = facts_of(where, holds=True)
                scope.facts = facts + scope.facts
                narrowed = self.narrowed(seen, scope)
                if narrowed is not seen:
                    local.expr = narrowed
            prefer = tuple(self.condition(one, scope) for one in node.prefer)
            return OneParam(var, domain, where, prefer, prompt)
        low, high = self._quantity(node.quantity, domain.type.bound, scope)
        var = self.vars.new(node.name.text, seq(domain.type.of, ordered=False, bound=domain.type.bound))
        scope.bind(node.name.text, Local(var), node.name.span)
        where = None if node.where is None else self.condition(node.where, scope)
        if node.needless and where is None:
            self.error(
                "misplaced-declaration",
                node.span,
                "`nothing needless` needs a condition that could be met with less",
                "no condition",
                hint="`where … , nothing needless`",
            )
        return SomeParam(var, low, high, domain, where, node.needless, None, prompt)

    def _quantity(self, quantity: ast.Quantity, bound: int, scope: Scope) -> tuple[Expr, Expr]:
        def whole(node: ast.Expr | None) -> Expr:
            assert node is not None
            return self.as_number(self.expr(node, scope), node.span)

        most = number(max(bound, 0))
        match quantity.word:
            case "any":
                return number(0), most
            case "some":
                return number(1), most
            case "up to":
                return number(0), whole(quantity.high)
            case "range":
                return whole(quantity.low), whole(quantity.high)
            case _:
                exact = whole(quantity.low)
                return exact, exact

    def _when(self, clause: ast.When, scope: Scope) -> list[Condition]:
        try:
            test = self.condition(clause.condition, scope)
        except UnknownName:
            return []
        if isinstance(test, Const):
            if test.value:
                return []
        scope.facts = facts_of(test, holds=True) + scope.facts
        parts = test.args if isinstance(test, Apply) and test.op == "and" else (test,)
        return [Condition(part, clause.condition.span) for part in parts]

    def _cost_conditions(self, clause: ast.Cost, scope: Scope) -> list[Condition]:
        """What must hold so that a cost can be paid."""
        line = clause.line
        try:
            stmt = self.line(line, scope.inner())
        except UnknownName:
            return []
        conditions: list[Condition] = []
        for one in stmt:
            match one:
                case Move(what=what):
                    if isinstance(what.type, OptionalDomain):
                        conditions.append(Condition(Apply("not_none", (what,), FLAG), line.span))
                    elif isinstance(what, ZonePieces):
                        conditions.append(Condition(Apply("not_empty", (what,), FLAG), line.span))
                case Assign(state=state, value=value):
                    symbol = self.symbols[state]
                    limits = getattr(symbol, "type", None)
                    if isinstance(limits, IntDomain) and is_number(value.type):
                        inner = plain(value.type)
                        assert isinstance(inner, IntDomain)
                        if inner.low < limits.low:
                            conditions.append(Condition(Apply("ge", (value, number(limits.low)), FLAG), line.span))
                        if inner.high > limits.high:
                            conditions.append(Condition(Apply("le", (value, number(limits.high)), FLAG), line.span))
                case Draw(number=many, source=source, up_to=False):
                    from rulesdsl.program import ZoneCount

                    count = ZoneCount(source, IntDomain(0, 2_000))
                    conditions.append(Condition(Apply("ge", (count, many), FLAG), line.span))
                case _:
                    pass
        return conditions

    def finished_alternative(
        self,
        name: str,
        title: Text,
        params: list[Param],
        conditions: list[Condition],
        body: Lines,
        span: Span,
    ) -> Alternative:
        """Conditions go to the first stage at which they can be tested; sets get their parts."""
        final, tests = with_parts(params, conditions, self.vars)
        position: dict[Var, int] = {}
        for at, param in enumerate(final):
            position[param.var] = at + 1
            if isinstance(param, SomeParam) and param.parts is not None:
                for part in param.parts:
                    position[part.result] = at + 1
        stages: list[list[Condition]] = [[] for _ in range(len(final) + 1)]
        for condition in tests:
            last = max((position.get(var, 0) for var in free_vars(condition.test)), default=0)
            stages[last].append(condition)
        return Alternative(name, title, tuple(final), tuple(tuple(stage) for stage in stages), body, span)

    # ------------------------------------------------------------ single choices

    def _choose(self, line: ast.Choose, scope: Scope) -> Lines:
        node = line.param
        if isinstance(node, ast.GivenParam):
            self.error(
                "misplaced-declaration", node.span, "something must be chosen from", "write `choose x from S`"
            )
            raise UnknownName
        inside = scope.inner()
        is_one = isinstance(node, ast.OneParam)
        param = self.param(node, inside, optional_after=line.optional and is_one)
        found = inside.find(node.name.text)
        assert found is not None
        after: Expr = Local(param.var) if line.optional and is_one else found.expr
        scope.bind(node.name.text, after, node.name.span)
        title = param.prompt or Text((node.name.text.replace("_", " "),))
        alternative = self.finished_alternative("", title, [param], [], (), line.span)
        decide = Decide(
            self.new_point(),
            self._you(scope),
            (alternative,),
            line.optional,
            False,
            False,
            None,
            rules_of(line.cite),
            line.span,
        )
        return (decide,)

    def _may_block(self, text: ast.Text, body: ast.Block, scope: Scope, span: Span) -> Lines:
        """A block somebody may take; leading choices and conditions are its head."""
        inside = scope.inner()
        params: list[Param] = []
        conditions: list[Condition] = []
        lines = list(body.lines)
        while lines:
            head = lines[0]
            if isinstance(head, ast.When):
                conditions.extend(self._when(head, inside))
            elif isinstance(head, ast.Choose) and not head.optional and not isinstance(head.param, ast.GivenParam):
                params.append(self.param(head.param, inside))
            else:
                break
            lines.pop(0)
        rest = self.block(lines, inside)
        alternative = self.finished_alternative("", self.text(text, scope), params, conditions, rest, span)
        decide = Decide(
            self.new_point(),
            self._you(scope),
            (alternative,),
            True,
            False,
            False,
            self.text(text, scope),
            rules_of(body.cite),
            span,
        )
        return (decide,)

    def _may_do(self, line: ast.Stmt, scope: Scope, span: Span) -> Lines:
        """One optional line, offered if there is something to be done."""
        inside = scope.inner()
        body = self.line(line, inside)
        conditions: list[Condition] = []
        for one in body:
            match one:
                case Draw(source=source):
                    conditions.append(Condition(self.can_draw(source), span))
                case Move(what=what):
                    if isinstance(what.type, SeqDomain):
                        conditions.append(Condition(Apply("not_empty", (what,), FLAG), span))
                    elif is_optional(what.type):
                        conditions.append(Condition(Apply("not_none", (what,), FLAG), span))
                case _:
                    pass
        words = " ".join(line.span.text.split())
        words = words.split("[")[0].strip().replace("_", " ")
        title = Text((words[:1].upper() + words[1:],))
        conditions = [one for one in conditions if constant(one.test) != 1]
        alternative = self.finished_alternative("", title, [], conditions, body, span)
        decide = Decide(
            self.new_point(), self._you(scope), (alternative,), True, False, False, None, (), span
        )
        return (decide,)

    # ------------------------------------------------------------ bodies

    def build_action(self, decl: ast.ActionDecl) -> None:
        """The body of an action as a proc; its parameters are handed over."""
        you = self.vars.new("you", PLAYER)
        scope = Scope(you=Local(you), place=Place())
        made: list[Var] = []
        for node in decl.params:
            try:
                if isinstance(node, ast.GivenParam):
                    domain = self.type_of(node.type)
                    self.not_shadowing(node.name, scope)
                    var = self.vars.new(node.name.text, domain)
                    scope.bind(node.name.text, Local(var), node.name.span)
                else:
                    param = self.param(node, scope)
                    var = param.var
            except UnknownName:
                scope.bind(node.name.text, Local(self.vars.new(node.name.text, optional(FLAG))), node.name.span)
                continue
            made.append(var)
        lines: list[Stmt] = []
        rest: list[ast.Stmt] = []
        for clause in decl.body:
            match clause:
                case ast.When():
                    self._when(clause, scope)
                case ast.Cost(line):
                    try:
                        lines.extend(self.line(line, scope))
                    except UnknownName:
                        continue
                case _:
                    rest.append(clause)
        lines.extend(self.block(rest, scope))
        name = f"action {decl.name.text}"
        self.procs[name] = Proc(name, "action", you, tuple(made), tuple(lines), rules_of(decl.cite), decl.span)





