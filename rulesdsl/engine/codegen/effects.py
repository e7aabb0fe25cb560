"""Lines that change the state, into Python: those that never wait for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.deals import emit_deal
from rulesdsl.engine.codegen.literals import MAY_FAULT, NOTHING
from rulesdsl.engine.codegen.moves import (
    emit_draw,
    emit_move,
    note_of,
    pieces_text,
    zones_change_places,
)
from rulesdsl.engine.codegen.numbering import number_places
from rulesdsl.engine.codegen.places import address_at, offsets_of, zone_instance
from rulesdsl.engine.codegen.step_counting import count_passes, times_of
from rulesdsl.engine.core.domains import bounds, may_be_none, within_bounds
from rulesdsl.engine.core.layout import PENDING, is_set
from rulesdsl.engine.labels.english import plain
from rulesdsl.operations import Op
from rulesdsl.program_walk import instances_in
from rulesdsl.statement_facts import Kind, bodies_called, statement_facts

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

Block = tuple[ir.Stmt, ...]


# ---- after a line


def look_at_rules(self: Emitter, mask: int) -> None:
    """Look at the list after a line that may have made these items true."""
    items = self.gen.flow.items
    if not self.loud or not items:
        return
    call = "settle_plain" if self.gen.flow.deciding else "settle"
    if mask:
        _settle(self, f"{call}(S, C, {mask})")
    else:
        with self.block(f"if C[{PENDING}]:"):
            _settle(self, f"{call}(S, C, 0)")
    if self.gen.watched:
        self.put("settled(C)")


def _settle(self: Emitter, call: str) -> None:
    if self.gen.flow.leaving:
        self.put(f"j = {call}")
        self.put("if j: return j")
    else:
        self.put(call)


def emit_quietly(self: Emitter, block: Block) -> None:
    """A block as one change: nothing is looked at inside."""
    loud, self.loud = self.loud, False
    emit_lines(self, block)
    self.loud = loud


# ---- the walk


def emit_lines(self: Emitter, block: Block) -> None:
    for stmt in block:
        emit_effect(self, stmt)


def emit_effect(self: Emitter, stmt: ir.Stmt) -> None:
    match stmt:
        case ir.Let(var=var, value=value):
            known = self.const(value)
            if known is not None and not isinstance(known, int):
                self.give(var, self.known_text(known))
            else:
                self.give(var, stored_value(self, value))
            return
        case ir.Chance():
            emit_chance(self, stmt)
            return
        case ir.If(condition=condition, then=then, otherwise=otherwise):
            with self.block(f"if {self.expr(condition)}:"):
                emit_lines(self, then)
            if otherwise:
                with self.block("else:"):
                    emit_lines(self, otherwise)
            return
        case ir.For():
            emit_for(self, stmt)
            return
        case ir.Repeat(var=var, body=body):
            times = self.atom(times_of(self, stmt))
            count_passes(self, stmt, times)
            name = self.fresh() if var is None else self.bind(var)
            with self.block(f"for {name} in range(1, {times} + 1):"):
                emit_lines(self, body)
            return
        case ir.EachPlayer(you=you, body=body):
            members = passes_counted(self, stmt, players_in_turn(self, stmt))
            with self.block(f"for {self.bind(you)} in {members}:"):
                emit_lines(self, body)
            return
        case ir.End(phase=phase):
            note = note_of(self, stmt)
            if phase:
                self.put(f"return leave(S, C, {self.program.phases.index(phase)}, {note})")
            else:
                number_places(self)
                self.put(f"return finish(S, C, {note})")
            return
        case ir.Do():
            emit_call(self, stmt)
            return
        case ir.Together(body=body):
            emit_together(self, body)
        case ir.Move():
            emit_move(self, stmt)
        case ir.Draw():
            emit_draw(self, stmt)
        case ir.Deal():
            emit_deal(self, stmt)
        case ir.Shuffle(point=point, zone=zone):
            self.put(f"P.shuffle(S, C, {zone_instance(self, zone)}, {point}, {note_of(self, stmt)})")
        case ir.Flip(what=what, down=down):
            self.put(f"P.flip(S, C, {pieces_text(self, what)}, {self.expr(down)}, {note_of(self, stmt)})")
        case ir.Show(what=what, to=to):
            shown, mask = pieces_text(self, what), player_mask(self, to)
            secret = self.gen.flow.is_in_secret(stmt)
            self.put(f"P.show(S, C, {shown}, {mask}, {note_of(self, stmt)}, {secret})")
        case ir.Assign():
            emit_assign(self, stmt)
        case ir.Include():
            emit_include(self, stmt)
        case ir.Say(text=text, to=to):
            with self.block("if S.log is not None:"):
                self.put(f"S.say({self.words(text)}, {player_mask(self, to)}, {note_of(self, stmt)})")
        case ir.Record(phase=phase):
            self.put(f"{self.gen.recorder(phase)}(S, C, {note_of(self, stmt)})")
        case _:
            raise AssertionError(f"this line cannot stand where nobody may be asked: {stmt!r}")
    look_at_rules(self, self.gen.flow.mask(self.gen.flow.writes(stmt)) if self.loud else 0)


def emit_for(self: Emitter, stmt: ir.For) -> None:
    """What only tells something is left out while nobody listens, if nothing in it can be a fault."""
    if not _only_tells(stmt.body) or self.gen.passes.count(stmt):
        _emit_loop(self, stmt)
        return
    faults = len(self.pool.faults)
    self.depth += 1
    lines, _ = self.capture(lambda: _emit_loop(self, stmt))
    self.depth -= 1
    called = [node.name for node in instances_in(stmt.domain, ir.Formula)]
    if (
        len(self.pool.faults) == faults
        and not any(word in line for line in lines for word in MAY_FAULT)
        and all(map(self.gen.total, called))
    ):
        self.put("if S.log is not None:")
        self.lines += lines
    else:
        _emit_loop(self, stmt)


def _only_tells(block: Block) -> bool:
    return all(
        isinstance(stmt, ir.Say)
        or (isinstance(stmt, ir.For) and _only_tells(stmt.body))
        or (isinstance(stmt, ir.If) and _only_tells((*stmt.then, *stmt.otherwise)))
        for stmt in block
    )


def _emit_loop(self: Emitter, stmt: ir.For) -> str:
    members = passes_counted(self, stmt, self.expr(stmt.domain))
    with self.block(f"for {self.bind(stmt.var)} in {members}:"):
        emit_lines(self, stmt.body)
    return members


def passes_counted(self: Emitter, loop: ir.For | ir.EachPlayer, members: str) -> str:
    """Who is gone through, after the passes have been counted where they count."""
    if self.gen.passes.count(loop):
        members = self.atom(members)
        count_passes(self, loop, f"len({members})")
    return members


# ---- values for effects


def stored_value(self: Emitter, value: ir.Expr) -> str:
    """A value fit for a cell: flags as 0 and 1."""
    text = self.expr(value)
    scalar = ir.without_none(value.type)
    if isinstance(scalar, ir.FlagDomain) and not isinstance(
        value, (ir.Const, ir.Local, ir.StateRead, ir.Lookup)
    ):
        return f"int({text})"
    return text


def player_mask(self: Emitter, players: ir.Expr | None) -> str:
    if players is None:
        return str(self.layout.everybody)
    known = self.const(players)
    if isinstance(known, tuple) and isinstance(players.type, ir.SeqDomain):
        return str(sum(1 << value for value in known if isinstance(value, int)))
    if isinstance(players.type, ir.SeqDomain):
        return f"mask_of({self.expr(players)})"
    return f"(1 << {self.expr(players)})"


def first_player(self: Emitter, stmt: ir.EachPlayer | ir.TurnOfEach) -> str:
    """The first player of a round; the first seat where nobody is named."""
    if stmt.first is None:
        return "0"
    first = self.expr(stmt.first)
    return f"max(0, {first})" if may_be_none(stmt.first.type) else first


def players_in_turn(self: Emitter, stmt: ir.EachPlayer) -> str:
    if stmt.as_sorted:
        return f"each_once({self.expr(stmt.players)})"
    return f"clockwise({self.expr(stmt.players)}, {first_player(self, stmt)}, {self.program.players})"


# ---- states


def checked_value(
    self: Emitter, value: ir.Expr, domain: ir.Domain, what: str, stmt: ir.Assign | ir.Include
) -> str:
    """A scalar value, checked against the type it is stored in where that can fail."""
    text = stored_value(self, value)
    limits = bounds(self.program, domain)
    if limits is None or within_bounds(self.program, value.type, *limits, none_is_fine=may_be_none(domain)):
        return text
    message, shown = f"{what} would leave its range {limits[0]}..{limits[1]}", _would_be(what)
    if ir.is_of_the_language(what):
        kind = what.partition(".")[0]
        message, shown = f"{kind} grows around at most {limits[1]} places", "now there would be"
    fault = self.pool.fault(message, stmt.span, stmt.rules, shown)
    call = "check_or_none" if may_be_none(domain) else "check"
    return f"{call}({text}, {limits[0]}, {limits[1]}, {fault})"


def emit_assign(self: Emitter, stmt: ir.Assign) -> None:
    if stmt.state in self.layout.phases:
        self.put(f"C[{self.layout.phases[stmt.state]}] = {self.expr(stmt.value)}")
        return
    place = self.layout.states[stmt.state]
    domain = place.state.type
    if is_set(domain):
        value = self.atom(self.expr(stmt.value))
        for address in addresses_written(self, stmt):
            self.put(
                f"set_members(S, C, {address}, {place.size}, {place.low}, {value},"
                f" {range_fault(self, stmt)}, {note_of(self, stmt)})"
            )
        return
    if isinstance(stmt.value.type, ir.MapDomain) and not isinstance(domain, ir.MapDomain):
        value = self.atom(f"list({self.expr(stmt.value)})")
        limits = bounds(self.program, domain)
        low, high = limits if limits is not None else (0, -1)
        for index, address in enumerate(addresses_written(self, stmt)):
            name = f"check_or_none({value}[{index}], {low}, {high}, {range_fault(self, stmt)})"
            put_cell(self, address, name, stmt)
        return
    value = checked_value(self, stmt.value, domain, stmt.state, stmt)
    addresses = addresses_written(self, stmt)
    if len(addresses) > 1:
        value = self.atom(value)
    for address in addresses:
        put_cell(self, address, value, stmt)


def put_cell(self: Emitter, address: str, value: str, stmt: ir.Assign) -> None:
    address, value = self.atom(address), self.atom(value)
    if not ir.is_of_the_language(stmt.state):
        with self.block("if S.log is not None:"):
            self.put(f"S.state_set(C, {address}, {value}, {note_of(self, stmt)})")
    self.put(f"C[{address}] = {value}")
    if stmt.state in self.gen.last_changes.watched:
        self.put(f"S.changed = -1 if S.changed else {address}")


def range_fault(self: Emitter, stmt: ir.Assign | ir.Include) -> int:
    return self.pool.fault(
        f"{stmt.state} would leave its range", stmt.span, stmt.rules, _would_be(stmt.state)
    )


def addresses_written(self: Emitter, stmt: ir.Assign | ir.Include) -> list[str]:
    """The addresses that are written: one, or all over the indices left out."""
    place = self.layout.states[stmt.state]
    # Indices left out at the end mean all, too.
    given = (*stmt.index, *([None] * (len(place.dims) - len(stmt.index))))
    fixed, terms, offsets = offsets_of(self, place.dims, given, place.size, "such state", stmt.span)
    if not terms:
        return [str(place.address + fixed + offset) for offset in offsets]
    if len(offsets) == 1:
        return [address_at(place.address, fixed, terms)]
    start = self.atom(address_at(place.address, fixed, terms))
    return [f"{start}+{offset}" for offset in offsets]


def emit_include(self: Emitter, stmt: ir.Include) -> None:
    place = self.layout.states[stmt.state]
    if isinstance(stmt.value.type, (ir.SeqDomain, ir.SeqOfSeqDomain)):
        value = self.atom(self.expr(stmt.value))
    else:
        value = f"({self.expr(stmt.value)},)"
    for address in addresses_written(self, stmt):
        self.put(
            f"include(S, C, {address}, {place.size}, {place.low}, {value}, {0 if stmt.out else 1},"
            f" {range_fault(self, stmt)}, {note_of(self, stmt)})"
        )


# ---- chance, calls, one change


def emit_chance(self: Emitter, stmt: ir.Chance) -> None:
    domain = self.expr(stmt.domain)
    inner = ir.member_type(stmt.domain.type)
    rest = f"{self.pool.constant(stmt.what)}, {self.pool.constant(inner)}, {note_of(self, stmt)}"
    match stmt.seen:
        case ir.Viewer(word="nobody"):
            rest = f"{rest}, 0"
        case ir.Viewer(players=ir.Apply(op=Op.SEQ_OF, args=(player,))):
            rest = f"{rest}, 1 << {self.expr(player)}"
    if stmt.number is None:
        self.give(stmt.var, f"chance_one(S, C, {stmt.point}, {domain}, {rest})")
    else:
        number = self.expr(stmt.number)
        self.give(stmt.var, f"chance_list(S, C, {stmt.point}, {domain}, {number}, {stmt.again}, {rest})")


def emit_call(self: Emitter, stmt: ir.Do) -> None:
    proc = self.program.procs[stmt.proc]
    if self.gen.calls[stmt.proc] == 1 and self.cells == "C" and not self.gen.flow.ends(proc.body):
        _written_here(self, stmt)
        return
    mode = "t" if self.cells == "B" else ("" if self.loud else "q")
    given = ["S", "C"]
    if mode == "t":
        given.append("B")
    if proc.you is not None:
        given.append(NOTHING if stmt.you is None else self.expr(stmt.you))
    given += [self.expr(arg) for arg in stmt.args]
    call = f"{self.gen.plain(stmt.proc, mode)}({', '.join(given)})"
    if self.gen.flow.ends(proc.body) or (not mode and self.gen.flow.leaving):
        self.put(f"j = {call}")
        self.put("if j: return j")
    else:
        self.put(call)


def _written_here(self: Emitter, stmt: ir.Do) -> None:
    """The lines of a routine in place of the only call."""
    proc = self.program.procs[stmt.proc]
    given = [self.expr(arg) for arg in stmt.args]
    if proc.you is not None:
        you = NOTHING if stmt.you is None else self.expr(stmt.you)
        self.put(f"{self.bind(proc.you)} = {you}")
    for param, text in zip(proc.params, given, strict=True):
        self.put(f"{self.bind(param)} = {text}")
    emit_lines(self, proc.body)


def emit_together(self: Emitter, body: Block) -> None:
    if self.cells == "B" or not needs_copy(self, body):
        emit_quietly(self, body)
        return
    if len(body) == 1 and isinstance(body[0], ir.For) and zones_change_places(self, body[0]):
        return
    self.put("B = C[:]")
    self.cells = "B"
    emit_quietly(self, body)
    self.cells = "C"


def needs_copy(self: Emitter, body: Block) -> bool:
    """Whether a line reads what one before it in the same change has written."""
    flow = self.gen.flow
    written: frozenset[tuple[str, str]] = frozenset()
    for stmt in body:
        own = flow.writes(stmt)
        called = bodies_called(self.program, stmt)
        read = flow.reads(stmt).union(*map(flow.reads, called))
        several = statement_facts(stmt).kind in (Kind.BLOCK, Kind.ONE_CHANGE, Kind.CALL)
        if not read.isdisjoint(written | own if several else written):
            return True
        written |= own
    return False


def _would_be(state: str) -> str:
    return f"{plain(state)} would be"
