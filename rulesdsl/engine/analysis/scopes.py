"""Which variables matter at a line: those that are read in it or behind it.

A variable can be read only in the block that names it and in what lies in that block, and has got a value
before. So at a line those matter that were named before it in the blocks around it in its routine, and that
are read from there on; around a call, those behind the call. All others hold what was left from earlier.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.program_walk import instances_in
from rulesdsl.statement_facts import Block, statement_facts

Numbers = frozenset[int]
"""Variables by their numbers."""

NOTHING: Numbers = frozenset()


@frozen
class Scope:
    """What matters at a line in its own routine, and what mattered when the secret block around it began."""

    live: Numbers = NOTHING
    before_block: Numbers = NOTHING


@define
class Scopes:
    """Of the lines where a game may wait or that it comes back to, by their identity: of a decision at that,
    of what goes on for long in its middle, of all others behind them.
    """

    _lines: dict[int, Scope] = field(factory=dict)
    _reads: dict[int, Numbers] = field(factory=dict)

    @classmethod
    def of(cls, program: ir.Program) -> Scopes:
        scopes = cls()
        for proc in program.procs.values():
            scopes._block(proc.body, _numbers((*proc.params, proc.you)), NOTHING, NOTHING)
        for rule in program.rules:
            scopes._block(rule.body, _numbers(var for var, _ in rule.vars), NOTHING, NOTHING)
        return scopes

    def at(self, line: ir.Stmt | None) -> Scope:
        """`None`: before the first line."""
        return Scope() if line is None else self._lines[id(line)]

    def _block(self, lines: Block, names: Numbers, before_block: Numbers, after: Numbers) -> None:
        """`after`: the variables that are read behind the block."""
        behind = [after]
        for line in reversed(lines[1:]):
            behind.append(behind[-1] | self._read_in(line))
        for line, rest in zip(lines, reversed(behind), strict=False):
            names = self._line(line, names, before_block, rest)

    def _read_in(self, line: ir.Stmt) -> Numbers:
        """The variables that are read in a line and in the lines within it."""
        if id(line) not in self._reads:
            self._reads[id(line)] = frozenset(node.var.number for node in instances_in(line, ir.Local))
        return self._reads[id(line)]

    def _line(self, line: ir.Stmt, names: Numbers, before_block: Numbers, after: Numbers) -> Numbers:
        """Gives what is named behind the line."""
        match line:
            case ir.For() | ir.Repeat() | ir.EachPlayer() | ir.Phase():
                self._again(line, names, before_block, after)
            case ir.Secret():
                self._note(line, names & after, before_block)
                self._again(line, names, names & (after | self._read_in(line)), after)
            case ir.Decide(alternatives=alternatives):
                # It may come again.
                behind = after | (self._read_in(line) & names if line.repeatedly else NOTHING)
                self._note(line, names & (after | self._read_in(line)), before_block)
                for alternative in alternatives:
                    self._block(alternative.body, names | _chosen(alternative), before_block, behind)
                # What was chosen is named in the lines behind the decision too.
                return names.union(*(_chosen(alternative) for alternative in alternatives))
            case _:
                facts = statement_facts(line)
                for block in facts.blocks:
                    self._block(block, names, before_block, after)
                names |= _numbers(facts.names)
                self._note(line, names & after, before_block)
        return names

    def _again(self, line: ir.Stmt, names: Numbers, before_block: Numbers, after: Numbers) -> None:
        """A block that is gone through several times; its own variable says how far. What is named in it gets
        its value anew each time.
        """
        facts = statement_facts(line)
        around = names | _numbers((facts.loop_var,))
        behind = around & (after | _numbers((facts.loop_var,)) | self._read_in(line))
        if not isinstance(line, ir.Secret):
            self._note(line, behind, before_block)
        for block in facts.blocks:
            self._block(block, around, before_block, behind)

    def _note(self, line: ir.Stmt, live: Numbers, before_block: Numbers) -> None:
        """The same line may stand in several places."""
        before = self._lines.get(id(line), Scope())
        self._lines[id(line)] = Scope(before.live | live, before.before_block | before_block)


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
