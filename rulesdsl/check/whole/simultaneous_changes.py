"""Changes of one number at the same moment: all are worked out on the position before, the last one stays."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import lines_in, nodes_in, times_read
from rulesdsl.source import Span
from rulesdsl.statement_facts import Kind, bodies_called, statement_facts


@frozen
class _Change:
    line: ir.Assign
    span: Span
    counts_on: bool
    """Whether it goes on from what stood there before, as `add` does."""
    again: bool
    """Whether it may be carried out several times for the same number."""


def lost_changes(access: Access) -> Iterator[Diagnostic]:
    for block in access.parts(ir.Together):
        yield from _lost(list(_changes(access.program, block.body, (), frozenset())))


def time_taken(access: Access) -> Iterator[Diagnostic]:
    """Routines that ask somebody, or play a phase, called where all is one change."""
    program = access.program
    for block in access.parts(ir.Together):
        for line in lines_in(block.body):
            if isinstance(line, ir.Do) and line.span is not None and (slow := _slow_line(program, line)):
                what = "plays a phase" if isinstance(slow, ir.Phase) else "asks somebody"
                span = None if isinstance(slow, ir.Secret) else slow.span
                yield finding(
                    "decision-not-allowed-here",
                    line.span,
                    f"this {what}, and a `together` block is one change",
                    "not at the same moment",
                    because=() if span is None else ((span, "what takes its time"),),
                    hint="put it before or behind the block",
                )


def _slow_line(program: ir.Program, call: ir.Do) -> ir.Decide | ir.Secret | ir.Phase | None:
    lines = lines_in(tuple(bodies_called(program, call)))
    return next((line for line in lines if isinstance(line, (ir.Decide, ir.Secret, ir.Phase))), None)


def _lost(changes: list[_Change]) -> Iterator[Diagnostic]:
    for index, change in enumerate(changes):
        other = next((item for item in changes[:index] if _conflict(item, change)), None)
        if other is None and not (change.counts_on and change.again):
            continue
        yield finding(
            "lost-change",
            change.span,
            f"of several changes of `{change.line.state}` in one `together` only the last would count",
            "a change that may meet another",
            because=() if other is None else ((other.span, "the other"),),
            hint="all start from the position before the block: put such lines behind it, one by one",
        )


def _conflict(first: _Change, other: _Change) -> bool:
    """Whether both may change the same number, and one of them counts on it."""
    if first.line.state != other.line.state or not (first.counts_on or other.counts_on):
        return False
    pairs = zip(first.line.index, other.line.index, strict=True)
    return not any(
        isinstance(a, ir.Const) and isinstance(b, ir.Const) and a.value != b.value for a, b in pairs
    )


def _changes(
    program: ir.Program, lines: ir.Lines, loops: tuple[ir.Var | None, ...], seen: frozenset[str]
) -> Iterator[_Change]:
    for line in lines:
        match line:
            case ir.Assign(state=name, index=index, value=value, span=span) if span is not None:
                counts_on = any(
                    isinstance(item, ir.StateRead) and item.state == name for item in nodes_in(value)
                )
                yield _Change(line, span, counts_on, any(not _is_named(var, index) for var in loops))
            case ir.Do(proc=name) if name in program.procs and name not in seen:
                # What is handed over has other names there: each pass may change the same.
                yield from _changes(program, program.procs[name].body, loops, seen | {name})
            case _:
                facts = statement_facts(line)
                repeats = isinstance(line, (ir.For, ir.Repeat, ir.EachPlayer))
                inside = (*loops, facts.loop_var) if repeats else loops
                # What takes its time cannot be done at the same moment, which is told of that.
                for block in () if facts.kind is Kind.WAIT else facts.blocks:
                    yield from _changes(program, block, inside, seen)


def _is_named(var: ir.Var | None, index: tuple[ir.Expr | None, ...]) -> bool:
    return var is not None and any(expr is not None and times_read((expr,), var) for expr in index)
