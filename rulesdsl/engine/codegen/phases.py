"""Phases into segments: each pass up to its end, and whose pass it is."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.conditions import disjuncts
from rulesdsl.engine.codegen.effects import first_player
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.moves import note_of
from rulesdsl.engine.codegen.step_counting import step
from rulesdsl.engine.core.domains import may_be_none
from rulesdsl.engine.core.type_values import bounds_of
from rulesdsl.engine.positions.nesting import InPhase
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.segments import SegmentEmitter


def emit_phase(emitter: SegmentEmitter, stmt: ir.Phase) -> None:
    counter = emitter.layout.phases[stmt.name]
    index = emitter.program.phases.index(stmt.name)
    head, after = emitter.label(), emitter.label()
    once = stmt.once or (
        stmt.times is None and stmt.turn is None and stmt.until is None and stmt.stops is None
    )
    note = note_of(emitter, stmt)
    times = 0
    if stmt.times is not None:
        times = emitter.gen.frame.cells()
        emitter.nesting.ranges[times] = bounds_of(emitter.program, stmt.times.type).or_else(0)
        emitter.put(f"C[{times}] = {emitter.expr(stmt.times)}")
    you = stmt.you if stmt.turn is not None else None
    if you is not None:
        with emitter.inside():
            emitter.give(you, NOTHING)
    emitter.nesting.comes_back(counter + 1, after)
    emitter.put(f"C[{counter + 1}] = @{after}; C[{counter}] = 1")
    if stmt.stops is not None:
        if emitter.loud:
            # In a standing rule nothing is looked at before the rule is done.
            emitter.gen.stopped.setdefault((stmt.name, stmt.stops), []).append(after)
        with emitter.block(f"if {emitter.expr(stmt.stops)}:"):
            emitter.put(f"return leave(S, C, {index}, {note})")
    mask = emitter.gen.flow.mask(frozenset({("pass", stmt.name)}))
    emitter.go(head)
    emitter.open(head)
    if stmt.times is not None:
        emitter.put(f"if C[{counter}] > C[{times}]: return @{after}")
    if stmt.until is not None:
        _ends(emitter, stmt.until, after)
    step(emitter, emitter.pool.fault("", stmt.span, stmt.rules))
    with emitter.inside(InPhase(stmt.name, counter, after, times)):
        if stmt.turn is not None and you is not None:
            _turn(emitter, stmt.turn, you, after)
        who = "None" if you is None else emitter.var(you)
        with emitter.block("if S.log is not None:"):
            emitter.put(f"S.pass_begun(C, {index}, {who}, {once}, {note})")
        emitter.look_for_the_pass(mask)
        emitter.body(stmt.body)
        with emitter.block("if S.log is not None:"):
            emitter.put(f"S.pass_ended(C, {index}, {note})")
    if once:
        emitter.go(after)
    else:
        emitter.put(f"C[{counter}] += 1")
        emitter.go(head)
    emitter.open(after)
    emitter.put(f"C[{counter}] = {NOTHING}; C[{counter + 1}] = 0")
    # However it was left: the numbers of its passes, and of the phases inside, are none now.
    left = {stmt.name} | emitter.gen.flow.phases_within(stmt.body)
    emitter.look_behind_a_phase(emitter.gen.flow.mask(frozenset(("pass", name) for name in left)))


def _ends(emitter: SegmentEmitter, until: ir.Expr, after: int) -> None:
    """The phase is over where this holds; of what was false at first only what one change can have made true
    is looked at.
    """
    parts = disjuncts(until)
    conditions = list(takewhile(bool, map(emitter.gen.last_changes.of, parts)))
    if not conditions:
        emitter.put(f"if {emitter.expr(until)}: return @{after}")
        return
    after_one = " or ".join(f"{condition.after_one}(C, S.changed)" for condition in conditions if condition)
    whole = " or ".join(f"{condition.whole}(C)" for condition in conditions if condition)
    test = f"({after_one} if S.held == {after} and S.changed > 0 else {whole})"
    others = tuple(parts[len(conditions) :])
    if others:
        emitter.depth += 1
        lines, more = emitter.capture(lambda: emitter.logic(Op.OR, others))
        emitter.depth -= 1
        if lines:
            result = emitter.fresh()
            emitter.put(f"{result} = {test}")
            with emitter.block(f"if not {result}:"):
                emitter.lines += lines
                emitter.put(f"{result} = {more}")
            test = result
        else:
            test = f"{test} or {more}"
    emitter.put(f"if {test}: return @{after}")
    emitter.put(f"S.held = {after}; S.changed = 0")


def _turn(emitter: SegmentEmitter, turn: ir.TurnOf | ir.TurnOfEach, you: ir.Var, after: int) -> None:
    """Whose pass it is; nobody left ends the phase."""
    frame = emitter.gen.frame
    if isinstance(turn, ir.TurnOf):
        player = emitter.atom(emitter.expr(turn.player))
        if may_be_none(turn.player.type):
            emitter.put(f"if {player} == {NOTHING}: return @{after}")
        emitter.give(you, player)
        return
    before = frame.read(emitter.copy, you)
    count = emitter.program.players
    everybody = emitter.const(turn.players) == tuple(range(count))
    players = "" if everybody else emitter.atom(emitter.expr(turn.players))
    text = emitter.fresh()
    with emitter.block(f"if {before} == {NOTHING}:"):
        first = first_player(emitter, turn)
        emitter.put(f"{text} = {first if everybody else f'from_first({first}, {players}, {count})'}")
    with emitter.block("else:"):
        after_you = f"({before} + 1) % {count}" if everybody else f"next_of({before}, {players}, {count})"
        emitter.put(f"{text} = {after_you}")
    if not everybody:
        emitter.put(f"if {text} == {NOTHING}: return @{after}")
    emitter.give(you, text)
    frame.force(emitter.copy, (you,))
