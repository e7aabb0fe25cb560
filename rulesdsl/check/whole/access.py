"""What lines and formulas of a program read and change, as far as it matters for what is said of them."""

from __future__ import annotations

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.facts import Facts, Thing
from rulesdsl.program_walk import everything
from rulesdsl.statement_facts import blocks_of, member_of


@define
class Access(Facts):
    """A variable is taken to hold pieces from where it got them, though they may have been moved since."""

    _sources: dict[int, ir.Expr | ir.ZoneRef | None] = field(factory=dict)
    _arguments: dict[int, list[ir.Expr]] = field(factory=dict)
    _without: frozenset[int] = frozenset()

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._bind_variables()

    def formulas_used(self, node: object) -> frozenset[str]:
        """The definitions and scores a formula needs, and those that these need."""
        texts: set[str] = set()
        todo = [node]
        while todo:
            for item in everything(todo.pop()):
                if isinstance(item, ir.Formula) and item.name not in texts:
                    texts.add(item.name)
                    formula = self.program.formulas.get(item.name)
                    if formula is not None:
                        todo.append(formula.body)
        return frozenset(texts)

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
                case _:
                    pass
            for block in blocks_of(line):
                self._collect(block, result, seen, passing=passing)

    def variable_sources(self, var: ir.Var) -> frozenset[str] | None:
        bound = self._sources.get(var.number)
        if isinstance(bound, ir.ZoneRef):
            return frozenset({bound.zone})
        if bound is not None:
            return self.sources(bound)
        arguments = self._arguments.pop(var.number, None)
        if not arguments:
            return None
        # Taken out while it is looked at: a variable that is handed on to itself adds nothing.
        known = self._sources_of_all(tuple(arguments))
        self._arguments[var.number] = arguments
        return known

    def _bind_variables(self) -> None:
        roots = (
            tuple(self.program.procs.values()),
            self.program.rules,
            tuple(self.program.formulas.values()),
        )
        for item in everything(roots):
            if (member := member_of(item)) is not None:
                var, domain = member
                self._sources[var.number] = domain
            match item:
                case ir.Draw(var=ir.Var() as var, to=to):
                    self._sources[var.number] = to
                case ir.Do(proc=name, args=args):
                    proc = self.program.procs.get(name)
                    if proc is not None:
                        for param, arg in zip(proc.params, args, strict=False):
                            self._arguments.setdefault(param.number, []).append(arg)
                case _:
                    pass
