"""Conditions on which a phase ends, looked at only where a cell has changed since they were false.

`until some(p in players: p.won)`, with a line of marks to win: as long as one cell changes at a time, only
the lines through that cell can be full now that were not before. The state knows of which phase the condition
was false when it was last looked at (`held`), and which cell has changed since (0: none; -1: several).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.codegen.conditions import conjuncts, disjuncts
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.core.layout import is_set
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import bound_in, holds, instances_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator

MOST_CELLS = 40_000
"""So many cells all lines may have together."""
LONGEST_LINE = 12

_CELL_IS = re.compile(r"\(C\[(\d+)\] == (\d+)\)$")

Line = tuple[int, ...]


@frozen
class Condition:
    """One of the conditions of an `until`: by functions of its own as a whole, and after one change."""

    whole: str
    after_one: str
    states: frozenset[str]
    """The states of which it reads cells."""


class LastChanges:
    """Which conditions of the program are looked at in this way, and the states that count for them."""

    def __init__(self, gen: Generator) -> None:
        self._gen = gen
        self._place_of: dict[int, str] = {}
        for name, place in gen.layout.states.items():
            if place.size == 1 and not (is_set(place.state.type) or place.state.lies_on_pieces):
                for address in range(place.address, place.address + prod(dim.count for dim in place.dims)):
                    self._place_of[address] = name
        self._conditions: dict[int, Condition | None] = {}
        self._parts: list[ir.Expr] = []
        self.watched: frozenset[str] = frozenset()
        if holds(gen.program, ir.Secret):
            # Lines of a secret block are carried out on cells that are put back.
            return
        lines_of: dict[int, dict[Line, set[int]]] = {}
        for phase in instances_in(gen.program.procs, ir.Phase):
            for part in [] if phase.until is None else disjuncts(phase.until):
                lines = self._lines(part)
                if lines is not None:
                    lines_of[id(part)] = lines
                    self._parts.append(part)
        self.watched = frozenset(
            self._place_of[cell] for lines in lines_of.values() for line in lines for cell in line
        )
        written: dict[ir.Expr, Condition] = {}
        for part in self._parts:
            if part not in written:
                written[part] = self._written(part, lines_of[id(part)], len(written))
            self._conditions[id(part)] = written[part]

    def of(self, part: ir.Expr) -> Condition | None:
        return self._conditions.get(id(part))

    # ---- what is recognised

    def _lines(self, part: ir.Expr) -> dict[Line, set[int]] | None:
        """Cells of which all must hold the same value, and which values that may be: if this is all that the
        condition asks.
        """
        if not isinstance(part, (ir.Over, ir.Formula)) or _names_others(part):
            return None
        emitter = Emitter(self._gen)
        lines: dict[Line, set[int]] = {}
        cells = 0
        for texts in _groups(emitter, part):
            matches = [_CELL_IS.match(text) for text in texts or [""]]
            if emitter.lines or not 2 <= len(matches) <= LONGEST_LINE:
                return None
            line = tuple(sorted({int(match[1]) for match in matches if match is not None}))
            values = {int(match[2]) for match in matches if match is not None}
            cells += len(line)
            if len(line) < len(matches) or len(values) != 1 or cells > MOST_CELLS:
                return None
            if not all(cell in self._place_of for cell in line):
                return None
            lines.setdefault(line, set()).update(values)
        if len({(len(line), tuple(sorted(values))) for line, values in lines.items()}) != 1:
            return None
        values = next(iter(lines.values()))
        return lines if values == set(range(min(values), max(values) + 1)) else None

    # ---- what is written

    def _written(self, part: ir.Expr, lines: dict[Line, set[int]], number: int) -> Condition:
        gen = self._gen
        whole, after_one = f"whole{number}", f"after_one{number}"
        gen.functions[whole] = gen.function(whole, (), part)
        values = next(iter(lines.values()))
        cells = {cell for line in lines for cell in line}
        low, high = min(cells), max(cells)
        through: dict[int, list[Line]] = {cell: [] for cell in range(low, high + 1)}
        for line in sorted(lines):
            for cell in line:
                through[cell].append(tuple(sorted(set(line) - {cell}, key=lambda other: abs(other - cell))))
        table = gen.pool.constant(tuple(tuple(through[cell]) for cell in range(low, high + 1)))
        names = [f"c{index}" for index in range(1, len(next(iter(lines))))]
        guard = f"{min(values)} <= v <= {max(values)}"
        states = frozenset(self._place_of[cell] for cell in cells)
        watched = [cell for cell, name in self._place_of.items() if name in self.watched]
        if min(watched) < low or max(watched) > high:
            guard = f"{low} <= a <= {high} and {guard}"
        gen.functions[after_one] = [
            f"def {after_one}(C, a):",
            "    v = C[a]",
            f"    if not ({guard}): return False",
            f"    for {', '.join(names)}, in {table}[a-{low}]:",
            f"        if {' and '.join(f'C[{name}] == v' for name in names)}: return True",
            "    return False",
        ]
        return Condition(whole, after_one, states)


def _names_others(condition: ir.Expr) -> bool:
    """Whether it speaks of variables that it does not bring along."""
    own = bound_in(condition)
    return any(node.var.number not in own for node in instances_in(condition, ir.Local))


def _groups(emitter: Emitter, condition: ir.Expr) -> Iterator[list[str] | None]:
    """The conditions of which one must hold in full, with everything in them that is gone through written
    out; None where that cannot be.
    """
    match condition:
        case ir.Over(op=Gather.SOME, where=None, value=value) if value is not None:
            domain = emitter.domain_known(condition.domain)
            if domain is None:
                yield None
                return
            for member in domain:
                emitter.env[condition.var.number] = member
                yield from _groups(emitter, value)
        case ir.Formula(name=name, args=args):
            given = emitter.gen.program.formulas[name]
            known = [emitter.const(arg) for arg in args]
            for param, number in zip(given.params, known, strict=True):
                if number is None:
                    yield None
                    return
                emitter.env[param.number] = number
            yield from _groups(emitter, given.body)
        case ir.Apply(op=Op.OR):
            for part in disjuncts(condition):
                yield from _groups(emitter, part)
        case _:
            yield _texts(emitter, condition)


def _texts(emitter: Emitter, condition: ir.Expr) -> list[str] | None:
    texts: list[str] = []
    for part in conjuncts(condition):
        match part:
            case ir.Over(op=Gather.EVERY, where=None, value=value) if value is not None:
                domain = emitter.domain_known(part.domain)
                if domain is None or len(domain) > LONGEST_LINE:
                    return None
                for member in domain:
                    emitter.env[part.var.number] = member
                    inner = _texts(emitter, value)
                    if inner is None:
                        return None
                    texts += inner
            case ir.Over() | ir.Formula():
                return None
            case _:
                texts.append(emitter.expr(part))
    return texts
