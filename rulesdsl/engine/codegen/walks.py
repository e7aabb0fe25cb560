"""Ways over a map into Python: whether something is among their lengths or ends, asked without listing all.

In a loop that the map, the start and what is avoided do not depend on, the ways are looked up once, before
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.conditions import conjuncts
from rulesdsl.engine.codegen.literals import MAY_FAULT
from rulesdsl.operations import Op
from rulesdsl.program_walk import bound_in, instances_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

WAYS = {Op.TRAIL_LENGTHS: "lengths_to", Op.TRAIL_ENDS: "ends_among"}
"""What gives all of them, and what only answers whether something is one of them."""


def links_and_others(self: Emitter, ways: ir.Apply) -> list[str]:
    """The arguments of an operation on a graph: None for its links, which come first, where they are left out
    or all of them.
    """
    if len(ways.args) < ways.op.entry.on_links:
        return ["None", *map(self.expr, ways.args)]
    links, *others = ways.args
    return [_some_links(self, links, ways.graph), *map(self.expr, others)]


def _some_links(self: Emitter, links: ir.Expr, graph: str | None) -> str:
    assert graph is not None
    known = self.const(links)
    if isinstance(known, tuple) and len(set(known)) == len(self.program.graphs[graph].links):
        return "None"
    return self.expr(links)


def emit_ways(self: Emitter, ways: ir.Apply) -> str:
    """What answers, by `in`, whether something is among the lengths or ends of ways."""
    if ways in self.hoisted:
        return self.hoisted[ways]
    args = ", ".join(links_and_others(self, ways))
    return f"{self.gen.chart(ways.graph)}.{WAYS[ways.op]}({args})"


def sole_ways(tests: tuple[ir.Expr | None, ...], results: list[ir.Var]) -> tuple[ir.Apply, ir.Expr] | None:
    """The ways and the goal, if all that is asked of a set's only result is that ways of so many links lead
    to the goal.
    """
    asked = [conjunct for test in tests for conjunct in conjuncts(test)]
    if len(asked) != 1 or len(results) != 1:
        return None
    match asked[0]:
        case ir.Apply(op=Op.IN, args=(ir.Local(var=var), ir.Apply(op=Op.TRAIL_LENGTHS) as ways)) if (
            var == results[0]
        ):
            return ways, ways.args[-2]
        case ir.Apply(op=Op.IN, args=(goal, ir.Apply(op=Op.TRAIL_ENDS) as ways)):
            match ways.args[-2]:
                case ir.Apply(op=Op.SEQ_OF, args=(ir.Local(var=var),)) if var == results[0]:
                    return ways, goal
    return None


def write_reach(
    self: Emitter, ways: ir.Apply, goal: ir.Expr, reads: set[int], given: list[ir.Var], pool: str
) -> bool:
    """Lines that answer it for all results of sets at once, and keep the answers for other goals.

    `pool` makes what the sets are chosen from, which depends on the variables `reads` of those that are
    `given`. Nothing is written if it may be a fault.
    """
    *links, start, _, avoiding = ways.args
    read = reads | {node.var.number for node in instances_in((*links, start, avoiding), ir.Local)}
    key = "".join(
        f"tuple(v{var.number}), " if _is_many(var) else f"v{var.number}, "
        for var in given
        if var.number in read
    )
    faults = len(self.pool.faults)
    self.depth += 1
    lines, there = self.capture(
        lambda: ", ".join(
            [
                _some_links(self, links[0], ways.graph) if links else "None",
                self.expr(start),
                self.expr(avoiding),
            ]
        )
    )
    self.depth -= 1
    before, to = self.capture(lambda: self.expr(goal))
    written = "\n".join((*lines, there, *before, to))
    if len(self.pool.faults) > faults or any(word in written for word in MAY_FAULT):
        return False
    name = self.pool.add("W", object())
    self.put("if M is None: M = {}")
    self.put(f"reached = M.get(({name}, {key}))")
    with self.block("if reached is None:"):
        self.lines += lines
        self.put(f"pool = {pool}")
        self.put("numbers = pool.numbers if pool.low <= pool.high else 0")
        self.put(f"reached = M[({name}, {key})] = {self.gen.chart(ways.graph)}.reached({there}, numbers)")
    self.lines += before
    self.put(f"return reached[{to}]")
    return True


def _is_many(var: ir.Var) -> bool:
    return isinstance(var.type, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain))


def ways_outside(self: Emitter, ways: ir.Apply, inner: set[int]) -> str | None:
    """The same under a name, written before a loop over these variables. None if it depends on them, or may
    be a fault.
    """
    outside = inner - bound_in(ways.args)
    if any(node.var.number in outside for node in instances_in(ways.args, ir.Local)):
        return None
    faults = len(self.pool.faults)
    lines, text = self.capture(lambda: emit_ways(self, ways))
    written = "\n".join((*lines, text))
    if len(self.pool.faults) > faults or any(word in written for word in MAY_FAULT):
        return None
    self.lines += lines
    return self.atom(text)
