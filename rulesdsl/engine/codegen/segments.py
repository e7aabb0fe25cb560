"""Lines during which somebody may be asked, cut into segments: functions that end by saying which comes next.

A segment runs to the next decision, or to a place where another line may have to come back. Between segments
nothing is kept but the cells: which segment, how far each loop is, where a routine goes back to.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesdsl import program as ir
from rulesdsl.engine.codegen.decisions import emit_decide
from rulesdsl.engine.codegen.effects import Block, emit_effect, look_at_rules, stored_value
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.loops import emit_each, emit_each_player, emit_repeat
from rulesdsl.engine.codegen.phases import emit_phase
from rulesdsl.engine.codegen.secrets import emit_park, emit_secret
from rulesdsl.engine.core.layout import PENDING, RULE_BACK
from rulesdsl.engine.core.type_values import Allowed
from rulesdsl.engine.positions.nesting import FLOW, Around, InLoop, Nesting, Place, Variable
from rulesdsl.engine.runtime.secrets import SecretBlock


class SegmentEmitter(Emitter):
    """Writes the segments of one routine, of the flow, or of a standing rule that decides."""

    block_around: SecretBlock | None = None
    """The secret block whose lines are being written."""

    routine: str | int = FLOW
    around: tuple[Around, ...] = ()
    settled: frozenset[Variable] = frozenset()
    under_way: ir.Stmt | None = None
    """The line that is being written."""

    def open(self, label: int) -> None:
        """Go on writing at the beginning of this segment."""
        self.lines = self.gen.segments.setdefault(label, [])
        self.depth = 1
        self.gen.frame.segment = label

    def label(self) -> int:
        return self.gen.label()

    def give(self, var: ir.Var, text: str) -> None:
        self.gen.frame.write(self, self.copy, var, text)
        self.settle(var)

    def go(self, label: int) -> None:
        self.put(f"return @{label}")

    # ---- the walk

    def body(self, block: Block) -> None:
        for stmt in block:
            self.line(stmt)

    def line(self, stmt: ir.Stmt) -> None:
        around, self.under_way = self.under_way, stmt
        self._line(stmt)
        self.under_way = around

    def _line(self, stmt: ir.Stmt) -> None:
        flow = self.gen.flow
        if not flow.suspends(stmt, loud=self.loud):
            emit_effect(self, stmt)
            return
        if flow.is_line(stmt):
            # A line after which a standing rule may ask somebody.
            loud, self.loud = self.loud, False
            emit_effect(self, stmt)
            self.loud = loud
            self.look_and_come_back(flow.mask(flow.writes(stmt)))
            return
        match stmt:
            case ir.If():
                self.choose_way(stmt)
            case ir.For():
                emit_each(self, stmt)
            case ir.Repeat():
                emit_repeat(self, stmt)
            case ir.EachPlayer():
                emit_each_player(self, stmt)
            case ir.Phase():
                emit_phase(self, stmt)
            case ir.Secret():
                self.secret(stmt)
            case ir.Park():
                emit_park(self)
            case ir.Do():
                self.call_and_come_back(stmt)
            case ir.Decide():
                emit_decide(self, stmt)
            case _:
                raise AssertionError(f"nobody may be asked in this line: {stmt!r}")

    def look_and_come_back(self, mask: int) -> None:
        after = self.label()
        self.nesting.comes_back(RULE_BACK, after, self.place())
        self.put(f"C[{RULE_BACK}] = @{after}")
        self.put(f"return settle(S, C, {mask}) or @{after}")
        self.open(after)
        if self.gen.watched:
            self.put("settled(C)")

    def look_at_all(self) -> None:
        """Look at the whole list, as when the flow begins."""
        flow = self.gen.flow
        everything = (1 << len(flow.items)) - 1
        if flow.deciding:
            self.look_and_come_back(everything)
        else:
            look_at_rules(self, everything)

    def look_for_the_pass(self, mask: int) -> None:
        """Look at what reads the number of the pass that has just begun."""
        flow = self.gen.flow
        if mask and not self.loud:
            self.put(f"C[{PENDING}] |= {mask}")
        elif flow.closure(mask) & flow.deciding:
            self.look_and_come_back(mask)
        elif mask:
            look_at_rules(self, mask)

    def look_behind_a_phase(self, mask: int) -> None:
        """Look at what reads the numbers of passes, and at what was not looked at any more because the phase
        was left.
        """
        flow = self.gen.flow
        if not (self.loud and flow.leaving):
            self.look_for_the_pass(mask)
        elif flow.deciding:
            self.look_and_come_back(mask)
        else:
            look_at_rules(self, mask)

    def choose_way(self, stmt: ir.If) -> None:
        join = self.label()
        test = self.expr(stmt.condition)
        here, depth, segment = self.lines, self.depth, self.gen.frame.segment
        self.put(f"if {test}:")
        self.depth += 1
        with self.inside():
            self.body(stmt.then)
        self.go(join)
        self.lines, self.depth, self.gen.frame.segment = here, depth, segment
        with self.inside():
            self.body(stmt.otherwise)
        self.go(join)
        self.open(join)

    # ---- secret blocks

    def secret(self, stmt: ir.Secret) -> None:
        emit_secret(self, stmt)
        if self.loud:
            mask = self.gen.flow.mask(self.gen.flow.block_writes(stmt.body))
            if self.gen.flow.closure(mask) & self.gen.flow.deciding:
                self.look_and_come_back(mask)
            else:
                look_at_rules(self, mask)

    # ---- calls

    def call_and_come_back(self, stmt: ir.Do) -> None:
        proc = self.program.procs[stmt.proc]
        copy = "" if self.loud else "q"
        frame = self.gen.frame
        entry, back = self.gen.routine(stmt.proc, copy)
        values = [self.atom(self.expr(arg)) for arg in stmt.args]
        if proc.you is not None:
            frame.write(self, copy, proc.you, NOTHING if stmt.you is None else stored_value(self, stmt.you))
            frame.force(copy, (proc.you,))
        for param, value in zip(proc.params, values, strict=True):
            frame.write(self, copy, param, value)
            frame.force(copy, (param,))
        after = self.label()
        self.nesting.comes_back(back, after, self.place())
        self.put(f"C[{back}] = @{after}")
        self.go(entry)
        self.open(after)

    # ---- where each line stands (see `nesting`)

    @property
    def nesting(self) -> Nesting:
        return self.gen.nesting

    def place(self) -> Place:
        """Where the line stands that is being written."""
        return Place(self.routine, self.around, self.settled, self.under_way, self.copy)

    def settle(self, *variables: ir.Var) -> None:
        """These have a value from here on."""
        self.settled |= {(self.copy, var.number) for var in variables}

    @contextmanager
    def inside(self, *around: Around) -> Iterator[None]:
        """What gets a value in there need not have one behind it."""
        kept = self.around, self.settled
        self.around = (*self.around, *around)
        yield
        self.around, self.settled = kept

    def loop(self, cells: tuple[int, int], count: int, most: int, *, known: bool = False) -> InLoop:
        """`cells`: from the first, which counts the passes, to behind the last of what is gone through."""
        self.nesting.ranges[cells[0]] = Allowed(0, most)
        return InLoop(cells[0], count, most, cells[1], known)
