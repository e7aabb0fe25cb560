"""Out of which variables a value is worked out, if it is out of them and of tables alone."""

from __future__ import annotations

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.facts import Facts
from rulesdsl.program_walk import instances_in, nodes_in

YOU = "you"
"""What the player who decides is called in lines."""


@define
class MadeOf:
    program: ir.Program
    _facts: Facts = field(init=False)
    _named: dict[int, ir.Expr] = field(init=False)
    """What variables are names for."""
    _looped: dict[int, ir.Expr] = field(init=False)
    """What variables of loops go through."""

    def __attrs_post_init__(self) -> None:
        nodes = list(nodes_in((self.program.procs, self.program.rules)))
        self._facts = Facts(self.program)
        self._named = {node.var.number: node.value for node in nodes if isinstance(node, ir.Let)}
        self._looped = {node.var.number: node.domain for node in nodes if isinstance(node, ir.For)}

    def __call__(self, expr: ir.Expr | None) -> frozenset[str] | None:
        """The names of these variables, none for what is always the same; None if it looks at how things
        stand, or is another one each time that a loop comes round over what is always the same.
        """
        names: set[str] = set()
        waiting: list[ir.Expr | None] = [expr]
        behind: set[int] = set()
        comes_round = False
        while waiting:
            formula = waiting.pop()
            if self._facts.reads(formula):
                return None
            for local in instances_in(formula, ir.Local):
                number = local.var.number
                source = self._named.get(number, self._looped.get(number))
                if source is None:
                    names.add(local.var.name)
                elif number not in behind:
                    behind.add(number)
                    waiting.append(source)
                    comes_round = comes_round or number in self._looped
        return None if comes_round and names <= {YOU} else frozenset(names)
