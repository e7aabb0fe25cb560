"""Choices of a set into Python: the functions that say what it is chosen from and which sets will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesdsl import program as ir
from rulesdsl.engine.codegen.comprehensions import require
from rulesdsl.engine.codegen.static_filter import hoisted
from rulesdsl.engine.codegen.walks import sole_ways, write_reach
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.sites import SetSpec
from rulesdsl.program_walk import instances_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter
    from rulesdsl.engine.codegen.sites import AlternativeWriter


def is_free(writer: AlternativeWriter, known: int) -> bool:
    """Whether no condition reads the set that is parameter number `known`, so that only its size matters."""
    param = writer.alternative.params[known]
    assert isinstance(param, ir.SomeParam)
    own = {param.var.number, *(part.result.number for part in param.parts or ())}
    return not param.needless and own.isdisjoint(_read_later(writer, known))


def _read_later(writer: AlternativeWriter, known: int) -> set[int]:
    """The variables that conditions on a set and all that comes after it read."""
    param = writer.alternative.params[known]
    assert isinstance(param, ir.SomeParam)
    later = (param.where, writer.alternative.params[known + 1 :], writer.alternative.checks[known + 1 :])
    return {node.var.number for node in instances_in(later, ir.Local)}


def write_spec(writer: AlternativeWriter, known: int) -> str:
    """The name of the object that says how to choose the set that is parameter number `known`."""
    gen, param = writer.gen, writer.alternative.params[known]
    assert isinstance(param, ir.SomeParam)
    parts = param.parts or ()
    base = f"set{writer.number}_{known}_"
    by_parts = param.parts is not None and param.var.number not in _read_later(writer, known)
    _write_pool(writer, known, param, base)
    for name in ("meets", "holds"):
        emitter = writer.emitter(known + 1)
        if require(emitter, param.where, "return False") and (
            name == "meets" or writer.checked(emitter, known + 1, "return False")
        ):
            emitter.put("return True")
        gen.functions[base + name] = [f"def {base}{name}(C{writer.names(known + 1)}):", *emitter.lines]
    if told_by_results(writer, known):
        _write_some(writer, known, param, base)
    spans = tuple(
        ir.index_span(gen.program, part.result.type.key)
        if isinstance(part.result.type, ir.MapDomain)
        else (0, 0)
        for part in parts
    )
    name = f"spec{writer.number}_{known}"
    free = is_free(writer, known)
    alike = gen.alike_possible(param.var.type)

    def link(space: dict[str, Any]) -> None:
        space[name] = SetSpec(
            param=param,
            domain=space[base + "domain"],
            limits=space[base + "limits"],
            meets=space[base + "meets"],
            holds=space[base + "holds"],
            contribution=space[base + "parts"],
            ops=tuple(part.op for part in parts),
            spans=spans,
            by_parts=by_parts,
            free=free,
            alike=alike,
            hides=writer.hides(known),
            piece_args=tuple(index for index, var in enumerate(writer.given(known)) if is_pieces(var.type)),
        )

    gen.late.append(link)
    return name


def write_exists(writer: AlternativeWriter, emitter: Emitter, known: int, param: ir.SomeParam) -> None:
    """Whether any set will do. Choices that go through the same members in turn share what they come to."""
    given = "".join(f"v{var.number}, " for var in writer.given(known))
    spec = writer.spec(known)
    if not told_by_results(writer, known):
        emitter.put(f"return set_exists({spec}, C, ({given}), P)")
        return
    reads = _pool_reads(param)
    key = "".join(
        f"tuple(v{var.number}), "
        if isinstance(var.type, (ir.SeqDomain, ir.MapDomain))
        else f"v{var.number}, "
        for var in writer.given(known)
        if var.number in reads
    )
    pool = f"attainable({spec}, C, ({given}), P)"
    tests = (param.where, *(condition.test for condition in writer.conditions(known + 1)))
    results = [part.result for part in param.parts or ()]
    asked = sole_ways(tests, results) if writer.rest(known + 1) is None else None
    if asked is not None and write_reach(emitter, *asked, reads, writer.given(known), pool):
        return
    emitter.put("if M is None: M = {}")
    emitter.put(f"pool = M.get(({spec}, {key}))")
    emitter.put(f"if pool is None: pool = M[({spec}, {key})] = {pool}")
    some = f"set{writer.number}_{known}_some"
    emitter.put(f"return pool.low <= pool.high and {some}(C{writer.names(known)}, pool, M)")


def told_by_results(writer: AlternativeWriter, known: int) -> bool:
    """Whether sets with the same sums, counts and the like all will do or none."""
    param = writer.alternative.params[known]
    assert isinstance(param, ir.SomeParam)
    by_parts = param.parts is not None and param.var.number not in _read_later(writer, known)
    return by_parts and bool(param.parts) and not param.needless and not is_free(writer, known)


def _pool_reads(param: ir.SomeParam) -> set[int]:
    """The variables that matter for the members, the limits and what each member adds."""
    roots = (param.domain, param.low, param.high, tuple(part.value for part in param.parts or ()))
    return {node.var.number for node in instances_in(roots, ir.Local)}


def _write_pool(writer: AlternativeWriter, known: int, param: ir.SomeParam, base: str) -> None:
    """What the set is chosen from, how many members it has, and what each of them adds."""
    functions, names = writer.gen.functions, writer.names(known)
    emitter = writer.emitter(known)
    emitter.put(f"return {emitter.expr(param.domain)}")
    functions[base + "domain"] = [f"def {base}domain(C{names}):", *emitter.lines]
    emitter = writer.emitter(known)
    low, high = emitter.expr(param.low), emitter.expr(param.high)
    emitter.put(f"return {low}, {high}")
    functions[base + "limits"] = [f"def {base}limits(C{names}):", *emitter.lines]
    emitter = writer.emitter(known)
    values: list[str] = []
    for part in param.parts or ():
        emitter.env[part.var.number] = "m"
        values.append("m" if part.value is None else emitter.expr(part.value))
    emitter.put(f"return ({''.join(value + ', ' for value in values)})")
    functions[base + "parts"] = [f"def {base}parts(C{names}, m):", *emitter.lines]


def _write_some(writer: AlternativeWriter, known: int, param: ir.SomeParam, base: str) -> None:
    """Whether any of many sets will do, told by their results; what is the same for all is done once."""
    gen, name = writer.gen, base + "some"
    results = [part.result for part in param.parts or ()]
    emitter = writer.emitter(known + 1)
    head = f"def {name}(C{writer.names(known)}, pool, M):"
    tests = (param.where, *(condition.test for condition in writer.conditions(known + 1)))
    emitter.put(f"v{param.var.number} = None")
    with hoisted(emitter, tests, {param.var.number, *(result.number for result in results)}):
        row = "".join(f"v{result.number}, " for result in results)
        with emitter.block(f"for {row}in pool.rows():"):
            if require(emitter, param.where) and writer.checked(emitter, known + 1, "continue"):
                emitter.put("return True")
    emitter.put("return False")
    gen.functions[name] = [head, *emitter.lines]
