"""What the lines of the flow do, as against what a player does who has chosen something in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.engine.core.walk import nodes_in
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Span


@define
class FlowLines:
    """`parts`: the text that the flow alone carries out, which is itself and the routines that only it calls.
    `deeds`: of decisions that are no actions, by their points, the text that carries them out.
    """

    parts: tuple[Span, ...]
    deeds: Mapping[int, tuple[Span, ...]]
    _known: dict[tuple[Span, int | None], bool] = field(factory=dict)

    @classmethod
    def of(cls, program: ir.Program) -> FlowLines:
        actions = [node.body for node in instances_in(program.procs, ir.Alternative)]
        called = _called(program, (*actions, *(rule.body for rule in program.rules)))
        own = (
            proc.span
            for name, proc in program.procs.items()
            if proc.kind == "flow" or (proc.kind == "routine" and name not in called)
        )
        roots = (*(proc.body for proc in program.procs.values()), *(rule.body for rule in program.rules))
        deeds: dict[int, tuple[Span, ...]] = {}
        for block in (stmts for root in roots for stmts in _blocks(root)):
            for index, line in enumerate(block):
                if isinstance(line, ir.Decide):
                    deeds[line.point] = tuple(_carried_out(program, line, block[index + 1 :]))
        return cls(tuple(span for span in own if span is not None), deeds)

    def has(self, span: Span | None, point: int | None = None) -> bool:
        """Whether a line there is the flow's, and no deed of the decision of this `point`."""
        if span is None:
            return False
        key = (span, point)
        if key not in self._known:
            is_deed = point is not None and _is_within(span, self.deeds.get(point, self.parts))
            self._known[key] = _is_within(span, self.parts) and not is_deed
        return self._known[key]


def _is_within(span: Span, parts: Iterable[Span]) -> bool:
    return any(
        part.source == span.source and part.start <= span.start and span.end <= part.end for part in parts
    )


def _blocks(block: tuple[ir.Stmt, ...]) -> Iterator[tuple[ir.Stmt, ...]]:
    """A block, and all in its lines."""
    yield block
    for line in block:
        inner = [getattr(line, name, ()) for name in ("body", "then", "otherwise")]
        inner += [entry.body for entry in getattr(line, "alternatives", ())]
        for item in inner:
            yield from _blocks(item)


def _carried_out(program: ir.Program, decide: ir.Decide, rest: tuple[ir.Stmt, ...]) -> Iterator[Span]:
    """The places of the lines that carry a decision out: its own, or, of a choice that has none, those which
    follow it in its block; and of the routines called there.
    """
    lines = [line for alternative in decide.alternatives for line in alternative.body]
    if not lines and any(alternative.params for alternative in decide.alternatives):
        lines = list(rest)
    for node in nodes_in(tuple(lines)):
        if (span := getattr(node, "span", None)) is not None:
            yield span
    for name in _called(program, tuple(lines)):
        if (span := program.procs[name].span) is not None:
            yield span


def _called(program: ir.Program, roots: object) -> frozenset[str]:
    """The routines that are called there, directly or by others."""
    texts: set[str] = set()
    waiting = [roots]
    while waiting:
        for node in nodes_in(waiting.pop()):
            if isinstance(node, ir.Do) and node.proc not in texts:
                texts.add(node.proc)
                waiting.append(program.procs[node.proc].body)
    return frozenset(texts)
