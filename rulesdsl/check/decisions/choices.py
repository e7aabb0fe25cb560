"""Choices: parameters, what they are chosen from, and the conditions on them."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.decisions.module import DecisionModule
from rulesdsl.check.decisions.set_parts import with_parts
from rulesdsl.check.domains import FLAG, bounds, describe, is_number, optional, seq
from rulesdsl.check.folding import all_of, compared, constant, facts_of, free_vars, number
from rulesdsl.check.labels import in_brackets
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_AMOUNTS = 200_000
"""Ways to choose several numbers on which there is a condition; more are met with `too-much-work`."""


class Choices(DecisionModule):
    def wanted_number(
        self, decl: ast.ActionDecl, wanted: tuple[ast.Argument, ...] | None
    ) -> dict[str, ast.Argument]:
        args = wanted or ()
        declared: dict[str, Span | None] = {param.name.text: param.name.span for param in decl.params}
        usual = [p.name.text for p in decl.params if isinstance(p, ast.GivenParam) and p.default is not None]
        in_order = [name for name in declared if name not in usual]

        def unknown(arg: ast.Argument, name: str) -> UnknownName:
            if name:
                called = f"parameter of `{decl.name.text}` called"
                return self.reporter.unknown(arg.span, name, called, declared, "unknown-argument")
            return self.reporter.error(
                "wrong-argument-count",
                arg.span,
                f"`{decl.name.text}` takes {in_brackets(len(in_order))}, not {len(args)}",
                "one too many",
                because=((decl.name.span, "declared here"),),
            )

        return self.expressions.arguments.by_name(args, declared, unknown, in_order)

    def wanted_conditions(
        self, name: str, arg: ast.Argument, params: list[ir.Param], inside: Scope, scope: Scope
    ) -> Iterator[ir.Condition]:
        """What an example says of a parameter, `inside` being where parameters have their names."""
        if isinstance(arg.value, ast.Over):
            return
        param = next((item for item in params if item.var.name == name), None)
        if param is not None:
            yield ir.Condition(self.alike(ir.Local(param.var), arg.value, scope), arg.span, wanted=True)
            return
        local = inside.find(name)
        if local is None or not isinstance(local.expr.type, ir.MapDomain):
            return
        domain = local.expr.type
        value = self.expressions.typed(arg.value, scope, domain)
        for key in self.declarations.members(domain.key):
            # Each is asked for when it is chosen, not all behind the last.
            chosen, wanted = (self.expressions.amounts.of_key(side, key) for side in (local.expr, value))
            yield ir.Condition(compared(Op.EQ, chosen, wanted), arg.span, wanted=True)

    def alike(self, chosen: ir.Expr, node: ast.Expr, scope: Scope) -> ir.Expr:
        """Whether what was chosen is what an example names: pieces by name, sets counted."""
        wanted = chosen.type
        if isinstance(wanted, ir.PieceDomain) and isinstance(node, ast.NameRef):
            wanted = ir.PieceNameDomain(wanted.kinds)
        compared_here = scope.inner(place=evolve(scope.place, only_compared=True))
        value = self.expressions.expr(node, compared_here, wanted)
        self._could_be_chosen(chosen, value, node.span)
        return self.alike_value(chosen, value, node)

    def _could_be_chosen(self, chosen: ir.Expr, value: ir.Expr, span: Span) -> None:
        """A number that is never among those to choose from is a slip, which would prove nothing."""
        known = constant(value)
        if not isinstance(chosen, ir.Local) or not isinstance(chosen.type, ir.IntDomain):
            return
        if known is None or not is_number(value.type) or chosen.type.low <= known <= chosen.type.high:
            return
        described = f"{chosen.type.low}..{chosen.type.high}"
        raise self.reporter.error(
            "bad-example",
            span,
            f"{known} is none of {described}, from which `{chosen.var.name}` is chosen",
            "cannot be meant here",
        )

    def alike_value(self, chosen: ir.Expr, value: ir.Expr, node: ast.Expr) -> ir.Expr:
        comparison = ast.Binary("is", node, node, span=node.span)
        if isinstance(chosen.type, ir.SeqDomain) and isinstance(value.type, ir.SeqDomain):
            return ir.Apply(Op.SAME_NAMES, (chosen, value), FLAG)
        return self.expressions.comparisons.same(chosen, value, comparison)

    def params(self, nodes: tuple[ast.Param, ...], scope: Scope) -> list[ir.Param]:
        params: list[ir.Param] = []
        for node in nodes:
            if not isinstance(node, ast.GivenParam):
                params += self.params_of(node, scope)
        return params

    def text_comes_last(self, params: list[ir.Param]) -> None:
        """What could be written is not gone through to see whether all that follows can be chosen."""
        for param in params[:-1]:
            if isinstance(param, ir.OneParam) and param.is_written and param.places is not None:
                raise self.reporter.error(
                    "misplaced-declaration",
                    param.places.whole,
                    "a text is written when all else is chosen",
                    f"`{params[-1].var.name}` is chosen behind it",
                    hint=f"let `{param.var.name}` come last",
                )

    def params_of(
        self, node: ast.OneParam | ast.SomeParam | ast.AmountsParam, scope: Scope
    ) -> list[ir.Param]:
        """What is chosen for a parameter, one after the other; its name is bound in the scope."""
        if isinstance(node, ast.AmountsParam):
            return list(self._amounts(node, scope))
        return [self.param(node, scope)]

    def width(self, node: ast.Param) -> int:
        """How many things are chosen, or given, for a parameter."""
        if not isinstance(node, ast.AmountsParam):
            return 1
        return self.declarations.size_of(self.expressions.amounts.keys_of(node.per))

    def _amounts(self, node: ast.AmountsParam, scope: Scope) -> list[ir.OneParam]:
        """A number for each key: each is a choice, and the condition is one of the last."""
        key_type = self.expressions.amounts.keys_of(node.per)
        keys = self.declarations.members(key_type)
        self.expressions.lists.not_shadowing(node.name, scope)
        params: list[ir.OneParam] = []
        for key in keys:
            inside = scope.inner()
            called = self.declarations.cells.text_of(key, key_type)
            if node.per.name is not None:
                inside.bind(node.per.name.text, ir.Const(key, key_type), node.per.name.span)
            domain = self.expressions.sequence(node.domain, inside)
            assert isinstance(domain.type, ir.SeqDomain)
            if not is_number(domain.type.of):
                raise self.reporter.mismatch(
                    node.domain.span,
                    "a number is chosen for each",
                    domain.type,
                    hint=f"`{node.name.text} {node.per.span.text} from 0..3`",
                )
            prompt = None if node.text is None else self.statements.texts.text(node.text, inside)
            var = self.output.vars.new(f"{node.name.text} {called}", domain.type.of)
            params.append(ir.OneParam(var, domain, None, (), prompt, None, _places(node)))
        if not params:
            raise UnknownName
        chosen = self.expressions.amounts.of_values(key_type, [ir.Local(param.var) for param in params])
        scope.bind(node.name.text, chosen, node.name.span)
        if node.where is not None:
            where = self.expressions.condition(node.where, scope)
            self._not_too_many(node, params)
            params[-1] = evolve(params[-1], where=where)
        return params

    def _not_too_many(self, node: ast.AmountsParam, params: list[ir.OneParam]) -> None:
        """Whether a condition can be met is found out by trying."""
        many = prod(self.declarations.size_of(param.var.type) for param in params)
        if many > MOST_AMOUNTS:
            assert node.where is not None
            raise self.reporter.error(
                "too-much-work",
                node.where.span,
                f"there are {many:,} ways to choose these numbers, and the condition would be put to each",
                f"at most {MOST_AMOUNTS:,}",
                hint="let there be fewer to choose from: `from 0..min(3, …)`",
            )

    def param(
        self, node: ast.OneParam | ast.SomeParam, scope: Scope, *, optional_after: bool = False
    ) -> ir.Param:
        """A choice; its name is bound in the scope."""
        domain = self.expressions.sequence(node.domain, scope)
        if not isinstance(domain.type, ir.SeqDomain):
            raise self.reporter.error(
                "not-a-set", node.domain.span, "single things are expected here", describe(domain.type)
            )
        self.expressions.lists.not_shadowing(node.name, scope)
        prompt = None if node.text is None else self.statements.texts.text(node.text, scope)
        if isinstance(node, ast.OneParam):
            of: ir.Domain = domain.type.of
            var = self.output.vars.new(node.name.text, optional(of) if optional_after else of)
            seen: ir.Expr = ir.Apply(Op.AS, (ir.Local(var),), of) if optional_after else ir.Local(var)
            local = scope.bind(node.name.text, seen, node.name.span)
            if not optional_after:
                scope.learn(self.expressions.piece_locations.lies_in(seen, domain))
            where = None
            if node.where is not None:
                where = self.expressions.things.condition(node.where, scope, seen)
                facts = facts_of(where, holds=True)
                scope.learn(facts)
                narrowed = self.expressions.names.narrowed(seen, scope)
                if narrowed is not seen:
                    local.expr = narrowed
                    scope.learn(self.expressions.piece_locations.lies_in(narrowed, domain))
            prefer = tuple(self.expressions.things.condition(item, scope, local.expr) for item in node.prefer)
            called = None if node.called is None else self.statements.texts.text(node.called, scope)
            return ir.OneParam(var, domain, where, prefer, prompt, called, _places(node))
        low, high = self._quantity(node.quantity, domain.type.bound, scope)
        var = self.output.vars.bound(
            node.name, seq(domain.type.of, ordered=False, bound=domain.type.bound), scope
        )
        if (constant(low) or 0) > 0:
            self.output.never_empty_vars.add(var)
        where = None if node.where is None else self.expressions.condition(node.where, scope)
        if node.needless and where is None:
            self.reporter.error(
                "misplaced-declaration",
                node.span,
                "`nothing needless` needs a condition that could be met with less",
                "no condition",
                hint="`where … , nothing needless`",
            )
        return ir.SomeParam(var, low, high, domain, where, node.needless, None, prompt, _places(node))

    def _quantity(self, quantity: ast.Quantity, bound: int, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
        def some(node: ast.Expr | None) -> ir.Expr:
            assert node is not None
            return self.declarations.amounts.amount(node, scope, "nothing is chosen here")

        most = number(max(bound, 0))
        match quantity.word:
            case "any":
                return number(0), most
            case "some":
                return number(1), most
            case "up to":
                return number(0), some(quantity.high)
            case "range":
                return self._from_to(quantity, scope)
            case _:
                exact = some(quantity.low)
                return exact, exact

    def _from_to(self, quantity: ast.Quantity, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
        ends = quantity.low, quantity.high
        assert ends[0] is not None
        assert ends[1] is not None
        low, high = (
            self.expressions.as_number(self.expressions.expr(end, scope), end.span)
            for end in (ends[0], ends[1])
        )
        upward = self.declarations.amounts.runs_upward(
            constant(low), constant(high), (ends[0], ends[1]), scope, quantity.span
        )
        if upward and self.declarations.amounts.more_than_none(
            high, ends[1], scope, "nothing is chosen here"
        ):
            fewest = bounds(low.type).high
            if fewest < 0 and self.declarations.amounts.settled(ends[0], scope):
                self.reporter.error(
                    "out-of-range", ends[0].span, "fewer than none cannot be chosen", f"this is {fewest}"
                )
        return low, high

    def conditions(self, clause: ast.When, scope: Scope) -> list[ir.Condition]:
        try:
            test = self.expressions.condition(clause.condition, scope)
        except UnknownName:
            return []
        if isinstance(test, ir.Const) and test.value:
            return []
        scope.learn(facts_of(test, holds=True))
        parts = test.args if isinstance(test, ir.Apply) and test.op is Op.AND else (test,)
        return [ir.Condition(part, clause.condition.span) for part in parts]

    def finished_alternative(
        self,
        name: str,
        title: ir.Text,
        params: list[ir.Param],
        conditions: list[ir.Condition],
        body: ir.Lines,
        span: Span,
    ) -> ir.Alternative:
        """Conditions go to the first stage at which they can be tested; sets get their parts."""
        self.text_comes_last(params)
        params, before = _asked_before_writing(params)
        final, tests = with_parts(params, [*before, *conditions], self.output.vars)
        title = _with_words(title, final)
        position: dict[ir.Var, int] = {}
        for index, param in enumerate(final):
            position[param.var] = index + 1
            if isinstance(param, ir.SomeParam) and param.parts is not None:
                for part in param.parts:
                    position[part.result] = index + 1
        stages: list[list[ir.Condition]] = [[] for _ in range(len(final) + 1)]
        for condition in tests:
            last = max((position.get(var, 0) for var in free_vars(condition.test)), default=0)
            stages[last].append(condition)
        return ir.Alternative(name, title, tuple(final), tuple(tuple(stage) for stage in stages), body, span)


def _asked_before_writing(params: list[ir.Param]) -> tuple[list[ir.Param], list[ir.Condition]]:
    """What the conditions of a text say of other things can be asked before anybody writes."""
    rest: list[ir.Param] = []
    before: list[ir.Condition] = []
    for param in params:
        if isinstance(param, ir.OneParam) and param.is_written and param.where is not None:
            where = param.where
            parts = where.args if isinstance(where, ir.Apply) and where.op is Op.AND else (where,)
            of_text = [part for part in parts if param.var in free_vars(part)]
            span = None if param.places is None else param.places.where
            before += (ir.Condition(part, span) for part in parts if part not in of_text)
            param = evolve(param, where=all_of(of_text) if of_text else None)
        rest.append(param)
    return rest, before


def _with_words(title: ir.Text, params: list[ir.Param]) -> ir.Text:
    """A title with the words that the values of parameters have, instead of the values."""
    words = {param.var: param.called for param in params if isinstance(param, ir.OneParam)}
    parts: list[str | ir.Expr] = []
    for part in title.parts:
        inner = part
        while isinstance(inner, ir.Apply) and inner.op is Op.AS:
            inner = inner.args[0]
        called = words.get(inner.var) if isinstance(inner, ir.Local) else None
        parts += [part] if called is None else called.parts
    return ir.Text(tuple(parts))


def _places(node: ast.OneParam | ast.SomeParam | ast.AmountsParam) -> ir.ParamPlaces:
    prefer = tuple(item.span for item in node.prefer) if isinstance(node, ast.OneParam) else ()
    return ir.ParamPlaces(
        node.span, node.domain.span, None if node.where is None else node.where.span, prefer
    )
