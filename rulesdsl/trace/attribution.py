"""What the lines of the flow do, as against what a player does who has chosen something in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.program_walk import instances_in, nodes_in
from rulesdsl.source import Span
from rulesdsl.statement_facts import procs_called


class Extents:
    """Places of texts that lie in each other or apart, each with a number."""

    def __init__(self, numbers: Mapping[Span, int]) -> None:
        self._starts: dict[str, list[int]] = {}
        self._extents: dict[str, list[tuple[int, int, int]]] = {}
        around: list[int] = []
        for span in sorted(numbers, key=lambda span: (span.source.name, span.start, -span.end)):
            extents = self._extents.setdefault(span.source.name, [])
            if not extents:
                around = []
            while around and extents[around[-1]][0] < span.end:
                around.pop()
            outer = around[-1] if around else -1
            greatest = max(numbers[span], extents[outer][1]) if around else numbers[span]
            around.append(len(extents))
            extents.append((span.end, greatest, outer))
            self._starts.setdefault(span.source.name, []).append(span.start)

    def greatest_around(self, span: Span) -> int:
        """The greatest number of the places that hold this one; -1 if none does."""
        name = span.source.name
        extents = self._extents.get(name, [])
        index = bisect_right(self._starts.get(name, []), span.start) - 1
        while index >= 0:
            end, greatest, outer = extents[index]
            if span.end <= end:
                return greatest
            index = outer
        return -1


@define
class FlowLines:
    """`parts`: the text that the flow alone carries out, which is itself and the routines that only it calls.
    `deeds`: of decisions that are no actions, by their points, the text that carries them out: all that has
    a number beyond the one given.
    """

    parts: Extents
    deeds: Mapping[int, tuple[Extents, int]]
    _known: dict[tuple[Span, int | None], bool] = field(factory=dict)

    @classmethod
    def of(cls, program: ir.Program) -> FlowLines:
        actions = [node.body for node in instances_in(program.procs, ir.Alternative)]
        called = {*procs_called(program, (*actions, *(rule.body for rule in program.rules)))}
        own = (
            proc.span
            for name, proc in program.procs.items()
            if proc.kind == "flow" or (proc.kind == "routine" and name not in called)
        )
        roots = (*(proc.body for proc in program.procs.values()), *(rule.body for rule in program.rules))
        deeds: dict[int, tuple[Extents, int]] = {}
        for root in roots:
            for block in _blocks(root):
                deeds |= _deeds(program, block)
        return cls(Extents({span: 0 for span in own if span}), deeds)

    def has(self, span: Span | None, point: int | None = None) -> bool:
        """Whether a line there is the flow's, and no deed of the decision of this `point`."""
        if span is None:
            return False
        key = (span, point)
        if key not in self._known:
            deeds, beyond = self.deeds.get(point, (self.parts, -1)) if point is not None else (NOTHING, -1)
            self._known[key] = self.parts.greatest_around(span) >= 0 and deeds.greatest_around(span) <= beyond
        return self._known[key]


NOTHING = Extents({})


def _deeds(program: ir.Program, block: tuple[ir.Stmt, ...]) -> Mapping[int, tuple[Extents, int]]:
    """The text that carries each decision of a block out: its own, or, of a choice that has none, that of the
    lines which follow it in the block.
    """
    result: dict[int, tuple[Extents, int]] = {}
    following: Extents | None = None
    for index, decide in enumerate(block):
        if not isinstance(decide, ir.Decide):
            continue
        lines = [line for alternative in decide.alternatives for line in alternative.body]
        if lines or not any(alternative.params for alternative in decide.alternatives):
            result[decide.point] = _carried_out(program, lines), -1
        else:
            following = following or _carried_out(program, block)
            result[decide.point] = following, index
    return result


def _blocks(block: tuple[ir.Stmt, ...]) -> Iterator[tuple[ir.Stmt, ...]]:
    """A block, and all in its lines."""
    yield block
    for line in block:
        inner = [getattr(line, name, ()) for name in ("body", "then", "otherwise")]
        inner += [entry.body for entry in getattr(line, "alternatives", ())]
        for item in inner:
            yield from _blocks(item)


def _carried_out(program: ir.Program, lines: Sequence[ir.Stmt]) -> Extents:
    """The places of these lines and of the routines called there, each with the last line it belongs to."""
    last: dict[Span, int] = {}
    for index, line in reversed([*enumerate(lines)]):
        for node in nodes_in(line):
            if (span := getattr(node, "span", None)) is not None:
                last.setdefault(span, index)
        for name in procs_called(program, line):
            if (span := program.procs[name].span) is not None:
                last.setdefault(span, index)
    return Extents(last)
