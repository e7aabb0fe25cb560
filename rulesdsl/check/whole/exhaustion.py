"""Choices that use up what they are made from: in the end nothing is left, and somebody must choose.

A value of a domain is chosen `where` a state or a zone of it has not been used yet. Here it is supposed that
all of them are used: does something end the phase, or keep the decision from coming, before that?
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.exhausted_values import Used, supposed_used
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.check.whole.range_evaluation import Evaluator
from rulesdsl.check.whole.ranges import NO, YES
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import lines_in
from rulesdsl.source import Span
from rulesdsl.statement_facts import blocks_of, bodies_called, statement_facts

ANY_NUMBER = 10**9


@frozen
class Test:
    """A condition of which it is known whether it holds; `lasting`: also after other lines."""

    condition: ir.Expr
    holds: bool
    lasting: bool = False


@frozen
class Around:
    """What stands around a line."""

    tests: tuple[Test, ...] = ()
    times: int = 1
    """So often it can be carried out."""

    phases: tuple[ir.Phase, ...] = ()
    since: int = 1
    """So often it can be carried out before the tests are made again."""

    def repeated(self, times: int) -> Around:
        return evolve(self, times=_product(self.times, times), since=_product(self.since, times))

    @property
    def key(self) -> Hashable:
        """Equal where the same stands around: conditions and phases are those of one program."""
        tests = frozenset((id(test.condition), test.holds, test.lasting) for test in self.tests)
        return tests, self.times, tuple(id(phase) for phase in self.phases), self.since

    def known(self, *tests: Test) -> Around:
        lasting = tuple(test for test in self.tests if test.lasting or self.since == 1)
        return evolve(self, tests=(*lasting, *tests), since=1)


def choices_used_up(checked: Checked, reachable: Reachable) -> Iterator[Diagnostic]:
    choices = ExhaustedChoices(checked, reachable)
    flow = checked.program.procs.get("flow")
    if flow is not None:
        choices.lines(flow.body, Around())
    yield from choices.found.values()


class ExhaustedChoices:
    """One walk through all lines, as they are called."""

    def __init__(self, checked: Checked, reachable: Reachable) -> None:
        self.checked = checked
        self.program = checked.program
        self.access = reachable.access
        self.reachable = reachable
        self.found: dict[Span, Diagnostic] = {}
        self._supposed: dict[int, tuple[Used, ...]] = {}
        self._walked: set[tuple[str, Hashable]] = set()

    def lines(self, lines: ir.Lines, around: Around) -> None:
        for line in lines:
            self._line(line, around)

    def _line(self, line: ir.Stmt, around: Around) -> None:
        match line:
            case ir.If(condition, then, otherwise):
                self.lines(then, around.known(Test(condition, holds=True)))
                self.lines(otherwise, around.known(Test(condition, holds=False)))
            case ir.For() | ir.Repeat() | ir.EachPlayer() | ir.Secret():
                [many] = statement_facts(line).decided_by
                self.lines(line.body, around.repeated(self._most(many)))
            case ir.Phase():
                self.lines(line.body, self._in_phase(line, around))
            case ir.Do(proc=name) if name in self.program.procs:
                # What was walked through once with the same around it says nothing new.
                if (key := (name, around.key)) not in self._walked:
                    self._walked.add(key)
                    self.lines(self.program.procs[name].body, around)
            case ir.Decide():
                self._decide(line, around.repeated(ANY_NUMBER if line.repeatedly else 1))
            case _:
                for block in blocks_of(line):
                    self.lines(block, around)

    def _most(self, many: ir.Expr) -> int:
        return max(0, min(ANY_NUMBER, self.reachable.evaluator.truth(many).high))

    def _in_phase(self, line: ir.Phase, around: Around) -> Around:
        times = 1 if line.once else ANY_NUMBER if line.times is None else self._most(line.times)
        tests: list[Test] = []
        if line.until is not None:
            tests.append(Test(line.until, holds=False))
        if line.stops is not None:
            tests.append(Test(line.stops, holds=False, lasting=True))
        inside = evolve(around.repeated(times), phases=(*around.phases, line))
        return inside.known(*tests)

    # ------------------------------------------------------------ decisions

    def _decide(self, line: ir.Decide, around: Around) -> None:
        if not line.decline:
            for used in self._used(line):
                if self._gets_there(line, around, used):
                    self._report(line, around, used)
                    break
        for alternative in line.alternatives:
            self.lines(alternative.body, around)

    def _used(self, line: ir.Decide) -> tuple[Used, ...]:
        known = self._supposed.get(line.point)
        if known is None:
            all_used: list[Used] = []
            for alternative in line.alternatives:
                for param in alternative.params:
                    all_used.extend(supposed_used(param, self.reachable))
            known = self._supposed[line.point] = tuple(all_used)
        return known

    def _gets_there(self, line: ir.Decide, around: Around, used: Used) -> bool:
        """Whether it can come to this decision when all is used up."""
        if around.times <= used.room:
            return False
        if any(self._possible(alternative, used.evaluator) for alternative in line.alternatives):
            return False
        # What was asked before several more are taken says nothing, unless they come out even.
        even = used.members % around.since == 0
        for test in around.tests:
            if test.lasting or around.since == 1 or even:
                truth = used.evaluator.truth(test.condition)
                if truth == (NO if test.holds else YES):
                    return False
        return True

    def _possible(self, alternative: ir.Alternative, evaluator: Evaluator) -> bool:
        tests = [evaluator.truth(check.test) for checks in alternative.checks for check in checks]
        tests += [evaluator.truth(param.where) for param in alternative.params if param.where is not None]
        return NO not in tests

    # ------------------------------------------------------------ what is said

    def _report(self, line: ir.Decide, around: Around, used: Used) -> None:
        declared = self.checked.world.symbols[used.name].span
        if line.span is None:
            return
        if not line.if_possible:
            self.found.setdefault(
                line.span,
                finding(
                    "may-find-nothing",
                    line.span,
                    f"every `{used.choice}` may be used up here, and then there is nothing to choose",
                    "must be done",
                    because=((declared, "used up by this"),),
                    hint=f"let it end then: `until … or every({used.choice} in …: …)`, or add `if possible`",
                ),
            )
            return
        endless = [
            index for index, phase in enumerate(around.phases) if phase.times is None and not phase.once
        ]
        if not endless:
            return
        phase = around.phases[endless[-1]]
        node = self.checked.world.phase_nodes.get(phase.name)
        if node is None or not self._stays(phase, around.phases[: endless[-1]], used):
            return
        self.found.setdefault(
            node.name.span,
            finding(
                "only-passes-left",
                node.name.span,
                f"`{phase.name}` never ends once every `{used.choice}` is used up",
                "goes on for ever then",
                because=((line.span, "not possible any more"), (declared, "used up by this")),
                hint=f"let it end then: `until … or every({used.choice} in …: …)`, or add `up to N times`",
            ),
        )

    def _stays(self, phase: ir.Phase, outer: tuple[ir.Phase, ...], used: Used) -> bool:
        """Whether nothing more can end a phase when all is used up."""
        ends = [
            expr for expr in (phase.until, phase.stops, *(entry.stops for entry in outer)) if expr is not None
        ]
        if any(used.evaluator.truth(end) == YES for end in ends):
            return False
        if ends and all(self.reachable.evaluator.truth(end) == NO for end in ends):
            # That it never ends at all is said elsewhere.
            return False
        bodies = (phase.body, *bodies_called(self.program, phase.body))
        without = frozenset(
            item.point
            for item in lines_in(bodies)
            if isinstance(item, ir.Decide)
            and not any(self._possible(alternative, used.evaluator) for alternative in item.alternatives)
        )
        written = self.access.may_change(phase.body, without=without)
        if any(kind == "end" for kind, _name in written):
            return False
        inner = {entry.name for entry in lines_in(bodies) if isinstance(entry, ir.Phase)} | {phase.name}
        changed = frozenset(pair for pair in written if pair[0] != "pass" or pair[1] not in inner)
        reads = frozenset(read for condition in ends for read in self.access.reads(condition))
        return ("pass", phase.name) not in reads and reads.isdisjoint(changed)


def _product(first: int, other: int) -> int:
    return min(ANY_NUMBER, first * other)
