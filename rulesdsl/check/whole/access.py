"""What lines and formulas of a program read and change, as far as it matters for what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.facts import Facts, Thing
from rulesdsl.program_walk import everything_used, nodes_in
from rulesdsl.statement_facts import blocks_of, member_of

Part = TypeVar("Part")


@define
class Access(Facts):
    """A variable is taken to hold pieces from where it got them, though they may have been moved since."""

    _sources: dict[int, ir.Expr | ir.ZoneRef | None] = field(factory=dict)
    _arguments: dict[int, list[ir.Expr]] = field(factory=dict)
    _without: frozenset[int] = frozenset()
    _zones_of: dict[int, frozenset[str] | None] = field(factory=dict)
    """Of variables that are looked up already."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._bind_variables()
        # Those on which a variable rests come first, so that no chain of them is gone back over.
        for number, bound in sorted(self._sources.items(), key=itemgetter(0)):
            if bound is not None:
                self._zones_of[number] = self._bound_sources(bound)

    @cached_property
    def _by_class(self) -> dict[type[Any], list[Any]]:
        """All that is in the program, gone through once: most checks look for something in all of it."""
        result: dict[type[Any], list[Any]] = {}
        program = self.program
        for part in nodes_in((*program.procs.values(), *program.rules, *program.formulas.values())):
            result.setdefault(type(part), []).append(part)
        return result

    def parts(self, kind: type[Part]) -> Sequence[Part]:
        """All parts of the program of one class."""
        return self._by_class.get(kind, ())

    @property
    def state_changes(self) -> Sequence[ir.Assign | ir.Include]:
        """The lines that change states."""
        return (*self.parts(ir.Assign), *self.parts(ir.Include))

    def formulas_used(self, node: object) -> frozenset[str]:
        """The definitions and scores a formula needs, and those that these need."""
        used = everything_used(node, self.program.formulas, ir.Formula)
        return frozenset(item.name for item in used if isinstance(item, ir.Formula))

    def may_change(
        self, lines: tuple[ir.Stmt, ...], *, passing: bool = False, without: frozenset[int] = frozenset()
    ) -> frozenset[Thing]:
        """What lines may change, with the procs they call and the standing rules that may follow.

        `passing`: nobody does what may be declined; `without`: the decisions in which nothing can be done.
        """
        result: set[Thing] = set()
        self._without = without
        self._collect(lines, result, set(), passing=passing)
        self._add_rules(result, passing=passing)
        self._without = frozenset()
        return frozenset(result)

    def _add_rules(self, result: set[Thing], *, passing: bool) -> None:
        left = list(self.program.rules)
        again = True
        while again:
            again = False
            for rule in list(left):
                if not self.rule_reads(rule).isdisjoint(result):
                    left.remove(rule)
                    self._collect(rule.body, result, set(), passing=passing)
                    again = True

    def _collect(
        self, lines: tuple[ir.Stmt, ...], result: set[Thing], seen: set[str], *, passing: bool
    ) -> None:
        for line in lines:
            result |= self.changes(line)
            match line:
                case ir.Decide(point=point, decline=decline):
                    if (passing and decline) or point in self._without:
                        continue
                case ir.Do(proc=name) if name in self.program.procs and name not in seen:
                    seen.add(name)
                    self._collect(self.program.procs[name].body, result, seen, passing=passing)
            for block in blocks_of(line):
                self._collect(block, result, seen, passing=passing)

    def variable_sources(self, var: ir.Var) -> frozenset[str] | None:
        if var.number in self._zones_of:
            return self._zones_of[var.number]
        bound = self._sources.get(var.number)
        if bound is not None:
            return self._bound_sources(bound)
        arguments = self._arguments.pop(var.number, None)
        if not arguments:
            return None
        # Taken out while it is looked at: a variable that is handed on to itself adds nothing.
        known = self._sources_of_all(tuple(arguments))
        self._arguments[var.number] = arguments
        return known

    def _bound_sources(self, bound: ir.Expr | ir.ZoneRef) -> frozenset[str] | None:
        return frozenset({bound.zone}) if isinstance(bound, ir.ZoneRef) else self.sources(bound)

    def _bind_variables(self) -> None:
        for items in self._by_class.values():
            # Whether a part gives a variable a value is said by its class.
            if member_of(items[0]) is not None:
                self._sources.update(
                    (var.number, value) for var, value in filter(None, map(member_of, items))
                )
        for draw in self.parts(ir.Draw):
            if draw.var is not None:
                self._sources[draw.var.number] = draw.to
        for call in self.parts(ir.Do):
            proc = self.program.procs.get(call.proc)
            if proc is not None:
                for param, arg in zip(proc.params, call.args, strict=False):
                    self._arguments.setdefault(param.number, []).append(arg)
