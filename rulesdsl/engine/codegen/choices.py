"""The members of a domain among which a parameter is chosen: those that meet its condition, and of
these the preferred.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesdsl import program as ir
from rulesdsl.engine.codegen.comprehensions import require
from rulesdsl.engine.codegen.conditions import disjuncts
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.static_filter import foreseen, hoisted
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in


@contextmanager
def selection(
    emitter: Emitter, param: ir.OneParam, tests: tuple[ir.Expr, ...]
) -> Iterator[tuple[str, ir.Expr | None]]:
    """The members of the domain that meet `where`, and of these, where one meets a wish, only such.

    Gives a sequence, and a condition that is still to be looked at. `tests` are further conditions, which are
    going to be looked at for each member.
    """
    with hoisted(emitter, (param.where, *param.prefer, *tests), {param.var.number}):
        kind = ir.SeqDomain(param.var.type, ordered=True, bound=1)
        listed = foreseen(
            emitter, ir.Over(Gather.SELECT, param.var, param.domain, param.where, None, None, kind)
        )
        domain = emitter.expr(listed.domain)
        name = emitter.bind(param.var)
        where = listed.where
        if param.prefer:
            if where is not None:
                domain = _those_who(emitter, name, domain, where)
                where = None
            kept = emitter.fresh()
            emitter.put(f"{kept} = {as_fresh_list(domain)}")
            for wish in param.prefer:
                _keep_preferred(emitter, param, name, kept, wish)
            domain = kept
        yield domain, where


@contextmanager
def candidates(emitter: Emitter, param: ir.OneParam, tests: tuple[ir.Expr, ...]) -> Iterator[bool]:
    """A loop over this selection; gives whether there can be any member."""
    with (
        selection(emitter, param, tests) as (domain, where),
        emitter.block(f"for v{param.var.number} in {domain}:"),
    ):
        yield require(emitter, where)


def _those_who(emitter: Emitter, name: str, domain: str, test: ir.Expr) -> str:
    """A list of the members that meet a condition."""
    text = emitter.fresh()
    emitter.put(f"{text} = []")
    with emitter.block(f"for {name} in {domain}:"):
        if require(emitter, test):
            emitter.put(f"{text}.append({name})")
    return text


def _keep_preferred(emitter: Emitter, param: ir.OneParam, name: str, kept: str, wish: ir.Expr) -> None:
    """Keep the members that meet a wish, or all where none does; not looked at if it is the same for all."""
    same = [disjunct for disjunct in disjuncts(wish) if not _reads(disjunct, param.var)]
    rest = [disjunct for disjunct in disjuncts(wish) if _reads(disjunct, param.var)]
    if not rest:
        return
    test = emitter.logic(Op.OR, tuple(same)) if same else "False"
    guard = f"len({kept}) > 1" if test == "False" else f"not {test} and len({kept}) > 1"
    with emitter.block(f"if {guard}:"):
        better = _those_who(
            emitter, name, kept, rest[0] if len(rest) == 1 else ir.Apply(Op.OR, tuple(rest), ir.FlagDomain())
        )
        emitter.put(f"if {better}: {kept} = {better}")


def as_fresh_list(text: str) -> str:
    """The members as a list that nobody else has: a part of the cells is one already."""
    if text.startswith("C[") and ":" in text:
        depth = 0
        for index, sign in enumerate(text):
            depth += (sign == "[") - (sign == "]")
            if sign == "]" and depth == 0:
                return text if index == len(text) - 1 else f"list({text})"
    return f"list({text})"


def _reads(expr: ir.Expr, var: ir.Var) -> bool:
    return any(node.var.number == var.number for node in instances_in(expr, ir.Local))
