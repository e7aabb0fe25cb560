"""Where and on what the rules broke: looked up when somebody asks, in the position as it was then.

The values of variables are found in the functions that were under way, called there by their numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from rulesdsl import operations
from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import CHOOSER, SITE, STEPS
from rulesdsl.engine.core.type_values import frozen_value
from rulesdsl.engine.decisions.stages import go_on
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.explanation.blocking_clause import Search
from rulesdsl.engine.explanation.condition_terms import values_seen
from rulesdsl.engine.faults import Account, Fault, TooManySteps
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.maps.frontier import TooWoven
from rulesdsl.engine.runtime.values import Impossible
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in, is_line, nodes_in
from rulesdsl.source import Span
from rulesdsl.statement_facts import indices_of, statement_facts

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan
    from rulesdsl.engine.state import State

LAST_STEPS = 20_000
"""So many steps are gone again to see what went round."""
MOST_ROUND = 4
OFTEN = 3
_OF_WAYS = frozenset({Op.LONGEST_TRAIL, Op.TRAIL_ENDS, Op.TRAIL_LENGTHS})


def fault_of(
    plan: Plan, cells: Sequence[int], problem: BaseException, again: Callable[[], State] | None = None
) -> Fault | None:
    """The fault that a problem in generated code comes to; None if it is none of the rules.

    `cells`: the position in which it broke. `again` goes on once more from where it was still whole, with a
    log, up to the same fault.
    """
    ops: frozenset[Op] = frozenset()
    match problem:
        case Impossible():
            where = plan.faults[problem.fault]
            values = tuple((where.given, f"{number}") for number in problem.values)
            fault = Fault(where.message, where.span, values, where.rules)
        case TooWoven():
            fault, ops = Fault(str(problem)), _OF_WAYS
        case Fault():
            fault = problem
        case _:
            return None
    scenes = _scenes(plan, problem.__traceback__)
    keeps_going = again if isinstance(fault, TooManySteps) else None
    return fault.look_with(_Wreck(plan, list(cells), scenes, ops, keeps_going).look)


def gone_again(state: State, option: int | None) -> State:
    """The last steps once more, with a log of what happened last; from a decision, or from the start."""
    cells = state.cells
    cells[STEPS] = max(cells[STEPS], state.plan.program.step_limit - LAST_STEPS)
    state.log = _Latest()
    try:
        if option is None:
            state.run_from(state.plan.entries["flow"])
        else:
            codes = state.open_codes()
            site = state.plan.sites[cells[SITE] - 1]
            state.run_from(go_on(state, cells, site, codes[option], codes))
    except (Fault, operations.Impossible):
        pass
    return state


class _Latest(list[ev.Event]):
    """A log that forgets what is long ago."""

    def append(self, event: ev.Event) -> None:
        super().append(event)
        if len(self) > LAST_STEPS:
            del self[: LAST_STEPS // 2]


def _scenes(plan: Plan, trace: TracebackType | None) -> list[tuple[str, dict[str, Any]]]:
    """The functions of the game that were under way, the innermost first: name and variables."""
    result: list[tuple[str, dict[str, Any]]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == plan.file_name:
            result.append((code.co_name, dict(trace.tb_frame.f_locals)))
        trace = trace.tb_next
    return result[::-1]


@frozen
class _Part:
    """A part of the rules that has a name."""

    name: str
    span: Span
    rules: tuple[str, ...]


def parts_of(program: ir.Program) -> Iterator[_Part]:
    for proc in program.procs.values():
        if proc.span is not None:
            yield _Part("an example" if proc.kind == "step" else proc.name, proc.span, proc.rules)
    for rule in program.rules:
        if rule.span is not None:
            yield _Part(f"always {rule.name}", rule.span, rule.rules)
    for node in nodes_in(program.procs):
        if isinstance(node, ir.Phase) and node.span is not None:
            yield _Part(f"phase {node.name}", node.span, node.rules)
    rows = {row.now: f"{'score' if row.counted else 'note'} {row.name}" for row in program.scores}
    for formula in program.formulas.values():
        if formula.span is not None:
            yield _Part(rows.get(formula.name, f"define {formula.name}"), formula.span, ())


@define
class _Wreck:
    plan: Plan
    cells: list[int]
    scenes: list[tuple[str, dict[str, Any]]]
    ops: frozenset[Op]
    """The operations of which one broke, where that is known."""
    again: Callable[[], State] | None

    def look(self, given: Account) -> Account:
        span = given.span or self._place()
        under_way = self._under_way()
        around = self._around(span)
        rules = given.rules or next((part.rules for part in around if part.rules), ())
        if not rules:
            phases = {phase.name: phase.rules for phase in self._phases()}
            rules = next((phases[name] for name, _ in reversed(under_way) if phases.get(name)), ())
        nodes = self._nodes(span)
        values = (*given.values, *self._seen(nodes), *self._went_round())
        return Account(span, around[0].name if around else "", rules, tuple(dict.fromkeys(values)), under_way)

    @property
    def _labels(self) -> Labels:
        return Labels.of(self.plan.layout, cells=self.cells)

    @property
    def _decide(self) -> ir.Decide | None:
        return self.plan.sites[self.cells[SITE] - 1].decide if self.cells[SITE] else None

    # ------------------------------------------------------------------ where

    def _place(self) -> Span | None:
        """Where a fault is that does not know its place: at the only operation of the kind, in a definition,
        at a decision, in a phase.
        """
        nodes = nodes_in(self.plan.program)
        spans = {node.span for node in nodes if isinstance(node, ir.Apply) and node.op in self.ops}
        spans.discard(None)
        if len(spans) == 1:
            return spans.pop()
        formulas = {short: name for name, short in self.plan.formula_names.items()}
        for function, _ in self.scenes:
            if function in formulas:
                return self.plan.program.formulas[formulas[function]].span
        if self._decide is not None:
            return self._decide.span
        going_on = self._under_way()
        name = going_on[-1][0] if going_on else ""
        return next((phase.span for phase in self._phases() if phase.name == name), None)

    def _phases(self) -> Iterator[ir.Phase]:
        return (node for node in instances_in(self.plan.program.procs, ir.Phase))

    def _under_way(self) -> tuple[tuple[str, int], ...]:
        phases = self.plan.layout.phases
        return tuple(
            (name, self.cells[index]) for name, index in phases.items() if self.cells[index] != ir.NONE
        )

    def _around(self, span: Span | None) -> list[_Part]:
        """The parts of the rules with a name that this lies in, the smallest first."""
        if span is None:
            return []
        around = [part for part in parts_of(self.plan.program) if part.span.holds(span)]
        return sorted(around, key=lambda part: part.span.end - part.span.start)

    def _nodes(self, span: Span | None) -> list[Any]:
        if span is None:
            return []
        return [node for node in nodes_in(self.plan.program) if getattr(node, "span", None) == span]

    # ------------------------------------------------------------------ on what

    def _seen(self, nodes: Sequence[object]) -> Iterator[tuple[str, str]]:
        """The values of all that the line speaks of."""
        reading = Reading(self.plan.layout, self.cells, local=self._variable)
        for node in nodes:
            for expr in _spoken_of(node):
                try:
                    yield from values_seen(self._labels, reading, expr)
                except Exception:  # noqa: BLE001, S112 -- in a broken position nothing can be relied on
                    continue
            if isinstance(node, ir.Decide):
                yield "asked", self._asked(reading, node)
                if node is self._decide:
                    yield from self._refusals(node)

    def _asked(self, reading: Reading, decide: ir.Decide) -> str:
        if decide is self._decide:
            return self._labels.players[self.cells[CHOOSER]]
        try:
            return self._labels.value(reading.value(decide.you), decide.you.type)
        except Exception:  # noqa: BLE001 -- see above
            return "somebody"

    def _refusals(self, decide: ir.Decide) -> Iterator[tuple[str, str]]:
        """Why what is asked cannot be done."""
        for alternative in decide.alternatives:
            reading = Reading(self.plan.layout, self.cells, local=self._variable)
            try:
                reason = Search(self._labels, reading, alternative).reason()
            except Exception:  # noqa: BLE001, S112 -- see above
                continue
            if reason is not None:
                yield plain(alternative.name) or "it", reason.text

    def _variable(self, var: ir.Var) -> ev.Content:
        name = f"v{var.number}"
        for _, variables in self.scenes:
            if name in variables:
                return frozen_value(variables[name])
        return self.plan.local(self.cells, var)

    # ------------------------------------------------------------------ what goes round

    def _went_round(self) -> Iterator[tuple[str, str]]:
        if self.again is None:
            return
        state = self.again()
        happened: Counter[str] = Counter(filter(None, map(_what, state.log or ())))
        for name, times in happened.most_common(MOST_ROUND):
            if times >= OFTEN:
                yield name, f"{times} times among the last steps"


def _what(event: ev.Event) -> str:
    match event:
        case ev.RuleFired():
            return f"always {event.rule}"
        case ev.PassBegun():
            return f"phase {event.phase}"
        case ev.Chosen() if event.alternative:
            return f"action {event.alternative}"
        case _:
            return ""


def _spoken_of(node: object) -> Sequence[ir.Expr]:
    if is_line(node):
        return statement_facts(node).speaks_of
    match node:
        case ir.Apply():
            return node.args
        case ir.Lookup():
            return node.keys
        case ir.StateRead():
            return node.index
        case ir.ZoneRef():
            return indices_of(node)
        case _:
            return []
