"""Decisions into segments: up to where somebody is asked, and what follows each choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.numbering import number_places
from rulesdsl.engine.codegen.sites import emit_site
from rulesdsl.engine.codegen.step_counting import step
from rulesdsl.engine.core.codes import DECLINE
from rulesdsl.engine.core.domains import cell_count, may_be_none
from rulesdsl.engine.core.growing import growing_boards
from rulesdsl.engine.core.layout import ALT, CHOOSER, SITE
from rulesdsl.program_walk import instances_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.segments import SegmentEmitter


FEW_LINES = 3
"""So many lines before its last a function may have to be written out where it is used."""


def _values_of(emitter: SegmentEmitter, options: str) -> str:
    """A name for the values that a decision begins with: by a call, or the lines in its place if few."""
    *lines, last = emitter.gen.site_functions[options][1:]
    codes = emitter.fresh()
    if len(lines) <= FEW_LINES and not any("return" in line for line in lines):
        emitter.lines += ("    " * (emitter.depth - 1) + line for line in lines)
        emitter.put(f"{codes} = {last.strip().removeprefix('return ')}")
    else:
        emitter.put(f"{codes} = {options}(C)")
    return codes


def _address_of_first(emitter: SegmentEmitter, stmt: ir.Decide) -> int:
    """Where what is chosen first is kept."""
    return emitter.gen.frame.slot(emitter.copy, stmt.alternatives[0].params[0].var)


def _throw(emitter: SegmentEmitter, stmt: ir.Decide, codes: str, chosen: int, declined: int) -> None:
    """One of the values, or none of them, where nobody is asked."""
    with emitter.block(f"if {codes}:"):
        code = emitter.fresh()
        emitter.put(f"{codes}.append({DECLINE})")
        emitter.put(f"{code} = {codes}[thrown(S, C, len({codes}))]")
        with emitter.block(f"if {code} == {DECLINE}:"):
            emitter.go(declined)
        emitter.put(f"C[{_address_of_first(emitter, stmt)}] = {code}")
        emitter.go(chosen)


def emit_decide(emitter: SegmentEmitter, stmt: ir.Decide) -> None:
    again, after = emitter.label(), emitter.label()
    if stmt.repeatedly or growing_boards(emitter.gen.layout):
        # Places get new numbers, so whatever holds one has to lie in cells.
        emitter.go(again)
        emitter.open(again)
        number_places(emitter)
    bodies = [emitter.label() if item.body else 0 for item in stmt.alternatives]
    back = again if stmt.repeatedly else after
    you = emitter.atom(emitter.expr(stmt.you))
    params = [param for item in stmt.alternatives for param in item.params]
    emitter.gen.frame.force(emitter.copy, [param.var for param in params])
    if stmt.decline or stmt.if_possible or len(stmt.alternatives) > 1:
        with emitter.inside():
            for param in params:
                emitter.give(param.var, "()" if isinstance(param, ir.SomeParam) else NOTHING)
    emitter.nesting.sites[len(emitter.gen.sites)] = emitter.place()
    site, number, options = emit_site(emitter, stmt, [body or back for body in bodies], after)
    if options is None:
        emitter.put(f"return enter(S, C, {site}, {you})")
    else:
        if may_be_none(stmt.you.type):
            emitter.put(f"if {you} == {NOTHING}: return enter(S, C, {site}, {you})")
        step(emitter, emitter.pool.fault("", stmt.span))
        whole = f"C[{ALT}] = -1; " if stmt.whole else ""
        first = None if stmt.whole else stmt.alternatives[0].params[0]
        alone = isinstance(first, ir.OneParam) and len(stmt.alternatives[0].params) == 1
        throws = alone and emitter.gen.throws
        here, gone = f"C[{SITE}] = {number + 1}", f"C[{SITE}] = 0"
        # Which alternative and which parameter: the first, as after every decision. Nobody stops at what is
        # thrown.
        emitter.put(f"{whole}C[{CHOOSER}] = {you}" + ("" if throws else f"; {here}"))
        if isinstance(first, ir.SomeParam):
            address, room = (
                emitter.gen.frame.slot(emitter.copy, first.var),
                cell_count(emitter.program, first.var.type),
            )
            emitter.put(f"C[{address}:{address + room}] = {emitter.pool.constant((0,) * room)}")
        codes = _values_of(emitter, options)
        number_of = f"if {codes}:" if stmt.decline else f"if len({codes}) > 1:"
        with emitter.block(number_of.replace(":", " and is_asked(S):") if throws else number_of):
            if stmt.decline:
                emitter.put(f"{codes}.append({DECLINE})")
            emitter.put(f"{here}; S.codes = {codes}" if throws else f"S.codes = {codes}")
            emitter.put("return 0")
        if throws and stmt.decline:
            _throw(emitter, stmt, codes, bodies[0] or back, after)
        # Where nobody listens, what is forced or cannot be done is gone past at once.
        if stmt.decline or stmt.if_possible or stmt.repeatedly:
            with emitter.block(f"if not {codes} and S.log is None:"):
                if not throws:
                    emitter.put(gone + (f"; C[{ALT}] = 0" if stmt.whole else ""))
                emitter.go(after)
        enter = f"return enter_few(S, C, {site}, {codes})"
        if throws:
            enter = f"{here}; {enter}"
        if alone and not stmt.decline:
            with emitter.block(f"if not {codes} or S.log is not None or not S._take_forced:"):
                emitter.put(enter)
            value = f"{codes}[0]"
            if throws:
                value = f"{codes}[thrown(S, C, len({codes}))] if len({codes}) > 1 else {value}"
            value = value if throws else f"{value}; {gone}"
            emitter.put(f"C[{_address_of_first(emitter, stmt)}] = {value}")
            emitter.go(bodies[0] or back)
        else:
            emitter.put(enter)
    for alternative, body in zip(stmt.alternatives, bodies, strict=True):
        if not body:
            continue
        emitter.open(body)
        with emitter.inside():
            emitter.settle(*(param.var for param in alternative.params))
            used = {node.var.number for node in instances_in(alternative.body, ir.Local)}
            for param in alternative.params:
                if not isinstance(param, ir.SomeParam):
                    continue
                for part in param.parts or ():
                    if part.result.number in used:
                        emitter.give(part.result, emitter.gen.part_value(emitter, param, part))
            emitter.body(alternative.body)
            emitter.go(back)
    emitter.open(after)
    if len(stmt.alternatives) == 1 and not (stmt.decline or stmt.if_possible):
        emitter.settle(*(param.var for param in params))
