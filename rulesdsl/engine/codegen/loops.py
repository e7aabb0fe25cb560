"""Loops into segments: from the head, where it is looked whether there is one more, and back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.codegen.effects import first_player, players_in_turn
from rulesdsl.engine.codegen.step_counting import Loop, count_passes, times_of
from rulesdsl.engine.core.type_values import Allowed

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.segments import SegmentEmitter


@frozen
class Row:
    """What a loop goes through, as text: how many there are, and the one that is next."""

    count: str
    member: str
    address: int = 0
    """The cell that says how many there are; 0: always the same number."""


def emit_each(emitter: SegmentEmitter, stmt: ir.For) -> None:
    def row(name: str) -> Row:
        known = emitter.const(stmt.domain)
        if isinstance(known, tuple):
            return Row(str(len(known)), f"{emitter.pool.constant(known)}[{name}]")
        domain = stmt.domain.type
        address = emitter.gen.frame.cells_to_go_through(stmt.var, domain)
        fault = emitter.pool.too_many_values()
        text = emitter.expr(stmt.domain)
        match domain:
            case ir.SeqDomain(bound=bound):
                emitter.put(f"put_seq(C, {address}, {max(1, bound)}, {text}, {fault})")
                member = f"C[{address + 1}+{name}]"
            case ir.SeqOfSeqDomain(of=of, bound=bound):
                inner = max(1, of.bound)
                emitter.put(f"put_seqs(C, {address}, {max(1, bound)}, {inner}, {text}, {fault})")
                member = f"get_seqs(C, {address}, {inner})[{name}]"
            case _:
                raise AssertionError(f"nothing to go through: {domain!r}")
        return Row(f"C[{address}]", member, address)

    _go_through(emitter, stmt, stmt.var, row)


def emit_repeat(emitter: SegmentEmitter, stmt: ir.Repeat) -> None:
    def row(text: str) -> Row:
        address = emitter.gen.frame.cells()
        emitter.nesting.ranges[address] = Allowed(0, emitter.gen.passes.at_most(stmt))
        emitter.put(f"C[{address}] = {times_of(emitter, stmt)}")
        return Row(f"C[{address}]", f"{text} + 1", address)

    _go_through(emitter, stmt, stmt.var, row)


def emit_each_player(emitter: SegmentEmitter, stmt: ir.EachPlayer) -> None:
    def row(text: str) -> Row:
        room = emitter.program.players
        if emitter.const(stmt.players) == tuple(range(room)):
            # Everybody: only who begins has to be kept.
            first = emitter.gen.frame.cells()
            emitter.nesting.ranges[first] = Allowed(0, room - 1)
            emitter.put(f"C[{first}] = {first_player(emitter, stmt)}")
            return Row(str(room), f"(C[{first}]+{text}) % {room}")
        players = emitter.gen.frame.cells(1 + room)
        emitter.nesting.sequences.append((ir.SeqDomain(ir.PlayerDomain(), True, room), players))
        emitter.put(f"put_seq(C, {players}, {room}, {players_in_turn(emitter, stmt)}, 0)")
        return Row(f"C[{players}]", f"C[{players + 1}+{text}]", players)

    _go_through(emitter, stmt, stmt.you, row)


def _go_through(emitter: SegmentEmitter, stmt: Loop, var: ir.Var | None, row: Callable[[str], Row]) -> None:
    """`row` is given a name for how many passes there have been."""
    head, after = emitter.label(), emitter.label()
    cursor = emitter.gen.frame.cells()
    text = emitter.fresh()
    through = row(text)
    end = emitter.gen.frame.end
    count_passes(emitter, stmt, through.count)
    emitter.put(f"C[{cursor}] = 0")
    emitter.go(head)
    emitter.open(head)
    emitter.put(f"{text} = C[{cursor}]")
    emitter.put(f"if {text} >= {through.count}: return @{after}")
    emitter.put(f"C[{cursor}] = {text} + 1")
    known = isinstance(stmt, ir.Repeat) and isinstance(stmt.number, ir.Const)
    most = emitter.gen.passes.at_most(stmt)
    with emitter.inside(emitter.loop((cursor, end), through.address, most, known=known)):
        if var is not None:
            emitter.give(var, through.member)
        emitter.body(stmt.body)
    emitter.go(head)
    emitter.open(after)
