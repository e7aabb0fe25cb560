"""Which loops count as steps of a game: those that can be long, alone or with the loops inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import bounds
from rulesdsl.engine.core.layout import STEPS
from rulesdsl.program_walk import nodes_in
from rulesdsl.statement_facts import blocks_of

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

Loop = ir.For | ir.Repeat | ir.EachPlayer

FEW_PASSES = 30
"""A loop that cannot come to more, with all loops inside it, is too short to be counted."""


class Passes:
    """How many passes a loop can come to, by the sizes of zones and the ranges of numbers."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._loops: dict[int, int] = {}
        self._procs: dict[str, int] = {}

    def count(self, loop: Loop) -> bool:
        return self._most(loop) > FEW_PASSES

    def at_most(self, loop: Loop) -> int:
        """So often the body can be gone through, each time the loop is come to."""
        match loop:
            case ir.EachPlayer():
                return self._program.players
            case ir.Repeat(number=ir.Const(value=number)):
                return max(0, number)
            case ir.Repeat(number=number):
                limits = bounds(self._program, number.type)
                return max(0, limits[1]) if limits is not None else 0
            case ir.For(domain=ir.ConstSeq(values=values)):
                return len(values)
            case ir.For(domain=domain):
                assert isinstance(domain.type, (ir.SeqDomain, ir.SeqOfSeqDomain))
                return domain.type.bound

    def _most(self, loop: Loop) -> int:
        if id(loop) not in self._loops:
            self._loops[id(loop)] = self.at_most(loop) * max(1, self._inside(loop.body))
        return self._loops[id(loop)]

    def _inside(self, body: object) -> int:
        """The passes of all loops of a block. What is decided and passes of phases are steps themselves."""
        total = 0
        for node in nodes_in(body, lambda node: not isinstance(node, (Loop, ir.Decide, ir.Phase))):
            match node:
                case ir.For() | ir.Repeat() | ir.EachPlayer():
                    total += self._most(node)
                case ir.Do(proc=name):
                    if name not in self._procs:
                        self._procs[name] = self._inside(self._program.procs[name].body)
                    total += self._procs[name]
        return total


SHORT_GAME = 2_000
"""A game that cannot come to more steps is never too long, and is played without a stop."""


def is_short(program: ir.Program) -> bool:
    most = most_steps(program)
    return most is not None and most <= min(SHORT_GAME, program.step_limit)


def most_steps(program: ir.Program) -> int | None:
    """To so many steps a whole game can come, if that can be told."""
    flow = program.procs.get("flow")
    if flow is None or program.rules:
        return None
    try:
        return _Steps(program).of_block(flow.body, ("flow",))
    except _Endless:
        return None


class _Endless(Exception):
    """It cannot be told how often something is done."""


class _Steps:
    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._passes = Passes(program)

    def of_block(self, lines: tuple[ir.Stmt, ...], calls: tuple[str, ...]) -> int:
        return sum(self._of_line(line, calls) for line in lines)

    def _of_line(self, line: ir.Stmt, calls: tuple[str, ...]) -> int:
        inside = sum(self.of_block(block, calls) for block in blocks_of(line))
        match line:
            case ir.Phase():
                return (1 + inside) * self._passes_of(line)
            case ir.For() | ir.Repeat() | ir.EachPlayer():
                return (1 + inside) * self._passes.at_most(line)
            case ir.Decide(repeatedly=True) | ir.Secret() | ir.Park():
                raise _Endless
            case ir.Do(proc=name):
                if name in calls or name not in self._program.procs:
                    raise _Endless
                return inside + self.of_block(self._program.procs[name].body, (*calls, name))
            case _:
                return inside + isinstance(line, ir.Decide)

    def _passes_of(self, phase: ir.Phase) -> int:
        limits = None if phase.times is None else bounds(self._program, phase.times.type)
        if limits is not None:
            return max(1, limits[1])
        if phase.once:
            return 1
        raise _Endless


def step(emitter: Emitter, fault: int) -> None:
    """Count a decision, a pass of a phase or a standing rule; `fault` names the line."""
    if emitter.gen.short_game:
        return
    steps = emitter.fresh()
    emitter.put(f"{steps} = C[{STEPS}] = C[{STEPS}] + 1")
    emitter.put(f"if {steps} > {emitter.program.step_limit}: too_long({fault})")


def times_of(emitter: Emitter, repeat: ir.Repeat) -> str:
    """How often it is repeated: less than none are none, wherever they are counted."""
    times = emitter.expr(repeat.number)
    limits = bounds(emitter.program, repeat.number.type)
    if limits is not None and limits[0] >= 0:
        return times
    times = emitter.atom(times)
    return f"({times} if {times} > 0 else 0)"


def count_passes(emitter: Emitter, loop: Loop, number: str) -> None:
    """Count the passes of a loop, all when it begins."""
    if emitter.gen.short_game or not emitter.gen.passes.count(loop):
        return
    fault = emitter.pool.fault("", loop.span)
    steps = emitter.fresh()
    emitter.put(f"{steps} = C[{STEPS}] = C[{STEPS}] + {number}")
    emitter.put(f"if {steps} > {emitter.program.step_limit}: too_long({fault}, {number})")
