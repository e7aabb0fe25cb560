"""What the lines of the flow do, as against what an action does that was chosen in it."""

from __future__ import annotations

from attrs import define, field

from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.program import Alternative, Do, Program
from rulesdsl.source import Span


@define
class FlowLines:
    """The parts of the text that the flow alone carries out: itself, and routines that only it calls."""

    parts: tuple[Span, ...]
    _known: dict[Span, bool] = field(factory=dict)

    @classmethod
    def of(cls, program: Program) -> FlowLines:
        actions = [node.body for node in nodes_in(program.procs) if isinstance(node, Alternative)]
        called = _called(program, (*actions, *(rule.body for rule in program.rules)))
        own = (
            proc.span
            for name, proc in program.procs.items()
            if proc.kind == "flow" or (proc.kind == "routine" and name not in called)
        )
        return cls(tuple(span for span in own if span is not None))

    def has(self, span: Span | None) -> bool:
        if span is None:
            return False
        if span not in self._known:
            self._known[span] = any(
                part.source == span.source and part.start <= span.start and span.end <= part.end
                for part in self.parts
            )
        return self._known[span]


def _called(program: Program, roots: object) -> frozenset[str]:
    """The routines that are called there, directly or by others."""
    found: set[str] = set()
    waiting = [roots]
    while waiting:
        for node in nodes_in(waiting.pop()):
            if isinstance(node, Do) and node.proc not in found:
                found.add(node.proc)
                waiting.append(program.procs[node.proc].body)
    return frozenset(found)
