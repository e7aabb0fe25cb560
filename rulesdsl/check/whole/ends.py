"""Phases: whether something ends them, whether it can come true, and whether everybody can pass for ever."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Because, Checked, finding
from rulesdsl.check.whole.ranges import NO
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.facts import Thing
from rulesdsl.operations import Op
from rulesdsl.program_walk import lines_in, times_read
from rulesdsl.source import Span
from rulesdsl.statement_facts import bodies_called
from rulesdsl.syntax import ast


@frozen
class Loop:
    """A phase with more than one pass, and what stands around it."""

    phase: ir.Phase
    node: ast.Phase
    outer: tuple[ir.Phase, ...]

    def clause(self, kind: type[ast.Until | ast.Stops | ast.TurnOf]) -> Span:
        return next(
            (clause.span for clause in self.node.clauses if isinstance(clause, kind)), self.node.name.span
        )


def phase_ends(checked: Checked, reachable: Reachable) -> Iterator[Diagnostic]:
    access = reachable.access
    for loop in _loops(checked):
        phase = loop.phase
        left = _ends_inside(access, phase.body)
        names = {phase.name, "", *(item.name for item in loop.outer)}
        ended = bool(left & names) or any(entry.stops is not None for entry in loop.outer)
        conditions = [expr for expr in (phase.until, phase.stops) if expr is not None]
        if phase.times is not None and not ended:
            yield from _never_true(loop, reachable, alone=False)
            continue
        nobody = _nobody(phase)
        if nobody is not None and not _impossible(nobody, phase, reachable):
            conditions.append(nobody)
        if not conditions:
            if not ended and not phase.once:
                yield _endless(loop)
            continue
        impossible = [condition for condition in conditions if _impossible(condition, phase, reachable)]
        if impossible:
            yield from _never_true(loop, reachable, alone=not ended and len(impossible) == len(conditions))
            continue
        diagnostics = [] if ended else list(_nothing_changes(checked, access, loop, conditions))
        # What stops what is around it cuts this one short as well, and does not end the repetition.
        yield from diagnostics or (() if left & names else _repeated(checked.program, loop))


def _nobody(phase: ir.Phase) -> ir.Expr | None:
    """That it is nobody's turn, which ends a phase; None where it is always somebody's."""
    match phase.turn:
        case ir.TurnOf(player) if isinstance(player.type, ir.OptionalDomain):
            return ir.Apply(Op.IS_NONE, (player,), ir.FlagDomain())
        case _:
            return None


def _loops(checked: Checked) -> Iterator[Loop]:
    """Every phase of the flow, of actions and of routines that is gone through more than once."""
    nodes = checked.world.phase_nodes
    program = checked.program
    outer_of: dict[str, tuple[ir.Phase, ...]] = {}
    todo: list[tuple[tuple[ir.Stmt, ...], tuple[ir.Phase, ...]]] = []

    def enter(name: str, outer: tuple[ir.Phase, ...]) -> None:
        # A body that is called from several places stands inside what all of them share.
        known = outer_of.get(name)
        shared = outer if known is None else tuple(item for item in known if item in outer)
        if known != shared and name in program.procs:
            outer_of[name] = shared
            todo.append((program.procs[name].body, shared))

    result: dict[str, Loop] = {}
    enter("flow", ())
    while todo:
        lines, outer = todo.pop()
        for phase, around, calls in _phases_of(lines, outer):
            if phase is not None and phase.name in nodes and not phase.once:
                result[phase.name] = Loop(phase, nodes[phase.name], around)
            for name in calls:
                enter(name, around)
    yield from result.values()


def _phases_of(
    lines: tuple[ir.Stmt, ...], outer: tuple[ir.Phase, ...]
) -> Iterator[tuple[ir.Phase | None, tuple[ir.Phase, ...], list[str]]]:
    """The phases among lines, each with those around it; and the procs that lines call, likewise."""
    calls: list[str] = []
    todo: list[object] = [lines]
    inner: list[ir.Phase] = []
    while todo:
        item = todo.pop()
        if isinstance(item, tuple):
            todo.extend(item)
        elif isinstance(item, ir.Phase):
            inner.append(item)
        elif isinstance(item, ir.Do):
            calls.append(item.proc)
        elif isinstance(item, ir.Decide):
            todo.extend(alternative.body for alternative in item.alternatives)
        else:
            todo.extend(getattr(item, name) for name in ("body", "then", "otherwise") if hasattr(item, name))
    yield None, outer, calls
    for phase in inner:
        yield phase, outer, []
        yield from _phases_of(phase.body, (*outer, phase))


def _ends_inside(access: Access, lines: tuple[ir.Stmt, ...]) -> set[str]:
    """The phases that lines may end, with what they call and the standing rules that may follow."""
    return {name for kind, name in access.may_change(lines) if kind == "end"}


def _endless(loop: Loop) -> Diagnostic:
    name = loop.node.name
    return finding(
        "endless-phase",
        name.span,
        f"nothing ends the phase `{name.text}`",
        "goes on for ever",
        hint=f"add `until …` below it, `phase {name.text} N times`, or `end {name.text}` among its lines",
    )


# ---------------------------------------------------------------- conditions that never come true


def _impossible(condition: ir.Expr, phase: ir.Phase, reachable: Reachable) -> bool:
    if isinstance(condition, ir.Const):
        return False
    # `until` is looked at before a pass, when the rules rest; `stops` is looked at before the rules.
    evaluator = reachable.settled() if condition is phase.until else reachable.evaluator
    return evaluator.truth(condition) == NO


def _never_true(loop: Loop, reachable: Reachable, *, alone: bool) -> Iterator[Diagnostic]:
    for condition, kind in ((loop.phase.until, ast.Until), (loop.phase.stops, ast.Stops)):
        if condition is None or not _impossible(condition, loop.phase, reachable):
            continue
        name = loop.phase.name
        yield finding(
            "end-never-reached",
            loop.clause(kind),
            f"this never comes true, so `{name}` {'never ends' if alone else 'is never ended by it'}",
            "never holds",
            because=_causes(condition, reachable),
            hint="compare it with what the pieces and states of the game can reach",
        )


def _causes(condition: ir.Expr, reachable: Reachable) -> Because:
    """States that nothing changes and zones that hold too little, of those the condition looks at."""
    result: list[tuple[Span, str]] = []
    places = reachable.access.reads(condition)
    for state in reachable.program.states:
        if ("state", state.name) in places and state.span is not None:
            values = reachable.states[state.name]
            if values == reachable.start(state):
                result.append((state.span, "nothing changes it"))
    for zone in reachable.program.zones:
        if ("zone", zone.name) in places and zone.span is not None:
            count = reachable.pieces[zone.name].bit_count()
            result.append(
                (zone.span, f"at most {count} piece{'' if count == 1 else 's'} can come to lie here")
            )
    return tuple(result[:3])


# ---------------------------------------------------------------- loops in which nothing happens


def _nothing_changes(
    checked: Checked, access: Access, loop: Loop, conditions: list[ir.Expr]
) -> Iterator[Diagnostic]:
    phase = loop.phase
    reads: frozenset[Thing] = frozenset().union(*(access.reads(condition) for condition in conditions))
    if phase.you is not None and times_read(tuple(conditions), phase.you):
        return
    if ("pass", phase.name) in reads:
        return
    span = loop.clause(
        ast.Until if phase.until is not None else ast.Stops if phase.stops is not None else ast.TurnOf
    )
    if reads.isdisjoint(access.may_change(phase.body)):
        yield finding(
            "endless-phase",
            loop.node.name.span,
            f"nothing ends the phase `{phase.name}`: no line in it changes what its end depends on",
            "goes on for ever",
            because=((span, "nothing in this phase changes that"),),
            hint="change what it depends on in each pass, or add `… times`",
        )
    elif reads.isdisjoint(access.may_change(phase.body, passing=True)):
        yield finding(
            "only-passes-left",
            loop.node.name.span,
            f"`{phase.name}` never ends if everybody passes",
            "goes on for ever then",
            because=((span, "only changed by what may be declined"), *_choices(checked.program, phase)),
            hint="let it end when all have passed, make something a `must`, or add `up to N times`",
        )


def _repeated(program: ir.Program, loop: Loop) -> Iterator[Diagnostic]:
    """`stops the moment` sounds like something that cuts a phase short, and makes it a loop as well: where
    no pass has a choice or a chance of its own, once is more likely to be meant."""
    phase = loop.phase
    if phase.stops is None or (phase.times or phase.until or phase.turn) is not None:
        return
    if any(isinstance(item, ir.Decide | ir.Chance | ir.Draw) for item in _done_in(program, phase)):
        return
    name = phase.name
    yield finding(
        "unasked-repeat",
        loop.node.name.span,
        f"`{name}` is gone through again and again, until it is stopped",
        "the same in each pass: nobody decides anything",
        because=((loop.clause(ast.Stops), "a phase with this clause repeats"),),
        hint=f"if once is meant, write `phase {name} 1 times`; if not, say so with `until …`",
    )


def _done_in(program: ir.Program, phase: ir.Phase) -> Iterator[ir.Stmt]:
    return lines_in((phase.body, *bodies_called(program, phase.body)))


def _choices(program: ir.Program, phase: ir.Phase) -> Because:
    for item in _done_in(program, phase):
        if isinstance(item, ir.Decide) and item.decline and item.span is not None:
            return ((item.span, "may be declined"),)
    return ()
