"""How a game goes, as an outline: phases inside each other, each with what ends it and what is done in it."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from rulesdsl.source import Span, on_one_line
from rulesdsl.syntax import ast
from rulesdsl.syntax.blocks import blocks_of
from rulesdsl.syntax.tokens import without_asides


@frozen
class Step:
    """A line of the outline. A phase has a `name`, and `notes` about how often it comes and what ends it;
    of anything else `text` is the line itself."""

    text: str
    name: str = ""
    notes: tuple[str, ...] = ()
    inner: tuple["Step", ...] = ()

    @property
    def is_phase(self) -> bool:
        return bool(self.name)


@frozen
class Outline:
    """`parts` are what is not reached by reading the flow alone: routines and actions that have phases."""

    flow: tuple[Step, ...]
    parts: tuple[tuple[str, tuple[Step, ...]], ...]


def outline(tree: ast.GameFile) -> Outline:
    flow: tuple[Step, ...] = ()
    parts = []
    for declaration in tree.declarations:
        match declaration:
            case ast.FlowDecl(body):
                flow += steps_of(body.lines)
            case ast.RoutineDecl(name=name, body=body):
                steps = steps_of(body.lines)
                if any(step.is_phase for step in _all(steps)):
                    parts.append((f"routine {name.text}", steps))
            case ast.ActionDecl(name=name, body=clauses):
                steps = steps_of([clause for clause in clauses if not isinstance(clause, ast.Cost)])
                if any(step.is_phase for step in _all(steps)):
                    parts.append((f"action {name.text}", steps))
    return Outline(flow, tuple(parts))


def phases_only(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The phases without the lines between them; a phase inside a block counts for the phase around it."""
    phases: list[Step] = []
    for step in steps:
        inner = phases_only(step.inner)
        if step.is_phase:
            phases.append(Step(step.text, step.name, step.notes, inner))
        else:
            phases += inner
    return tuple(phases)


def _all(steps: Iterable[Step]) -> Iterable[Step]:
    for step in steps:
        yield step
        yield from _all(step.inner)


def steps_of(lines: Sequence[ast.Stmt]) -> tuple[Step, ...]:
    return tuple(step for line in lines for step in _step(line))


def _step(line: ast.Stmt) -> tuple[Step, ...]:
    """A line with the lines in it; of an `if` also its `else`."""
    match line:
        case ast.If():
            return _if(line, "if")
        case _:
            return (_single(line),)


def _if(line: ast.If, word: str) -> tuple[Step, ...]:
    head = Step(f"{word} {flat(line.condition.span)}", inner=steps_of(line.then.lines))
    match line.otherwise:
        case None:
            return (head,)
        case ast.Block(lines):
            return head, Step("else", inner=steps_of(lines))
        case ast.If():
            return head, *_if(line.otherwise, "else if")
        case _:
            assert_never(line.otherwise)


def _single(line: ast.Stmt) -> Step:
    match line:
        case ast.Phase():
            return _phase(line)
        case ast.Depending(subject=subject, cases=cases):
            return Step(
                f"depending on {flat(subject.span)}",
                inner=tuple(Step(f"{_patterns(case)}:", inner=steps_of(case.body.lines)) for case in cases),
            )
        case _:
            inner = [inside for block in blocks_of(line) for inside in block]
            return Step(_first_line(line.span) if inner else flat(line.span), inner=steps_of(inner))


def _phase(phase: ast.Phase) -> Step:
    notes = []
    if phase.times:
        notes.append(flat(phase.times.span))
    notes += [flat(clause.span) for clause in phase.clauses]
    return Step(f"phase {phase.name.text}", phase.name.text, tuple(notes), steps_of(phase.body))


def _patterns(case: ast.Case) -> str:
    return ", ".join(flat(pattern.span) for pattern in case.patterns) or "otherwise"


def _first_line(span: Span) -> str:
    return flat(Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0])))


def flat(span: Span) -> str:
    """What is written there on one line, without citations and comments."""
    return on_one_line("\n".join(map(without_asides, span.text.split("\n"))))
