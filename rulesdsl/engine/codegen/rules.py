"""Standing rules and `stops` conditions: each as a function, and the one that looks at all of them
in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.engine.codegen.effects import emit_lines
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.segments import SegmentEmitter
from rulesdsl.engine.codegen.step_counting import step
from rulesdsl.engine.core.layout import PENDING
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.positions.nesting import RULE

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator


def write_rule(gen: Generator, index: int) -> None:
    item = gen.flow.items[index]
    rule = item.rule
    assert rule is not None
    gen.frame.owner = ("rule", index)
    emitter = SegmentEmitter(gen, copy="q") if item.decides else Emitter(gen)
    emitter.loud = False
    entry = gen.label() if item.decides else 0
    if isinstance(emitter, SegmentEmitter):
        emitter.routine = RULE
        gen.frame.segment = ("rule", index)
        gen.frame.force("q", (var for var, _ in rule.vars))
    depth = emitter.depth
    for var, domain in rule.vars:
        emitter.put(f"for {emitter.bind(var)} in {emitter.expr(domain)}:")
        emitter.depth += 1
    emitter.put(f"if not {emitter.expr(rule.condition)}: {'continue' if rule.vars else 'return 0'}")
    step(emitter, gen.pool.fault("", rule.span, rule.rules))
    bindings = "".join(
        f"({gen.pool.constant(var.name)}, value_of(v{var.number}, {gen.pool.constant(var.type)})), "
        for var, _ in rule.vars
    )
    note = gen.pool.constant(Note(rule.rules, rule.span))
    with emitter.block("if S.log is not None:"):
        emitter.put(f"S.rule_fired(C, {gen.pool.constant(rule.name)}, ({bindings}), {note})")
    if isinstance(emitter, SegmentEmitter):
        for var, _ in rule.vars:
            emitter.give(var, f"v{var.number}")
        gen.gone_on_at.add(entry)
        emitter.put(f"return {entry}")
    else:
        emit_lines(emitter, rule.body)
        emitter.put("return 1")
    emitter.depth = depth
    emitter.put("return 0")
    target = gen.site_functions if item.decides else gen.functions
    target[f"rule{index}"] = [f"def rule{index}(S, C):", *emitter.lines]
    if isinstance(emitter, SegmentEmitter):
        emitter.env = {}
        emitter.open(entry)
        emitter.body(rule.body)
        emitter.put(f"return rule_done(S, C, {gen.flow.rule_masks[index]})")
        gen.write_waiting()


def settler(gen: Generator, name: str, allowed: int) -> list[str]:
    """Looks at the list from the top until nothing holds; only at the items allowed here."""
    lines = [f"def {name}(S, C, m):", f"    m |= C[{PENDING}]", "    while True:"]
    for index, item in enumerate(gen.flow.items):
        if not allowed >> index & 1:
            continue
        lines.append(f"        if m & {1 << index}:")
        if item.phase is not None:
            phase = gen.program.phases.index(item.phase.name)
            note = gen.pool.constant(Note(item.phase.rules, item.phase.span))
            lines += [
                f"            if {_stops(gen, index)}:",
                f"                C[{PENDING}] = m",
                f"                return leave(S, C, {phase}, {note})",
            ]
        else:
            lines += [
                f"            j = rule{index}(S, C)",
                "            if j:",
                f"                m |= {gen.flow.rule_masks[index]}",
                "                if j != 1:",
                f"                    C[{PENDING}] = m",
                "                    return j",
                "                continue",
            ]
        lines.append(f"            m &= ~{1 << index}")
    lines += [f"        C[{PENDING}] = m", "        return 0"]
    return lines


def _stops(gen: Generator, index: int) -> str:
    """Whether a phase is going on that is stopped by this condition, and it holds."""
    phase = gen.flow.items[index].phase
    assert phase is not None
    assert phase.stops is not None
    running = f"C[{gen.layout.phases[phase.name] + 1}]"
    after = gen.stopped.get((phase.name, phase.stops), [])
    others = any(name == phase.name and segments is not after for (name, _), segments in gen.stopped.items())
    if not after:
        return "False"
    return f"{running} in {tuple(after)} and stops{index}(C)" if others else f"{running} and stops{index}(C)"


def write_settled(gen: Generator) -> None:
    """The function that looks at the whole list once more, when all is said to be settled."""
    lines = ["def settled(C):"]
    for index, item in enumerate(gen.flow.items):
        if item.rule is None:
            assert item.phase is not None
            lines.append(f"    if {_stops(gen, index)}: overlooked({item.phase.name!r})")
            continue
        emitter = Emitter(gen)
        depth = emitter.depth
        for var, domain in item.rule.vars:
            emitter.put(f"for {emitter.bind(var)} in {emitter.expr(domain)}:")
            emitter.depth += 1
        emitter.put(f"if {emitter.expr(item.rule.condition)}: return True")
        emitter.depth = depth
        emitter.put("return False")
        gen.functions[f"holds{index}"] = [f"def holds{index}(C):", *emitter.lines]
        lines.append(f"    if holds{index}(C): overlooked({item.rule.name!r})")
    gen.functions["settled"] = [*lines, "    return"]


def write_stops(gen: Generator) -> None:
    for index, item in enumerate(gen.flow.items):
        if item.phase is None or (item.phase.name, item.phase.stops) not in gen.stopped:
            # A standing rule, or a phase that this program does not come to.
            continue
        emitter = SegmentEmitter(gen)
        gen.frame.segment = ("stops", index)
        emitter.put(f"return {emitter.expr(item.phase.stops)}")  # type: ignore[arg-type]
        gen.site_functions[f"stops{index}"] = [f"def stops{index}(C):", *emitter.lines]
