"""Which variables matter at a decision: those that lines behind it may still read.

A variable can be read only in the block that names it and in what lies in that block; so at a decision those
matter that were named before it in the blocks around it, and around each call that leads there. All others
hold what was left from earlier.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulesdsl.engine.walk import nodes_in
from rulesdsl.program import (
    Alternative,
    Chance,
    Decide,
    Do,
    Draw,
    EachPlayer,
    For,
    If,
    Let,
    Phase,
    Program,
    Repeat,
    Secret,
    SomeParam,
    Stmt,
    Together,
    Var,
)

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
    def of(cls, program: Program) -> Scopes:
        walk = _Walk()
        for name, proc in program.procs.items():
            walk.inside = name
            walk.block(proc.body, _numbers((*proc.params, proc.you)), None)
        for rule in program.rules:
            walk.inside = _RULE
            walk.block(rule.body, _numbers(var for var, _ in rule.vars), None)
        # A standing rule may come after any line.
        entries = {
            _RULE: (frozenset(node.number for node in nodes_in(program) if isinstance(node, Var)),) * 2
        }
        found = cls()
        for point, place in walk.decisions.items():
            found.live[point], found.before_block[point] = walk.around(place, entries)
        return found


_RULE = ""


@define
class _Walk:
    inside: str = ""
    decisions: dict[int, _Place] = field(factory=dict)
    calls: dict[str, list[_Place]] = field(factory=dict)

    def block(self, lines: tuple[Stmt, ...], names: Numbers, before_block: Numbers | None) -> None:
        for line in lines:
            names = self.line(line, names, before_block)

    def line(self, line: Stmt, names: Numbers, before_block: Numbers | None) -> Numbers:
        """Gives what is named behind the line."""
        match line:
            case Let(var=var) | Draw(var=var) | Chance(var=var):
                return names | _numbers((var,))
            case If(then=then, otherwise=otherwise):
                self.block(then, names, before_block)
                self.block(otherwise, names, before_block)
            case For(var=var, body=body) | Repeat(var=var, body=body):
                self.block(body, names | _numbers((var,)), before_block)
            case EachPlayer(you=you, body=body) | Phase(you=you, body=body):
                self.block(body, names | _numbers((you,)), before_block)
            case Secret(you=you, body=body):
                self.block(body, names | _numbers((you,)), names)
            case Together(body=body):
                self.block(body, names, before_block)
            case Do(proc=proc):
                self.calls.setdefault(proc, []).append(_Place(self.inside, names, before_block))
            case Decide(point=point, alternatives=alternatives):
                self.decisions[point] = _Place(self.inside, names, before_block)
                for one in alternatives:
                    self.block(one.body, names | _chosen(one), before_block)
                # What was chosen is named in the lines behind the decision too.
                return names.union(*(_chosen(one) for one in alternatives))
            case _:
                pass
        return names

    def around(self, place: _Place, entries: dict[str, tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
        live, before_block = self._entry(place.inside, entries)
        if place.before_block is not None:
            before_block = live | place.before_block
        return live | place.names, before_block

    def _entry(self, inside: str, entries: dict[str, tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
        """What is named around all calls of a routine; routines do not call themselves."""
        if inside not in entries:
            found = [self.around(call, entries) for call in self.calls.get(inside, ())]
            entries[inside] = (
                NOTHING.union(*(live for live, _ in found)),
                NOTHING.union(*(before for _, before in found)),
            )
        return entries[inside]


def _numbers(variables: Iterable[Var | None]) -> Numbers:
    return frozenset(var.number for var in variables if var is not None)


def _chosen(alternative: Alternative) -> Numbers:
    parts = (
        part.result
        for param in alternative.params
        if isinstance(param, SomeParam)
        for part in param.parts or ()
    )
    return _numbers((*(param.var for param in alternative.params), *parts))
