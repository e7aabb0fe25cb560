"""Which variables matter at a decision: those that lines behind it may still read.

A variable can be read only in the block that names it and in what lies in that block; so at a decision those
matter that were named before it in the blocks around it, and around each call that leads there, and that are
read in it or behind it there. All others hold what was left from earlier.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.program_walk import instances_in
from rulesdsl.statement_facts import Block, statement_facts

Numbers = frozenset[int]
"""Variables by their numbers."""

NOTHING: Numbers = frozenset()


@define
class _Place:
    """A decision or a call: what is named around it in its routine, and what around the secret block in
    which it lies, if there is one.
    """

    inside: str
    names: Numbers
    before_block: Numbers | None


@define
class Scopes:
    """`live`: by the point of a decision what matters there; `before_block`: by the same what mattered when
    the secret block around it began.
    """

    live: dict[int, Numbers] = field(factory=dict)
    before_block: dict[int, Numbers] = field(factory=dict)

    @classmethod
    def of(cls, program: ir.Program) -> Scopes:
        walk = _Walk()
        for name, proc in program.procs.items():
            walk.inside = name
            walk.block(proc.body, _numbers((*proc.params, proc.you)), None, NOTHING)
        for rule in program.rules:
            walk.inside = _RULE
            walk.block(rule.body, _numbers(var for var, _ in rule.vars), None, NOTHING)
        # A standing rule may come after any line.
        entries = {_RULE: (frozenset(node.number for node in instances_in(program, ir.Var)),) * 2}
        scopes = cls()
        for point, place in walk.decisions.items():
            scopes.live[point], scopes.before_block[point] = walk.around(place, entries)
        return scopes


_RULE = ""


@define
class _Walk:
    inside: str = ""
    decisions: dict[int, _Place] = field(factory=dict)
    calls: dict[str, list[_Place]] = field(factory=dict)
    _reads: dict[int, Numbers] = field(factory=dict)

    def block(self, lines: Block, names: Numbers, before_block: Numbers | None, after: Numbers) -> None:
        """`after`: the variables that are read behind the block."""
        behind = [after]
        for line in reversed(lines[1:]):
            behind.append(behind[-1] | self.reads(line))
        for line, rest in zip(lines, reversed(behind), strict=False):
            names = self.line(line, names, before_block, rest)

    def reads(self, line: ir.Stmt) -> Numbers:
        """The variables that are read in a line and in the lines within it."""
        if id(line) not in self._reads:
            self._reads[id(line)] = frozenset(node.var.number for node in instances_in(line, ir.Local))
        return self._reads[id(line)]

    def line(self, line: ir.Stmt, names: Numbers, before_block: Numbers | None, after: Numbers) -> Numbers:
        """Gives what is named behind the line."""
        match line:
            case ir.For() | ir.Repeat() | ir.EachPlayer() | ir.Phase():
                self.again(line, names, before_block, after)
            case ir.Secret():
                self.again(line, names, names & (after | self.reads(line)), after)
            case ir.Do(proc=proc):
                self.calls.setdefault(proc, []).append(_Place(self.inside, names & after, before_block))
            case ir.Decide(point=point, alternatives=alternatives):
                behind = after | self.reads(line)
                self.decisions[point] = _Place(self.inside, names & behind, before_block)
                for alternative in alternatives:
                    # It may come again.
                    self.block(alternative.body, names | _chosen(alternative), before_block, behind)
                # What was chosen is named in the lines behind the decision too.
                return names.union(*(_chosen(alternative) for alternative in alternatives))
            case _:
                facts = statement_facts(line)
                for block in facts.blocks:
                    self.block(block, names, before_block, after)
                return names | _numbers(facts.names)
        return names

    def again(self, line: ir.Stmt, names: Numbers, before_block: Numbers | None, after: Numbers) -> None:
        """A block that is gone through several times; its own variable says how far."""
        facts = statement_facts(line)
        own = _numbers((facts.loop_var,))
        for block in facts.blocks:
            self.block(block, names | own, before_block, after | own | self.reads(line))

    def around(self, place: _Place, entries: dict[str, tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
        live, before_block = self._entry(place.inside, entries)
        if place.before_block is not None:
            before_block = live | place.before_block
        return live | place.names, before_block

    def _entry(self, inside: str, entries: dict[str, tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
        """What is named around all calls of a routine; routines do not call themselves."""
        if inside not in entries:
            result = [self.around(call, entries) for call in self.calls.get(inside, ())]
            entries[inside] = (
                NOTHING.union(*(live for live, _ in result)),
                NOTHING.union(*(before for _, before in result)),
            )
        return entries[inside]


def _numbers(variables: Iterable[ir.Var | None]) -> Numbers:
    return frozenset(var.number for var in variables if var is not None)


def _chosen(alternative: ir.Alternative) -> Numbers:
    parts = (
        part.result
        for param in alternative.params
        if isinstance(param, ir.SomeParam)
        for part in param.parts or ()
    )
    return _numbers((*(param.var for param in alternative.params), *parts))
