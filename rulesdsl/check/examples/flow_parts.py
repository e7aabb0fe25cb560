"""Parts of the flow that an example plays: all of it, from a phase on, or what comes behind one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rulesdsl import program as ir
from rulesdsl.check.domains import FLAG, optional
from rulesdsl.check.examples.module import ExampleModule
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.diagnostics.model import Report
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

Made = TypeVar("Made")


class FlowParts(ExampleModule):
    def flow_part(self, line: ast.ExPlayFlow) -> tuple[tuple[ir.Stmt, ...], bool]:
        """The lines of the flow that are played, and whether the game is over behind them."""
        flow = self.world.tree.first(ast.FlowDecl)
        if flow is None:
            raise UnknownName
        lines = flow.body.lines
        around: tuple[ast.Phase, ...] = ()
        if line.phase is not None:
            lines, around = self._lines_there(line, line.phase, lines)
        scope = Scope(place=Place(phases=frozenset(phase.name.text for phase in around), in_flow=True))
        body = self.taken_out(
            lambda: self.statements.block(lines, scope),
            line.span,
            "these lines of the flow cannot be played without those before them",
            "begin with an earlier phase, or with `play`, which plays all",
        )
        return (*self.counted(phase.name.text for phase in around), *body), not around

    def counted(self, phases: Iterable[str]) -> tuple[ir.Stmt, ...]:
        """Phases that nobody says the number of are in their first pass."""
        first, counter = ir.Const(1, ir.IntDomain(1, 1)), optional(ir.IntDomain(1, 1))
        return tuple(
            ir.If(
                ir.Apply(Op.IS_NONE, (ir.Counter(name, counter),), FLAG),
                (ir.Assign(name, (), first, (), self.world.phase_nodes[name].span),),
                (),
            )
            for name in sorted(phases)
            if name in self.world.phase_nodes
        )

    def taken_out(self, build: Callable[[], Made], span: Span, message: str, hint: str) -> Made:
        """What an example plays of the rules without what stands around it there. What is wrong with it
        then is the fault of the example: nothing is said of the rules, which are checked where they stand.
        """
        kept, self.reporter.report = self.reporter.report, Report()
        calls, self.usage.called_by_nobody = self.usage.called_by_nobody, []
        made = None
        try:
            made = build()
            self.decisions.routines.called_where_nobody_acts()
        except UnknownName:
            pass
        finally:
            report, self.reporter.report = self.reporter.report, kept
            self.usage.called_by_nobody = calls
        if made is None or report.has_errors:
            reported = {error.span for error in kept.errors}
            if any(error.span in reported for error in report.errors):
                raise UnknownName
            because = tuple((error.span, error.message) for error in report.errors[:1])
            raise self.reporter.error(
                "bad-example", span, message, "begins too late", because=because, hint=hint
            )
        return made

    def _lines_there(
        self, line: ast.ExPlayFlow, name: ast.Name, lines: Sequence[ast.Stmt]
    ) -> tuple[tuple[ast.Stmt, ...], tuple[ast.Phase, ...]]:
        if name.text not in self.world.phase_nodes:
            raise self.reporter.unknown(
                name.span, name.text, "phase", self.world.phase_nodes, code="unknown-phase"
            )
        self.reporter.means(name.span, self.world.phase_nodes[name.text].name.span)
        pair = _search(name.text, lines, ())
        turn = None if pair is None else next((phase for phase in pair[1] if _is_a_turn(phase)), None)
        if pair is None or turn is not None:
            whose = "other lines" if turn is None else f"a turn of `{turn.name.text}`"
            raise self.reporter.error(
                "bad-example",
                name.span,
                f"the flow cannot be played from `{name.text}` on, which is part of {whose}",
                "inside of something",
                hint="`do` plays one pass of it; `play from` begins with a phase that stands in the flow",
            )
        there, around = pair
        return (there if line.where == "from" else there[1:]), around


def _search(
    name: str, lines: Sequence[ast.Stmt], around: tuple[ast.Phase, ...]
) -> tuple[tuple[ast.Stmt, ...], tuple[ast.Phase, ...]] | None:
    """The lines from a phase on, up to the end of its block, and the phases around them."""
    for index, line in enumerate(lines):
        if isinstance(line, ast.Phase):
            if line.name.text == name:
                return tuple(lines[index:]), around
            pair = _search(name, line.body, (*around, line))
            if pair is not None:
                return pair
    return None


def _is_a_turn(phase: ast.Phase) -> bool:
    return any(isinstance(clause, ast.TurnOf | ast.TurnOfEach) for clause in phase.clauses)
