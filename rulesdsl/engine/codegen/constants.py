"""What is known while code is written: expressions of constants, and of variables whose values are given.

An expression is gone through once, and becomes a function of the values of variables: a condition that is
tried for every two squares of a board is asked thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.literals import Known
from rulesdsl.engine.codegen.operations import FOLDABLE, emit_operation
from rulesdsl.engine.core.type_values import frozen_value
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Impossible, Op
from rulesdsl.program_walk import bound_in, instances_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator

Env = Mapping[int, str | Known]
"""The values of variables by their numbers, or what they are called where they are not known."""
Evaluator = Callable[[Env], Known | None]
"""The value where these variables have these values; None if it is not known."""

LONGEST_FOLDED = 200


def never(_env: Env) -> None:
    """Whatever the variables are, the value is not known before the game is played."""
    return


class Constants:
    def __init__(self, gen: Generator) -> None:
        self._gen = gen
        self._evaluators: dict[int, tuple[ir.Expr, Evaluator]] = {}
        """By the identity of an expression, which is kept beside it: no other can have its number then."""
        self._values: dict[tuple[str, tuple[Known, ...]], Known | None] = {}

    def forget(self) -> None:
        """Everything is written; what is asked from now on is asked once."""
        self._evaluators.clear()
        self._values.clear()

    def value(self, expr: ir.Expr, env: Env) -> Known | None:
        return self.evaluator(expr)(env)

    def evaluator(self, expr: ir.Expr) -> Evaluator:
        known = self._evaluators.get(id(expr))
        if known is None:
            known = self._evaluators[id(expr)] = expr, self._made(expr)
        return known[1]

    def _made(self, expr: ir.Expr) -> Evaluator:
        if isinstance(expr, ir.LetExpr):
            return _of_named(expr.var.number, self.evaluator(expr.value), self.evaluator(expr.body))
        if isinstance(expr, ir.Over):
            return self._of_over(expr)
        match expr:
            case ir.Const(value=number):
                number = int(number)
                return lambda _env: number
            case ir.ConstSeq(values=values):
                return lambda _env: values
            case ir.Local(var=var):
                return _of_variable(var.number)
            case ir.Lookup(table=table, keys=keys):
                return self._of_table(table, [self.evaluator(key) for key in keys])
            case ir.Apply(op=op, args=args) if op in FOLDABLE:
                return self._of_operation(expr, [self.evaluator(arg) for arg in args])
            case ir.Formula(name=name, args=args) if not self._gen.flow.formula_reads(name):
                return self._of_formula(name, [self.evaluator(arg) for arg in args])
            case ir.IfExpr(condition=condition, then=then, otherwise=otherwise):
                return _of_cases(*(self.evaluator(part) for part in (condition, then, otherwise)))
            case _:
                return never

    def _of_over(self, over: ir.Over) -> Evaluator:
        if over.op is not Gather.LIST or over.value is None or not over_all(over):
            return never
        if not isinstance(over.domain, ir.ConstSeq):
            return never
        return _of_list(over.var.number, over.domain.values, self.evaluator(over.value))

    def _of_table(self, name: str, keys: Sequence[Evaluator]) -> Evaluator:
        if never in keys:
            return never
        values = self._gen.program.tables[name].values
        dims = [(dim.low, dim.count, dim.stride) for dim in self._gen.table_dims(name)]
        pairs = tuple(zip(dims, keys, strict=True))

        def of_table(env: Env) -> Known | None:
            flat = 0
            for (low, count, stride), key in pairs:
                given = key(env)
                if given == ir.NONE:
                    return ir.NONE
                if not isinstance(given, int) or not low <= given < low + count:
                    return None
                flat += (given - low) * stride
            return values[flat]

        return of_table

    def _of_operation(self, expr: ir.Apply, args: Sequence[Evaluator]) -> Evaluator:
        if never in args:
            return never
        meaning = expr.op.entry.meaning
        if meaning is not None and expr.op is not Op.RANGE:
            return _by_meaning(meaning, args)
        result: dict[tuple[Known, ...], Known | None] = {}

        def of_operation(env: Env) -> Known | None:
            known = _all_known(args, env)
            if known is None:
                return None
            if known not in result:
                result[known] = folded(self._gen, expr, known)
            return result[known]

        return of_operation

    def _of_formula(self, name: str, args: Sequence[Evaluator]) -> Evaluator:
        if never in args:
            return never
        formula = self._gen.program.formulas[name]

        def of_formula(env: Env) -> Known | None:
            known = _all_known(args, env)
            if known is None:
                return None
            key = name, known
            if key not in self._values:
                given = {param.number: value for param, value in zip(formula.params, known, strict=True)}
                self._values[key] = self.value(formula.body, given)
            return self._values[key]

        return of_formula


def _of_variable(number: int) -> Evaluator:
    def of_variable(env: Env) -> Known | None:
        bound = env.get(number)
        return None if isinstance(bound, str) else bound

    return of_variable


def _by_meaning(meaning: Callable[..., Known], args: Sequence[Evaluator]) -> Evaluator:
    def by_meaning(env: Env) -> Known | None:
        known = _all_known(args, env)
        try:
            return None if known is None else meaning(*known)
        except Impossible:
            # Which is for the game to find out.
            return None

    return by_meaning


def over_all(over: ir.Over) -> bool:
    """Whether every member counts, in its order, and nothing but the member is read."""
    read = {node.var.number for node in instances_in(over.value, ir.Local)}
    return over.where is None and over.by is None and read <= bound_in(over)


def _of_named(number: int, value: Evaluator, body: Evaluator) -> Evaluator:
    if never in (value, body):
        return never

    def of_named(env: Env) -> Known | None:
        known = value(env)
        return None if known is None else body({**env, number: known})

    return of_named


def _of_list(number: int, members: tuple[Known, ...], value: Evaluator) -> Evaluator:
    """The values of all members, as of what each place costs: one tuple for all who ask."""
    if value is never:
        return never
    made: list[Known | None] = []

    def of_list(_env: Env) -> Known | None:
        if not made:
            values = [value({number: member}) for member in members]
            known = tuple(given for given in values if given is not None)
            whole = len(known) == len(values)
            listed: Known = tuple(given for given in known if given != ir.NONE)  # type: ignore[assignment]
            made.append(listed if whole else None)
        return made[0]

    return of_list


def _of_cases(condition: Evaluator, then: Evaluator, otherwise: Evaluator) -> Evaluator:
    if condition is never:
        return never

    def of_cases(env: Env) -> Known | None:
        test = condition(env)
        return None if test is None else (then if test else otherwise)(env)

    return of_cases


def _all_known(args: Sequence[Evaluator], env: Env) -> tuple[Known, ...] | None:
    known: list[Known] = []
    for arg in args:
        value = arg(env)
        if value is None:
            return None
        known.append(value)
    return tuple(known)


def folded(gen: Generator, expr: ir.Apply, known: tuple[Known, ...]) -> Known | None:
    """The value of an operation on arguments of these values; None if it has none, which is for the game to
    find out.
    """
    if expr.op is Op.RANGE:
        low, high = known
        if not isinstance(low, int) or not isinstance(high, int) or high - low > LONGEST_FOLDED:
            return None
        return tuple(range(low, high + 1))
    # The values stand in place of the arguments. With the arguments themselves, each would be worked out a
    # second time here, those within it a fourth time, and so on: twice as long for every step down.
    args = tuple(_constant(value, arg.type) for value, arg in zip(known, expr.args, strict=True))
    probe = Emitter(gen)
    text = emit_operation(probe, evolve(expr, args=args))
    if probe.lines:
        return None
    try:
        value = eval(text, {**gen.runtime, **gen.pool.names})  # noqa: S307 -- text of our own making
    except Exception:  # noqa: BLE001 -- whatever fails here fails in play, with its place
        return None
    return frozen_value(value)


def _constant(value: Known, type_: ir.Domain) -> ir.Const | ir.ConstSeq:
    return ir.Const(value, type_) if isinstance(value, int) else ir.ConstSeq(value, type_)
