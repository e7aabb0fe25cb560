"""Lines during which somebody may be asked, cut into segments: functions that end by saying which comes next.

A segment runs to the next decision, or to a place where another line may have to come back. Between segments
nothing is kept but the cells: which segment, how far each loop is, where a routine goes back to.
"""

from __future__ import annotations

from rulesdsl.engine.ground.allowed import Allowed, bounds_of
from rulesdsl.engine.ground.codes import DECLINE
from rulesdsl.engine.ground.domains import cell_count, may_be_none
from rulesdsl.engine.ground.layout import CHOOSER, PENDING, RULE_BACK, SITE
from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.engine.keeping.nesting import InPhase
from rulesdsl.engine.running.secrets import SecretBlock
from rulesdsl.engine.writing.effects import Block
from rulesdsl.engine.writing.nested import NestedEmitter
from rulesdsl.engine.writing.passes import count_passes, step
from rulesdsl.engine.writing.secrets import emit_park, emit_secret
from rulesdsl.engine.writing.sites import emit_site
from rulesdsl.engine.writing.writer import NOTHING
from rulesdsl.program import (
    Decide,
    Do,
    EachPlayer,
    For,
    If,
    Local,
    OneParam,
    Park,
    Phase,
    PlayerDomain,
    Repeat,
    Secret,
    SeqDomain,
    SeqOfSeqDomain,
    SomeParam,
    Stmt,
    TurnOf,
    TurnOfEach,
    Var,
)

FEW_LINES = 3
"""So many lines before its last a function may have to be written out where it is used."""


class SegmentEmitter(NestedEmitter):
    """Writes the segments of one routine, of the flow, or of a standing rule that decides."""

    block_around: SecretBlock | None = None
    """The secret block whose lines are being written."""

    def open(self, label: int) -> None:
        """Go on writing at the beginning of this segment."""
        self.lines = self.gen.segments.setdefault(label, [])
        self.depth = 1
        self.gen.frame.segment = label

    def label(self) -> int:
        return self.gen.label()

    def give(self, var: Var, text: str) -> None:
        self.gen.frame.write(self, self.copy, var, text)
        self.settle(var)

    def go(self, label: int) -> None:
        self.put(f"return @{label}")

    # ---- the walk

    def body(self, block: Block) -> None:
        for stmt in block:
            self.line(stmt)

    def line(self, stmt: Stmt) -> None:
        flow = self.gen.flow
        if not flow.suspends(stmt, loud=self.loud):
            self.effect(stmt)
            return
        match stmt:
            case If():
                self.choose_way(stmt)
            case For():
                self.each(stmt)
            case Repeat():
                self.repeat(stmt)
            case EachPlayer():
                self.each_player(stmt)
            case Phase():
                self.phase(stmt)
            case Secret():
                self.secret(stmt)
            case Park():
                emit_park(self)
            case Do():
                self.call_and_come_back(stmt)
            case Decide():
                self.decide(stmt)
            case _:
                # A line after which a standing rule may ask somebody.
                loud, self.loud = self.loud, False
                self.effect(stmt)
                self.loud = loud
                self.look_and_come_back(flow.mask(flow.writes(stmt)))

    def look_and_come_back(self, mask: int) -> None:
        after = self.label()
        self.nesting.comes_back(RULE_BACK, after, self.place())
        self.put(f"C[{RULE_BACK}] = @{after}")
        self.put(f"return settle(S, C, {mask}) or @{after}")
        self.open(after)

    def look_at_all(self) -> None:
        """Look at the whole list, as when the flow begins."""
        flow = self.gen.flow
        everything = (1 << len(flow.items)) - 1
        if flow.deciding:
            self.look_and_come_back(everything)
        else:
            self.look(everything)

    def look_for_the_pass(self, mask: int) -> None:
        """Look at what reads the number of the pass that has just begun."""
        flow = self.gen.flow
        if mask and not self.loud:
            self.put(f"C[{PENDING}] |= {mask}")
        elif flow.closure(mask) & flow.deciding:
            self.look_and_come_back(mask)
        elif mask:
            self.look(mask)

    def choose_way(self, stmt: If) -> None:
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

    # ---- loops

    def each(self, stmt: For) -> None:
        frame = self.gen.frame
        head, after = self.label(), self.label()
        cursor = frame.cells()
        at = self.fresh()
        known = self.const(stmt.domain)
        domain = stmt.domain.type
        address = 0
        if isinstance(known, tuple):
            count, member = str(len(known)), f"{self.pool.constant(known)}[{at}]"
        else:
            address = frame.cells_to_go_through(stmt.var, domain)
            count = f"C[{address}]"
            fault = self.pool.too_many_values()
            text = self.expr(stmt.domain)
            match domain:
                case SeqDomain(bound=bound):
                    self.put(f"put_seq(C, {address}, {max(1, bound)}, {text}, {fault})")
                    member = f"C[{address + 1}+{at}]"
                case SeqOfSeqDomain(of=of, bound=bound):
                    inner = max(1, of.bound)
                    self.put(f"put_seqs(C, {address}, {max(1, bound)}, {inner}, {text}, {fault})")
                    member = f"get_seqs(C, {address}, {inner})[{at}]"
                case _:
                    raise AssertionError(f"nothing to go through: {domain!r}")
        count_passes(self, stmt, count)
        self.put(f"C[{cursor}] = 0")
        self.go(head)
        self.open(head)
        self.put(f"{at} = C[{cursor}]")
        self.put(f"if {at} >= {count}: return @{after}")
        self.put(f"C[{cursor}] = {at} + 1")
        with self.inside(self.loop(cursor, address, self.gen.passes.at_most(stmt))):
            self.give(stmt.var, member)
            self.body(stmt.body)
        self.go(head)
        self.open(after)

    def repeat(self, stmt: Repeat) -> None:
        head, after = self.label(), self.label()
        cursor = self.gen.frame.cells(2)
        number = self.atom(self.expr(stmt.number))
        count_passes(self, stmt, number)
        self.put(f"C[{cursor}] = 0; C[{cursor + 1}] = {number}")
        self.go(head)
        self.open(head)
        at = self.atom(f"C[{cursor}] + 1")
        self.put(f"if {at} > C[{cursor + 1}]: return @{after}")
        self.put(f"C[{cursor}] = {at}")
        most = self.gen.passes.at_most(stmt)
        self.nesting.ranges[cursor + 1] = bounds_of(self.program, stmt.number.type).or_else(0)
        with self.inside(self.loop(cursor, cursor + 1, most)):
            if stmt.var is not None:
                self.give(stmt.var, at)
            self.body(stmt.body)
        self.go(head)
        self.open(after)

    def each_player(self, stmt: EachPlayer) -> None:
        head, after = self.label(), self.label()
        cursor = self.gen.frame.cells()
        room = self.program.players
        at = self.fresh()
        players = 0
        if self.const(stmt.players) == tuple(range(room)):
            # Everybody: only who begins has to be kept.
            first = self.gen.frame.cells()
            self.nesting.ranges[first] = Allowed(0, room - 1)
            count, member = str(room), f"(C[{first}]+{at}) % {room}"
            self.put(f"C[{first}] = {self.begins(stmt)}")
        else:
            players = self.gen.frame.cells(1 + room)
            self.nesting.sequences.append((SeqDomain(PlayerDomain(), True, room), players))
            count, member = f"C[{players}]", f"C[{players + 1}+{at}]"
            self.put(f"put_seq(C, {players}, {room}, {self.in_turn(stmt)}, 0)")
        count_passes(self, stmt, count)
        self.put(f"C[{cursor}] = 0")
        self.go(head)
        self.open(head)
        self.put(f"{at} = C[{cursor}]")
        self.put(f"if {at} >= {count}: return @{after}")
        self.put(f"C[{cursor}] = {at} + 1")
        with self.inside(self.loop(cursor, players, room)):
            self.give(stmt.you, self.atom(member))
            self.body(stmt.body)
        self.go(head)
        self.open(after)

    # ---- phases

    def phase(self, stmt: Phase) -> None:
        counter = self.layout.phases[stmt.name]
        index = self.program.phases.index(stmt.name)
        head, after = self.label(), self.label()
        once = stmt.once or (
            stmt.times is None and stmt.turn is None and stmt.until is None and stmt.stops is None
        )
        note = self.note(stmt)
        times = 0
        if stmt.times is not None:
            times = self.gen.frame.cells()
            self.nesting.ranges[times] = bounds_of(self.program, stmt.times.type).or_else(0)
            self.put(f"C[{times}] = {self.expr(stmt.times)}")
        you = stmt.you if stmt.turn is not None else None
        if you is not None:
            with self.inside():
                self.give(you, NOTHING)
        self.nesting.comes_back(counter + 1, after)
        self.put(f"C[{counter + 1}] = @{after}; C[{counter}] = 1")
        if stmt.stops is not None:
            with self.block(f"if {self.expr(stmt.stops)}:"):
                self.put(f"return leave(S, C, {index}, {note})")
        mask = self.gen.flow.mask(frozenset({("pass", stmt.name)}))
        self.go(head)
        self.open(head)
        if stmt.times is not None:
            self.put(f"if C[{counter}] > C[{times}]: return @{after}")
        if stmt.until is not None:
            self.put(f"if {self.expr(stmt.until)}: return @{after}")
        step(self, self.pool.fault("", stmt.span, stmt.rules))
        with self.inside(InPhase(stmt.name, counter, after, times)):
            if stmt.turn is not None and you is not None:
                self.turn(stmt, stmt.turn, you, after)
            who = "None" if you is None else self.var(you)
            with self.block("if S.log is not None:"):
                self.put(f"S.pass_begun(C, {index}, {who}, {once}, {note})")
            self.look_for_the_pass(mask)
            self.body(stmt.body)
            with self.block("if S.log is not None:"):
                self.put(f"S.pass_ended(C, {index}, {note})")
        if once:
            self.go(after)
        else:
            self.put(f"C[{counter}] += 1")
            self.go(head)
        self.open(after)
        self.put(f"C[{counter}] = {NOTHING}; C[{counter + 1}] = 0")

    def turn(self, stmt: Phase, turn: TurnOf | TurnOfEach, you: Var, after: int) -> None:
        """Whose pass it is; nobody left ends the phase."""
        frame = self.gen.frame
        if isinstance(turn, TurnOf):
            player = self.atom(self.expr(turn.player))
            if may_be_none(turn.player.type):
                self.put(f"if {player} == {NOTHING}: return @{after}")
            self.give(you, player)
            return
        before = frame.read(self.copy, you)
        count = self.program.players
        everybody = self.const(turn.players) == tuple(range(count))
        players = "" if everybody else self.atom(self.expr(turn.players))
        found = self.fresh()
        with self.block(f"if {before} == {NOTHING}:"):
            first = "0"
            if turn.first is not None:
                first = self.expr(turn.first)
                first = f"max(0, {first})" if may_be_none(turn.first.type) else first
            self.put(f"{found} = {first if everybody else f'from_first({first}, {players}, {count})'}")
        with self.block("else:"):
            after_you = f"({before} + 1) % {count}" if everybody else f"next_of({before}, {players}, {count})"
            self.put(f"{found} = {after_you}")
        if not everybody:
            self.put(f"if {found} == {NOTHING}: return @{after}")
        self.give(you, found)
        frame.force(self.copy, (you,))
        del stmt

    # ---- secret blocks

    def secret(self, stmt: Secret) -> None:
        emit_secret(self, stmt)
        if self.loud:
            mask = self.gen.flow.mask(self.gen.flow.block_writes(stmt.body))
            if self.gen.flow.closure(mask) & self.gen.flow.deciding:
                self.look_and_come_back(mask)
            else:
                self.look(mask)

    # ---- calls

    def call_and_come_back(self, stmt: Do) -> None:
        proc = self.program.procs[stmt.proc]
        copy = "" if self.loud else "q"
        frame = self.gen.frame
        entry, back = self.gen.routine(stmt.proc, copy)
        values = [self.atom(self.expr(arg)) for arg in stmt.args]
        if proc.you is not None:
            frame.write(self, copy, proc.you, NOTHING if stmt.you is None else self.stored(stmt.you))
            frame.force(copy, (proc.you,))
        for param, value in zip(proc.params, values, strict=True):
            frame.write(self, copy, param, value)
            frame.force(copy, (param,))
        after = self.label()
        self.nesting.comes_back(back, after, self.place())
        self.put(f"C[{back}] = @{after}")
        self.go(entry)
        self.open(after)

    # ---- decisions

    def values_of(self, options: str) -> str:
        """A name for the values that a decision begins with: by a call, or the lines in its place if few."""
        *lines, last = self.gen.site_functions[options][1:]
        codes = self.fresh()
        if len(lines) <= FEW_LINES and not any("return" in line for line in lines):
            self.lines += ("    " * (self.depth - 1) + line for line in lines)
            self.put(f"{codes} = {last.strip().removeprefix('return ')}")
        else:
            self.put(f"{codes} = {options}(C)")
        return codes

    def decide(self, stmt: Decide) -> None:
        again, after = self.label(), self.label()
        if stmt.repeatedly:
            self.go(again)
            self.open(again)
        bodies = [self.label() if one.body else 0 for one in stmt.alternatives]
        back = again if stmt.repeatedly else after
        you = self.atom(self.expr(stmt.you))
        params = [param for one in stmt.alternatives for param in one.params]
        self.gen.frame.force(self.copy, [param.var for param in params])
        if stmt.decline or stmt.if_possible or len(stmt.alternatives) > 1:
            with self.inside():
                for param in params:
                    self.give(param.var, "()" if isinstance(param, SomeParam) else NOTHING)
        self.nesting.sites[len(self.gen.sites)] = self.place()
        site, number, options = emit_site(self, stmt, [body or back for body in bodies], after)
        if options is None:
            self.put(f"return enter(S, C, {site}, {you})")
        else:
            if may_be_none(stmt.you.type):
                self.put(f"if {you} == {NOTHING}: return enter(S, C, {site}, {you})")
            step(self, self.pool.fault("", stmt.span))
            # Which alternative and which parameter: the first, as after every decision.
            self.put(f"C[{CHOOSER}] = {you}; C[{SITE}] = {number + 1}")
            first = stmt.alternatives[0].params[0]
            if isinstance(first, SomeParam):
                address, room = (
                    self.gen.frame.slot(self.copy, first.var),
                    cell_count(self.program, first.var.type),
                )
                self.put(f"C[{address}:{address + room}] = {self.pool.constant((0,) * room)}")
            codes = self.values_of(options)
            with self.block(f"if {codes}:" if stmt.decline else f"if len({codes}) > 1:"):
                if stmt.decline:
                    self.put(f"{codes}.append({DECLINE})")
                self.put(f"S.codes = {codes}")
                self.put("return 0")
            # Where nobody listens, what is forced or cannot be done is gone past at once.
            if stmt.decline or stmt.if_possible or stmt.repeatedly:
                with self.block(f"if not {codes} and S.log is None:"):
                    self.put(f"C[{SITE}] = 0")
                    self.go(after)
            if isinstance(first, OneParam) and len(stmt.alternatives[0].params) == 1 and not stmt.decline:
                with self.block(f"if {codes} and S.log is None and S._take_forced:"):
                    self.put(f"C[{self.gen.frame.slot(self.copy, first.var)}] = {codes}[0]; C[{SITE}] = 0")
                    self.go(bodies[0] or back)
            self.put(f"return enter_few(S, C, {site}, {codes})")
        for alternative, body in zip(stmt.alternatives, bodies, strict=True):
            if not body:
                continue
            self.open(body)
            with self.inside():
                self.settle(*(param.var for param in alternative.params))
                used = {node.var.number for node in nodes_in(alternative.body) if isinstance(node, Local)}
                for param in alternative.params:
                    if not isinstance(param, SomeParam):
                        continue
                    for part in param.parts or ():
                        if part.result.number in used:
                            self.give(part.result, self.gen.part_value(self, param, part))
                self.body(alternative.body)
                self.go(back)
        self.open(after)
        if len(stmt.alternatives) == 1 and not (stmt.decline or stmt.if_possible):
            self.settle(*(param.var for param in params))
