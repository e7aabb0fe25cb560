"""Definitions whose values are remembered: numbers worked out by loops in loops from nothing but arguments.

What a hand of cards is worth in melds is asked of the same hand again and again: for each card that might be
laid off, for each set that might be laid down, at every guess of a bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.runtime.values import Remembered
from rulesdsl.program_walk import nodes_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator

MOST_REMEMBERED = 20_000
"""So many values of one definition are kept; then it begins anew."""

_WORTH_IT = 2
"""So many loops must lie in one another."""


def is_remembered(gen: Generator, name: str) -> bool:
    given = gen.program.formulas[name]
    if not given.params or isinstance(given.body.type, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)):
        # Lists might be changed by who asked for them.
        return False
    if any(isinstance(param.type, ir.SeqOfSeqDomain) for param in given.params):
        return False
    # What it reads is known already; loops have to be gone through.
    return not gen.flow.formula_reads(name) and _loops(gen, given.body) >= _WORTH_IT


def _loops(gen: Generator, root: object) -> int:
    """How many loops lie in one another, in definitions too."""
    deepest = 0
    for node in nodes_in(root, lambda node: not isinstance(node, (ir.Over, ir.Formula))):
        match node:
            case ir.Over():
                inner = (node.domain, node.where, node.by, node.value)
                deepest = max(deepest, 1 + _loops(gen, inner))
            case ir.Formula(name=name, args=args):
                if name not in gen.loops_of_formulas:
                    gen.loops_of_formulas[name] = _loops(gen, gen.program.formulas[name].body)
                deepest = max(deepest, gen.loops_of_formulas[name], _loops(gen, args))
    return deepest


def remembering(gen: Generator, short: str, name: str, lines: list[str]) -> list[str]:
    """The function of a definition, which looks first whether the value is known."""
    params = gen.program.formulas[name].params
    kept = gen.pool.add("R", Remembered())
    names = ", ".join(f"v{var.number}" for var in params)
    many = (ir.SeqDomain, ir.MapDomain)
    key = ", ".join(
        f"tuple(v{var.number})" if isinstance(var.type, many) else f"v{var.number}" for var in params
    )
    return [
        f"def {short}(C, {names}):",
        f"    k = ({key}, )" if len(params) > 1 else f"    k = {key}",
        f"    r = {kept}.get(k)",
        "    if r is None:",
        f"        if len({kept}) >= {MOST_REMEMBERED}: {kept}.clear()",
        f"        r = {kept}[k] = {short}_(C, {names})",
        "    return r",
        "",
        f"def {short}_(C, {names}):",
        *lines[1:],
    ]
