"""Decisions of which every whole move is one option: what there is, as one number each, and what such a
number stands for.

A code is written in digits, one for each parameter; the numbers of an alternative begin where those of the
one before end.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.codegen.choices import candidates
from rulesdsl.engine.codegen.comprehensions import require
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.core.codes import UNSEEN
from rulesdsl.engine.core.domains import may_be_none

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator
    from rulesdsl.engine.codegen.sites import AlternativeWriter


@frozen
class Digit:
    """How the value of a parameter is written: from 0, and behind the values what is no value."""

    low: int
    count: int
    size: int

    def written(self, value: str) -> str:
        plain = f"{value} - {self.low}" if self.low > 0 else f"{value} + {-self.low}" if self.low else value
        if self.size == self.count:
            return plain
        return f"({plain} if {value} > {ir.NONE} else {self.count + ir.NONE} - {value})"

    def read(self, digit: str) -> str:
        plain = f"{digit} + {self.low}" if self.low else digit
        if self.size == self.count:
            return plain
        return f"({plain} if {digit} < {self.count} else {ir.NONE + self.count} - {digit})"


def digit_of(gen: Generator, param: ir.Param, *, hides: bool) -> Digit:
    domain = param.var.type
    inner = ir.without_none(domain)
    low, count = ir.index_span(gen.program, inner)
    behind = ir.NONE - UNSEEN + len(gen.layout.instances) if hides else int(may_be_none(domain))
    return Digit(low, count, count + behind)


def digits_of(writer: AlternativeWriter) -> tuple[Digit, ...]:
    params = writer.alternative.params
    return tuple(
        digit_of(writer.gen, param, hides=_hides(writer, known)) for known, param in enumerate(params)
    )


def _hides(writer: AlternativeWriter, known: int) -> bool:
    """Which of the unseen pieces it is, chance says at the end: what is chosen before them is known."""
    return known + 1 == len(writer.alternative.params) and writer.hides(known)


def size_of(digits: tuple[Digit, ...]) -> int:
    """How many codes they can write."""
    size = 1
    for digit in digits:
        size *= digit.size
    return size


def moves_of(writer: AlternativeWriter) -> str:
    """The function that lists the codes of all ways to take an alternative."""
    name = f"moves{writer.number}"
    if name in writer.gen.functions:
        return name
    emitter = writer.emitter(0)
    moves = emitter.fresh()
    emitter.put(f"{moves} = []")
    params = writer.alternative.params
    if _holds(writer, emitter, 0, f"return {moves}"):
        with ExitStack() as loops:
            for known, param in enumerate(params):
                assert isinstance(param, ir.OneParam)
                if not _goes_through(writer, emitter, known, param, loops):
                    break
            else:
                emitter.put(f"{moves}.append({_code(writer)})")
    emitter.put(f"return {moves}")
    writer.gen.functions[name] = [f"def {name}(C{writer.names(0)}):", *emitter.lines]
    return name


def _holds(writer: AlternativeWriter, emitter: Emitter, known: int, otherwise: str) -> bool:
    return all(require(emitter, condition.test, otherwise) for condition in writer.conditions(known))


def _goes_through(
    writer: AlternativeWriter, emitter: Emitter, known: int, param: ir.OneParam, loops: ExitStack
) -> bool:
    """A loop over what a parameter can be; False if it can be nothing."""
    gen = writer.gen
    tests = tuple(condition.test for condition in writer.conditions(known + 1))
    one_of_each, hides = gen.alike_possible(param.var.type), _hides(writer, known)
    if not (one_of_each or hides):
        return loops.enter_context(candidates(emitter, param, tests)) and _holds(
            writer, emitter, known + 1, "continue"
        )
    values = emitter.fresh()
    emitter.put(f"{values} = []")
    name = f"v{param.var.number}"
    with candidates(emitter, param, tests) as open_:
        memo = writer.memo(known + 1)
        if open_ and writer.checked(emitter, known + 1, "continue", memo):
            emitter.put(f"{values}.append({name})")
    text = f"P.unlike(C, {values})" if one_of_each else values
    if hides:
        # A lot is no value of the parameter: it has a name of its own.
        name, text = _lot(param), f"P.as_lots(C, {text})"
    loops.enter_context(emitter.block(f"for {name} in {text}:"))
    return True


def _lot(param: ir.Param) -> str:
    return f"lot{param.var.number}"


def _code(writer: AlternativeWriter) -> str:
    text = ""
    for known, (param, digit) in enumerate(zip(writer.alternative.params, digits_of(writer), strict=True)):
        written = digit.written(_lot(param) if _hides(writer, known) else f"v{param.var.number}")
        text = f"({text}) * {digit.size} + {written}" if text else written
    return text or "0"


def parts_lines(writers: list[AlternativeWriter]) -> list[str]:
    """The lines of the function that reads a code."""
    lines: list[str] = []
    for index, writer in enumerate(writers):
        digits = digits_of(writer)
        size = size_of(digits)
        read, below = [], 1
        for digit in reversed(digits):
            text = f"code // {below}" if below > 1 else "code"
            read.append((digit, f"{text} % {digit.size}" if below * digit.size < size else text))
            below *= digit.size
        inner = [f"d{number} = {text}" for number, (_, text) in enumerate(read)]
        values = "".join(
            f", {digit.read(f'd{number}')}" for number, (digit, _) in reversed(list(enumerate(read)))
        )
        last = index == len(writers) - 1
        deeper = "    " if last else "        "
        if not last:
            lines.append(f"    if code < {size}:")
        lines += [deeper + line for line in inner]
        lines.append(f"{deeper}return [{index}{values}]")
        if not last:
            lines.append(f"    code = code - {size}")
    return lines
